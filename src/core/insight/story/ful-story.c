/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What happened in a time on threads: what ran and waited, markers, requests, other threads (insight.md 13). A pure function,
 * from the same weights as the overview: O(samples in the range of all threads + stacks + functions + markers of the threads). */

#include "config.h"

#include "ful-story.h"

#include "ful-story-links.h"
#include "ful-story-markers.h"

#include "base/ful-error.h"
#include "insight/markers/ful-insight-waits.h"
#include "insight/overview/ful-overview-private.h"
#include "insight/samples/ful-insight-stacks.h"
#include "insight/samples/ful-insight-sums.h"
#include "threads/ful-thread-set.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define MAX_ROWS 3
/* Less of the time is not worth a word. */
#define LEAST_SHARE 0.01

static void
clear_wait (gpointer data)
{
  g_clear_pointer (&((FulOverviewWait *) data)->place, ful_overview_function_free);
}

static gboolean
has_thread (const FulStory *self,
            guint           thread)
{
  for (guint i = 0; i < self->n_threads; i++)
    if (self->threads[i] == thread)
      return TRUE;

  return FALSE;
}

/* How long the threads were there in the range. */
static void
find_life (FulStory *self)
{
  FulTimeRange range = self->weights->range;
  gboolean any = FALSE;

  self->life = FUL_STORY_LIFE_NOT_YET;
  for (guint i = 0; i < self->n_threads; i++)
    {
      const FulInsightThread *thread = &self->weights->threads[self->threads[i]];
      FulThread *source = ful_profile_get_thread (self->weights->profile, self->threads[i]);
      FulTimeRange life = ful_overview_find_life (self->weights, thread);

      any |= thread->begin < thread->end || (life.start <= range.end && life.end >= range.start);
      self->length += fmax (life.end - life.start, 0);
      if (source->unregister_time != 0 && source->unregister_time < range.start)
        self->life = FUL_STORY_LIFE_ENDED;
    }
  if (any)
    self->life = FUL_STORY_LIFE_ALIVE;
}

/* Of a bin of time: where it begins and ends, and what was done in it. */
typedef struct
{
  double  start, end;
  double *sums;   /* of each category, and of them all */
} Bin;

/* @sums: (array): a row of categories for each bin, and one of them all. Returns: the bin of a time */
static Bin
find_bin (const FulStory *self,
          double          time,
          double         *sums)
{
  FulTimeRange range = self->weights->range;
  double length = (range.end - range.start) / FUL_STORY_BINS, place = (time - range.start) / length;
  guint bin = place > 0 ? (guint) fmin (place, FUL_STORY_BINS - 1) : 0;

  return (Bin) { range.start + bin * length, range.start + (bin + 1) * length,
                 sums + bin * (self->weights->profile->categories->len + 1) };
}

/* The longest time in which a thread did nothing. */
static void
note_gap (FulStory               *self,
          const FulInsightThread *thread,
          double                  start,
          double                  end)
{
  if (!(end - start > self->gap.duration))
    return;

  self->gap.thread = thread->index;
  self->gap.start = start;
  self->gap.duration = end - start;
}

/* What is known of the samples of a thread so far. */
typedef struct
{
  FulStory               *story;
  const FulInsightThread *thread;
  double                 *sums;
  double                  idle_from;
  Bin                     bin;
} Reading;

/* A time that something was done for. */
static void
add_span (Reading      *self,
          FulTimeRange  span)
{
  note_gap (self->story, self->thread, self->idle_from, span.start);
  self->idle_from = fmax (self->idle_from, span.end);
}

static void
read_rows (Reading *self,
           guint    begin,
           guint    end)
{
  const FulInsightWeights *weights = self->story->weights;
  const FulInsightThread *thread = self->thread;
  FulProfile *profile = weights->profile;
  guint all = profile->categories->len;
  double weight[FUL_INSIGHT_BLOCK_ROWS];

  ful_insight_weights_read (weights, thread, begin, end, weight);
  for (guint i = begin; i < end; i++)
    {
      double time = thread->time[i];
      FulStackIndex stack = thread->stack[i];

      if (!(weight[i - begin] > 0))
        continue;
      if (!(time >= self->bin.start && time < self->bin.end))
        self->bin = find_bin (self->story, time, self->sums);
      self->bin.sums[all] += weight[i - begin];
      if (stack != FUL_NONE)
        self->bin.sums[ful_stack_table_get_category (profile->stacks, stack)] += weight[i - begin];
      add_span (self, ful_insight_weights_get_span (thread, i, weight[i - begin]));
    }
}

