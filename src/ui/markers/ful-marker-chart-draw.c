/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A lane is a texture (see ful_marker_strip_new()); texts are drawn over it, for boxes
 * that are wide enough. Their start sticks to the edge of the view. */

#include "config.h"

#include "ful-marker-chart-private.h"

#include "base/ful-category-color.h"
#include "base/ful-format.h"
#include "charts/ful-chart.h"
#include "charts/ful-label-cache.h"
#include "document/ful-document.h"
#include "document/notes/ful-note.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-schema.h"
#include "markers/network/ful-network-facts.h"
#include "model/ful-profile.h"
#include "plots/ful-marker-strip.h"
#include "draw/ful-color-scheme.h"
#include "widgets/ful-em.h"
#include "draw/ful-texture.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* px: above a box in its lane, before a name, and between texts */
#define TOP 2
#define INDENT 14
#define GAP 8

/* Characters of an address that are drawn. */
#define MAX_URL 300

/* em */
#define MIN_TEXT_WIDTH 8

/* Baseline of the text of a lane, px from its top. */
static int
get_baseline (FulMarkerChart *self)
{
  int ascent;
  int line = ful_chart_get_line (FUL_CHART (self), &ascent);

  return TOP + (ful_marker_chart_get_box_height (self) - line) / 2 + ascent;
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

/* The texts of the strip of a request. */
enum
{
  REQUEST_SUMMARY,
  REQUEST_ERROR,   /* NULL unless it failed */
  REQUEST_PATH,
};

/* What an address has after the host, which is shown by itself. */
static const char *
skip_host (const char *url)
{
  const char *host = strstr (url, "://");
  const char *path = host ? strchr (host + strlen ("://"), '/') : NULL;

  return path ? path : url;
}

/* The bar of a request, with its phases. */
static GBytes *
draw_request (FulMarkerChart     *self,
              guint               row,
              FulChartStrip      *strip,
              guint               width,
              guint               height)
{
  guint marker = ful_marker_chart_get_marker (self, row, 0);
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (self->rows->lanes->list, marker, self->reader);
  g_autoptr(GArray) segments = NULL;
  double start, end;

  ful_marker_chart_get_box (self, row, 0, &start, &end);
  segments = ful_network_request_get_segments (request, start, end);
  g_ptr_array_add (strip->texts, ful_network_request_summarize (request, end - start));
  g_ptr_array_add (strip->texts, ful_network_request_has_failed (request) ? g_strdup ("dialog-error-symbolic") : NULL);
  g_ptr_array_add (strip->texts, ful_format_excerpt (skip_host (request->url), "", MAX_URL));

  return ful_request_strip_new (segments, &strip->view, width, height,
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

  strip->texts = g_ptr_array_new_with_free_func (g_free);
  if (self->is_network)
    bytes = draw_request (self, row, strip, width, height);
  else
    bytes = ful_marker_strip_new (self->rows->lanes, self->rows->rows[row].lane, &strip->view, width, height,
                                  ful_color_scheme_current (), (guint) (FUL_CHART_TEXT_MIN_WIDTH * scale), strip->wide);
  strip->texture = ful_texture_new (bytes, width, height);
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

static const FulChartStrip *
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

  return strip;
}

/* The name of a lane, as far as it fits before the number of its markers, which is never cut. */
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

/* File and host up to the bar; after the bar the response and the whole path, or only the response before it
 * if it does not fit after it. */
static void
draw_request_texts (FulMarkerChart      *self,
                    GtkSnapshot         *snapshot,
                    const FulChartStrip *strip,
                    guint                row,
                    double               y)
{
  FulChart *chart = FUL_CHART (self);
  FulLabelCache *labels = ful_chart_get_labels (chart);
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));
  const char *summary = g_ptr_array_index (strip->texts, REQUEST_SUMMARY);
  const char *icon_name = g_ptr_array_index (strip->texts, REQUEST_ERROR);
  double head = ful_chart_get_head_width (chart);
  double end = head + ful_chart_get_body_width (chart);
  double baseline = y + get_baseline (self);
  double summary_width = ceil (ful_label_cache_measure (labels, summary)) + 1;
  int size = ful_marker_chart_get_box_height (self) - 4;
  double x = INDENT, left, right, limit;
  g_autofree char *file = NULL;
  g_autofree char *host = NULL;
  GdkRGBA color, dim;

  gtk_style_context_get_color (style, &color);
  dim = color;
  dim.alpha *= 0.6f;
  if (icon_name && !gtk_style_context_lookup_color (style, "error_color", &color))
    color = (GdkRGBA) { 0.88f, 0.11f, 0.14f, 1 };
  if (icon_name)
    {
      GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));
      g_autoptr(GtkIconPaintable) icon =
        gtk_icon_theme_lookup_icon (theme, icon_name, NULL, size, gtk_widget_get_scale_factor (GTK_WIDGET (self)),
                                    GTK_TEXT_DIR_LTR, 0);

      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y + TOP + 2));
      gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size, &color, 1);
      gtk_snapshot_restore (snapshot);
      x += size + 4;
    }

  ful_marker_chart_get_box (self, row, 0, &left, &right);
  left = ful_chart_to_px (chart, left);
  right = MAX (ful_chart_to_px (chart, right), left + 3);
  limit = right <= head || left >= end ? end : MAX (left, head);
  if (right >= head && right + GAP + summary_width <= end)
    {
      double after = right + GAP + summary_width + 2 * GAP;

      ful_label_cache_draw (labels, snapshot, summary, &dim, right + GAP, baseline, summary_width);
      /* Many have the same last part. */
      if (end - after >= ful_em (GTK_WIDGET (self), MIN_TEXT_WIDTH))
        ful_label_cache_draw (labels, snapshot, g_ptr_array_index (strip->texts, REQUEST_PATH), &dim, after, baseline,
                              end - after);
    }
  else if (limit - GAP - summary_width >= head)
    {
      limit -= GAP + summary_width;
      ful_label_cache_draw (labels, snapshot, summary, &dim, limit, baseline, summary_width);
    }
  else if (right >= head && end - right - GAP >= ful_em (GTK_WIDGET (self), MIN_TEXT_WIDTH))
    {
      ful_label_cache_draw (labels, snapshot, summary, &dim, right + GAP, baseline, end - right - GAP);
    }

  limit -= GAP;
  ful_network_split_name (ful_marker_chart_get_lane (self, row)->name, &file, &host);
  x += ful_label_cache_draw (labels, snapshot, file, &color, x, baseline, limit - x) + GAP;
  if (x < limit)
    ful_label_cache_draw (labels, snapshot, host, &dim, x, baseline, limit - x);
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
          if (!self->is_network)
            draw_name (self, snapshot, i, y, color);
        }
    }
}

