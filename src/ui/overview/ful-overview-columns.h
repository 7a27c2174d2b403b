/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulOverviewColumns:
 *
 * Two columns side by side, or one below the other where the window is narrow.
 */
#define FUL_TYPE_OVERVIEW_COLUMNS (ful_overview_columns_get_type ())
G_DECLARE_FINAL_TYPE (FulOverviewColumns, ful_overview_columns, FUL, OVERVIEW_COLUMNS, GtkWidget)

GtkWidget *ful_overview_columns_new (GtkWidget *left,
                                     GtkWidget *right);

G_END_DECLS
