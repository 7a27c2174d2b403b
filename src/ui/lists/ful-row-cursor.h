/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ful_row_cursor_find_row (GtkColumnView *view,
                                    guint          position);
gint64     ful_row_cursor_pick     (GtkColumnView *view,
                                    double         x,
                                    double         y);
void       ful_row_cursor_go       (GtkColumnView *view,
                                    guint          position,
                                    gboolean       focus);
void       ful_row_cursor_show     (GtkColumnView *view,
                                    guint          position,
                                    gboolean       focus);

G_END_DECLS
