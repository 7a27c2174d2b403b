/* SPDX-License-Identifier: GPL-3.0-or-later */

/* bench-steps PROFILE SCALE: the steps of a person who clicks around in a profile,
 * each once and in this order, with what earlier ones left in the cache. SCALE
 * is how much slower JSON.parse is here than where the reference's times, which
 * are those of input A, were measured. CPU time of the one thread. */

#include "config.h"

#include "bench-report.h"

#include "base/ful-memory.h"
#include "charts/ful-box-layout.h"
#include "import/ful-loader.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"
#include "viewtext/ful-view-options-text.h"

#include <stdlib.h>

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  double          scale;
  double          start;
} Bench;

static void
report (Bench      *bench,
        const char *name,
        double      reference)
{
  double value = bench_cpu_ms () - bench->start;
  g_autofree char *step = g_strconcat ("step: ", name, NULL);
  g_autofree char *input = g_strdup_printf ("%u samples",
                                            ful_profile_get_thread (bench->profile, 0)->samples->table.n_rows);

  /* A fifth of the reference's time is the aim. */
  bench_report (step, value, "ms", input, reference * bench->scale / 5);
  bench->start = bench_cpu_ms ();
}

/* Everything from the view to the first rows on screen. */
static FulCallTree *
make_tree (Bench             *bench,
           FulViewOptions    *options,
           FulDerivedThread **out_thread)
{
  FulDerivedThread *thread = ful_derived_thread_new (bench->profile, options, bench->cache, NULL, NULL);
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (thread, bench->cache, NULL, NULL);
  g_autoptr(FulInvertedTree) inverted = options->invert
                                          ? ful_derived_thread_get_inverted (thread, nodes, bench->cache) : NULL;
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
  FulCallTree *tree = ful_call_tree_new (nodes, inverted, rows, NULL, NULL);
  FulCallNodeIndex selected;
  g_autoptr(GArray) expanded = ful_call_tree_initial_expansion (tree, &selected);

  if (out_thread)
    *out_thread = thread;
  else
    ful_derived_thread_unref (thread);

  return tree;
}

static void
step (Bench          *bench,
      const char     *name,
      FulViewOptions *options,
      double          reference)
{
  g_autoptr(FulCallTree) tree = NULL;

  bench->start = bench_cpu_ms ();
  tree = make_tree (bench, options, NULL);
  report (bench, name, reference);
}

/* As the window does it when nothing but the direction changes. */
static FulCallTree *
turn (Bench          *bench,
      FulViewOptions *options,
      FulCallTree    *last)
{
  g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (bench->profile, options, bench->cache, NULL, NULL);
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (thread, bench->cache, NULL, NULL);
  g_autoptr(FulInvertedTree) inverted = ful_derived_thread_get_inverted (thread, nodes, bench->cache);
  FulCallTree *tree = ful_call_tree_with_direction (last, inverted);
  FulCallNodeIndex selected;
  g_autoptr(GArray) expanded = ful_call_tree_initial_expansion (tree, &selected);

  g_assert_true (nodes == last->nodes);

  return tree;
}

static FulViewOptions *
push (Bench           *bench,
      FulViewOptions  *options,
      const char      *kind,
      FulCallTree     *tree,
      FulCallNodeIndex node)
{
  g_autoptr(GArray) path = ful_call_tree_get_path (tree, node);
  FulCategoryIndex category;
  gint32 subcategory;
  FulTransform values = { .kind = ful_transform_kind_find (kind), .enabled = TRUE };
  g_autoptr(FulTransform) transform = NULL;

  ful_call_tree_get_category (tree, node, &category, &subcategory);
  values.func = ful_call_tree_get_func (tree, node);
  values.category = category;
  values.path = (FulFuncIndex *) (gpointer) path->data;
  values.n_path = path->len;
  transform = ful_transform_new (&values);

  return ful_view_options_push_transform (options, transform);
}

int
main (int   argc,
      char *argv[])
{
  static const struct { const char *kind; double reference; } kinds[] = {
    { "focus-function", 141 }, { "merge-function", 134 }, { "drop-function", 67 }, { "collapse-recursion", 155 },
    { "focus-subtree", 59 }, { "collapse-function-subtree", 63 }, { "focus-category", 122 },
  };
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (argv[1]);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
  g_autoptr(FulViewOptions) plain = ful_view_options_new ();
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulCallTree) tree = NULL;
  g_autoptr(FulCallTree) turned = NULL;
  g_autoptr(FulSampleRows) rows = NULL;
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulViewOptions) js = NULL;
  g_autoptr(FulViewOptions) search = NULL;
  g_autoptr(FulViewOptions) range = NULL;
  g_autoptr(FulViewOptions) inverted = NULL;
  Bench bench = { profile, NULL, argc > 2 ? atof (argv[2]) : 1, 0 };
  FulCallNodeIndex node = 0;
  double length;

  ful_memory_init ();
  g_assert_no_error (error);
  bench.cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);

  bench.start = bench_cpu_ms ();
  tree = make_tree (&bench, plain, &thread);
  report (&bench, "first call tree", 178);
  inverted = ful_view_options_copy (plain);
  inverted->invert = TRUE;
  bench.start = bench_cpu_ms ();
  turned = turn (&bench, inverted, tree);
  report (&bench, "inverted call tree", 24);
  js = ful_view_options_copy (plain);
  js->implementation = FUL_IMPLEMENTATION_JS;
  step (&bench, "frames: js", js, 106);

  /* A function with less than 60 % of the total. */
  while (node + 1 < (gint32) tree->nodes->n_nodes && tree->total[node] > 0.6 * tree->root_total)
    node++;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr(FulViewOptions) pushed = push (&bench, plain, kinds[i].kind, tree, node);

      step (&bench, kinds[i].kind, pushed, kinds[i].reference);
    }
  options = push (&bench, plain, "merge-function", tree, node);
  {
    g_autoptr(FulViewOptions) two = push (&bench, options, "collapse-recursion", tree, node + 1);
    g_autoptr(FulViewOptions) three = push (&bench, two, "focus-function", tree, node + 1);

    step (&bench, "three stacked transforms", three, 135);
  }
  search = ful_view_options_copy (plain);
  ful_view_options_set_search (search, "func1", FUL_SEARCH_DEFAULT);
  step (&bench, "search", search, 49);
  length = thread->range.end - thread->range.start;
  range = ful_view_options_copy (plain);
  ful_view_options_set_range (range, &(FulTimeRange) { length / 4, length / 2 });
  step (&bench, "range", range, 54);

  rows = ful_derived_thread_get_rows (thread, NULL);
  bench.start = bench_cpu_ms ();
  {
    g_autoptr(FulBoxLayout) flame = ful_flame_layout_new (tree, NULL, NULL);

    report (&bench, "flame graph", 88);
  }
  {
    g_autoptr(FulBoxLayout) chart = ful_stack_chart_layout_new (tree, rows, FALSE, NULL, NULL);

    report (&bench, "stack chart", 736);
  }
  {
    g_autoptr(GArray) list = ful_function_list_new (tree, NULL, NULL);

    report (&bench, "function list", 28);
  }

  ful_derive_cache_unref (bench.cache);

  return EXIT_SUCCESS;
}
