/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Time of their own of the markers of a thread (insight.md 6): each moment is of the innermost open interval. Kinds that
 * do not nest run beside the thread and are left out. */

#include "config.h"

#include "ful-insight-markers.h"

#include "ful-interval-crossing.h"

#include "base/ful-table.h"
#include "insight/samples/ful-insight-clock.h"
#include "model/ful-thread-tables.h"

#include <math.h>
#include <string.h>

/* A kind runs beside the thread if so many of its intervals are crossed, or if it is open so many times at once. */
#define CROSSED_SHARE 0.5
#define MAX_OVERLAP 4

/* What only frames or copies other markers. */
static const char *const left_out[] = {
  "Awake", "CompositorScreenshot", "Jank", "LongTask", "Navigation", "DocumentLoad", "Runnable",
  "TimeToFirstInteractive (TTFI)", "ThreadSleep", "RunTask", "ThreadControllerImpl::RunTask", "Task", "Receive mojo message",
  "Process", NULL
};

typedef struct
{
  double  start;
  double  end;
  guint32 kind;
  guint32 marker;
} Interval;

/* Returns: how the raw row was recorded that a marker begins with; an end alone if its start is not known */
static FulMarkerPhase
get_phase (const FulMarkerList *list,
           guint                marker)
{
  FulThread *thread = ful_profile_get_thread (list->profile, (guint) list->thread[marker]);

  return list->begin_row[marker] == FUL_NONE ? FUL_MARKER_PHASE_INSTANT : thread->markers->phase[list->begin_row[marker]];
}

/**
 * ful_insight_markers_is_interval:
 * @only_whole: whether a start and an end that were joined do not count: those of Chrome are of no thread
 *
 * Returns: whether a marker has a length, and a start that was recorded
 */
gboolean
ful_insight_markers_is_interval (const FulMarkerList *list,
                                 guint                marker,
                                 gboolean             only_whole)
{
  if (!(list->end[marker] > list->start[marker]) || !isfinite (list->end[marker]) || !isfinite (list->start[marker]) ||
      (list->incomplete[marker] && get_phase (list, marker) == FUL_MARKER_PHASE_INTERVAL_END))
    return FALSE;

  return !only_whole || (list->end_row[marker] == FUL_NONE && get_phase (list, marker) == FUL_MARKER_PHASE_INTERVAL);
}

static gboolean
is_name_left_out (const char *name)
{
  return g_strv_contains (left_out, name) || g_str_has_prefix (name, "Load ") || g_str_has_prefix (name, "CSS ");
}

static gboolean
is_type_left_out (const FulMarkerList *list,
                  guint                marker)
{
  const char *type = ful_marker_list_get_type (list, marker);

  return type && (g_str_equal (type, "Network") || g_str_equal (type, "CSS animation"));
}

/**
 * ful_insight_markers_is_left_out:
 *
 * Returns: whether the marker only frames others, or is a picture, a request, or a wait for nothing: its time says nothing
 */
gboolean
ful_insight_markers_is_left_out (const FulMarkerList *list,
                                 guint                marker)
{
  return is_name_left_out (ful_marker_list_get_name (list, marker)) || is_type_left_out (list, marker);
}

static int
compare_intervals (gconstpointer a,
                   gconstpointer b)
{
  const Interval *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;

  return (x->marker > y->marker) - (x->marker < y->marker);
}

/* Kinds of a name that does not count. */
#define LEFT_OUT ((gpointer) 1)

/* Returns: the number of a name in @names, or %FUL_NONE for one that is left out */
static gint32
find_kind (GHashTable *kinds,
           const char *name,
           GPtrArray  *names)
{
  gpointer found = g_hash_table_lookup (kinds, name);

  /* Names are the same text, so that they are compared once each. */
  if (found == NULL)
    {
      found = is_name_left_out (name) ? LEFT_OUT : GUINT_TO_POINTER (names->len + 2);
      g_hash_table_insert (kinds, (gpointer) name, found);
      if (found != LEFT_OUT)
        g_ptr_array_add (names, (gpointer) name);
    }

  return found == LEFT_OUT ? FUL_NONE : (gint32) GPOINTER_TO_UINT (found) - 2;
}

static gboolean
is_in_order (const GArray *intervals)
{
  for (guint i = 1; i < intervals->len; i++)
    if (compare_intervals (&g_array_index (intervals, Interval, i - 1), &g_array_index (intervals, Interval, i)) > 0)
      return FALSE;

  return TRUE;
}

