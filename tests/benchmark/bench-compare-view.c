/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-compare-view BEFORE AFTER: what another view of an open comparison costs beside that of one document: from range, search or transform to call tree
 * and functions, of two recordings against one. CPU time of the one thread, the least of some rounds, each of which opens both again. The aim is 2.2 times;
 * one document counts stacks in any order, and a comparison needs how each function and node comes and goes (compare.md 3.3), which costs more than that. */

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

#include <math.h>

#define ROUNDS 3

enum { ALL, RANGE, SEARCH, TRANSFORM, N_CASES };

typedef struct
{
  FulProfile       *profiles[FUL_N_SIDES];
  FulDeriveCache   *cache;                /* of the one document */
  GPtrArray        *parts[FUL_N_SIDES];
  FulComparedNames *names;
  double            alone[N_CASES];
  double            together[N_CASES];
} Bench;

/* Everything of one document that a change of the view makes again. */
static double
measure_alone (Bench          *bench,
               FulViewOptions *options)
{
  double start = bench_cpu_ms ();
  g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (bench->profiles[FUL_BEFORE], options, bench->cache, NULL, NULL);
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

/* @options: of the comparison; @options_alone: the same of the one document; both have that range */
static FulCompareAnswer *
measure (Bench          *bench,
         guint           number,
         FulViewOptions *options,
         FulViewOptions *options_alone,
         const char     *range)
{
  double alone = measure_alone (bench, options_alone), start = bench_cpu_ms ();
  FulCompareAnswer *answer = compare (bench, options, range);

  bench->together[number] = MIN (bench->together[number], bench_cpu_ms () - start);
  bench->alone[number] = MIN (bench->alone[number], alone);

  return answer;
}

/* Merges the function of the first root in both. */
static void
merge (const FulCompareAnswer  *answer,
       FulProfile              *profile,
       FulViewOptions          *all,
       FulViewOptions         **out_together,
       FulViewOptions         **out_alone)
{
  g_autoptr(FulTransform) together = ful_compare_transform_new (answer, &ful_transform_merge_function, answer->tree->tree, 0, FUL_IMPLEMENTATION_COMBINED);
  g_autoptr(FulTransform) alone = NULL;
  const char *name = ful_profile_get_func_name (answer->names, together->func);
  FulFuncIndex func = 0;

  while (!g_str_equal (ful_profile_get_func_name (profile, func), name))
    func++;
  alone = ful_transform_new (&(FulTransform) { .kind = &ful_transform_merge_function, .enabled = TRUE, .func = func });
  *out_together = ful_view_options_push_transform (all, together);
  *out_alone = ful_view_options_push_transform (all, alone);
}

static void
measure_round (Bench *bench)
{
  guint n_samples = ful_profile_get_thread (bench->profiles[FUL_BEFORE], 0)->samples->table.n_rows;
  g_autofree char *half = g_strdup_printf ("0,%u", n_samples / 2);
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulViewOptions) range = ful_view_options_new ();
  g_autoptr(FulViewOptions) search = ful_view_options_new ();
  g_autoptr(FulViewOptions) merged = NULL;
  g_autoptr(FulViewOptions) merged_alone = NULL;
  g_autoptr(FulCompareAnswer) answer = NULL;

  bench->cache = ful_derive_cache_new (bench->profiles[FUL_BEFORE], FUL_DERIVE_CACHE_BUDGET);
  bench->names = ful_compared_names_new ();
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      bench->parts[side] = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
      g_ptr_array_add (bench->parts[side], ful_compared_part_new_view (NULL, "", bench->profiles[side], all));
    }

  answer = measure (bench, ALL, all, all, NULL);
  merge (answer, bench->profiles[FUL_BEFORE], all, &merged, &merged_alone);
  ful_view_options_set_range (range, &(FulTimeRange) { 0, n_samples / 2 });
  ful_view_options_set_search (search, "function_7", FUL_SEARCH_DEFAULT);
  g_clear_pointer (&answer, ful_compare_answer_unref);
  answer = measure (bench, RANGE, all, range, half);
  g_clear_pointer (&answer, ful_compare_answer_unref);
  answer = measure (bench, SEARCH, search, search, NULL);
  g_clear_pointer (&answer, ful_compare_answer_unref);
  answer = measure (bench, TRANSFORM, merged, merged_alone, NULL);

  g_clear_pointer (&bench->cache, ful_derive_cache_unref);
  g_clear_pointer (&bench->names, ful_compared_names_unref);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&bench->parts[side], g_ptr_array_unref);
}

int
main (int    argc,
      char **argv)
{
  static const char *const names[] = { "all", "range", "search", "transform" };
  g_autoptr(GError) error = NULL;
  g_autofree char *input = NULL;
  Bench bench = { { NULL } };

  g_assert (argc == 1 + FUL_N_SIDES);
  ful_memory_init ();
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_autoptr(GFile) file = g_file_new_for_commandline_arg (argv[1 + side]);

      bench.profiles[side] = ful_loader_load_file (file, 0, NULL, NULL, &error);
      g_assert_no_error (error);
    }

  for (guint i = 0; i < N_CASES; i++)
    bench.alone[i] = bench.together[i] = INFINITY;
  for (guint round = 0; round < ROUNDS; round++)
    measure_round (&bench);

  input = g_strdup_printf ("2 × %u samples, the reference is one document", ful_profile_get_thread (bench.profiles[FUL_BEFORE], 0)->samples->table.n_rows);
  for (guint i = 0; i < N_CASES; i++)
    {
      g_autofree char *title = g_strconcat ("comparison: ", names[i], NULL);

      bench_report (title, bench.together[i], "ms", input, bench.alone[i]);
    }
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_object (&bench.profiles[side]);

  return 0;
}
