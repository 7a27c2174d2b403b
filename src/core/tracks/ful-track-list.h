/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-tab-list.h"
#include "ful-track.h"

#include "model/ful-profile.h"
#include "threads/ful-activity-score.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Tracks that are only there on demand; they are hidden at first, and their numbers move no others. */
typedef enum
{
  FUL_TRACK_EXTRAS_NONE,
  FUL_TRACK_EXTRAS_ALL,    /* event delays, CPU use of processes */
} FulTrackExtras;

/**
 * FulTrackList:
 * @tracks: (element-type FulTrack): global tracks in display order
 * @n_tracks: number of tracks, global and local ones
 * @n_hidden: how many of them are hidden
 * @scores: (array): activity of each thread
 * @strips: (array): the #FulMarkerStrips of each thread
 * @thread_names: (array zero-terminated=1): the name of each thread for the user
 * @visible_threads: (element-type guint): threads that have a visible track, in order of display
 * @selected_threads: (element-type guint): threads to select initially
 *
 * The tracks of a profile as shown initially: order, names, visibility (tracks.md 1-3).
 * Immutable, counted.
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
