/* SPDX-License-Identifier: GPL-3.0-or-later */

/* In which order the symbols of libraries are looked up. */

#include "config.h"

#include "ful-symbol-order.h"

#include "model/ful-shared-tables.h"

/* For each frame 1, or more if a sample of the threads has it. */
static guint *
weigh_frames (FulProfile  *profile,
              const guint *threads,
              guint        n_threads)
{
  const FulStackTable *stacks = profile->stacks;
  guint n = profile->frames->table.n_rows;
  g_autofree guint8 *is_used = g_new0 (guint8, MAX (stacks->table.n_rows, 1));
  guint *weights = g_new (guint, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    weights[i] = 1;
  for (guint i = 0; i < n_threads; i++)
    {
      const FulSampleTable *samples = ful_profile_get_thread (profile, threads[i])->samples;

      for (guint k = 0; k < samples->table.n_rows; k++)
        if (samples->stack[k] != FUL_NONE)
          is_used[samples->stack[k]] = TRUE;
    }
  for (guint i = stacks->table.n_rows; i > 0; i--)
    if (is_used[i - 1])
      {
        weights[stacks->frame[i - 1]] = n + 1;   /* above all frames that are not */
        if (stacks->prefix[i - 1] != FUL_NONE)
          is_used[stacks->prefix[i - 1]] = TRUE;
      }

  return weights;
}

static int
compare_weights (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const guint64 *weights = data;
  guint x = *(const guint *) a, y = *(const guint *) b;

  return weights[x] != weights[y] ? (weights[x] < weights[y]) - (weights[x] > weights[y]) : (x > y) - (x < y);
}

/**
 * ful_symbol_order_new:
 * @threads: (array length=n_threads) (nullable): whose libraries come first
 *
 * O(samples of @threads + stacks + frames).
 *
 * Returns: (transfer full): numbers (guint) of the libraries with frames, those with most of them first
 */
GArray *
ful_symbol_order_new (FulProfile  *profile,
                      const guint *threads,
                      guint        n_threads)
{
  const FulFrameTable *frames = profile->frames;
  GArray *order = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *of_frame = weigh_frames (profile, threads, n_threads);
  g_autofree guint64 *weights = g_new0 (guint64, profile->libs->len + 1);

  for (guint i = 0; i < frames->table.n_rows; i++)
    if (frames->lib[i] != FUL_NONE && frames->address[i] >= 0)
      weights[frames->lib[i]] += of_frame[i];

  for (guint i = 0; i < profile->libs->len; i++)
    if (weights[i] > 0)
      g_array_append_val (order, i);
  g_array_sort_with_data (order, compare_weights, weights);

  return order;
}
