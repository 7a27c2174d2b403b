/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_column_title_align_end        (GtkColumnView       *view,
                                        GtkColumnViewColumn *column);
void ful_column_title_set_tooltip      (GtkColumnViewColumn *column,
                                        const char          *text);
void ful_column_title_install_tooltips (GtkColumnView       *view);

G_END_DECLS
