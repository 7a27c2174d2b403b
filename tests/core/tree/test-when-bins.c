/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/ful-call-tree-rows.h"
#include "tree/ful-function-tree.h"
#include "tree/times/ful-node-times.h"
#include "tree/times/ful-when-bins.h"

#include <math.h>

/* A line for each row: its name, and its bins that are not 0 as BIN:WEIGHT. */
static char *
bins_to_text (FulTestView *view,
              FulCallTree *tree)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, G_MAXUINT, NULL, NULL);
  g_autoptr(GArray) nodes = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  g_autoptr(FulWhenBins) when = NULL;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (nodes, g_array_index (rows, FulCallTreeRow, i).node);
  when = ful_when_bins_new (tree, view->derived, (FulCallNodeIndex *) (gpointer) nodes->data, nodes->len, 1, NULL, NULL);
  for (guint i = 0; i < rows->len; i++)
    {
      g_string_append_printf (text, "%*s%s", 2 * g_array_index (rows, FulCallTreeRow, i).depth, "",
                              ful_call_tree_get_name (tree, g_array_index (nodes, FulCallNodeIndex, i)));
      for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
        if (when->bins[i * FUL_WHEN_N_BINS + bin] != 0)
          g_string_append_printf (text, " %u:%g", bin, when->bins[i * FUL_WHEN_N_BINS + bin]);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
assert_bins (FulProfile *profile,
             const char *options,
             gboolean    of_functions,
             const char *expected)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, options);
  g_autoptr(FulCallTree) tree = of_functions ? ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_NAME, FALSE, NULL, NULL)
                                             : ful_call_tree_ref (view->tree);
  g_autofree char *text = bins_to_text (view, tree);

  g_assert_cmpstr (text, ==, expected);
}

/* Four ms: nine bins each. */
static void
test_places (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B  A\n"
                                                              "B  C     B\n"
                                                              "A         \n");

  assert_bins (profile, "{ \"thread\": 0 }", FALSE,
               "A 0:1 9:1 27:1\n"
               "  B 0:1 27:1\n"
               "    A 0:1\n"
               "  C 9:1\n"
               "B 18:1\n");
  assert_bins (profile, "{ \"thread\": 0, \"invert\": true }", FALSE,
               "B 18:1 27:1\n"
               "  A 27:1\n"
               "A 0:1\n"
               "  B 0:1\n"
               "    A 0:1\n"
               "C 9:1\n"
               "  A 9:1\n");
  assert_bins (profile, "{ \"thread\": 0 }", TRUE,
               "A 0:1 9:1 27:1\n"
               "B 0:1 18:1 27:1\n"
               "C 9:1\n");
  /* A range has bins of its own; what is outside of it has none. */
  assert_bins (profile, "{ \"thread\": 0, \"range\": [1, 3] }", FALSE, "A 0:1\n  C 0:1\nB 18:1\n");
}

/* Freed bytes count as bytes; of the edges none is lost. */
static void
test_absolute_weights (void)
{
  static const double weights[] = { 5, -3 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulWhenBins) when = NULL;

  ful_test_profile_weigh (thread, weights, G_N_ELEMENTS (weights));
  profile = ful_test_profile_seal (test);
  assert_bins (profile, "{ \"thread\": 0 }", FALSE, "A 0:5 18:3\n");

  view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  when = ful_when_bins_new (view->tree, view->derived, NULL, 0, 1, NULL, NULL);
  g_assert_cmpfloat (when->all[0], ==, 5);
  g_assert_cmpfloat (when->all[18], ==, 3);
  g_assert_cmpfloat (ful_when_bins_get_edge (when->range, 18), ==, 1);
  g_assert_cmpfloat (ful_when_bins_get_edge (when->range, FUL_WHEN_N_BINS), ==, 2);
  /* Of a range whose length is no number. */
  g_assert_cmpfloat (ful_when_bins_get_edge ((FulTimeRange) { -1e308, 1e308 }, 0), ==, -1e308);
}

