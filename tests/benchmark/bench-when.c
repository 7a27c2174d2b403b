/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long the strips of 120 rows take: 10 million samples of 300,000 call nodes. Compared with the same
 * sums for a tree in a loop that does nothing else. Prints a JSON line for each figure; CPU time, the best of
 * several rounds. */

#include "config.h"

#include "bench-profile.h"
#include "bench-report.h"

#include "base/ful-memory.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-derived-thread.h"
#include "tree/ful-function-tree.h"
#include "tree/times/ful-when-bins.h"
#include "viewtext/ful-view-options-text.h"

#include <stdlib.h>

#define N_ROUNDS 7
#define N_FUNCS 20000
#define N_STACKS 300000
#define N_ROWS 120
#define INPUT "120 rows"

#define BEST(best, ...) G_STMT_START {                     \
    best = G_MAXDOUBLE;                                    \
    for (guint round_ = 0; round_ < N_ROUNDS; round_++)    \
      {                                                    \
        double start_ = bench_cpu_ms ();                   \
        __VA_ARGS__                                        \
        best = MIN (best, bench_cpu_ms () - start_);       \
      }                                                    \
  } G_STMT_END

static FulProfile *
make_profile (guint n_samples)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  FulTableBuilder *stacks = &test->builder->stacks, *frames = &test->builder->frames;
  guint first, frame = frames->n_rows;

  for (guint i = 0; i < N_FUNCS; i++)
    {
      g_autofree char *name = g_strdup_printf ("function %u", i);
      FulFuncIndex func = ful_test_profile_func (test, name);

      ful_table_builder_append (frames, 1);
      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[frame + i] = func;
    }
  ful_table_builder_append (stacks, N_STACKS);
  for (guint i = 0; i < N_STACKS; i++)
    {
      guint up = 1 + (guint) (g_rand_double (rand) * g_rand_double (rand) * 40);

      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[i] = (gint32) (frame + (guint) g_rand_int_range (rand, 0, N_FUNCS));
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[i] = i < 4 ? -1 : (gint32) (i - MIN (i, up));
    }
  first = ful_table_builder_append (&thread->samples, n_samples);
  for (guint i = first; i < first + n_samples; i++)
    {
      double r = g_rand_double (rand);

      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i;
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] =
        i > 0 && r < 0.35 ? FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i - 1] : g_rand_int_range (rand, 0, N_STACKS);
    }

  return ful_test_profile_seal (test);
}

/* The first rows of the tree with everything open. */
static GArray *
list_rows (FulCallTree *tree)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, N_ROWS, NULL, NULL);
  GArray *nodes = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));

  for (guint i = 0; i < MIN (rows->len, N_ROWS); i++)
    g_array_append_val (nodes, g_array_index (rows, FulCallTreeRow, i).node);

  return nodes;
}

/* @node: (array): the call node of each sample. Of equally long bins; the sums are compared with those of the core. */
static double
sum_plainly (const FulCallNodeTable *nodes,
             const FulCallNodeIndex *node,
             guint                   n_samples,
             const GArray           *listed)
{
  g_autofree guint16 *row_of = g_new0 (guint16, nodes->n_nodes);
  g_autofree double *sums = g_new0 (double, FUL_WHEN_N_BINS * (N_ROWS + 1));
  guint16 parent[N_ROWS + 1] = { 0 };
  double first;

  for (guint k = 0; k < listed->len; k++)
    row_of[g_array_index (listed, FulCallNodeIndex, k)] = (guint16) (k + 1);
  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      guint16 above = nodes->prefix[i] == FUL_NONE ? 0 : row_of[nodes->prefix[i]];

      if (row_of[i])
        parent[row_of[i]] = above;
      else
        row_of[i] = above;
    }
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      guint end = (guint) ((guint64) n_samples * (bin + 1) / FUL_WHEN_N_BINS);
      double *of_bin = sums + bin * (N_ROWS + 1);

      for (guint i = (guint) ((guint64) n_samples * bin / FUL_WHEN_N_BINS); i < end; i++)
        of_bin[row_of[node[i]]] += 1;
      for (guint k = listed->len; k > 0; k--)
        of_bin[parent[k]] += of_bin[k];
    }
  first = 0;
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    first += sums[bin * (N_ROWS + 1) + 1];

  return first;
}

static double
sum_first (const FulWhenBins *when)
{
  double sum = 0;

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    sum += when->bins[bin];

  return sum;
}

static double
measure (FulCallTree      *tree,
         FulDerivedThread *thread,
         guint             step)
{
  g_autoptr(GArray) nodes = list_rows (tree);
  double best;

  BEST (best, {
    g_autoptr(FulWhenBins) when = ful_when_bins_new (tree, thread, (FulCallNodeIndex *) (gpointer) nodes->data, nodes->len, step,
                                                     NULL, NULL);

    g_assert_true (step > 1 || sum_first (when) == ful_call_tree_get_total (tree, g_array_index (nodes, FulCallNodeIndex, 0)));
  });

  return best;
}

int
main (int   argc,
      char *argv[])
{
  guint n_samples = argc > 1 ? (guint) atoi (argv[1]) : 10000000;
  g_autoptr(FulProfile) profile = make_profile (n_samples);
  g_autoptr(FulViewOptions) options = ful_view_options_new_from_text ("{ \"thread\": 0 }", NULL, NULL);
  g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (profile, options, NULL, NULL, NULL);
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (thread, NULL, NULL, NULL);
  g_autoptr(FulInvertedTree) inverted = ful_inverted_tree_new (nodes);
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
  g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
  g_autoptr(FulCallTree) upside = ful_call_tree_with_direction (tree, inverted);
  g_autoptr(FulCallTree) functions = ful_function_tree_new (tree, FUL_FUNCTION_ORDER_TOTAL, TRUE, NULL, NULL);
  g_autoptr(GArray) listed = list_rows (tree);
  g_autofree FulCallNodeIndex *node = g_new (FulCallNodeIndex, n_samples);
  double plain;

  ful_memory_init ();
  for (guint i = 0; i < n_samples; i++)
    node[i] = nodes->stack_to_node[ful_sample_rows_get_stack (rows, i)];
  BEST (plain, {
    g_assert_true (sum_plainly (nodes, node, n_samples, listed) ==
                   ful_call_tree_get_total (tree, g_array_index (listed, FulCallNodeIndex, 0)));
  });
  g_printerr ("# %u call nodes, greatest depth %d\n", nodes->n_nodes, nodes->max_depth);
  bench_report ("when strips: plain loop", plain, "ms", INPUT, 0);
  bench_report ("when strips: call tree", measure (tree, thread, 1), "ms", INPUT, 1.5 * plain);
  bench_report ("when strips: call tree, one sample in 16", measure (tree, thread, 16), "ms", INPUT, plain);
  bench_report ("when strips: inverted", measure (upside, thread, 1), "ms", INPUT, 1.5 * plain);
  bench_report ("when strips: functions", measure (functions, thread, 1), "ms", INPUT, 1.5 * plain);

  return EXIT_SUCCESS;
}