static gboolean
is_in_bin (const Reading *self,
           double         time)
{
  return time >= self->bin.start && time < self->bin.end;
}

/* Returns: whether the block that begins with a sample is all in one bin, and was added */
static gboolean
read_block (Reading *self,
            guint    begin)
{
  const FulInsightBlocks *blocks = self->story->weights->blocks;
  const FulInsightThread *thread = self->thread;
  guint b = begin / blocks->n_rows;
  const FulInsightBlock *block = &blocks->of_thread[thread->index][b];
  const double *sums = blocks->sums[thread->index] + (gsize) b * blocks->n_cells;
  guint first = begin + block->first;
  FulTimeRange span;

  if (block->first == blocks->n_rows)
    return TRUE;

  if (!is_in_bin (self, thread->time[first]))
    self->bin = find_bin (self->story, thread->time[first], self->sums);
  span = ful_insight_weights_get_span (thread, first, ful_insight_weights_get (self->story->weights, thread, first));
  if (!is_in_bin (self, thread->time[first]) || !is_in_bin (self, thread->time[begin + block->last]) || self->idle_from > span.end)
    return FALSE;

  for (guint c = 0; c < blocks->n_cells; c++)
    self->bin.sums[c] += sums[c];
  add_span (self, span);
  note_gap (self->story, thread, block->gap_start, block->gap_end);
  self->idle_from = fmax (self->idle_from, block->end);

  return TRUE;
}

/* Weights of samples by time and category, and the longest time without any. */
static gboolean
read_times (FulStory               *self,
            const FulInsightThread *thread,
            double                 *sums,
            GCancellable           *cancellable,
            GError                **error)
{
  const FulInsightBlocks *blocks = self->weights->blocks;
  FulTimeRange life = ful_overview_find_life (self->weights, thread);
  Reading reading = { self, thread, sums, fmax (life.start, self->weights->range.start),
                      find_bin (self, self->weights->range.start, sums) };

  for (guint begin = thread->begin; begin < thread->end; )
    {
      guint end = begin + MIN (thread->end - begin, FUL_INSIGHT_BLOCK_ROWS);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (ful_insight_blocks_has (blocks, begin, thread->end) && read_block (&reading, begin))
        {
          begin += blocks->n_rows;
          continue;
        }
      if (blocks)
        end = MIN (end, begin + blocks->n_rows - begin % blocks->n_rows);
      read_rows (&reading, begin, end);
      begin = end;
    }
  note_gap (self, thread, reading.idle_from, life.end);

  return TRUE;
}

static void
fill_bins (FulStory     *self,
           const double *sums)
{
  guint n = self->weights->profile->categories->len + 1;
  double bin_length = (self->weights->range.end - self->weights->range.start) / FUL_STORY_BINS * self->n_threads;

  for (guint b = 0; b < FUL_STORY_BINS; b++)
    {
      const double *of_bin = sums + b * n;
      FulStoryBin *bin = &self->bins[b];
      double most = 0;

      bin->use = bin_length > 0 ? fmin (1, of_bin[n - 1] / bin_length) : 0;
      bin->category = FUL_NONE;
      for (guint c = 0; c + 1 < n; c++)
        if (of_bin[c] > most)
          {
            most = of_bin[c];
            bin->category = (FulCategoryIndex) c;
          }
    }
}

