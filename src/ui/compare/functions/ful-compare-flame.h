/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "compare/ful-comparison.h"
#include "tree/ful-call-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareFlame:
 *
 * The call nodes of both sides as boxes, in colours of what changed. Emits "selected" (item) when the user moves to a box.
 */
#define FUL_TYPE_COMPARE_FLAME (ful_compare_flame_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareFlame, ful_compare_flame, FUL, COMPARE_FLAME, GtkWidget)

GtkWidget *ful_compare_flame_new      (FulCompareDocument *document);
gboolean   ful_compare_flame_get_busy (FulCompareFlame    *self);
const FulComparedRow *ful_compare_flame_get_row
                                      (FulCompareFlame    *self);
FulCallNodeIndex
           ful_compare_flame_get_node (FulCompareFlame    *self,
                                       FulCallTree       **out_tree);

G_END_DECLS
