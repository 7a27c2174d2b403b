/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "charts/ful-chart.h"
#include "markers/layout/ful-marker-rows.h"
#include "markers/layout/ful-marker-view.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/**
 * FulMarkerChart:
 *
 * A chart of markers in lanes under headings of their categories, with their names in
 * a column at the start; or of requests, one in a row, with their phases. Its cursor is a marker, that pointer and arrow keys move.
 *
 * Emits "activate" (marker) for a double click or Enter.
 */
#define FUL_TYPE_MARKER_CHART (ful_marker_chart_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerChart, ful_marker_chart, FUL, MARKER_CHART, FulChart)

GtkWidget *ful_marker_chart_new         (FulMarkerViewKind   kind);
void       ful_marker_chart_set_rows    (FulMarkerChart     *self,
                                         FulMarkerRows      *rows,
                                         const FulTimeRange *range);
void       ful_marker_chart_select      (FulMarkerChart     *self,
                                         gint64              marker,
                                        gboolean            reveal);
gint64     ful_marker_chart_get_cursor  (FulMarkerChart     *self,
                                         guint              *out_lane,
                                         guint              *out_place);
gint64     ful_marker_chart_get_hovered (FulMarkerChart     *self);

G_END_DECLS
