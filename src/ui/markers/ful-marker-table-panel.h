/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

G_BEGIN_DECLS

/**
 * FulMarkerTablePanel:
 *
 * A panel: markers as rows of a table.
 */
#define FUL_TYPE_MARKER_TABLE_PANEL (ful_marker_table_panel_get_type ())
G_DECLARE_FINAL_TYPE (FulMarkerTablePanel, ful_marker_table_panel, FUL, MARKER_TABLE_PANEL, GtkWidget)

extern const FulPanel ful_marker_table_panel;

G_END_DECLS
