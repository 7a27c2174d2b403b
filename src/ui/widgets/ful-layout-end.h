/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*FulLayoutEndFunc) (GtkWidget *widget);

void ful_layout_end_install (GtkWidget        *widget,
                             FulLayoutEndFunc  func);
void ful_layout_end_queue   (GtkWidget        *widget);

G_END_DECLS
