/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A lane is a texture (see ful_marker_strip_new()); texts are drawn over it, for boxes
 * that are wide enough. Their start sticks to the edge of the view. */

#include "config.h"

#include "ful-marker-chart-private.h"
#include "ful-swatch.h"
#include "ful-texture.h"

#include "base/ful-category-color.h"
#include "base/ful-format.h"
#include "document/ful-marker-strip.h"

#include <glib/gi18n.h>
#include <math.h>

/* px above a box in its lane */
#define TOP 2

/* Where the text of a lane stands, px from its top. */
static int
get_baseline (FulMarkerChart *self)
{
  int ascent;

  ful_chart_get_line (FUL_CHART (self), &ascent);

  return TOP + 1 + ascent;
}

static const FulCategoryColor *
get_color (FulMarkerChart *self,
           gint64          row,
           guint           place)
{
  const FulCategoryHue *hue = ful_marker_lanes_get_hue (self->rows->lanes, self->rows->rows[row].lane,
                                                        ful_marker_chart_get_marker (self, row, place));

  return &hue->schemes[ful_color_scheme_current ()];
}

/* The bar of a request, with its phases. */
static GBytes *
draw_request (FulMarkerChart     *self,
              guint               row,
              const FulTimeRange *view,
              guint               width,
              guint               height)
{
  guint marker = ful_marker_chart_get_marker (self, row, 0);
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (self->rows->lanes->list, marker, self->reader);
  g_autoptr(GArray) segments = NULL;
  double start, end;

  ful_marker_chart_get_box (self, row, 0, &start, &end);
  segments = ful_network_request_get_segments (request, start, end);

  return ful_request_strip_new (segments, view, width, height,
                                &ful_network_request_get_hue (request)->schemes[ful_color_scheme_current ()]);
}

void
ful_marker_chart_fill_strip (FulChart      *chart,
                             guint          row,
                             guint          width,
                             FulChartStrip *strip)
{
  FulMarkerChart *self = FUL_MARKER_CHART (chart);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (chart));
  guint height = (guint) (ful_marker_chart_get_box_height (self) * scale);
  const FulMarkerLane *lane = ful_marker_chart_get_lane (self, row);
  g_autoptr(GBytes) bytes = NULL;

  if (self->is_network)
    bytes = draw_request (self, row, &strip->view, width, height);
  else
    bytes = ful_marker_strip_new (self->rows->lanes, self->rows->rows[row].lane, &strip->view, width, height,
                                  ful_color_scheme_current (), (guint) (FUL_CHART_TEXT_MIN_WIDTH * scale), strip->wide);
  strip->texture = ful_texture_new (bytes, width, height);
  strip->texts = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < strip->wide->len; i++)
    g_ptr_array_add (strip->texts, ful_marker_labeler_get (self->labeler, lane->markers[g_array_index (strip->wide, guint, i)],
                                                           FUL_MARKER_LABEL_CHART));
}

/* The row of a request that is hovered or has the cursor, and a frame around its bar. */
static void
draw_mark (FulMarkerChart *self,
           GtkSnapshot    *snapshot,
           gint64          row,
           gboolean        is_cursor,
           double          top)
{
  FulChart *chart = FUL_CHART (self);
  float width = is_cursor && gtk_widget_has_focus (GTK_WIDGET (self)) ? 2 : 1;
  double y = ful_marker_chart_get_y (self, (guint) row) - top;
  int head = ful_chart_get_head_width (chart);
  double left, right;
  GskRoundedRect outline;
  GdkRGBA color, band;

  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self)), &color);
  band = color;
  band.alpha *= is_cursor ? 0.12f : 0.06f;
  gtk_snapshot_append_color (snapshot, &band, &GRAPHENE_RECT_INIT (0, (float) y,
                                                                   (float) gtk_widget_get_width (GTK_WIDGET (self)),
                                                                   (float) ful_marker_chart_get_lane_height (self)));
  ful_marker_chart_get_box (self, row, 0, &left, &right);
  left = MAX (floor (ful_chart_to_px (chart, left)) - 1, head - 2);
  right = MIN (MAX (ful_chart_to_px (chart, right), left + 3) + 1, head + ful_chart_get_body_width (chart) + 2);
  if (right <= left)
    return;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT ((float) left, (float) (y + TOP - 1), (float) (right - left),
                                                                  (float) ful_marker_chart_get_box_height (self) + 2), 1);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { width, width, width, width },
                              (GdkRGBA[4]) { color, color, color, color });
}

