/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_column_tooltip_set     (GtkColumnViewColumn *column,
                                 const char          *text);
void ful_column_tooltip_install (GtkColumnView       *view);

G_END_DECLS
