/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long deriving takes: 10 million samples of 1 million stacks, the sizes
 * that the aims are given for. Prints a JSON line for each figure; CPU time, the
 * best of several rounds. */

#include "config.h"

#include "bench-profile.h"
#include "bench-report.h"

#include "base/ful-memory.h"
#include "charts/ful-box-layout.h"
#include "symbols/ful-symbolicate.h"
#include "threads/ful-cpu-use.h"
#include "tracks/ful-track-graph.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"
#include "tree/ful-node-breakdown.h"
#include "tree/ful-transform-effect.h"
#include "viewtext/ful-view-options-text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N_STACKS BENCH_N_STACKS
#define N_ROUNDS 5

static void
report (const char *name,
        double      value,
        const char *unit,
        double      reference)
{
  bench_report (name, value, unit, G_STRINGIFY (BENCH_N_STACKS) " stacks", reference);
}

#define BEST(best, ...) G_STMT_START {                                        \
    best = G_MAXDOUBLE;                                                       \
    for (guint round_ = 0; round_ < N_ROUNDS; round_++)                       \
      {                                                                       \
        double start_ = bench_cpu_ms ();                                            \
        __VA_ARGS__                                                           \
        best = MIN (best, bench_cpu_ms () - start_);                                \
      }                                                                       \
  } G_STMT_END

/* Each kind against one copy of the columns that a simple-minded transform would
 * write: those of the stacks and of the samples. */
static void
bench_transforms (FulProfile     *profile,
                  FulViewOptions *options)
{
  static const char *const specs[] = {
    "merge-function:function 77", "merge-call-node:ROOT", "merge-subtree:ROOT",
    "focus-function:function 77", "focus-self:function 77", "focus-subtree:ROOT", "focus-category:Layout",
    "collapse-function-subtree:function 77", "collapse-resource:libtest.so", "collapse-recursion:function 77",
    "collapse-direct-recursion:function 77", "drop-function:function 77", "drop-call-node:ROOT",
    "filter-samples:function-include:function 77",
  };
  const FulStackTable *stacks = profile->stacks;
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) ten = ful_view_options_ref (options);
  g_autoptr(FulViewOptions) nine = NULL;
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  double copy, best;

  ful_transform_reader_init (&reader, profile, NULL);
  BEST (copy, {
    const gpointer columns[] = {
      (gpointer) stacks->frame, (gpointer) stacks->prefix,
    };

    /* As large as the categories are that a filter writes: twice. */
    for (guint i = 0; i < 2 * G_N_ELEMENTS (columns); i++)
      g_free (g_memdup2 (columns[i % G_N_ELEMENTS (columns)], N_STACKS * sizeof (gint32)));
    g_free (g_memdup2 (samples->stack, samples->table.n_rows * sizeof *samples->stack));
    g_free (g_memdup2 (samples->time, samples->table.n_rows * sizeof *samples->time));
  });
  report ("copy of stacks and samples", copy, "ms", copy);

  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(GString) spec = g_string_new (specs[i]);
      g_autoptr(FulViewOptions) pushed = NULL;
      g_autofree char *name = NULL;

      g_string_replace (spec, "ROOT", ful_profile_get_func_name (profile, profile->frames->func[stacks->frame[0]]), 0);
      pushed = ful_transform_push_spec (options, spec->str, &reader, &error);

      g_assert_no_error (error);
      name = g_strdup_printf ("transform: %s", pushed->transforms[0]->kind->name);
      BEST (best, {
        g_autoptr(FulDerivedThread) derived = ful_derived_thread_new (profile, pushed, NULL, NULL, NULL);
      });
      report (name, best, "ms", 4 * copy);

      if (i < 10)
        {
          g_clear_pointer (&nine, ful_view_options_unref);
          nine = g_steal_pointer (&ten);
          ten = ful_view_options_push_transform (nine, pushed->transforms[0]);
        }
    }

  /* The sums of the view that comes back are those of a preview range. */
  best = G_MAXDOUBLE;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr(FulDerivedThread) before = ful_derived_thread_new (profile, nine, cache, NULL, NULL);
      g_autoptr(FulCallNodeTable) nodes_before = ful_derived_thread_get_nodes (before, cache, NULL, NULL);
      g_autoptr(FulDerivedThread) pushed = ful_derived_thread_new (profile, ten, cache, NULL, NULL);
      g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (pushed, cache, NULL, NULL);
      double start = bench_cpu_ms ();
      g_autoptr(FulDerivedThread) popped = ful_derived_thread_new (profile, nine, cache, NULL, NULL);
      g_autoptr(FulCallNodeTable) popped_nodes = ful_derived_thread_get_nodes (popped, cache, NULL, NULL);
      g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (popped, NULL);
      g_autoptr(FulCallTree) tree = ful_call_tree_new (popped_nodes, NULL, rows, NULL, NULL);

      best = MIN (best, bench_cpu_ms () - start);
    }
  report ("ten transforms, pop of the last, with all numbers", best, "ms", 16);
}

