/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTrackMenu:
 *
 * Says how many tracks are shown, and lets others be shown. Emits "toggled"
 * with the number of a track and whether it is to be shown.
 */
#define FUL_TYPE_TRACK_MENU (ful_track_menu_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackMenu, ful_track_menu, FUL, TRACK_MENU, GtkWidget)

GtkWidget *ful_track_menu_new       (void);
void       ful_track_menu_add_track (FulTrackMenu *self,
                                     const char   *name,
                                     gboolean      is_local,
                                     gboolean      shown);

G_END_DECLS
