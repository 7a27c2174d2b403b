/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

typedef enum
{
  /* global */
  FUL_TRACK_PROCESS,
  FUL_TRACK_SCREENSHOTS,
  FUL_TRACK_VISUAL_PROGRESS,
  FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS,
  FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS,
  /* local: inside a process */
  FUL_TRACK_THREAD,
  FUL_TRACK_NETWORK,
  FUL_TRACK_COUNTER,
  FUL_TRACK_IPC,
  FUL_TRACK_EVENT_DELAY,
  FUL_TRACK_MARKER,
} FulTrackType;

/**
 * FulTrack:
 * @type: kind of track
 * @index: index in the list as derived; links and stored orders refer to it
 * @name: for the user
 * @hidden: whether it is hidden at first
 * @pid: (nullable): of a process track
 * @thread: thread number: the main thread of a process, or the thread of a track; %FUL_NONE for none
 * @counter: counter number, or %FUL_NONE
 * @has_strip: whether markers are shown above the graph of a counter track
 * @is_extra: whether it is one of #FulTrackExtras
 * @marker_schema: (nullable): schema of a marker track
 * @marker_name: string of a marker track, or %FUL_NONE
 * @window_id: (nullable): of a screenshots track
 * @locals: (nullable) (element-type FulTrack): tracks inside a process, in display order
 */
typedef struct
{
  FulTrackType    type;
  guint           index;
  char           *name;
  gboolean        hidden;
  char           *pid;
  gint32          thread;
  gint32          counter;
  gboolean        has_strip;
  gboolean        is_extra;
  char           *marker_schema;
  FulStringIndex  marker_name;
  char           *window_id;
  GPtrArray      *locals;
} FulTrack;

/* Whether a track is not one of a process. */
static inline gboolean
ful_track_is_global (const FulTrack *self)
{
  return self->type <= FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS;
}

/* The thread that can be selected with a track, or FUL_NONE: a counter or network track is none. */
static inline gint32
ful_track_get_thread (const FulTrack *self)
{
  return self->type == FUL_TRACK_PROCESS || self->type == FUL_TRACK_THREAD ? self->thread : FUL_NONE;
}

FulTrack   *ful_track_new            (FulTrackType  type,
                                      const char   *name);
void        ful_track_free           (FulTrack     *track);
gboolean    ful_track_is_same        (const FulTrack *self,
                                      const FulTrack *other);
const char *ful_track_type_to_string (FulTrackType  type);

G_END_DECLS
