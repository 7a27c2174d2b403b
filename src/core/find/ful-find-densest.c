/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When a function ran most: the bin with most of its weight, of equal parts of the range, with its neighbours that have at
 * least half of that. */

#include "config.h"

#include "ful-find-densest.h"

#include "base/ful-types.h"
#include "insight/samples/ful-insight-weights.h"
#include "model/ful-shared-tables.h"

#define N_BINS 36
#define LEAST_SHARE 0.5

/* Returns: (transfer full) (nullable): of each shown stack whether it has the function; %NULL if it was cancelled */
static guint8 *
mark_stacks (FulProfile    *profile,
             FulFuncIndex   func,
             GCancellable  *cancellable,
             GError       **error)
{
  const FulStackTable *stacks = profile->shown_stacks ? profile->shown_stacks : profile->stacks;
  const FulFrameTable *frames = ful_profile_get_shown_frames (profile);
  g_autofree guint8 *has = g_new (guint8, MAX (stacks->table.n_rows, 1));

  for (guint i = 0; i < stacks->table.n_rows; i++)
    {
      FulStackIndex prefix = stacks->prefix[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      has[i] = frames->func[stacks->frame[i]] == func || (prefix != FUL_NONE && has[prefix]);
    }

  return g_steal_pointer (&has);
}

/**
 * ful_find_densest:
 * @function: one of the catalog
 * @out_range: (out): absolute ms; empty if the function has no weight at any time
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(stacks + samples of its thread).
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_find_densest (const FulFindCatalog   *catalog,
                  const FulFindFunction  *function,
                  FulTimeRange           *out_range,
                  GCancellable           *cancellable,
                  GError                **error)
{
  const FulInsightWeights *weights = catalog->weights;
  const FulInsightThread *thread = &weights->threads[function->thread];
  double width = (weights->range.end - weights->range.start) / N_BINS;
  g_autofree guint8 *has = mark_stacks (catalog->profile, function->func, cancellable, error);
  double bins[N_BINS] = { 0 };
  guint densest = 0, first, last;

  if (has == NULL)
    return FALSE;

  for (guint i = thread->begin; i < thread->end && width > 0; i++)
    {
      FulStackIndex stack = ful_profile_get_shown_stack (catalog->profile, thread->stack[i]);
      double bin = (thread->time[i] - weights->range.start) / width;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (stack != FUL_NONE && has[stack] && bin >= 0)
        bins[(guint) MIN (bin, N_BINS - 1)] += ful_insight_weights_get (weights, thread, i);
    }
  for (guint i = 1; i < N_BINS; i++)
    if (bins[i] > bins[densest])
      densest = i;

  *out_range = (FulTimeRange) { weights->range.start, weights->range.start };
  if (!(bins[densest] > 0))
    return TRUE;
  for (first = densest; first > 0 && bins[first - 1] >= LEAST_SHARE * bins[densest]; )
    first--;
  for (last = densest; last + 1 < N_BINS && bins[last + 1] >= LEAST_SHARE * bins[densest]; )
    last++;
  *out_range = (FulTimeRange) { weights->range.start + first * width, weights->range.start + (last + 1) * width };

  return TRUE;
}
