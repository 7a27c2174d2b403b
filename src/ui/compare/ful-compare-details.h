/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compared-runs.h"
#include "compare/ful-comparison.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareDetails:
 *
 * The selected function, or name of markers, on both sides, or what to know of the comparison.
 */
#define FUL_TYPE_COMPARE_DETAILS (ful_compare_details_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareDetails, ful_compare_details, FUL, COMPARE_DETAILS, GtkWidget)

GtkWidget *ful_compare_details_new      (FulCompareDocument   *document);
void       ful_compare_details_set_item (FulCompareDetails    *self,
                                         FulComparedTable      table,
                                         gint32                item,
                                         const FulComparedRow *node);
gboolean   ful_compare_details_get_busy (FulCompareDetails    *self);

G_END_DECLS
