/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRowView:
 *
 * A list over a #FulRowModel in its scrolled window. Arrow keys walk in the
 * list, Tab leaves it.
 */
#define FUL_TYPE_ROW_VIEW (ful_row_view_get_type ())
G_DECLARE_FINAL_TYPE (FulRowView, ful_row_view, FUL, ROW_VIEW, GtkWidget)

GtkWidget *ful_row_view_new (GtkColumnView *list);

G_END_DECLS
