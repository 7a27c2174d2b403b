/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/ful-document.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulRangeBar:
 *
 * Breadcrumbs of the committed ranges, and the preview at their end.
 */
#define FUL_TYPE_RANGE_BAR (ful_range_bar_get_type ())
G_DECLARE_FINAL_TYPE (FulRangeBar, ful_range_bar, FUL, RANGE_BAR, GtkWidget)

void ful_range_bar_set_document (FulRangeBar *self,
                                 FulDocument *document);

G_END_DECLS
