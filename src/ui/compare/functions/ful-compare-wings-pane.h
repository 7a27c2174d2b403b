/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-answer.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareWingsPane:
 *
 * Callers or callees of a function on both sides.
 */
#define FUL_TYPE_COMPARE_WINGS_PANE (ful_compare_wings_pane_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareWingsPane, ful_compare_wings_pane, FUL, COMPARE_WINGS_PANE, GtkWidget)

GtkWidget *ful_compare_wings_pane_new      (void);
void       ful_compare_wings_pane_show     (FulCompareWingsPane *self,
                                            FulCompareAnswer    *answer,
                                            gint32               item);
gboolean   ful_compare_wings_pane_get_busy (FulCompareWingsPane *self);

G_END_DECLS
