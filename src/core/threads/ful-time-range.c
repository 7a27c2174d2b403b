/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Spans of time: the root range of a profile (formats.md 6.6) and the rows of a
 * table in a range (transforms.md 2). */

#include "config.h"

#include "ful-time-range.h"

#include "base/ful-bisect.h"

#include <math.h>

static void
widen (FulTimeRange *range,
       double        start,
       double        end)
{
  range->start = fmin (range->start, start);
  range->end = fmax (range->end, end);
}

/* Threads without samples count by their markers. */
static void
widen_by_markers (FulTimeRange         *range,
                  const FulMarkerTable *markers,
                  guint                 first,
                  double                interval)
{
  for (guint i = first; i < markers->table.n_rows; i++)
    switch (markers->phase[i])
      {
      case FUL_MARKER_PHASE_INTERVAL:
        widen (range, fmin (markers->start_time[i], markers->end_time[i]),
               fmax (markers->start_time[i], markers->end_time[i]) + interval);
        break;
      case FUL_MARKER_PHASE_INTERVAL_END:
        widen (range, markers->end_time[i], markers->end_time[i] + interval);
        break;
      default:
        widen (range, markers->start_time[i], markers->start_time[i] + interval);
        break;
      }
}

static void
widen_by_times (FulTimeRange *range,
                const double *time,
                guint         n_rows,
                double        interval)
{
  if (n_rows > 0)
    widen (range, time[0], time[n_rows - 1] + interval);
}

/**
 * ful_thread_range_compute:
 * @profile: a profile
 * @thread: a thread of it
 *
 * The range of one thread; its markers do not widen it if it has samples. O(1),
 * and O(markers) for a thread without samples.
 *
 * Returns: the absolute range; infinity to minus infinity if nothing has a time
 */
FulTimeRange
ful_thread_range_compute (const FulProfile *profile,
                          const FulThread  *thread)
{
  FulTimeRange range = { INFINITY, -INFINITY };

  if (thread->samples->table.n_rows > 0)
    widen_by_times (&range, thread->samples->time, thread->samples->table.n_rows, profile->interval);
  else
    widen_by_markers (&range, thread->markers, 0, profile->interval);

  if (thread->js_allocations)
    widen_by_times (&range, thread->js_allocations->time, thread->js_allocations->table.n_rows, profile->interval);
  if (thread->native_allocations)
    widen_by_times (&range, thread->native_allocations->time, thread->native_allocations->table.n_rows,
                    profile->interval);

  return range;
}

/**
 * ful_root_range_compute:
 * @profile: a profile
 *
 * The range of the whole view: that of `meta`, else the union over threads.
 * O(threads), and O(markers) for threads without samples.
 *
 * Returns: the absolute root range; 0 to 0 if nothing has a time
 */
FulTimeRange
ful_root_range_compute (FulProfile *profile)
{
  FulTimeRange range = { INFINITY, -INFINITY };

  if (!isnan (profile->profiling_start_time) && !isnan (profile->profiling_end_time) &&
      profile->profiling_end_time != 0)
    return (FulTimeRange) { profile->profiling_start_time, profile->profiling_end_time };

  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulTimeRange one = ful_thread_range_compute (profile, ful_profile_get_thread (profile, i));

      widen (&range, one.start, one.end);
    }

  if (!(range.start <= range.end))
    return (FulTimeRange) { 0, 0 };

  return range;
}

/**
 * ful_root_range_extend:
 * @range: the root range of @before
 * @before: a snapshot of a profile that grows
 * @profile: a later one
 *
 * O(threads + new markers of threads without samples).
 *
 * Returns: the range with a later end; all of @profile if nothing had a time
 */
FulTimeRange
ful_root_range_extend (FulTimeRange  range,
                       FulProfile   *before,
                       FulProfile   *profile)
{
  FulTimeRange grown = range;

  if (profile->threads == before->threads)
    return range;
  if (!(range.start < range.end))
    return ful_root_range_compute (profile);
  if (profile->profiling_end_time > range.end)
    grown.end = profile->profiling_end_time;

  for (guint i = 0; i < profile->threads->len && isnan (profile->profiling_end_time); i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      FulThread *old = i < before->threads->len ? ful_profile_get_thread (before, i) : NULL;

      if (thread == old)
        continue;
      if (old == NULL || thread->samples->table.n_rows > 0)
        grown.end = fmax (grown.end, ful_thread_range_compute (profile, thread).end);
      else
        widen_by_markers (&grown, thread->markers, old->markers->table.n_rows, profile->interval);
    }

  return (FulTimeRange) { range.start, grown.end };
}

/**
 * ful_time_range_find_rows:
 * @range: a range on the same time line as @time
 * @time: (array length=n_rows): ascending
 * @n_rows: length of @time
 * @out_begin: (out): first row inside
 * @out_end: (out): one past the last row inside; equal to @out_begin if none is
 *
 * Finds the rows with a time in [start, end). A range that ends before it
 * starts is empty. O(log n).
 */
void
ful_time_range_find_rows (FulTimeRange  range,
                          const double *time,
                          guint         n_rows,
                          guint        *out_begin,
                          guint        *out_end)
{
  *out_begin = FUL_BISECT (0, n_rows, i, !(time[i] < range.start));
  *out_end = FUL_BISECT (*out_begin, n_rows, i, !(time[i] < range.end));
}