/* What comes from the samples of the threads. */
static gboolean
read_samples (FulStory        *self,
              FulDeriveCache  *cache,
              GCancellable    *cancellable,
              GError         **error)
{
  const FulInsightWeights *weights = self->weights;
  g_autoptr(FulInsightStacks) stacks = ful_insight_stacks_new (weights, cache, cancellable, error);
  g_autoptr(FulInsightSums) sums = stacks ? ful_insight_sums_new (stacks) : NULL;
  g_autoptr(GArray) waits = g_array_new (FALSE, FALSE, sizeof (FulInsightWait));
  g_autofree double *bins = g_new0 (double, FUL_STORY_BINS * (weights->profile->categories->len + 1));
  const FulInsightKeySums *by;

  if (sums == NULL)
    return FALSE;

  self->unit = ful_insight_weights_get_unit (weights);
  find_life (self);
  for (guint i = 0; i < self->n_threads; i++)
    {
      const FulInsightThread *thread = &weights->threads[self->threads[i]];

      ful_insight_stacks_clear (stacks);
      if (!ful_insight_stacks_add (stacks, thread, thread->begin, thread->end, cancellable, error))
        return FALSE;
      ful_insight_sums_add (sums, thread->index);
      self->busy += thread->busy;
      self->n_samples += thread->end - thread->begin;
      if (!weights->is_timed)
        continue;
      if (!read_times (self, thread, bins, cancellable, error))
        return FALSE;
      if (!self->is_of_samples)
        ful_insight_waits_add (weights, thread, self->list, waits);
    }
  fill_bins (self, bins);
  ful_overview_list_waits (waits, stacks, MAX_ROWS, self->waits, &self->n_waits, &self->wait_ms);
  self->ran = weights->is_timed ? fmin (self->busy, self->length) : self->busy;
  self->waited = weights->is_timed ? self->length - self->ran : 0;

  self->of_scripts = ful_insight_stacks_prefer_scripts (sums->seen, sums->unnamed, sums->no_script);
  by = self->of_scripts ? &sums->script : &sums->self;
  self->functions = ful_overview_functions_new (sums, by, by, MAX_ROWS);

  return TRUE;
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b,
                 gpointer      data)
{
  const FulStory *self = data;
  const FulInsightThread *threads = self->weights->threads;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (self->is_linked[x] != self->is_linked[y])
    return self->is_linked[x] ? -1 : 1;
  if (threads[x].busy != threads[y].busy)
    return threads[x].busy < threads[y].busy ? 1 : -1;

  return (x > y) - (x < y);
}

static void
list_others (FulStory *self)
{
  const FulInsightWeights *weights = self->weights;

  for (guint t = 0; t < weights->n_threads; t++)
    if ((weights->threads[t].busy > 0 || self->is_linked[t]) && !has_thread (self, t))
      g_array_append_val (self->others, t);
  g_array_sort_with_data (self->others, compare_threads, self);
  g_array_set_size (self->others, MIN (self->others->len, MAX_ROWS));
}

/* Of the threads in a range, which is set; with no rows in it. */
static FulStory *
begin (const guint     *threads,
       guint            n_threads,
       char           **thread_names,
       FulDeriveCache  *cache)
{
  FulStory *self = g_new0 (FulStory, 1);

  self->root_range = ful_derive_cache_get_root_range (cache);
  self->thread_names = g_strdupv (thread_names);
  self->n_threads = n_threads;
  self->threads = g_memdup2 (threads, n_threads * sizeof *threads);
  self->marker = FUL_NONE;
  self->waits = g_array_new (FALSE, FALSE, sizeof (FulOverviewWait));
  g_array_set_clear_func (self->waits, clear_wait);
  self->markers = g_array_new (FALSE, FALSE, sizeof (FulStoryMarker));
  self->requests = ful_insight_requests_new ();
  self->others = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

/**
 * ful_story_new:
 * @profile: a profile
 * @threads: (array length=n_threads): threads of it
 * @n_threads: at least 1
 * @range: the time, absolute ms; not of a marker
 * @marker: number of a marker in the list of the threads, whose time it is then; or %FUL_NONE
 * @thread_names: (array zero-terminated=1): names of all threads for the user
 * @cache: has the list of markers, and what does not depend on the range
 *
 * Returns: (transfer full) (nullable): what happened; %NULL if it was cancelled, or with %FUL_ERROR_ARGUMENT if there is no
 *   such thread or marker
 */
FulStory *
ful_story_new (FulProfile      *profile,
               const guint     *threads,
               guint            n_threads,
               FulTimeRange     range,
               gint32           marker,
               char           **thread_names,
               FulDeriveCache  *cache,
               GCancellable    *cancellable,
               GError         **error)
{
  g_autoptr(FulThreadSet) set = ful_thread_set_new (profile, threads, n_threads, cancellable, error);
  g_autoptr(FulStory) self = NULL;

  if (set == NULL)
    return NULL;

  self = begin (threads, n_threads, thread_names, cache);
  self->marker = marker;
  self->list = ful_marker_list_derive (set, cache, cancellable, error);
  if (self->list == NULL)
    return NULL;
  if (marker != FUL_NONE)
    {
      if (marker < 0 || (guint) marker >= self->list->n_markers)
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("There is no marker %d: the last one is %d"), marker,
                       (int) self->list->n_markers - 1);
          return NULL;
        }
      range.start = self->list->start[marker];
      range.end = fmax (range.start, isnan (self->list->end[marker]) ? range.start : self->list->end[marker]);
    }
  self->weights = ful_insight_weights_new (profile, self->root_range, range, threads[0], cache, cancellable, error);
  if (self->weights == NULL || !read_samples (self, cache, cancellable, error))
    return NULL;
  if (!ful_story_read_markers (self, cancellable, error) || !ful_story_find_links (self, profile, cache, cancellable, error))
    return NULL;
  list_others (self);

  return g_steal_pointer (&self);
}

