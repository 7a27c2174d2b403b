/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-insight-stack-keys.h"
#include "ful-insight-stacks.h"

G_BEGIN_DECLS

/**
 * FulInsightTally:
 * @seen: weight that is not idle
 * @own: the function that most is charged to, or %FUL_NONE
 * @own_weight: that weight
 * @category: the category with the most, or %FUL_NONE
 * @category_weight: its weight
 *
 * What a thread did mostly.
 */
typedef struct
{
  double           seen;
  FulInsightKey    own;
  double           own_weight;
  FulCategoryIndex category;
  double           category_weight;
} FulInsightTally;

/**
 * FulInsightKeySums:
 * @weight: (array): of each key
 * @most: (array): the greatest part of it that is of one thread
 * @thread: (array): that thread
 */
typedef struct
{
  double *weight;
  double *most;
  gint32 *thread;
} FulInsightKeySums;

/**
 * FulInsightSums:
 * @seen: weight of the threads that is not idle
 * @self: where stacks end
 * @script: the same among scripts and labels alone
 * @no_script: weight without any of them
 * @own: what is charged to functions of one's own
 * @unnamed: weight of stacks that end without a name
 * @category: (array): weight of each category
 * @by_stack: (array): weight of each stack
 * @n_weighty: number of samples that weigh anything
 * @n_rows: number of samples
 * @has_callers: whether any had a caller
 * @without_caller: weight of those that had none
 *
 * What the work set did.
 */
typedef struct
{
  const FulInsightStacks *stacks;
  double                  seen;
  FulInsightKeySums       self;
  FulInsightKeySums       script;
  double                  no_script;
  FulInsightKeySums       own;
  double                  unnamed;
  double                 *category;
  double                 *by_stack;
  guint64                 n_weighty;
  guint64                 n_rows;
  gboolean                has_callers;
  double                  without_caller;

  /*< private >*/
  double                 *scratch;
  GArray                 *touched;
} FulInsightSums;

FulInsightSums *ful_insight_sums_new   (const FulInsightStacks  *stacks);
void            ful_insight_sums_free  (FulInsightSums          *self);
void            ful_insight_sums_add   (FulInsightSums          *self,
                                        guint                    thread);
void            ful_insight_sums_tally (FulInsightSums          *self,
                                        FulInsightTally         *out_tally);
GArray         *ful_insight_sums_list  (const FulInsightSums    *self,
                                        const FulInsightKeySums *sums,
                                        double                   least,
                                        guint                    n_max);
void            ful_insight_sums_find_totals (const FulInsightSums *self,
                                        const FulInsightKey     *keys,
                                        guint                    n_keys,
                                        double                  *totals);
void            ful_insight_sums_find_categories (const FulInsightSums *self,
                                        const FulInsightKey     *keys,
                                        guint                    n_keys,
                                        gboolean                 of_scripts,
                                        FulCategoryIndex        *categories);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightSums, ful_insight_sums_free)

G_END_DECLS
