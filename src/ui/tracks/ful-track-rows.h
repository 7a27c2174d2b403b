/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-row.h"

#include "document/analysis/ful-analysis.h"
#include "document/rows/ful-track-visibility.h"

G_BEGIN_DECLS

/**
 * FulTrackRows:
 *
 * The scrolled rows of the tracks that are shown: a row is created when its track
 * is shown for the first time, moved by drag or by keys, and kept up to date while
 * it is on screen. Emits "clicked" with the row and the modifiers held, and "menu"
 * with the number of the track and the position of the request.
 */
#define FUL_TYPE_TRACK_ROWS (ful_track_rows_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackRows, ful_track_rows, FUL, TRACK_ROWS, GtkWidget)

GtkWidget *ful_track_rows_new              (void);
void       ful_track_rows_set_tracks       (FulTrackRows       *self,
                                            FulAnalysis        *analysis,
                                            FulTrackVisibility *tracks,
                                            double              cpu_reference);
void           ful_track_rows_extend           (FulTrackRows       *self,
                                            double              cpu_reference);
void       ful_track_rows_set_header_width (FulTrackRows       *self,
                                            int                 width);
void       ful_track_rows_set_selected     (FulTrackRows       *self,
                                            const guint        *threads,
                                            guint               n_threads);
void       ful_track_rows_follow           (FulTrackRows       *self,
                                            GtkWidget          *row);
GArray    *ful_track_rows_get_threads      (FulTrackRows       *self);
GtkWidget *ful_track_rows_pick             (FulTrackRows       *self,
                                            GType               type,
                                            double              x,
                                            double              y);
void       ful_track_rows_scroll_to        (FulTrackRows       *self,
                                            guint               track);
void       ful_track_rows_scroll           (FulTrackRows       *self,
                                            double              dy);
int        ful_track_rows_fit              (FulTrackRows       *self,
                                            int                 height);
gboolean   ful_track_rows_get_busy         (FulTrackRows       *self);

G_END_DECLS