/* Deep recursion: members of inverted nodes are in runs. */
static void
test_deep_recursion (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(GString) path = g_string_new ("A");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulWhenBins) when = NULL;
  FulCallNodeIndex nodes[3];
  FulFuncIndex up[3];

  for (guint i = 0; i < 200; i++)
    {
      ful_test_profile_sample (thread, i, ful_test_profile_stack (test, path->str));
      g_string_append (path, " A");
    }
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      up[i] = ful_test_find_func (profile, "A");
      nodes[i] = ful_call_tree_find_path (view->tree, up, i + 1);
    }
  when = ful_when_bins_new (view->tree, view->derived, nodes, G_N_ELEMENTS (nodes), 1, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (nodes); i++)
    {
      double sum = 0;

      for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
        sum += when->bins[i * FUL_WHEN_N_BINS + bin];
      g_assert_cmpfloat (sum, ==, 200 - i);
      /* 5.56 ms; the first samples have no callers yet. */
      g_assert_cmpfloat (when->bins[i * FUL_WHEN_N_BINS], ==, 6 - i);
    }
}

/* The total of a node in a view of one bin. */
static double
get_total (FulCallTree      *part,
           FulCallTree      *tree,
           FulCallNodeIndex  node)
{
  g_autoptr(GArray) functions = NULL;

  if (!tree->is_list)
    return ful_call_tree_get_total (part, node);

  functions = ful_function_list_new (part, NULL, NULL);
  for (guint i = 0; i < functions->len; i++)
    if (g_array_index (functions, FulFunctionRow, i).func == tree->nodes->func[node])
      return g_array_index (functions, FulFunctionRow, i).total;

  return 0;
}

static FulCallTree *
derive_part (FulTestView        *view,
             const FulTimeRange *range)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (view->derived->options);
  g_autoptr(FulDerivedThread) thread = NULL;
  g_autoptr(FulSampleRows) rows = NULL;

  ful_view_options_set_range (options, range);
  thread = ful_derived_thread_new (view->derived->profile, options, view->cache, NULL, NULL);
  rows = ful_derived_thread_get_rows (thread, NULL);

  return ful_call_tree_new (view->nodes, view->inverted, rows, NULL, NULL);
}

/* By category, all is as much. */
static void
compare_categories (FulTestView       *view,
                    const FulWhenBins *when,
                    FulCallNodeIndex   node,
                    guint              place)
{
  g_autoptr(FulNodeTimes) times = ful_node_times_new (view->tree, view->derived, node, FALSE, NULL, NULL);

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      double sum = 0;

      for (guint c = 0; c < times->n_categories; c++)
        sum += times->shares[bin * times->n_categories + c];
      g_assert_cmpfloat_with_epsilon (sum * when->all[bin], when->bins[place * FUL_WHEN_N_BINS + bin], 1e-6);
    }
}

/* Bins are the totals of 36 views of the same with a range; those of few nodes are those of all. */
static void
compare (FulTestView *view,
         FulCallTree *tree)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, 500, NULL, NULL);
  g_autoptr(GArray) nodes = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  g_autofree double *sums = g_new0 (double, rows->len + 1);
  g_autoptr(FulWhenBins) when = NULL, few = NULL;
  const FulCallNodeIndex *list;
  guint first, n;

  for (guint i = 0; i < rows->len; i++)
    g_array_append_val (nodes, g_array_index (rows, FulCallTreeRow, i).node);
  list = (FulCallNodeIndex *) (gpointer) nodes->data;
  when = ful_when_bins_new (tree, view->derived, list, nodes->len, 1, NULL, NULL);

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      FulTimeRange range = { ful_when_bins_get_edge (when->range, bin), ful_when_bins_get_edge (when->range, bin + 1) };
      g_autoptr(FulCallTree) part = derive_part (view, &range);

      g_assert_cmpfloat_with_epsilon (when->all[bin], part->root_total, 1e-6);
      for (guint i = 0; i < nodes->len; i++)
        {
          g_assert_cmpfloat_with_epsilon (when->bins[i * FUL_WHEN_N_BINS + bin], get_total (part, tree, list[i]), 1e-6);
          sums[i] += when->bins[i * FUL_WHEN_N_BINS + bin];
        }
    }
  for (guint i = 0; i < nodes->len; i++)
    {
      g_assert_cmpfloat_with_epsilon (sums[i], ful_call_tree_get_total (tree, list[i]), 1e-6);
      if (i < 20 && !tree->is_list)
        compare_categories (view, when, list[i], i);
    }

  first = (guint) g_test_rand_int_range (0, (gint32) nodes->len + 1);
  n = (guint) g_test_rand_int_range (0, (gint32) (nodes->len - first) + 1);
  few = ful_when_bins_new (tree, view->derived, list + first, n, 1, NULL, NULL);
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    g_assert_cmpfloat_with_epsilon (few->all[bin], when->all[bin], 1e-6);
  for (guint i = 0; i < n * FUL_WHEN_N_BINS; i++)
    g_assert_cmpfloat_with_epsilon (few->bins[i], when->bins[first * FUL_WHEN_N_BINS + i], 1e-6);
}

