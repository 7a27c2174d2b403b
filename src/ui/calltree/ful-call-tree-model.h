/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/rows/ful-tree-rows.h"
#include "lists/ful-row-model.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/**
 * FulCallTreeModel:
 *
 * The visible rows of a call tree as a flat list with one selected call node. A new
 * tree needs a job; until it is done the rows of the last tree are kept. Emits
 * "node-selected" when the user or a new tree selects a node.
 */
#define FUL_TYPE_CALL_TREE_MODEL (ful_call_tree_model_get_type ())
G_DECLARE_FINAL_TYPE (FulCallTreeModel, ful_call_tree_model, FUL, CALL_TREE_MODEL, FulRowModel)

typedef gboolean (*FulRowsHeld) (gpointer owner);

FulCallTreeModel     *ful_call_tree_model_new              (void);
void                  ful_call_tree_model_set_held         (FulCallTreeModel *self,
                                                            FulRowsHeld       held,
                                                            gpointer          owner);
void                  ful_call_tree_model_set_tree         (FulCallTreeModel *self,
                                                            FulCallTree      *tree,
                                                            FulDerivedThread *thread,
                                                            gboolean          reset);
void                  ful_call_tree_model_reveal           (FulCallTreeModel *self,
                                                            FulCallNodeIndex  node);
FulCallTree          *ful_call_tree_model_get_tree         (FulCallTreeModel *self);
gboolean              ful_call_tree_model_get_busy         (FulCallTreeModel *self);
const FulCallTreeRow *ful_call_tree_model_get_row          (FulCallTreeModel *self,
                                                            guint             position);
gboolean              ful_call_tree_model_is_expanded      (FulCallTreeModel *self,
                                                            guint             position);
void                  ful_call_tree_model_expand           (FulCallTreeModel *self,
                                                            guint             position);
void                  ful_call_tree_model_collapse         (FulCallTreeModel *self,
                                                            guint             position);
void                  ful_call_tree_model_toggle           (FulCallTreeModel *self,
                                                            guint             position);
void                  ful_call_tree_model_expand_all       (FulCallTreeModel *self,
                                                            guint             position);
FulCallNodeIndex      ful_call_tree_model_get_selected_node (FulCallTreeModel *self);
gboolean              ful_call_tree_model_get_is_hot (FulCallTreeModel *self);
void                  ful_call_tree_model_select           (FulCallTreeModel *self,
                                                            gint64            position);
gint64                ful_call_tree_model_find_parent      (FulCallTreeModel *self,
                                                            guint             position);

G_END_DECLS
