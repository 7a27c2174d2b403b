/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How busy threads were in a range (insight.md 3). */

#include "config.h"

#include "ful-insight-weights.h"

#include "model/ful-sample-type.h"
#include "threads/ful-cpu-time.h"

#include <math.h>
#include <string.h>

/* The work set has so much of all, in so many threads at most. */
#define WORK_SHARE 0.95
#define MAX_WORK_SET 16
/* A sample stands for so many times the usual distance to the next one at most. */
#define MAX_GAPS 2

static double
get_gap (const FulInsightWeights *self,
         const FulInsightThread  *thread,
         guint                    row)
{
  /* Nothing was done where there is no stack, in the category Idle, and in a function that says so. */
  if (thread->stack[row] == FUL_NONE || self->rules->is_idle[thread->stack[row]])
    return 0;
  if (thread->weight)
    return thread->weight[row] * thread->gap;

  return row + 1 < thread->n_rows ? CLAMP (thread->time[row + 1] - thread->time[row], 0, MAX_GAPS * thread->gap) : thread->gap;
}

/* @rule: that of the thread: loops over samples of one rule ask for it once */
static inline double
weigh (const FulInsightWeights *self,
       const FulInsightThread  *thread,
       FulInsightRule           rule,
       guint                    row)
{
  double weight = 0;

  switch (rule)
    {
    case FUL_INSIGHT_RULE_CPU:
      return ful_cpu_time_get (thread->samples, self->rules->cpu_reference, row);
    case FUL_INSIGHT_RULE_GAP:
      weight = get_gap (self, thread, row);
      break;
    case FUL_INSIGHT_RULE_PERIOD:
      weight = thread->stack[row] == FUL_NONE ? 0 : (thread->weight ? thread->weight[row] : 1) * self->rules->period;
      break;
    case FUL_INSIGHT_RULE_WEIGHT:
      weight = thread->weight ? thread->weight[row] : 1;
      break;
    case FUL_INSIGHT_RULE_ALLOCATED:
      weight = MAX (thread->weight[row], 0);
      break;
    case FUL_INSIGHT_RULE_NONE:
    default:
      break;
    }

  return isfinite (weight) ? weight : 0;
}

/**
 * ful_insight_weights_get:
 *
 * Returns: the weight of a sample; never NaN or infinite
 */
double
ful_insight_weights_get (const FulInsightWeights *self,
                         const FulInsightThread  *thread,
                         guint                    row)
{
  return weigh (self, thread, thread->rule, row);
}

/* As ful_cpu_time_get() of rows that are not the first one, in loops that compilers make wide. A missing number is negative in one
 * kind of column, and none in the other: neither is greater than 0. */
#define READ_CPU_TIMES(cpu)                                                                  \
  for (guint i = begin; i < end; i++)                                                        \
    {                                                                                        \
      double used = (cpu)[i] / reference, gap = MAX (time[i] - time[i - 1], 0);              \
                                                                                             \
      to[i - begin] = used > 0 ? MIN (used, gap) : 0;                                        \
    }

static void
read_cpu_times (const FulSampleTable *samples,
                double                reference,
                guint                 begin,
                guint                 end,
                double               *to)
{
  const gint32 *i32 = samples->cpu_delta.i32;
  const double *f64 = samples->cpu_delta.f64, *time = samples->time;

  if (i32)
    READ_CPU_TIMES (i32)
  else if (f64)
    READ_CPU_TIMES (f64)
  else
    memset (to, 0, (end - begin) * sizeof *to);
}

/**
 * ful_insight_weights_read:
 * @begin: first row; @end is one past the last one
 * @to: (out) (array): gets their weights
 *
 * As ful_insight_weights_get() of each.
 */
