/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ful_place_cursor_find_row (GtkColumnView *view,
                                      guint          position);
void       ful_place_cursor_go       (GtkColumnView *view,
                                      guint          position,
                                      gboolean       focus);

G_END_DECLS
