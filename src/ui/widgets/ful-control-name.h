/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_control_set_name       (GtkWidget  *control,
                                 const char *name);
void ful_control_name_by_labels (GtkWidget  *root);

G_END_DECLS
