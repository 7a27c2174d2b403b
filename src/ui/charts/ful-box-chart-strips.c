/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of boxes is a strip of pixels one high, stretched to the height of the row:
 * the cost is independent of the number of boxes (a strip of a row is filled once
 * for a view and kept while only the cursor moves). Boxes under a pixel are merged:
 * the search for the next one begins after the pixel. Boxes that are wide enough for
 * a name are left out, and drawn with round corners. */

#include "config.h"

#include "ful-box-chart-private.h"

#include "ful-chart.h"

#include "base/ful-bisect.h"
#include "charts/ful-box-layout.h"
#include "draw/ful-texture.h"

#include <math.h>

/* 0xRRGGBB as a pixel. */
static guint32
to_pixel (guint32 rgb,
          float   opacity)
{
  return rgb | (guint32) lroundf (opacity * 255) << 24;
}

/* For each column of pixels the last edge at or left of its start. Edges of a chart over time ascend,
 * so boxes are compared by integers. */
static void
find_column_edges (FulBoxChart        *self,
                   const FulTimeRange *view,
                   guint               width)
{
  const FulBoxLayout *layout = self->layout;
  double unit = (view->end - view->start) / width;

  if (self->column_edges && self->n_columns == width && self->edges_view.start == view->start &&
      self->edges_view.end == view->end)
    return;

  self->column_edges = g_renew (guint32, self->column_edges, (gsize) width + 1);
  self->edges_view = *view;
  self->n_columns = width;
  for (guint column = 0; column <= width; column++)
    {
      double x = view->start + column * unit;
      guint next = layout->same_widths ? 0 : FUL_BISECT (0, layout->n_edges, i, layout->edge[i] > x);

      self->column_edges[column] = layout->same_widths ? (guint32) CLAMP (x, 0, layout->n_edges) : next > 0 ? next - 1 : 0;
    }
}

/* The first box from @from on that ends to the right of @edge, or of @x if boxes do not lie between edges. A
 * pixel may have hundreds of boxes; @distance is the number for the previous pixel, as a first guess. */
static guint
skip_to (const FulBoxRow *row,
         guint            from,
         gboolean         over_time,
         guint32          edge,
         double           x,
         guint           *distance)
{
  guint low = from;
  guint high = from;

#define ENDS_AFTER(i) (over_time ? row->boxes[i].end > edge : ful_box_row_get_end (row, i) > x)
  for (guint step = *distance + 1; high < row->n_boxes && !ENDS_AFTER (high); step *= 2)
    {
      low = high + 1;
      high = step < row->n_boxes - high ? high + step : row->n_boxes;
    }
  low = FUL_BISECT (low, high, i, ENDS_AFTER (i));
#undef ENDS_AFTER
  *distance = low - from;

  return low;
}

void
ful_box_chart_fill_strip (FulChart      *chart,
                          guint          row_index,
                          guint          n_columns,
                          FulChartStrip *strip)
{
  FulBoxChart *self = FUL_BOX_CHART (chart);
  const FulBoxRow *row = &self->layout->rows[row_index];
  int width = (int) n_columns;
  guint32 *pixels = g_new0 (guint32, n_columns);
  double scale = width / (strip->view.end - strip->view.start);
  double wide = FUL_CHART_TEXT_MIN_WIDTH * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int done = 0;
  guint distance = 0;
  gboolean over_time = (self->flags & FUL_BOX_CHART_OVER_TIME) != 0;
  g_autoptr(GBytes) bytes = NULL;

  if (over_time)
    find_column_edges (self, &strip->view, n_columns);
  for (guint i = ful_box_row_find_first (row, strip->view.start); i < row->n_boxes && done < width; )
    {
      double left_px = (ful_box_row_get_start (row, i) - strip->view.start) * scale;
      double right_px = (ful_box_row_get_end (row, i) - strip->view.start) * scale;
      int left = (int) floor (MAX (left_px, 0));
      int right = (int) lround (MIN (right_px, width));
      gboolean is_wide = right_px - left_px >= wide;

      if (left_px >= width)
        break;
      if (is_wide)
        g_array_append_val (strip->wide, i);

      left = MAX (left, done);
      right = MAX (right, left + 1);
      if (right > width || (right <= done))
        right = MIN (MAX (right, done), width);
      if (left < right)
        {
          FulCallNodeIndex node = row->boxes[i].node;
          guint32 pixel = to_pixel (ful_box_chart_get_color (self, node)->fill, ful_box_chart_get_opacity (self, node));
          int gap = right - left > 3 ? 1 : 0;

          for (int x = left; !is_wide && x < right - gap; x++)
            pixels[x] = pixel;
          done = right;
        }

      i = skip_to (row, i + 1, over_time, over_time ? self->column_edges[done] : 0, strip->view.start + done / scale,
                   &distance);
    }

  bytes = g_bytes_new_take (pixels, (gsize) width * sizeof *pixels);

  strip->texture = ful_texture_new (bytes, (guint) width, 1);
}
