/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/rows/ful-track-visibility.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulTrackMenu:
 *
 * Shows the number of visible tracks, and changes which are shown. Emits
 * "tabs-wanted" when it opens, and "tab-selected" with the number of a tab, -1 for
 * all.
 */
#define FUL_TYPE_TRACK_MENU (ful_track_menu_get_type ())
G_DECLARE_FINAL_TYPE (FulTrackMenu, ful_track_menu, FUL, TRACK_MENU, GtkWidget)

GtkWidget *ful_track_menu_new        (void);
void       ful_track_menu_set_tracks (FulTrackMenu       *self,
                                      FulTrackVisibility *tracks);
void       ful_track_menu_set_tabs   (FulTrackMenu       *self,
                                      GPtrArray          *tabs);

G_END_DECLS