/* Returns: (transfer full) (nullable): the intervals in order; %NULL if it was cancelled */
static GArray *
list_intervals (const FulMarkerList  *list,
                gboolean              only_whole,
                GPtrArray            *names,
                GCancellable         *cancellable,
                GError              **error)
{
  g_autoptr(GArray) intervals = g_array_sized_new (FALSE, FALSE, sizeof (Interval), list->n_markers);
  g_autoptr(GHashTable) kinds = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < list->n_markers; i++)
    {
      Interval interval;
      gint32 kind;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if ((list->kind[i] != FUL_MARKER_KIND_PLAIN && list->kind[i] != FUL_MARKER_KIND_IPC) ||
          !ful_insight_markers_is_interval (list, i, only_whole) || is_type_left_out (list, i))
        continue;

      kind = find_kind (kinds, ful_marker_list_get_name (list, i), names);
      if (kind == FUL_NONE)
        continue;
      interval = (Interval) { list->start[i], list->end[i], (guint32) kind, i };
      g_array_append_val (intervals, interval);
    }
  if (!is_in_order (intervals))
    g_array_sort (intervals, compare_intervals);

  return g_steal_pointer (&intervals);
}

/* Returns: (transfer full): for each kind whether it runs beside the thread */
static guint8 *
find_beside (const GArray *intervals,
             guint         n_kinds)
{
  guint n = intervals->len;
  g_autofree double *start = g_new (double, MAX (n, 1));
  g_autofree double *end = g_new (double, MAX (n, 1));
  g_autofree guint8 *crossed = NULL;
  g_autofree guint *n_all = g_new0 (guint, MAX (n_kinds, 1));
  g_autofree guint *n_crossed = g_new0 (guint, MAX (n_kinds, 1));
  g_autofree double *sum = g_new0 (double, MAX (n_kinds, 1));
  g_autofree double *covered = g_new0 (double, MAX (n_kinds, 1));
  g_autofree double *covered_to = g_new (double, MAX (n_kinds, 1));
  guint8 *beside = g_new0 (guint8, MAX (n_kinds, 1));

  for (guint i = 0; i < n; i++)
    {
      start[i] = g_array_index (intervals, Interval, i).start;
      end[i] = g_array_index (intervals, Interval, i).end;
    }
  crossed = ful_interval_crossing_find (start, end, n);
  for (guint k = 0; k < n_kinds; k++)
    covered_to[k] = -INFINITY;
  for (guint i = 0; i < n; i++)
    {
      guint kind = g_array_index (intervals, Interval, i).kind;

      n_all[kind]++;
      n_crossed[kind] += crossed[i];
      sum[kind] += end[i] - start[i];
      covered[kind] += fmax (0, end[i] - fmax (start[i], covered_to[kind]));
      covered_to[kind] = fmax (covered_to[kind], end[i]);
    }
  for (guint k = 0; k < n_kinds; k++)
    beside[k] = n_crossed[k] >= CROSSED_SHARE * n_all[k] || sum[k] > MAX_OVERLAP * covered[k];

  return beside;
}

/**
 * ful_insight_markers_new:
 * @list: markers of one thread, which must live as long as the result
 * @only_whole: see ful_insight_markers_is_interval()
 *
 * O(markers × log (markers)).
 *
 * Returns: (transfer full) (nullable): the intervals that nest; %NULL if it was cancelled
 */
FulInsightMarkers *
ful_insight_markers_new (const FulMarkerList  *list,
                         gboolean              only_whole,
                         GCancellable         *cancellable,
                         GError              **error)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  g_autoptr(GArray) intervals = list_intervals (list, only_whole, names, cancellable, error);
  g_autofree guint8 *beside = NULL;
  FulInsightMarkers *self;

  if (intervals == NULL)
    return NULL;

  beside = find_beside (intervals, names->len);
  self = g_new0 (FulInsightMarkers, 1);
  self->names = g_steal_pointer (&names);
  self->start = g_new (double, MAX (intervals->len, 1));
  self->end = g_new (double, MAX (intervals->len, 1));
  self->kind = g_new (guint32, MAX (intervals->len, 1));
  self->marker = g_new (guint32, MAX (intervals->len, 1));
  for (guint i = 0; i < intervals->len; i++)
    {
      const Interval *interval = &g_array_index (intervals, Interval, i);

      if (beside[interval->kind])
        continue;
      self->start[self->n] = interval->start;
      self->end[self->n] = interval->end;
      self->kind[self->n] = interval->kind;
      self->marker[self->n++] = interval->marker;
    }

  return self;
}

