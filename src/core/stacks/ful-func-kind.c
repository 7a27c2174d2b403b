/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whose code functions are (insight.md 1): by their names, and by the paths of sources and libraries. */

#include "config.h"

#include "ful-func-kind.h"

#include "ful-own-code.h"

#include "base/ful-hash.h"

#include <string.h>

static const char *const metas[] = {
  "(root)", "(program)", "(idle)", "(garbage collector)", "root", "all", "(all)", "[kernel]", "[not sampled]", NULL
};

/* Of sources; a script of the web has a scheme, too. */
static const char *const script_schemes[] = {
  "http:", "https:", "file:", "moz-extension", "node", "chrome", "resource", "evalmachine", "wasm", NULL
};
static const char *const runtime_scripts[] = {
  "node:", "internal/", "chrome:", "resource:", "moz-src:", "moz-extension:", "self-hosted", "native ", "extensions::",
  "chrome-extension:", "about:", "debugger", "v8/", "(", NULL
};
static const char *const runtime_sources[] = {
  "/usr/lib", "/usr/include", "/usr/share", "/usr/src", "../", "/build/", "./", "node:", "internal/", "php:", NULL
};

/* Of libraries; whatever the case. */
static const char *const system_folders[] = {
  "/usr/lib", "/lib", "/usr/libexec", "/system/", "/apex/", "c:\\windows", "[kernel", "[vdso", "[guest", "linux-vdso", NULL
};
static const char *const system_libraries[] = {
  "libc", "libm", "libpthread", "ld", "libstdc++", "libgcc_s", "libdl", "librt", "libglib", "libgobject", "libgio", "kernel",
  "[kernel", "[vdso", "vmlinux", "libsystem", "ntdll", "ucrtbase", "win32u", "libart", "libxul", "libnss3", "libnspr4",
  "libmozglue", "libmozsqlite3", "mozglue", "xul", "libgtk", "libgdk", "libvulkan", "libegl", "libgl", "libx11", "libxcb", NULL
};

/* Names in the map of generated code. */
static const char *const generated_names[] = { "JS:", "LazyCompile:", "Function:", "Eval:", "Script:", "py:", NULL };

/* Packages of Go's own library: "fmt.Fprintf", "internal/poll.(*FD).Read". */
static const char *const go_packages[] = {
  "runtime", "syscall", "sync", "reflect", "internal", "sort", "strings", "bytes", "fmt", "time", "os", "net", "encoding",
  "strconv", "math", "bufio", "io", "unicode", "compress", "crypto", "regexp", "context", "errors", "hash", "container",
  "database", "html", "image", "log", "mime", "path", "testing", "text", NULL
};

typedef struct
{
  FulProfile *profile;
  gboolean    is_gecko;
  gboolean    is_v8;
  gboolean    has_map;    /* of generated code */
  GHashTable *paths;      /* name of a library → path */
} Kinds;

static gboolean
begins_with_any (const char        *text,
                 const char *const *prefixes)
{
  for (guint i = 0; prefixes[i]; i++)
    if (g_str_has_prefix (text, prefixes[i]))
      return TRUE;

  return FALSE;
}

