/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-compare-view BEFORE AFTER: what another view of an open comparison costs beside that of one document: from range, search or transform to call tree
 * and functions, of two recordings against one. CPU time of the one thread; the aim is 2.2 times. */

#include "config.h"

#include "bench-report.h"

#include "base/ful-memory.h"
#include "compare/document/ful-compare-answer.h"
#include "compare/document/ful-compare-transform.h"
#include "compare/document/ful-compared-part.h"
#include "import/ful-loader.h"
#include "stacks/transforms/ful-transforms.h"
#include "threads/ful-derive-cache.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"

#define MOST 2.2

typedef struct
{
  FulProfile       *profile;
  FulDeriveCache   *cache;
  GPtrArray        *parts[FUL_N_SIDES];
  FulComparedNames *names;
} Bench;

/* Everything of one document that a change of the view makes again. */
static double
measure_alone (Bench          *bench,
               FulViewOptions *options)
{
  double start = bench_cpu_ms ();
  g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (bench->profile, options, bench->cache, NULL, NULL);
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (thread, bench->cache, NULL, NULL);
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
  g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
  g_autoptr(FulCallTree) functions = ful_function_tree_new (tree, FUL_FUNCTION_ORDER_SELF, TRUE, NULL, NULL);

  return bench_cpu_ms () - start;
}

static FulCompareAnswer *
compare (Bench          *bench,
         FulViewOptions *options,
         const char     *range)
{
  g_autoptr(GHashTable) renames = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(FulComparedView) view = ful_compared_view_new (bench->names, options, (const char *[]) { range, range }, renames, NULL);
  g_autoptr(GError) error = NULL;
  int n_read = 0;
  g_autoptr(FulComparedRuns) runs = ful_compared_runs_read (bench->parts, view, &n_read, NULL, NULL, NULL, &error);
  FulCompareAnswer *answer = runs ? ful_compare_answer_new (runs, FALSE, FUL_PER_RUN, NULL, &error) : NULL;

  g_assert_no_error (error);

  return answer;
}

static void
report (Bench          *bench,
        const char     *name,
        double          alone,
        FulViewOptions *options,
        const char     *range)
{
  double start = bench_cpu_ms ();
  g_autoptr(FulCompareAnswer) answer = compare (bench, options, range);
  double together = bench_cpu_ms () - start;
  g_autofree char *title = g_strconcat ("comparison: ", name, NULL);
  g_autofree char *ratio = g_strconcat (title, ", beside one document", NULL);
  g_autofree char *input = g_strdup_printf ("2 × %u samples", ful_profile_get_thread (bench->profile, 0)->samples->table.n_rows);

  bench_report (title, together, "ms", input, 0);
  bench_report (ratio, together / alone, "times", input, MOST);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulViewOptions) range = ful_view_options_new ();
  g_autoptr(FulViewOptions) search = ful_view_options_new ();
  g_autoptr(FulViewOptions) merged = NULL;
  g_autoptr(FulViewOptions) merged_alone = NULL;
  g_autoptr(FulCompareAnswer) answer = NULL;
  g_autoptr(FulTransform) merge = NULL;
  g_autoptr(FulTransform) merge_alone = NULL;
  g_autoptr(GError) error = NULL;
  guint n_samples;
  g_autofree char *half = NULL;
  Bench bench = { .names = ful_compared_names_new () };

  g_assert (argc == 1 + FUL_N_SIDES);
  ful_memory_init ();
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (argv[1 + side]);
      g_autoptr(FulProfile) profile = ful_loader_load_file (file, 0, NULL, NULL, &error);

      g_assert_no_error (error);

      bench.parts[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
      g_ptr_array_add (bench.parts[side], ful_compared_part_new_view (NULL, "", profile, all));
      if (side == FUL_BEFORE)
        bench.profile = g_object_ref (profile);
    }
  bench.cache = ful_derive_cache_new (bench.profile, FUL_DERIVE_CACHE_BUDGET);

  n_samples = ful_profile_get_thread (bench.profile, 0)->samples->table.n_rows;
  half = g_strdup_printf ("0,%u", n_samples / 2);

  report (&bench, "all", measure_alone (&bench, all), all, NULL);
  answer = compare (&bench, all, NULL);
  merge = ful_compare_transform_new (answer, &ful_transform_merge_function, answer->tree->tree, 0, FUL_IMPLEMENTATION_COMBINED);
  merged = ful_view_options_push_transform (all, merge);
  merge_alone = ful_transform_new (&(FulTransform) { .kind = &ful_transform_merge_function, .enabled = TRUE, .func = 1 });
  merged_alone = ful_view_options_push_transform (all, merge_alone);
  ful_view_options_set_range (range, &(FulTimeRange) { 0, n_samples / 2 });
  ful_view_options_set_search (search, "function_7", FUL_SEARCH_DEFAULT);

  report (&bench, "range", measure_alone (&bench, range), all, half);
  report (&bench, "search", measure_alone (&bench, search), search, NULL);
  report (&bench, "transform", measure_alone (&bench, merged_alone), merged, NULL);

  g_clear_pointer (&bench.cache, ful_derive_cache_unref);
  g_clear_object (&bench.profile);
  ful_compared_names_unref (bench.names);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_ptr_array_unref (bench.parts[side]);

  return 0;
}