/* Notes name markers of the list of one thread. */
static void
draw_notes (FulMarkerChart *self,
            GtkSnapshot    *snapshot,
            double          top)
{
  FulChart *chart = FUL_CHART (self);
  const FulMarkerList *list = self->rows->lanes->list;
  FulDocument *document = ful_chart_get_document (chart);
  const GPtrArray *notes = document ? ful_document_get_notes (document) : NULL;

  for (guint i = 0; notes && i < notes->len; i++)
    {
      const FulNote *note = g_ptr_array_index (notes, i);
      guint lane, place;
      gint64 row;

      if (note->kind != FUL_NOTE_MARKER || (guint) note->marker >= list->n_markers ||
          list->thread[note->marker] != note->thread ||
          g_strcmp0 (ful_marker_list_get_name (list, (guint) note->marker), note->subject) != 0 ||
          !ful_marker_lanes_find_marker (self->rows->lanes, (guint) note->marker, &lane, &place))
        continue;

      row = ful_marker_rows_find_lane (self->rows, lane);
      ful_chart_draw_dot (chart, snapshot, ful_chart_to_px (chart, list->start[note->marker]) - 3,
                          ful_marker_chart_get_y (self, (guint) row) - top);
    }
}

/* Coordinates are relative to the top of the visible part: those of a million lanes
 * are too large for the floats of a snapshot. */
void
ful_marker_chart_snapshot (GtkWidget   *widget,
                           GtkSnapshot *snapshot)
{
  FulMarkerChart *self = FUL_MARKER_CHART (widget);
  FulChart *chart = FUL_CHART (widget);
  int head = ful_chart_get_head_width (chart);
  double top, bottom;
  graphene_rect_t body;
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
  body = GRAPHENE_RECT_INIT ((float) head, 0, (float) ful_chart_get_body_width (chart), (float) (bottom - top));
  first = (guint) ful_marker_chart_find_row (self, top);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, (float) top));
  draw_names (self, snapshot, first, top, bottom - top, &color, &line);
  for (guint i = first; i < self->rows->n_rows && ful_marker_chart_get_y (self, i) <= bottom; i++)
    {
      double y = ful_marker_chart_get_y (self, i) - top;
      const FulChartStrip *strip;

      if (self->rows->rows[i].is_heading)
        continue;

      gtk_snapshot_push_clip (snapshot, &body);
      strip = draw_lane (self, snapshot, i, y);
      gtk_snapshot_pop (snapshot);
      if (self->is_network)
        draw_request_texts (self, snapshot, strip, i, y);
    }
  draw_strong (self, snapshot, self->hovered_row, self->hovered_place, FALSE, top);
  draw_strong (self, snapshot, self->cursor_row, self->cursor_place, TRUE, top);
  draw_notes (self, snapshot, top);
  if (!self->is_network)
    gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT ((float) head - 1, 0, 1, (float) (bottom - top)));
  gtk_snapshot_restore (snapshot);
  ful_chart_draw_time (chart, snapshot);
}
