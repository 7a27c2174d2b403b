/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a source: from the profile, else from a file (symbols.md 9). */

#include "config.h"

#include "ful-source-text.h"

#include "base/ful-error.h"
#include "base/ful-real-path.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

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

/* Whether @path is in one of the folders, wherever links lead to. */
static gboolean
is_below (const char        *path,
          const char *const *folders)
{
  g_autofree char *real = ful_real_path (path);

  for (guint i = 0; real && folders[i]; i++)
    {
      g_autofree char *folder = ful_real_path (folders[i]);
      gsize n = folder ? strlen (folder) : 0;

      if (n > 0 && strncmp (real, folder, n) == 0 && (G_IS_DIR_SEPARATOR (folder[n - 1]) || G_IS_DIR_SEPARATOR (real[n])))
        return TRUE;
    }

  return FALSE;
}

/* As many bytes as the file has when it is opened. */
static char *
read_file (const char  *path,
           GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFileInfo) info = NULL;
  char *text = NULL;

  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE,
                            NULL, error);
  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR || g_file_info_get_size (info) > MAX_BYTES)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“%s” is not a file that can be shown"), path);
      return NULL;
    }
  g_file_load_contents (file, NULL, &text, NULL, NULL, error);

  return text;
}

/**
 * ful_source_text_load:
 * @source: a source of @profile
 * @path_maps: (nullable) (array zero-terminated): "FROM=TO": where files with a prefix are here
 * @folders: (nullable) (array zero-terminated): the only ones whose files are read; %NULL for all
 * @out_path: (out) (nullable): the file that was looked for, if the text is not in the profile
 * @error: why it cannot be read; %FUL_ERROR_NOT_ALLOWED if it is not below @folders
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable) (element-type utf8): its lines
 */
GPtrArray *
ful_source_text_load (FulProfile         *profile,
                      FulSourceIndex      source,
                      const char *const  *path_maps,
                      const char *const  *folders,
                      char              **out_path,
                      GError            **error)
{
  const FulSourceTable *sources = profile->sources;
  g_autofree char *text = NULL;

  *out_path = NULL;
  if (sources->content[source] != FUL_NONE)
    return ful_source_text_split (ful_string_table_get (profile->texts, sources->content[source]));

  *out_path = map_path (ful_profile_get_string (profile, sources->filename[source]), path_maps);
  if (!g_path_is_absolute (*out_path))
    g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“%s” is not a file that can be shown"), *out_path);
  else if (folders && g_access (*out_path, F_OK) == 0 && !is_below (*out_path, folders))
    g_set_error (error, FUL_ERROR, FUL_ERROR_NOT_ALLOWED, _("“%s” is not in a folder of sources"), *out_path);
  else
    text = read_file (*out_path, error);

  return text ? ful_source_text_split (text) : NULL;
}

/**
 * ful_source_map_new:
 * @path: where a file was when it was compiled
 * @found: where it is here
 * @out_folder: (out): a folder with @found, and with the other files of the map
 *
 * Returns: (transfer full): a map "FROM=TO" for this file and others: from the outermost folder that has the same name in
 *   both, else from the folder of the file; of files with different names for no other
 */
char *
ful_source_map_new (const char  *path,
                    const char  *found,
                    char       **out_folder)
{
  gsize n_path = strlen (path), n_found = strlen (found), n_same = 0;
  gsize ends[2] = { 0, 0 };   /* bytes after the last two separators that are in both */

  while (n_same < MIN (n_path, n_found) && path[n_path - n_same - 1] == found[n_found - n_same - 1])
    if (path[n_path - ++n_same] == '/')
      {
        ends[1] = ends[0];
        ends[0] = n_same;
      }

  *out_folder = g_path_get_dirname (found);
  if (ends[0] == 0)
    return g_strdup_printf ("%s=%s", path, found);
  /* The name of the outermost folder stays in the map: what it is in is larger than what was shown. */
  if (ends[1] > 0)
    {
      g_free (*out_folder);
      *out_folder = g_strndup (found, n_found - ends[1]);
      return g_strdup_printf ("%.*s=%s", (int) (n_path - ends[1]), path, *out_folder);
    }

  return g_strdup_printf ("%.*s=%s", (int) (n_path - ends[0]), path, *out_folder);
}

/* Returns: whether @map is of the form "FROM=TO" */
gboolean
ful_source_map_check (const char  *map,
                      GError     **error)
{
  const char *equals = strchr (map, '=');

  if (equals == NULL || equals == map || !g_path_is_absolute (equals + 1))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” is not of the form FROM=TO, with the full path of a folder"), map);
      return FALSE;
    }

  return TRUE;
}

static gboolean
is_versioned (const char *folder)
{
  static const char *const marks[] = { ".git", ".hg", ".svn", ".bzr", ".jj" };

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    {
      g_autofree char *mark = g_build_filename (folder, marks[i], NULL);

      if (g_access (mark, F_OK) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Returns: (transfer full): the folder around @path that a version control system knows, but not all of the user's home; else
 * the folder of the file */
char *
ful_source_find_root (const char *path)
{
  char *root = g_path_get_dirname (path);

  while (strlen (root) > 1 && !g_str_equal (root, g_get_home_dir ()))
    {
      char *parent;

      if (is_versioned (root))
        return root;
      parent = g_path_get_dirname (root);
      g_free (root);
      root = parent;
    }
  g_free (root);

  return g_path_get_dirname (path);
}
