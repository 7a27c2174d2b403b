/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How busy threads were (insight.md 3): by CPU time, where any thread has it, since of many threads that wait no sample
 * is called idle; else by time; else by the weights of the file. */

#include "config.h"

#include "ful-insight-weights.h"

#include "base/ful-table.h"
#include "model/ful-sample-type.h"
#include "stacks/ful-func-kind.h"
#include "threads/ful-cpu-time.h"
#include "threads/ful-cpu-use.h"

#include <math.h>
#include <string.h>

/* The work set has so much of all, in so many threads at most. */
#define WORK_SHARE 0.95
#define MAX_WORK_SET 16
/* A sample stands for so many times the usual distance to the next one at most. */
#define MAX_GAPS 2
/* The usual distance is that of so many samples, evenly chosen. */
#define MAX_GAPS_LOOKED_AT (1 << 16)

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/**
 * ful_insight_weights_is_idle:
 * @stack: a recorded stack, or %FUL_NONE
 *
 * Returns: whether nothing was done there: no stack, the category Idle, or a function that says so
 */
gboolean
ful_insight_weights_is_idle (const FulInsightWeights *self,
                             FulStackIndex            stack)
{
  return stack == FUL_NONE || self->is_idle[stack];
}

static double
get_gap (const FulInsightWeights *self,
         const FulInsightThread  *thread,
         guint                    row)
{
  if (ful_insight_weights_is_idle (self, thread->stack[row]))
    return 0;
  if (thread->weight)
    return thread->weight[row] * thread->gap;

  return row + 1 < thread->n_rows ? CLAMP (thread->time[row + 1] - thread->time[row], 0, MAX_GAPS * thread->gap) : thread->gap;
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
  double weight = 0;

  switch (thread->rule)
    {
    case FUL_INSIGHT_RULE_CPU:
      return ful_cpu_time_get (thread->samples, self->cpu_reference, row);
    case FUL_INSIGHT_RULE_GAP:
      weight = get_gap (self, thread, row);
      break;
    case FUL_INSIGHT_RULE_PERIOD:
      weight = thread->stack[row] == FUL_NONE ? 0 : (thread->weight ? thread->weight[row] : 1) * self->period;
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
    read_cpu_times (thread->samples, self->cpu_reference, begin, end, to);
  else
    for (guint i = begin; i < end; i++)
      to[i - begin] = ful_insight_weights_get (self, thread, i);
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

/* Zeros are CPU times too: a profile with nothing else is of idle threads. */
static gboolean
has_cpu (FulProfile *profile,
         FulThread  *thread)
{
  for (guint i = 0; ful_cpu_use_is_known (profile, thread) && i < thread->samples->table.n_rows; i++)
    if (ful_i32_or_f64_get (&thread->samples->cpu_delta, i) >= 0)
      return TRUE;

  return FALSE;
}

/* Only allocations: what is shown of a heap is not a matter of time. */
static gboolean
has_only_allocations (FulProfile *profile)
{
  gboolean any = FALSE;

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);

      if (thread->samples->table.n_rows > 0)
        return FALSE;
      any |= thread->native_allocations && thread->native_allocations->table.n_rows > 0;
    }

  return any;
}

static gboolean
is_timed (FulInsightWeights *self,
          FulTimeRange       root)
{
  FulProfile *profile = self->profile;
  double first = INFINITY, last = -INFINITY;
  gboolean has_markers = FALSE;

  if (!(root.end - root.start > 1.001 * profile->interval) || g_strcmp0 (profile->format, "Folded stacks") == 0)
    return FALSE;

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      guint n = thread->samples->table.n_rows;

      has_markers |= thread->markers->table.n_rows > 0;
      if (n == 0 || thread->weight_type == FUL_WEIGHT_TYPE_BYTES)
        continue;
      first = fmin (first, thread->samples->time[0]);
      last = fmax (last, thread->samples->time[n - 1]);
    }

  return last > first || has_markers;
}

