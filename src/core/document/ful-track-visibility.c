/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A change is made on a copy first: one that would leave no thread to select is
 * refused. Semantics: tracks.md 3.2. */

#include "config.h"

#include "ful-track-visibility.h"

#include <string.h>

struct _FulTrackVisibility
{
  GObject        parent_instance;

  FulTrackList  *list;
  GPtrArray     *tracks;    /* FulTrack */
  guint         *process;   /* for each track that of its process, which may be itself */
  guint8        *hidden;    /* for each track; one of a hidden process is not shown either way */
  guint8        *folded;    /* for each process */
};

G_DEFINE_FINAL_TYPE (FulTrackVisibility, ful_track_visibility, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
ful_track_visibility_finalize (GObject *object)
{
  FulTrackVisibility *self = FUL_TRACK_VISIBILITY (object);

  ful_track_list_unref (self->list);
  g_ptr_array_unref (self->tracks);
  g_free (self->process);
  g_free (self->hidden);
  g_free (self->folded);

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

/**
 * ful_track_visibility_new:
 * @list: the tracks; processes and threads are taken over
 *
 * Returns: (transfer full): the tracks as on a first look, nothing folded
 */
FulTrackVisibility *
ful_track_visibility_new (FulTrackList *list)
{
  FulTrackVisibility *self = g_object_new (FUL_TYPE_TRACK_VISIBILITY, NULL);

  self->list = ful_track_list_ref (list);
  self->tracks = g_ptr_array_new ();
  self->process = g_new (guint, list->n_tracks + 1);
  self->hidden = g_new0 (guint8, list->n_tracks + 1);
  self->folded = g_new0 (guint8, list->n_tracks + 1);

  for (guint i = 0; i < list->tracks->len; i++)
    {
      FulTrack *process = g_ptr_array_index (list->tracks, i);
      guint at = self->tracks->len;

      if (process->type != FUL_TRACK_PROCESS)
        continue;

      self->process[at] = at;
      self->hidden[at] = process->hidden;
      g_ptr_array_add (self->tracks, process);
      for (guint k = 0; process->locals && k < process->locals->len; k++)
        {
          FulTrack *local = g_ptr_array_index (process->locals, k);

          if (local->type != FUL_TRACK_THREAD)
            continue;

          self->process[self->tracks->len] = at;
          self->hidden[self->tracks->len] = local->hidden;
          g_ptr_array_add (self->tracks, local);
        }
    }

  return self;
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

static gboolean
is_shown (FulTrackVisibility *self,
          const guint8       *hidden,
          guint               track)
{
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

  return is_shown (self, self->hidden, track);
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
    if (ful_track_visibility_get_track (self, i)->thread == (gint32) thread)
      process = self->process[i];

  for (guint i = 0; i < self->tracks->len; i++)
    {
      gint32 at = ful_track_visibility_get_track (self, i)->thread;

      if (at == FUL_NONE || !ful_track_visibility_is_shown (self, i))
        continue;
      if (self->process[i] == process)
        return at;
      if (first == FUL_NONE)
        first = at;
    }

  return first;
}

/* A process without a thread of its own is not shown for nothing. */
static void
hide_empty_processes (FulTrackVisibility *self,
                      guint8             *hidden)
{
  gboolean empty = TRUE;

  for (guint i = self->tracks->len; i > 0; i--)
    {
      const FulTrack *track = g_ptr_array_index (self->tracks, i - 1);

      empty &= track->thread == FUL_NONE || hidden[i - 1];
      if (self->process[i - 1] != i - 1)
        continue;

      if (empty && track->thread == FUL_NONE)
        hidden[i - 1] = TRUE;
      empty = TRUE;
    }
}

/* Returns: (transfer full) (nullable): what would be hidden after a change; %NULL if it changes nothing or is refused */
static guint8 *
try_change (FulTrackVisibility *self,
            FulTrackChange      change,
            guint               track)
{
  guint n = self->tracks->len;
  g_autofree guint8 *hidden = g_memdup2 (self->hidden, n + 1);
  gboolean differs = FALSE, has_thread = FALSE;

  for (guint i = 0; i < n; i++)
    {
      const FulTrack *at = g_ptr_array_index (self->tracks, i);
      gboolean is_process = self->process[i] == i;
      gboolean same_process = self->process[i] == self->process[track];

      switch (change)
        {
        case FUL_TRACK_CHANGE_SHOW:
          hidden[i] &= i != track && i != self->process[track];
          break;
        case FUL_TRACK_CHANGE_HIDE:
          hidden[i] |= i == track;
          break;
        case FUL_TRACK_CHANGE_ONLY_PROCESS:
          hidden[i] = is_process ? !same_process : hidden[i];
          break;
        case FUL_TRACK_CHANGE_ISOLATE:
          hidden[i] = is_process ? !same_process : same_process ? i != track : hidden[i];
          break;
        case FUL_TRACK_CHANGE_HIDE_IDLE:
          hidden[i] |= at->hidden;
          break;
        case FUL_TRACK_CHANGE_SHOW_ALL:
        default:
          hidden[i] = FALSE;
          break;
        }
    }
  if (change != FUL_TRACK_CHANGE_SHOW)
    hide_empty_processes (self, hidden);

  for (guint i = 0; i < n; i++)
    {
      gboolean shown = is_shown (self, hidden, i);

      differs |= shown != ful_track_visibility_is_shown (self, i);
      has_thread |= shown && ful_track_visibility_get_track (self, i)->thread != FUL_NONE;
    }

  return differs && has_thread ? g_steal_pointer (&hidden) : NULL;
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

  g_free (self->hidden);
  self->hidden = hidden;
  g_signal_emit (self, signals[CHANGED], 0);
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
