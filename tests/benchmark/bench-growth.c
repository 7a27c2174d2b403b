/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a capture costs that grows: snapshots, their memory, and the tree of the next
 * one. Prints a JSON line for each figure; CPU time. */

#include "config.h"

#include "bench-profile.h"
#include "bench-report.h"

#include "base/ful-memory.h"
#include "markers/list/ful-marker-list.h"
#include "threads/ful-thread-set.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

#include <stdio.h>
#include <stdlib.h>

#define N_THREADS   100
#define N_PUBLISHES 101
#define N_ROUNDS    5

static FulProfile *
publish (FulTestProfile *test)
{
  g_autoptr(GError) error = NULL;
  FulProfile *snapshot = ful_profile_builder_publish (test->builder, &error);

  g_assert_no_error (error);

  return snapshot;
}

/* Returns: @n_threads threads, @n_samples of each */
static FulTestProfile *
make_threads (guint n_threads,
              guint n_samples)
{
  FulTestProfile *test = ful_test_profile_new ();

  ful_test_profile_stack (test, "A B C");
  for (guint t = 0; t < n_threads; t++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");
      double *time;

      ful_table_builder_append (&thread->samples, n_samples);
      time = FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double);
      for (guint i = 0; i < n_samples; i++)
        time[i] = i;
    }

  return test;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const double *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* Returns: the median time (ms) of a publish with 300 new rows of 10 threads */
static double
measure_publish (guint n_rows)
{
  FulTestProfile *test = make_threads (N_THREADS, n_rows / N_THREADS);
  g_autoptr(FulProfile) snapshot = publish (test);
  double times[N_PUBLISHES];

  for (guint i = 0; i < N_PUBLISHES; i++)
    {
      double start;

      for (guint k = 0; k < 300; k++)
        ful_test_profile_sample (g_ptr_array_index (test->builder->threads, (i + k / 30) % N_THREADS), n_rows + i, 0);
      start = bench_cpu_ms ();
      g_clear_object (&snapshot);
      snapshot = publish (test);
      times[i] = bench_cpu_ms () - start;
    }
  ful_test_profile_free (test);
  qsort (times, N_PUBLISHES, sizeof *times, compare);

  return times[N_PUBLISHES / 2];
}

static void
bench_publish (void)
{
  double few = measure_publish (200 * 1000), many = measure_publish (20 * 1000 * 1000);

  bench_report ("publish with 20 M rows, against 0.2 M", many, "ms", "300 new rows, 100 threads", few);
  bench_report ("publish with 20 M rows, against 1 ms", many, "ms", "300 new rows, 100 threads", 1);
}

static double
get_resident_bytes (void)
{
  unsigned long all, resident;
  FILE *file = fopen ("/proc/self/statm", "re");

  g_assert_nonnull (file);
  g_assert_cmpint (fscanf (file, "%lu %lu", &all, &resident), ==, 2);
  fclose (file);

  return (double) resident * 4096;
}

/* A publish after each tenth of a second at 100,000 samples, and half as many markers if any, a second. */
static void
bench_memory (gboolean    with_markers,
              const char *name,
              double      reference)
{
  FulTestProfile *test = make_threads (N_THREADS, 0);
  double before = get_resident_bytes ();
  g_autoptr(FulProfile) snapshot = NULL;
  guint n_rows = 0;

  for (guint tick = 0; tick < 1000; tick++)
    {
      for (guint k = 0; k < 10000; k++)
        {
          FulThreadBuilder *thread = g_ptr_array_index (test->builder->threads, k % N_THREADS);
          char payload[64];

          n_rows++;
          ful_test_profile_sample (thread, tick * 100 + k / 100, 0);
          if (!with_markers || k % 2 != 0)
            continue;
          n_rows++;
          g_snprintf (payload, sizeof payload, "{\"type\":\"Text\",\"name\":\"%u\"}", k);
          ful_test_profile_mark (test, thread, "Name", FUL_MARKER_PHASE_INTERVAL, tick * 100 + k / 100,
                                 tick * 100 + k / 100 + 1, payload);
        }
      g_clear_object (&snapshot);
      snapshot = publish (test);
    }
  bench_report (name, (get_resident_bytes () - before) / n_rows, "bytes a row", "10 M samples, 100 threads", reference);
  ful_test_profile_free (test);
}

