/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-page.h"

G_BEGIN_DECLS

void ful_marker_copy_actions_install     (GtkWidgetClass *page_class);
void ful_marker_copy_actions_append_one  (FulMarkerPage  *page,
                                          GMenu          *menu);
void ful_marker_copy_actions_append_rows (FulMarkerPage  *page,
                                          GMenu          *menu);

G_END_DECLS