static void
point_to_rows (FulInsightThread *self,
               FulThread        *thread,
               gboolean          of_allocations)
{
  const FulAllocationTable *allocations = thread->native_allocations;

  self->samples = thread->samples;
  self->n_rows = thread->samples->table.n_rows;
  self->time = thread->samples->time;
  self->stack = thread->samples->stack;
  self->weight = thread->samples->weight;
  if (of_allocations && allocations)
    {
      self->n_rows = allocations->table.n_rows;
      self->time = allocations->time;
      self->stack = allocations->stack;
      self->weight = allocations->weight;
    }
}

/* Marks the stacks that stand for doing nothing, and looks for samples there. */
static gboolean
find_idle (FulInsightWeights *self)
{
  FulProfile *profile = self->profile;
  FulStringIndex idle = ful_profile_find_string (profile, "(idle)");

  for (guint i = 0; i < profile->stacks->table.n_rows; i++)
    self->is_idle[i] = (profile->idle_category != FUL_NONE &&
                        ful_stack_table_get_category (profile->stacks, (FulStackIndex) i) == profile->idle_category) ||
                       (idle != FUL_NONE &&
                        profile->funcs->name[profile->frames->func[profile->stacks->frame[i]]] == idle);
  for (guint t = 0; t < self->n_threads; t++)
    for (guint i = 0; i < self->threads[t].n_rows; i++)
      if (self->threads[t].stack[i] != FUL_NONE && ful_insight_weights_is_idle (self, self->threads[t].stack[i]))
        return TRUE;

  return FALSE;
}

/* Adds distances between samples of a thread, of each @step-th one; without @with_zero only those that are not 0. */
static void
add_gaps (const FulInsightThread *thread,
          guint                   step,
          gboolean                with_zero,
          GArray                 *gaps)
{
  for (guint i = 0; i + 1 < thread->n_rows; i += step)
    {
      double gap = thread->time[i + 1] - thread->time[i];

      if (gap > 0 || with_zero)
        g_array_append_val (gaps, gap);
    }
}

/* A profiler that only sees running threads: each sample is for the distance that is usual while one runs. */
static double
find_period (const FulInsightWeights *self)
{
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  guint64 n = 0;
  double least;

  for (guint t = 0; t < self->n_threads; t++)
    n += self->threads[t].n_rows;
  for (guint t = 0; t < self->n_threads; t++)
    add_gaps (&self->threads[t], (guint) (n / MAX_GAPS_LOOKED_AT) + 1, FALSE, gaps);
  g_array_sort (gaps, compare_numbers);
  least = gaps->len > 0 ? g_array_index (gaps, double, gaps->len / 10) : 0;

  return MAX (self->profile->interval, least);
}

static double
find_usual_gap (const FulInsightWeights *self,
                const FulInsightThread  *thread)
{
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  double usual = 0;

  add_gaps (thread, thread->n_rows / MAX_GAPS_LOOKED_AT + 1, TRUE, gaps);
  g_array_sort (gaps, compare_numbers);
  if (gaps->len > 0)
    usual = g_array_index (gaps, double, gaps->len / 2);

  return usual > 0 ? usual : self->profile->interval > 0 ? self->profile->interval : 1;
}

static void
choose_rules (FulInsightWeights *self,
              gboolean           any_cpu,
              gboolean           of_allocations)
{
  for (guint t = 0; t < self->n_threads; t++)
    {
      FulInsightThread *thread = &self->threads[t];
      FulThread *source = ful_profile_get_thread (self->profile, t);

      if (any_cpu)
        thread->rule = has_cpu (self->profile, source) ? FUL_INSIGHT_RULE_CPU : FUL_INSIGHT_RULE_NONE;
      else if (of_allocations)
        thread->rule = source->native_allocations ? FUL_INSIGHT_RULE_ALLOCATED : FUL_INSIGHT_RULE_NONE;
      else if (!self->is_timed || source->weight_type != FUL_WEIGHT_TYPE_SAMPLES)
        thread->rule = FUL_INSIGHT_RULE_WEIGHT;
      else if (!isnan (self->period))
        thread->rule = FUL_INSIGHT_RULE_PERIOD;
      else
        {
          thread->rule = FUL_INSIGHT_RULE_GAP;
          thread->gap = find_usual_gap (self, thread);
        }
    }
}

