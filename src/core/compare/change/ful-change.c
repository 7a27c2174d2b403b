/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the values of an item in some runs say: the difference, its interval, and a verdict (compare.md 4). Pure functions
 * of arrays: ful_change_compute() for each item and for the total, then ful_changes_judge() for all of them. */

#include "config.h"

#include "ful-change.h"

#include "ful-student-t.h"

#include "base/ful-radix-sort.h"

#include <math.h>

#define LEVEL 0.05
#define POWER 0.80
#define LEAST_ROWS 10
#define LARGE_SHARE 0.01

/* What is smaller than this share of the values is a rounding error. */
#define ROUNDING 1e-12

typedef struct
{
  guint  n;
  double sum;
  double mean;
  double variance;
  double u_sum;
} SideSummary;

/* Runs without a value have 0. */
static SideSummary
summarise (const FulRunValue *values,
           guint              n_values,
           guint              n_runs)
{
  SideSummary summary = { n_runs };
  double squares = 0;

  for (guint i = 0; i < n_values; i++)
    {
      summary.sum += values[i].x;
      summary.u_sum += values[i].u;
    }
  summary.mean = summary.sum / n_runs;
  for (guint i = 0; i < n_values; i++)
    squares += (values[i].x - summary.mean) * (values[i].x - summary.mean);
  squares += (n_runs - n_values) * summary.mean * summary.mean;
  summary.variance = n_runs > 1 ? squares / (n_runs - 1) : 0;

  return summary;
}

/* The interval of the ratio by Fieller, which agrees with p. */
static void
compute_ratio_interval (FulChange    *self,
                        double        quantile,
                        const double  error[FUL_N_SIDES])
{
  double x = self->mean[FUL_BEFORE], y = self->mean[FUL_AFTER];
  double a = x * x - quantile * quantile * error[FUL_BEFORE];
  double b = x * y;
  double c = y * y - quantile * quantile * error[FUL_AFTER];
  double root;

  if (isnan (self->ratio) || a <= 0)
    return;

  root = sqrt (MAX (b * b - a * c, 0));
  self->ratio_interval[0] = (b - root) / a;
  self->ratio_interval[1] = (b + root) / a;
}

/* Sets the variances of a run. Returns: degrees of freedom of the error of the difference */
static double
compute_errors (FulChange            *self,
                const SideSummary    *before,
                const SideSummary    *after,
                const FulChangeRules *rules,
                double                error[FUL_N_SIDES])
{
  const SideSummary *sides[] = { before, after };
  double floor = (before->u_sum + after->u_sum) / (before->n + after->n);
  double sum;

  for (guint i = 0; i < FUL_N_SIDES; i++)
    {
      const SideSummary *known = sides[i]->n > 1 ? sides[i] : sides[1 - i];
      double noise = rules->assumed_noise * sides[i]->mean;

      self->run_variance[i] = known->n > 1 ? MAX (known->variance, floor) : sides[i]->u_sum + noise * noise;
      error[i] = self->run_variance[i] / sides[i]->n;
    }
  sum = error[FUL_BEFORE] + error[FUL_AFTER];

  if (before->n == 1 && after->n == 1)
    return INFINITY;
  if (before->n == 1 || after->n == 1)
    return MAX (before->n, after->n) - 1;
  if (sum == 0)
    return before->n + after->n - 2;

  return 1 / ((error[FUL_BEFORE] / sum) * (error[FUL_BEFORE] / sum) / (before->n - 1) +
              (error[FUL_AFTER] / sum) * (error[FUL_AFTER] / sum) / (after->n - 1));
}

/* Those of the normal distribution are the same for all items of one run against one. */
static void
get_quantiles (double  nu,
               double *level,
               double *power)
{
  static double of_normal[2];
  static gsize is_known;

  if (isinf (nu) && g_once_init_enter (&is_known))
    {
      of_normal[0] = ful_student_t_quantile (1 - LEVEL / 2, nu);
      of_normal[1] = ful_student_t_quantile (POWER, nu);
      g_once_init_leave (&is_known, 1);
    }
  *level = isinf (nu) ? of_normal[0] : ful_student_t_quantile (1 - LEVEL / 2, nu);
  *power = isinf (nu) ? of_normal[1] : ful_student_t_quantile (POWER, nu);
}

/**
 * ful_change_compute:
 * @self: (out caller-allocates): gets all but the number of rows and what ful_changes_judge() sets
 * @before: (array length=n_before): values of the item in runs of the one side
 * @n_before: number of runs that have the item
 * @n_runs_before: number of runs; the others have 0
 * @after: (array length=n_after): likewise
 * @n_after: likewise
 * @n_runs_after: likewise
 * @rules: what to assume
 */
