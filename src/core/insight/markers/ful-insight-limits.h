/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/samples/ful-insight-sums.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_INSIGHT_LIMIT_NO_NAMES,
  FUL_INSIGHT_LIMIT_NO_STACKS,
  FUL_INSIGHT_LIMIT_NO_SAMPLES,
  FUL_INSIGHT_LIMIT_ALL_IDLE,
  FUL_INSIGHT_LIMIT_FEW_SAMPLES,
  FUL_INSIGHT_LIMIT_MISSED_INTERVALS,
  FUL_INSIGHT_LIMIT_PROFILER_OVERHEAD,
  FUL_INSIGHT_LIMIT_START_LOST,
  FUL_INSIGHT_LIMIT_PAUSED,
  FUL_INSIGHT_LIMIT_SHORT_STACKS,
  FUL_INSIGHT_LIMIT_LOST,
  FUL_INSIGHT_LIMIT_FLAWS,
} FulInsightLimitKind;

/**
 * FulInsightLimit:
 * @kind: what limits the answers
 * @share: of weight or time; NaN for kinds that have none, as is @ms
 * @ms: time
 * @count: number of samples, or of flaws
 * @name: (nullable) (owned): a library, or the first flaw
 * @name_share: of the library
 * @median: usual time between samples, ms
 *
 * What the profile cannot say, and how much of it.
 */
typedef struct
{
  FulInsightLimitKind  kind;
  double               share;
  double               ms;
  guint64              count;
  char                *name;
  double               name_share;
  double               median;
} FulInsightLimit;

GArray     *ful_insight_limits_list        (const FulInsightSums  *sums,
                                            FulTimeRange           root_range);
const char *ful_insight_limit_kind_to_word (FulInsightLimitKind    kind);
char       *ful_insight_limit_to_text      (const FulInsightLimit *limit);

G_END_DECLS
