/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* em: of the narrowest window. */
#define FUL_EM_LEAST_WIDTH 24

int      ful_em            (GtkWidget *widget,
                           double     n);
gboolean ful_em_is_wide    (GtkWidget *widget,
                           int        width);
int      ful_em_head_width (GtkWidget *widget,
                           int        width);
int      ful_em_tail_width (GtkWidget *widget);

G_END_DECLS
