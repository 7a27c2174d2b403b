/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

const char *ful_data_label_get_mark (GtkWidget  *label,
                                     const char *text);
void        ful_data_label_set      (GtkWidget  *label,
                                     const char *text);

G_END_DECLS
