/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A polyline that is reduced to the least and the greatest value of each pixel
 * column while it is drawn. O(points + columns). */

#include "config.h"

#include "ful-line-graph.h"

#include <math.h>

/**
 * ful_line_graph_new:
 * @width: number of columns, at least 1
 *
 * Returns: (transfer full): a graph without a line
 */
FulLineGraph *
ful_line_graph_new (guint width)
{
  FulLineGraph *self = g_new0 (FulLineGraph, 1);

  self->width = width;
  self->low = g_new (float, width);
  self->high = g_new (float, width);
  for (guint i = 0; i < width; i++)
    self->low[i] = self->high[i] = NAN;
  self->x = NAN;

  return self;
}

void
ful_line_graph_free (FulLineGraph *self)
{
  g_free (self->low);
  g_free (self->high);
  g_free (self);
}

static inline void
cover (FulLineGraph *self,
       guint         column,
       double        y)
{
  if (!(self->low[column] <= y))
    self->low[column] = (float) y;
  if (!(self->high[column] >= y))
    self->high[column] = (float) y;
}

/**
 * ful_line_graph_move_to:
 * @x: in columns
 * @y: share of the height, 0 at the bottom
 *
 * Begins a line.
 */
void
ful_line_graph_move_to (FulLineGraph *self,
                        double        x,
                        double        y)
{
  self->x = x;
  self->y = y;
}

/**
 * ful_line_graph_line_to:
 * @x: in columns, not less than that of the point before
 * @y: share of the height
 *
 * Draws a straight line from the point before; without one, begins a line.
 */
void
ful_line_graph_line_to (FulLineGraph *self,
                        double        x,
                        double        y)
{
  double from_x = self->x, from_y = self->y;
  double slope, begin, end;

  ful_line_graph_move_to (self, x, y);
  if (isnan (from_x) || x < 0 || from_x >= self->width)
    return;

  slope = x > from_x ? (y - from_y) / (x - from_x) : 0;
  begin = MAX (from_x, 0);
  end = MIN (x, self->width);

  for (guint column = (guint) begin; column < self->width && column <= end; column++)
    {
      double left = MAX (begin, column), right = MIN (end, column + 1.0);

      if (left > right)
        break;
      cover (self, column, x > from_x ? from_y + slope * (left - from_x) : from_y);
      cover (self, column, x > from_x ? from_y + slope * (right - from_x) : y);
    }
}
