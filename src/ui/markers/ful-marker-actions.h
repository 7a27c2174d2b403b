/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-page.h"

G_BEGIN_DECLS

void        ful_marker_actions_install     (GtkWidgetClass *page_class);
GMenuModel *ful_marker_actions_create_menu (FulMarkerPage  *page);

G_END_DECLS
