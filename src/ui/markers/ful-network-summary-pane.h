/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/layout/ful-marker-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * FulNetworkSummaryPane:
 *
 * Requests by host and by type, below a chart of so few that they leave room.
 */
#define FUL_TYPE_NETWORK_SUMMARY_PANE (ful_network_summary_pane_get_type ())
G_DECLARE_FINAL_TYPE (FulNetworkSummaryPane, ful_network_summary_pane, FUL, NETWORK_SUMMARY_PANE, GtkWidget)

GtkWidget *ful_network_summary_pane_new      (void);
void       ful_network_summary_pane_set_view (FulNetworkSummaryPane *self,
                                              FulMarkerView         *view);

G_END_DECLS