/**
 * ful_story_new_of_samples:
 * @threads: (array length=n_threads): threads of @profile
 *
 * Like ful_story_new(), but reads nothing but the samples of the threads: no markers, no requests, no other threads.
 *
 * Returns: (transfer full) (nullable): what ran; %NULL if it was cancelled
 */
FulStory *
ful_story_new_of_samples (FulProfile      *profile,
                          const guint     *threads,
                          guint            n_threads,
                          FulTimeRange     range,
                          char           **thread_names,
                          FulDeriveCache  *cache,
                          GCancellable    *cancellable,
                          GError         **error)
{
  g_autoptr(FulStory) self = begin (threads, n_threads, thread_names, cache);

  self->is_of_samples = TRUE;
  self->weights = ful_insight_weights_new_of_threads (profile, self->root_range, range, threads, n_threads, cache, cancellable, error);
  if (self->weights == NULL || !read_samples (self, cache, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
ful_story_free (FulStory *self)
{
  g_clear_pointer (&self->weights, ful_insight_weights_free);
  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_strfreev (self->thread_names);
  g_free (self->threads);
  g_clear_pointer (&self->functions, g_array_unref);
  g_clear_pointer (&self->waits, g_array_unref);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->requests, ful_insight_requests_free);
  g_free (self->is_linked);
  g_clear_pointer (&self->others, g_array_unref);
  g_free (self);
}

/**
 * ful_story_make_view:
 *
 * Returns: (transfer full): the view whose numbers are those of the functions: own weights, without what was idle
 */
FulViewOptions *
ful_story_make_view (const FulStory *self)
{
  FulViewOptions *options = ful_view_options_new ();
  FulTimeRange range = ful_time_range_shift (self->weights->range, -self->root_range.start);

  if (!self->weights->is_whole)
    ful_view_options_set_range (options, &range);
  if (self->weights->basis == FUL_INSIGHT_BASIS_CPU)
    options->strategy = FUL_STRATEGY_CPU;
  ful_view_options_set_threads (options, self->threads, self->n_threads);
  options->include_idle = FALSE;
  options->implementation = self->of_scripts ? FUL_IMPLEMENTATION_JS : FUL_IMPLEMENTATION_COMBINED;
  for (guint i = 0; i < self->functions->len; i++)
    options->fold_unnamed |= g_array_index (self->functions, FulOverviewFunction, i).func == FUL_NONE;

  return options;
}

/**
 * ful_story_has_gaps_of_life:
 *
 * Returns: whether the threads were not there in a part of the time that is worth a word
 */
gboolean
ful_story_has_gaps_of_life (const FulStory *self)
{
  FulTimeRange range = self->weights->range;

  return self->length < (1 - LEAST_SHARE) * self->n_threads * (range.end - range.start);
}

/**
 * ful_story_has_waited:
 *
 * Returns: whether the threads waited for a part of the time that is worth a word
 */
gboolean
ful_story_has_waited (const FulStory *self)
{
  return self->waited > 0 && self->waited >= LEAST_SHARE * self->length;
}
