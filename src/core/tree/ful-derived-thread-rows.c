/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows of a derived thread: which columns its numbers are summed from, and which part of them is in a range. */

#include "config.h"

#include "ful-derived-thread-private.h"

#include "model/ful-sample-type.h"
#include "threads/ful-strategy.h"
#include "tree/samples/ful-stack-sums.h"

#include <math.h>

static const FulSampleType *
get_sample_type (const FulDerivedThread *self)
{
  const char *name = ful_strategy_get_sample_type (self->strategy);

  return name ? ful_sample_types_find (self->threads->sample_types, name) : NULL;
}

/* Returns: (nullable): of all samples */
const double *
ful_derived_thread_get_weight (const FulDerivedThread *self)
{
  const FulSampleType *type = get_sample_type (self);

  return self->cpu_time ? self->cpu_time->data : type && !type->is_default ? type->values : self->threads->weight;
}

const FulStackIndex *
ful_derived_thread_get_stack (const FulDerivedThread *self)
{
  return self->row_filter ? self->row_filter->sample_stack : self->threads->stack;
}

/**
 * ful_derived_thread_has_same_columns:
 *
 * Returns: whether sums of ranges of one are those of the other
 */
gboolean
ful_derived_thread_has_same_columns (const FulDerivedThread *self,
                                     const FulDerivedThread *other)
{
  return ful_derived_thread_get_stack (self) == ful_derived_thread_get_stack (other) &&
         ful_derived_thread_get_weight (self) == ful_derived_thread_get_weight (other) &&
         self->threads->n_samples == other->threads->n_samples;
}

/**
 * ful_derived_thread_wants_range_sums:
 *
 * Returns: whether the samples are many and their number stays, but @self was derived without sums of ranges
 */
gboolean
ful_derived_thread_wants_range_sums (FulDerivedThread *self)
{
  return !self->range_sums && !self->profile->grows && ful_strategy_is_of_samples (self->strategy) &&
         ful_range_sums_are_worth (self->threads);
}

/**
 * ful_derived_thread_make_range_sums:
 * @cache: that the thread was derived with; gets the sums
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples). Makes nothing of CPU times, which are no whole numbers.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_derived_thread_make_range_sums (FulDerivedThread  *self,
                                    FulDeriveCache    *cache,
                                    GCancellable      *cancellable,
                                    GError           **error)
{
  g_autoptr(FulRangeSums) sums = NULL;

  if (self->cpu_time)
    return TRUE;

  sums = ful_range_sums_derive (self->threads, self->row_filter, ful_derived_thread_get_weight (self), cache, cancellable, error);

  return sums != NULL;
}

static void
ful_sample_rows_clear (gpointer data)
{
  FulSampleRows *self = data;

  g_clear_pointer (&self->owner, ful_derived_thread_unref);
  g_free (self->own_stack);
  g_free (self->stack_sums);
  g_mutex_clear (&self->lock);
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

/* Whether weights are of the greatest rate, which later samples may exceed. */
static gboolean
is_relative (const FulDerivedThread *self)
{
  return self->strategy == FUL_STRATEGY_CPU && self->profile->cpu_unit == FUL_CPU_UNIT_VARIABLE_CYCLES;
}

/**
 * ful_sample_rows_begin_with:
 * @self: rows of a snapshot
 * @before: rows of the same snapshot or of an earlier one
 *
 * O(threads). Rows that are filtered by their time, or rewritten by the strategy, may change with later ones.
 *
 * Returns: whether the first rows of @self are known to be those of @before, with the same filtered stacks and weights
 */
