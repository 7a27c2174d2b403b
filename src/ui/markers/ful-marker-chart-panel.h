/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

G_BEGIN_DECLS

/**
 * FulMarkerChartPanel:
 *
 * A panel: markers as boxes over time, in lanes by name.
 */
#define FUL_TYPE_MARKER_CHART_PANEL (ful_marker_chart_panel_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerChartPanel, ful_marker_chart_panel, FUL, MARKER_CHART_PANEL, GtkWidget)

extern const FulPanel ful_marker_chart_panel;
extern const FulPanel ful_network_panel;

G_END_DECLS
