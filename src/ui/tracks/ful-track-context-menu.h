/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/rows/ful-track-visibility.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTrackContextMenu:
 *
 * What can be done with one track: hide it, or others.
 */
#define FUL_TYPE_TRACK_CONTEXT_MENU (ful_track_context_menu_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackContextMenu, ful_track_context_menu, FUL, TRACK_CONTEXT_MENU, GtkWidget)

GtkWidget *ful_track_context_menu_new   (FulTrackVisibility  *tracks);
void       ful_track_context_menu_popup (FulTrackContextMenu *self,
                                         guint                track,
                                         double               x,
                                         double               y);

G_END_DECLS
