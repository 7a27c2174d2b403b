/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_paned_set_share (GtkPaned *paned,
                          guint     percent);

G_END_DECLS
