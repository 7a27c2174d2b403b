/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What markers add to the overview: times without response, time of their own, requests, pages. */

#include "config.h"

#include "ful-overview-private.h"

#include "base/ful-hash.h"
#include "base/ful-table.h"
#include "insight/markers/ful-insight-markers.h"
#include "insight/markers/ful-insight-pages.h"
#include "insight/markers/ful-insight-requests.h"
#include "insight/markers/ful-insight-stretches.h"
#include "insight/markers/ful-insight-waits.h"
#include "insight/samples/ful-insight-clock.h"
#include "markers/find/ful-marker-search.h"
#include "threads/ful-page-list.h"
#include "threads/ful-thread-set.h"

#include <math.h>
#include <string.h>

#define MAX_STRETCHES 5
#define LEAST_OWN_SHARE 0.3
#define MAX_MARKERS 6
#define LEAST_MARKER_MS 1
#define LEAST_MARKER_SHARE 0.002
#define MAX_PAGES 4

typedef struct
{
  FulOverview  *overview;
  FulDeriveCache *cache;
  GCancellable *cancellable;
  gboolean      only_whole;   /* see ful_insight_markers_is_interval() */
  GArray       *stretches;    /* FulInsightStretch */
  GArray       *waits;        /* FulInsightWait */
  GHashTable   *lists;        /* thread → FulMarkerList, of threads with stretches */
  GHashTable   *kinds;        /* name → number in the markers, and one more */
  GHashTable   *addresses;    /* (nullable): of ful_pages_read_addresses(), of Firefox */
} Reading;

static void
clear_marker (gpointer data)
{
  g_free (((FulOverviewMarker *) data)->name);
}

static void
clear_stretch (gpointer data)
{
  FulOverviewStretch *row = data;

  g_clear_pointer (&row->own, ful_overview_function_free);
  g_free (row->marker);
}

static void
clear_wait (gpointer data)
{
  g_clear_pointer (&((FulOverviewWait *) data)->place, ful_overview_function_free);
}

/* Adds the times of a thread to those of all, whose names are those of the profile so far. */
static void
add_times (Reading *self,
           guint    thread,
           GArray  *times)
{
  GArray *markers = self->overview->markers;

  for (guint i = 0; i < times->len; i++)
    {
      const FulInsightMarkerTime *time = &g_array_index (times, FulInsightMarkerTime, i);
      guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->kinds, time->name));
      FulOverviewMarker *row;

      if (place == 0)
        {
          FulOverviewMarker new_row = { (char *) time->name };

          g_array_append_val (markers, new_row);
          place = markers->len;
          g_hash_table_insert (self->kinds, new_row.name, GUINT_TO_POINTER (place));
        }
      row = &g_array_index (markers, FulOverviewMarker, place - 1);
      row->n += time->n;
      row->total += time->total;
      row->self += time->self;
      if (time->longest > row->longest)
        {
          row->longest = time->longest;
          row->start = time->start;
          row->thread = thread;
          row->marker = time->marker;
        }
    }
}

/* Returns: (transfer full) (nullable): time of their own of the markers of a thread in a range */
static GArray *
sum_markers (Reading              *self,
             const FulMarkerList  *list,
             guint                 thread,
             FulTimeRange          range,
             GError              **error)
{
  const FulInsightWeights *weights = self->overview->weights;
  g_autoptr(FulInsightMarkers) markers = NULL;

  /* Where time is CPU time, a thread without any has none. */
  if (weights->basis == FUL_INSIGHT_BASIS_CPU && !(weights->threads[thread].busy > 0))
    return g_array_new (FALSE, FALSE, sizeof (FulInsightMarkerTime));
  markers = ful_insight_markers_new (list, self->only_whole, self->cancellable, error);

  return markers ? ful_insight_markers_sum (markers, weights, &weights->threads[thread], range) : NULL;
}

static gboolean
is_in_work_set (const FulInsightWeights *weights,
                guint                    thread)
{
  for (guint i = 0; i < weights->n_work_set; i++)
    if (weights->work_set[i] == thread)
      return TRUE;

  return FALSE;
}

