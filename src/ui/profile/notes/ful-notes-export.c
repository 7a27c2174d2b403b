/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Export Notes: asks for a file, and writes the notes as of the request. */

#include "config.h"

#include "ful-notes-export.h"

#include "widgets/ful-file-chooser.h"

#include <glib/gi18n.h>

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(GtkWidget) over = user_data;
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error))
    text = g_strdup_printf (_("“%s” was written"), name);
  else
    text = g_strdup_printf (_("The notes could not be written: %s"), error->message);
  gtk_widget_activate_action (over, "win.toast", "s", text);
}

static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             GtkWidget       *over)
{
  g_autoptr(GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_file_replace_contents_bytes_async (file, g_object_get_data (G_OBJECT (dialog), "markdown"), NULL, FALSE,
                                           G_FILE_CREATE_NONE, NULL, written_cb, g_object_ref (over));
    }
  g_object_unref (dialog);
}

/**
 * ful_notes_export:
 * @over: a widget of the window, for the dialog and the toast
 * @title: name of the profile
 * @markdown: the text
 *
 * Asks for a file and writes it.
 */
void
ful_notes_export (GtkWidget  *over,
                  const char *title,
                  const char *markdown)
{
  GtkFileChooserNative *dialog = ful_file_chooser_new (_("Export Notes"), GTK_WINDOW (gtk_widget_get_root (over)), GTK_FILE_CHOOSER_ACTION_SAVE,
                                                       _("_Export"));
  g_autofree char *name = g_strdup_printf ("%s.md", title);

  g_object_set_data_full (G_OBJECT (dialog), "markdown", g_bytes_new (markdown, strlen (markdown)),
                          (GDestroyNotify) g_bytes_unref);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), over, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
