/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulCallTreePanel:
 *
 * The call tree.
 */
#define FUL_TYPE_CALL_TREE_PANEL (ful_call_tree_panel_get_type ())
G_DECLARE_FINAL_TYPE (FulCallTreePanel, ful_call_tree_panel, FUL, CALL_TREE_PANEL, GtkWidget)

extern const FulPanel ful_call_tree_panel;

G_END_DECLS
