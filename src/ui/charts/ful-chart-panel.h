/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulChartPanel:
 *
 * Call nodes as boxes: by weight in the flame graph, over time in the stack chart.
 */
#define FUL_TYPE_CHART_PANEL (ful_chart_panel_get_type ())
G_DECLARE_FINAL_TYPE (FulChartPanel, ful_chart_panel, FUL, CHART_PANEL, GtkWidget)

extern const FulPanel ful_flame_graph_panel;
extern const FulPanel ful_stack_chart_panel;

G_END_DECLS