typedef struct
{
  FulDerivedThread *thread;
  FulCallNodeTable *nodes;
  FulSampleRows    *rows;
} View;

static View
derive (FulProfile     *profile,
        FulDeriveCache *cache)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  View view;

  ful_view_options_set_threads (options, (guint[]) { 0 }, 1);
  view.thread = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  view.nodes = ful_derived_thread_get_nodes (view.thread, cache, NULL, NULL);
  view.rows = ful_derived_thread_get_rows (view.thread, NULL);

  return view;
}

static void
view_clear (View *view)
{
  ful_sample_rows_unref (view->rows);
  ful_call_node_table_unref (view->nodes);
  ful_derived_thread_unref (view->thread);
}

/* The next snapshot of 10 M samples: all of it from the profile alone, the sums of all rows, and those of the new rows. */
static void
bench_tree (void)
{
  FulTestProfile *test = bench_profile_build (10 * 1000 * 1000, BENCH_N_STACKS);
  g_autoptr(GRand) rand = g_rand_new_with_seed (2);
  g_autoptr(FulProfile) first = publish (test);
  g_autoptr(FulProfile) second = NULL;
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (first, FUL_DERIVE_CACHE_BUDGET);
  View before;
  g_autoptr(FulCallTree) tree = NULL;
  double full = G_MAXDOUBLE, sums = G_MAXDOUBLE, extended = G_MAXDOUBLE;

  bench_profile_add_samples (g_ptr_array_index (test->builder->threads, 0), 20000, BENCH_N_STACKS, rand);
  second = publish (test);
  ful_derive_cache_set_root_range (cache, (FulTimeRange) { 0, 1e9 });
  before = derive (first, cache);
  tree = ful_call_tree_new (before.nodes, NULL, before.rows, NULL, NULL);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start;
      View view;
      FulCallTree *next;

      for (guint cached = 0; cached < 2; cached++)
        {
          double *best = cached ? &sums : &full;

          start = bench_cpu_ms ();
          view = derive (second, cached ? cache : NULL);
          next = ful_call_tree_new (view.nodes, NULL, view.rows, NULL, NULL);
          *best = MIN (*best, bench_cpu_ms () - start);
          ful_call_tree_unref (next);
          view_clear (&view);
        }

      start = bench_cpu_ms ();
      view = derive (second, cache);
      g_assert_true (ful_sample_rows_begin_with (view.rows, before.rows));
      next = ful_call_tree_extend (tree, NULL, view.rows, before.rows->n_rows, NULL, NULL);
      extended = MIN (extended, bench_cpu_ms () - start);
      g_assert_cmpuint (view.rows->n_rows, ==, before.rows->n_rows + 20000);
      ful_call_tree_unref (next);
      view_clear (&view);
    }
  view_clear (&before);
  ful_test_profile_free (test);
  bench_report ("tree with 20,000 new rows, against all from nothing", extended, "ms", "10 M samples, 1 M stacks", full);
  bench_report ("tree with 20,000 new rows, against all sums", extended, "ms", "10 M samples, 1 M stacks", sums);
}

/* Against two threads with as many samples. */
static void
bench_merge (void)
{
  double times[2];

  for (guint many = 0; many < 2; many++)
    {
      guint threads[N_THREADS], n_threads = many ? N_THREADS : 2;
      FulTestProfile *test = make_threads (n_threads, 5000000 / n_threads);
      g_autoptr(FulProfile) profile = publish (test);

      times[many] = G_MAXDOUBLE;
      for (guint i = 0; i < N_THREADS; i++)
        threads[i] = i;
      for (guint i = 0; i < N_ROUNDS; i++)
        {
          double start = bench_cpu_ms ();
          g_autoptr(FulThreadSet) set = ful_thread_set_new (profile, threads, n_threads, NULL, NULL);

          times[many] = MIN (times[many], bench_cpu_ms () - start);
        }
      ful_test_profile_free (test);
    }
  bench_report ("merge of 100 threads, against two", times[1], "ms", "5 M samples", times[0]);
}

