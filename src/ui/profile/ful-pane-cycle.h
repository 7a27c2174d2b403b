/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_pane_cycle (GtkWidget * const *panes,
                     guint              n_panes,
                     int                step);

G_END_DECLS
