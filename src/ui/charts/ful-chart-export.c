/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Export Picture: writes the whole chart with the layout on screen, in a job. */

#include "config.h"

#include "ful-chart-panel-private.h"

#include "ful-chart-picture.h"
#include "ful-chart.h"

#include "base/ful-job.h"
#include "widgets/ful-color-scheme.h"

#include <glib/gi18n.h>

typedef struct
{
  FulBoxLayout           *layout;
  FulChartPictureOptions  options;
  FulMarkerLanes         *timings;   /* (nullable) */
  GFile                  *file;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  ful_box_layout_unref (export->layout);
  g_clear_pointer (&export->timings, ful_marker_lanes_unref);
  g_object_unref (export->file);
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
                    FulChartPanel   *self)
{
  g_autofree char *name = NULL;
  Export *export;

  if (response == GTK_RESPONSE_ACCEPT && self->layout)
    {
      export = g_new0 (Export, 1);
      export->layout = ful_box_layout_ref (self->layout);
      export->file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      name = g_file_get_basename (export->file);
      export->options.kind = self->over_time ? FUL_CHART_STACK_CHART : FUL_CHART_FLAME_GRAPH;
      export->options.format = g_str_has_suffix (name, ".png") ? FUL_PICTURE_PNG : FUL_PICTURE_SVG;
      export->options.scheme = ful_color_scheme_current ();
      export->timings = self->timings ? ful_marker_lanes_ref (self->timings) : NULL;
      export->options.timings = export->timings;
      export->options.root_on_top = self->root_on_top;
      export->options.width = (guint) ful_chart_get_body_width (FUL_CHART (self->chart));
      ful_job_start (NULL, write_picture, export, export_free, exported_cb, self);
    }
  g_object_unref (dialog);
}

/* The whole chart, with its width on screen. */
void
ful_chart_panel_export_picture (FulChartPanel *self)
{
  GtkFileChooserNative *dialog;

  if (!self->layout)
    return;

  dialog = gtk_file_chooser_native_new (_("Export Picture"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), self->over_time ? "stack-chart.svg" : "flame-graph.svg");
  g_signal_connect_object (dialog, "response", G_CALLBACK (export_response_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
