/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-insight-stacks.h"

G_BEGIN_DECLS

/**
 * FulInsightPath:
 * @keys: (element-type FulInsightKey): from the root to the hot node; empty if no node has half
 * @share: weight of the hot node, of what was not idle; 1 without a node
 * @own_share: how much of that is charged to functions of one's own
 *
 * The heaviest path of a thread.
 */
typedef struct
{
  GArray *keys;
  double  share;
  double  own_share;
} FulInsightPath;

/**
 * FulInsightForest:
 *
 * The stacks as a forest to walk down in. Used for one thread after the other.
 */
typedef struct
{
  const FulInsightStacks *stacks;
  FulStackIndex          *first_child;    /* roots are those of the last row */
  FulStackIndex          *next_sibling;
  double                 *sum;            /* of each stack with what it called */
} FulInsightForest;

FulInsightForest *ful_insight_forest_new       (const FulInsightStacks *stacks);
void              ful_insight_forest_free      (FulInsightForest       *self);
void              ful_insight_forest_find_path (FulInsightForest       *self,
                                                FulInsightPath         *out_path);
void              ful_insight_path_clear       (FulInsightPath         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightForest, ful_insight_forest_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulInsightPath, ful_insight_path_clear)

G_END_DECLS
