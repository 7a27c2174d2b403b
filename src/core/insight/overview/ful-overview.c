/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Puts the overview of a profile together: weights, sums of the work set, then markers, limits and findings. */

#include "config.h"

#include "ful-overview-private.h"

#include "ful-findings.h"

#include "base/ful-hash.h"
#include "insight/markers/ful-insight-limits.h"
#include "insight/markers/ful-insight-memory.h"
#include "insight/markers/ful-insight-requests.h"

#include <string.h>

#define MAX_THREADS 5
#define LEAST_THREAD_SHARE 0.01
#define MAX_COUNTERS 3

static void
count (FulOverview *self)
{
  FulProfile *profile = self->weights->profile;
  g_autoptr(GHashTable) pids = g_hash_table_new (ful_hash_text, g_str_equal);

  for (guint i = 0; i < profile->threads->len; i++)
    {
      self->n_samples += self->weights->threads[i].end - self->weights->threads[i].begin;
      g_hash_table_add (pids, ful_profile_get_thread (profile, i)->pid);
    }
  self->n_processes = g_hash_table_size (pids);
}

/* Adds the samples of the work set up, one thread after the other. */
static gboolean
sum_up (FulOverview       *self,
        FulInsightStacks  *stacks,
        FulInsightSums    *sums,
        GCancellable      *cancellable,
        GError           **error)
{
  const FulInsightWeights *weights = self->weights;
  gsize size = weights->profile->categories->len * sizeof *sums->category;
  g_autoptr(FulInsightForest) forest = ful_insight_forest_new (stacks);
  g_autofree double *before = g_malloc (size);

  for (guint i = 0; i < weights->n_work_set; i++)
    {
      const FulInsightThread *thread = &weights->threads[weights->work_set[i]];

      ful_insight_stacks_clear (stacks);
      if (!ful_insight_stacks_add (stacks, thread, thread->begin, thread->end, cancellable, error))
        return FALSE;
      memcpy (before, sums->category, size);
      ful_insight_sums_add (sums, thread->index);
      if (i < MAX_THREADS && thread->busy >= LEAST_THREAD_SHARE * weights->busy)
        ful_overview_add_thread (self, sums, before, forest, thread);
    }
  ful_insight_stacks_clear (stacks);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * ful_overview_new:
 * @profile: a profile with a thread
 * @range: (nullable): the time that counts, absolute ms; %NULL is all
 * @thread_names: (array zero-terminated=1): names of all threads for the user
 * @selected_thread: the thread that counts where there are only allocations
 * @cache: has the lists of markers
 *
 * O(samples + stacks + functions + markers × log (markers)).
 *
 * Returns: (transfer full) (nullable): what is slow; %NULL if it was cancelled
 */
FulOverview *
ful_overview_new (FulProfile          *profile,
                  const FulTimeRange  *range,
                  char               **thread_names,
                  guint                selected_thread,
                  FulDeriveCache      *cache,
                  GCancellable        *cancellable,
                  GError             **error)
{
  g_autoptr(FulOverview) self = g_new0 (FulOverview, 1);
  g_autoptr(FulInsightStacks) stacks = NULL;
  g_autoptr(FulInsightSums) sums = NULL;

  self->root_range = ful_derive_cache_get_root_range (cache);
  self->thread_names = g_strdupv (thread_names);
  self->threads = ful_overview_new_threads ();
  self->weights = ful_insight_weights_new (profile, self->root_range, range ? *range : self->root_range, selected_thread,
                                           cache, cancellable, error);
  if (self->weights == NULL)
    return NULL;
  self->unit = ful_insight_weights_get_unit (self->weights);
  count (self);

  stacks = ful_insight_stacks_new (self->weights, cache, cancellable, error);
  if (stacks == NULL)
    return NULL;
  sums = ful_insight_sums_new (stacks);
  if (!sum_up (self, stacks, sums, cancellable, error))
    return NULL;
  ful_overview_list_functions (self, sums);
  ful_overview_list_categories (self, sums);
  ful_overview_list_libraries (self, sums);

  if (!ful_overview_read_markers (self, sums, stacks, cache, cancellable, error))
    return NULL;
  self->memory = ful_insight_memory_list (profile, self->weights->range, MAX_COUNTERS);
  self->limits = ful_insight_limits_list (sums, self->root_range);
  self->findings = ful_findings_list (self, stacks->keys->has_own);

  return g_steal_pointer (&self);
}

void
ful_overview_free (FulOverview *self)
{
  g_clear_pointer (&self->weights, ful_insight_weights_free);
  g_strfreev (self->thread_names);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->own, g_array_unref);
  g_clear_pointer (&self->categories, g_array_unref);
  g_clear_pointer (&self->libraries, g_array_unref);
  g_clear_pointer (&self->stretches, g_array_unref);
  g_clear_pointer (&self->waits, g_array_unref);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->requests, ful_insight_requests_free);
  g_clear_pointer (&self->pages, g_array_unref);
  g_clear_pointer (&self->memory, g_array_unref);
  g_clear_pointer (&self->limits, g_array_unref);
  g_clear_pointer (&self->findings, g_array_unref);
  g_free (self);
}
