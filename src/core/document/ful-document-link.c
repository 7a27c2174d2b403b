/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Links of texts: each sets all that its figure depends on, in one step that undo takes back with its panel. */

#include "config.h"

#include "ful-document-link.h"

#include "ful-document-private.h"

#include "markers/list/ful-marker-key.h"

/* Options of the view without what could hide something from it: search, marked range, direction, other transforms. */
static FulViewOptions *
make_options (const FulDocumentLink *link,
              FulViewOptions        *now)
{
  FulViewOptions *options = ful_view_options_copy (now);

  options->implementation = link->implementation;
  options->strategy = link->strategy;
  options->invert = FALSE;
  ful_view_options_set_preview (options, NULL);
  ful_view_options_set_search (options, link->search ? link->search : "", link->search ? FUL_SEARCH_DEFAULT : now->search_flags);
  ful_view_options_set_transforms (options, &link->transform, link->transform ? 1 : 0);

  return options;
}

/* Ranges around the one of the link stay. */
static void
zoom (FulViewState *state,
      FulTimeRange  range,
      FulTimeRange  all)
{
  g_autofree FulTimeRange *ranges = g_new (FulTimeRange, state->n_ranges + 1);
  guint n = 0;

  range.start = CLAMP (range.start, all.start, all.end);
  range.end = CLAMP (range.end, range.start, all.end);
  if (range.end - range.start < FUL_SHORTEST_RANGE)
    return;

  for (; n < state->n_ranges && state->ranges[n].start <= range.start && state->ranges[n].end >= range.end; n++)
    ranges[n] = state->ranges[n];
  if (n == 0 || !ful_time_range_equal (ranges[n - 1], range))
    ranges[n++] = range;
  ful_view_state_set_ranges (state, ranges, n);
}

static void
mark (FulViewState *state,
      FulTimeRange  preview,
      FulTimeRange  all)
{
  g_autoptr(FulViewOptions) options = NULL;
  guint n = state->n_ranges;

  preview.start = CLAMP (preview.start, all.start, all.end);
  preview.end = CLAMP (preview.end, preview.start, all.end);
  if (preview.end - preview.start < FUL_SHORTEST_RANGE)
    return;

  while (n > 0 && !(state->ranges[n - 1].start <= preview.start && state->ranges[n - 1].end >= preview.end))
    n--;
  if (n < state->n_ranges)
    ful_view_state_set_ranges (state, state->ranges, n);
  options = ful_view_options_copy (state->options);
  ful_view_options_set_preview (options, &preview);
  ful_view_state_set_options (state, options);
}

/**
 * ful_document_make_linked_state:
 * @link: where to
 *
 * Returns: (transfer full): the view that a link leads to from the present one. The function is selected as a path of its own,
 *   which no tree but an inverted one has. A range that is shorter than any is ignored.
 */
FulViewState *
ful_document_make_linked_state (FulDocument           *self,
                                const FulDocumentLink *link)
{
  g_autoptr(FulViewState) threads = NULL;
  g_autoptr(FulViewOptions) options = NULL;
  FulViewState *now, *state;
  FulTimeRange all;

  g_return_val_if_fail (FUL_IS_DOCUMENT (self), NULL);

  now = ful_document_get_view_state (self);
  threads = link->n_threads == 0 || ful_view_options_has_threads (now->options, link->threads, link->n_threads)
              ? ful_view_state_ref (now) : ful_view_state_with_threads (now, link->threads, link->n_threads);
  options = make_options (link, threads->options);
  state = ful_view_state_copy (threads);
  ful_view_state_set_options (state, options);
  all = ful_time_range_shift (self->root_range, -self->root_range.start);
  if (link->range && self->profile->has_times)
    zoom (state, *link->range, all);
  if (link->preview && self->profile->has_times)
    mark (state, *link->preview, all);
  if (link->func != FUL_NONE)
    ful_view_state_set_path (state, &link->func, 1);
  else if (!ful_view_options_equal (state->options, threads->options))
    ful_view_state_set_path (state, NULL, 0);
  state->path_is_hot &= link->func == FUL_NONE && state->n_path > 0;
  if (link->marker != FUL_NONE)
    {
      state->marker = link->marker;
      state->marker_key = (FulMarkerKey) { FALSE };
      ful_view_state_set_text (&state->marker_search, "");
      ful_view_state_set_text (&state->network_search, "");
    }
  if (link->marker_search)
    ful_view_state_set_text (&state->marker_search, link->marker_search);
  state->panel = g_intern_string (link->panel);

  return state;
}

/**
 * ful_document_follow:
 * @link: where to
 *
 * Shows what a link leads to. Who follows a link to a function in the call tree selects its node once that is known.
 */
void
ful_document_follow (FulDocument           *self,
                     const FulDocumentLink *link)
{
  ful_document_take_named_state (self, ful_document_make_linked_state (self, link), link->name);
}
