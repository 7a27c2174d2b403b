/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-plot.h"

#include "model/ful-profile.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

G_BEGIN_DECLS

/* Most plots of one track: three strips and two graphs. */
#define FUL_MAX_TRACK_PLOTS 6

guint ful_track_list_plots (FulProfile         *profile,
                            FulTrackList       *tracks,
                            const FulTrack     *track,
                            const FulPlotKind **plots);
gint32 ful_track_get_plot_thread (FulProfile     *profile,
                                  const FulTrack *track);

G_END_DECLS
