/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "derive/ful-track-graph.h"

G_BEGIN_DECLS

/**
 * FulGraphPixels:
 * @width: in pixels
 * @height: in pixels, of graph and strip together
 * @stride: bytes of a row
 * @bytes: premultiplied BGRA, 32 bits a pixel in the byte order of the machine
 *
 * A picture of a thread's activity.
 */
typedef struct
{
  guint   width;
  guint   height;
  gsize   stride;
  GBytes *bytes;
} FulGraphPixels;

FulGraphPixels *ful_graph_pixels_new  (FulProfile          *profile,
                                       FulThread           *thread,
                                       const FulTrackGraph *graph,
                                       const guint8        *states,
                                       FulColorScheme       scheme,
                                       guint                graph_height,
                                       guint                strip_height);
void            ful_graph_pixels_free (FulGraphPixels      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulGraphPixels, ful_graph_pixels_free)

G_END_DECLS
