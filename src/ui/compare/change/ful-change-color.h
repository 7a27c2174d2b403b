/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "compare/document/ful-compare-answer.h"
#include "compare/ful-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much a row has changed, where noise does not explain it: from −3, more than 20 % less, to 3, more than 20 % more. */
int         ful_change_color_get_step  (const FulComparedRow *row);
GdkRGBA     ful_change_color_get       (int                   step);
const FulCategoryColor *
            ful_change_color_get_box   (int                   step);
const char *ful_change_color_get_sign  (FulCompareGroup       group);
const char *ful_change_color_get_title (FulCompareGroup       group,
                                        gboolean              is_speed);

G_END_DECLS
