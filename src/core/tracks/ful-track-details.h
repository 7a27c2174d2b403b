/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-list.h"
#include "ful-track.h"

#include "model/ful-profile.h"

G_BEGIN_DECLS

char *ful_track_describe (FulProfile         *profile,
                          const FulTrackList *tracks,
                          const FulTrack     *track,
                          double              zero,
                          double              cpu_reference);

char *ful_track_make_second_line (FulProfile         *profile,
                                  const FulTrackList *tracks,
                                  const FulTrack     *track);
char *ful_track_make_cpu_share   (FulProfile         *profile,
                                  const FulTrackList *tracks,
                                  const FulTrack     *track,
                                  double              cpu_reference);

G_END_DECLS
