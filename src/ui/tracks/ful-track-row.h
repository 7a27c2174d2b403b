/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-plot-view.h"

#include "document/analysis/ful-analysis.h"
#include "tracks/ful-track-list.h"
#include "tracks/ful-track.h"

G_BEGIN_DECLS

/**
 * FulTrackRow:
 *
 * A row of the time line: header and plots of a track, or the header alone of a
 * process without a main thread. Emits "clicked" with the modifiers held, "folded"
 * with whether to hide the rows of its process, "menu" with the position of the
 * request, "dragged" and at last "dropped" with the height that its header was
 * moved to (NaN for nowhere), and "shifted" with -1 or 1 to move it up or down.
 */
#define FUL_TYPE_TRACK_ROW (ful_track_row_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackRow, ful_track_row, FUL, TRACK_ROW, GtkWidget)

GtkWidget      *ful_track_row_new              (FulAnalysis    *analysis,
                                                FulTrackList   *tracks,
                                                const FulTrack *track,
                                                double          cpu_reference,
                                                gboolean        is_local);
gboolean        ful_track_row_take_track       (FulTrackRow    *self,
                                                FulAnalysis    *analysis,
                                                FulTrackList   *tracks,
                                                const FulTrack *track,
                                                double          cpu_reference);
const FulTrack *ful_track_row_get_track        (FulTrackRow    *self);
void            ful_track_row_set_in_viewport  (FulTrackRow    *self,
                                                gboolean        is_in_viewport);
gboolean        ful_track_row_get_busy         (FulTrackRow    *self);
void            ful_track_row_set_selected     (FulTrackRow    *self,
                                                gboolean        selected);
void            ful_track_row_set_foldable     (FulTrackRow    *self,
                                                gboolean        can_fold,
                                                gboolean        folded);
void            ful_track_row_set_header_width (FulTrackRow    *self,
                                                int             width);

G_END_DECLS
