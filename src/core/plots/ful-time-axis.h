/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/**
 * FulTimeAxis:
 * @left: px of a widget where @window starts
 * @width: width of @window in px; greater than 0
 * @window: the visible range, relative ms
 *
 * Maps times to positions in a widget.
 */
typedef struct
{
  double       left;
  double       width;
  FulTimeRange window;
} FulTimeAxis;

static inline double
ful_time_axis_to_px (const FulTimeAxis *self,
                     double             time)
{
  return self->left + (time - self->window.start) / (self->window.end - self->window.start) * self->width;
}

/* The time at a place, or the nearest one that is seen. */
static inline double
ful_time_axis_to_time (const FulTimeAxis *self,
                       double             px)
{
  return self->window.start + CLAMP ((px - self->left) / self->width, 0, 1) * (self->window.end - self->window.start);
}

G_END_DECLS