static gboolean
sum_up (FulInsightWeights  *self,
        GCancellable       *cancellable,
        GError            **error)
{
  for (guint t = 0; t < self->n_threads; t++)
    {
      FulInsightThread *thread = &self->threads[t];

      thread->end = thread->n_rows;
      if (!self->is_whole)
        ful_time_range_find_rows (self->range, thread->time, thread->n_rows, &thread->begin, &thread->end);
      if (t % 64 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (guint i = thread->begin; thread->rule != FUL_INSIGHT_RULE_NONE && i < thread->end; )
        {
          guint n = MIN (thread->end - i, FUL_INSIGHT_BLOCK_ROWS);
          double weights[FUL_INSIGHT_BLOCK_ROWS];

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          ful_insight_weights_read (self, thread, i, i + n, weights);
          for (guint k = 0; k < n; k++)
            thread->busy += weights[k];
          i += n;
        }
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

/**
 * ful_insight_weights_new:
 * @profile: a profile
 * @root_range: all of it, absolute ms
 * @range: the time that counts, absolute ms
 * @selected_thread: the thread that counts where there are only allocations
 *
 * O(samples + functions + threads × log (threads)).
 *
 * Returns: (transfer full) (nullable): how busy threads were; %NULL if it was cancelled
 */
FulInsightWeights *
ful_insight_weights_new (FulProfile    *profile,
                         FulTimeRange   root_range,
                         FulTimeRange   range,
                         guint          selected_thread,
                         GCancellable  *cancellable,
                         GError       **error)
{
  g_autoptr(FulInsightWeights) self = g_new0 (FulInsightWeights, 1);
  gboolean of_allocations = has_only_allocations (profile), any_cpu = FALSE;

  self->profile = g_object_ref (profile);
  self->range.start = fmax (range.start, root_range.start);
  self->range.end = fmax (fmin (range.end, root_range.end), self->range.start);
  self->is_whole = ful_time_range_equal (self->range, root_range);
  self->is_firefox = ful_func_kinds_are_of_firefox (profile);
  self->is_idle = g_new0 (guint8, MAX (profile->stacks->table.n_rows, 1));
  self->cpu_reference = ful_cpu_use_get_reference (profile);
  self->n_threads = profile->threads->len;
  self->threads = g_new0 (FulInsightThread, MAX (self->n_threads, 1));
  self->is_timed = !of_allocations && is_timed (self, root_range);
  for (guint t = 0; t < self->n_threads; t++)
    {
      FulThread *thread = ful_profile_get_thread (profile, t);

      self->threads[t].index = t;
      point_to_rows (&self->threads[t], thread, of_allocations);
      any_cpu = any_cpu || has_cpu (profile, thread);
    }

  self->basis = any_cpu ? FUL_INSIGHT_BASIS_CPU : self->is_timed ? FUL_INSIGHT_BASIS_TIMING : FUL_INSIGHT_BASIS_WEIGHT;
  self->period = NAN;
  if (self->basis == FUL_INSIGHT_BASIS_TIMING && !find_idle (self))
    self->period = find_period (self);
  choose_rules (self, any_cpu, of_allocations);
  if (!sum_up (self, cancellable, error))
    return NULL;
  choose_work_set (self, of_allocations ? (gint32) selected_thread : FUL_NONE);

  return g_steal_pointer (&self);
}

void
ful_insight_weights_free (FulInsightWeights *self)
{
  g_clear_object (&self->profile);
  g_free (self->is_idle);
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
