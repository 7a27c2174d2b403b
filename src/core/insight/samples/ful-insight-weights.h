/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-insight-block-types.h"
#include "ful-insight-rules.h"

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* Rows whose weights are read at once. */
#define FUL_INSIGHT_BLOCK_ROWS 1024

/**
 * FulInsightWeights:
 * @rules: how samples are weighed
 * @blocks: (nullable): sums of samples, if they were made
 * @range: the time that counts, absolute ms
 * @is_whole: whether that is all; then rows count that are not in it
 * @basis: what weights are
 * @is_timed: whether things happened at times
 * @is_firefox: whether Firefox recorded itself
 * @threads: (array length=n_threads): all threads
 * @busy: sum over all threads; only of the selected one where there are only allocations
 * @work_set: (array length=n_work_set): numbers of the busiest threads, which have 95 % of @busy, at most 16
 * @work_busy: sum over those
 *
 * How busy the threads of a profile were (insight.md 3).
 */
typedef struct
{
  FulProfile       *profile;
  FulInsightRules  *rules;
  FulInsightBlocks *blocks;
  FulTimeRange      range;
  gboolean          is_whole;
  FulInsightBasis   basis;
  gboolean          is_timed;
  gboolean          is_firefox;
  guint             n_threads;
  FulInsightThread *threads;
  double            busy;
  guint             n_work_set;
  guint            *work_set;
  double            work_busy;
} FulInsightWeights;

FulInsightWeights *ful_insight_weights_new  (FulProfile               *profile,
                                             FulTimeRange              root_range,
                                             FulTimeRange              range,
                                             guint                     selected_thread,
                                             FulDeriveCache           *cache,
                                             GCancellable             *cancellable,
                                             GError                  **error);
FulInsightWeights *ful_insight_weights_new_of_threads (FulProfile      *profile,
                                             FulTimeRange              root_range,
                                             FulTimeRange              range,
                                             const guint              *threads,
                                             guint                     n_threads,
                                             FulDeriveCache           *cache,
                                             GCancellable             *cancellable,
                                             GError                  **error);
void               ful_insight_weights_free (FulInsightWeights        *self);
double             ful_insight_weights_get  (const FulInsightWeights  *self,
                                             const FulInsightThread   *thread,
                                             guint                     row);
void               ful_insight_weights_read (const FulInsightWeights  *self,
                                             const FulInsightThread   *thread,
                                             guint                     begin,
                                             guint                     end,
                                             double                   *to);
const char        *ful_insight_weights_get_unit (const FulInsightWeights *self);
gboolean           ful_insight_weights_has_stacks (const FulInsightThread *thread);

/* The time that a sample stands for: up to it where that was measured, else from it on. */
static inline FulTimeRange
ful_insight_weights_get_span (const FulInsightThread *thread,
                              guint                   row,
                              double                  weight)
{
  double time = thread->time[row];

  if (thread->rule == FUL_INSIGHT_RULE_CPU)
    return (FulTimeRange) { row > 0 ? thread->time[row - 1] : time, time };

  return (FulTimeRange) { time, time + weight };
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightWeights, ful_insight_weights_free)

G_END_DECLS
