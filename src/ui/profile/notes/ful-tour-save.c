/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Export Tour: asks for a folder or an archive, and writes the tour as of the request, in a job. A tab or window that is closed
 * meanwhile does not end it: the application is held until it is over. */

#include "config.h"

#include "ful-tour-save.h"

#include "ful-tour-export.h"
#include "ful-tour-files.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "document/notes/ful-note.h"
#include "widgets/ful-file-chooser.h"

#include <glib/gi18n.h>

/* The choice of the dialog. */
#define ZIP "zip"

typedef struct
{
  FulProfile *profile;
  GPtrArray  *notes;
  char       *title;
  GFile      *to;       /* (nullable): once it is chosen */

  GWeakRef      over;
  GWeakRef      bar;
  GCancellable *cancellable;
  gint         *progress;   /* (nullable): in thousandths, once it runs; counted */
} Save;

static void
save_free (gpointer data)
{
  Save *save = data;

  g_object_unref (save->profile);
  g_ptr_array_unref (save->notes);
  g_free (save->title);
  g_clear_object (&save->to);
  g_weak_ref_clear (&save->over);
  g_weak_ref_clear (&save->bar);
  g_object_unref (save->cancellable);
  g_clear_pointer (&save->progress, g_atomic_rc_box_release);
  g_free (save);
}

static gboolean
write_tour (gpointer       data,
            GCancellable  *cancellable,
            GError       **error)
{
  Save *save = data;
  g_autofree char *text = ful_tour_export (save->profile, save->notes, save->title, save->to, save->progress, save->cancellable,
                                           error);

  return text != NULL;
}

static void
written_cb (gpointer      owner,
            gpointer      data,
            const GError *error)
{
  Save *save = data;
  g_autoptr(GtkWidget) over = g_weak_ref_get (&save->over);
  g_autoptr(FulJobBar) bar = g_weak_ref_get (&save->bar);
  g_autofree char *name = g_file_get_basename (save->to);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *text = error ? g_strdup_printf (_("The tour could not be written: %s"), error->message)
                                : g_strdup_printf (ful_tour_files_is_zip (save->to) ? _("The tour was written to “%s”")
                                                                                    : _("The tour was written into the folder “%s”"), shown);

  g_application_release (owner);
  if (bar)
    ful_job_bar_end (bar);
  if (over && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gtk_widget_activate_action (over, "win.toast", "s", text);
}

static void
begin (Save      *save,
       FulJobBar *bar)
{
  GApplication *application = g_application_get_default ();
  g_autofree char *name = g_file_get_basename (save->to);
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *shown = ful_format_label (display_name, "");
  g_autofree char *text = g_strdup_printf (_("Exporting “%s”…"), shown);

  save->progress = ful_job_bar_begin (bar, text, save->cancellable);
  g_application_hold (application);
  ful_job_start_blocking (NULL, write_tour, save, save_free, written_cb, application);
}

/* Returns: (transfer full): what was chosen, with the ending of an archive if that was wanted */
static GFile *
get_target (GtkFileChooser *chooser)
{
  g_autoptr(GFile) chosen = gtk_file_chooser_get_file (chooser);
  g_autofree char *uri = g_file_get_uri (chosen), *with_ending = g_strconcat (uri, ".zip", NULL);

  return g_strcmp0 (gtk_file_chooser_get_choice (chooser, ZIP), "true") == 0 && !ful_tour_files_is_zip (chosen)
           ? g_file_new_for_uri (with_ending)
           : g_steal_pointer (&chosen);
}

static void
response_cb (GtkNativeDialog *dialog,
             int              response,
             FulJobBar       *bar)
{
  Save *save = g_object_steal_data (G_OBJECT (dialog), "save");

  if (response == GTK_RESPONSE_ACCEPT && !ful_job_bar_is_busy (bar))
    {
      save->to = get_target (GTK_FILE_CHOOSER (dialog));
      begin (save, bar);
    }
  else
    {
      save_free (save);
    }
  g_object_unref (dialog);
}

/**
 * ful_tour_save:
 * @over: a widget of the window, for the dialog and the toast
 * @bar: shows the progress; one export at a time
 * @title: name of the file of the profile
 * @notes: (element-type FulNote): notes on @profile
 *
 * Asks for a folder or an archive and writes the steps of the tour into it.
 */
void
ful_tour_save (GtkWidget       *over,
               FulJobBar       *bar,
               const char      *title,
               FulProfile      *profile,
               const GPtrArray *notes)
{
  GtkFileChooserNative *dialog;
  Save *save;
  g_autofree char *name = g_strdup_printf (_("%s tour"), title);

  if (ful_job_bar_is_busy (bar))
    return;

  dialog = ful_file_chooser_new (_("Export Tour"), GTK_WINDOW (gtk_widget_get_root (over)), GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"));
  save = g_new0 (Save, 1);
  g_weak_ref_init (&save->over, over);
  g_weak_ref_init (&save->bar, bar);
  save->cancellable = g_cancellable_new ();
  save->profile = g_object_ref (profile);
  save->title = g_strdup (title);
  save->notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);
  for (guint i = 0; i < notes->len; i++)
    g_ptr_array_add (save->notes, ful_note_ref (g_ptr_array_index (notes, i)));
  g_object_set_data_full (G_OBJECT (dialog), "save", save, save_free);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), name);
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), ZIP, _("One Zip Archive"), NULL, NULL);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), bar, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
