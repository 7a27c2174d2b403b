/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulOverviewList:
 *
 * Rows one below the other, or in lines as long as there is room. One stop of Tab: arrows go from row to row.
 */
#define FUL_TYPE_OVERVIEW_LIST (ful_overview_list_get_type ())
G_DECLARE_FINAL_TYPE (FulOverviewList, ful_overview_list, FUL, OVERVIEW_LIST, GtkWidget)

GtkWidget *ful_overview_list_new (gboolean in_lines);

G_END_DECLS
