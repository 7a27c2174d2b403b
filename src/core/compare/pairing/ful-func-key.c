/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a function is recognised by in another recording, where compilers and bundlers gave it another name (compare.md 2.1
 * and 2.3). Pure functions of texts; O(length). */

#include "config.h"

#include "ful-func-key.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"

#include <string.h>

#define HASH_DIGITS 16
#define LEAST_BUNDLE_HASH 6
#define LEAST_BUNDLE_DIGITS 8

/* Returns: how many characters at the end of a text are digits */
static gsize
count_digits (const char *text,
              gsize       length)
{
  gsize n = 0;

  while (n < length && g_ascii_isdigit (text[length - 1 - n]))
    n++;

  return n;
}

static gboolean
ends_with (const char *text,
           gsize       length,
           const char *suffix)
{
  gsize n = strlen (suffix);

  return length >= n && memcmp (text + length - n, suffix, n) == 0;
}

/* Cuts "::h0123456789abcdef" of Rust and ".llvm.123". */
static void
cut_hashes (char *name)
{
  for (gsize length = strlen (name); length > 0; name[length] = '\0')
    {
      gsize n_digits = count_digits (name, length), n_hex = 0;

      while (n_hex < length && g_ascii_isxdigit (name[length - 1 - n_hex]))
        n_hex++;
      if (n_hex == HASH_DIGITS && ends_with (name, length - n_hex, "::h"))
        length -= n_hex + strlen ("::h");
      else if (n_digits > 0 && ends_with (name, length - n_digits, ".llvm."))
        length -= n_digits + strlen (".llvm.");
      else
        return;
    }
}

/* "libm.so.6.1" becomes "libm.so". */
static void
cut_version (char *library)
{
  char *so = g_strrstr (library, ".so.");

  if (so && so[strspn (so + strlen (".so"), ".0123456789") + strlen (".so")] == '\0')
    so[strlen (".so")] = '\0';
}

/* "https://example.org:8080" becomes "example.org". */
static char *
dup_host (const char *name)
{
  const char *host = strstr (name, "://");
  gsize length, n_digits;

  host = host ? host + strlen ("://") : name;
  length = strcspn (host, "/");
  n_digits = count_digits (host, length);
  if (n_digits > 0 && ends_with (host, length - n_digits, ":"))
    length -= n_digits + 1;

  return g_strndup (host, length);
}

static char *
dup_library (FulProfile  *profile,
             FulFuncIndex func)
{
  FulResourceIndex resource = profile->funcs->resource[func];
  const char *name;
  char *library;

  if (resource == FUL_NONE)
    return g_strdup ("");

  name = ful_profile_get_string (profile, profile->resources->name[resource]);
  switch (profile->resources->type[resource])
    {
    case FUL_RESOURCE_TYPE_LIBRARY:
      library = g_strdup (name + (strrchr (name, '/') ? strrchr (name, '/') + 1 - name : 0));
      cut_version (library);
      return library;

    case FUL_RESOURCE_TYPE_WEBHOST:
    case FUL_RESOURCE_TYPE_OTHERHOST:
    case FUL_RESOURCE_TYPE_URL:
      return dup_host (name);

    default:
      return g_strdup (name);
    }
}

/* Whether a part of a file's name looks like a hash of its contents. */
static gboolean
is_hash (const char *part,
         gsize       length)
{
  gsize n_digits = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isalnum (part[i]))
        return FALSE;
      n_digits += g_ascii_isdigit (part[i]);
    }

  return (length >= LEAST_BUNDLE_HASH && n_digits > 0 && n_digits < length) || (length >= LEAST_BUNDLE_DIGITS && n_digits == length);
}

/* "static/main.3f2a9c1b.js?v=1" becomes "main.*.js". */
static char *
dup_file (FulProfile  *profile,
          FulFuncIndex func)
{
  FulSourceIndex source = profile->funcs->source[func];
  g_autofree char *path = NULL;
  GString *file;
  const char *name;

  if (source == FUL_NONE)
    return g_strdup ("");

  path = ful_func_origin_clean_path (ful_profile_get_string (profile, profile->sources->filename[source]));
  path[strcspn (path, "?#")] = '\0';
  name = strrchr (path, '/') ? strrchr (path, '/') + 1 : path;
  file = g_string_new (NULL);
  while (*name != '\0')
    {
      gsize length = strcspn (name, ".-_");

      if (is_hash (name, length))
        g_string_append_c (file, '*');
      else
        g_string_append_len (file, name, (gssize) length);
      name += length;
      if (*name != '\0')
        g_string_append_c (file, *name++);
    }

  return g_string_free (file, FALSE);
}

/**
 * ful_func_key_init:
 * @self: (out caller-allocates): the key of a function; free it with ful_func_key_clear()
 * @profile: a profile, with symbols
 * @func: a function of it
 */
void
ful_func_key_init (FulFuncKey   *self,
                   FulProfile   *profile,
                   FulFuncIndex  func)
{
  const char *name = ful_profile_get_shown_name (profile, func);

  *self = (FulFuncKey) { .library = dup_library (profile, func), .is_js = profile->funcs->is_js[func], .line = FUL_NONE, .column = FUL_NONE };
  if (!self->is_js && g_str_has_prefix (name, "0x"))
    {
      self->name = g_strdup (FUL_UNNAMED_CODE);
      self->file = g_strdup ("");
      return;
    }

  self->name = g_strdup (name);
  cut_hashes (self->name);
  self->file = dup_file (profile, func);
  if (self->is_js)
    {
      self->line = profile->funcs->line[func];
      self->column = profile->funcs->column[func];
    }
}

void
ful_func_key_clear (FulFuncKey *self)
{
  g_free (self->name);
  g_free (self->library);
  g_free (self->file);
}

/**
 * ful_func_key_get_short:
 * @name: name of a key
 *
 * Returns: (transfer full): the name without arguments, template arguments, and what compilers add to copies of a function
 */
char *
ful_func_key_get_short (const char *name)
{
  static const char *const suffixes[] = { ".constprop", ".isra", ".part", ".cold", ".lto_priv" };
  g_autofree char *cut = g_strdup (name);
  gboolean again = TRUE;

  for (gsize length = strlen (cut); again; cut[length] = '\0')
    {
      gsize n_digits = count_digits (cut, length);

      again = FALSE;
      if (n_digits > 0 && n_digits + 1 < length && cut[length - n_digits - 1] == '.')
        {
          length -= n_digits + 1;
          again = TRUE;
        }
      for (guint i = 0; i < G_N_ELEMENTS (suffixes) && !again; i++)
        if (ends_with (cut, length, suffixes[i]) && length > strlen (suffixes[i]))
          {
            length -= strlen (suffixes[i]);
            again = TRUE;
          }
    }

  return ful_format_short_name (cut);
}