/* Against what is computed when the transform is chosen: all numbers, and those of the selected node. Without a cache. */
static void
bench_preview (FulProfile     *profile,
               FulViewOptions *options)
{
  static const char *const specs[] = {
    "merge-function:function 77", "focus-function:function 77", "collapse-function-subtree:function 77", "drop-function:function 77",
  };
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulCallTree) before = ful_derive_call_tree (profile, options, NULL, &thread, NULL, NULL);
  g_auto(FulTransformReader) reader = { NULL };

  ful_transform_reader_init (&reader, profile, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (specs); i++)
    {
      g_autoptr(FulViewOptions) pushed = ful_transform_push_spec (options, specs[i], &reader, NULL);
      g_autofree char *name = g_strdup_printf ("preview: %s", pushed->transforms[0]->kind->name);
      double transform, preview;

      BEST (transform, {
        g_autoptr(FulDerivedThread) derived = NULL;
        g_autoptr(FulCallTree) after = ful_derive_call_tree (profile, pushed, NULL, &derived, NULL, NULL);
        g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (derived, NULL);
        g_autoptr(FulNodeBreakdown) breakdown = ful_node_breakdown_new (after, rows, 0, FALSE, NULL, NULL);
      });
      BEST (preview, {
        g_autoptr(FulDerivedThread) derived = NULL;
        g_autoptr(FulCallTree) after = ful_derive_call_tree (profile, pushed, NULL, &derived, NULL, NULL);
        g_autoptr(FulTransformEffect) effect = ful_transform_effect_new (thread, before, derived, after, NULL, NULL);
      });
      report (name, preview, "ms", 1.2 * transform);
    }
}

/* A name for each four addresses, with a function inlined into every other one. */
static FulSymbolResults *
make_answers (FulProfile *profile)
{
  g_autoptr(GPtrArray) of_libs = ful_list_addresses (profile);
  const GArray *addresses = g_ptr_array_index (of_libs, 0);
  FulSymbolBuilder *builder = ful_symbol_builder_new ();

  for (guint i = 0; i < addresses->len; i++)
    {
      g_autofree char *text = g_strdup_printf ("symbol %u", i / 4);
      guint32 name = ful_symbol_builder_add_text (builder, text), file = ful_symbol_builder_add_text (builder, "file.c");

      ful_symbol_builder_add (builder, g_array_index (addresses, guint64, i));
      ful_symbol_builder_set_symbol (builder, g_array_index (addresses, guint64, i & ~3u), 64, name);
      ful_symbol_builder_add_frame (builder, name, file, i);
      if (i % 2)
        ful_symbol_builder_add_frame (builder, ful_symbol_builder_add_text (builder, i % 4 == 1 ? "inlined" : "other"), file, i);
    }

  return ful_symbol_builder_finish (builder);
}

/* A batch of symbols up to new numbers, against these numbers alone. */
static void
bench_symbols (FulProfile     *profile,
               FulViewOptions *options)
{
  g_autoptr(FulSymbolResults) answers = make_answers (profile);
  FulSymbolResults *by_lib[] = { answers };
  g_autoptr(FulProfile) last = ful_symbolicate (profile, by_lib, NULL, NULL, NULL, NULL);
  g_autoptr(FulDerivedThread) shown = ful_derived_thread_new (last, options, NULL, NULL, NULL);
  g_autoptr(FulSampleRows) shown_rows = ful_derived_thread_get_rows (shown, NULL);
  double best, numbers;

  BEST (numbers, {
    g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (shown->stacks, NULL, NULL);
    g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, shown_rows, NULL, NULL);
  });
  BEST (best, {
    g_autoptr(FulProfile) snapshot = ful_symbolicate (profile, by_lib, last, NULL, NULL, NULL);
    g_autoptr(FulDerivedThread) derived = ful_derived_thread_new (snapshot, options, NULL, NULL, NULL);
    g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (derived->stacks, NULL, NULL);
    g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (derived, NULL);
    g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
  });
  report ("symbols: batch of 200000 addresses, to new numbers", best, "ms", 2 * numbers);
}

