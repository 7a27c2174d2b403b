/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPlaceView:
 *
 * A list over a #FulPlaceModel in its scrolled window. Arrow keys walk in the
 * list, Tab leaves it.
 */
#define FUL_TYPE_PLACE_VIEW (ful_place_view_get_type ())
G_DECLARE_FINAL_TYPE (FulPlaceView, ful_place_view, FUL, PLACE_VIEW, GtkWidget)

GtkWidget *ful_place_view_new (GtkColumnView *list);

G_END_DECLS
