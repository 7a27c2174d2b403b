/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "document/analysis/ful-when-strips.h"
#include "tree/ful-function-tree.h"

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Strips of a tree, and how often they changed. */
static FulWhenStrips *
create (FulCallTree      *tree,
        FulDerivedThread *thread,
        guint            *n_changes)
{
  FulWhenStrips *strips = ful_when_strips_new ();

  *n_changes = 0;
  g_signal_connect_swapped (strips, "changed", G_CALLBACK (count_cb), n_changes);
  ful_when_strips_set_tree (strips, tree, thread);

  return strips;
}

static void
wait_for (const guint *n_changes,
          guint        n)
{
  while (*n_changes < n)
    g_main_context_iteration (NULL, TRUE);
}

static double
sum_bins (const double *bins)
{
  double sum = 0;

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    sum += bins[bin];

  return sum;
}

/* A brush changes nothing; another range does. */
static void
test_kept (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B  A\n"
                                                              "B  C     B\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  g_autoptr(FulViewOptions) brushed = ful_view_options_copy (view->derived->options);
  g_autoptr(FulViewOptions) committed = ful_view_options_copy (view->derived->options);
  g_autoptr(FulDerivedThread) thread = NULL, part = NULL;
  g_autoptr(FulSampleRows) rows = NULL;
  g_autoptr(FulCallTree) tree = NULL;
  g_autoptr(FulWhenStrips) strips = NULL;
  const FulCallNodeIndex nodes[] = { 0, 3 };   /* A, B */
  FulWhenStrip strip;
  guint n_changes;

  strips = create (view->tree, view->derived, &n_changes);
  g_assert_false (ful_when_strips_find (strips, view->tree, 0, &strip));
  ful_when_strips_want (strips, view->tree, nodes, G_N_ELEMENTS (nodes));
  wait_for (&n_changes, 1);
  g_assert_true (ful_when_strips_find (strips, view->tree, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 3);
  g_assert_cmpfloat (sum_bins (strip.all), ==, 4);
  g_assert_cmpfloat (strip.range.end, ==, 4);
  g_assert_true (ful_when_strips_find (strips, view->tree, 3, &strip));
  g_assert_cmpfloat (strip.bins[18], ==, 1);
  g_assert_false (ful_when_strips_find (strips, view->tree, 1, &strip));

  ful_view_options_set_preview (brushed, &(FulTimeRange) { 1, 2 });
  thread = ful_derived_thread_new (profile, brushed, view->cache, NULL, NULL);
  rows = ful_derived_thread_get_rows (thread, &brushed->preview);
  tree = ful_call_tree_new (view->nodes, NULL, rows, NULL, NULL);
  ful_when_strips_set_tree (strips, tree, thread);
  g_assert_true (ful_when_strips_find (strips, tree, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 3);
  /* What is there is not computed again, and bins of more nodes are those of the whole range. */
  ful_when_strips_want (strips, tree, nodes, G_N_ELEMENTS (nodes));
  ful_when_strips_want (strips, tree, &(FulCallNodeIndex) { 1 }, 1);
  wait_for (&n_changes, 2);
  g_assert_true (ful_when_strips_find (strips, tree, 1, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 2);

  ful_view_options_set_range (committed, &(FulTimeRange) { 1, 3 });
  part = ful_derived_thread_new (profile, committed, view->cache, NULL, NULL);
  ful_when_strips_set_tree (strips, tree, part);
  g_assert_false (ful_when_strips_find (strips, tree, 0, &strip));
  ful_when_strips_want (strips, tree, nodes, G_N_ELEMENTS (nodes));
  wait_for (&n_changes, 3);
  g_assert_true (ful_when_strips_find (strips, tree, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 1);
  g_assert_cmpfloat (strip.range.start, ==, 1);
}

/* Functions in another order have the strips that they had. */
static void
test_sorted (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B  B  B\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  g_autoptr(FulCallTree) up = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, FALSE, NULL, NULL);
  g_autoptr(FulCallTree) down = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, TRUE, NULL, NULL);
  g_autoptr(FulWhenStrips) strips = NULL;
  const FulCallNodeIndex nodes[] = { 0, 1 };
  FulWhenStrip strip;
  guint n_changes;

  strips = create (up, view->derived, &n_changes);
  ful_when_strips_want (strips, up, nodes, G_N_ELEMENTS (nodes));
  wait_for (&n_changes, 1);
  g_assert_true (ful_when_strips_find (strips, up, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 2);
  ful_when_strips_set_tree (strips, down, view->derived);
  g_assert_true (ful_when_strips_find (strips, down, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 3);
  /* Of a tree they are others. */
  g_assert_false (ful_when_strips_find (strips, view->tree, 0, &strip));
}

/* A list may still have rows of a tree that is not the one that was set: their numbers are not mixed up. */
static void
test_other_tree (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B  B  B\n"
                                                              "C  D  E\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  g_autoptr(FulTestView) inverted = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  g_autoptr(FulCallTree) up = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, FALSE, NULL, NULL);
  g_autoptr(FulCallTree) down = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, TRUE, NULL, NULL);
  g_autoptr(FulWhenStrips) strips = NULL;
  FulWhenStrip strip;
  gboolean is_busy;
  guint n_changes;

  strips = create (inverted->tree, inverted->derived, &n_changes);
  ful_when_strips_want (strips, view->tree, &(FulCallNodeIndex) { 4 }, 1);
  g_object_get (strips, "busy", &is_busy, NULL);
  g_assert_false (is_busy);

  ful_when_strips_set_tree (strips, up, view->derived);
  ful_when_strips_want (strips, down, &(FulCallNodeIndex) { 0 }, 1);
  wait_for (&n_changes, 1);
  g_assert_true (ful_when_strips_find (strips, down, 0, &strip));   /* B */
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 3);
  g_assert_false (ful_when_strips_find (strips, up, 0, &strip));
}

/* Of many samples some come first, then all. */
static void
test_many (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulStackIndex stack = ful_test_profile_stack (test, "A");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulWhenStrips) strips = NULL;
  FulWhenStrip strip;
  guint n_changes;

  for (guint i = 0; i < 2000001; i++)
    ful_test_profile_sample (thread, i, stack);
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  strips = create (view->tree, view->derived, &n_changes);
  ful_when_strips_want (strips, view->tree, &(FulCallNodeIndex) { 0 }, 1);
  wait_for (&n_changes, 1);
  g_assert_true (ful_when_strips_find (strips, view->tree, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), <, 2000001 / 15.0);
  g_assert_cmpfloat (sum_bins (strip.bins), ==, sum_bins (strip.all));
  wait_for (&n_changes, 2);
  g_assert_true (ful_when_strips_find (strips, view->tree, 0, &strip));
  g_assert_cmpfloat (sum_bins (strip.bins), ==, 2000001);
}

/* Where nothing has a time nothing is computed. */
static void
test_without_times (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulWhenStrips) strips = NULL;
  guint n_changes;

  ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "A"));
  ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "B"));
  profile = ful_test_profile_seal (test);
  g_assert_false (profile->has_times);
  view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  strips = create (view->tree, view->derived, &n_changes);
  ful_when_strips_want (strips, view->tree, &(FulCallNodeIndex) { 0 }, 1);
  for (guint i = 0; i < 20; i++)
    {
      g_usleep (1000);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_cmpuint (n_changes, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/when-strips/kept", test_kept);
  g_test_add_func ("/when-strips/sorted", test_sorted);
  g_test_add_func ("/when-strips/other-tree", test_other_tree);
  g_test_add_func ("/when-strips/many", test_many);
  g_test_add_func ("/when-strips/without-times", test_without_times);

  return g_test_run ();
}
