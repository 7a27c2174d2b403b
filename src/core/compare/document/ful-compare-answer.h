/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-compared-runs.h"

#include "compare/change/ful-change.h"
#include "compare/ful-comparison-tree.h"
#include "compare/ful-comparison.h"
#include "compare/ful-per.h"
#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What rows have in common for the user: each is in one group. */
typedef enum
{
  FUL_COMPARE_MORE,      /* slower, or more */
  FUL_COMPARE_LESS,      /* faster, or less */
  FUL_COMPARE_NEW,       /* more, and only in AFTER */
  FUL_COMPARE_GONE,      /* less, and only in BEFORE */
  FUL_COMPARE_SAME,
  FUL_COMPARE_UNCLEAR,
  FUL_COMPARE_FEW,
  FUL_N_COMPARE_GROUPS,
} FulCompareGroup;

/* What lists are sorted by. */
typedef enum
{
  FUL_COMPARE_ORDER_DIFFERENCE,
  FUL_COMPARE_ORDER_NAME,
  FUL_COMPARE_ORDER_BEFORE,
  FUL_COMPARE_ORDER_AFTER,
  FUL_COMPARE_ORDER_RATIO,     /* what is new is above every ratio */
  FUL_COMPARE_ORDER_VERDICT,   /* by group, the certain ones first, then by difference */
} FulCompareOrder;

/**
 * FulCompareAnswer:
 * @runs: what was compared
 * @is_partial: whether not all runs were read yet, so that nothing is judged
 * @per: what values were divided by
 * @lists: all tables but call nodes; %NULL of markers where a side has none
 * @tree: the call nodes of both sides
 * @node_of: (array): of either side, for each node that was read that of the rows of @tree, or %FUL_NONE
 * @unit: of values of functions and nodes
 * @rules: how values were judged
 * @notes: (element-type FulComparisonNote): what to know before believing it
 * @shared_markers: (element-type utf8): names of the markers that both sides have, in order
 * @names: the functions that transforms of a view can be about
 * @row_of_item: (array): of each item its function in @names
 * @total_of_item: (array): of each item its row in the list of totals, or %FUL_NONE
 *
 * What a comparison shows. Immutable, counted.
 */
typedef struct
{
  FulComparedRuns   *runs;
  gboolean           is_partial;
  FulPer             per;
  FulComparison     *lists[FUL_COMPARED_NODES];
  FulComparisonTree *tree;
  gint32            *node_of[FUL_N_SIDES];
  const char        *unit;
  FulChangeRules     rules;
  GPtrArray         *notes;
  GPtrArray         *shared_markers;
  FulProfile        *names;
  FulFuncIndex      *row_of_item;
  gint32            *total_of_item;
} FulCompareAnswer;

FulCompareAnswer *ful_compare_answer_new        (FulComparedRuns         *runs,
                                                 gboolean                 is_partial,
                                                 FulPer                   per,
                                                 GCancellable            *cancellable,
                                                 GError                 **error);
FulComparison    *ful_compare_answer_compare    (const FulCompareAnswer  *self,
                                                 FulComparisonRequest    *request,
                                                 GError                 **error);
FulCompareAnswer *ful_compare_answer_ref        (FulCompareAnswer        *self);
void              ful_compare_answer_unref      (FulCompareAnswer        *self);
const char       *ful_compare_answer_get_unit   (const FulCompareAnswer  *self,
                                                 FulComparedTable         table);
gboolean          ful_compare_answer_is_speed   (const FulCompareAnswer  *self,
                                                 FulComparedTable         table);
FulCompareGroup   ful_compare_group_of          (const FulComparedRow    *row);
GPtrArray        *ful_compare_answer_list       (const FulCompareAnswer  *self,
                                                 FulComparedTable         table,
                                                 guint                    groups,
                                                 FulCompareOrder          order,
                                                 gboolean                 descending);
GPtrArray        *ful_compare_answer_get_strong (const FulCompareAnswer  *self,
                                                 FulComparedTable         table,
                                                 FulCompareGroup          group,
                                                 guint                   *out_n);
gint32            ful_compare_answer_find_item  (const FulCompareAnswer  *self,
                                                 FulFuncIndex             row);
gint32            ful_compare_answer_find_marker
                                                (const FulCompareAnswer  *self,
                                                 const char              *name);
GArray           *ful_compare_answer_get_durations
                                                (const FulCompareAnswer  *self,
                                                 FulSide                  side,
                                                 gint32                   item);
GArray           *ful_compare_answer_get_values (const FulCompareAnswer  *self,
                                                 FulComparedTable         table,
                                                 FulSide                  side,
                                                 gint32                   item);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulCompareAnswer, ful_compare_answer_unref)

G_END_DECLS