void
ful_insight_weights_read (const FulInsightWeights *self,
                          const FulInsightThread  *thread,
                          guint                    begin,
                          guint                    end,
                          double                  *to)
{
  if (thread->rule == FUL_INSIGHT_RULE_CPU && begin > 0)
    read_cpu_times (thread->samples, self->rules->cpu_reference, begin, end, to);
  else if (thread->rule == FUL_INSIGHT_RULE_GAP)
    for (guint i = begin; i < end; i++)
      to[i - begin] = weigh (self, thread, FUL_INSIGHT_RULE_GAP, i);
  else if (thread->rule == FUL_INSIGHT_RULE_PERIOD)
    for (guint i = begin; i < end; i++)
      to[i - begin] = weigh (self, thread, FUL_INSIGHT_RULE_PERIOD, i);
  else
    for (guint i = begin; i < end; i++)
      to[i - begin] = weigh (self, thread, thread->rule, i);
}

/**
 * ful_insight_weights_has_stacks:
 *
 * Returns: whether any sample of the thread in the range has a stack
 */
gboolean
ful_insight_weights_has_stacks (const FulInsightThread *thread)
{
  for (guint i = thread->begin; i < thread->end; i++)
    if (thread->stack[i] != FUL_NONE)
      return TRUE;

  return FALSE;
}

static gboolean
sum_up (FulInsightWeights  *self,
        FulInsightThread   *thread,
        GCancellable       *cancellable,
        GError            **error)
{
  for (guint i = thread->begin; thread->rule != FUL_INSIGHT_RULE_NONE && i < thread->end; )
    {
      guint n = MIN (thread->end - i, FUL_INSIGHT_BLOCK_ROWS);
      double weights[FUL_INSIGHT_BLOCK_ROWS];

      if (self->blocks)
        n = MIN (n, self->blocks->n_rows - i % self->blocks->n_rows);
      if (ful_insight_blocks_has (self->blocks, i, thread->end))
        {
          thread->busy += self->blocks->of_thread[thread->index][i / self->blocks->n_rows].busy;
          i += self->blocks->n_rows;
          continue;
        }
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      ful_insight_weights_read (self, thread, i, i + n, weights);
      for (guint k = 0; k < n; k++)
        thread->busy += weights[k];
      i += n;
    }

  return TRUE;
}

static int
compare_busy (gconstpointer a,
              gconstpointer b,
              gpointer      data)
{
  const FulInsightThread *threads = data;
  guint x = *(const guint *) a, y = *(const guint *) b;

  if (threads[x].busy != threads[y].busy)
    return threads[x].busy < threads[y].busy ? 1 : -1;

  return (x > y) - (x < y);
}

/* @only: the thread that counts, or %FUL_NONE */
static void
choose_work_set (FulInsightWeights *self,
                 gint32             only)
{
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint t = 0; t < self->n_threads; t++)
    if (self->threads[t].busy > 0 && (only == FUL_NONE || (gint32) t == only))
      {
        self->busy += self->threads[t].busy;
        g_array_append_val (threads, t);
      }
  g_array_sort_with_data (threads, compare_busy, self->threads);

  self->work_set = g_new (guint, MAX_WORK_SET);
  for (guint i = 0; i < threads->len && i < MAX_WORK_SET && self->work_busy < WORK_SHARE * self->busy; i++)
    {
      self->work_set[self->n_work_set++] = g_array_index (threads, guint, i);
      self->work_busy += self->threads[self->work_set[i]].busy;
    }
}

/* Nobody was busy yet. */
static FulInsightWeights *
make (FulProfile      *profile,
      FulTimeRange     root_range,
      FulTimeRange     range,
      FulDeriveCache  *cache,
      GCancellable    *cancellable,
      GError         **error)
{
  FulInsightRules *rules = ful_insight_rules_derive (profile, root_range, cache, cancellable, error);
  g_autofree char *key = NULL;
  FulInsightWeights *self;

  if (rules == NULL)
    return NULL;

  self = g_new0 (FulInsightWeights, 1);
  self->profile = g_object_ref (profile);
  self->rules = rules;
  key = ful_insight_rules_get_key (profile, root_range);
  self->blocks = ful_derive_cache_peek (cache, FUL_STAGE_INSIGHT_BLOCKS, "", key);
  self->range.start = fmax (range.start, root_range.start);
  self->range.end = fmax (fmin (range.end, root_range.end), self->range.start);
  self->is_whole = ful_time_range_equal (self->range, root_range);
  self->basis = rules->basis;
  self->is_timed = rules->is_timed;
  self->is_firefox = rules->is_firefox;
  self->n_threads = rules->n_threads;
  self->threads = g_memdup2 (rules->threads, MAX (self->n_threads, 1) * sizeof *self->threads);
  for (guint t = 0; t < self->n_threads; t++)
    {
      FulInsightThread *thread = &self->threads[t];

      thread->end = thread->n_rows;
      if (!self->is_whole)
        ful_time_range_find_rows (self->range, thread->time, thread->n_rows, &thread->begin, &thread->end);
    }

  return self;
}

