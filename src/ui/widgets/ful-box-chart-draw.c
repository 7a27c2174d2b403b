/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of boxes is a strip of pixels one high, stretched to the height of the
 * row: its price does not depend on the number of boxes (a strip of a row is
 * filled once for a view and kept while only the cursor moves). Boxes under a
 * pixel are merged: the search for the next one begins behind the pixel. */

#include "config.h"

#include "ful-box-chart-private.h"
#include "ful-swatch.h"

#include "base/ful-category-color.h"

#include <math.h>

/* Measures of design.md, px. */
#define BOX_HEIGHT 19
#define TEXT_PADDING 5
#define TEXT_MIN_WIDTH 24
#define BASELINE 14

void
ful_box_chart_drop_strips (FulBoxChart *self)
{
  for (guint i = 0; i < self->strips->len; i++)
    g_clear_object (&g_ptr_array_index (self->strips, i));
}

static FulFuncIndex
get_func (FulBoxChart      *self,
                        FulCallNodeIndex  node)
{
  if (self->flags & FUL_BOX_CHART_OVER_TIME)
    return self->layout->tree->nodes->func[node];

  return ful_call_tree_get_func (self->layout->tree, node);
}

static const FulCategoryColor *
get_color (FulBoxChart      *self,
           FulCallNodeIndex  node)
{
  FulCallTree *tree = self->layout->tree;
  FulCategoryIndex category;
  gint32 subcategory;

  if (tree->inverted && !(self->flags & FUL_BOX_CHART_OVER_TIME))
    ful_call_tree_get_category (tree, node, &category, &subcategory);
  else
    category = tree->nodes->category[node];

  return &ful_category_hue_lookup (ful_profile_get_category (tree->profile, category)->color)
            ->schemes[ful_color_scheme_current ()];
}

/* 0xRRGGBB as a pixel; at 35 % when it is not what is looked for. */
static guint32
to_pixel (guint32  rgb,
          gboolean dimmed)
{
  guint alpha = dimmed ? 89 : 255;
  guint r = (rgb >> 16 & 0xff) * alpha / 255, g = (rgb >> 8 & 0xff) * alpha / 255, b = (rgb & 0xff) * alpha / 255;

  return GUINT32_TO_LE (b | g << 8 | r << 16 | alpha << 24);
}

/* Where a row is looked at: the first box that ends behind @x, at or after @from. */
static guint
gallop (const FulBoxRow *row,
        guint            from,
        double           x)
{
  guint step = 1;
  guint low = from;

  while (low < row->n_boxes && ful_box_row_get_end (row, low) <= x)
    {
      from = low + 1;
      low += step;
      step *= 2;
    }
  if (low > row->n_boxes)
    low = row->n_boxes;
  while (from < low)
    {
      guint middle = from + (low - from) / 2;

      if (ful_box_row_get_end (row, middle) > x)
        low = middle;
      else
        from = middle + 1;
    }

  return from;
}

static GdkTexture *
fill_strip (FulBoxChart *self,
            guint        row_index,
            int          width)
{
  const FulBoxRow *row = &self->layout->rows[row_index];
  guint32 *pixels = g_new0 (guint32, (gsize) width);
  double scale = width / (self->view_end - self->view_start);
  int done = 0;
  g_autoptr(GBytes) bytes = NULL;

  for (guint i = ful_box_row_find_first (row, self->view_start); i < row->n_boxes && done < width; )
    {
      double left_px = (ful_box_row_get_start (row, i) - self->view_start) * scale;
      double right_px = (ful_box_row_get_end (row, i) - self->view_start) * scale;
      int left = (int) floor (MAX (left_px, 0));
      int right = (int) lround (MIN (right_px, width));
      guint32 pixel;

      if (left_px >= width)
        break;

      left = MAX (left, done);
      right = MAX (right, left + 1);
      if (right > width || (right <= done))
        right = MIN (MAX (right, done), width);
      if (left < right)
        {
          gboolean dimmed = self->matches && !self->matches[get_func (self, row->boxes[i].node)];
          int gap = right - left > 3 ? 1 : 0;

          pixel = to_pixel (get_color (self, row->boxes[i].node)->fill, dimmed);
          for (int x = left; x < right - gap; x++)
            pixels[x] = pixel;
          done = right;
        }

      i = gallop (row, i + 1, self->view_start + done / scale);
    }

  bytes = g_bytes_new_take (pixels, (gsize) width * sizeof *pixels);

  return gdk_memory_texture_new (width, 1, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, (gsize) width * sizeof *pixels);
}

