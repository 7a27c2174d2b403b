/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulFunctionsPanel:
 *
 * All functions with their numbers, and callers and callees of the selected one.
 */
#define FUL_TYPE_FUNCTIONS_PANEL (ful_functions_panel_get_type ())
G_DECLARE_FINAL_TYPE (FulFunctionsPanel, ful_functions_panel, FUL, FUNCTIONS_PANEL, GtkWidget)

extern const FulPanel ful_functions_panel;

G_END_DECLS
