/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "model/ful-profile.h"
#include "threads/ful-time-range.h"
#include "tracks/ful-track-graph.h"

G_BEGIN_DECLS

/**
 * FulGraphPixels:
 * @width: in pixels
 * @height: in pixels, of graph and strip together
 * @bytes: 0xAARRGGBB, 32 bits a pixel in the byte order of the machine; not premultiplied, since GTK 4.8
 *   converts premultiplied ones through floats each time that they are drawn
 *
 * A picture of a thread's activity.
 */
typedef struct
{
  guint   width;
  guint   height;
  GBytes *bytes;
} FulGraphPixels;

FulGraphPixels *ful_graph_pixels_new_take (guint                width,
                                           guint                height,
                                           guint32             *premultiplied);
FulGraphPixels *ful_graph_pixels_new  (FulProfile          *profile,
                                       FulThread           *thread,
                                       const FulTrackGraph *graph,
                                       const guint8        *states,
                                       FulColorScheme       scheme,
                                       guint                graph_height,
                                       guint                strip_height,
                                       guint                line_width);
void            ful_graph_pixels_hatch_losses (FulThread           *thread,
                                               FulTimeRange         range,
                                               FulColorScheme       scheme,
                                               guint32             *pixels,
                                               guint                width,
                                               guint                height);
void            ful_graph_pixels_free (FulGraphPixels      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulGraphPixels, ful_graph_pixels_free)

G_END_DECLS