gboolean
ful_sample_rows_begin_with (const FulSampleRows *self,
                            const FulSampleRows *before)
{
  const FulDerivedThread *thread = self->owner, *earlier = before->owner;

  return thread->stacks == earlier->stacks &&
         thread->options->include_idle == earlier->options->include_idle &&
         thread->profile->idle_category == earlier->profile->idle_category &&
         thread->row_filter == NULL && earlier->row_filter == NULL &&
         self->own_stack == NULL && before->own_stack == NULL &&
         thread->strategy == earlier->strategy && !is_relative (thread) &&
         self->weight_type == before->weight_type && (self->weight == NULL) == (before->weight == NULL) &&
         self->begin == before->begin && self->n_rows >= before->n_rows &&
         ful_thread_set_begins_with (thread->threads, earlier->threads);
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
  const FulStackIndex *stack;
  guint begin, end;

  g_mutex_init (&rows->lock);
  rows->owner = ful_derived_thread_ref (self);
  rows->n_threads = self->threads->n_threads;
  rows->n_stacks = self->profile->stacks->table.n_rows;
  rows->range_sums = self->range_sums;

  if (ful_strategy_is_of_samples (self->strategy))
    {
      const FulSampleType *type = get_sample_type (self);
      const double *weight = ful_derived_thread_get_weight (self);

      find_rows (self, preview, self->threads->time, self->threads->n_samples, &begin, &end);
      rows->begin = begin;
      rows->time = self->threads->time + begin;
      rows->recorded_stack = self->threads->stack + begin;
      rows->stack = ful_derived_thread_get_stack (self) + begin;
      rows->weight = weight ? weight + begin : NULL;
      rows->weight_type = self->cpu_time ? FUL_WEIGHT_TYPE_TRACING_MS : type ? type->weight_type : self->threads->weight_type;
      rows->weight_word = type ? ful_sample_type_get_word (type) : NULL;
      rows->thread = self->threads->thread ? self->threads->thread + begin : NULL;
      rows->labels = self->threads->labels ? self->threads->labels + begin : NULL;
      rows->map = self->sample_map ? self->sample_map : self->stacks->map;
      rows->n_rows = end - begin;
      return rows;
    }

  allocations = self->strategy == FUL_STRATEGY_JS_ALLOCATIONS ? self->threads->js_allocations
                                                              : self->threads->native_allocations;
  find_rows (self, preview, allocations->time, allocations->table.n_rows, &begin, &end);
  rows->begin = begin;
  stack = allocations->stack;
  if (self->row_filter)
    stack = self->strategy == FUL_STRATEGY_JS_ALLOCATIONS ? self->row_filter->js_allocation_stack
                                                          : self->row_filter->native_allocation_stack;
  if (self->strategy != FUL_STRATEGY_JS_ALLOCATIONS)
    rows->own_stack = ful_strategy_rewrite (self->strategy, allocations, stack, begin, end);
  rows->time = allocations->time + begin;
  rows->recorded_stack = allocations->stack + begin;
  rows->stack = rows->own_stack ? rows->own_stack : stack + begin;
  rows->weight = allocations->weight + begin;
  rows->weight_type = FUL_WEIGHT_TYPE_BYTES;
  rows->map = self->stacks->map;
  rows->n_rows = end - begin;

  return rows;
}

/**
 * ful_derived_thread_get_match_share:
 * @rows: rows of @self
 *
 * O(rows), or O(stacks) if the rows have sums of them.
 *
 * Returns: the share, by weight, of the samples that the search matches; NaN without a search, or without
 *   samples
 */
double
ful_derived_thread_get_match_share (FulDerivedThread *self,
                                    FulSampleRows    *rows)
{
  const double *sums = NULL;
  double all = 0, found = 0;
  guint n;

  if (self->found == self->unsearched)
    return NAN;

  /* Without a cancellable there are sums, or rows have to be added. */
  ful_sample_rows_get_stack_sums (rows, &sums, NULL, NULL);
  n = sums ? self->profile->stacks->table.n_rows : rows->n_rows;
  for (guint i = 0; i < n; i++)
    {
      FulStackIndex stack = sums ? (FulStackIndex) i : rows->stack[i];
      double weight = sums ? sums[i] : rows->weight ? fabs (rows->weight[i]) : 1;

      if (weight == 0 || ful_filtered_stacks_lookup (self->unsearched, stack) == FUL_NONE)
        continue;
      all += weight;
      if (ful_filtered_stacks_lookup (self->found, stack) != FUL_NONE)
        found += weight;
    }

  return all > 0 ? found / all : NAN;
}
