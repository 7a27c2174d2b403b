/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which tracks are shown and folded, and their order. Semantics: tracks.md 3.2. */

#include "config.h"

#include "ful-track-visibility-private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (FulTrackVisibility, ful_track_visibility, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
clear (FulTrackVisibility *self)
{
  g_clear_object (&self->profile);
  g_clear_pointer (&self->list, ful_track_list_unref);
  g_clear_pointer (&self->order, g_free);
  g_clear_pointer (&self->tracks, g_ptr_array_unref);
  g_clear_pointer (&self->process, g_free);
  g_clear_pointer (&self->hidden, g_free);
  g_clear_pointer (&self->kept, g_free);
  g_clear_pointer (&self->shown_before, g_free);
  g_clear_pointer (&self->folded, g_free);
}

static void
ful_track_visibility_finalize (GObject *object)
{
  clear (FUL_TRACK_VISIBILITY (object));

  G_OBJECT_CLASS (ful_track_visibility_parent_class)->finalize (object);
}

static void
ful_track_visibility_class_init (FulTrackVisibilityClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_track_visibility_finalize;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_track_visibility_init (FulTrackVisibility *self)
{
}

/* All as initially. */
static void
fill (FulTrackVisibility *self,
      FulProfile         *profile,
      FulTrackList       *list)
{
  self->profile = g_object_ref (profile);
  self->list = ful_track_list_ref (list);
  self->tracks = g_ptr_array_new ();
  for (guint i = 0; i < list->tracks->len; i++)
    {
      FulTrack *track = g_ptr_array_index (list->tracks, i);

      g_ptr_array_add (self->tracks, track);
      for (guint k = 0; track->locals && k < track->locals->len; k++)
        g_ptr_array_add (self->tracks, g_ptr_array_index (track->locals, k));
    }

  self->order = g_new (guint, self->tracks->len + 1);
  self->process = g_new (guint, self->tracks->len + 1);
  self->hidden = g_new0 (guint8, self->tracks->len + 1);
  self->kept = g_new0 (guint8, self->tracks->len + 1);
  self->folded = g_new0 (guint8, self->tracks->len + 1);
  for (guint i = 0, process = 0; i < self->tracks->len; i++)
    {
      const FulTrack *track = g_ptr_array_index (self->tracks, i);

      if (ful_track_is_global (track))
        process = i;
      self->order[i] = i;
      self->process[i] = process;
      self->hidden[i] = track->hidden;
    }
}

/**
 * ful_track_visibility_new:
 * @profile: a profile
 * @list: its tracks
 *
 * Returns: (transfer full): the tracks as shown initially, nothing folded
 */
FulTrackVisibility *
ful_track_visibility_new (FulProfile   *profile,
                          FulTrackList *list)
{
  FulTrackVisibility *self = g_object_new (FUL_TYPE_TRACK_VISIBILITY, NULL);

  fill (self, profile, list);

  return self;
}

static guint
find_in (GPtrArray      *tracks,
         const FulTrack *track,
         guint           guess)
{
  for (guint k = 0; k < tracks->len; k++)
    {
      guint i = (guess + k) % tracks->len;

      if (ful_track_is_same (g_ptr_array_index (tracks, i), track))
        return i;
    }

  return G_MAXUINT;
}

/**
 * ful_track_visibility_find:
 * @track: a track of a list of any snapshot
 * @guess: where it may be
 *
 * Returns: the number of the same track, or %G_MAXUINT
 */
guint
ful_track_visibility_find (FulTrackVisibility *self,
                           const FulTrack     *track,
                           guint               guess)
{
  return find_in (self->tracks, track, guess);
}

/* Where a new track comes among the first @n in the order: after the one before it in the list, and what belongs to that. */
static guint
find_place (FulTrackVisibility *self,
            guint               track,
            guint               n)
{
  guint before = track - 1, place = 0;

  g_assert (track < self->tracks->len && n <= self->tracks->len);

  if (track == 0)
    return 0;
  if (self->process[track] == track)
    before = self->process[before];
  while (self->order[place++] != before)
    ;
  if (self->process[track] == track)
    while (place < n && self->process[self->order[place]] == before)
      place++;

  return place;
}

static gboolean
is_selected (FulTrackVisibility *self,
             guint               track,
             FulViewOptions     *options)
{
  gint32 thread = ful_track_get_thread (g_ptr_array_index (self->tracks, track));

  for (guint i = 0; i < options->n_threads; i++)
    if ((gint32) options->threads[i] == thread)
      return TRUE;

  return FALSE;
}

/**
 * ful_track_visibility_extend:
 * @profile: a later snapshot of the profile
 * @list: its tracks
 * @options: of the view, which has the threads that somebody selected
 *
 * Order and folding stay, and what was hidden or shown. A track that was hidden because it was idle is shown once it is
 * not; one that was shown while its file was being read is hidden at the end if it is idle among all threads, unless
 * somebody changed it or selected its thread. No "changed" is emitted: what shows the tracks has to follow at once.
 */
void
ful_track_visibility_extend (FulTrackVisibility *self,
                             FulProfile         *profile,
                             FulTrackList       *list,
                             FulViewOptions     *options)
{
  FulTrackVisibility old = *self;
  gboolean is_whole_file = profile->format && old.profile->grows && !profile->grows;
  g_autofree guint *new_of_old = g_new (guint, old.tracks->len + 1);
  guint n = 0;

  self->profile = NULL;
  self->shown_before = NULL;
  fill (self, profile, list);
  for (guint i = 0; i < old.tracks->len; i++)
    new_of_old[i] = G_MAXUINT;
  for (guint i = 0, found = 0; i < self->tracks->len; i++)
    {
      const FulTrack *track = g_ptr_array_index (self->tracks, i);
      guint at = find_in (old.tracks, track, found);
      gboolean was_idle;

      self->order[i] = G_MAXUINT;
      if (at == G_MAXUINT)
        continue;
      found = at + 1;
      new_of_old[at] = i;
      self->folded[i] = old.folded[at];
      was_idle = ((FulTrack *) g_ptr_array_index (old.tracks, at))->hidden;
      if (!old.hidden[at] && (!was_idle || old.kept[at]))
        self->kept[i] = self->hidden[i] && (!is_whole_file || is_selected (self, i, options));
      if (self->kept[i])
        self->hidden[i] = FALSE;
      else if (old.hidden[at] != was_idle && !old.kept[at])
        self->hidden[i] = old.hidden[at];
    }

  for (guint i = 0; i < old.tracks->len; i++)
    if (new_of_old[old.order[i]] != G_MAXUINT)
      self->order[n++] = new_of_old[old.order[i]];
  for (guint i = 0; i < self->tracks->len; i++)
    {
      guint place;

      if (find_in (old.tracks, g_ptr_array_index (self->tracks, i), i) != G_MAXUINT)
        continue;
      place = find_place (self, i, n);
      memmove (self->order + place + 1, self->order + place, (n - place) * sizeof *self->order);
      self->order[place] = i;
      n++;
    }
  clear (&old);
}

/**
 * ful_track_visibility_get_list:
 *
 * Returns: (transfer none): the tracks as shown initially
 */
FulTrackList *
ful_track_visibility_get_list (FulTrackVisibility *self)
{
  g_return_val_if_fail (FUL_IS_TRACK_VISIBILITY (self), NULL);

  return self->list;
}

guint
ful_track_visibility_get_n_tracks (FulTrackVisibility *self)
{
  g_return_val_if_fail (FUL_IS_TRACK_VISIBILITY (self), 0);

  return self->tracks->len;
}

guint
ful_track_visibility_get_n_shown (FulTrackVisibility *self)
{
  guint n_shown = 0;

  for (guint i = 0; i < self->tracks->len; i++)
    n_shown += ful_track_visibility_is_shown (self, i);

  return n_shown;
}

/**
 * ful_track_visibility_get_track:
 *
 * Returns: (transfer none): the track, as long as @self lives
 */
const FulTrack *
ful_track_visibility_get_track (FulTrackVisibility *self,
                                guint               track)
{
  g_return_val_if_fail (track < self->tracks->len, NULL);

  return g_ptr_array_index (self->tracks, track);
}

/**
 * ful_track_visibility_is_local:
 *
 * Returns: whether the track is inside the process before it
 */
gboolean
ful_track_visibility_is_local (FulTrackVisibility *self,
                               guint               track)
{
  return self->process[track] != track;
}

/* Whether a track is shown if @hidden are the hidden ones. */
gboolean
ful_track_visibility_would_show (FulTrackVisibility *self,
                                 const guint8       *hidden,
                                 guint               track)
{
  g_assert (track < self->tracks->len);

  return !hidden[track] && !hidden[self->process[track]];
}

/**
 * ful_track_visibility_is_shown:
 *
 * Returns: whether the track is shown while its process is not folded
 */
gboolean
ful_track_visibility_is_shown (FulTrackVisibility *self,
                               guint               track)
{
  g_return_val_if_fail (track < self->tracks->len, FALSE);

  return ful_track_visibility_would_show (self, self->hidden, track);
}

/**
 * ful_track_visibility_get_process:
 *
 * Returns: the track that @track is inside of; itself for one that is in none
 */
guint
ful_track_visibility_get_process (FulTrackVisibility *self,
                                  guint               track)
{
  g_return_val_if_fail (track < self->tracks->len, 0);

  return self->process[track];
}

/**
 * ful_track_visibility_get_at:
 * @place: less than the number of tracks
 *
 * Returns: the track at that position, from the top
 */
guint
ful_track_visibility_get_at (FulTrackVisibility *self,
                             guint               place)
{
  g_return_val_if_fail (place < self->tracks->len, 0);

  return self->order[place];
}

/**
 * ful_track_visibility_can_move:
 * @track: a track
 * @target: another one
 *
 * Returns: whether @track can be moved to @target: both are in one process, or in none
 */
gboolean
ful_track_visibility_can_move (FulTrackVisibility *self,
                               guint               track,
                               guint               target)
{
  g_return_val_if_fail (MAX (track, target) < self->tracks->len, FALSE);

  return track != target &&
         ful_track_visibility_is_local (self, track) == ful_track_visibility_is_local (self, target) &&
         (!ful_track_visibility_is_local (self, track) || self->process[track] == self->process[target]);
}

/* Returns: where a track is in the order; a process has its tracks after it */
static guint
find_block (FulTrackVisibility *self,
            guint               track,
            guint              *out_n)
{
  guint begin = 0;

  g_assert (track < self->tracks->len);

  while (self->order[begin] != track)
    begin++;
  *out_n = 1;
  if (!ful_track_visibility_is_local (self, track))
    while (begin + *out_n < self->tracks->len && self->process[self->order[begin + *out_n]] == track)
      ++*out_n;

  return begin;
}

/**
 * ful_track_visibility_move:
 * @track: a track
 * @target: a track that it can be moved to
 *
 * Moves a track, or a process with all its tracks, to the position of @target.
 */
void
ful_track_visibility_move (FulTrackVisibility *self,
                           guint               track,
                           guint               target)
{
  g_autofree guint *moved = NULL;
  guint from, to, n, n_target;

  if (!ful_track_visibility_can_move (self, track, target))
    return;

  from = find_block (self, track, &n);
  to = find_block (self, target, &n_target);
  moved = g_memdup2 (self->order + from, n * sizeof *moved);
  if (from < to)
    {
      /* A track that is moved down comes after the target. */
      to += n_target - n;
      memmove (self->order + from, self->order + from + n, (to - from) * sizeof *moved);
    }
  else
    memmove (self->order + to + n, self->order + to, (from - to) * sizeof *moved);
  memcpy (self->order + to, moved, n * sizeof *moved);
  g_signal_emit (self, signals[CHANGED], 0);
}

/**
 * ful_track_visibility_find_thread:
 * @thread: a thread that is not shown
 *
 * Returns: the thread to select instead of @thread: one of its process if it can be; %FUL_NONE if no thread is
 *   shown
 */
gint32
ful_track_visibility_find_thread (FulTrackVisibility *self,
                                  guint               thread)
{
  guint process = G_MAXUINT;
  gint32 first = FUL_NONE;

  for (guint i = 0; i < self->tracks->len; i++)
    if (ful_track_get_thread (ful_track_visibility_get_track (self, i)) == (gint32) thread)
      process = self->process[i];

  for (guint i = 0; i < self->tracks->len; i++)
    {
      gint32 at = ful_track_get_thread (ful_track_visibility_get_track (self, i));

      if (at == FUL_NONE || !ful_track_visibility_is_shown (self, i))
        continue;
      if (self->process[i] == process)
        return at;
      if (first == FUL_NONE)
        first = at;
    }

  return first;
}

/**
 * ful_track_visibility_can_fold:
 *
 * Returns: whether the track is a process with something to fold
 */
gboolean
ful_track_visibility_can_fold (FulTrackVisibility *self,
                               guint               track)
{
  g_return_val_if_fail (track < self->tracks->len, FALSE);

  for (guint i = track + 1; i < self->tracks->len && self->process[i] == track; i++)
    if (!self->hidden[i])
      return TRUE;

  return FALSE;
}

/**
 * ful_track_visibility_is_folded:
 *
 * Returns: whether the process of a track, or the track itself, is folded
 */
gboolean
ful_track_visibility_is_folded (FulTrackVisibility *self,
                                guint               track)
{
  g_return_val_if_fail (track < self->tracks->len, FALSE);

  return self->folded[self->process[track]];
}

void
ful_track_visibility_fold (FulTrackVisibility *self,
                           guint               track,
                           gboolean            folded)
{
  g_return_if_fail (track < self->tracks->len);

  if (self->folded[track] == folded)
    return;

  self->folded[track] = folded;
  g_signal_emit (self, signals[CHANGED], 0);
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b)
{
  return (int) *(const guint *) a - (int) *(const guint *) b;
}

/**
 * ful_track_visibility_list_shown:
 * @n_counters: of the profile
 * @out_counters: (out) (transfer full) (element-type guint): counters but those whose track is hidden, in order
 *
 * Returns: (transfer full) (element-type guint): the threads whose track is shown, in order
 */
GArray *
ful_track_visibility_list_shown (FulTrackVisibility  *self,
                                 guint                n_counters,
                                 GArray             **out_counters)
{
  g_autofree guint8 *is_hidden = g_new0 (guint8, n_counters + 1);
  GArray *threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const FulTrack *track = ful_track_visibility_get_track (self, i);
      gint32 thread = ful_track_get_thread (track);

      if (ful_track_visibility_is_shown (self, i) && thread != FUL_NONE)
        g_array_append_val (threads, thread);
      else if (!ful_track_visibility_is_shown (self, i) && track->counter != FUL_NONE && (guint) track->counter < n_counters)
        is_hidden[track->counter] = TRUE;
    }
  g_array_sort (threads, compare_threads);
  *out_counters = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < n_counters; i++)
    if (!is_hidden[i])
      g_array_append_val (*out_counters, i);

  return threads;
}
