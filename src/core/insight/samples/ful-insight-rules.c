/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the samples of a profile are weighed (insight.md 3): by CPU time, where any thread has it, since of many threads that wait no
 * sample is called idle; else by time; else by the weights of the file. */

#include "config.h"

#include "ful-insight-rules.h"

#include "base/ful-doubles.h"
#include "base/ful-table.h"
#include "stacks/ful-func-kind.h"
#include "threads/ful-cpu-use.h"

#include <math.h>

/* The usual distance is that of so many samples, evenly chosen. */
#define MAX_GAPS_LOOKED_AT (1 << 16)

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
is_timed (const FulInsightRules *self,
          FulTimeRange           root)
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
find_idle (FulInsightRules *self)
{
  FulProfile *profile = self->profile;
  FulStringIndex idle = ful_profile_find_string (profile, "(idle)");
  guint n = profile->stacks->table.n_rows;

  self->is_idle = g_new (guint8, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->is_idle[i] = (profile->idle_category != FUL_NONE &&
                        ful_stack_table_get_category (profile->stacks, (FulStackIndex) i) == profile->idle_category) ||
                       (idle != FUL_NONE &&
                        profile->funcs->name[profile->frames->func[profile->stacks->frame[i]]] == idle);
  for (guint t = 0; t < self->n_threads; t++)
    for (guint i = 0; i < self->threads[t].n_rows; i++)
      if (self->threads[t].stack[i] != FUL_NONE && self->is_idle[self->threads[t].stack[i]])
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
find_period (const FulInsightRules *self)
{
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  guint64 n = 0;
  double least;

  for (guint t = 0; t < self->n_threads; t++)
    n += self->threads[t].n_rows;
  for (guint t = 0; t < self->n_threads; t++)
    add_gaps (&self->threads[t], (guint) (n / MAX_GAPS_LOOKED_AT) + 1, FALSE, gaps);
  g_array_sort (gaps, ful_doubles_compare);
  least = gaps->len > 0 ? g_array_index (gaps, double, gaps->len / 10) : 0;

  return MAX (self->profile->interval, least);
}

static double
find_usual_gap (const FulInsightRules  *self,
                const FulInsightThread *thread)
{
  g_autoptr(GArray) gaps = g_array_new (FALSE, FALSE, sizeof (double));
  double usual = 0;

  add_gaps (thread, thread->n_rows / MAX_GAPS_LOOKED_AT + 1, TRUE, gaps);
  g_array_sort (gaps, ful_doubles_compare);
  if (gaps->len > 0)
    usual = g_array_index (gaps, double, gaps->len / 2);

  return usual > 0 ? usual : self->profile->interval > 0 ? self->profile->interval : 1;
}

static void
choose_rules (FulInsightRules *self,
              gboolean         any_cpu)
{
  for (guint t = 0; t < self->n_threads; t++)
    {
      FulInsightThread *thread = &self->threads[t];
      FulThread *source = ful_profile_get_thread (self->profile, t);

      if (any_cpu)
        thread->rule = has_cpu (self->profile, source) ? FUL_INSIGHT_RULE_CPU : FUL_INSIGHT_RULE_NONE;
      else if (self->of_allocations)
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

static void
clear (gpointer data)
{
  FulInsightRules *self = data;

  g_clear_object (&self->profile);
  g_free (self->is_idle);
  g_free (self->threads);
}

void
ful_insight_rules_unref (FulInsightRules *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

static FulInsightRules *
make (FulProfile   *profile,
      FulTimeRange  root_range)
{
  FulInsightRules *self = g_atomic_rc_box_new0 (FulInsightRules);
  gboolean any_cpu = FALSE;

  self->profile = g_object_ref (profile);
  self->of_allocations = has_only_allocations (profile);
  self->is_firefox = ful_func_kinds_are_of_firefox (profile);
  self->cpu_reference = ful_cpu_use_get_reference (profile);
  self->n_threads = profile->threads->len;
  self->threads = g_new0 (FulInsightThread, MAX (self->n_threads, 1));
  self->is_timed = !self->of_allocations && is_timed (self, root_range);
  for (guint t = 0; t < self->n_threads; t++)
    {
      FulThread *thread = ful_profile_get_thread (profile, t);

      self->threads[t].index = t;
      point_to_rows (&self->threads[t], thread, self->of_allocations);
      any_cpu = any_cpu || has_cpu (profile, thread);
    }

  self->basis = any_cpu ? FUL_INSIGHT_BASIS_CPU : self->is_timed ? FUL_INSIGHT_BASIS_TIMING : FUL_INSIGHT_BASIS_WEIGHT;
  self->period = NAN;
  if (self->basis == FUL_INSIGHT_BASIS_TIMING && !find_idle (self))
    self->period = find_period (self);
  choose_rules (self, any_cpu);

  return self;
}

/**
 * ful_insight_rules_get_key:
 *
 * Returns: (transfer full): identifies what is derived of the samples of @profile
 */
char *
ful_insight_rules_get_key (FulProfile   *profile,
                           FulTimeRange  root_range)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %a %a",
                          profile->meta_serial, profile->stack_serial, profile->thread_serial, root_range.start, root_range.end);
}

/**
 * ful_insight_rules_derive:
 * @profile: a profile
 * @root_range: all of it, absolute ms
 * @cache: (nullable): of @profile
 *
 * O(samples + stacks) the first time.
 *
 * Returns: (transfer full) (nullable): the rules; %NULL if it was cancelled
 */
FulInsightRules *
ful_insight_rules_derive (FulProfile      *profile,
                          FulTimeRange     root_range,
                          FulDeriveCache  *cache,
                          GCancellable    *cancellable,
                          GError         **error)
{
  g_autofree char *rows = ful_insight_rules_get_key (profile, root_range);
  g_auto(FulDeriveSlot) slot = { NULL };
  g_autoptr(FulInsightRules) self = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  /* One place for all snapshots: nobody asks for those of earlier ones again. */
  self = ful_derive_cache_lookup_growing (cache, FUL_STAGE_INSIGHT_RULES, "", rows, NULL, cancellable, &slot);
  if (self == NULL && !g_cancellable_set_error_if_cancelled (cancellable, error))
    {
      self = make (profile, root_range);
      ful_derive_slot_fill (&slot, self, self->n_threads * sizeof *self->threads +
                            (self->is_idle ? profile->stacks->table.n_rows : 0), (GDestroyNotify) ful_insight_rules_unref);
    }

  return g_steal_pointer (&self);
}
