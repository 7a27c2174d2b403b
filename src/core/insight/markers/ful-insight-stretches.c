/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When threads with an event loop did not respond (insight.md 5). */

#include "config.h"

#include "ful-insight-stretches.h"

#include "ful-insight-markers.h"

#include <math.h>

#define LEAST_MS 50
/* Stretches that are closer are one. */
#define JOINED_MS 16

static gboolean
is_task (const char *name)
{
  return g_str_equal (name, "RunTask") || g_str_equal (name, "ThreadControllerImpl::RunTask") || g_str_equal (name, "Task");
}

/**
 * ful_insight_stretches_has_loop:
 *
 * Returns: whether markers of a thread say how long its tasks took
 */
gboolean
ful_insight_stretches_has_loop (const FulInsightWeights *weights,
                                guint                    thread)
{
  FulThread *source = ful_profile_get_thread (weights->profile, thread);

  if (!weights->is_timed)
    return FALSE;
  if (weights->is_firefox)
    return g_str_equal (source->name, "GeckoMain") && source->markers->table.n_rows > 0;

  return g_str_equal (source->name, "CrRendererMain") || g_str_equal (source->name, "CrBrowserMain");
}

static void
add_stretch (GArray *stretches,
             guint   thread,
             double  start,
             double  end)
{
  FulInsightStretch stretch = { thread, start, end };

  g_array_append_val (stretches, stretch);
}

static void
find_janks (const FulMarkerList *list,
            guint                thread,
            GArray              *found)
{
  for (guint i = 0; i < list->n_markers; i++)
    {
      double length = list->end[i] - list->start[i];

      if (list->kind[i] == FUL_MARKER_KIND_JANK ||
          (length >= LEAST_MS && g_str_equal (ful_marker_list_get_name (list, i), "LongTask")))
        add_stretch (found, thread, list->start[i], list->end[i]);
    }
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const FulInsightStretch *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;

  return x->end > y->end ? -1 : x->end < y->end;
}

/* Tasks that hold no other: a nested loop is not a jank. */
static void
find_tasks (const FulMarkerList *list,
            guint                thread,
            GArray              *found)
{
  g_autoptr(GArray) tasks = g_array_new (FALSE, FALSE, sizeof (FulInsightStretch));

  for (guint i = 0; i < list->n_markers; i++)
    if (is_task (ful_marker_list_get_name (list, i)) && ful_insight_markers_is_interval (list, i, TRUE))
      add_stretch (tasks, thread, list->start[i], list->end[i]);
  g_array_sort (tasks, compare_starts);
  for (guint i = 0; i < tasks->len; i++)
    {
      const FulInsightStretch *task = &g_array_index (tasks, FulInsightStretch, i);

      if (task->end - task->start >= LEAST_MS && (i + 1 == tasks->len || task[1].start >= task->end))
        g_array_append_val (found, *task);
    }
}

static void
join (GArray *found)
{
  guint n = 0;

  for (guint i = 0; i < found->len; i++)
    {
      FulInsightStretch *stretch = &g_array_index (found, FulInsightStretch, i);
      FulInsightStretch *last = n > 0 ? &g_array_index (found, FulInsightStretch, n - 1) : NULL;

      if (last && stretch->start <= last->end + JOINED_MS)
        last->end = fmax (last->end, stretch->end);
      else
        g_array_index (found, FulInsightStretch, n++) = *stretch;
    }
  g_array_set_size (found, n);
}

/* When samples say that the thread was there: a process that starts is not one that does not respond.
 * Returns: %FALSE if it never was */
static gboolean
find_life (const FulInsightWeights *weights,
           guint                    thread,
           FulTimeRange            *out_life)
{
  const FulInsightThread *source = &weights->threads[thread];

  *out_life = weights->is_whole ? (FulTimeRange) { -INFINITY, INFINITY } : weights->range;
  if (source->n_rows == 0)
    return weights->basis != FUL_INSIGHT_BASIS_CPU;
  if (weights->is_firefox)
    {
      double interval = weights->profile->interval > 0 ? weights->profile->interval : 1;

      out_life->start = fmax (out_life->start, source->time[0]);
      out_life->end = fmin (out_life->end, source->time[source->n_rows - 1] + interval);
    }

  return TRUE;
}

/**
 * ful_insight_stretches_add:
 * @list: markers of the thread
 * @thread: a thread with a loop
 * @stretches: (element-type FulInsightStretch): gets the times in which it did not respond
 *
 * O(markers × log (markers)).
 */
void
ful_insight_stretches_add (const FulInsightWeights *weights,
                           const FulMarkerList     *list,
                           guint                    thread,
                           GArray                  *stretches)
{
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (FulInsightStretch));
  FulTimeRange life;

  if (!find_life (weights, thread, &life))
    return;

  if (weights->is_firefox)
    find_janks (list, thread, found);
  else
    find_tasks (list, thread, found);
  g_array_sort (found, compare_starts);
  join (found);
  for (guint i = 0; i < found->len; i++)
    {
      const FulInsightStretch *stretch = &g_array_index (found, FulInsightStretch, i);
      double start = fmax (stretch->start, life.start), end = fmin (stretch->end, life.end);

      if (end - start >= LEAST_MS)
        add_stretch (stretches, thread, start, end);
    }
}

static int
compare_lengths (gconstpointer a,
                 gconstpointer b)
{
  const FulInsightStretch *x = a, *y = b;
  double left = x->end - x->start, right = y->end - y->start;

  if (left != right)
    return left < right ? 1 : -1;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;

  return (x->thread > y->thread) - (x->thread < y->thread);
}

/**
 * ful_insight_stretches_sort:
 * @stretches: (element-type FulInsightStretch): the longest come first then
 */
void
ful_insight_stretches_sort (GArray *stretches)
{
  g_array_sort (stretches, compare_lengths);
}
