/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "plots/ful-plot.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

G_BEGIN_DECLS

/* Most plots of one track: three strips and two graphs. */
#define FUL_MAX_TRACK_PLOTS 6

guint ful_track_list_plots (FulProfile         *profile,
                            FulTrackList       *tracks,
                            const FulTrack     *track,
                            const FulPlotKind **plots);

G_END_DECLS