void
ful_insight_markers_free (FulInsightMarkers *self)
{
  g_free (self->start);
  g_free (self->end);
  g_free (self->kind);
  g_free (self->marker);
  g_ptr_array_unref (self->names);
  g_free (self);
}

/* A sweep over the intervals with those that are open. */
typedef struct
{
  const FulInsightMarkers *markers;
  FulTimeRange             range;
  gboolean                 of_cpu;
  FulInsightClock          clock;
  FulInsightMarkerTime    *times;   /* of each kind */
  double                   now;
  GArray                  *open;    /* guint: the innermost last */
} Sweep;

/* Gives the time from now to @end to an interval. */
static void
charge (Sweep  *self,
        guint   interval,
        double  end)
{
  const FulInsightMarkers *markers = self->markers;
  double from = fmax (fmax (self->now, markers->start[interval]), self->range.start), to = fmin (end, self->range.end);

  if (to > from)
    {
      double before = self->of_cpu ? ful_insight_clock_read (&self->clock, from) : from;
      double after = self->of_cpu ? ful_insight_clock_read (&self->clock, to) : to;

      self->times[markers->kind[interval]].self += fmax (after - before, 0);
    }
}

/* Closes what ends by @time, the innermost first. */
static void
close_until (Sweep  *self,
             double  time)
{
  while (self->open->len > 0)
    {
      guint last = g_array_index (self->open, guint, self->open->len - 1);

      if (self->markers->end[last] > time)
        return;
      charge (self, last, self->markers->end[last]);
      self->now = fmax (self->now, self->markers->end[last]);
      g_array_set_size (self->open, self->open->len - 1);
    }
}

static void
open_interval (Sweep *self,
               guint  interval)
{
  const FulInsightMarkers *markers = self->markers;
  FulInsightMarkerTime *time = &self->times[markers->kind[interval]];
  double length = markers->end[interval] - markers->start[interval];

  time->n++;
  time->total += length;
  if (length > time->longest)
    {
      time->longest = length;
      time->start = markers->start[interval];
      time->marker = markers->marker[interval];
    }

  close_until (self, markers->start[interval]);
  if (self->open->len > 0)
    charge (self, g_array_index (self->open, guint, self->open->len - 1), markers->start[interval]);
  self->now = fmax (self->now, markers->start[interval]);
  g_array_append_val (self->open, interval);
}

/**
 * ful_insight_markers_sum:
 * @thread: the thread of the markers
 * @range: the time that counts, absolute ms
 *
 * O(markers), and O(samples in the range) where time is CPU time. A thread that used none has no rows then.
 *
 * Returns: (transfer full) (element-type FulInsightMarkerTime): kinds that are open in the range, in no order
 */
GArray *
ful_insight_markers_sum (const FulInsightMarkers *self,
                         const FulInsightWeights *weights,
                         const FulInsightThread  *thread,
                         FulTimeRange             range)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (FulInsightMarkerTime));
  g_autofree FulInsightMarkerTime *by_kind = g_new0 (FulInsightMarkerTime, MAX (self->names->len, 1));
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));
  Sweep sweep = { self, range, weights->basis == FUL_INSIGHT_BASIS_CPU, { NULL }, by_kind, -INFINITY, open };

  if (sweep.of_cpu && !(thread->busy > 0))
    return times;

  ful_insight_clock_init (&sweep.clock, weights, thread, range.start);
  for (guint i = 0; i < self->n && self->start[i] < range.end; i++)
    if (self->end[i] > range.start)
      open_interval (&sweep, i);
  close_until (&sweep, INFINITY);

  for (guint k = 0; k < self->names->len; k++)
    if (by_kind[k].n > 0)
      {
        by_kind[k].name = g_ptr_array_index (self->names, k);
        g_array_append_val (times, by_kind[k]);
      }

  return times;
}

/**
 * ful_insight_markers_find_most:
 * @times: (element-type FulInsightMarkerTime): kinds
 *
 * Returns: (nullable): the one with most time, of equal ones the first by name
 */
const FulInsightMarkerTime *
ful_insight_markers_find_most (const GArray *times)
{
  const FulInsightMarkerTime *most = NULL;

  for (guint i = 0; i < times->len; i++)
    {
      const FulInsightMarkerTime *time = &g_array_index (times, FulInsightMarkerTime, i);

      if (most == NULL || time->self > most->self || (time->self == most->self && strcmp (time->name, most->name) < 0))
        most = time;
    }

  return most;
}