static void
draw_text (FulBoxChart            *self,
           GtkSnapshot            *snapshot,
           FulCallNodeIndex        node,
           guint32                 rgb,
           double                  left,
           double                  right,
           int                     y)
{
  GdkRGBA color = ful_color_scheme_to_rgba (rgb);
  FulFuncIndex func = get_func (self, node);

  left = MAX (left, 0);
  right = MIN (right, gtk_widget_get_width (GTK_WIDGET (self)));
  if (right - left < TEXT_MIN_WIDTH)
    return;
  if (self->matches && !self->matches[func])
    color.alpha = 0.5f;
  ful_label_cache_draw (self->labels, snapshot, ful_profile_get_func_name (self->layout->tree->profile, func),
                        &color, left + TEXT_PADDING, y + BASELINE, right - left - 2 * TEXT_PADDING);
}

/* The labels of a row. Only boxes that are wide enough are visited. */
static void
draw_labels (FulBoxChart *self,
             GtkSnapshot *snapshot,
             guint        row_index,
             int          y)
{
  const FulBoxRow *row = &self->layout->rows[row_index];
  double unit = (self->view_end - self->view_start) / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1);

  for (guint i = ful_box_row_find_first (row, self->view_start); i < row->n_boxes && ful_box_row_get_start (row, i) < self->view_end; )
    {
      if (ful_box_row_get_end (row, i) - ful_box_row_get_start (row, i) >= TEXT_MIN_WIDTH * unit)
        {
          draw_text (self, snapshot, row->boxes[i].node, get_color (self, row->boxes[i].node)->text_on_fill,
                     ful_box_chart_to_px (self, ful_box_row_get_start (row, i)), ful_box_chart_to_px (self, ful_box_row_get_end (row, i)), y);
          i++;
          continue;
        }

      /* A narrow box: none before the next pixel can be wider. */
      i = gallop (row, i + 1, ful_box_row_get_end (row, i) + unit);
    }
}

/* A hovered or selected box in its strong colour. */
static void
draw_strong (FulBoxChart *self,
             GtkSnapshot *snapshot,
             gint64       row,
             gint64       box,
             gboolean     is_cursor)
{
  const FulBoxRow *boxes;
  const FulCategoryColor *color;
  double left, right;
  GdkRGBA rgba;
  GskRoundedRect outline;
  int y;

  if (row < 0 || box < 0 || row >= self->n_rows || box >= self->layout->rows[row].n_boxes)
    return;

  boxes = &self->layout->rows[row];
  color = get_color (self, boxes->boxes[box].node);
  left = MAX (floor (ful_box_chart_to_px (self, ful_box_row_get_start (boxes, box))), -2);
  right = MIN (MAX (ful_box_chart_to_px (self, ful_box_row_get_end (boxes, box)), left + 1), gtk_widget_get_width (GTK_WIDGET (self)) + 2);
  y = ful_box_chart_get_row_y (self, (guint) row);
  if (right <= left)
    return;

  rgba = ful_color_scheme_to_rgba (color->strong);
  gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), BOX_HEIGHT));
  draw_text (self, snapshot, boxes->boxes[box].node, color->text_on_strong, left, right, y);

  rgba = ful_color_scheme_to_rgba (is_cursor ? color->text_on_strong : color->border);
  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), BOX_HEIGHT), 1);
  if (is_cursor && gtk_widget_has_focus (GTK_WIDGET (self)) && right - left > 4)
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 2, 2, 2, 2 }, (GdkRGBA[4]) { rgba, rgba, rgba, rgba });
  else if (right - left > 3)
    gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 1, 1, 1, 1 }, (GdkRGBA[4]) { rgba, rgba, rgba, rgba });
}

/* The cursor of a chart that has the focus. */
static void
draw_ring (GtkSnapshot *snapshot,
           double       left,
           double       right,
           int          y,
           guint32      rgb)
{
  GdkRGBA rgba = ful_color_scheme_to_rgba (rgb);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT ((float) left, (float) y, (float) (right - left), BOX_HEIGHT), 1);
  gtk_snapshot_append_border (snapshot, &outline, (float[4]) { 2, 2, 2, 2 }, (GdkRGBA[4]) { rgba, rgba, rgba, rgba });
}

