/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "derive/ful-track-list.h"

G_BEGIN_DECLS

/* What can be done to the tracks that are shown; some of it to one track, or from it. */
typedef enum
{
  FUL_TRACK_CHANGE_SHOW,
  FUL_TRACK_CHANGE_HIDE,
  FUL_TRACK_CHANGE_ONLY_PROCESS,   /* no other processes */
  FUL_TRACK_CHANGE_ISOLATE,        /* no other tracks but its process */
  FUL_TRACK_CHANGE_HIDE_IDLE,      /* not those that are hidden at first */
  FUL_TRACK_CHANGE_SHOW_ALL,
} FulTrackChange;

/**
 * FulTrackVisibility:
 *
 * Which tracks of a profile are shown, and which processes are folded. Tracks
 * are numbered from top to bottom, each process before its threads. Emits
 * "changed". Main thread only.
 */
#define FUL_TYPE_TRACK_VISIBILITY (ful_track_visibility_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackVisibility, ful_track_visibility, FUL, TRACK_VISIBILITY, GObject)

FulTrackVisibility *ful_track_visibility_new          (FulTrackList       *list);
guint               ful_track_visibility_get_n_tracks (FulTrackVisibility *self);
guint               ful_track_visibility_get_n_shown  (FulTrackVisibility *self);
const FulTrack     *ful_track_visibility_get_track    (FulTrackVisibility *self,
                                                       guint               track);
gboolean            ful_track_visibility_is_local     (FulTrackVisibility *self,
                                                       guint               track);
gboolean            ful_track_visibility_is_shown     (FulTrackVisibility *self,
                                                       guint               track);
gint32              ful_track_visibility_find_thread  (FulTrackVisibility *self,
                                                       guint               thread);

gboolean            ful_track_visibility_can_change   (FulTrackVisibility *self,
                                                       FulTrackChange      change,
                                                       guint               track);
void                ful_track_visibility_change       (FulTrackVisibility *self,
                                                       FulTrackChange      change,
                                                       guint               track);

gboolean            ful_track_visibility_can_fold     (FulTrackVisibility *self,
                                                       guint               track);
gboolean            ful_track_visibility_is_folded    (FulTrackVisibility *self,
                                                       guint               track);
void                ful_track_visibility_fold         (FulTrackVisibility *self,
                                                       guint               track,
                                                       gboolean            folded);

G_END_DECLS
