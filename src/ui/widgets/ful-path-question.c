/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-path-question.h"

#include "ful-file-chooser.h"

static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             gpointer         owner)
{
  FulPathAnswer answer = (FulPathAnswer) g_object_get_data (G_OBJECT (dialog), "answer");
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  if (path)
    answer (owner, path);
  g_object_unref (dialog);
}

/**
 * ful_path_question_ask:
 * @owner: (type GtkWidget): a widget, or the window itself; if it goes, the answer is not wanted
 * @action: whether a file or a folder is asked for
 * @accept: label of the button, with a mnemonic
 *
 * Shows a file chooser.
 */
void
ful_path_question_ask (gpointer              owner,
                       GtkFileChooserAction  action,
                       const char           *title,
                       const char           *accept,
                       FulPathAnswer         answer)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (owner)));
  GtkFileChooserNative *dialog = ful_file_chooser_new (title, window, action, accept);

  g_object_set_data (G_OBJECT (dialog), "answer", (gpointer) answer);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), owner, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
