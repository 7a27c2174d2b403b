/* SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define FUL_TYPE_OPTION_BAR (ful_option_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulOptionBar, ful_option_bar, FUL, OPTION_BAR, GtkWidget)

void ful_option_bar_keep   (FulOptionBar *self,
                            GtkWidget    *widget);
void ful_option_bar_append (FulOptionBar *self,
                            GtkWidget    *option);

G_END_DECLS
