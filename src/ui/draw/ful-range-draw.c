/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The time under the pointer and the preview range, in tracks and charts over time. */

#include "config.h"

#include "ful-range-draw.h"
#include "ful-color-scheme.h"

#include <adwaita.h>
#include <math.h>

#define EDGE 1.5

/**
 * ful_range_draw:
 * @axis: the time axis of @widget
 * @top: px
 * @height: px
 *
 * Draws the line of the time under the pointer, and the preview range: the range outside of it is
 * dimmed.
 */
void
ful_range_draw (GtkWidget         *widget,
                GtkSnapshot       *snapshot,
                FulDocument       *document,
                const FulTimeAxis *axis,
                double             top,
                double             height)
{
  FulViewOptions *options = ful_document_get_options (document);
  double hover = ful_document_get_hover (document);
  double right = axis->left + axis->width;
  GdkRGBA line;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &line);
  line.alpha *= 0.5f;
  if (hover >= axis->window.start && hover <= axis->window.end)
    gtk_snapshot_append_color (snapshot, &line,
                               &GRAPHENE_RECT_INIT ((float) floor (MIN (ful_time_axis_to_px (axis, hover), right - 1)),
                                                    (float) top, 1, (float) height));
  if (options->has_preview)
    {
      gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
      const GdkRGBA dim = { 0, 0, 0, dark ? 0.45f : 0.13f };
      const GdkRGBA accent = ful_color_scheme_get_accent ();
      double edges[2] = { ful_time_axis_to_px (axis, options->preview.start), ful_time_axis_to_px (axis, options->preview.end) };
      double from = CLAMP (edges[0], axis->left, right), to = CLAMP (edges[1], axis->left, right);

      gtk_snapshot_append_color (snapshot, &dim, &GRAPHENE_RECT_INIT ((float) axis->left, (float) top,
                                                                      (float) (from - axis->left), (float) height));
      gtk_snapshot_append_color (snapshot, &dim, &GRAPHENE_RECT_INIT ((float) to, (float) top, (float) (right - to),
                                                                      (float) height));
      for (guint i = 0; i < 2; i++)
        if (edges[i] >= axis->left && edges[i] <= right)
          gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT ((float) (edges[i] - EDGE / 2), (float) top,
                                                                             (float) EDGE, (float) height));
    }
}
