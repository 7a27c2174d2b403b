/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-table.h"
#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"
#include "threads/ful-derive-cache.h"
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

/**
 * FulInsightRules:
 * @profile: has the samples
 * @basis: what weights are
 * @is_timed: whether things happened at times
 * @is_firefox: whether Firefox recorded itself
 * @of_allocations: whether there is nothing but allocations
 * @period: time that each sample stands for, ms; NaN if samples were idle
 * @cpu_reference: CPU time of a ms of full use
 * @is_idle: (nullable): of each recorded stack, where timing needs it
 * @threads: (array length=n_threads): all threads, without a range
 *
 * How the samples of a profile are weighed, whatever the range. Immutable, counted.
 */
typedef struct
{
  FulProfile       *profile;
  FulInsightBasis   basis;
  gboolean          is_timed;
  gboolean          is_firefox;
  gboolean          of_allocations;
  double            period;
  double            cpu_reference;
  guint8           *is_idle;
  guint             n_threads;
  FulInsightThread *threads;
} FulInsightRules;

char            *ful_insight_rules_get_key (FulProfile       *profile,
                                            FulTimeRange      root_range);
FulInsightRules *ful_insight_rules_derive (FulProfile       *profile,
                                           FulTimeRange      root_range,
                                           FulDeriveCache   *cache,
                                           GCancellable     *cancellable,
                                           GError          **error);
void             ful_insight_rules_unref  (FulInsightRules  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightRules, ful_insight_rules_unref)

G_END_DECLS