/* A marker that is hovered or has the cursor, in the strong colour. */
static void
draw_strong (FulMarkerChart *self,
             GtkSnapshot    *snapshot,
             gint64          row,
             guint           place,
             gboolean        is_cursor,
             double          top)
{
  FulChart *chart = FUL_CHART (self);
  const FulCategoryColor *color;
  double left, right, y;

  if (row < 0)
    return;
  if (self->is_network)
    {
      draw_mark (self, snapshot, row, is_cursor, top);
      return;
    }

  y = ful_marker_chart_get_y (self, (guint) row) - top;
  color = get_color (self, row, place);
  ful_marker_chart_get_box (self, row, place, &left, &right);
  left = floor (ful_chart_to_px (chart, left));
  right = MAX (ful_chart_to_px (chart, right), left + 2);
  if (ful_marker_chart_get_lane (self, (guint) row)->is_instant)
    {
      left -= ful_marker_chart_get_box_height (self) / 3;
      right = left + 2 * ful_marker_chart_get_box_height (self) / 3 + 1;
    }
  ful_chart_draw_strong (chart, snapshot, color, left, right, y + TOP, ful_marker_chart_get_box_height (self), is_cursor);
  if (right - left >= FUL_CHART_TEXT_MIN_WIDTH)
    {
      guint marker = ful_marker_chart_get_marker (self, row, place);
      g_autofree char *text = ful_marker_labeler_get (self->labeler, marker, FUL_MARKER_LABEL_CHART);
      GdkRGBA rgba = ful_color_scheme_to_rgba (color->text_on_strong);

      ful_chart_draw_text (chart, snapshot, text, &rgba, left, right, y + get_baseline (self));
    }
}

static void
draw_lane (FulMarkerChart *self,
           GtkSnapshot    *snapshot,
           guint           row,
           double          y)
{
  FulChart *chart = FUL_CHART (self);
  const FulChartStrip *strip = ful_chart_draw_strip (chart, snapshot, row, y + TOP, ful_marker_chart_get_box_height (self));

  for (guint i = 0; i < strip->wide->len; i++)
    {
      guint place = g_array_index (strip->wide, guint, i);
      GdkRGBA color = ful_color_scheme_to_rgba (get_color (self, row, place)->text_on_fill);
      double start, end;

      ful_marker_chart_get_box (self, row, place, &start, &end);
      ful_chart_draw_text (chart, snapshot, g_ptr_array_index (strip->texts, i), &color, ful_chart_to_px (chart, start),
                           ful_chart_to_px (chart, end), y + get_baseline (self));
    }
}

/* The name of a lane, as far as there is room before the number of its markers, which is never cut. */
static void
draw_name (FulMarkerChart *self,
           GtkSnapshot    *snapshot,
           guint           row,
           double          y,
           const GdkRGBA  *color)
{
  FulLabelCache *labels = ful_chart_get_labels (FUL_CHART (self));
  g_autofree char *count = ful_format_number (self->rows->rows[row].n_markers, 3, 0);
  GdkRGBA dim = *color;
  double count_width = ceil (ful_label_cache_measure (labels, count));
  double count_x = ful_chart_get_head_width (FUL_CHART (self)) - 8 - count_width;

  dim.alpha *= 0.6f;
  ful_label_cache_draw (labels, snapshot, ful_marker_chart_get_lane (self, row)->name, color, 14, y + get_baseline (self),
                        count_x - 8 - 14);
  ful_label_cache_draw (labels, snapshot, count, &dim, count_x, y + get_baseline (self), count_width);
}

/* The file that was asked for, and the host. */
static void
draw_address (FulMarkerChart *self,
              GtkSnapshot    *snapshot,
              guint           row,
              double          y,
              const GdkRGBA  *color)
{
  FulLabelCache *labels = ful_chart_get_labels (FUL_CHART (self));
  int end = ful_chart_get_head_width (FUL_CHART (self)) - 8;
  g_autofree char *file = NULL;
  g_autofree char *host = NULL;
  GdkRGBA dim = *color;
  double x;

  dim.alpha *= 0.6f;
  ful_network_split_name (ful_marker_chart_get_lane (self, row)->name, &file, &host);
  x = 14 + ful_label_cache_draw (labels, snapshot, file, color, 14, y + get_baseline (self), end - 14) + 8;
  if (x < end)
    ful_label_cache_draw (labels, snapshot, host, &dim, x, y + get_baseline (self), end - x);
}