static gboolean
read_thread (Reading  *self,
             guint     thread,
             GError  **error)
{
  FulOverview *overview = self->overview;
  FulInsightWeights *weights = overview->weights;
  g_autoptr(FulThreadSet) set = ful_thread_set_new (weights->profile, &thread, 1, self->cancellable, error);
  g_autoptr(FulMarkerList) list = set ? ful_marker_list_derive (set, self->cache, self->cancellable, error) : NULL;
  g_autoptr(FulMarkerSearch) search = ful_marker_search_new ("");
  g_autoptr(GArray) found = NULL;
  g_autoptr(GArray) times = NULL;
  guint n_before = self->stretches->len;

  if (list)
    found = ful_marker_search_filter (search, list, weights->is_whole ? NULL : &weights->range, self->cancellable, error);
  if (found == NULL)
    return FALSE;

  overview->n_markers += found->len;
  ful_insight_requests_add (overview->requests, list, found);
  if (!weights->is_timed)
    return TRUE;

  if (ful_insight_stretches_has_loop (weights, thread))
    {
      overview->has_loop = TRUE;
      ful_insight_stretches_add (weights, list, thread, self->stretches);
      if (weights->is_firefox)
        ful_insight_pages_add (overview->pages, list, found, thread, self->addresses);
      if (self->stretches->len > n_before)
        g_hash_table_insert (self->lists, GUINT_TO_POINTER (thread), ful_marker_list_ref (list));
    }
  else if (is_in_work_set (weights, thread))
    ful_insight_waits_add (weights, &weights->threads[thread], list, self->waits);
  times = sum_markers (self, list, thread, weights->range, error);
  if (times == NULL)
    return FALSE;
  add_times (self, thread, times);

  return TRUE;
}

/* Sets what a thread did in a stretch, from its samples and markers. */
static gboolean
describe_stretch (Reading             *self,
                  FulInsightSums      *sums,
                  FulInsightStacks    *stacks,
                  FulTimeRange         range,
                  FulOverviewStretch  *row,
                  GError             **error)
{
  const FulInsightWeights *weights = self->overview->weights;
  const FulInsightThread *thread = &weights->threads[row->thread];
  FulMarkerList *list = g_hash_table_lookup (self->lists, GUINT_TO_POINTER (row->thread));
  g_autoptr(GArray) times = sum_markers (self, list, row->thread, range, error);
  const FulInsightMarkerTime *most;
  FulInsightTally tally;
  FulInsightClock clock;
  guint begin, end;

  if (times == NULL)
    return FALSE;
  most = ful_insight_markers_find_most (times);
  if (most)
    {
      row->marker = g_strdup (most->name);
      row->marker_ms = most->self;
    }
  if (thread->busy > 0)
    {
      double before;

      ful_insight_clock_init (&clock, weights, thread, range.start);
      before = ful_insight_clock_read (&clock, range.start);
      row->busy = CLAMP ((ful_insight_clock_read (&clock, range.end) - before) / row->duration, 0, 1);
    }

  ful_time_range_find_rows (range, thread->time, thread->n_rows, &begin, &end);
  ful_insight_stacks_clear (stacks);
  if (!ful_insight_stacks_add (stacks, thread, begin, end, self->cancellable, error))
    return FALSE;
  ful_insight_sums_tally (sums, &tally);
  if (tally.category != FUL_NONE)
    {
      row->category = ful_profile_get_category (weights->profile, tally.category)->name;
      row->category_share = tally.category_weight / tally.seen;
    }
  if (stacks->keys->has_own && tally.own != FUL_NONE && tally.own_weight >= LEAST_OWN_SHARE * tally.seen)
    {
      row->own = ful_overview_function_new (stacks, tally.own);
      row->own_share = tally.own_weight / tally.seen;
    }

  return TRUE;
}

static gboolean
list_stretches (Reading           *self,
                FulInsightSums    *sums,
                FulInsightStacks  *stacks,
                GError           **error)
{
  FulOverview *overview = self->overview;

  ful_insight_stretches_sort (self->stretches);
  overview->n_stretches = self->stretches->len;
  for (guint i = 0; i < self->stretches->len; i++)
    {
      const FulInsightStretch *stretch = &g_array_index (self->stretches, FulInsightStretch, i);

      overview->stretch_ms += stretch->end - stretch->start;
      overview->n_first_stretches += stretch->thread == g_array_index (self->stretches, FulInsightStretch, 0).thread;
      if (i < MAX_STRETCHES)
        {
          FulOverviewStretch row = { stretch->thread, stretch->start, stretch->end - stretch->start, NAN };
          gboolean ok = describe_stretch (self, sums, stacks, (FulTimeRange) { stretch->start, stretch->end }, &row, error);

          g_array_append_val (overview->stretches, row);
          if (!ok)
            return FALSE;
        }
    }

  return TRUE;
}

/**
 * ful_overview_list_waits:
 * @waits: (element-type FulInsightWait): all; are sorted
 * @n_max: rows that there are at most
 * @rows: (element-type FulOverviewWait): gets the longest
 * @out_n: (out): how many there are
 * @out_ms: (out): how long all of them were
 */