static const FulCategoryColor *
get_timing_color (FulBoxChart *self)
{
  FulCategoryIndex index = ful_marker_lanes_get_timing_category (self->timings);
  FulCategory *category = ful_profile_get_category (self->timings->list->profile, index);

  return &ful_category_hue_lookup (category->color)->schemes[ful_color_scheme_current ()];
}

/* A row of what the page measured itself. The search for the next marker begins
 * behind the pixel that is filled. */
static void
draw_timings (FulBoxChart *self,
              GtkSnapshot *snapshot,
              guint        lane,
              int          y)
{
  const FulMarkerList *list = self->timings->list;
  const FulMarkerLane *timings = &self->timings->lanes[lane];
  const FulCategoryColor *color = get_timing_color (self);
  guint i = ful_marker_lanes_find_first (self->timings, lane, self->view_start);

  while (i < timings->n_markers && list->start[timings->markers[i]] < self->view_end)
    {
      guint marker = timings->markers[i];
      double left = MAX (floor (ful_box_chart_to_px (self, list->start[marker])), 0);
      double right = ful_box_chart_to_px (self, fmin (fmax (list->start[marker], list->end[marker]), self->view_end));
      gboolean has_cursor = marker == ful_box_chart_get_timing (self);
      gboolean is_hovered = marker == self->hovered_timing || has_cursor;
      GdkRGBA fill = ful_color_scheme_to_rgba (is_hovered ? color->strong : color->fill);

      right = MAX (floor (right), left + 1);
      gtk_snapshot_append_color (snapshot, &fill,
                                 &GRAPHENE_RECT_INIT ((float) left, (float) y,
                                                      (float) (right - left > 3 ? right - left - 1 : right - left),
                                                      BOX_HEIGHT));
      if (right - left >= TEXT_MIN_WIDTH)
        {
          GdkRGBA text = ful_color_scheme_to_rgba (is_hovered ? color->text_on_strong : color->text_on_fill);
          g_autofree char *name = ful_marker_labeler_get (self->labeler, marker, FUL_MARKER_LABEL_CHART);

          ful_label_cache_draw (self->labels, snapshot, name, &text, left + TEXT_PADDING, y + BASELINE,
                                right - left - 2 * TEXT_PADDING);
        }
      if (has_cursor && gtk_widget_has_focus (GTK_WIDGET (self)) && right - left > 4)
        draw_ring (snapshot, left, right - 1, y, color->text_on_strong);
      i = MAX (i + 1, ful_marker_lanes_find_first (self->timings, lane, ful_box_chart_from_px (self, right)));
    }
}

void
ful_box_chart_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  FulBoxChart *self = FUL_BOX_CHART (widget);
  int width = gtk_widget_get_width (widget);
  int device_width = width * gtk_widget_get_scale_factor (widget);
  double top, bottom;

  if (!self->layout || width <= 0)
    return;

  if (device_width != self->strip_width)
    {
      ful_box_chart_drop_strips (self);
      self->strip_width = device_width;
    }

  ful_box_chart_get_visible_y (self, &top, &bottom);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, (float) top, (float) width, (float) (bottom - top)));
  for (guint lane = 0; self->timings && lane < self->timings->n_lanes; lane++)
    draw_timings (self, snapshot, lane, (int) lane * FUL_BOX_CHART_ROW_HEIGHT);
  for (guint row = 0; row < self->n_rows; row++)
    {
      int y = ful_box_chart_get_row_y (self, row);

      if (y + FUL_BOX_CHART_ROW_HEIGHT < top || y > bottom)
        continue;

      if (!g_ptr_array_index (self->strips, row))
        g_ptr_array_index (self->strips, row) = fill_strip (self, row, device_width);
      gtk_snapshot_append_texture (snapshot, g_ptr_array_index (self->strips, row),
                                   &GRAPHENE_RECT_INIT (0, (float) y, (float) width, BOX_HEIGHT));
      draw_labels (self, snapshot, row, y);
    }
  draw_strong (self, snapshot, self->hovered_row, self->hovered_box, FALSE);
  draw_strong (self, snapshot, self->cursor_row, self->cursor_box, self->cursor_lane < 0);
  gtk_snapshot_pop (snapshot);
}
