/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Over the tracks what ful_range_draw() draws; below the figures of the ruler, in its
 * lane, the grip of the preview range between two handles, and the pointer's time. */

#include "config.h"

#include "ful-range-overlay-private.h"

#include "ful-ruler.h"

#include "plots/ful-time-ruler.h"
#include "threads/ful-view-options.h"
#include "draw/ful-color-scheme.h"
#include "draw/ful-range-draw.h"

#include <math.h>

#define HANDLE_WIDTH 10

static void
append_rounded (GtkSnapshot   *snapshot,
                float          x,
                float          y,
                float          width,
                float          height,
                float          radius,
                const GdkRGBA *color)
{
  GskRoundedRect box;

  gsk_rounded_rect_init_from_rect (&box, &GRAPHENE_RECT_INIT (x, y, width, height), radius);
  gtk_snapshot_push_rounded_clip (snapshot, &box);
  gtk_snapshot_append_color (snapshot, color, &box.bounds);
  gtk_snapshot_pop (snapshot);
}

/* Handles at the visible edges, and the grip between them. */
static void
snapshot_grip (FulRangeOverlay   *self,
               GtkSnapshot       *snapshot,
               const FulTimeAxis *axis,
               float              y,
               float              height)
{
  const FulViewOptions *options = ful_document_get_options (self->document);
  const GdkRGBA white = { 1, 1, 1, 0.9f };
  const GdkRGBA accent = ful_color_scheme_get_accent ();
  GdkRGBA grip = accent;
  float edges[2] = { (float) ful_time_axis_to_px (axis, options->preview.start),
                     (float) ful_time_axis_to_px (axis, options->preview.end) };
  float from = CLAMP (edges[0], 0, (float) axis->width), to = CLAMP (edges[1], 0, (float) axis->width);
  float middle = (from + to) / 2;

  grip.alpha = 0.35f;
  gtk_snapshot_append_color (snapshot, &grip, &GRAPHENE_RECT_INIT (from, y, to - from, height));
  for (int i = -1; i <= 1 && to - from > 4 * HANDLE_WIDTH; i++)
    gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT (middle + 4 * (float) i, y + 3, 2, height - 6));
  for (guint i = 0; i < 2; i++)
    {
      if (edges[i] < 0 || edges[i] > axis->width)
        continue;

      append_rounded (snapshot, edges[i] - HANDLE_WIDTH / 2, y, HANDLE_WIDTH, height, 4, &accent);
      gtk_snapshot_append_color (snapshot, &white, &GRAPHENE_RECT_INIT (edges[i] - 2, y + 4, 1, height - 8));
      gtk_snapshot_append_color (snapshot, &white, &GRAPHENE_RECT_INIT (edges[i] + 1, y + 4, 1, height - 8));
    }
}

static void
snapshot_hover (FulRangeOverlay   *self,
                GtkSnapshot       *snapshot,
                const FulTimeAxis *axis,
                float              y,
                float              height)
{
  double hover = ful_document_get_hover (self->document);
  g_autofree char *text = ful_time_ruler_format (ful_document_get_profile (self->document)->time_is_bytes, hover,
                                                 (axis->window.end - axis->window.start) / axis->width);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  const GdkRGBA back = { 0.14f, 0.14f, 0.16f, 0.92f };
  const GdkRGBA front = { 1, 1, 1, 1 };
  int text_width, text_height;
  float x;

  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  x = (float) CLAMP (ful_time_axis_to_px (axis, hover) - text_width / 2.0 - 6, 0, MAX (0, axis->width - text_width - 12));
  append_rounded (snapshot, x, y, (float) text_width + 12, height, 4, &back);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (roundf (x + 6), y + roundf ((height - (float) text_height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &front);
  gtk_snapshot_restore (snapshot);
}

void
ful_range_overlay_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  FulRangeOverlay *self = FUL_RANGE_OVERLAY (widget);
  float lane, height;
  FulTimeAxis axis;
  double hover;

  if (!self->document)
    return;

  ful_range_overlay_get_axis (self, &axis);
  if (!(axis.window.end > axis.window.start))
    return;

  lane = (float) ful_ruler_get_lane (widget, &height);
  ful_range_draw (widget, snapshot, self->document, &axis, lane, gtk_widget_get_height (widget) - lane);
  if (ful_document_get_options (self->document)->has_preview)
    snapshot_grip (self, snapshot, &axis, lane, height);
  hover = ful_document_get_hover (self->document);
  if (hover >= axis.window.start && hover <= axis.window.end)
    snapshot_hover (self, snapshot, &axis, lane, height);
  gtk_widget_snapshot_child (widget, self->pill, snapshot);
}
