/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Trees of the snapshots of a capture whose stacks are known, each extended from an earlier one. */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include <string.h>

#define N_SNAPSHOTS 10
#define N_THREADS   3
#define WEIGHED     (N_THREADS - 1)

static const char *const paths[] = {
  "A B C", "A B D.js", "A B", "A E[Layout] C", "F.js A", "F.js", "A B C[Idle]", "A I[Idle]",
};

/* The last thread has fractions as weights, the first one allocations. */
static void
add_rows (FulTestProfile *test,
          double          start)
{
  for (guint t = 0; t < N_THREADS; t++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (test->builder->threads, t);
      gint32 n_rows = g_test_rand_int_range (-5, 30);
      double time = start;

      for (gint32 i = 0; i < n_rows; i++)
        {
          const char *path = paths[g_test_rand_int_range (0, G_N_ELEMENTS (paths))];
          FulStackIndex stack = g_test_rand_bit () ? FUL_NONE : ful_test_profile_stack (test, path);

          time += g_test_rand_int_range (0, 3);
          ful_test_profile_sample (thread, time, stack);
          if (t == WEIGHED)
            FUL_CELLS (&thread->samples, FUL_SAMPLE_WEIGHT, double)[thread->samples.n_rows - 1] =
              g_test_rand_double_range (-1, 10);
          if (t == 0)
            ful_test_profile_allocate (thread, time, stack, g_test_rand_int_range (-50, 50), i);
        }
    }
}

/* Times overlap with those of the snapshot before at random. */
static GPtrArray *
make_snapshots (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  GPtrArray *snapshots = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GError) error = NULL;
  double start[N_SNAPSHOTS + 1] = { 0 };

  for (guint t = 0; t < N_THREADS; t++)
    ful_test_profile_add (test, "");
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    ful_test_profile_stack (test, paths[i]);
  ful_table_builder_add_column (&((FulThreadBuilder *) g_ptr_array_index (test->builder->threads, WEIGHED))->samples,
                                FUL_SAMPLE_WEIGHT);
  for (guint i = 0; i < N_SNAPSHOTS; i++)
    {
      add_rows (test, start[i]);
      g_ptr_array_add (snapshots, ful_profile_builder_publish (test->builder, &error));
      g_assert_no_error (error);
      start[i + 1] = start[i] + (g_test_rand_bit () ? 60 : 20);
    }
  ful_test_profile_free (test);

  return snapshots;
}

static FulViewOptions *
make_options (void)
{
  FulViewOptions *options = ful_view_options_new ();
  guint first = (guint) g_test_rand_int_range (0, N_THREADS);
  guint threads[] = { first, (first + 1) % N_THREADS, (first + 2) % N_THREADS };

  ful_view_options_set_threads (options, threads, (guint) g_test_rand_int_range (1, N_THREADS + 1));
  options->include_idle = g_test_rand_bit ();
  options->strategy = (FulStrategy) g_test_rand_int_range (0, FUL_N_STRATEGIES);
  if (g_test_rand_int_range (0, 3) == 0)
    ful_view_options_set_search (options, "C", 0);
  if (g_test_rand_int_range (0, 3) == 0)
    ful_view_options_set_range (options, &(FulTimeRange) { g_test_rand_int_range (0, 30), 1e9 });

  return options;
}

static void
assert_equal (FulCallTree *tree,
              FulCallTree *expected)
{
  g_autofree char *text = ful_test_call_tree_to_text (tree, TRUE);
  g_autofree char *expected_text = ful_test_call_tree_to_text (expected, TRUE);

  g_assert_cmpstr (text, ==, expected_text);
  g_assert_cmpint (tree->weight_type, ==, expected->weight_type);
  g_assert_cmpmem (&tree->root_total, sizeof (double), &expected->root_total, sizeof (double));
  g_assert_cmpmem (tree->self, tree->nodes->n_nodes * sizeof (double),
                   expected->self, expected->nodes->n_nodes * sizeof (double));
  if (tree->total)
    g_assert_cmpmem (tree->total, tree->nodes->n_nodes * sizeof (double),
                     expected->total, expected->nodes->n_nodes * sizeof (double));
}

static FulSampleRows *
derive_rows (FulProfile         *profile,
             FulViewOptions     *options,
             FulDeriveCache     *cache,
             FulDerivedThread  **out_thread)
{
  g_autoptr(GError) error = NULL;

  *out_thread = ful_derived_thread_new (profile, options, cache, NULL, &error);
  g_assert_no_error (error);

  return ful_derived_thread_get_rows (*out_thread, options->has_preview ? &options->preview : NULL);
}

/* Whatever is said to begin with earlier rows has the same sums, to the last bit. */
static void
test_extend (void)
{
  guint n_extended[2] = { 0 }, n_weighed = 0;

  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(GPtrArray) snapshots = make_snapshots ();
      g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (g_ptr_array_index (snapshots, 0), FUL_DERIVE_CACHE_BUDGET);

      ful_derive_cache_set_root_range (cache, (FulTimeRange) { 0, 1e9 });
      for (guint k = 0; k < 20; k++)
        {
          guint i = (guint) g_test_rand_int_range (0, N_SNAPSHOTS);
          guint j = (guint) g_test_rand_int_range ((gint32) i, N_SNAPSHOTS);
          g_autoptr(FulViewOptions) options = make_options ();
          g_autoptr(FulViewOptions) changed = g_test_rand_bit () ? make_options () : ful_view_options_copy (options);
          g_autoptr(FulDerivedThread) old_thread = NULL;
          g_autoptr(FulDerivedThread) thread = NULL;
          g_autoptr(FulSampleRows) old_rows = derive_rows (g_ptr_array_index (snapshots, i), options, cache, &old_thread);
          g_autoptr(FulSampleRows) rows = derive_rows (g_ptr_array_index (snapshots, j), changed, cache, &thread);
          g_autoptr(FulCallNodeTable) old_nodes = ful_derived_thread_get_nodes (old_thread, cache, NULL, NULL);
          g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (thread, cache, NULL, NULL);
          g_autoptr(FulInvertedTree) inverted = NULL;
          g_autoptr(FulCallTree) before = NULL;
          g_autoptr(FulCallTree) tree = NULL;
          g_autoptr(FulCallTree) expected = NULL;

          if (g_test_rand_bit ())
            inverted = ful_derived_thread_get_inverted (thread, nodes, cache);
          if (nodes != old_nodes || !ful_sample_rows_begin_with (rows, old_rows))
            continue;

          before = ful_call_tree_new (nodes, NULL, old_rows, NULL, NULL);
          tree = ful_call_tree_extend (before, inverted, rows, old_rows->n_rows, NULL, NULL);
          expected = ful_call_tree_new (nodes, inverted, rows, NULL, NULL);
          assert_equal (tree, expected);
          n_extended[rows->n_threads > 1] += rows->n_rows > old_rows->n_rows;
          n_weighed += rows->weight && rows->n_rows > old_rows->n_rows;
        }
    }
  g_assert_cmpuint (n_extended[0], >, 100);
  g_assert_cmpuint (n_extended[1], >, 50);
  g_assert_cmpuint (n_weighed, >, 50);
}

/* Nothing new is the same tree. */
static void
test_same_rows (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A\n"
                                                              "B   \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{}");
  g_autoptr(FulCallTree) tree = ful_call_tree_extend (view->tree, NULL, view->rows, view->rows->n_rows, NULL, NULL);

  g_assert_true (tree == view->tree);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/call-tree-growth/extend", test_extend);
  g_test_add_func ("/call-tree-growth/same-rows", test_same_rows);

  return g_test_run ();
}