static void
draw_heading (FulMarkerChart *self,
              GtkSnapshot    *snapshot,
              guint           row,
              double          y,
              const GdkRGBA  *color)
{
  FulCategory *category = ful_profile_get_category (self->rows->lanes->list->profile,
                                                    ful_marker_chart_get_lane (self, row)->category);
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  GdkRGBA swatch = ful_color_scheme_to_rgba (ful_category_hue_lookup (category->color)
                                               ->schemes[ful_color_scheme_current ()].strong);
  GdkRGBA band = *color;
  g_autofree char *count = ful_format_number (self->rows->rows[row].n_markers, 3, 0);
  /* Translators: a category, and how many markers it has */
  g_autofree char *text = g_strdup_printf (_("%s · %s"), category->name, count);

  band.alpha *= 0.05f;
  gtk_snapshot_append_color (snapshot, &band, &GRAPHENE_RECT_INIT (0, (float) y, (float) width,
                                                                   (float) ful_marker_chart_get_head_height (self)));
  gtk_snapshot_append_color (snapshot, &swatch, &GRAPHENE_RECT_INIT (8, (float) y + (float) (ful_marker_chart_get_head_height (self) - 10) / 2, 10, 10));
  ful_label_cache_draw (ful_chart_get_labels (FUL_CHART (self)), snapshot, text, color, 26, y + get_baseline (self) + 1, width - 40);
}

/* The names of the rows from @first on, and the bands that part them. */
static void
draw_names (FulMarkerChart *self,
            GtkSnapshot    *snapshot,
            guint           first,
            double          top,
            double          height,
            const GdkRGBA  *color,
            const GdkRGBA  *line)
{
  for (guint i = first; i < self->rows->n_rows; i++)
    {
      double y = ful_marker_chart_get_y (self, i) - top;

      if (y > height)
        break;
      if (self->rows->rows[i].is_heading)
        {
          draw_heading (self, snapshot, i, y, color);
        }
      else if (self->rows->rows[i].is_first)
        {
          gtk_snapshot_append_color (snapshot, line,
                                     &GRAPHENE_RECT_INIT (0, (float) y, (float) gtk_widget_get_width (GTK_WIDGET (self)), 1));
          (self->is_network ? draw_address : draw_name) (self, snapshot, i, y, color);
        }
    }
}

/* Coordinates are counted from the top of what is seen: those of a million lanes are
 * too large for the numbers of a snapshot. */
void
ful_marker_chart_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  FulMarkerChart *self = FUL_MARKER_CHART (widget);
  FulChart *chart = FUL_CHART (widget);
  int head = ful_chart_get_head_width (chart);
  double top, bottom;
  guint first;
  GdkRGBA color, line;

  if (self->rows == NULL || self->rows->n_rows == 0)
    return;

  ful_chart_begin_frame (chart);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  line = color;
  line.alpha *= 0.08f;
  ful_chart_get_visible_y (chart, &top, &bottom);
  top = floor (top);
  first = (guint) ful_marker_chart_find_row (self, top);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) top));
  draw_names (self, snapshot, first, top, bottom - top, &color, &line);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT ((float) head, 0, (float) ful_chart_get_body_width (chart),
                                                         (float) (bottom - top)));
  for (guint i = first; i < self->rows->n_rows && ful_marker_chart_get_y (self, i) <= bottom; i++)
    if (!self->rows->rows[i].is_heading)
      draw_lane (self, snapshot, i, ful_marker_chart_get_y (self, i) - top);
  gtk_snapshot_pop (snapshot);
  draw_strong (self, snapshot, self->hovered_row, self->hovered_place, FALSE, top);
  draw_strong (self, snapshot, self->cursor_row, self->cursor_place, TRUE, top);
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT ((float) head - 1, 0, 1, (float) (bottom - top)));
  gtk_snapshot_restore (snapshot);
  ful_chart_draw_time (chart, snapshot);
}
