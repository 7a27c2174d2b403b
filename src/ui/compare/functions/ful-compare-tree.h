/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compare-wings.h"
#include "compare/ful-comparison.h"
#include "document/ful-document.h"
#include "tree/ful-call-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulCompareTree:
 *
 * The call nodes of both sides, or callers or callees of a function; siblings that take longer first. Emits "selected" (item)
 * when the user selects a node.
 */
#define FUL_TYPE_COMPARE_TREE (ful_compare_tree_get_type ())
G_DECLARE_FINAL_TYPE (FulCompareTree, ful_compare_tree, FUL, COMPARE_TREE, GtkWidget)

GtkWidget *ful_compare_tree_new      (FulCompareDocument *document,
                                      FulDocument        *view);
GtkWidget *ful_compare_tree_new_wing (FulWing             wing);
void       ful_compare_tree_set_wings
                                     (FulCompareTree     *self,
                                      FulCompareWings    *wings);
gboolean   ful_compare_tree_get_busy (FulCompareTree     *self);
const FulComparedRow *ful_compare_tree_get_row
                                     (FulCompareTree     *self);
FulCallNodeIndex
           ful_compare_tree_get_node (FulCompareTree     *self,
                                      FulCallTree       **out_tree);
char      *ful_compare_tree_dup_rows (FulCompareTree     *self);

G_END_DECLS
