/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files as other programs give them: a list, or text. */

#include "config.h"

#include "ful-dropped-files.h"

/* Paths or URIs, one a line, as text/uri-list has them. */
static void
list_text (const char *text,
           GPtrArray  *files)
{
  g_auto(GStrv) lines = g_strsplit_set (text, "\r\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      const char *line = g_strstrip (lines[i]);

      if (g_path_is_absolute (line))
        g_ptr_array_add (files, g_file_new_for_path (line));
      else if (g_str_has_prefix (line, "file:"))
        g_ptr_array_add (files, g_file_new_for_uri (line));
    }
}

/**
 * ful_dropped_files_list:
 * @value: (nullable): what was dropped or pasted
 *
 * Returns: (transfer full) (element-type GFile): the files that @value names
 */
GPtrArray *
ful_dropped_files_list (const GValue *value)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  if (value && G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    {
      g_autoptr(GSList) list = gdk_file_list_get_files (g_value_get_boxed (value));

      for (GSList *l = list; l; l = l->next)
        g_ptr_array_add (files, g_object_ref (l->data));
    }
  else if (value && G_VALUE_HOLDS (value, G_TYPE_STRING) && g_value_get_string (value))
    {
      list_text (g_value_get_string (value), files);
    }

  return files;
}
