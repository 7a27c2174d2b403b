/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "stacks/ful-func-kind.h"
#include "stacks/ful-own-code.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-view-options.h"
#include "tree/ful-derived-thread.h"
#include "ful-test-files.h"

#include <string.h>

static const char *const words[] = { "own", "library", "label", "unnamed", "meta" };

/* Each function of a perf script: name and library, then what it is. */
static const struct { const char *name, *library, *kind; } natives[] = {
  { "main", "/home/me/words", "own" },
  { "std::sort<int*>", "/home/me/words", "own" },
  { "__libc_start_main", "/usr/lib/x86_64-linux-gnu/libc.so.6", "library" },
  { "draw", "/opt/tool/libgtk-4.so.1", "library" },
  { "[unknown]", "/home/me/words", "unnamed" },
  { "do_syscall_64", "[kernel.kallsyms]", "library" },
  { "runtime.mallocgc", "/home/me/server", "library" },
  { "main.handle", "/home/me/server", "own" },
  { "runtimes", "/home/me/server", "own" },
  { "strings.Index", "/home/me/server", "library" },
};

/* The kind of the function of @profile named so. */
static const char *
get_kind (FulProfile *profile,
          const char *name)
{
  const guint8 *kinds = ful_func_kinds_get (profile);

  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    if (g_str_equal (ful_profile_get_func_name (profile, (FulFuncIndex) i), name))
      return words[kinds[i]];

  return NULL;
}

static void
test_native (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (natives); i++)
    {
      g_autofree char *text = g_strdup_printf ("p 1 1.0: cycles:\n\t7f0012345678 %s (%s)\n\n", natives[i].name, natives[i].library);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      g_test_message ("%s in %s", natives[i].name, natives[i].library);
      g_assert_cmpstr (get_kind (profile, natives[i].name), ==, natives[i].kind);
    }
}

/* What a user says of all profiles, and of one. */
static void
test_own_code (void)
{
  const char *text = "p 1 1.0: cycles:\n\t7f0012345678 main (/home/me/words)\n\t7f0022345678 draw (/opt/tool/libgtk-4.so.1)\n\n";
  const char *const patterns[] = { "*libgtk*", "!/home/*", NULL }, *const none[] = { NULL }, *const own[] = { "*words", NULL };

  for (guint i = 0; i < 3; i++)
    {
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      ful_own_code_set_default (i < 2 ? patterns : none);
      if (i == 1)
        ful_own_code_set (profile, own, NULL);
      g_assert_cmpstr (get_kind (profile, "main"), ==, i == 0 ? "library" : "own");
      g_assert_cmpstr (get_kind (profile, "draw"), ==, i == 0 ? "own" : "library");
    }
}

/* What the user says later counts for copies; what is derived from them is not that of the profile before. */
static void
test_own_code_changes (void)
{
  const char *text = "p 1 1.0: cycles:\n\t7f0022345678 draw (/opt/tool/libgtk-4.so.1)\n\t7f0012345678 main (/home/me/words)\n\n";
  const char *const none[] = { NULL }, *const patterns[] = { "/opt/tool/libgtk-4.so.1", NULL };
  g_autoptr(FulProfile) profile = ful_test_load_text (text), copy = NULL;
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulCallTree) before = NULL, after = NULL;
  guint64 serial;

  options->implementation = FUL_IMPLEMENTATION_OWN;
  ful_own_code_set_default (none);
  before = ful_derive_call_tree (profile, options, cache, NULL, NULL, NULL);
  serial = ful_own_code_get_serial (profile);
  ful_own_code_set_default (patterns);
  g_assert_cmpstr (get_kind (profile, "draw"), ==, "library");
  g_assert_cmpuint (ful_own_code_get_serial (profile), ==, serial);

  copy = ful_profile_new_copy (profile);
  after = ful_derive_call_tree (copy, options, cache, NULL, NULL, NULL);
  g_assert_cmpstr (get_kind (copy, "draw"), ==, "own");
  g_assert_cmpuint (before->nodes->n_nodes, ==, 1);
  g_assert_cmpuint (after->nodes->n_nodes, ==, 2);
  ful_own_code_set_default (none);
}

