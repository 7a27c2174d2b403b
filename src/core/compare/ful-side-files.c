/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which files the sides of a comparison are (compare.md 1 and 6). */

#include "config.h"

#include "ful-side-files.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_FILES 100000

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/**
 * ful_side_files_add:
 * @files: (element-type filename): gets the file @name, or the files in the folder @name by name
 * @error: the folder cannot be read, or %FUL_ERROR_EMPTY
 */
gboolean
ful_side_files_add (GPtrArray   *files,
                    const char  *name,
                    GError     **error)
{
  g_autoptr(GDir) folder = g_file_test (name, G_FILE_TEST_IS_DIR) ? g_dir_open (name, 0, error) : NULL;
  guint begin = files->len;
  const char *entry;

  if (!g_file_test (name, G_FILE_TEST_IS_DIR))
    {
      g_ptr_array_add (files, g_strdup (name));
      return TRUE;
    }
  if (folder == NULL)
    return FALSE;

  while ((entry = g_dir_read_name (folder)))
    {
      g_autofree char *path = g_build_filename (name, entry, NULL);

      if (*entry != '.' && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, g_steal_pointer (&path));
    }
  if (files->len == begin)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY, _("%s: the folder has no files"), name);
      return FALSE;
    }
  qsort (files->pdata + begin, files->len - begin, sizeof *files->pdata, compare_names);

  return TRUE;
}

/**
 * ful_side_files_split:
 * @arguments: BEFORE AFTER, or BEFORE… : AFTER…
 * @one_side: whether all before a colon are BEFORE, and AFTER may be empty
 * @names: (element-type filename): get the files and folders of each side
 * @error: %FUL_ERROR_ARGUMENT
 */
gboolean
ful_side_files_split (const char *const  *arguments,
                      gboolean            one_side,
                      GPtrArray          *names[FUL_N_SIDES],
                      GError            **error)
{
  gboolean has_colon = g_strv_contains (arguments, ":");
  guint side = FUL_BEFORE;

  if (!has_colon && g_strv_length ((char **) arguments) != FUL_N_SIDES && !one_side)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                           _("BEFORE and AFTER are needed; several files of each are divided by a lone colon"));
      return FALSE;
    }
  for (guint i = 0; arguments[i]; i++)
    {
      if (g_str_equal (arguments[i], ":"))
        {
          if (++side < FUL_N_SIDES)
            continue;
          g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("There is more than one colon"));
          return FALSE;
        }
      g_ptr_array_add (names[side], g_strdup (arguments[i]));
      if (!has_colon && !one_side)
        side++;
    }
  if (names[FUL_BEFORE]->len == 0 || (names[FUL_AFTER]->len == 0 && !one_side))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s has no files"), names[FUL_BEFORE]->len == 0 ? "BEFORE" : "AFTER");
      return FALSE;
    }

  return TRUE;
}

/**
 * ful_side_files_check_n:
 * @n: number of files of both sides
 * @error: %FUL_ERROR_TOO_LARGE
 */
gboolean
ful_side_files_check_n (guint    n,
                        GError **error)
{
  if (n > MAX_FILES)
    g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("There are more than %u files"), MAX_FILES);

  return n <= MAX_FILES;
}

/**
 * ful_side_files_find:
 * @arguments: files and folders, as ful_side_files_split() has them
 * @one_side: likewise
 * @files: (element-type filename): get the files of each side
 * @error: as of ful_side_files_split(), ful_side_files_add() and ful_side_files_check_n()
 */
gboolean
ful_side_files_find (const char *const  *arguments,
                     gboolean            one_side,
                     GPtrArray          *files[FUL_N_SIDES],
                     GError            **error)
{
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func (g_free);
  GPtrArray *names[] = { before, after };

  if (!ful_side_files_split (arguments, one_side, names, error))
    return FALSE;
  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; i < names[side]->len; i++)
      if (!ful_side_files_add (files[side], names[side]->pdata[i], error))
        return FALSE;

  return ful_side_files_check_n (files[FUL_BEFORE]->len + files[FUL_AFTER]->len, error);
}
