/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "panels/ful-panel.h"

G_BEGIN_DECLS

/**
 * FulOverviewPanel:
 *
 * What is slow, without being asked: findings, then a list for each part of the overview. Each line leads to what it is
 * about.
 */
#define FUL_TYPE_OVERVIEW_PANEL (ful_overview_panel_get_type ())
G_DECLARE_FINAL_TYPE (FulOverviewPanel, ful_overview_panel, FUL, OVERVIEW_PANEL, GtkWidget)

extern const FulPanel ful_overview_panel;

G_END_DECLS
