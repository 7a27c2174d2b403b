/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/ful-call-tree-rows.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/* Expand all stops at so many rows: an inverted tree can have a hundred times
 * more nodes than the call node table. */
#define FUL_TREE_ROWS_MAX 4000000

/**
 * FulTreeRows:
 * @tree: the tree
 * @thread: (nullable): the derived thread of the tree, for mapping paths
 * @n_rows: number of visible rows
 * @rows: (array length=n_rows): the visible rows from top to bottom
 * @selected: selected node, or %FUL_NONE
 * @is_hot: whether that is the hot node, and not one that was selected before
 *
 * The visible nodes of a call tree, given the expanded ones: a flat array, so that
 * a list of a million rows costs eight megabytes and no object. Counted, so that a
 * job can read the rows without a copy: only the holder of the only reference may
 * change it; see ful_tree_rows_make_unique().
 */
typedef struct
{
  FulCallTree      *tree;
  FulDerivedThread *thread;
  guint             n_rows;
  FulCallTreeRow   *rows;
  FulCallNodeIndex  selected;
  gboolean          is_hot;

  /*< private >*/
  gatomicrefcount   ref_count;
  guint             capacity;
  GArray           *expanded;   /* one byte a node */
} FulTreeRows;

FulTreeRows *ful_tree_rows_new         (FulCallTree       *tree,
                                        FulDerivedThread  *thread,
                                        GCancellable      *cancellable,
                                        GError           **error);
FulTreeRows *ful_tree_rows_ref         (FulTreeRows       *self);
void         ful_tree_rows_unref       (FulTreeRows       *self);
FulTreeRows *ful_tree_rows_make_unique (FulTreeRows       *self);
gboolean     ful_tree_rows_is_expanded (const FulTreeRows *self,
                                        FulCallNodeIndex   node);
guint        ful_tree_rows_expand      (FulTreeRows       *self,
                                        guint              row);
guint        ful_tree_rows_collapse    (FulTreeRows       *self,
                                        guint              row);
gint64       ful_tree_rows_find        (const FulTreeRows *self,
                                        FulCallNodeIndex   node);
gint64       ful_tree_rows_find_parent (const FulTreeRows *self,
                                        guint              row);

/* These may take long and run in jobs. */
gint64       ful_tree_rows_find_same   (FulTreeRows       *self,
                                        guint              row,
                                        FulTreeRows       *after);
gboolean     ful_tree_rows_expand_all  (FulTreeRows       *self,
                                        guint              row,
                                        GCancellable      *cancellable,
                                        GError           **error);
gboolean     ful_tree_rows_reveal      (FulTreeRows       *self,
                                        FulCallNodeIndex   node,
                                        GCancellable      *cancellable,
                                        GError           **error);
FulTreeRows *ful_tree_rows_follow      (FulTreeRows       *self,
                                        FulCallNodeIndex   selected,
                                        FulCallTree       *tree,
                                        FulDerivedThread  *thread,
                                        gboolean           keep_order,
                                        GCancellable      *cancellable,
                                        GError           **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTreeRows, ful_tree_rows_unref)

G_END_DECLS