/* With weights, or without; with CPU times and allocations. */
static FulProfile *
random_profile (gboolean weighted)
{
  g_autoptr(GString) path = g_string_new (NULL);
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(GArray) weights = g_array_new (FALSE, FALSE, sizeof (double));
  FulBuffer *buffer;
  static const char *const words[] = { "A", "B.js", "C[Layout]", "D[Idle]", "E", "0x5" };
  double time = 0;

  ful_test_profile_func (test, "A");   /* transforms name it, whether a sample has it or not */
  for (guint i = 0, n = (guint) g_test_rand_int_range (1, 200); i < n; i++)
    {
      double weight = g_test_rand_int_range (1, 100) / 4.0;

      g_string_truncate (path, 0);
      for (int d = 0, depth = g_test_rand_int_range (1, 7); d < depth; d++)
        g_string_append_printf (path, "%s%s", d > 0 ? " " : "", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))]);
      time += g_test_rand_double ();
      ful_test_profile_sample (thread, time, i % 9 == 8 ? FUL_NONE : ful_test_profile_stack (test, path->str));
      ful_test_profile_allocate (thread, time, ful_test_profile_stack (test, path->str), weight, i + 1);
      g_array_append_val (weights, weight);
    }
  if (weighted)
    ful_test_profile_weigh (thread, (double *) (gpointer) weights->data, weights->len);
  buffer = ful_buffer_new (FUL_TYPE_F64, weights->len);
  for (guint i = 0; i < weights->len; i++)
    ((double *) buffer->data)[i] = g_test_rand_int_range (0, 1000);
  buffer->n = weights->len;
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = buffer;
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_US;

  return ful_test_profile_seal (test);
}

static void
test_random (void)
{
  static const char *const views[] = {
    "{ \"thread\": 0 }",
    "{ \"thread\": 0, \"invert\": true }",
    "{ \"thread\": 0, \"includeIdle\": false }",
    "{ \"thread\": 0, \"implementation\": \"js\", \"invert\": true }",
    "{ \"thread\": 0, \"search\": \"a\" }",
    "{ \"thread\": 0, \"strategy\": \"cpu\" }",
    "{ \"thread\": 0, \"strategy\": \"native-allocations\" }",
    "{ \"thread\": 0, \"strategy\": \"native-allocations\", \"invert\": true }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"merge-function\", \"function\": \"A\" }] }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"drop-function\", \"function\": \"A\" }] }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"focus-function\", \"function\": \"A\" }] }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"focus-self\", \"function\": \"A\" }] }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"collapse-function-subtree\", \"function\": \"A\" }] }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"collapse-recursion\", \"function\": \"A\" }] }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"filter-samples\", \"filterType\": \"function-include\", \"functions\": [\"A\"] }], \"invert\": true }",
  };

  for (guint round = 0; round < 6; round++)
    {
      g_autoptr(FulProfile) profile = random_profile (round % 2 == 1);

      for (guint i = 0; i < G_N_ELEMENTS (views); i++)
        {
          g_autoptr(FulTestView) view = ful_test_view_new (profile, views[i]);
          g_autoptr(FulCallTree) functions = view->inverted ? NULL
                                             : ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, TRUE, NULL, NULL);

          compare (view, view->tree);
          if (functions)
            compare (view, functions);
        }
    }
}

/* One in so many samples of each bin. */
static void
test_steps (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulWhenBins) when = NULL;
  FulCallNodeIndex node = 0;

  for (guint i = 0; i < 72; i++)
    g_string_append (text, "A ");
  g_string_append_c (text, '\n');
  profile = ful_test_profile_from_text (text->str);
  view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  when = ful_when_bins_new (view->tree, view->derived, &node, 1, 2, NULL, NULL);
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      g_assert_cmpfloat (when->bins[bin], ==, 1);
      g_assert_cmpfloat (when->all[bin], ==, 1);
    }
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A B\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_when_bins_new (view->tree, view->derived, NULL, 0, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/when-bins/places", test_places);
  g_test_add_func ("/when-bins/absolute-weights", test_absolute_weights);
  g_test_add_func ("/when-bins/deep-recursion", test_deep_recursion);
  g_test_add_func ("/when-bins/random", test_random);
  g_test_add_func ("/when-bins/steps", test_steps);
  g_test_add_func ("/when-bins/cancelled", test_cancelled);

  return g_test_run ();
}
