/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When threads were off CPU, as the scheduler said it (insight.md 5): markers of perf, and samples of our own recordings, which
 * have one at the begin and the end of each wait, and some between. */

#include "config.h"

#include "ful-insight-waits.h"

#include "threads/ful-cpu-use.h"
#include "threads/ful-time-range.h"

#include <math.h>
#include <string.h>

#define LEAST_MS 10
#define OFF_CPU "Off CPU"

/* Waits of a thread that are in the range, as far as they are. */
static void
add (const FulInsightWeights *weights,
     const FulInsightThread  *thread,
     double                   start,
     double                   end,
     FulStackIndex            stack,
     GArray                  *waits)
{
  FulInsightWait wait = { thread->index, fmax (start, weights->range.start), fmin (end, weights->range.end), stack };

  if (wait.end - wait.start >= LEAST_MS)
    g_array_append_val (waits, wait);
}

/* Where the thread was in the last sample before: there it left. */
static FulStackIndex
find_stack_before (const FulInsightThread *thread,
                   double                  time)
{
  guint begin, end;

  /* Times of markers and samples are the same number where they are of one event. */
  ful_time_range_find_rows ((FulTimeRange) { -INFINITY, nextafter (time, INFINITY) }, thread->time, thread->n_rows, &begin, &end);

  return end > begin ? thread->stack[end - 1] : FUL_NONE;
}

static void
add_markers (const FulInsightWeights *weights,
             const FulInsightThread  *thread,
             const FulMarkerList     *list,
             GArray                  *waits)
{
  FulStringIndex name = ful_profile_find_string (weights->profile, OFF_CPU);

  for (guint i = 0; name != FUL_NONE && i < list->n_markers; i++)
    if (list->name[i] == name && list->end[i] > list->start[i])
      add (weights, thread, list->start[i], list->end[i], find_stack_before (thread, list->start[i]), waits);
}

/* Samples of one wait have one stack, and no CPU time since the first. */
static void
add_samples (const FulInsightWeights *weights,
             const FulInsightThread  *thread,
             GArray                  *waits)
{
  FulProfile *profile = weights->profile;
  guint first = thread->end;

  for (guint i = thread->begin; i < thread->end; i++)
    {
      FulStackIndex stack = thread->stack[i];
      gboolean is_idle = stack != FUL_NONE && ful_stack_table_get_category (profile->stacks, stack) == profile->idle_category;
      gboolean goes_on = first < i && stack == thread->stack[first] && ful_insight_weights_get (weights, thread, i) == 0;

      if (first < i && !goes_on)
        {
          add (weights, thread, thread->time[first], thread->time[i - 1], thread->stack[first], waits);
          first = thread->end;
        }
      if (is_idle && first == thread->end)
        first = i;
    }
  if (first < thread->end)
    add (weights, thread, thread->time[first], thread->time[thread->end - 1], thread->stack[first], waits);
}

/* Whether the samples are those of our recorder, of which idle ones wait. */
static gboolean
is_recording (FulProfile *profile)
{
  return profile->writer && g_str_has_prefix (profile->writer, "Fulgens ") && profile->idle_category != FUL_NONE &&
         !ful_func_kinds_are_of_firefox (profile);
}

/**
 * ful_insight_waits_add:
 * @list: (nullable): markers of the thread
 * @waits: (element-type FulInsightWait): gets the times in which it was off CPU for 10 ms or more, if the scheduler said so
 *
 * O(samples + markers × log (samples)).
 */
void
ful_insight_waits_add (const FulInsightWeights *weights,
                       const FulInsightThread  *thread,
                       const FulMarkerList     *list,
                       GArray                  *waits)
{
  if (list && weights->profile->format && strstr (weights->profile->format, "perf"))
    add_markers (weights, thread, list, waits);
  if (is_recording (weights->profile) && ful_cpu_use_is_known (weights->profile, ful_profile_get_thread (weights->profile, thread->index)))
    add_samples (weights, thread, waits);
}

static int
compare_waits (gconstpointer a,
               gconstpointer b)
{
  const FulInsightWait *x = a, *y = b;
  double left = x->end - x->start, right = y->end - y->start;

  if (left != right)
    return left < right ? 1 : -1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;

  return (x->thread > y->thread) - (x->thread < y->thread);
}

/**
 * ful_insight_waits_sort:
 * @waits: (element-type FulInsightWait): the longest come first then
 */
void
ful_insight_waits_sort (GArray *waits)
{
  g_array_sort (waits, compare_waits);
}

/**
 * ful_insight_waits_find_place:
 *
 * Returns: what the thread waited in: its innermost own function, else the innermost one with a name; %FUL_NONE without any
 */
FulInsightKey
ful_insight_waits_find_place (const FulInsightStacks *stacks,
                              const FulInsightWait   *wait)
{
  FulStackIndex stack = ful_profile_get_shown_stack (stacks->weights->profile, wait->stack);

  if (stack == FUL_NONE)
    return FUL_NONE;
  if (stacks->keys->has_own && stacks->own[stack] != FUL_NONE)
    return stacks->own[stack];

  for (FulStackIndex at = stack; at != FUL_NONE; at = stacks->stacks->prefix[at])
    {
      FulFuncKind kind = stacks->kinds[ful_insight_stacks_get_func (stacks, at)];

      if (kind != FUL_FUNC_KIND_META && kind != FUL_FUNC_KIND_UNNAMED)
        return stacks->key[at];
    }

  return stacks->key[stack];
}
