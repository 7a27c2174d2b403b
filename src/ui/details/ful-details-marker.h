/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/find/ful-marker-context.h"
#include "markers/list/ful-marker-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

void ful_details_fill_marker (GtkWidget              *box,
                              FulMarkerList          *list,
                              guint                   marker,
                              const FulMarkerContext *context,
                              double                  zero);

G_END_DECLS
