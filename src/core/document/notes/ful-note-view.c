/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a note shows: the view that it was made in, with its range marked. A note without a view, or with one that the
 * profile has not, shows its subject in the view that is there. */

#include "config.h"

#include "ful-note-view.h"

#include "document/view/ful-view-text.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"

/* The part of @range that the view has; none if that is all of it. */
static void
mark_range (FulViewState       *state,
            FulTimeRange        range,
            const FulTimeRange *all)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (state->options);
  const FulTimeRange *visible = options->has_range ? &options->range : all;

  range.start = CLAMP (range.start, visible->start, visible->end);
  range.end = CLAMP (range.end, visible->start, visible->end);
  ful_view_options_set_preview (options, range.start < range.end && !ful_time_range_equal (range, *visible) ? &range : NULL);
  ful_view_state_set_options (state, options);
}

/* Returns: (transfer full) (nullable): the view of @base with another thread; %NULL if there is no such thread */
static FulViewState *
show_thread (FulViewState *base,
             FulProfile   *profile,
             guint         thread)
{
  g_autoptr(FulViewState) state = NULL;

  if (thread >= profile->threads->len)
    return NULL;
  if (ful_view_options_has_threads (base->options, &thread, 1))
    return ful_view_state_copy (base);

  state = ful_view_state_with_threads (base, &thread, 1);

  return ful_view_state_copy (state);
}

/* Ranges that do not have the marker are left. */
static void
show_marker (FulViewState  *state,
             const FulNote *note)
{
  guint n = state->n_ranges;

  while (n > 0 && !(state->ranges[n - 1].start <= note->range.start && note->range.start <= state->ranges[n - 1].end))
    n--;
  if (n < state->n_ranges)
    ful_view_state_set_ranges (state, state->ranges, n);
  state->panel = g_intern_string (FUL_PANEL_MARKER_TABLE);
  state->marker = note->marker;
  state->marker_key = (FulMarkerKey) { FALSE };
  ful_view_state_set_text (&state->marker_search, "");
}

/* Returns: (transfer full) (nullable): @base with the subject, if the profile has it */
static FulViewState *
show_subject (const FulNote      *self,
              FulProfile         *profile,
              const FulTimeRange *all,
              FulViewState       *base)
{
  FulViewState *state;
  FulFuncIndex func;

  switch (self->kind)
    {
    case FUL_NOTE_MARKER:
      state = show_thread (base, profile, self->thread);
      if (state)
        show_marker (state, self);
      return state;
    case FUL_NOTE_FUNCTION:
      func = ful_note_find_func (self, profile);
      state = func != FUL_NONE ? show_thread (base, profile, self->thread) : NULL;
      if (state)
        {
          state->panel = g_intern_string (FUL_PANEL_CALL_TREE);
          ful_view_state_set_path (state, &func, 1);
          state->path_is_hot = FALSE;
        }
      return state;
    case FUL_NOTE_RANGE:
    default:
      state = ful_view_state_copy (base);
      ful_view_state_set_ranges (state, NULL, 0);
      if (profile->has_times)
        mark_range (state, self->range, all);
      return state;
    }
}

/**
 * ful_note_make_view:
 * @all: the whole time of the profile, relative ms
 * @base: the view that there is; used only if the note has none, or none that @profile has
 * @out_is_whole: (out): whether @profile has all that the note names, but for call nodes: a view may have a path that no
 *   tree has, for a note on a function one of this function alone
 *
 * O(functions) at most.
 *
 * Returns: (transfer full): the view of the note
 */
FulViewState *
ful_note_make_view (const FulNote      *self,
                    FulProfile         *profile,
                    const FulTimeRange *all,
                    FulViewState       *base,
                    gboolean           *out_is_whole)
{
  guint n_missing = 0;
  FulViewState *state = self->view ? ful_view_state_new_nearest (self->view, profile, &n_missing, NULL) : NULL;

  if (state && state->panel == NULL)
    state->panel = base->panel;
  if (state && self->kind == FUL_NOTE_RANGE && profile->has_times)
    mark_range (state, self->range, all);
  *out_is_whole = n_missing == 0 && (state || self->view == NULL);
  if (state == NULL)
    state = show_subject (self, profile, all, base);
  if (state)
    return state;

  *out_is_whole = FALSE;

  return ful_view_state_ref (base);
}
