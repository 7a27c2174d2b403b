/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCategoryStrip:
 *
 * How much of each part of a time was used, in the colours of categories.
 */
#define FUL_TYPE_CATEGORY_STRIP (ful_category_strip_get_type ())
G_DECLARE_FINAL_TYPE (FulCategoryStrip, ful_category_strip, FUL, CATEGORY_STRIP, GtkWidget)

GtkWidget *ful_category_strip_new       (void);
void       ful_category_strip_clear     (FulCategoryStrip *self,
                                         guint             n_bins);
void       ful_category_strip_add       (FulCategoryStrip *self,
                                         guint             bin,
                                         const char       *color,
                                         double            share);
void       ful_category_strip_set_range (FulCategoryStrip *self,
                                         double            start,
                                         double            end);

G_END_DECLS
