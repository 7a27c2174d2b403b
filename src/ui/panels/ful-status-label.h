/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ful_status_label_new      (GtkWidget  *body,
                                      GtkLabel  **label);
void       ful_status_label_set_text (GtkLabel   *label,
                                      const char *text);

G_END_DECLS
