/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A lane is a texture that is made once for a view (see ful_marker_strip_new()) and
 * kept while only the cursor moves; texts are drawn over it, for boxes that are wide
 * enough. Their start sticks to the edge of the view. */

#include "config.h"

#include "ful-marker-chart-private.h"
#include "ful-swatch.h"

#include "base/ful-category-color.h"
#include "base/ful-format.h"
#include "document/ful-marker-strip.h"

#include <glib/gi18n.h>
#include <math.h>

#define TEXT_PADDING 4
#define TEXT_MIN_WIDTH 24
#define BASELINE 15
#define TOP ((FUL_MARKER_CHART_LANE - FUL_MARKER_CHART_BOX) / 2)

static const FulCategoryColor *
get_color (FulMarkerChart *self,
           guint           lane)
{
  FulCategory *category = ful_profile_get_category (self->lanes->list->profile, self->lanes->lanes[lane].category);

  return &ful_category_hue_lookup (category->color)->schemes[ful_color_scheme_current ()];
}

static void
draw_text (FulMarkerChart *self,
           GtkSnapshot    *snapshot,
           guint           marker,
           guint32         rgb,
           double          left,
           double          right,
           int             y)
{
  GdkRGBA color = ful_color_scheme_to_rgba (rgb);
  g_autofree char *text = NULL;

  left = MAX (left, ful_marker_chart_get_head_width (self));
  right = MIN (right, ful_marker_chart_get_head_width (self) + ful_marker_chart_get_body_width (self));
  if (right - left < TEXT_MIN_WIDTH)
    return;

  text = ful_marker_labeler_get (self->labeler, marker, FUL_MARKER_LABEL_CHART);
  if (*text)
    ful_label_cache_draw (self->labels, snapshot, text, &color, left + TEXT_PADDING, y + BASELINE,
                          right - left - 2 * TEXT_PADDING);
}

/* The texts of a lane. Only boxes that are wide enough are visited. */
static void
draw_texts (FulMarkerChart *self,
            GtkSnapshot    *snapshot,
            guint           lane,
            int             y)
{
  const FulMarkerLane *row = &self->lanes->lanes[lane];
  const FulMarkerList *list = self->lanes->list;
  double unit = (self->view.end - self->view.start) / ful_marker_chart_get_body_width (self);
  guint i = ful_marker_lanes_find_first (self->lanes, lane, self->view.start);

  while (!row->is_instant && i < row->n_markers && list->start[row->markers[i]] < self->view.end)
    {
      guint marker = row->markers[i];

      if (list->end[marker] - list->start[marker] >= TEXT_MIN_WIDTH * unit)
        {
          draw_text (self, snapshot, marker, get_color (self, lane)->text_on_fill,
                     ful_marker_chart_to_px (self, list->start[marker]),
                     ful_marker_chart_to_px (self, list->end[marker]), y);
          i++;
          continue;
        }

      /* A narrow box: none before the next pixel can be wider. */
      i = ful_marker_lanes_find_next (self->lanes, lane, i + 1, fmax (list->end[marker], self->view.start) + unit);
    }
}

/* A marker that is hovered or has the cursor, in the strong colour. */
static void
draw_strong (FulMarkerChart *self,
             GtkSnapshot    *snapshot,
             gint64          row,
             guint           place,
             gboolean        is_cursor)
{
  const FulMarkerChartRow *chart_row;
  const FulCategoryColor *color;
  const FulMarkerList *list;
  guint marker;
  double left, right;
  GdkRGBA rgba;
  GskRoundedRect outline;
  int width = is_cursor && gtk_widget_has_focus (GTK_WIDGET (self)) ? 2 : 1;

  if (row < 0)
    return;

  chart_row = ful_marker_chart_get_row (self, row);
  marker = ful_marker_chart_get_marker (self, row, place);
  list = self->lanes->list;
  color = get_color (self, chart_row->lane);
  left = floor (ful_marker_chart_to_px (self, list->start[marker]));
  right = MAX (ful_marker_chart_to_px (self, fmax (list->start[marker], list->end[marker])), left + 2);
  if (self->lanes->lanes[chart_row->lane].is_instant)
    {
      left -= FUL_MARKER_CHART_BOX / 3;
      right = left + 2 * FUL_MARKER_CHART_BOX / 3 + 1;
    }
  left = MAX (left, ful_marker_chart_get_head_width (self) - 2);
  right = MIN (right, ful_marker_chart_get_head_width (self) + ful_marker_chart_get_body_width (self) + 2);
  if (right <= left)
    return;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT ((float) left, (float) (chart_row->y + TOP),
                                                                  (float) (right - left), FUL_MARKER_CHART_BOX), 2);
  rgba = ful_color_scheme_to_rgba (color->strong);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &rgba, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  if (!self->lanes->lanes[chart_row->lane].is_instant)
    draw_text (self, snapshot, marker, color->text_on_strong, left, right, chart_row->y);
  rgba = ful_color_scheme_to_rgba (is_cursor ? color->text_on_strong : color->border);
  if (right - left > 4)
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { width, width, width, width },
                                (GdkRGBA[4]) { rgba, rgba, rgba, rgba });
}

