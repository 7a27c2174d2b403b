/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean ful_tooltip_is_allowed (GtkWidget *widget);
void ful_tooltip_set_text (GtkWidget  *widget,
                           const char *text);
void ful_tooltip_describe (GtkWidget  *widget,
                           const char *text);

G_END_DECLS
