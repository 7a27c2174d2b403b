/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A row of boxes is a strip of pixels one high, stretched to the height of the
 * row: its price does not depend on the number of boxes (a strip of a row is
 * filled once for a view and kept while only the cursor moves). Boxes under a
 * pixel are merged: the search for the next one begins behind the pixel. */

#include "config.h"

#include "ful-box-chart-private.h"

#include <math.h>

static void
free_strip (gpointer data)
{
  FulBoxStrip *strip = data;

  if (strip == NULL)
    return;

  g_object_unref (strip->texture);
  g_array_unref (strip->wide);
  g_free (strip);
}

/* Rows have other boxes or colours. */
void
ful_box_chart_drop_strips (FulBoxChart *self)
{
  for (guint i = 0; i < self->strips->len; i++)
    g_clear_pointer (&g_ptr_array_index (self->strips, i), free_strip);
  g_clear_pointer (&self->column_edges, g_free);
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

/* For each column of pixels the last edge that is not right of where it begins. Edges of a chart over
 * time ascend, so what is below is a matter of whole numbers. */
static guint32 *
find_column_edges (FulBoxChart *self,
                   int          width)
{
  const FulBoxLayout *layout = self->layout;
  guint32 *edges = g_new (guint32, (gsize) width + 1);
  double unit = (self->view_end - self->view_start) / width;

  for (int column = 0; column <= width; column++)
    {
      double x = self->view_start + column * unit;
      guint32 low = 0;
      guint32 high = layout->n_edges;

      while (low < high && !layout->same_widths)
        {
          guint32 middle = low + (high - low) / 2;

          if (layout->edge[middle] > x)
            high = middle;
          else
            low = middle + 1;
        }
      edges[column] = layout->same_widths ? (guint32) CLAMP (x, 0, layout->n_edges) : low > 0 ? low - 1 : 0;
    }

  return edges;
}

/* The first box from @from on that ends right of @edge. There may be hundreds for a pixel, so the
 * search begins where it should be if all were alike. */
static guint
skip_to_edge (const FulBoxRow *row,
              guint            from,
              guint32          edge)
{
  guint n = row->n_boxes;
  guint32 first = row->boxes[0].start;
  double density = n / (double) MAX (row->boxes[n - 1].end - first, 1);
  gint64 guess = from;
  guint low, high;

  if (from >= n || row->boxes[from].end > edge)
    return from;

  for (guint round = 0; round < 4; round++)
    {
      gint64 step = (gint64) (((double) edge - row->boxes[guess].end) * density);

      guess = CLAMP (guess + step, from, (gint64) n - 1);
      if (ABS (step) < 8)
        break;
    }

  low = from;
  high = n;
  for (guint step = 1; ; step *= 2)
    {
      gint64 probe = row->boxes[guess].end > edge ? guess - step : guess + step;

      if (row->boxes[guess].end > edge)
        {
          high = (guint) guess;
          if (probe <= low || row->boxes[probe].end <= edge)
            {
              low = MAX ((guint) MAX (probe, 0), low);
              break;
            }
        }
      else
        {
          low = (guint) guess;
          if (probe >= n || row->boxes[probe].end > edge)
            {
              high = (guint) MIN (probe, n);
              break;
            }
        }
      guess = probe;
    }

  /* @low ends at or before the edge, @high after it. */
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (row->boxes[middle].end > edge)
        high = middle;
      else
        low = middle;
    }

  return high;
}

/* The first box from @from on that ends right of @x. */
static guint
skip_to (const FulBoxRow *row,
         guint            from,
         double           x)
{
  guint low = from;
  guint high = row->n_boxes;

  for (guint step = 1; low < high; step *= 2)
    {
      guint probe = MIN (low + step, high) - 1;

      if (ful_box_row_get_end (row, probe) > x)
        {
          high = probe;
          break;
        }
      low = probe + 1;
    }
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (ful_box_row_get_end (row, middle) > x)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

static FulBoxStrip *
fill_strip (FulBoxChart *self,
            guint        row_index,
            int          width)
{
  const FulBoxRow *row = &self->layout->rows[row_index];
  guint32 *pixels = g_new0 (guint32, (gsize) width);
  double scale = width / (self->view_end - self->view_start);
  double wide = FUL_BOX_CHART_TEXT_MIN_WIDTH * gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int done = 0;
  FulBoxStrip *strip = g_new0 (FulBoxStrip, 1);
  g_autoptr(GBytes) bytes = NULL;

  strip->wide = g_array_new (FALSE, FALSE, sizeof (guint));
  strip->view_start = self->view_start;
  strip->view_end = self->view_end;
  for (guint i = ful_box_row_find_first (row, self->view_start); i < row->n_boxes && done < width; )
    {
      double left_px = (ful_box_row_get_start (row, i) - self->view_start) * scale;
      double right_px = (ful_box_row_get_end (row, i) - self->view_start) * scale;
      int left = (int) floor (MAX (left_px, 0));
      int right = (int) lround (MIN (right_px, width));
      guint32 pixel;

      if (left_px >= width)
        break;
      if (right_px - left_px >= wide)
        g_array_append_val (strip->wide, i);

      left = MAX (left, done);
      right = MAX (right, left + 1);
      if (right > width || (right <= done))
        right = MIN (MAX (right, done), width);
      if (left < right)
        {
          gboolean dimmed = self->matches && !self->matches[ful_box_chart_get_func (self, row->boxes[i].node)];
          int gap = right - left > 3 ? 1 : 0;

          pixel = to_pixel (ful_box_chart_get_color (self, row->boxes[i].node)->fill, dimmed);
          for (int x = left; x < right - gap; x++)
            pixels[x] = pixel;
          done = right;
        }

      i = self->column_edges ? skip_to_edge (row, i + 1, self->column_edges[done])
                             : skip_to (row, i + 1, self->view_start + done / scale);
    }

  bytes = g_bytes_new_take (pixels, (gsize) width * sizeof *pixels);

  strip->texture = gdk_memory_texture_new (width, 1, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes,
                                           (gsize) width * sizeof *pixels);

  return strip;
}

static gboolean
draw_again_cb (gpointer user_data)
{
  FulBoxChart *self = user_data;

  self->draw_again_id = 0;
  gtk_widget_queue_draw (GTK_WIDGET (self));

  return G_SOURCE_REMOVE;
}

/* Makes ready for a frame of @width device px. */
void
ful_box_chart_prepare_strips (FulBoxChart *self,
                              int          width)
{
  if (width != self->strip_width)
    ful_box_chart_drop_strips (self);
  self->strip_width = width;
  if ((self->flags & FUL_BOX_CHART_OVER_TIME) && !self->column_edges)
    self->column_edges = find_column_edges (self, width);
}

/**
 * ful_box_chart_get_strip:
 * @deadline: monotonic time
 *
 * After @deadline a row is as it was in an earlier view, to be stretched, if it was ever seen; the
 * chart is drawn again soon then.
 *
 * Returns: (transfer none): how the row looks
 */
const FulBoxStrip *
ful_box_chart_get_strip (FulBoxChart *self,
                         guint        row,
                         gint64       deadline)
{
  FulBoxStrip *strip = g_ptr_array_index (self->strips, row);

  if (strip && strip->view_start == self->view_start && strip->view_end == self->view_end)
    return strip;

  if (strip && g_get_monotonic_time () >= deadline)
    {
      if (self->draw_again_id == 0)
        self->draw_again_id = g_idle_add (draw_again_cb, self);
      return strip;
    }

  free_strip (strip);
  strip = g_ptr_array_index (self->strips, row) = fill_strip (self, row, self->strip_width);

  return strip;
}
