/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void     ful_column_sorter_add               (GtkColumnViewColumn *column,
                                              guint                number);
void     ful_column_sorter_install           (GtkColumnView       *view,
                                              guint                n_columns);
void     ful_column_sorter_prefer_descending (GtkColumnView       *view,
                                              guint                first,
                                              guint                end);
gboolean ful_column_sorter_get               (GtkColumnView       *view,
                                              guint               *out_column,
                                              gboolean            *out_descending);

G_END_DECLS
