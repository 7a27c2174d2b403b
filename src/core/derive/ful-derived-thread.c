/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread set after all filters, in the order of the reference (call-tree.md 0):
 *
 *   thread set → committed range → (transforms) → idle → implementation → search
 *
 * The preview range comes last and makes sample rows, not a new derived thread.
 * Stages are results of their own: given the previous derived thread, a stage
 * whose inputs are the same is taken from it. */

#include "config.h"

#include "ful-derived-thread.h"

#include "ful-activity-score.h"
#include "ful-strategy.h"

#include <string.h>

static void
ful_derived_thread_clear (gpointer data)
{
  FulDerivedThread *self = data;

  g_clear_object (&self->profile);
  g_clear_pointer (&self->options, ful_derive_options_unref);
  g_clear_pointer (&self->threads, ful_thread_set_unref);
  g_clear_pointer (&self->stacks, ful_filtered_stacks_unref);
  g_clear_pointer (&self->implementation_stage, ful_filtered_stacks_unref);
  g_free (self->sample_map);
}

static FulThreadSet *
derive_thread_set (FulDerivedThread  *self,
                   FulDerivedThread  *previous,
                   GCancellable      *cancellable,
                   GError           **error)
{
  g_autoptr(GArray) threads = NULL;

  if (self->options->n_threads > 0)
    {
      threads = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_vals (threads, self->options->threads, self->options->n_threads);
    }
  else
    threads = ful_profile_list_default_threads (self->profile);

  if (previous &&
      ful_thread_set_is (previous->threads, self->profile, (guint *) (gpointer) threads->data, threads->len))
    return ful_thread_set_ref (previous->threads);

  return ful_thread_set_new (self->profile, (guint *) (gpointer) threads->data, threads->len, cancellable, error);
}

