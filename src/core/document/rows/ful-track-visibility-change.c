/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows and hides tracks. A change is made on a copy first: one that would leave no thread to select is
 * refused. Semantics: tracks.md 3.2. */

#include "config.h"

#include "ful-track-visibility-private.h"

#include "stacks/ful-search.h"

#include <string.h>

/* The text that a search matches. */
static gboolean
contains (const char *text,
          const char *term)
{
  g_autofree char *folded = text ? ful_search_fold (text) : NULL;

  return folded && strstr (folded, term);
}

static gboolean
matches_term (FulTrackVisibility *self,
              const FulTrack     *track,
              const char         *term)
{
  FulThread *thread;

  if (contains (track->name, term))
    return TRUE;
  if (ful_track_get_thread (track) == FUL_NONE)
    return contains (ful_track_type_to_string (track->type), term) ||
           (track->counter != FUL_NONE &&
            contains (((FulCounter *) g_ptr_array_index (self->profile->counters, track->counter))->name, term));

  thread = ful_profile_get_thread (self->profile, (guint) track->thread);

  return contains (thread->name, term) || contains (thread->pid, term) || contains (thread->tid, term) ||
         contains (thread->process_type, term) || contains (thread->process_name, term) ||
         contains (thread->etld1, term);
}

/**
 * ful_track_visibility_matches:
 * @search: terms with commas between them
 *
 * Returns: whether one of them matches the name, process or ID of the track; TRUE without a term
 */
gboolean
ful_track_visibility_matches (FulTrackVisibility *self,
                              guint               track,
                              const char         *search)
{
  g_auto(GStrv) terms = g_strsplit (search, ",", -1);
  gboolean has_term = FALSE;

  g_return_val_if_fail (track < self->tracks->len, FALSE);

  for (guint i = 0; terms[i]; i++)
    {
      g_autofree char *term = ful_search_fold (g_strstrip (terms[i]));

      if (!*term)
        continue;
      has_term = TRUE;
      if (matches_term (self, g_ptr_array_index (self->tracks, track), term))
        return TRUE;
    }

  return !has_term;
}

/**
 * ful_track_visibility_show_matching:
 * @search: see ful_track_visibility_matches()
 *
 * Shows the tracks that match, and their processes; with a process all that is
 * in it.
 */
void
ful_track_visibility_show_matching (FulTrackVisibility *self,
                                    const char         *search)
{
  for (guint i = 0; i < self->tracks->len; i++)
    if (ful_track_visibility_matches (self, i, search))
      {
        self->hidden[i] = self->hidden[self->process[i]] = FALSE;
        for (guint k = i + 1; k < self->tracks->len && self->process[k] == i; k++)
          self->hidden[k] &= ((FulTrack *) g_ptr_array_index (self->tracks, k))->is_extra;
      }
  g_signal_emit_by_name (self, "changed");
}

/* A process without a main thread is not shown for nothing. */
static void
hide_empty_processes (FulTrackVisibility *self,
                      guint8             *hidden)
{
  gboolean empty = TRUE;

  for (guint i = self->tracks->len; i > 0; i--)
    {
      const FulTrack *track = g_ptr_array_index (self->tracks, i - 1);

      if (self->process[i - 1] != i - 1)
        {
          empty &= hidden[i - 1];
          continue;
        }

      if (empty && track->type == FUL_TRACK_PROCESS && track->thread == FUL_NONE)
        hidden[i - 1] = TRUE;
      empty = TRUE;
    }
}

static gboolean
shows_thread (FulTrackVisibility *self,
              const guint8       *hidden)
{
  for (guint i = 0; i < self->tracks->len; i++)
    if (ful_track_visibility_would_show (self, hidden, i) && ful_track_get_thread (ful_track_visibility_get_track (self, i)) != FUL_NONE)
      return TRUE;

  return FALSE;
}

