/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "derive/markers/ful-marker-lanes.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulMarkerChart:
 *
 * Draws markers in lanes under headings of their categories, with their names in a
 * column at the start; zooms and pans in time, and has a cursor, a marker, that
 * pointer and arrow keys move. Its vertical place is that of the scrolled window
 * around it.
 *
 * Emits "cursor-moved" when the user moved the cursor, "activate" (marker) for a
 * double click or Enter, "menu" (x, y) when a menu of the cursor is wanted,
 * "hovered" when the pointer moved.
 */
#define FUL_TYPE_MARKER_CHART (ful_marker_chart_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerChart, ful_marker_chart, FUL, MARKER_CHART, GtkWidget)

GtkWidget *ful_marker_chart_new         (void);
void       ful_marker_chart_set_lanes   (FulMarkerChart     *self,
                                         FulMarkerLanes     *lanes,
                                         const FulTimeRange *range,
                                         gboolean            by_category);
void       ful_marker_chart_select      (FulMarkerChart     *self,
                                         gint64              marker);
gint64     ful_marker_chart_get_cursor  (FulMarkerChart     *self,
                                         guint              *out_lane,
                                         guint              *out_place);
gint64     ful_marker_chart_get_hovered (FulMarkerChart     *self,
                                         double             *out_x,
                                         double             *out_y);
void       ful_marker_chart_zoom        (FulMarkerChart     *self,
                                         double              factor);

G_END_DECLS