/* Idle is decided by the category of the stack as recorded, and for samples only. */
static void
drop_idle_stacks (FulDerivedThread *self)
{
  const FulStackTable *stacks = self->profile->stacks;
  FulCategoryIndex idle = self->profile->idle_category;
  guint n = stacks->table.n_rows;

  if (self->options->include_idle || idle == FUL_NONE)
    return;

  self->sample_map = g_new (FulStackIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->sample_map[i] = stacks->category[i] == idle
                            ? FUL_NONE
                            : ful_filtered_stacks_lookup (self->stacks, (FulStackIndex) i);
}

/**
 * ful_derived_thread_new:
 * @profile: a profile
 * @options: what to derive; the preview range, inversion and strategy do not change what is computed here
 * @previous: (nullable): an earlier result, whose stages are used again where nothing changed
 * @cancellable: (nullable): checked every few thousand rows
 * @error: %FUL_ERROR_ARGUMENT for a thread that does not exist, or %G_IO_ERROR_CANCELLED
 *
 * O(stacks) for each filter that is set, whatever the number of samples; nothing
 * but the merge of several threads looks at samples.
 *
 * Returns: (transfer full): the derived thread, or %NULL with @error set
 */
FulDerivedThread *
ful_derived_thread_new (FulProfile        *profile,
                        FulDeriveOptions  *options,
                        FulDerivedThread  *previous,
                        GCancellable      *cancellable,
                        GError           **error)
{
  g_autoptr(FulDerivedThread) self = g_atomic_rc_box_new0 (FulDerivedThread);

  if (previous && previous->profile != profile)
    previous = NULL;

  self->profile = g_object_ref (profile);
  self->options = ful_derive_options_ref (options);
  self->threads = derive_thread_set (self, previous, cancellable, error);
  if (self->threads == NULL)
    return NULL;

  self->root_range = previous ? previous->root_range : ful_root_range_compute (profile);
  self->range = options->has_range ? ful_time_range_shift (options->range, self->root_range.start)
                                   : self->root_range;
  self->strategy = ful_strategy_resolve (options->strategy, self->threads);

  /* The transform stack comes in here, between range and idle. */

  if (previous && previous->options->implementation == options->implementation)
    self->implementation_stage = ful_filtered_stacks_ref (previous->implementation_stage);
  else
    {
      g_autoptr(FulFilteredStacks) first = ful_filtered_stacks_new (profile);

      self->implementation_stage =
        ful_filtered_stacks_implementation (first, options->implementation, cancellable, error);
      if (self->implementation_stage == NULL)
        return NULL;
    }

  if (previous && previous->implementation_stage == self->implementation_stage &&
      g_str_equal (previous->options->search, options->search))
    self->stacks = ful_filtered_stacks_ref (previous->stacks);
  else
    self->stacks = ful_filtered_stacks_search (self->implementation_stage, options->search, cancellable, error);
  if (self->stacks == NULL)
    return NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  drop_idle_stacks (self);

  return g_steal_pointer (&self);
}

FulDerivedThread *
ful_derived_thread_ref (FulDerivedThread *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_derived_thread_unref (FulDerivedThread *self)
{
  g_atomic_rc_box_release_full (self, ful_derived_thread_clear);
}

static void
ful_sample_rows_clear (gpointer data)
{
  FulSampleRows *self = data;

  g_clear_pointer (&self->owner, ful_derived_thread_unref);
  g_free (self->own_stack);
}

FulSampleRows *
ful_sample_rows_ref (FulSampleRows *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_sample_rows_unref (FulSampleRows *self)
{
  g_atomic_rc_box_release_full (self, ful_sample_rows_clear);
}

static void
find_rows (FulDerivedThread   *self,
           const FulTimeRange *preview,
           const double       *time,
           guint               n_rows,
           guint              *out_begin,
           guint              *out_end)
{
  guint begin, end, first, last;

  ful_time_range_find_rows (self->range, time, n_rows, &begin, &end);
  if (preview)
    {
      ful_time_range_find_rows (ful_time_range_shift (*preview, self->root_range.start),
                                time + begin, end - begin, &first, &last);
      end = begin + last;
      begin = begin + first;
    }

  *out_begin = begin;
  *out_end = end;
}

/**
 * ful_derived_thread_get_rows:
 * @self: a derived thread
 * @preview: (nullable): the preview range, ms relative to the root range
 *
 * The samples, or the allocations, that the strategy of the thread sums within
 * the committed range, and within @preview. A slice: O(log n). The native
 * strategies cost O(rows): which allocation a free belongs to is decided among
 * the rows in the range.
 *
 * Returns: (transfer full): the rows
 */
FulSampleRows *
ful_derived_thread_get_rows (FulDerivedThread   *self,
                             const FulTimeRange *preview)
{
  FulSampleRows *rows = g_atomic_rc_box_new0 (FulSampleRows);
  const FulAllocationTable *allocations;
  guint begin, end;

  rows->owner = ful_derived_thread_ref (self);

  if (self->strategy == FUL_STRATEGY_TIMING)
    {
      find_rows (self, preview, self->threads->time, self->threads->n_samples, &begin, &end);
      rows->time = self->threads->time + begin;
      rows->recorded_stack = rows->stack = self->threads->stack + begin;
      rows->weight = self->threads->weight ? self->threads->weight + begin : NULL;
      rows->weight_type = self->threads->weight_type;
      rows->map = self->sample_map ? self->sample_map : self->stacks->map;
      rows->n_rows = end - begin;
      return rows;
    }

  allocations = self->strategy == FUL_STRATEGY_JS_ALLOCATIONS ? self->threads->js_allocations
                                                              : self->threads->native_allocations;
  find_rows (self, preview, allocations->time, allocations->table.n_rows, &begin, &end);
  if (self->strategy != FUL_STRATEGY_JS_ALLOCATIONS)
    rows->own_stack = ful_strategy_rewrite (self->strategy, allocations, begin, end);
  rows->time = allocations->time + begin;
  rows->recorded_stack = allocations->stack + begin;
  rows->stack = rows->own_stack ? rows->own_stack : rows->recorded_stack;
  rows->weight = allocations->weight + begin;
  rows->weight_type = FUL_WEIGHT_TYPE_BYTES;
  rows->map = self->stacks->map;
  rows->n_rows = end - begin;

  return rows;
}
