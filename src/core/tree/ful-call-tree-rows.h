/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"

G_BEGIN_DECLS

/**
 * FulCallTreeRow:
 * @node: a node of the call tree
 * @depth: 0 for a root
 *
 * A row of an expanded call tree.
 */
typedef struct
{
  FulCallNodeIndex node;
  gint32           depth;
} FulCallTreeRow;

GArray *ful_call_tree_expand_all        (FulCallTree       *tree,
                                         FulCallNodeIndex   node,
                                         guint              max_rows,
                                         GCancellable      *cancellable,
                                         GError           **error);
guint64 ful_call_tree_count_visible     (FulCallTree       *tree,
                                         GCancellable      *cancellable,
                                         GError           **error);
GArray *ful_call_tree_initial_expansion (FulCallTree       *tree,
                                         FulCallNodeIndex  *out_selected);
FulCallNodeIndex ful_call_tree_find_heaviest (FulCallTree       *tree,
                                         FulCallNodeIndex   from,
                                         GCancellable      *cancellable,
                                         GError           **error);

G_END_DECLS
