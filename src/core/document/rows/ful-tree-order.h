/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree-rows.h"
#include "tree/ful-call-tree.h"

G_BEGIN_DECLS

/**
 * FulTreeOrder:
 *
 * The order that rows of a tree had, for another tree whose nodes have the same functions. A place is a row of the first
 * tree, or %FUL_NONE; above the roots it is %FUL_TREE_ORDER_TOP.
 */
typedef struct _FulTreeOrder FulTreeOrder;

#define FUL_TREE_ORDER_TOP (-2)

FulTreeOrder *ful_tree_order_new  (FulCallTree          *tree,
                                   const FulCallTreeRow *rows,
                                   guint                 n_rows);
void          ful_tree_order_free (FulTreeOrder         *self);
gint32        ful_tree_order_find (FulTreeOrder         *self,
                                   gint32                parent,
                                   FulFuncIndex          func);
void          ful_tree_order_sort (FulTreeOrder         *self,
                                   gint32                parent,
                                   FulCallTree          *tree,
                                   GArray               *children);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTreeOrder, ful_tree_order_free)

G_END_DECLS
