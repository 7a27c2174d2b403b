/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_BEFORE,
  FUL_AFTER,
  FUL_N_SIDES,
} FulSide;

typedef enum
{
  FUL_VERDICT_FEW,
  FUL_VERDICT_UNCLEAR,
  FUL_VERDICT_SAME,
  FUL_VERDICT_SLOWER,
  FUL_VERDICT_FASTER,
  FUL_VERDICT_MORE,
  FUL_VERDICT_LESS,
  FUL_N_VERDICTS,
} FulVerdict;

/**
 * FulRunValue:
 * @x: value of an item in a run
 * @u: its sampling variance
 */
typedef struct
{
  double x;
  double u;
} FulRunValue;

/**
 * FulChange:
 * @mean: of each side
 * @difference: of the means
 * @interval: 95 % interval of @difference
 * @ratio: of the means; NaN for none
 * @ratio_interval: 95 % interval of @ratio; NaN for none
 * @p: probability of such a difference by chance
 * @q: @p corrected for the number of items; NaN if the item was not judged
 * @detectable: the difference that shows in 8 of 10 tries
 * @rows: rows with the item
 * @effective: independent rows that tell as much, for each side; NaN for none
 * @verdict: what can be concluded
 * @runs_needed: runs of each side that would show the margin; NaN for none
 * @run_variance: variance of a run, for each side
 *
 * What happened to an item (compare.md 4). Units are those of the values.
 */
typedef struct
{
  double     mean[FUL_N_SIDES];
  double     difference;
  double     interval[2];
  double     ratio;
  double     ratio_interval[2];
  double     p;
  double     q;
  double     detectable;
  guint64    rows;
  double     effective[FUL_N_SIDES];
  FulVerdict verdict;
  double     runs_needed;
  double     run_variance[FUL_N_SIDES];
} FulChange;

/**
 * FulChangeRules:
 * @margin: differences below this share are "same"
 * @min_effect: differences below this share are not "slower" or "faster"
 * @assumed_noise: share by which runs are assumed to vary, where there is one on each side
 * @is_time: whether less is faster
 * @one_family: whether all items are judged as one group, not those of 1 % or more on their own
 */
typedef struct
{
  double   margin;
  double   min_effect;
  double   assumed_noise;
  gboolean is_time;
  gboolean one_family;
} FulChangeRules;

const char *ful_verdict_to_string (FulVerdict            verdict);
void        ful_change_compute    (FulChange            *self,
                                   const FulRunValue    *before,
                                   guint                 n_before,
                                   guint                 n_runs_before,
                                   const FulRunValue    *after,
                                   guint                 n_after,
                                   guint                 n_runs_after,
                                   const FulChangeRules *rules);
void        ful_changes_judge     (FulChange *const     *changes,
                                   guint                 n_changes,
                                   FulChange            *total,
                                   const guint           n_runs[FUL_N_SIDES],
                                   const FulChangeRules *rules);

G_END_DECLS
