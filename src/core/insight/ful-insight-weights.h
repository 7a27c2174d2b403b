/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-table.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulInsightBasis:
 * @FUL_INSIGHT_BASIS_CPU: CPU time since the sample before, ms
 * @FUL_INSIGHT_BASIS_TIMING: time that a sample stands for, ms
 * @FUL_INSIGHT_BASIS_WEIGHT: weights of the file, in its unit
 *
 * What the weight of a sample is.
 */
typedef enum
{
  FUL_INSIGHT_BASIS_CPU,
  FUL_INSIGHT_BASIS_TIMING,
  FUL_INSIGHT_BASIS_WEIGHT,
} FulInsightBasis;

/* How the weight of a sample of a thread is found. */
typedef enum
{
  FUL_INSIGHT_RULE_NONE,      /* all are 0 */
  FUL_INSIGHT_RULE_CPU,
  FUL_INSIGHT_RULE_GAP,       /* the time to the next one */
  FUL_INSIGHT_RULE_PERIOD,    /* the same for each that has a stack */
  FUL_INSIGHT_RULE_WEIGHT,    /* as stored */
  FUL_INSIGHT_RULE_ALLOCATED, /* likewise, without what is freed */
} FulInsightRule;

/**
 * FulInsightThread:
 * @index: number of the thread
 * @rule: how its samples are weighed
 * @n_rows: samples, or allocations where the profile has nothing else
 * @time: (array length=n_rows): absolute ms, ascending
 * @stack: (array length=n_rows): recorded stacks
 * @weight: (nullable) (array length=n_rows): as stored; %NULL means all 1
 * @samples: those of the thread, which have its CPU times
 * @begin: first row in the range; @end is one past the last one
 * @gap: usual time between samples, ms
 * @busy: sum of the weights in the range
 *
 * The samples of a thread with what they weigh. Columns are those of the profile.
 */
typedef struct
{
  guint                 index;
  FulInsightRule        rule;
  guint                 n_rows;
  const double         *time;
  const FulStackIndex  *stack;
  const double         *weight;
  const FulSampleTable *samples;
  guint                 begin, end;
  double                gap;
  double                busy;
} FulInsightThread;

/* Rows whose weights are read at once. */
#define FUL_INSIGHT_BLOCK_ROWS 1024

/**
 * FulInsightWeights:
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
  FulTimeRange      range;
  gboolean          is_whole;
  FulInsightBasis   basis;
  gboolean          is_timed;
  gboolean          is_firefox;
  double            period;          /* ms; NaN if samples were idle */
  double            cpu_reference;   /* CPU time of a ms of full use */
  guint8           *is_idle;         /* of each recorded stack, where timing needs it */
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
gboolean           ful_insight_weights_is_idle (const FulInsightWeights *self,
                                             FulStackIndex             stack);
const char        *ful_insight_weights_get_unit (const FulInsightWeights *self);
gboolean           ful_insight_weights_has_stacks (const FulInsightThread *thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightWeights, ful_insight_weights_free)

G_END_DECLS
