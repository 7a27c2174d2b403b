/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Boxes and lines over each other, with soft edges. A line graph costs columns. */

#include "config.h"

#include "ful-canvas.h"

#include <math.h>

/**
 * ful_canvas_init:
 *
 * Creates an empty picture.
 */
void
ful_canvas_init (FulCanvas *self,
                 guint      width,
                 guint      height)
{
  *self = (FulCanvas) { width, height, g_new0 (guint32, (gsize) width * height) };
}

/**
 * ful_canvas_finish:
 *
 * Returns: (transfer full): the picture
 */
FulGraphPixels *
ful_canvas_finish (FulCanvas *self)
{
  return ful_graph_pixels_new_take (self->width, self->height, g_steal_pointer (&self->pixels));
}

static inline void
blend (guint32 *pixel,
       guint32  rgb,
       double   alpha)
{
  guint32 old = *pixel;
  double keep = 1 - alpha;
  guint a = (guint) ((old >> 24) * keep + 255 * alpha + 0.5);
  guint r = (guint) ((old >> 16 & 0xff) * keep + (rgb >> 16 & 0xff) * alpha + 0.5);
  guint g = (guint) ((old >> 8 & 0xff) * keep + (rgb >> 8 & 0xff) * alpha + 0.5);
  guint b = (guint) ((old & 0xff) * keep + (rgb & 0xff) * alpha + 0.5);

  a = MIN (a, 255);
  *pixel = a << 24 | MIN (r, a) << 16 | MIN (g, a) << 8 | MIN (b, a);
}

/* The part of pixel @i between @from and @to. */
static inline double
coverage (guint  i,
          double from,
          double to)
{
  return CLAMP (MIN (to, i + 1.0) - MAX (from, i), 0, 1);
}

/**
 * ful_canvas_fill:
 * @left: px from the left; a box may reach beyond the picture
 * @top: px from the top
 * @right: px; greater than @left, or nothing is painted
 * @bottom: px; greater than @top, or nothing is painted
 * @rgb: 0xRRGGBB
 * @alpha: 0 to 1
 *
 * Paints a box.
 */
void
ful_canvas_fill (FulCanvas *self,
                 double     left,
                 double     top,
                 double     right,
                 double     bottom,
                 guint32    rgb,
                 double     alpha)
{
  /* NaN paints nothing. */
  if (!(left < right) || !(top < bottom))
    return;

  left = CLAMP (left, 0, self->width);
  top = CLAMP (top, 0, self->height);
  right = MIN (right, self->width);
  bottom = MIN (bottom, self->height);
  for (guint y = (guint) top; y < self->height && y < bottom; y++)
    for (guint x = (guint) left; x < self->width && x < right; x++)
      blend (&self->pixels[(gsize) y * self->width + x], rgb,
             alpha * coverage (x, left, right) * coverage (y, top, bottom));
}

/**
 * ful_canvas_line_graph:
 * @graph: as wide as the picture
 * @rgb: 0xRRGGBB
 * @line_width: px
 * @line_alpha: 0 to 1, of the line
 * @fill_alpha: 0 to 1, below it
 *
 * Paints a line that has its lowest place just inside the bottom and its highest
 * just inside the top.
 */
void
ful_canvas_line_graph (FulCanvas          *self,
                       const FulLineGraph *graph,
                       guint32             rgb,
                       double              line_width,
                       double              line_alpha,
                       double              fill_alpha)
{
  double inner = self->height - line_width;

  for (guint x = 0; x < MIN (graph->width, self->width); x++)
    {
      double top, bottom;

      if (isnan (graph->low[x]))
        continue;

      top = inner - inner * graph->high[x];
      bottom = inner - inner * graph->low[x] + line_width;
      ful_canvas_fill (self, x, top, x + 1, bottom, rgb, line_alpha);
      ful_canvas_fill (self, x, bottom, x + 1, self->height, rgb, fill_alpha);
    }
}
