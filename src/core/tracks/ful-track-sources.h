/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulTrackSources:
 *
 * Tracks because of the markers of a profile and its `meta`: types of markers with
 * a network, IPC or graph track, and windows with screenshots.
 */
typedef struct _FulTrackSources FulTrackSources;

FulTrackSources *ful_track_sources_new             (FulProfile      *profile);
void             ful_track_sources_free            (FulTrackSources *self);
gboolean         ful_track_sources_has_progress    (FulTrackSources *self,
                                                    const char      *member);
void             ful_track_sources_add_screenshots (FulTrackSources *self,
                                                    guint            thread,
                                                    GPtrArray       *tracks);
void             ful_track_sources_add_locals      (FulTrackSources *self,
                                                    guint            thread,
                                                    const char      *thread_name,
                                                    GPtrArray       *tracks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTrackSources, ful_track_sources_free)

G_END_DECLS
