/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bins in words and as ranges: when a node ran, without the detail (call-tree.md 13). */

#include "config.h"

#include "ful-when-runs.h"

#include "ful-when-bins.h"

/**
 * ful_when_runs_new:
 * @bins: (array fixed-size=FUL_WHEN_N_BINS): of a node
 *
 * Returns: (transfer full) (element-type FulWhenRun): ascending
 */
GArray *
ful_when_runs_new (const double *bins)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (FulWhenRun));
  FulWhenRun *last = NULL;

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      FulWhenRun run = { bin, bin + 1, bins[bin] };

      if (bins[bin] == 0)
        continue;
      if (last && bin <= last->end + 1)
        {
          last->end = run.end;
          last->weight += run.weight;
          continue;
        }

      g_array_append_val (runs, run);
      last = &g_array_index (runs, FulWhenRun, runs->len - 1);
    }

  return runs;
}

/**
 * ful_when_runs_find:
 * @runs: (element-type FulWhenRun)
 * @bin: a bin
 * @out_run: (out): the run that the bin is in; unchanged if there is none
 *
 * Returns: whether there is one
 */
gboolean
ful_when_runs_find (const GArray *runs,
                    guint         bin,
                    FulWhenRun   *out_run)
{
  for (guint i = 0; i < runs->len; i++)
    {
      FulWhenRun run = g_array_index (runs, FulWhenRun, i);

      if (bin >= run.begin && bin < run.end)
        {
          *out_run = run;
          return TRUE;
        }
    }

  return FALSE;
}

static int
compare_density (gconstpointer a,
                 gconstpointer b)
{
  const FulWhenRun *x = a, *y = b;
  double left = x->weight / (x->end - x->begin), right = y->weight / (y->end - y->begin);

  return left != right ? (left < right) - (left > right) : (x->begin > y->begin) - (x->begin < y->begin);
}

/**
 * ful_when_runs_sort:
 * @runs: (element-type FulWhenRun)
 *
 * Puts the densest run first: that with the greatest weight a bin.
 */
void
ful_when_runs_sort (GArray *runs)
{
  g_array_sort (runs, compare_density);
}

static int
compare_weight (gconstpointer a,
                gconstpointer b)
{
  const FulWhenRun *x = a, *y = b;

  return x->weight != y->weight ? (x->weight < y->weight) - (x->weight > y->weight)
                                : (x->begin > y->begin) - (x->begin < y->begin);
}

static int
compare_begin (gconstpointer a,
               gconstpointer b)
{
  const FulWhenRun *x = a, *y = b;

  return (x->begin > y->begin) - (x->begin < y->begin);
}

/**
 * ful_when_runs_reduce:
 * @runs: (element-type FulWhenRun): ascending, as afterwards
 * @share: 0 to 1
 *
 * Removes all but the heaviest runs, which have that share of the weight.
 */
void
ful_when_runs_reduce (GArray *runs,
                      double  share)
{
  double all = 0, sum = 0;
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    all += g_array_index (runs, FulWhenRun, i).weight;
  g_array_sort (runs, compare_weight);
  while (n < runs->len && sum < all * share)
    sum += g_array_index (runs, FulWhenRun, n++).weight;
  g_array_set_size (runs, n);
  g_array_sort (runs, compare_begin);
}

/**
 * ful_when_runs_cover:
 * @runs: (element-type FulWhenRun)
 * @all: (array fixed-size=FUL_WHEN_N_BINS): of the view
 *
 * Returns: the share of the bins with weight that are in a run
 */
double
ful_when_runs_cover (const GArray *runs,
                     const double *all)
{
  guint n = 0, n_covered = 0;

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      FulWhenRun run;

      if (all[bin] == 0)
        continue;
      n++;
      n_covered += ful_when_runs_find (runs, bin, &run);
    }

  return n > 0 ? (double) n_covered / n : 0;
}