static double
measure_set (FulProfile     *profile,
             FulDeriveCache *cache)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  guint threads[N_THREADS];
  g_autoptr(FulThreadSet) set = NULL;
  double start;

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = i;
  ful_view_options_set_threads (options, threads, N_THREADS);
  start = bench_cpu_ms ();
  set = ful_thread_set_derive (profile, options, cache, NULL, NULL);

  return bench_cpu_ms () - start;
}

/* The next snapshot of 5 M samples in 100 threads, and all of them. */
static void
bench_set (void)
{
  FulTestProfile *test = make_threads (N_THREADS, 50000);
  g_autoptr(FulDeriveCache) cache = NULL;
  double full = G_MAXDOUBLE, extended = G_MAXDOUBLE;

  for (guint i = 0; i <= 2 * N_ROUNDS; i++)
    {
      g_autoptr(FulProfile) snapshot = publish (test);
      double all, more;

      if (cache == NULL)
        cache = ful_derive_cache_new (snapshot, FUL_DERIVE_CACHE_BUDGET);
      all = measure_set (snapshot, NULL);
      full = MIN (full, all);
      more = measure_set (snapshot, cache);
      extended = i > 0 ? MIN (extended, more) : extended;
      for (guint k = 0; k < 20000; k++)
        ful_test_profile_sample (g_ptr_array_index (test->builder->threads, k % N_THREADS), 50000 + i * 200 + k / N_THREADS, 0);
    }
  ful_test_profile_free (test);
  bench_report ("merge with 20,000 new rows, against all", extended, "ms", "5 M samples, 100 threads", full);
}

static double
measure_markers (FulThreadSet   *threads,
                 FulDeriveCache *cache)
{
  double start = bench_cpu_ms ();
  g_autoptr(FulMarkerList) list = ful_marker_list_derive (threads, cache, NULL, NULL);

  return bench_cpu_ms () - start;
}

/* Instants, intervals of different lengths, starts with their ends, and a start at the beginning that stays open. */
static void
add_markers (FulTestProfile *test,
             guint           n)
{
  FulThreadBuilder *thread = g_ptr_array_index (test->builder->threads, 0);
  guint begin = thread->markers.n_rows;

  if (begin == 0)
    ful_test_profile_mark (test, thread, "Open", FUL_MARKER_PHASE_INTERVAL_START, 0, 0, NULL);
  for (guint i = begin; i < begin + n; i++)
    ful_test_profile_mark (test, thread, (const char *[]) { "Text", "Task", "Paint", "Paint" }[i % 4],
                           (FulMarkerPhase) (i % 4), i % 4 == FUL_MARKER_PHASE_INTERVAL ? i - i % 64 : i, i, NULL);
}

/* The next snapshot of 5 M markers, and all of them. */
static void
bench_join (void)
{
  FulTestProfile *test = make_threads (1, 1000);
  g_autoptr(FulDeriveCache) cache = NULL;
  double full = G_MAXDOUBLE, extended = G_MAXDOUBLE;

  add_markers (test, 5 * 1000 * 1000);
  for (guint i = 0; i <= N_ROUNDS; i++)
    {
      g_autoptr(FulProfile) snapshot = publish (test);
      g_autoptr(FulThreadSet) threads = ful_thread_set_new (snapshot, (guint[]) { 0 }, 1, NULL, NULL);
      double all, more;

      if (cache == NULL)
        cache = ful_derive_cache_new (snapshot, FUL_DERIVE_CACHE_BUDGET);
      all = measure_markers (threads, NULL);
      full = MIN (full, all);
      more = measure_markers (threads, cache);
      extended = i > 0 ? MIN (extended, more) : extended;
      add_markers (test, 20000);
    }
  ful_test_profile_free (test);
  bench_report ("markers with 20,000 new rows, against all", extended, "ms", "5 M rows, one start open", full);
}

int
main (void)
{
  ful_memory_init ();

  bench_memory (FALSE, "memory of samples", 32);
  bench_memory (TRUE, "memory of samples and markers", 64);
  bench_publish ();
  bench_tree ();
  bench_merge ();
  bench_set ();
  bench_join ();

  return 0;
}
