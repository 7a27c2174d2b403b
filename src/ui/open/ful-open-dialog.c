/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The dialog that asks for profiles, with a filter for each format. */

#include "config.h"

#include "ful-open-dialog.h"

#include "import/ful-importer.h"
#include "widgets/ful-file-chooser.h"

#include <glib/gi18n.h>

static GtkFileFilter *
add_filter (GtkFileChooser *chooser,
            const char     *name)
{
  GtkFileFilter *filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, name);
  gtk_file_chooser_add_filter (chooser, filter);
  g_object_unref (filter);

  return filter;
}

static void
add_suffix (GtkFileFilter *filter,
            const char    *suffix)
{
  static const char *const compressed[] = { "", ".gz", ".zst", ".xz", ".bz2" };

  for (guint i = 0; i < G_N_ELEMENTS (compressed); i++)
    {
      g_autofree char *whole = g_strconcat (suffix, compressed[i], NULL);

      gtk_file_filter_add_suffix (filter, whole);
    }
}

/* By names: the dialog cannot look into files. Any file can be chosen among all. */
static void
add_filters (GtkFileChooser *chooser)
{
  static const char *const archive_suffixes[] = { "zip", "tar", "tgz" };
  GtkFileFilter *profiles = add_filter (chooser, _("All Profiles")), *archives;
  const FulImporter *importer;

  for (guint i = 0; (importer = ful_importers_get (i)); i++)
    {
      GtkFileFilter *filter = add_filter (chooser, _(importer->name));

      for (guint s = 0; importer->suffixes[s]; s++)
        {
          add_suffix (filter, importer->suffixes[s]);
          add_suffix (profiles, importer->suffixes[s]);
        }
    }
  archives = add_filter (chooser, _("Archives"));
  for (guint i = 0; i < G_N_ELEMENTS (archive_suffixes); i++)
    {
      add_suffix (archives, archive_suffixes[i]);
      add_suffix (profiles, archive_suffixes[i]);
    }
  gtk_file_filter_add_pattern (add_filter (chooser, _("All Files")), "*");
}

/**
 * ful_open_dialog_new:
 * @parent: the window that it belongs to
 *
 * Returns: (transfer full): a dialog to be shown, which lets choose any number of files
 */
GtkFileChooserNative *
ful_open_dialog_new (GtkWindow *parent)
{
  GtkFileChooserNative *dialog = ful_file_chooser_new (_("Open Profiles"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"));

  gtk_file_chooser_set_select_multiple (GTK_FILE_CHOOSER (dialog), TRUE);
  add_filters (GTK_FILE_CHOOSER (dialog));

  return dialog;
}
