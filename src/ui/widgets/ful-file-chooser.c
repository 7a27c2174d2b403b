/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-file-chooser.h"

/* Of the last ones, which may still list a folder. */
#define N_KEPT 4

/* GTK 4.8 reads memory of a chooser that is gone while it lists a folder, so the last ones stay for a while. */
static void
keep (GtkFileChooserNative *chooser)
{
  static GQueue kept = G_QUEUE_INIT;

  g_queue_push_tail (&kept, g_object_ref (chooser));
  if (kept.length > N_KEPT)
    g_object_unref (g_queue_pop_head (&kept));
}

/**
 * ful_file_chooser_new:
 * @parent: the window that it belongs to
 * @accept: (nullable): label of its button, with a mnemonic
 *
 * Returns: (transfer full): a modal file chooser, to be shown
 */
GtkFileChooserNative *
ful_file_chooser_new (const char           *title,
                      GtkWindow            *parent,
                      GtkFileChooserAction  action,
                      const char           *accept)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (title, parent, action, accept, NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  keep (chooser);

  return chooser;
}

/* Closes it, if it is there: nobody waits for its answer any more. */
void
ful_file_chooser_drop (GtkFileChooserNative **chooser)
{
  if (*chooser)
    gtk_native_dialog_hide (GTK_NATIVE_DIALOG (*chooser));
  g_clear_object (chooser);
}
