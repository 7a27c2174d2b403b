/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-graph-pixels.h"

#include "tracks/ful-line-graph.h"

G_BEGIN_DECLS

/**
 * FulCanvas:
 * @width: in pixels
 * @height: in pixels
 * @pixels: premultiplied, 0xAARRGGBB
 *
 * A picture while it is painted.
 */
typedef struct
{
  guint    width;
  guint    height;
  guint32 *pixels;
} FulCanvas;

void            ful_canvas_init       (FulCanvas          *self,
                                       guint               width,
                                       guint               height);
FulGraphPixels *ful_canvas_finish     (FulCanvas          *self);
void            ful_canvas_fill       (FulCanvas          *self,
                                       double              left,
                                       double              top,
                                       double              right,
                                       double              bottom,
                                       guint32             rgb,
                                       double              alpha);
void            ful_canvas_line_graph (FulCanvas          *self,
                                       const FulLineGraph *graph,
                                       guint32             rgb,
                                       double              line_width,
                                       double              line_alpha,
                                       double              fill_alpha);

G_END_DECLS
