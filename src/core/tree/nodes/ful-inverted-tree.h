/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-node-table.h"
#include "ful-recursion.h"

G_BEGIN_DECLS

/**
 * FulInvertedTree:
 *
 * The call nodes seen from their leaves: the roots are functions, children are
 * callers. A node represents its members: all call nodes whose path ends with its
 * own path. Nodes are numbers: those below the number of functions are the roots,
 * the number being the function; further ones are created when children are asked
 * for. Once created, a node keeps its number and its members.
 *
 * The only derived result that grows; its lock makes it usable from any thread.
 * Counted.
 */
typedef struct _FulInvertedTree FulInvertedTree;

FulInvertedTree  *ful_inverted_tree_new           (FulCallNodeTable       *nodes);
FulInvertedTree  *ful_inverted_tree_ref           (FulInvertedTree        *self);
void              ful_inverted_tree_unref         (FulInvertedTree        *self);

guint             ful_inverted_tree_get_children  (FulInvertedTree        *self,
                                                   FulCallNodeIndex        node,
                                                   FulCallNodeIndex       *out_first);
FulCallNodeIndex  ful_inverted_tree_get_parent    (FulInvertedTree        *self,
                                                   FulCallNodeIndex        node);
FulFuncIndex      ful_inverted_tree_get_func      (FulInvertedTree        *self,
                                                   FulCallNodeIndex        node);
gint32            ful_inverted_tree_get_depth     (FulInvertedTree        *self,
                                                   FulCallNodeIndex        node);
void              ful_inverted_tree_get_category  (FulInvertedTree        *self,
                                                   FulCallNodeIndex        node,
                                                   FulCategoryIndex       *out_category,
                                                   gint32                 *out_subcategory);
gint32            ful_inverted_tree_get_inlined_into (FulInvertedTree     *self,
                                                   FulCallNodeIndex        node);
FulCallNodeIndex  ful_inverted_tree_find_path     (FulInvertedTree        *self,
                                                   const FulFuncIndex     *path,
                                                   guint                   n_funcs);

void                    ful_inverted_tree_mark_members  (FulInvertedTree  *self,
                                                         FulCallNodeIndex  node,
                                                         guint8            mark,
                                                         guint8           *marks);
const GArray           *ful_inverted_tree_get_recursion (FulInvertedTree  *self);
void                    ful_inverted_tree_lock          (FulInvertedTree  *self);
void                    ful_inverted_tree_unlock        (FulInvertedTree  *self);
const FulCallNodeIndex *ful_inverted_tree_peek_members  (FulInvertedTree  *self,
                                                         FulCallNodeIndex  node,
                                                         guint            *out_n);
const FulInvertedRun   *ful_inverted_tree_peek_runs     (FulInvertedTree  *self,
                                                         FulCallNodeIndex  node,
                                                         guint            *out_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInvertedTree, ful_inverted_tree_unref)

G_END_DECLS