int
main (int   argc,
      char *argv[])
{
  guint n_samples = argc > 1 ? (guint) atoi (argv[1]) : 10000000;
  g_autoptr(FulProfile) profile = bench_profile_new (n_samples, BENCH_N_STACKS);
  g_autoptr(FulViewOptions) options = ful_view_options_new_from_text ("{ \"thread\": 0 }", NULL, NULL);
  g_autoptr(FulViewOptions) js = ful_view_options_copy (options);
  g_autoptr(FulViewOptions) search = ful_view_options_copy (options);
  g_autoptr(FulDerivedThread) derived = NULL;
  g_autoptr(FulDerivedThread) derived_js = NULL;
  g_autoptr(FulCallNodeTable) nodes = NULL;
  g_autoptr(FulCallNodeTable) nodes_js = NULL;
  g_autoptr(FulSampleRows) rows = NULL;
  g_autoptr(FulSampleRows) rows_js = NULL;
  g_autoptr(FulCallTree) tree = NULL;
  g_autoptr(FulInvertedTree) inverted = NULL;
  g_autofree guint8 *percent = NULL;
  FulTimeRange half = { 0, n_samples / 2.0 }, window = { 1000, 101000 };
  double build, sum, best;

  js->implementation = FUL_IMPLEMENTATION_JS;
  ful_view_options_set_search (search, "n 77", FUL_SEARCH_DEFAULT);

  ful_memory_init ();
  BEST (best, {
    g_clear_pointer (&derived, ful_derived_thread_unref);
    derived = ful_derived_thread_new (profile, options, NULL, NULL, NULL);
  });
  BEST (build, {
    g_clear_pointer (&nodes, ful_call_node_table_unref);
    nodes = ful_call_node_table_new (derived->stacks, NULL, NULL);
  });
  rows = ful_derived_thread_get_rows (derived, NULL);
  BEST (sum, {
    g_clear_pointer (&tree, ful_call_tree_unref);
    tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
  });
  fprintf (stderr, "# %u call nodes, greatest depth %d\n", nodes->n_nodes, nodes->max_depth);
  report ("call node table", build * 1e6 / N_STACKS, "ns/stack", 150);
  report ("self and total", sum * 1e6 / n_samples, "ns/sample", 3);
  report ("preview range: all samples", sum, "ms", 16);
  bench_symbols (profile, options);

  BEST (best, {
    g_autoptr(FulSampleRows) some = ful_derived_thread_get_rows (derived, &half);
    g_autoptr(FulCallTree) other = ful_call_tree_new (nodes, NULL, some, NULL, NULL);
  });
  report ("preview range: half of the samples", best, "ms", 16);
  BEST (best, {
    g_autoptr(FulSampleRows) some = ful_derived_thread_get_rows (derived, &window);
    g_autoptr(FulCallTree) other = ful_call_tree_new (nodes, NULL, some, NULL, NULL);
  });
  report ("preview range: 100000 samples", best, "ms", 16);

  BEST (best, {
    g_clear_pointer (&derived_js, ful_derived_thread_unref);
    derived_js = ful_derived_thread_new (profile, js, NULL, NULL, NULL);
  });
  report ("implementation filter", best, "ms", 50);
  nodes_js = ful_call_node_table_new (derived_js->stacks, NULL, NULL);
  rows_js = ful_derived_thread_get_rows (derived_js, NULL);
  BEST (best, {
    g_autoptr(FulCallTree) other = ful_call_tree_new (nodes_js, NULL, rows_js, NULL, NULL);
  });
  report ("preview range: all samples, filtered", best, "ms", 16);
  BEST (best, {
    g_autoptr(FulDerivedThread) other = ful_derived_thread_new (profile, search, NULL, NULL, NULL);
  });
  report ("search", best, "ms", 60);

  BEST (best, {
    g_autoptr(GArray) all = ful_call_tree_expand_all (tree, FUL_NONE, G_MAXUINT, NULL, NULL);
  });
  report ("expand all", best * 1e6 / nodes->n_nodes, "ns/node", 16);
  BEST (best, {
    g_autoptr(GArray) functions = ful_function_list_new (tree, NULL, NULL);
  });
  report ("function list", best, "ms", 100);

  BEST (best, {
    g_clear_pointer (&inverted, ful_inverted_tree_unref);
    inverted = ful_inverted_tree_new (nodes);
  });
  report ("inverted tree: roots", best, "ms", 50);
  BEST (best, {
    g_autoptr(FulCallTree) other = ful_call_tree_new (nodes, inverted, rows, NULL, NULL);
    g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));

    ful_call_tree_get_children (other, FUL_NONE, children);
    ful_call_tree_get_children (other, g_array_index (children, FulCallNodeIndex, 0), children);
  });
  report ("inverted tree: numbers and first expansion", best, "ms", 50);

  BEST (best, {
    g_autoptr(FulBoxLayout) layout = ful_flame_layout_new (tree, NULL, NULL);
  });
  report ("flame graph: layout", best, "ms", 300);
  {
    g_autoptr(FulSampleRows) some = ful_derived_thread_get_rows (derived, &(FulTimeRange) { 0, 5000 });
    gsize n_boxes = 0;

    BEST (best, {
      g_autoptr(FulBoxLayout) layout = ful_stack_chart_layout_new (tree, some, FALSE, NULL, NULL);

      n_boxes = 0;
      for (guint i = 0; i < layout->n_rows; i++)
        n_boxes += layout->rows[i].n_boxes;
    });
    report ("stack chart: layout of 1 M boxes", best * 1e6 / n_boxes, "ms", 300);
  }

  bench_transforms (profile, options);
  bench_preview (profile, options);

  percent = ful_cpu_use_compute (profile, ful_profile_get_thread (profile, 0), 1);
  BEST (best, {
    g_autoptr(FulTrackGraph) graph = ful_track_graph_new (profile, ful_profile_get_thread (profile, 0), percent,
                                                          derived->range, 1920, NULL, NULL, NULL);
  });
  report ("activity graph", best * 1e6 / n_samples, "ns/sample", 10);

  return EXIT_SUCCESS;
}
