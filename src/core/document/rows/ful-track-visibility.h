/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "tracks/ful-track-layout.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

G_BEGIN_DECLS

/* Changes of the tracks that are shown; some apply to one track. */
typedef enum
{
  FUL_TRACK_CHANGE_SHOW,
  FUL_TRACK_CHANGE_SHOW_PROCESS,   /* a process and all of it */
  FUL_TRACK_CHANGE_HIDE,
  FUL_TRACK_CHANGE_HIDE_TYPE,      /* all tracks of its type */
  FUL_TRACK_CHANGE_ONLY_PROCESS,   /* no other processes */
  FUL_TRACK_CHANGE_ISOLATE,        /* no other tracks but its process; of screenshots, no other screenshots */
  FUL_TRACK_CHANGE_HIDE_IDLE,      /* not those that are hidden at first */
  FUL_TRACK_CHANGE_SHOW_ALL,
} FulTrackChange;

/**
 * FulTrackVisibility:
 *
 * Which tracks of a profile are shown and in which order, and which processes are
 * folded. Tracks are numbered in their initial order from top to bottom, each
 * process before its tracks. Emits "changed". Main thread only.
 */
#define FUL_TYPE_TRACK_VISIBILITY (ful_track_visibility_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackVisibility, ful_track_visibility, FUL, TRACK_VISIBILITY, GObject)

FulTrackVisibility *ful_track_visibility_new          (FulProfile         *profile,
                                                       FulTrackList       *list);
guint               ful_track_visibility_get_n_tracks (FulTrackVisibility *self);
guint               ful_track_visibility_get_n_shown  (FulTrackVisibility *self);
const FulTrack     *ful_track_visibility_get_track    (FulTrackVisibility *self,
                                                       guint               track);
gboolean            ful_track_visibility_is_local     (FulTrackVisibility *self,
                                                       guint               track);
gboolean            ful_track_visibility_is_shown     (FulTrackVisibility *self,
                                                       guint               track);
guint               ful_track_visibility_get_process  (FulTrackVisibility *self,
                                                       guint               track);
guint               ful_track_visibility_get_at       (FulTrackVisibility *self,
                                                       guint               place);
gboolean            ful_track_visibility_can_move     (FulTrackVisibility *self,
                                                       guint               track,
                                                       guint               target);
void                ful_track_visibility_move         (FulTrackVisibility *self,
                                                       guint               track,
                                                       guint               target);
gboolean            ful_track_visibility_matches      (FulTrackVisibility *self,
                                                       guint               track,
                                                       const char         *search);
void                ful_track_visibility_show_matching (FulTrackVisibility *self,
                                                       const char         *search);
FulTrackList       *ful_track_visibility_get_list     (FulTrackVisibility *self);
void                ful_track_visibility_extend       (FulTrackVisibility *self,
                                                       FulProfile         *profile,
                                                       FulTrackList       *list,
                                                       FulViewOptions     *options);
guint               ful_track_visibility_find         (FulTrackVisibility *self,
                                                       const FulTrack     *track,
                                                       guint               guess);
gint32              ful_track_visibility_find_thread  (FulTrackVisibility *self,
                                                       guint               thread);

gboolean            ful_track_visibility_can_change   (FulTrackVisibility *self,
                                                       FulTrackChange      change,
                                                       guint               track);
void                ful_track_visibility_change       (FulTrackVisibility *self,
                                                       FulTrackChange      change,
                                                       guint               track);

gboolean            ful_track_visibility_take_back    (FulTrackVisibility *self);
void                ful_track_visibility_apply        (FulTrackVisibility *self,
                                                       const FulTrackLayout *layout);

gboolean            ful_track_visibility_can_fold     (FulTrackVisibility *self,
                                                       guint               track);
gboolean            ful_track_visibility_is_folded    (FulTrackVisibility *self,
                                                       guint               track);
GArray             *ful_track_visibility_list_shown   (FulTrackVisibility *self,
                                                       guint               n_counters,
                                                       GArray            **out_counters);
void                ful_track_visibility_fold         (FulTrackVisibility *self,
                                                       guint               track,
                                                       gboolean            folded);

G_END_DECLS
