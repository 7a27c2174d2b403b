/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Ids of panels, for those that lead to one. Documents and files of views have them; the list
 * of panels, which may have others, is that of the window. */
#define FUL_PANEL_OVERVIEW "overview"
#define FUL_PANEL_CALL_TREE "call-tree"
#define FUL_PANEL_FUNCTIONS "functions"
#define FUL_PANEL_FLAME_GRAPH "flame-graph"
#define FUL_PANEL_STACK_CHART "stack-chart"
#define FUL_PANEL_MARKER_CHART "marker-chart"
#define FUL_PANEL_MARKER_TABLE "marker-table"
#define FUL_PANEL_NETWORK "network"
