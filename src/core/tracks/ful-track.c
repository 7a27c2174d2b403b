/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One track. */

#include "config.h"

#include "ful-track.h"

FulTrack *
ful_track_new (FulTrackType  type,
               const char   *name)
{
  FulTrack *track = g_new0 (FulTrack, 1);

  track->type = type;
  track->name = g_strdup (name);
  track->thread = track->counter = FUL_NONE;
  track->marker_name = FUL_NONE;

  return track;
}

void
ful_track_free (FulTrack *track)
{
  g_free (track->name);
  g_free (track->pid);
  g_free (track->marker_schema);
  g_free (track->window_id);
  g_clear_pointer (&track->locals, g_ptr_array_unref);
  g_free (track);
}

const char *
ful_track_type_to_string (FulTrackType type)
{
  static const char *const names[] = {
    "process", "screenshots", "visual-progress", "perceptual-visual-progress", "contentful-visual-progress",
    "thread", "network", "counter", "ipc", "event-delay", "marker",
  };

  return names[type];
}

/**
 * ful_track_is_same:
 * @other: a track of a list of another snapshot of the profile
 *
 * Returns: whether both are the same track, whatever they are named
 */
gboolean
ful_track_is_same (const FulTrack *self,
                   const FulTrack *other)
{
  /* The main thread of a process may come later. */
  return self->type == other->type && (self->thread == other->thread || self->type == FUL_TRACK_PROCESS) &&
         self->counter == other->counter &&
         self->marker_name == other->marker_name && self->is_extra == other->is_extra &&
         g_strcmp0 (self->pid, other->pid) == 0 && g_strcmp0 (self->marker_schema, other->marker_schema) == 0 &&
         g_strcmp0 (self->window_id, other->window_id) == 0;
}
