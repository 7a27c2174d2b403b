/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWindow *ful_search_window_new (GtkWindow  *parent,
                                  const char *title,
                                  int         width,
                                  GtkWidget  *search,
                                  const char *search_name,
                                  GtkWidget  *list);

G_END_DECLS
