/* SPDX-License-Identifier: GPL-3.0-or-later */

/* No shell sees the name of the file, which is from the profile. */

#include "config.h"

#include "ful-editor.h"

#include <glib/gi18n.h>
#include <string.h>

/* @word with "%f", "%l" and "%%" replaced; sets @has_file if the file is in it. */
static char *
expand (const char *word,
        const char *path,
        guint       line,
        gboolean   *has_file)
{
  GString *expanded = g_string_new (NULL);

  for (const char *p = word; *p != '\0'; p++)
    {
      if (*p != '%' || p[1] == '\0')
        {
          g_string_append_c (expanded, *p);
          continue;
        }
      p++;
      *has_file |= *p == 'f';
      if (*p == 'f')
        g_string_append (expanded, path);
      else if (*p == 'l')
        g_string_append_printf (expanded, "%u", MAX (line, 1));
      else
        g_string_append_c (expanded, *p);
    }

  return g_string_free (expanded, FALSE);
}

/**
 * ful_editor_make_command:
 * @command: words, quoted as in a shell; "%f" is the file and "%l" the line
 * @path: a file, which comes last if the command does not name it
 * @line: from 1, or 0
 *
 * Returns: (transfer full) (nullable) (array zero-terminated): what to run
 */
char **
ful_editor_make_command (const char  *command,
                         const char  *path,
                         guint        line,
                         GError     **error)
{
  g_auto(GStrv) words = NULL;
  g_autoptr(GPtrArray) made = g_ptr_array_new_with_free_func (g_free);
  gboolean has_file = FALSE;

  if (!g_shell_parse_argv (command, NULL, &words, error))
    return NULL;

  for (guint i = 0; words[i]; i++)
    g_ptr_array_add (made, expand (words[i], path, line, &has_file));
  if (!has_file)
    g_ptr_array_add (made, g_strdup (path));
  g_ptr_array_add (made, NULL);

  return (char **) g_ptr_array_steal (made, NULL);
}

static gboolean
open_by_desktop (GtkWidget   *over,
                 const char  *path,
                 GError     **error)
{
  /* What opens text: that of the file itself might run it. */
  g_autoptr(GAppInfo) app = g_app_info_get_default_for_type ("text/plain", FALSE);
  g_autoptr(GdkAppLaunchContext) context = gdk_display_get_app_launch_context (gtk_widget_get_display (over));
  g_autoptr(GFile) file = g_file_new_for_path (path);
  GList files = { file, NULL, NULL };

  if (app == NULL)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                           _("The desktop has no program for text; choose one in the preferences"));
      return FALSE;
    }

  return g_app_info_launch (app, &files, G_APP_LAUNCH_CONTEXT (context), error);
}

/**
 * ful_editor_open:
 * @over: a widget of the window
 * @command: see ful_editor_make_command(); empty for the desktop's
 *
 * Opens a source file in an editor.
 */
gboolean
ful_editor_open (GtkWidget   *over,
                 const char  *command,
                 const char  *path,
                 guint        line,
                 GError     **error)
{
  g_auto(GStrv) words = NULL;
  g_autoptr(GSubprocess) process = NULL;

  if (*command == '\0')
    return open_by_desktop (over, path, error);

  words = ful_editor_make_command (command, path, line, error);
  if (words)
    process = g_subprocess_newv ((const char *const *) words, G_SUBPROCESS_FLAGS_NONE, error);

  return process != NULL;
}
