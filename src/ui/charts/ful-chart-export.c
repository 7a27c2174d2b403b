/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Export Picture: writes the whole chart with the layout on screen, in a job. */

#include "config.h"

#include "ful-chart-export.h"
#include "ful-chart-panel-private.h"
#include "ful-chart.h"

#include "base/ful-job.h"
#include "draw/ful-color-scheme.h"
#include "widgets/ful-file-chooser.h"

#include <glib/gi18n.h>

typedef struct
{
  FulBoxLayout           *layout;    /* (nullable) */
  FulChartPictureOptions  options;
  FulMarkerLanes         *timings;   /* (nullable): of the options */
  GFile                  *file;      /* (nullable): once it is chosen */
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  g_clear_pointer (&export->layout, ful_box_layout_unref);
  g_clear_pointer (&export->timings, ful_marker_lanes_unref);
  g_clear_object (&export->file);
  g_free (export);
}

static gboolean
write_picture (gpointer       data,
               GCancellable  *cancellable,
               GError       **error)
{
  Export *export = data;

  return ful_chart_picture_save (export->layout, &export->options, export->file, cancellable, error);
}

static void
exported_cb (gpointer      owner,
             gpointer      data,
             const GError *error)
{
  Export *export = data;
  g_autofree char *name = g_file_get_basename (export->file);
  g_autofree char *text = NULL;

  if (!error)
    text = g_strdup_printf (_("“%s” was written"), name);
  else
    text = g_strdup_printf (_("The picture could not be written: %s"), error->message);
  gtk_widget_activate_action (GTK_WIDGET (owner), "win.toast", "s", text);
}

static void
export_response_cb (GtkNativeDialog *dialog,
                    int              response,
                    GtkWidget       *owner)
{
  Export *export = g_object_steal_data (G_OBJECT (dialog), "export");

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autofree char *name = NULL;

      export->file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      name = g_file_get_basename (export->file);
      export->options.format = g_str_has_suffix (name, ".png") ? FUL_PICTURE_PNG : FUL_PICTURE_SVG;
      ful_job_start_blocking (NULL, write_picture, export, export_free, exported_cb, owner);
    }
  else
    {
      export_free (export);
    }
  g_object_unref (dialog);
}

/**
 * ful_chart_export_picture:
 * @owner: the panel
 * @name: of the file, without an ending
 * @layout: (nullable): as for ful_chart_picture_write()
 * @options: all but format and scheme
 *
 * Asks for a file and writes the whole chart, as it is now.
 */
void
ful_chart_export_picture (GtkWidget                    *owner,
                          const char                   *name,
                          FulBoxLayout                 *layout,
                          const FulChartPictureOptions *options)
{
  GtkFileChooserNative *dialog = ful_file_chooser_new (_("Export Picture"), GTK_WINDOW (gtk_widget_get_root (owner)),
                                                       GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"));
  Export *export = g_new0 (Export, 1);
  g_autofree char *file_name = g_strconcat (name, ".svg", NULL);

  export->layout = layout ? ful_box_layout_ref (layout) : NULL;
  export->options = *options;
  export->options.scheme = ful_color_scheme_current ();
  export->timings = options->timings ? ful_marker_lanes_ref (options->timings) : NULL;
  g_object_set_data_full (G_OBJECT (dialog), "export", export, export_free);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), file_name);
  g_signal_connect_object (dialog, "response", G_CALLBACK (export_response_cb), owner, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

/* The whole chart, with its width on screen. */
void
ful_chart_panel_export_picture (FulChartPanel *self)
{
  FulChartPictureOptions options = {
    .kind = self->over_time ? FUL_CHART_STACK_CHART : FUL_CHART_FLAME_GRAPH,
    .root_on_top = self->root_on_top,
    .timings = self->timings,
  };

  if (!self->layout)
    return;

  options.width = (guint) ful_chart_get_body_width (FUL_CHART (self->chart));
  ful_chart_export_picture (GTK_WIDGET (self), self->over_time ? "stack-chart" : "flame-graph", self->layout, &options);
}
