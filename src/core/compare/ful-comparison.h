/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-per.h"

#include "compare/change/ful-change.h"
#include "compare/pairing/ful-pairing.h"
#include "compare/pairing/ful-path-tree.h"
#include "compare/runs/ful-run.h"

G_BEGIN_DECLS

/**
 * FulComparedRow:
 * @item: function or name; of a node its own function
 * @node: of @tree, if rows are nodes
 * @is_on: for each side, whether it has the row
 * @is_called_elsewhere: whether it is a node of one side only, although the total of its function shows no difference
 * @change: what happened
 */
typedef struct
{
  gint32    item;
  gint32    node;
  gboolean  is_on[FUL_N_SIDES];
  gboolean  is_called_elsewhere;
  FulChange change;
} FulComparedRow;

/**
 * FulComparison:
 * @rows: (element-type FulComparedRow): by descending |difference|
 * @total: of the view
 * @tree: (nullable): nodes by item, if rows are nodes
 * @node_of: (nullable): of either side, for each node by key that of @tree, or %FUL_NONE
 * @unit: of values
 *
 * The answer.
 */
typedef struct
{
  GArray      *rows;
  FulChange    total;
  FulPathTree *tree;
  gint32      *node_of[FUL_N_SIDES];
  char        *unit;
  guint        n_runs[FUL_N_SIDES];
} FulComparison;

/**
 * FulComparisonRequest:
 * @runs: (element-type FulRun): of each side
 * @pairing: with the keys of all runs; ful_pairing_pair() was called
 * @tree: (nullable): nodes by key, if items are nodes
 * @has_self: whether values of nodes do not have those of their children
 * @per: what values are divided by
 * @per_name: (nullable): the marker that was counted
 * @only: (nullable): glob; other names are left out
 * @is_nominal: whether samples stand for the interval that files have
 * @rules: how to judge
 */
typedef struct
{
  GPtrArray      *runs[FUL_N_SIDES];
  FulPairing     *pairing;
  FulPathTree    *tree;
  gboolean        has_self;
  FulPer          per;
  const char     *per_name;
  const char     *only;
  gboolean        is_nominal;
  FulChangeRules  rules;
} FulComparisonRequest;

FulComparison *ful_comparison_new        (FulComparisonRequest        *request,
                                          GError                     **error);
void           ful_comparison_free       (FulComparison               *self);
gboolean       ful_comparison_check_side  (const FulComparisonRequest  *request,
                                           FulSide                      side,
                                           GError                     **error);
gboolean       ful_comparison_must_reread (const FulPairing           *pairing,
                                          const FulPathTree           *tree,
                                          FulSide                      side,
                                          const FulRun                *run);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulComparison, ful_comparison_free)

G_END_DECLS
