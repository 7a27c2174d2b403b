/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRunDots:
 *
 * The values of an item in each run: a dot each, before above after, on one axis. Decoration: the numbers are beside it.
 */
#define FUL_TYPE_RUN_DOTS (ful_run_dots_get_type ())
G_DECLARE_FINAL_TYPE (FulRunDots, ful_run_dots, FUL, RUN_DOTS, GtkWidget)

GtkWidget *ful_run_dots_new (void);
void       ful_run_dots_set (FulRunDots   *self,
                             const GArray *before,
                             const GArray *after);

G_END_DECLS
