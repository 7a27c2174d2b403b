/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything here is O(1): a step sets the preview range or the window of the
 * document. Semantics: tracks.md 11. */

#include "config.h"

#include "ful-range-drag.h"

#include "ful-document-window.h"

#include <math.h>

/* px */
#define THRESHOLD 3
#define EDGE_REACH 8

/**
 * ful_range_drag_find:
 * @x: px
 * @on_grip: whether a press inside of the preview range moves that
 *
 * Returns: the part that a drag from @x changes
 */
FulRangeDragKind
ful_range_drag_find (FulDocument       *document,
                     const FulTimeAxis *axis,
                     double             x,
                     gboolean           on_grip)
{
  FulViewOptions *options = ful_document_get_options (document);
  double start, end;

  if (!options->has_preview)
    return FUL_RANGE_DRAG_NEW;

  start = ful_time_axis_to_px (axis, options->preview.start);
  end = ful_time_axis_to_px (axis, options->preview.end);
  if (MIN (fabs (x - start), fabs (x - end)) <= EDGE_REACH)
    return fabs (x - start) < fabs (x - end) ? FUL_RANGE_DRAG_START : FUL_RANGE_DRAG_END;

  return on_grip && x > start && x < end ? FUL_RANGE_DRAG_MOVE : FUL_RANGE_DRAG_NEW;
}

/**
 * ful_range_drag_begin:
 * @kind: the part to change
 * @x: px where it was pressed
 */
void
ful_range_drag_begin (FulRangeDrag      *self,
                      FulDocument       *document,
                      const FulTimeAxis *axis,
                      FulRangeDragKind   kind,
                      double             x)
{
  *self = (FulRangeDrag) {
    .kind = kind,
    .before = kind == FUL_RANGE_DRAG_PAN ? axis->window : ful_document_get_options (document)->preview,
    .at = ful_time_axis_to_time (axis, x),
  };
}

/**
 * ful_range_drag_update:
 * @x: px where it is now
 * @dx: px from where it was pressed
 *
 * Returns: whether it is a drag by now, not only a press
 */
gboolean
ful_range_drag_update (FulRangeDrag      *self,
                       FulDocument       *document,
                       const FulTimeAxis *axis,
                       double             x,
                       double             dx)
{
  FulTimeRange visible = ful_document_get_visible_range (document);
  double length = self->before.end - self->before.start;
  double delta = dx / axis->width * (axis->window.end - axis->window.start);
  double from = self->at, to = ful_time_axis_to_time (axis, x);

  if (self->kind == FUL_RANGE_DRAG_NONE || (!self->moved && fabs (dx) < THRESHOLD))
    return FALSE;

  self->moved = TRUE;
  switch (self->kind)
    {
    case FUL_RANGE_DRAG_PAN:
      ful_document_show_window (document, self->before.start - delta, length);
      return TRUE;
    case FUL_RANGE_DRAG_MOVE:
      from = CLAMP (self->before.start + delta, visible.start, visible.end - length);
      to = from + length;
      break;
    case FUL_RANGE_DRAG_START:
      from = self->before.end;
      break;
    case FUL_RANGE_DRAG_END:
      from = self->before.start;
      break;
    case FUL_RANGE_DRAG_NEW:
    case FUL_RANGE_DRAG_NONE:
    default:
      break;
    }
  ful_document_set_preview (document, &(FulTimeRange) { MIN (from, to), MAX (from, to) });

  return TRUE;
}
