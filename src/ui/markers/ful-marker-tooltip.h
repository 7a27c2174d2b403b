/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ful_marker_tooltip_new  (FulMarkerList *list,
                                    guint          marker,
                                    double         zero);
char      *ful_marker_describe     (FulMarkerList *list,
                                    guint          marker,
                                    double         zero);

G_END_DECLS
