/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document.h"

#include "plots/ful-time-axis.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* The part of the ranges that a drag changes. */
typedef enum
{
  FUL_RANGE_DRAG_NONE,
  FUL_RANGE_DRAG_NEW,     /* a range from where it was pressed */
  FUL_RANGE_DRAG_START,   /* the start of the preview range */
  FUL_RANGE_DRAG_END,
  FUL_RANGE_DRAG_MOVE,    /* the preview range */
  FUL_RANGE_DRAG_PAN,     /* the window */
} FulRangeDragKind;

/**
 * FulRangeDrag:
 * @kind: the part it changes; %FUL_RANGE_DRAG_NONE if there is no drag
 * @moved: whether the press became a drag
 * @before: the preview range, or the window, when it began
 * @at: the time that was pressed
 *
 * A drag over the tracks, or over a chart that shares their axis.
 */
typedef struct
{
  FulRangeDragKind kind;
  gboolean         moved;
  FulTimeRange     before;
  double           at;
} FulRangeDrag;

FulRangeDragKind ful_range_drag_find   (FulDocument       *document,
                                        const FulTimeAxis *axis,
                                        double             x,
                                        gboolean           on_grip);
void             ful_range_drag_begin  (FulRangeDrag      *self,
                                        FulDocument       *document,
                                        const FulTimeAxis *axis,
                                        FulRangeDragKind   kind,
                                        double             x);
gboolean         ful_range_drag_update (FulRangeDrag      *self,
                                        FulDocument       *document,
                                        const FulTimeAxis *axis,
                                        double             x,
                                        double             dx);

G_END_DECLS