static void
draw_lane (FulMarkerChart *self,
           GtkSnapshot    *snapshot,
           gint64          row)
{
  const FulMarkerChartRow *chart_row = ful_marker_chart_get_row (self, row);
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = ful_marker_chart_get_body_width (self);
  GdkTexture *strip = g_hash_table_lookup (self->strips, GINT_TO_POINTER (row));

  if (strip == NULL)
    {
      g_autoptr(GBytes) bytes = ful_marker_strip_new (self->lanes, chart_row->lane, &self->view, (guint) (width * scale),
                                                      (guint) (FUL_MARKER_CHART_BOX * scale),
                                                      get_color (self, chart_row->lane));

      strip = gdk_memory_texture_new (width * scale, FUL_MARKER_CHART_BOX * scale, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED,
                                      bytes, (gsize) width * (gsize) scale * 4);
      g_hash_table_insert (self->strips, GINT_TO_POINTER (row), strip);
    }
  gtk_snapshot_append_texture (snapshot, strip,
                               &GRAPHENE_RECT_INIT ((float) ful_marker_chart_get_head_width (self),
                                                    (float) (chart_row->y + TOP), (float) width, FUL_MARKER_CHART_BOX));
  draw_texts (self, snapshot, chart_row->lane, chart_row->y);
}

/* The name of a lane, and how many markers it has. */
static void
draw_name (FulMarkerChart          *self,
           GtkSnapshot             *snapshot,
           const FulMarkerChartRow *row,
           const GdkRGBA           *color)
{
  const FulMarkerLane *lane = &self->lanes->lanes[row->lane];
  g_autofree char *count = ful_format_number (row->n_markers, 3, 0);
  GdkRGBA dim = *color;
  int width = ful_marker_chart_get_head_width (self);

  dim.alpha *= 0.6f;
  ful_label_cache_draw (self->labels, snapshot, lane->name, color, 14, row->y + BASELINE, width - 14 - 56);
  ful_label_cache_draw (self->labels, snapshot, count, &dim, width - 50, row->y + BASELINE, 44);
}

static void
draw_heading (FulMarkerChart          *self,
              GtkSnapshot             *snapshot,
              const FulMarkerChartRow *row,
              const GdkRGBA           *color)
{
  FulCategory *category = ful_profile_get_category (self->lanes->list->profile, self->lanes->lanes[row->lane].category);
  GdkRGBA swatch = ful_color_scheme_to_rgba (get_color (self, row->lane)->strong);
  GdkRGBA band = *color;
  g_autofree char *count = ful_format_number (row->n_markers, 3, 0);
  /* Translators: a category, and how many markers it has */
  g_autofree char *text = g_strdup_printf (_("%s · %s"), category->name, count);

  band.alpha *= 0.05f;
  gtk_snapshot_append_color (snapshot, &band, &GRAPHENE_RECT_INIT (0, (float) row->y,
                                                                   (float) gtk_widget_get_width (GTK_WIDGET (self)),
                                                                   FUL_MARKER_CHART_HEAD));
  gtk_snapshot_append_color (snapshot, &swatch, &GRAPHENE_RECT_INIT (8, (float) (row->y + 7), 10, 10));
  ful_label_cache_draw (self->labels, snapshot, text, color, 26, row->y + BASELINE + 1,
                        gtk_widget_get_width (GTK_WIDGET (self)) - 40);
}

void
ful_marker_chart_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  FulMarkerChart *self = FUL_MARKER_CHART (widget);
  int head = ful_marker_chart_get_head_width (self);
  int device_width = ful_marker_chart_get_body_width (self) * gtk_widget_get_scale_factor (widget);
  double top, bottom;
  GdkRGBA color, line;

  if (self->lanes == NULL || self->rows->len == 0)
    return;

  if (device_width != self->strip_width)
    {
      g_hash_table_remove_all (self->strips);
      self->strip_width = device_width;
    }
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  line = color;
  line.alpha *= 0.08f;
  ful_marker_chart_get_visible_y (self, &top, &bottom);
  for (gint64 i = ful_marker_chart_find_row (self, top); i < self->rows->len; i++)
    {
      const FulMarkerChartRow *row = ful_marker_chart_get_row (self, i);

      if (row->y > bottom)
        break;
      if (row->is_heading)
        {
          draw_heading (self, snapshot, row, &color);
          continue;
        }
      if (row->is_first)
        {
          gtk_snapshot_append_color (snapshot, &line,
                                     &GRAPHENE_RECT_INIT (0, (float) row->y, (float) gtk_widget_get_width (widget), 1));
          draw_name (self, snapshot, row, &color);
        }
      draw_lane (self, snapshot, i);
    }
  draw_strong (self, snapshot, self->hovered_row, self->hovered_place, FALSE);
  draw_strong (self, snapshot, self->cursor_row, self->cursor_place, TRUE);
  gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT ((float) head - 1, (float) top, 1, (float) (bottom - top)));
}
