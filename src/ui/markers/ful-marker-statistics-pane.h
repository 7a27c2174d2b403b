/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/layout/ful-marker-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulMarkerStatisticsPane:
 *
 * A table of markers summed up by name, computed on a worker while it is on screen.
 * Notifies "busy", and emits "name-activated" with the name of a row.
 */
#define FUL_TYPE_MARKER_STATISTICS_PANE (ful_marker_statistics_pane_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerStatisticsPane, ful_marker_statistics_pane, FUL, MARKER_STATISTICS_PANE, GtkWidget)

GtkWidget *ful_marker_statistics_pane_new      (void);
void       ful_marker_statistics_pane_set_view (FulMarkerStatisticsPane *self,
                                                FulMarkerView           *view);
gboolean   ful_marker_statistics_pane_get_busy (FulMarkerStatisticsPane *self);

G_END_DECLS
