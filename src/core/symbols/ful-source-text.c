/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a source: from the profile, else from a file (symbols.md 9). */

#include "config.h"

#include "ful-source-text.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_BYTES (64 << 20)

/* Returns: (transfer full) (element-type utf8): UTF-8 without line ends */
GPtrArray *
ful_source_text_split (const char *text)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  while (*text != '\0')
    {
      gsize n = strcspn (text, "\n");

      g_ptr_array_add (lines, g_utf8_make_valid (text, (gssize) (n > 0 && text[n - 1] == '\r' ? n - 1 : n)));
      text += n + (text[n] == '\n');
    }

  return lines;
}

/* Returns: (transfer full): @path, with the longest prefix that a map "FROM=TO" has replaced */
static char *
map_path (const char        *path,
          const char *const *maps)
{
  const char *best = NULL;
  gsize n_best = 0;

  for (guint i = 0; maps && maps[i]; i++)
    {
      const char *equals = strchr (maps[i], '=');
      gsize n = equals ? (gsize) (equals - maps[i]) : 0;

      if (n > n_best && strncmp (path, maps[i], n) == 0)
        {
          n_best = n;
          best = equals + 1;
        }
    }

  return best ? g_strconcat (best, path + n_best, NULL) : g_strdup (path);
}

/**
 * ful_source_text_load:
 * @source: a source of @profile
 * @path_maps: (nullable) (array zero-terminated): "FROM=TO": where files with a prefix are here
 * @out_path: (out) (nullable) (optional): the file that was read
 * @error: why it cannot be read
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable) (element-type utf8): its lines
 */
GPtrArray *
ful_source_text_load (FulProfile         *profile,
                      FulSourceIndex      source,
                      const char *const  *path_maps,
                      char              **out_path,
                      GError            **error)
{
  const FulSourceTable *sources = profile->sources;
  g_autofree char *path = NULL, *text = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GFileInfo) info = NULL;

  *out_path = NULL;
  if (sources->content[source] != FUL_NONE)
    return ful_source_text_split (ful_string_table_get (profile->texts, sources->content[source]));

  path = map_path (ful_profile_get_string (profile, sources->filename[source]), path_maps);
  file = g_file_new_for_path (path);
  info = g_path_is_absolute (path) ? g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                        G_FILE_QUERY_INFO_NONE, NULL, error)
                                   : NULL;
  if (info == NULL || g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR || g_file_info_get_size (info) > MAX_BYTES)
    {
      if (error && *error == NULL)
        g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“%s” is not a file that can be shown"), path);
      return NULL;
    }
  if (!g_file_load_contents (file, NULL, &text, NULL, NULL, error))
    return NULL;
  *out_path = g_steal_pointer (&path);

  return ful_source_text_split (text);
}