/* Lists with a library added, taken out, or said not to be one's own. */
static void
test_change_of_library (void)
{
  static const struct { const char *before[4], *library; gboolean is_own; const char *after; } rows[] = {
    { { NULL }, "libgtk-4.so.1", TRUE, "libgtk-4.so.1" },
    { { "*libgtk*", NULL }, "libxul.so", TRUE, "*libgtk* libxul.so" },
    { { "a", "libxul.so", "b", NULL }, "libxul.so", FALSE, "a b" },
    { { "a", "!words", NULL }, "words", TRUE, "a" },
    { { NULL }, "words", FALSE, "!words" },
    { { "words", NULL }, "words", TRUE, "words" },
    { { NULL }, "!words", TRUE, "?words" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto(GStrv) changed = ful_own_code_change (rows[i].before, rows[i].library, rows[i].is_own);
      g_autofree char *joined = g_strjoinv (" ", changed);

      g_assert_cmpstr (joined, ==, rows[i].after);
    }
}

/* The library that a function is of, where the user may say whose code that is. */
static void
test_library (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text ("p 1 1.0: cycles:\n\t7f0022345678 draw (/opt/tool/libgtk-4.so.1)\n"
                                                      "\t7f0012345679 [unknown] (/home/me/words)\n\t7f0012345678 main (/home/me/words)\n\n");

  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    {
      const char *name = ful_profile_get_func_name (profile, (FulFuncIndex) i);
      gboolean is_own;
      const char *library = ful_func_kinds_get_library (profile, (FulFuncIndex) i, &is_own);

      if (g_str_equal (name, "draw") || g_str_equal (name, "main"))
        {
          g_assert_cmpstr (library, ==, *name == 'd' ? "/opt/tool/libgtk-4.so.1" : "/home/me/words");
          g_assert_cmpint (is_own, ==, *name == 'm');
        }
      else if (g_str_equal (name, "[unknown]"))
        {
          g_assert_null (library);
        }
    }
}

/* Sources of scripts, and names without any. */
static void
test_scripts (void)
{
  static const struct { const char *name, *url, *kind; } rows[] = {
    { "thrash", "http://127.0.0.1/layout.html", "own" },
    { "(anonymous)", "file:///home/me/work.js", "own" },
    { "emit", "node:events", "library" },
    { "parse", "file:///home/me/node_modules/json5/parse.js", "library" },
    { "compileForInternalLoader", "", "library" },
    { "(garbage collector)", "", "meta" },
    { "(root)", "", "meta" },
    { "[not sampled]", "", "meta" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"(root)\",\"url\":\"\",\"lineNumber\":-1,"
                                               "\"columnNumber\":-1,\"scriptId\":\"0\"},\"children\":[2]},{\"id\":2,\"callFrame\":{"
                                               "\"functionName\":\"%s\",\"url\":\"%s\",\"lineNumber\":1,\"columnNumber\":1,"
                                               "\"scriptId\":\"1\"}}],\"startTime\":0,\"endTime\":2000,\"samples\":[2,2],"
                                               "\"timeDeltas\":[0,1000]}", rows[i].name, rows[i].url);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);

      g_test_message ("%s of %s", rows[i].name, rows[i].url);
      g_assert_cmpstr (get_kind (profile, rows[i].name), ==, rows[i].kind);
    }
}

static void
test_firefox (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("fx153-symbolicated-native.gecko.json.gz");

  g_assert_cmpstr (get_kind (profile, "draw"), ==, "own");
  g_assert_cmpstr (get_kind (profile, "RefreshDriver tick"), ==, "label");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/func-kind/native", test_native);
  g_test_add_func ("/func-kind/own-code", test_own_code);
  g_test_add_func ("/func-kind/own-code-changes", test_own_code_changes);
  g_test_add_func ("/func-kind/change-of-library", test_change_of_library);
  g_test_add_func ("/func-kind/library", test_library);
  g_test_add_func ("/func-kind/scripts", test_scripts);
  g_test_add_func ("/func-kind/firefox", test_firefox);

  return g_test_run ();
}
