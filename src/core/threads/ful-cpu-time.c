/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU time as weights of samples (call-tree.md 4). */

#include "config.h"

#include "ful-cpu-time.h"

#include "ful-cpu-use.h"

/**
 * ful_cpu_time_is_known:
 *
 * Returns: whether any of the threads has CPU times
 */
gboolean
ful_cpu_time_is_known (const FulThreadSet *threads)
{
  for (guint t = 0; t < threads->n_threads; t++)
    if (ful_cpu_use_is_known (threads->profile, ful_profile_get_thread (threads->profile, threads->threads[t])))
      return TRUE;

  return FALSE;
}

/* Rows of the set are those of each thread in turn. */
static FulBuffer *
compute (const FulThreadSet  *threads,
         GCancellable        *cancellable,
         GError             **error)
{
  double reference = ful_cpu_use_get_reference (threads->profile);
  g_autofree guint *next = g_new0 (guint, threads->n_threads);
  g_autofree const FulSampleTable **samples = g_new0 (const FulSampleTable *, threads->n_threads);
  g_autoptr(FulBuffer) times = ful_buffer_new (FUL_TYPE_F64, threads->n_samples);
  double *time = times->data;

  for (guint t = 0; t < threads->n_threads; t++)
    {
      FulThread *thread = ful_profile_get_thread (threads->profile, threads->threads[t]);

      samples[t] = ful_cpu_use_is_known (threads->profile, thread) ? thread->samples : NULL;
    }
  for (guint i = 0; i < threads->n_samples; i++)
    {
      guint t = threads->thread ? threads->thread[i] : 0;
      guint row = next[t]++;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      time[i] = samples[t] ? ful_cpu_time_get (samples[t], reference, row) : 0;
    }
  times->n = threads->n_samples;

  return g_steal_pointer (&times);
}

/**
 * ful_cpu_time_derive:
 * @threads: one thread or several
 * @cache: (nullable): of their profile
 * @cancellable: (nullable): checked every few thousand samples
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples), and once more of all threads where the unit is CPU cycles.
 *
 * Returns: (transfer full) (nullable): a double for each sample of @threads: the CPU time since the one before of its thread,
 *   ms; 0 where it is not known
 */
FulBuffer *
ful_cpu_time_derive (const FulThreadSet  *threads,
                     FulDeriveCache      *cache,
                     GCancellable        *cancellable,
                     GError             **error)
{
  g_autofree char *key = ful_thread_set_get_key (threads);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulBuffer *times = ful_derive_cache_lookup (cache, FUL_STAGE_CPU_TIME, key, cancellable, &slot);

  if (times)
    return times;

  times = compute (threads, cancellable, error);
  if (times)
    ful_derive_slot_fill (&slot, times, threads->n_samples * sizeof (double), (GDestroyNotify) ful_buffer_unref);

  return times;
}
