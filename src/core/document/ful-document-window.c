/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the committed range that tracks and charts over time show; not in the history. */

#include "config.h"

#include "ful-document-window.h"

#include "ful-document-private.h"
#include "document/view/ful-view-state.h"

/**
 * ful_document_get_window:
 *
 * Returns: the range of tracks and charts over time, relative ms
 */
FulTimeRange
ful_document_get_window (FulDocument *self)
{
  return self->has_zoom ? ful_time_range_shift (self->zoom, -self->root_range.start)
                        : ful_document_get_visible_range (self);
}

/**
 * ful_document_show_window:
 * @start: relative ms
 * @length: ms
 *
 * Sets the zoom to a window of a length, moved into the visible range.
 */
void
ful_document_show_window (FulDocument *self,
                          double       start,
                          double       length)
{
  FulTimeRange visible = ful_document_get_visible_range (self);
  double full = visible.end - visible.start;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (length >= full || !self->profile->has_times)
    {
      ful_document_set_zoom (self, NULL);
      return;
    }

  length = MAX (length, MIN (FUL_SHORTEST_RANGE, full));
  start = CLAMP (start, visible.start, visible.end - length) + self->root_range.start;
  ful_document_set_zoom (self, &(FulTimeRange) { start, MIN (start + length, visible.end + self->root_range.start) });
}

/**
 * ful_document_zoom_about:
 * @at: the time that keeps its place, relative ms
 * @factor: above 1 zooms in
 */
void
ful_document_zoom_about (FulDocument *self,
                         double       at,
                         double       factor)
{
  FulTimeRange window = ful_document_get_window (self);
  double length = MAX ((window.end - window.start) / factor, FUL_SHORTEST_RANGE);

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  at = CLAMP (at, window.start, window.end);
  ful_document_show_window (self, at - (at - window.start) * length / (window.end - window.start), length);
}

/**
 * ful_document_follows_now:
 *
 * Returns: whether the window ends where the profile ends, and moves with it: unless a range is selected
 */
gboolean
ful_document_follows_now (FulDocument *self)
{
  g_return_val_if_fail (FUL_IS_DOCUMENT (self), FALSE);

  return !ful_document_get_options (self)->has_preview &&
         ful_document_get_window (self).end == self->root_range.end - self->root_range.start;
}

/**
 * ful_document_jump_to_now:
 *
 * Lets the window end where the profile ends, without a selection and without committed ranges that end earlier.
 */
void
ful_document_jump_to_now (FulDocument *self)
{
  FulViewState *state;
  FulTimeRange window, visible;
  double end;
  guint n_ranges;
  gboolean is_inner;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  window = ful_document_get_window (self);
  end = self->root_range.end - self->root_range.start;
  state = ful_document_get_view_state (self);
  n_ranges = state->n_ranges;
  while (n_ranges > 0 && state->ranges[n_ranges - 1].end != end)
    n_ranges--;
  is_inner = n_ranges < state->n_ranges;
  if (is_inner || state->options->has_preview)
    ful_document_take_state (self, ful_view_state_pop_ranges (state, n_ranges), FUL_CHANGE_STEP);

  visible = ful_document_get_visible_range (self);
  if (is_inner || window.start <= visible.start)
    ful_document_set_zoom (self, NULL);
  else
    ful_document_show_window (self, end - (window.end - window.start), window.end - window.start);
}