/**
 * ful_insight_weights_new:
 * @profile: a profile
 * @root_range: all of it, absolute ms
 * @range: the time that counts, absolute ms
 * @selected_thread: the thread that counts where there are only allocations
 * @cache: (nullable): of @profile
 *
 * O(samples in the range + threads × log (threads + samples)), and the rules once.
 *
 * Returns: (transfer full) (nullable): how busy threads were; %NULL if it was cancelled
 */
FulInsightWeights *
ful_insight_weights_new (FulProfile      *profile,
                         FulTimeRange     root_range,
                         FulTimeRange     range,
                         guint            selected_thread,
                         FulDeriveCache  *cache,
                         GCancellable    *cancellable,
                         GError         **error)
{
  g_autoptr(FulInsightWeights) self = make (profile, root_range, range, cache, cancellable, error);

  for (guint t = 0; self && t < self->n_threads; t++)
    {
      if (t % 64 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (!sum_up (self, &self->threads[t], cancellable, error))
        return NULL;
    }
  if (self)
    choose_work_set (self, self->rules->of_allocations ? (gint32) selected_thread : FUL_NONE);

  return g_steal_pointer (&self);
}

/**
 * ful_insight_weights_new_of_threads:
 * @threads: (array length=n_threads): threads of @profile
 *
 * Like ful_insight_weights_new(), but how busy others were is not known: it is 0, and there is no work set.
 */
FulInsightWeights *
ful_insight_weights_new_of_threads (FulProfile      *profile,
                                    FulTimeRange     root_range,
                                    FulTimeRange     range,
                                    const guint     *threads,
                                    guint            n_threads,
                                    FulDeriveCache  *cache,
                                    GCancellable    *cancellable,
                                    GError         **error)
{
  g_autoptr(FulInsightWeights) self = make (profile, root_range, range, cache, cancellable, error);

  for (guint i = 0; self && i < n_threads; i++)
    if (!sum_up (self, &self->threads[threads[i]], cancellable, error))
      return NULL;

  return g_steal_pointer (&self);
}

void
ful_insight_weights_free (FulInsightWeights *self)
{
  g_clear_object (&self->profile);
  ful_insight_rules_unref (self->rules);
  g_clear_pointer (&self->blocks, ful_insight_blocks_unref);
  g_free (self->threads);
  g_free (self->work_set);
  g_free (self);
}

/**
 * ful_insight_weights_get_unit:
 *
 * Returns: what weights count, as far as one thread says it: "ms", "bytes", or a word; lives as long as the profile
 */
const char *
ful_insight_weights_get_unit (const FulInsightWeights *self)
{
  FulProfile *profile = self->profile;
  FulThread *first = NULL;

  if (self->basis != FUL_INSIGHT_BASIS_WEIGHT)
    return "ms";

  for (guint i = 0; i < profile->threads->len && first == NULL; i++)
    if (ful_profile_get_thread (profile, i)->samples->table.n_rows > 0)
      first = ful_profile_get_thread (profile, i);
  if (first == NULL)
    return "bytes";
  if (first->weight_type == FUL_WEIGHT_TYPE_SAMPLES && first->sample_types)
    {
      FulSampleType *type = ful_sample_types_get_default (first->sample_types);
      const char *word = type ? ful_sample_type_get_word (type) : NULL;

      return word ? word : "samples";
    }

  return first->weight_type == FUL_WEIGHT_TYPE_BYTES ? "bytes" : first->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? "ms" : "samples";
}
