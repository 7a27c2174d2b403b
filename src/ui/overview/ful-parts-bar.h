/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/overview/ful-overview-types.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulPartsBar:
 *
 * A bar that is filled from its start, in one colour or in those of categories. Decoration: its numbers are beside it.
 */
#define FUL_TYPE_PARTS_BAR (ful_parts_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulPartsBar, ful_parts_bar, FUL, PARTS_BAR, GtkWidget)

GtkWidget *ful_parts_bar_new (int           width,
                              int           height);
void       ful_parts_bar_set (FulPartsBar  *self,
                              double        length,
                              const GArray *parts);

G_END_DECLS
