/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/nodes/ful-call-node-table.h"
#include "tree/nodes/ful-inverted-numbers.h"
#include "tree/nodes/ful-inverted-tree.h"
#include "tree/samples/ful-sample-rows.h"

#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

G_BEGIN_DECLS

/**
 * FulCallTree:
 * @nodes: the call nodes
 * @inverted: (nullable): the inverted tree, if it is one
 * @weight_type: unit of the numbers
 * @weight_word: (nullable): what is counted, if the weight type does not say it; never freed
 * @root_total: the total that is 100 %: the sum over call nodes of the absolute value of their self weight
 * @self: (array): for each call node the weight of the rows that end in it
 * @total: (nullable) (array): for each call node the weight of the rows that pass through it; %NULL if inverted
 * @has_children: (nullable) (array): whether a call node has a child that is shown; %NULL if inverted
 * @is_list: whether the roots are shown in their own order instead of by weight
 * @listed_nodes: (nullable): of a list, the call nodes whose functions it has
 * @order: (nullable) (array): for each call node what siblings are sorted by, the greatest first; %NULL: their total
 *
 * The numbers of a call tree: call nodes and a range of rows (call-tree.md 5).
 * One interface for both directions: a node is a row of the call node table,
 * or a number of the inverted tree. Nodes keep their identity as long as the
 * call node table is the same, whatever the range. Counted, usable from any
 * thread.
 */
typedef struct _FulCallTree FulCallTree;

struct _FulCallTree
{
  FulCallNodeTable   *nodes;
  FulInvertedTree    *inverted;
  FulWeightType       weight_type;
  const char         *weight_word;
  double              root_total;
  const double       *self;
  const double       *total;
  const guint8       *has_children;
  gboolean            is_list;
  FulCallNodeTable   *listed_nodes;
  const double       *order;

  /*< private >*/
  FulProfile         *profile;
  FulCallTree        *base;              /* (nullable): whose @self it is */
  FulInvertedNumbers *inverted_numbers;  /* (nullable): of @inverted */
};

FulCallTree *ful_call_tree_new            (FulCallNodeTable *nodes,
                                           FulInvertedTree  *inverted,
                                           FulSampleRows    *rows,
                                           GCancellable     *cancellable,
                                           GError          **error);
FulCallTree *ful_call_tree_extend         (FulCallTree      *self,
                                           FulInvertedTree  *inverted,
                                           FulSampleRows    *rows,
                                           guint             n_before,
                                           GCancellable     *cancellable,
                                           GError          **error);
FulCallTree *ful_call_tree_with_direction (FulCallTree      *self,
                                           FulInvertedTree  *inverted);
FulCallTree *ful_call_tree_new_traced     (FulCallNodeTable *nodes,
                                           FulInvertedTree  *inverted,
                                           FulSampleRows    *rows,
                                           GCancellable     *cancellable,
                                           GError          **error);
FulCallTree *ful_call_tree_new_list       (FulCallNodeTable *nodes,
                                           FulCallTree      *tree,
                                           double           *self,
                                           double           *total);
FulCallTree *ful_call_tree_new_of_values  (FulCallNodeTable *nodes,
                                           const char       *weight_word,
                                           double           *self,
                                           double           *order);
FulCallTree *ful_call_tree_ref            (FulCallTree      *self);
void         ful_call_tree_unref          (FulCallTree      *self);

void             ful_call_tree_get_children      (FulCallTree        *self,
                                                  FulCallNodeIndex    node,
                                                  GArray             *children);
gboolean         ful_call_tree_has_children      (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
gboolean         ful_call_tree_is_visible        (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
FulCallNodeIndex ful_call_tree_get_parent        (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
gint32           ful_call_tree_get_depth         (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
double           ful_call_tree_get_total         (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
double           ful_call_tree_get_self          (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
FulFuncIndex     ful_call_tree_get_func          (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
const char      *ful_call_tree_get_name          (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
const char      *ful_call_tree_get_shown_name    (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
void             ful_call_tree_get_category      (FulCallTree        *self,
                                                  FulCallNodeIndex    node,
                                                  FulCategoryIndex   *out_category,
                                                  gint32             *out_subcategory);
gint32           ful_call_tree_get_inlined_into  (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
GArray          *ful_call_tree_get_path          (FulCallTree        *self,
                                                  FulCallNodeIndex    node);
FulCallNodeIndex ful_call_tree_find_path         (FulCallTree        *self,
                                                  const FulFuncIndex *path,
                                                  guint               n_funcs);
FulCallNodeIndex ful_call_tree_find_longest      (FulCallTree        *self,
                                                  const FulFuncIndex *path,
                                                  guint               n_funcs);
GArray          *ful_call_tree_get_reversed_path (FulCallTree        *self,
                                                  FulCallNodeIndex    node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulCallTree, ful_call_tree_unref)

G_END_DECLS
