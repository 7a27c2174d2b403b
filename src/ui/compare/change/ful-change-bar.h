/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/ful-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulChangeBar:
 *
 * A difference as a bar from a zero in the middle, with its interval as a whisker. Decoration: the numbers are beside it.
 */
#define FUL_TYPE_CHANGE_BAR (ful_change_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulChangeBar, ful_change_bar, FUL, CHANGE_BAR, GtkWidget)

GtkWidget *ful_change_bar_new (void);
void       ful_change_bar_set (FulChangeBar         *self,
                               const FulComparedRow *row,
                               double                scale);

G_END_DECLS