void
ful_overview_list_waits (GArray                 *waits,
                         const FulInsightStacks *stacks,
                         guint                   n_max,
                         GArray                 *rows,
                         guint                  *out_n,
                         double                 *out_ms)
{
  ful_insight_waits_sort (waits);
  *out_n = waits->len;
  *out_ms = 0;
  for (guint i = 0; i < waits->len; i++)
    {
      const FulInsightWait *wait = &g_array_index (waits, FulInsightWait, i);
      FulOverviewWait row = { wait->thread, wait->start, wait->end - wait->start, NULL };
      FulInsightKey place = i < n_max ? ful_insight_waits_find_place (stacks, wait) : FUL_NONE;

      *out_ms += row.duration;
      if (i >= n_max)
        continue;
      row.place = place == FUL_NONE ? NULL : ful_overview_function_new (stacks, place);
      g_array_append_val (rows, row);
    }
}

static int
compare_markers (gconstpointer a,
                 gconstpointer b)
{
  const FulOverviewMarker *x = a, *y = b;

  if (x->self != y->self)
    return x->self < y->self ? 1 : -1;

  return strcmp (x->name, y->name);
}

static void
finish_markers (FulOverview *self)
{
  double length = self->weights->range.end - self->weights->range.start;
  double least = fmax (LEAST_MARKER_MS, LEAST_MARKER_SHARE * length);
  guint n = 0;

  /* There may be millions of names: only those that matter are sorted. */
  for (guint i = 0; i < self->markers->len; i++)
    if (g_array_index (self->markers, FulOverviewMarker, i).self >= least)
      g_array_index (self->markers, FulOverviewMarker, n++) = g_array_index (self->markers, FulOverviewMarker, i);
  g_array_set_size (self->markers, n);
  g_array_sort (self->markers, compare_markers);
  g_array_set_size (self->markers, MIN (n, MAX_MARKERS));
  for (guint i = 0; i < self->markers->len; i++)
    g_array_index (self->markers, FulOverviewMarker, i).name = g_strdup (g_array_index (self->markers, FulOverviewMarker, i).name);
  g_array_set_clear_func (self->markers, clear_marker);
}

/**
 * ful_overview_read_markers:
 * @sums: their scratch is used
 * @stacks: their samples are replaced
 *
 * Sets all that comes from markers.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_overview_read_markers (FulOverview       *self,
                           FulInsightSums    *sums,
                           FulInsightStacks  *stacks,
                           FulDeriveCache    *cache,
                           GCancellable      *cancellable,
                           GError           **error)
{
  FulProfile *profile = self->weights->profile;
  g_autoptr(GArray) stretches = g_array_new (FALSE, FALSE, sizeof (FulInsightStretch));
  g_autoptr(GArray) waits = g_array_new (FALSE, FALSE, sizeof (FulInsightWait));
  g_autoptr(GHashTable) lists = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ful_marker_list_unref);
  g_autoptr(GHashTable) kinds = g_hash_table_new (ful_hash_text, g_str_equal);
  g_autoptr(GHashTable) addresses = self->weights->is_firefox ? ful_pages_read_addresses (profile) : NULL;
  Reading reading = { self, cache, cancellable, ful_func_kinds_are_of_v8 (profile), stretches, waits, lists, kinds, addresses };

  self->markers = g_array_new (FALSE, FALSE, sizeof (FulOverviewMarker));
  self->stretches = g_array_new (FALSE, FALSE, sizeof (FulOverviewStretch));
  g_array_set_clear_func (self->stretches, clear_stretch);
  self->waits = g_array_new (FALSE, FALSE, sizeof (FulOverviewWait));
  g_array_set_clear_func (self->waits, clear_wait);
  self->requests = ful_insight_requests_new ();
  self->pages = ful_insight_pages_new ();

  for (guint i = 0; i < profile->threads->len; i++)
    if (ful_profile_get_thread (profile, i)->markers->table.n_rows > 0)
      {
        if (!read_thread (&reading, i, error))
          return FALSE;
      }
    else if (ful_insight_stretches_has_loop (self->weights, i))
      self->has_loop = TRUE;
    else if (self->weights->is_timed && is_in_work_set (self->weights, i))
      ful_insight_waits_add (self->weights, &self->weights->threads[i], NULL, waits);

  if (!list_stretches (&reading, sums, stacks, error))
    return FALSE;
  if (!self->has_loop)
    ful_overview_list_waits (waits, stacks, MAX_STRETCHES, self->waits, &self->n_waits, &self->wait_ms);
  finish_markers (self);
  ful_insight_requests_finish (self->requests);
  ful_insight_pages_sort (self->pages);
  g_array_set_size (self->pages, MIN (self->pages->len, MAX_PAGES));

  return TRUE;
}
