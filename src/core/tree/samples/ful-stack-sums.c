/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How much rows weigh by recorded stack, where that is exact whatever the order: from sums of ranges if there are any, else by
 * counting rows without weights, with one random access for each. All numbers of a view are sums over stacks then, so that the
 * rows are walked once, or not at all. */

#include "config.h"

#include "ful-stack-sums.h"

#include "ful-range-sums.h"

#include "base/ful-types.h"

/**
 * ful_sample_rows_are_many:
 * @first: a row
 *
 * Returns: whether to look at each stack costs less than to look at each row from @first on
 */
gboolean
ful_sample_rows_are_many (const FulSampleRows *self,
                          guint                first)
{
  return self->n_rows - first > self->n_stacks / 8;
}

/**
 * ful_sample_rows_count_stacks:
 * @first: first row
 * @sums: (out caller-allocates) (array): for each stack of the profile the number of rows
 *
 * Most stacks have few rows, so they are counted in bytes, which fit into a near cache, and a second table holds the overflow.
 * Twice as fast as counters of four bytes on ten million rows of a million stacks.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_sample_rows_count_stacks (const FulSampleRows  *self,
                              guint                 first,
                              double               *sums,
                              GCancellable         *cancellable,
                              GError              **error)
{
  guint n_stacks = self->n_stacks;
  g_autofree guint8 *low = g_new0 (guint8, (gsize) n_stacks + 1);
  g_autofree guint32 *high = g_new0 (guint32, (gsize) n_stacks + 1);
  guint8 *low_of = low + 1;   /* low[0] counts the rows without a stack */

  for (guint begin = first; begin < self->n_rows; begin += 16 * FUL_CANCEL_CHECK_ROWS)
    {
      guint end = MIN (self->n_rows - begin, 16 * FUL_CANCEL_CHECK_ROWS) + begin;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint i = begin; i < end; i++)
        if (G_UNLIKELY (++low_of[self->stack[i]] == 0))
          high[self->stack[i] + 1]++;
    }
  for (guint s = 0; s < n_stacks; s++)
    sums[s] = high[s + 1] * 256.0 + low_of[s];

  return TRUE;
}

/**
 * ful_sample_rows_get_stack_sums:
 * @out_sums: (out) (transfer none) (nullable) (array): for each stack of the profile the weight of the rows, 0 only without rows;
 *   %NULL where rows are few, or have weights that have to be added in their order
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows + stacks) the first time, O(stacks) with sums of ranges. The sums live as long as @self, or until
 * ful_sample_rows_drop_sums().
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_sample_rows_get_stack_sums (FulSampleRows  *self,
                                const double  **out_sums,
                                GCancellable   *cancellable,
                                GError        **error)
{
  guint end = self->begin + self->n_rows;
  const FulRangeSums *ranges = self->range_sums && ful_range_sums_can_read (self->range_sums, self->begin, end) ? self->range_sums : NULL;
  g_autoptr(GMutexLocker) locker = g_mutex_locker_new (&self->lock);
  g_autofree double *sums = NULL;

  if (self->stack_sums == NULL && ful_sample_rows_are_many (self, 0) && (ranges || self->weight == NULL))
    {
      sums = g_new0 (double, MAX (self->n_stacks, 1));
      if (ranges)
        ful_range_sums_read (ranges, self->begin, end, sums);
      else if (!ful_sample_rows_count_stacks (self, 0, sums, cancellable, error))
        return FALSE;
      self->stack_sums = g_steal_pointer (&sums);
    }
  *out_sums = self->stack_sums;

  return TRUE;
}

/**
 * ful_sample_rows_drop_sums:
 *
 * Frees the sums, while nobody else has the rows. They are made again when they are asked for.
 */
void
ful_sample_rows_drop_sums (FulSampleRows *self)
{
  g_clear_pointer (&self->stack_sums, g_free);
}