static gboolean
begins_with_any_case (const char        *text,
                      const char *const *prefixes)
{
  for (guint i = 0; prefixes[i]; i++)
    if (g_ascii_strncasecmp (text, prefixes[i], strlen (prefixes[i])) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
is_meta (const char *name)
{
  return g_strv_contains (metas, name) ||
         (name[0] == '(' && g_str_has_suffix (name, ")") && !g_str_has_prefix (name, "(anonymous"));
}

static gboolean
is_hex (const char *text)
{
  return *text && text[strspn (text, "0123456789abcdefABCDEF")] == '\0';
}

static gboolean
is_unnamed (const char *name)
{
  static const char *const names[] = { "[unknown]", "??", "???", "unknown", NULL };

  return (g_str_has_prefix (name, "0x") && is_hex (name + 2)) || (g_str_has_prefix (name, "fun_") && is_hex (name + 4)) ||
         g_strv_contains (names, name);
}

static gboolean
is_go_package (const char *name)
{
  gsize n = strcspn (name, "./");

  for (guint i = 0; name[n] && go_packages[i]; i++)
    if (strlen (go_packages[i]) == n && strncmp (name, go_packages[i], n) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
is_map (const char *resource)
{
  const char *base = strrchr (resource, '/');

  base = base ? base + 1 : resource;

  return g_str_has_prefix (base, "perf-") && g_str_has_suffix (base, ".map") && g_ascii_isdigit (base[5]);
}

static FulFuncKind
get_kind_of_script (const char *source)
{
  for (const char *arrow; source && (arrow = strstr (source, " -> ")); )
    source = arrow + strlen (" -> ");

  return source == NULL || *source == '\0' || begins_with_any (source, runtime_scripts) || strstr (source, "/node_modules/")
           ? FUL_FUNC_KIND_LIBRARY : FUL_FUNC_KIND_OWN;
}

static FulFuncKind
get_kind_of_library (const Kinds *self,
                     const char  *name,
                     const char  *library)
{
  const char *path = g_hash_table_lookup (self->paths, library);
  const char *slash = strrchr (library, '/');

  if (path == NULL || *path == '\0')
    path = library;
  if (self->has_map && g_str_has_suffix (library, ".map"))
    return begins_with_any (name, generated_names) && !strstr (name, "node:") && !strstr (name, "internal/")
             ? FUL_FUNC_KIND_OWN : FUL_FUNC_KIND_LIBRARY;
  if (begins_with_any_case (path, system_folders) || begins_with_any_case (slash ? slash + 1 : library, system_libraries))
    return FUL_FUNC_KIND_LIBRARY;
  if (self->has_map && (g_str_has_prefix (path, "/usr/") || g_str_has_prefix (path, "/opt/")))
    return FUL_FUNC_KIND_LIBRARY;

  return self->is_gecko ? FUL_FUNC_KIND_LIBRARY : FUL_FUNC_KIND_OWN;
}

static FulFuncKind
get_kind (const Kinds  *self,
          FulFuncIndex  func)
{
  FulProfile *profile = self->profile;
  FulResourceIndex row = profile->funcs->resource[func];
  FulSourceIndex file = profile->funcs->source[func];
  const char *name = ful_profile_get_func_name (profile, func);
  const char *resource = row == FUL_NONE ? NULL : ful_profile_get_string (profile, profile->resources->name[row]);
  const char *source = file == FUL_NONE || profile->sources->filename[file] == FUL_NONE
                         ? NULL : ful_profile_get_string (profile, profile->sources->filename[file]);
  gboolean is_library = row != FUL_NONE && profile->resources->type[row] == FUL_RESOURCE_TYPE_LIBRARY;
  FulFuncKind kind;

  if (is_meta (name))
    return FUL_FUNC_KIND_META;

  /* Functions that stand for a library come from the fold of its unnamed ones. */
  if (ful_profile_is_resource_func (profile, func) && is_library)
    return FUL_FUNC_KIND_UNNAMED;

  if (profile->funcs->is_js[func] || (source && !is_library && begins_with_any (source, script_schemes)))
    kind = get_kind_of_script (source);
  else if (is_library || (resource && source == NULL))
    kind = get_kind_of_library (self, name, resource);
  else if (self->is_gecko && resource == NULL && source == NULL)
    kind = FUL_FUNC_KIND_LABEL;
  else if (source && (begins_with_any (source, runtime_sources) || strstr (source, "/go/src/") || strstr (source, "/node_modules/")))
    kind = FUL_FUNC_KIND_LIBRARY;
  else
    kind = FUL_FUNC_KIND_OWN;

  if (kind == FUL_FUNC_KIND_OWN &&
      ((!self->is_gecko && is_go_package (name) && (source == NULL || strstr (source, "/src/"))) ||
       (self->is_v8 && source == NULL)))
    kind = FUL_FUNC_KIND_LIBRARY;
  if (is_unnamed (name))
    kind = FUL_FUNC_KIND_UNNAMED;
  if (resource && (g_str_equal (resource, "inlined") || g_str_equal (resource, "(inlined)") || g_str_has_prefix (resource, "[kernel")))
    kind = FUL_FUNC_KIND_LIBRARY;

  return g_str_has_suffix (name, "_[k]") ? FUL_FUNC_KIND_LIBRARY : kind;
}

/* The user knows better, but what has no name, or is no code, stays that. */
static FulFuncKind
correct (FulFuncKind kind,
         FulOwnCode  said)
{
  if (said == FUL_OWN_CODE_OWN && (kind == FUL_FUNC_KIND_LIBRARY || kind == FUL_FUNC_KIND_LABEL))
    return FUL_FUNC_KIND_OWN;

  return said == FUL_OWN_CODE_NOT_OWN && kind == FUL_FUNC_KIND_OWN ? FUL_FUNC_KIND_LIBRARY : kind;
}

/* The main threads of Firefox have a name of their own, which processed profiles keep. */
static gboolean
has_thread_of_firefox (FulProfile *profile)
{
  for (guint i = 0; i < profile->threads->len; i++)
    if (g_strcmp0 (ful_profile_get_thread (profile, i)->name, "GeckoMain") == 0)
      return TRUE;

  return FALSE;
}

/**
 * ful_func_kinds_are_of_firefox:
 *
 * Returns: whether Firefox recorded itself
 */
gboolean
ful_func_kinds_are_of_firefox (FulProfile *profile)
{
  return g_strcmp0 (profile->format, "Gecko profile") == 0 || (profile->product && g_str_has_prefix (profile->product, "Firefox")) ||
         has_thread_of_firefox (profile);
}

/**
 * ful_func_kinds_are_of_v8:
 *
 * O(functions).
 *
 * Returns: whether the formats or the functions are those of Chrome or Node
 */
gboolean
ful_func_kinds_are_of_v8 (FulProfile *profile)
{
  const char *format = profile->format ? profile->format : "";
  guint n = profile->funcs->table.n_rows, n_scripts = 0;

  for (guint i = 0; i < n; i++)
    n_scripts += profile->funcs->is_js[i];

  return strstr (format, "V8") || strstr (format, "Chrome") ||
         (!ful_func_kinds_are_of_firefox (profile) && n_scripts > 0.3 * n);
}

/* Returns: (transfer full) (array): for each function a #FulFuncKind */
static guint8 *
list_kinds (FulProfile *profile)
{
  g_autoptr(GHashTable) paths = g_hash_table_new (ful_hash_text, g_str_equal);
  Kinds self = { .profile = profile, .paths = paths };
  guint n = profile->funcs->table.n_rows;
  g_autofree guint8 *said = ful_own_code_list_funcs (profile);
  guint8 *kinds = g_new (guint8, MAX (n, 1));

  for (guint i = 0; i < profile->libs->len; i++)
    {
      const FulLib *lib = g_ptr_array_index (profile->libs, i);

      g_hash_table_insert (paths, lib->name, lib->path);
    }
  for (guint i = 0; i < profile->resources->table.n_rows; i++)
    self.has_map |= is_map (ful_profile_get_string (profile, profile->resources->name[i]));
  self.is_gecko = ful_func_kinds_are_of_firefox (profile);
  self.is_v8 = ful_func_kinds_are_of_v8 (profile);

  for (guint i = 0; i < n; i++)
    kinds[i] = (guint8) correct (get_kind (&self, (FulFuncIndex) i), said ? said[i] : FUL_OWN_CODE_UNSAID);

  return kinds;
}

/**
 * ful_func_kinds_get:
 * @profile: a profile, of which nothing changes any more
 *
 * O(functions), the first time.
 *
 * Returns: (transfer none) (array): for each function of @profile a #FulFuncKind
 */
const guint8 *
ful_func_kinds_get (FulProfile *profile)
{
  GQuark quark = g_quark_from_static_string ("ful-func-kinds");
  guint8 *kinds = g_object_get_qdata (G_OBJECT (profile), quark);

  if (kinds)
    return kinds;

  /* Of several threads that list them at once the first one wins. */
  kinds = list_kinds (profile);
  if (!g_object_replace_qdata (G_OBJECT (profile), quark, NULL, kinds, g_free, NULL))
    g_free (kinds);

  return g_object_get_qdata (G_OBJECT (profile), quark);
}

/**
 * ful_func_kinds_get_library:
 * @out_is_own: (out): whether @func is the user's own code
 *
 * Returns: (transfer none) (nullable): the library of @func, if the user may say whose code it is
 */
const char *
ful_func_kinds_get_library (FulProfile   *profile,
                            FulFuncIndex  func,
                            gboolean     *out_is_own)
{
  FulResourceIndex resource = profile->funcs->resource[func];
  guint8 kind;

  *out_is_own = FALSE;
  if (resource == FUL_NONE || profile->resources->type[resource] != FUL_RESOURCE_TYPE_LIBRARY)
    return NULL;

  kind = ful_func_kinds_get (profile)[func];
  *out_is_own = kind == FUL_FUNC_KIND_OWN;

  return kind == FUL_FUNC_KIND_UNNAMED || kind == FUL_FUNC_KIND_META ? NULL
                                                                     : ful_profile_get_string (profile, profile->resources->name[resource]);
}
