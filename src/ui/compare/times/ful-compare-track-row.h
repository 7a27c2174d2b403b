/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compare-times.h"

#include "compare/change/ful-change.h"
#include "compare/document/ful-compared-times.h"
#include "tracks/ful-plot-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Graphs of a row: those of both sides, and the difference of counters. */
#define FUL_TRACK_DIFFERENCE FUL_N_SIDES
#define FUL_N_TRACK_PLOTS (FUL_TRACK_DIFFERENCE + 1)

/**
 * FulCompareTrackRow:
 *
 * The graph of a track on both sides, before as a thin line above after, and of a counter the difference below them.
 */
#define FUL_TYPE_COMPARE_TRACK_ROW (ful_compare_track_row_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareTrackRow, ful_compare_track_row, FUL, COMPARE_TRACK_ROW, GtkWidget)

GtkWidget          *ful_compare_track_row_new              (FulCompareTimes    *times,
                                                            const FulTrackPair *pair);
const FulTrackPair *ful_compare_track_row_get_pair         (FulCompareTrackRow *self);
FulPlotView        *ful_compare_track_row_find_plot        (FulCompareTrackRow *self,
                                                            double              y,
                                                            guint              *out_plot);
void                ful_compare_track_row_set_in_viewport  (FulCompareTrackRow *self,
                                                            gboolean            is_in_viewport);
void                ful_compare_track_row_set_header_width (FulCompareTrackRow *self,
                                                            int                 width);

G_END_DECLS
