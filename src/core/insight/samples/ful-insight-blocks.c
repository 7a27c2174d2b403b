/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a story says of all samples in a range, whose weights may be fractions: blocks of samples are summed up once, and added. A
 * block that is not whole in the range, or in two bins of it, is read sample by sample. Nothing is subtracted, so that no rest is
 * left where there was nothing; the sums differ from those of single samples only by the order of the additions. */

#include "config.h"

#include "ful-insight-blocks.h"

#include "ful-insight-block-types.h"
#include "ful-insight-weights.h"

#include "model/ful-shared-tables.h"

#include <math.h>

#define BUDGET ((gsize) 16 << 20)

static void
clear (gpointer data)
{
  FulInsightBlocks *self = data;

  for (guint t = 0; t < self->n_threads; t++)
    {
      g_free (self->of_thread[t]);
      g_free (self->sums[t]);
    }
  g_free (self->of_thread);
  g_free (self->sums);
}

void
ful_insight_blocks_unref (FulInsightBlocks *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static gsize
get_size (const FulInsightBlocks  *self,
          const FulInsightWeights *weights)
{
  gsize n = 0;

  for (guint t = 0; t < weights->n_threads; t++)
    n += weights->threads[t].n_rows / self->n_rows;

  return n * (sizeof (FulInsightBlock) + self->n_cells * sizeof (double));
}

/* @begin: first row; @sums: of the categories, and of all */
static void
sum_up (const FulInsightWeights *weights,
        const FulInsightThread  *thread,
        guint                    begin,
        guint                    n_rows,
        FulInsightBlock         *block,
        double                  *sums)
{
  const FulProfile *profile = weights->profile;
  guint all = profile->categories->len;
  double weight[FUL_INSIGHT_BLOCK_ROWS], idle_from = INFINITY;

  block->first = n_rows;
  block->end = -INFINITY;
  for (guint i = begin; i < begin + n_rows; i++)
    {
      guint k = (i - begin) % FUL_INSIGHT_BLOCK_ROWS;
      FulTimeRange span;

      if (k == 0)
        ful_insight_weights_read (weights, thread, i, i + FUL_INSIGHT_BLOCK_ROWS, weight);
      block->busy += weight[k];
      if (!(weight[k] > 0))
        continue;
      if (block->first == n_rows)
        block->first = i - begin;
      block->last = i - begin;
      sums[all] += weight[k];
      if (thread->stack[i] != FUL_NONE)
        sums[ful_stack_table_get_category (profile->stacks, thread->stack[i])] += weight[k];
      span = ful_insight_weights_get_span (thread, i, weight[k]);
      if (span.start - idle_from > block->gap_end - block->gap_start)
        {
          block->gap_start = idle_from;
          block->gap_end = span.start;
        }
      block->end = fmax (block->end, span.end);
      idle_from = block->end;
    }
}

/* Returns: (nullable): %NULL if it was cancelled */
static FulInsightBlocks *
make (const FulInsightWeights  *weights,
      GCancellable             *cancellable,
      GError                  **error)
{
  g_autoptr(FulInsightBlocks) self = g_atomic_rc_box_new0 (FulInsightBlocks);

  self->n_cells = weights->profile->categories->len + 1;
  self->n_rows = FUL_INSIGHT_BLOCK_ROWS;
  while (get_size (self, weights) > BUDGET)
    self->n_rows *= 2;
  self->n_threads = weights->n_threads;
  self->of_thread = g_new0 (FulInsightBlock *, MAX (self->n_threads, 1));
  self->sums = g_new0 (double *, MAX (self->n_threads, 1));
  for (guint t = 0; t < self->n_threads; t++)
    {
      const FulInsightThread *thread = &weights->threads[t];
      guint n = thread->n_rows / self->n_rows;

      if (n == 0)
        continue;
      self->of_thread[t] = g_new0 (FulInsightBlock, n);
      self->sums[t] = g_new0 (double, (gsize) n * self->n_cells);
      for (guint b = 0; b < n; b++)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          sum_up (weights, thread, b * self->n_rows, self->n_rows, &self->of_thread[t][b], self->sums[t] + (gsize) b * self->n_cells);
        }
    }

  return g_steal_pointer (&self);
}

/**
 * ful_insight_blocks_derive:
 * @root_range: all of it, absolute ms
 * @cache: of @profile; gets the blocks
 *
 * O(samples of all threads), within 16 MB.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_insight_blocks_derive (FulProfile      *profile,
                           FulTimeRange     root_range,
                           FulDeriveCache  *cache,
                           GCancellable    *cancellable,
                           GError         **error)
{
  g_autoptr(FulInsightWeights) weights = ful_insight_weights_new_of_threads (profile, root_range, root_range, NULL, 0, cache,
                                                                             cancellable, error);
  g_autofree char *rows = ful_insight_rules_get_key (profile, root_range);
  g_auto(FulDeriveSlot) slot = { NULL };
  g_autoptr(FulInsightBlocks) self = NULL;

  if (weights == NULL)
    return FALSE;
  self = ful_derive_cache_lookup_growing (cache, FUL_STAGE_INSIGHT_BLOCKS, "", rows, NULL, cancellable, &slot);
  if (self)
    return TRUE;

  self = make (weights, cancellable, error);
  if (self)
    ful_derive_slot_fill (&slot, self, 0, (GDestroyNotify) ful_insight_blocks_unref);   /* as of sums of ranges */

  return self != NULL;
}
