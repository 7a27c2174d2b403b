/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a frame costs while a range is dragged over the samples of a thread: counted, and with sums of ranges. Arguments are
 * numbers of samples and of stacks. Prints a JSON line for each figure: CPU time, the median and the greatest of many ranges. */

#include "config.h"

#include "bench-profile.h"
#include "bench-report.h"

#include "base/ful-memory.h"
#include "charts/ful-box-layout.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"
#include "tree/ful-node-breakdown.h"
#include "viewtext/ful-view-options-text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define N_FRAMES 31
/* What a frame may cost. */
#define FRAME_MS 8

/* What a frame is of. */
enum
{
  TREE,
  INVERTED,
  FUNCTIONS,
  FLAME,
  BREAKDOWN,
  N_PARTS,
};

static const char *const names[N_PARTS] = { "tree", "inverted tree", "function list", "flame graph", "numbers of a node" };

static char input[64];

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Prints the median and the greatest of the times of a part, against @limit ms, or 0. */
static void
report (const char *how,
        const char *part,
        double      limit,
        double     *times)
{
  g_autofree char *median = g_strdup_printf ("range: %s, %s", part, how);
  g_autofree char *greatest = g_strdup_printf ("%s, greatest", median);

  qsort (times, N_FRAMES, sizeof *times, compare);
  bench_report (median, times[N_FRAMES / 2], "ms", input, limit);
  bench_report (greatest, times[N_FRAMES - 1], "ms", input, limit);
}

static glong
get_page_faults (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);

  return usage.ru_minflt;
}

/* Results are kept until there are the next ones, as a window does. */
static void
drag (FulProfile     *profile,
      FulDeriveCache *cache,
      const char     *how,
      double          limit)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new_from_text ("{ \"thread\": 0 }", NULL, NULL);
  FulTimeRange all = ful_derive_cache_get_root_range (cache);
  g_autoptr(GRand) rand = g_rand_new_with_seed (7);
  double times[N_PARTS][N_FRAMES];
  FulCallTree *last = NULL;
  glong n_faults = 0;
  guint f = 0;

  for (guint i = 0; i < N_FRAMES; i++)
    {
      double a = g_rand_double_range (rand, 0, all.end - all.start), b = g_rand_double_range (rand, 0, all.end - all.start);
      double begin = bench_cpu_ms (), end;
      FulTimeRange range = { MIN (a, b), MAX (a, b) };
      g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (profile, options, cache, NULL, NULL);
      g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (thread, cache, NULL, NULL);
      g_autoptr(FulInvertedTree) inverted = ful_derived_thread_get_inverted (thread, nodes, cache);
      g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, &range);
      g_autoptr(FulSampleRows) inverted_rows = ful_derived_thread_get_rows (thread, &range);
      FulCallTree *tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
      g_autoptr(FulCallTree) inverted_tree = NULL;
      g_autoptr(FulCallTree) functions = NULL;
      g_autoptr(FulBoxLayout) layout = NULL;
      g_autoptr(FulNodeBreakdown) breakdown = NULL;

      times[TREE][i] = (end = bench_cpu_ms ()) - begin;
      begin = end;
      breakdown = ful_node_breakdown_new (tree, rows, 0, FALSE, NULL, NULL);
      times[BREAKDOWN][i] = (end = bench_cpu_ms ()) - begin;
      if (i > N_FRAMES / 2)
        {
          n_faults -= get_page_faults ();
          f++;
        }
      g_clear_pointer (&last, ful_call_tree_unref);
      last = tree;
      begin = bench_cpu_ms ();
      inverted_tree = ful_call_tree_new (nodes, inverted, inverted_rows, NULL, NULL);
      times[INVERTED][i] = (end = bench_cpu_ms ()) - begin;
      begin = end;
      functions = ful_function_tree_new (tree, FUL_FUNCTION_ORDER_TOTAL, TRUE, NULL, NULL);
      times[FUNCTIONS][i] = times[TREE][i] + (end = bench_cpu_ms ()) - begin;
      if (i > N_FRAMES / 2)
        n_faults += get_page_faults ();
      begin = end;
      layout = ful_flame_layout_new (tree, NULL, NULL);
      times[FLAME][i] = times[TREE][i] + bench_cpu_ms () - begin;
    }
  g_clear_pointer (&last, ful_call_tree_unref);

  for (guint k = 0; k < N_PARTS; k++)
    report (how, names[k], limit, times[k]);
  bench_report ("range: page faults of two trees and a list", (double) n_faults / f, "", input, 0);
}

int
main (int   argc,
      char *argv[])
{
  guint n_samples = argc > 1 ? (guint) atoi (argv[1]) : 10000000;
  guint n_stacks = argc > 2 ? (guint) atoi (argv[2]) : 100000;
  g_autoptr(FulViewOptions) options = ful_view_options_new_from_text ("{ \"thread\": 0 }", NULL, NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulDerivedThread) later = NULL;
  double begin;

  ful_memory_init ();
  g_snprintf (input, sizeof input, "%u samples, %u stacks", n_samples, n_stacks);
  profile = bench_profile_new (n_samples, n_stacks);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  drag (profile, cache, "counted", 0);

  thread = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  begin = bench_cpu_ms ();
  ful_derived_thread_make_range_sums (thread, cache, NULL, NULL);
  bench_report ("range: sums made once", bench_cpu_ms () - begin, "ms", input, 0);
  later = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  bench_report ("range: places", later->range_sums->n_places, "", input, 0);
  bench_report ("range: memory of the sums", (double) ful_range_sums_get_size (later->range_sums) / 1e6, "MB", input, 0);
  drag (profile, cache, "summed", FRAME_MS);

  return EXIT_SUCCESS;
}