/* Returns: (transfer full) (nullable): what would be hidden after a change; %NULL if it changes nothing or is refused */
static guint8 *
try_change (FulTrackVisibility *self,
            FulTrackChange      change,
            guint               track)
{
  guint n = self->tracks->len;
  const FulTrack *what = g_ptr_array_index (self->tracks, track);
  g_autofree guint8 *hidden = g_memdup2 (self->hidden, n + 1);
  gboolean differs = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const FulTrack *at = g_ptr_array_index (self->tracks, i);
      gboolean is_process = self->process[i] == i;
      gboolean same_process = self->process[i] == self->process[track];
      gboolean same_type = at->type == what->type;

      switch (change)
        {
        case FUL_TRACK_CHANGE_SHOW:
          hidden[i] &= i != track && i != self->process[track];
          break;
        case FUL_TRACK_CHANGE_SHOW_PROCESS:
          hidden[i] &= !same_process || at->is_extra;
          break;
        case FUL_TRACK_CHANGE_HIDE_TYPE:
          hidden[i] |= same_type;
          break;
        case FUL_TRACK_CHANGE_HIDE:
          hidden[i] |= i == track;
          break;
        case FUL_TRACK_CHANGE_ONLY_PROCESS:
          hidden[i] = is_process ? !same_process : hidden[i];
          break;
        case FUL_TRACK_CHANGE_ISOLATE:
          if (what->type == FUL_TRACK_SCREENSHOTS)
            hidden[i] |= same_type && i != track;
          else
            hidden[i] = is_process ? !same_process : same_process ? i != track : hidden[i];
          break;
        case FUL_TRACK_CHANGE_HIDE_IDLE:
          hidden[i] |= at->hidden;
          break;
        case FUL_TRACK_CHANGE_SHOW_ALL:
        default:
          hidden[i] &= at->is_extra;
          break;
        }
    }
  if (change != FUL_TRACK_CHANGE_SHOW)
    hide_empty_processes (self, hidden);

  for (guint i = 0; i < n; i++)
    differs |= ful_track_visibility_would_show (self, hidden, i) != ful_track_visibility_is_shown (self, i);

  return differs && shows_thread (self, hidden) ? g_steal_pointer (&hidden) : NULL;
}

/**
 * ful_track_visibility_can_change:
 * @change: what to do
 * @track: with which track; any if @change is not about one
 *
 * Returns: whether that changes anything and leaves a thread
 */
gboolean
ful_track_visibility_can_change (FulTrackVisibility *self,
                                 FulTrackChange      change,
                                 guint               track)
{
  g_autofree guint8 *hidden = try_change (self, change, track);

  return hidden != NULL;
}

/**
 * ful_track_visibility_change:
 * @change: what to do
 * @track: with which track; any if @change is not about one
 *
 * Does it, unless it would leave no thread.
 */
void
ful_track_visibility_change (FulTrackVisibility *self,
                             FulTrackChange      change,
                             guint               track)
{
  guint8 *hidden;

  g_return_if_fail (track < self->tracks->len);

  hidden = try_change (self, change, track);
  if (!hidden)
    return;

  g_free (self->shown_before);
  self->shown_before = self->hidden;
  self->hidden = hidden;
  g_signal_emit_by_name (self, "changed");
}

/**
 * ful_track_visibility_take_back:
 *
 * Shows the tracks that were shown before the last ful_track_visibility_change(), once.
 *
 * Returns: %FALSE if there was none, or other tracks have come since then
 */
gboolean
ful_track_visibility_take_back (FulTrackVisibility *self)
{
  g_return_val_if_fail (FUL_IS_TRACK_VISIBILITY (self), FALSE);

  if (self->shown_before == NULL)
    return FALSE;

  g_free (self->hidden);
  self->hidden = g_steal_pointer (&self->shown_before);
  g_signal_emit_by_name (self, "changed");

  return TRUE;
}

/**
 * ful_track_visibility_apply:
 * @layout: which tracks are shown, in which order
 *
 * Invalid parts are shown as initially (tracks.md 2.3 and 3).
 */
void
ful_track_visibility_apply (FulTrackVisibility   *self,
                            const FulTrackLayout *layout)
{
  g_autofree guint8 *hidden = NULL;

  g_return_if_fail (FUL_IS_TRACK_VISIBILITY (self));

  hidden = g_new0 (guint8, self->tracks->len + 1);
  ful_track_layout_apply (layout, self->tracks, self->process, self->order, hidden);
  hide_empty_processes (self, hidden);
  if (shows_thread (self, hidden))
    {
      g_clear_pointer (&self->shown_before, g_free);
      g_free (self->hidden);
      self->hidden = g_steal_pointer (&hidden);
    }
  g_signal_emit_by_name (self, "changed");
}
