/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulShareBar:
 *
 * A thin bar that is filled to a share, in the colour of a category or in the
 * accent colour. Decoration: the share is written next to it.
 */
#define FUL_TYPE_SHARE_BAR (ful_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulShareBar, ful_share_bar, FUL, SHARE_BAR, GtkWidget)

GtkWidget *ful_share_bar_new (void);
void       ful_share_bar_set (FulShareBar *self,
                              const char  *color,
                              double       share);

G_END_DECLS
