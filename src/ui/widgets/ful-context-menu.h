/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkPopoverMenu *ful_context_menu_new   (GtkWidget  *widget,
                                        GMenuModel *menu,
                                        GtkWidget  *over,
                                        double      x,
                                        double      y);
void            ful_context_menu_popup (GtkWidget  *widget,
                                        GMenuModel *menu,
                                        GtkWidget  *over,
                                        double      x,
                                        double      y);

G_END_DECLS
