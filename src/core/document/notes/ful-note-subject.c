/* SPDX-License-Identifier: GPL-3.0-or-later */

/* New notes on what is selected, without text. */

#include "config.h"

#include "ful-note-subject.h"

#include "markers/find/ful-marker-context.h"
#include "markers/list/ful-marker-key.h"
#include "model/ful-func-origin.h"
#include "threads/ful-thread-set.h"

#include <glib/gi18n-lib.h>

/**
 * ful_note_new_for_range:
 * @range: relative ms
 *
 * Returns: (transfer full): a note on @range
 */
FulNote *
ful_note_new_for_range (const FulTimeRange *range)
{
  return ful_note_new (&(FulNote) {
    .kind = FUL_NOTE_RANGE, .name = (char *) _("Range"), .marker = FUL_NONE, .range = *range,
  });
}

/**
 * ful_note_new_for_func:
 * @func: a function of @profile
 * @thread: where it was selected
 *
 * Returns: (transfer full): a note on @func, which is found again by its names
 */
FulNote *
ful_note_new_for_func (FulProfile   *profile,
                       FulFuncIndex  func,
                       guint         thread)
{
  g_autofree char *origin = ful_func_get_origin (profile, func);

  return ful_note_new (&(FulNote) {
    .kind = FUL_NOTE_FUNCTION, .name = (char *) ful_profile_get_shown_name (profile, func), .thread = thread,
    .marker = FUL_NONE, .subject = (char *) ful_profile_get_func_name (profile, func), .origin = origin,
  });
}

/**
 * ful_note_new_for_marker:
 * @state: with a selected marker
 * @zero: ms in the profile, where its relative times begin
 * @cancellable: (nullable): of the job that calls this
 *
 * Looks the marker up in the list of the threads of @state, for a worker thread.
 *
 * Returns: (transfer full) (nullable): a note on the selected marker; %NULL if it is not there any more
 */
FulNote *
ful_note_new_for_marker (FulProfile     *profile,
                         FulDeriveCache *cache,
                         FulViewState   *state,
                         double          zero,
                         GCancellable   *cancellable)
{
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (profile, state->options, cache, cancellable, NULL);
  g_autoptr(FulMarkerList) list = threads ? ful_marker_list_derive (threads, cache, cancellable, NULL) : NULL;
  gint32 found = list ? ful_marker_key_find (&state->marker_key, list, state->marker) : FUL_NONE;
  FulMarkerPlace place;
  const char *name;

  if (found == FUL_NONE || !ful_marker_find_place (list, (guint) found, &place, cache, cancellable))
    return NULL;

  name = ful_marker_list_get_name (list, (guint) found);

  return ful_note_new (&(FulNote) {
    .kind = FUL_NOTE_MARKER, .name = (char *) name, .range = { place.start - zero, place.start - zero },
    .thread = place.thread, .marker = (gint32) place.marker, .subject = (char *) name,
  });
}