void
ful_change_compute (FulChange            *self,
                    const FulRunValue    *before,
                    guint                 n_before,
                    guint                 n_runs_before,
                    const FulRunValue    *after,
                    guint                 n_after,
                    guint                 n_runs_after,
                    const FulChangeRules *rules)
{
  SideSummary x = summarise (before, n_before, n_runs_before);
  SideSummary y = summarise (after, n_after, n_runs_after);
  double error[FUL_N_SIDES], nu, standard_error, quantile, power, scale;

  *self = (FulChange) { { x.mean, y.mean }, .q = NAN, .ratio = NAN, .ratio_interval = { NAN, NAN }, .runs_needed = NAN };
  self->effective[FUL_BEFORE] = x.u_sum > 0 ? x.sum * x.sum / x.u_sum : NAN;
  self->effective[FUL_AFTER] = y.u_sum > 0 ? y.sum * y.sum / y.u_sum : NAN;

  scale = ROUNDING * MAX (fabs (x.mean), fabs (y.mean));
  self->difference = y.mean - x.mean;
  if (fabs (self->difference) <= scale)
    self->difference = 0;
  nu = compute_errors (self, &x, &y, rules, error);
  standard_error = sqrt (error[FUL_BEFORE] + error[FUL_AFTER]);
  if (standard_error <= scale)
    standard_error = error[FUL_BEFORE] = error[FUL_AFTER] = 0;

  get_quantiles (nu, &quantile, &power);
  self->p = standard_error > 0 ? ful_student_t_tail (self->difference / standard_error, nu) : self->difference == 0;
  self->interval[0] = self->difference - quantile * standard_error;
  self->interval[1] = self->difference + quantile * standard_error;
  self->detectable = (quantile + power) * standard_error;
  if (x.mean > 0 && y.mean >= 0)
    self->ratio = self->difference == 0 ? 1 : y.mean / x.mean;
  compute_ratio_interval (self, quantile, error);
}

/* Sets q of each, by Benjamini and Hochberg. @group: (element-type FulRadixEntry): rows of @changes by p */
static void
correct (FulChange *const *changes,
         GArray           *group)
{
  double least = 1;

  ful_radix_sort ((FulRadixEntry *) (gpointer) group->data, group->len, NULL);
  for (guint i = group->len; i-- > 0; )
    {
      FulChange *change = changes[g_array_index (group, FulRadixEntry, i).row];

      least = MIN (least, change->p * group->len / (i + 1));
      change->q = least;
    }
}

static FulVerdict
find_verdict (const FulChange      *change,
              gboolean              is_time,
              const FulChangeRules *rules)
{
  if (isnan (change->q))
    return FUL_VERDICT_FEW;
  if (change->q <= LEVEL && (isnan (change->ratio) || fabs (change->ratio - 1) >= rules->min_effect))
    {
      if (change->difference > 0)
        return is_time ? FUL_VERDICT_SLOWER : FUL_VERDICT_MORE;
      return is_time ? FUL_VERDICT_FASTER : FUL_VERDICT_LESS;
    }
  if (change->ratio_interval[0] >= 1 - rules->margin && change->ratio_interval[1] <= 1 + rules->margin)
    return FUL_VERDICT_SAME;

  return FUL_VERDICT_UNCLEAR;
}

static void
judge (FulChange            *change,
       const guint           n_runs[FUL_N_SIDES],
       const FulChangeRules *rules)
{
  double level, power, margin;

  /* Two recordings do not tell how runs differ. */
  change->verdict = find_verdict (change, rules->is_time && (n_runs[FUL_BEFORE] > 1 || n_runs[FUL_AFTER] > 1), rules);
  if (change->verdict != FUL_VERDICT_UNCLEAR || MIN (n_runs[FUL_BEFORE], n_runs[FUL_AFTER]) < 2 || change->mean[FUL_BEFORE] <= 0)
    return;

  get_quantiles (INFINITY, &level, &power);
  margin = rules->margin * change->mean[FUL_BEFORE];
  change->runs_needed = ceil ((level + power) * (level + power) * (change->run_variance[FUL_BEFORE] + change->run_variance[FUL_AFTER]) /
                              (margin * margin)) + 1;
}

static gboolean
is_large (const FulChange *change,
          const FulChange *total)
{
  return change->mean[FUL_BEFORE] >= LARGE_SHARE * total->mean[FUL_BEFORE] ||
         change->mean[FUL_AFTER] >= LARGE_SHARE * total->mean[FUL_AFTER];
}

/**
 * ful_changes_judge:
 * @changes: (array length=n_changes): items of one table, with their rows
 * @n_changes: number of items
 * @total: the total of the view
 * @n_runs: number of runs of each side
 * @rules: how to judge
 *
 * Sets q, verdict and the number of runs that are needed. O(n).
 */
void
ful_changes_judge (FulChange *const     *changes,
                   guint                 n_changes,
                   FulChange            *total,
                   const guint           n_runs[FUL_N_SIDES],
                   const FulChangeRules *rules)
{
  g_autoptr(GArray) large = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  g_autoptr(GArray) small = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));

  for (guint i = 0; i < n_changes; i++)
    {
      FulRadixEntry entry = { ful_radix_key (changes[i]->p), (gint32) i };

      changes[i]->q = NAN;
      if (changes[i]->rows < LEAST_ROWS)
        continue;
      if (rules->one_family || is_large (changes[i], total))
        g_array_append_val (large, entry);
      else
        g_array_append_val (small, entry);
    }
  correct (changes, large);
  correct (changes, small);
  for (guint i = 0; i < n_changes; i++)
    judge (changes[i], n_runs, rules);

  total->q = total->p;
  judge (total, n_runs, rules);
}

/**
 * ful_verdict_to_string:
 *
 * Returns: the word for @verdict in files and on the command line
 */
const char *
ful_verdict_to_string (FulVerdict verdict)
{
  static const char *const words[] = { "few", "unclear", "same", "slower", "faster", "more", "less" };

  return words[verdict];
}
