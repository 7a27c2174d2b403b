/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"
#include "markers/layout/ful-marker-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *ful_marker_fields_button_new      (FulDocument   *document);
void       ful_marker_fields_button_set_view (GtkWidget     *button,
                                              FulMarkerView *view);

G_END_DECLS
