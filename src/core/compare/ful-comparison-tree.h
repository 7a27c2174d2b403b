/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-comparison.h"

#include "compare/change/ful-change.h"
#include "compare/pairing/ful-pairing.h"
#include "tree/ful-call-tree.h"

G_BEGIN_DECLS

/**
 * FulComparisonTree:
 * @tree: the nodes of both sides, each with the larger one of its two self values; siblings descend by their difference
 * @sides: the same nodes with the means of each side
 * @difference: the same nodes with the amounts by which their self values differ
 * @inverted: the same from the other end, whose roots are functions by self
 * @inverted_sides: likewise
 * @greatest: amount of the greatest difference of a node
 *
 * A comparison by nodes as call trees. Functions of their profile are items of the pairing, with the same numbers. Immutable.
 */
typedef struct
{
  FulCallTree *tree;
  FulCallTree *sides[FUL_N_SIDES];
  FulCallTree *difference;
  FulCallTree *inverted;
  FulCallTree *inverted_sides[FUL_N_SIDES];
  double       greatest;

  /*< private >*/
  GArray      *rows;          /* (element-type FulComparedRow): of the comparison */
  gint32      *row_of_node;
  GArray      *functions;     /* (element-type FulComparedRow): of the comparison of functions by self */
  gint32      *row_of_func;
} FulComparisonTree;

FulComparisonTree    *ful_comparison_tree_new     (const FulComparison      *comparison,
                                                   const FulComparison      *functions,
                                                   const FulPairing         *pairing,
                                                   GCancellable             *cancellable,
                                                   GError                  **error);
void                  ful_comparison_tree_free    (FulComparisonTree        *self);
const FulComparedRow *ful_comparison_tree_get_row (const FulComparisonTree  *self,
                                                   FulCallNodeIndex          node);
void                  ful_comparison_tree_get_inverted_row
                                                  (const FulComparisonTree  *self,
                                                   FulCallNodeIndex          node,
                                                   FulComparedRow           *row);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparisonTree, ful_comparison_tree_free)

G_END_DECLS
