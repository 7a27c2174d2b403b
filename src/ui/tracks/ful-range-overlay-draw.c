/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The preview range with its handles, the pointer's time, and what the charts are
 * zoomed to. Measures: design.md. */

#include "config.h"

#include "ful-range-overlay-private.h"

#include "document/ful-time-ruler.h"
#include "widgets/ful-swatch.h"

#include <math.h>

#define HANDLE_WIDTH 10
#define HANDLE_HEIGHT 18
#define EDGE 1.5
#define BRACKET 3
#define BRACKET_FOOT 6

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

static void
snapshot_edge (GtkSnapshot   *snapshot,
               double         x,
               double         height,
               const GdkRGBA *accent)
{
  const GdkRGBA white = { 1, 1, 1, 0.9f };

  gtk_snapshot_append_color (snapshot, accent, &GRAPHENE_RECT_INIT (x - EDGE / 2, 0, EDGE, height));
  append_rounded (snapshot, x - HANDLE_WIDTH / 2, (RULER_HEIGHT - HANDLE_HEIGHT) / 2, HANDLE_WIDTH, HANDLE_HEIGHT, 4,
                  accent);
  gtk_snapshot_append_color (snapshot, &white, &GRAPHENE_RECT_INIT (x - 2, 9, 1, 6));
  gtk_snapshot_append_color (snapshot, &white, &GRAPHENE_RECT_INIT (x + 1, 9, 1, 6));
}

static void
snapshot_hover (FulRangeOverlay *self,
                GtkSnapshot     *snapshot,
                double           height)
{
  GtkWidget *widget = GTK_WIDGET (self);
  FulTimeRange visible = ful_document_get_visible_range (self->document);
  double width = gtk_widget_get_width (widget);
  g_autofree char *text = ful_time_ruler_format (ful_document_get_profile (self->document)->time_is_bytes,
                                                 ful_range_overlay_x_to_time (self, self->hover),
                                                 (visible.end - visible.start) / width);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
  const GdkRGBA back = { 0.14f, 0.14f, 0.16f, 0.92f };
  const GdkRGBA front = { 1, 1, 1, 1 };
  GdkRGBA line;
  int text_width, text_height;
  double x;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &line);
  line.alpha *= 0.5;
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (floor (self->hover), 0, 1, height));

  pango_layout_get_pixel_size (layout, &text_width, &text_height);
  x = CLAMP (self->hover - text_width / 2.0 - 6, 0, MAX (0, width - text_width - 12));
  append_rounded (snapshot, x, (RULER_HEIGHT - text_height) / 2 - 1, text_width + 12, text_height + 2, 4, &back);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (round (x + 6), (RULER_HEIGHT - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &front);
  gtk_snapshot_restore (snapshot);
}

/* A bracket at the foot of the ruler over what the charts are zoomed to. */
static void
snapshot_zoom (FulRangeOverlay *self,
               GtkSnapshot     *snapshot,
               const GdkRGBA   *color)
{
  const FulTimeRange *zoom = ful_document_get_zoom (self->document);
  double zero = ful_document_get_root_range (self->document).start;
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double from, to;

  if (zoom == NULL)
    return;

  from = CLAMP (ful_range_overlay_time_to_x (self, zoom->start - zero), 0, width - BRACKET);
  to = CLAMP (ful_range_overlay_time_to_x (self, zoom->end - zero), from + BRACKET, width);
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (from, RULER_HEIGHT - BRACKET, to - from, BRACKET));
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (from, RULER_HEIGHT, 1, BRACKET_FOOT));
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (to - 1, RULER_HEIGHT, 1, BRACKET_FOOT));
}

void
ful_range_overlay_snapshot (GtkWidget   *widget,
                            GtkSnapshot *snapshot)
{
  FulRangeOverlay *self = FUL_RANGE_OVERLAY (widget);
  FulDeriveOptions *options;
  double width = gtk_widget_get_width (widget);
  double height = gtk_widget_get_height (widget);
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  const GdkRGBA accent = ful_color_scheme_to_rgba (dark ? 0x4a90e2 : 0x3584e4);

  if (!self->document)
    return;

  if (!isnan (self->hover))
    snapshot_hover (self, snapshot, height);

  options = ful_document_get_options (self->document);
  if (options->has_preview)
    {
      const GdkRGBA dim = { 0, 0, 0, dark ? 0.45f : 0.13f };
      double from = ful_range_overlay_time_to_x (self, options->preview.start);
      double to = ful_range_overlay_time_to_x (self, options->preview.end);

      if (from > 0)
        gtk_snapshot_append_color (snapshot, &dim, &GRAPHENE_RECT_INIT (0, 0, from, height));
      if (to < width)
        gtk_snapshot_append_color (snapshot, &dim, &GRAPHENE_RECT_INIT (to, 0, width - to, height));
      snapshot_edge (snapshot, from, height, &accent);
      snapshot_edge (snapshot, to, height, &accent);
    }

  snapshot_zoom (self, snapshot, &accent);
  gtk_widget_snapshot_child (widget, self->pill, snapshot);
}
