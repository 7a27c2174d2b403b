/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes of a document by the panels of markers. */

#include "config.h"

#include "ful-document-markers.h"

#include "ful-document-private.h"
#include "document/view/ful-view-state.h"

#include "markers/list/ful-marker-key.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

/**
 * ful_document_set_marker_text:
 * @text: a search in the syntax of markers.md 5, or an order, see ful_marker_sort_parse()
 *
 * Sets what panels of markers show.
 */
void
ful_document_set_marker_text (FulDocument   *self,
                              FulMarkerText  which,
                              const char    *text)
{
  g_autoptr(FulViewState) state = NULL;
  const char **member;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  state = ful_view_state_copy (ful_document_get_view_state (self));
  member = which == FUL_MARKER_TEXT_SEARCH ? &state->marker_search :
           which == FUL_MARKER_TEXT_NETWORK_SEARCH ? &state->network_search : &state->marker_sort;
  if (g_str_equal (*member, text))
    return;

  ful_view_state_set_text (member, text);
  ful_document_take_state (self, g_steal_pointer (&state),
                           which == FUL_MARKER_TEXT_SORT ? FUL_CHANGE_STEP : FUL_CHANGE_MARKER_SEARCH);
}

/**
 * ful_document_set_marker_columns:
 * @keys: (array zero-terminated=1): keys of fields
 *
 * Sets which fields have a column in the table of markers.
 */
void
ful_document_set_marker_columns (FulDocument        *self,
                                 const char * const *keys)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (g_strv_equal (ful_document_get_view_state (self)->marker_columns, keys))
    return;

  state = ful_view_state_copy (ful_document_get_view_state (self));
  ful_view_state_set_marker_columns (state, keys);
  ful_document_take_state (self, state, FUL_CHANGE_STEP);
}

/**
 * ful_document_select_marker:
 * @marker: a marker of the selected threads, or %FUL_NONE
 * @key: (nullable): what it is in other snapshots, if that is known
 *
 * No step in the history.
 */
void
ful_document_select_marker (FulDocument        *self,
                            gint32              marker,
                            const FulMarkerKey *key)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  if (marker == ful_document_get_view_state (self)->marker)
    return;

  state = ful_view_state_copy (ful_document_get_view_state (self));
  state->marker = marker;
  state->marker_key = key ? *key : (FulMarkerKey) { FALSE };
  ful_document_amend_state (self, state);
}

static gboolean
is_in (FulTimeRange range,
       double       time)
{
  return range.start <= time && time <= range.end;
}

/**
 * ful_document_go_to_marker:
 * @thread: a thread
 * @marker: a marker of this thread alone
 * @start: its start, absolute ms
 *
 * Selects both; removes ranges that do not contain the marker.
 */
void
ful_document_go_to_marker (FulDocument *self,
                           guint        thread,
                           gint32       marker,
                           double       start)
{
  g_autoptr(FulViewState) state = NULL;
  FulViewState *out;
  const FulViewState *now;
  double time;
  guint n_ranges;

  g_return_if_fail (FUL_IS_DOCUMENT (self));

  now = ful_document_get_view_state (self);
  time = start - ful_document_get_root_range (self).start;
  n_ranges = now->n_ranges;
  state = ful_view_options_has_threads (now->options, &thread, 1)
            ? ful_view_state_ref (ful_document_get_view_state (self))
            : ful_view_state_with_threads (ful_document_get_view_state (self), &thread, 1);
  while (n_ranges > 0 && !is_in (now->ranges[n_ranges - 1], time))
    n_ranges--;
  if (n_ranges < now->n_ranges || (now->options->has_preview && !is_in (now->options->preview, time)))
    out = ful_view_state_pop_ranges (state, n_ranges);
  else
    out = ful_view_state_copy (state);
  out->marker = marker;
  out->marker_key = (FulMarkerKey) { FALSE };
  ful_document_take_state (self, out, FUL_CHANGE_STEP);
}
