/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-tab-list.h"

#include "threads/ful-activity-score.h"

#include <gio/gio.h>

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

/* Tracks that are only there on demand; they are hidden at first, and their numbers move no others. */
typedef enum
{
  FUL_TRACK_EXTRAS_NONE,
  FUL_TRACK_EXTRAS_ALL,    /* event delays, CPU use of processes */
} FulTrackExtras;

/* Strips of markers over the activity of a thread (tracks.md 6). */
typedef enum
{
  FUL_TRACK_STRIP_MEMORY   = 1 << 0,
  FUL_TRACK_STRIP_FILE_IO  = 1 << 1,
  FUL_TRACK_STRIP_JANK     = 1 << 2,
  FUL_TRACK_STRIP_OVERVIEW = 1 << 3,
} FulTrackStrips;

const char *ful_track_type_to_string (FulTrackType type);

/**
 * FulTrack:
 * @type: kind of track
 * @index: place in the list as derived; what links and stored orders refer to
 * @name: for the user
 * @hidden: whether it is hidden at first
 * @pid: (nullable): of a process track
 * @thread: thread number: the main thread of a process, or the thread of a track; %FUL_NONE for none
 * @counter: counter number, or %FUL_NONE
 * @has_strip: whether markers stand over the graph of a counter track
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

/**
 * FulTrackList:
 * @tracks: (element-type FulTrack): global tracks in display order
 * @n_tracks: number of tracks, global and local ones
 * @n_hidden: how many of them are hidden
 * @scores: (array): activity of each thread
 * @strips: (array): the #FulTrackStrips of each thread
 * @thread_names: (array zero-terminated=1): the name of each thread for the user
 * @visible_threads: (element-type guint): threads that have a visible track, in order of display
 * @selected_threads: (element-type guint): threads to select at first
 *
 * The tracks of a profile as on a first look: order, names, what is hidden
 * (tracks.md 1-3). Immutable, counted.
 */
typedef struct
{
  GPtrArray         *tracks;
  guint              n_tracks;
  guint              n_hidden;
  FulActivityScore  *scores;
  guint8            *strips;
  char             **thread_names;
  GArray            *visible_threads;
  GArray            *selected_threads;
} FulTrackList;

FulTrackList *ful_track_list_new   (FulProfile     *profile,
                                    FulTrackExtras  extras,
                                    const FulTab   *tab,
                                    GCancellable   *cancellable,
                                    GError        **error);
FulTrackList *ful_track_list_ref   (FulTrackList   *self);
void          ful_track_list_unref (FulTrackList   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTrackList, ful_track_list_unref)

G_END_DECLS
