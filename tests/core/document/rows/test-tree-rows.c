/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "document/rows/ful-tree-rows.h"
#include "ful-test-profile.h"
#include "ful-test-text.h"
#include "tree/ful-function-tree.h"

/* The visible rows as text: indented names, "+" for something to expand, "*" for the selected one. */
static char *
rows_to_text (FulTreeRows *rows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulCallTreeRow row = rows->rows[i];

      g_string_append_printf (text, "%*s%s%s%s\n", row.depth * 2, "", ful_call_tree_get_name (rows->tree, row.node),
                              ful_call_tree_has_children (rows->tree, row.node) &&
                              !ful_tree_rows_is_expanded (rows, row.node) ? "+" : "",
                              row.node == rows->selected ? "*" : "");
    }

  return g_string_free (text, FALSE);
}

static void
assert_rows (FulTreeRows *rows,
             const char  *expected)
{
  g_autofree char *text = rows_to_text (rows);

  g_assert_cmpstr (text, ==, expected);
}

static FulProfile *
create_profile (void)
{
  return ful_test_profile_from_text ("A  A  A  A  A  E\n"
                                     "B  B  B  B  C  F\n"
                                     "   D  D  D  D   \n");
}

static void
test_opens_hottest (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);

  assert_rows (rows,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C+\n"
               "E+\n");
}

/* Nothing has half of all: the heaviest path is open, and the first row selected. A list of functions begins without one. */
static void
test_opens_heaviest (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B  C  D\n"
                                                              "E  E  F  F  F\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);
  g_autoptr(FulCallTree) list = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_SELF, TRUE, NULL, NULL);
  g_autoptr(FulTreeRows) functions = ful_tree_rows_new (list, NULL, NULL, NULL);

  assert_rows (rows,
               "A*\n"
               "  E\n"
               "B+\n"
               "C+\n"
               "D+\n");
  g_assert_true (rows->is_hot);
  g_assert_cmpint (functions->selected, ==, FUL_NONE);
}

/* A transform or a walk to another node is a person's. */
static void
test_hot (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);
  g_autoptr(FulTreeRows) same = ful_tree_rows_follow (rows, rows->selected, view->tree, view->derived, FALSE, NULL, NULL);
  g_autoptr(FulTreeRows) other = ful_tree_rows_follow (rows, ful_call_tree_get_parent (view->tree, rows->selected), view->tree,
                                                       view->derived, FALSE, NULL, NULL);

  g_assert_true (rows->is_hot);
  g_assert_true (same->is_hot);
  g_assert_false (other->is_hot);
  g_assert_true (ful_tree_rows_reveal (same, same->selected, NULL, NULL));
  g_assert_false (same->is_hot);
}

/* A node below collapsed ones, and one that the range has no sample of. */
static void
test_reveal (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) first = ful_test_view_new (profile, "{ \"range\": [0, 3] }");
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);
  g_autoptr(FulTreeRows) few = ful_tree_rows_new (first->tree, first->derived, NULL, NULL);
  FulFuncIndex acd[] = { 0, 3, 2 };   /* functions by first use: A B D C E F */

  ful_tree_rows_collapse (rows, 0);
  g_assert_true (ful_tree_rows_reveal (rows, ful_call_tree_find_path (view->tree, acd, 3), NULL, NULL));
  assert_rows (rows,
               "A\n"
               "  B\n"
               "    D\n"
               "  C\n"
               "    D*\n"
               "E+\n");

  /* No sample of the range is in A C, but some are in A. */
  g_assert_true (ful_tree_rows_reveal (few, ful_call_tree_find_path (first->tree, acd, 3), NULL, NULL));
  assert_rows (few,
               "A*\n"
               "  B\n"
               "    D\n");
}

static void
test_expand_and_collapse (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);

  g_assert_cmpuint (ful_tree_rows_expand (rows, 2), ==, 0);   /* a leaf */
  g_assert_cmpuint (ful_tree_rows_expand (rows, 3), ==, 1);
  g_assert_cmpuint (ful_tree_rows_expand (rows, 3), ==, 0);   /* is open */
  g_assert_cmpuint (ful_tree_rows_collapse (rows, 0), ==, 4);
  assert_rows (rows,
               "A+\n"
               "E+\n");

  /* What was open below is open again. */
  g_assert_cmpuint (ful_tree_rows_expand (rows, 0), ==, 4);
  assert_rows (rows,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C\n"
               "    D\n"
               "E+\n");
  g_assert_cmpint (ful_tree_rows_find_parent (rows, 4), ==, 3);
  g_assert_cmpint (ful_tree_rows_find_parent (rows, 3), ==, 0);
  g_assert_cmpint (ful_tree_rows_find_parent (rows, 5), ==, -1);
  g_assert_cmpint (ful_tree_rows_find (rows, rows->rows[4].node), ==, 4);
}

static void
test_expand_all (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);

  ful_tree_rows_collapse (rows, 0);
  g_assert_true (ful_tree_rows_expand_all (rows, 0, NULL, NULL));
  assert_rows (rows,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C\n"
               "    D\n"
               "E+\n");
  g_assert_true (ful_tree_rows_expand_all (rows, 5, NULL, NULL));
  g_assert_cmpuint (rows->n_rows, ==, 7);
}

/* New numbers change the order; what is open and selected stays by node. */
static void
test_follows_numbers (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);
  g_autoptr(FulSampleRows) tail = ful_derived_thread_get_rows (view->derived, &(FulTimeRange) { 3.5, 100 });
  g_autoptr(FulCallTree) tree = ful_call_tree_new (view->nodes, NULL, tail, NULL, NULL);
  g_autoptr(FulTreeRows) followed = ful_tree_rows_follow (rows, rows->selected, tree, NULL, FALSE, NULL, NULL);

  assert_rows (followed,
               "A\n"
               "  C+\n"
               "E+\n");
  g_assert_cmpint (followed->selected, ==, rows->selected);
}

/* Other call nodes: all is carried over by path, as far as the paths exist. */
static void
test_follows_paths (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) searched = ful_test_view_new (profile, "{ \"thread\": 0, \"search\": \"D\" }");
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (all->tree, all->derived, NULL, NULL);
  g_autoptr(FulTreeRows) followed = NULL;
  g_autoptr(FulTreeRows) back = NULL;

  g_assert_true (all->nodes != searched->nodes);
  followed = ful_tree_rows_follow (rows, rows->selected, searched->tree, NULL, FALSE, NULL, NULL);
  assert_rows (followed,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C+\n");

  back = ful_tree_rows_follow (followed, followed->selected, all->tree, NULL, FALSE, NULL, NULL);
  assert_rows (back,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C+\n"
               "E+\n");
}

/* What is opened at first is the way to the hottest row; what leads to the selected one is opened too. */
static void
test_selection_is_seen (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) searched = ful_test_view_new (profile, "{ \"thread\": 0, \"search\": \"D\" }");
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (all->tree, all->derived, NULL, NULL);
  g_autoptr(FulTreeRows) followed = NULL;
  FulFuncIndex acd[] = { 0, 3, 2 };   /* functions by first use: A B D C E F */

  followed = ful_tree_rows_follow (rows, ful_call_tree_find_path (all->tree, acd, 3), searched->tree, NULL, FALSE, NULL, NULL);
  assert_rows (followed,
               "A\n"
               "  B\n"
               "    D\n"
               "  C\n"
               "    D*\n");
}

static void
test_selection_turns_with_tree (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) normal = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) inverted = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (normal->tree, normal->derived, NULL, NULL);
  g_autoptr(FulTreeRows) turned = ful_tree_rows_follow (rows, rows->selected, inverted->tree, NULL, FALSE, NULL, NULL);

  g_assert_cmpint (turned->selected, !=, FUL_NONE);
  g_assert_cmpstr (ful_call_tree_get_name (turned->tree, turned->selected), ==, "D");
  g_assert_cmpint (ful_tree_rows_find (turned, turned->selected), >=, 0);
}

static void
test_cancel (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) searched = ful_test_view_new (profile, "{ \"thread\": 0, \"search\": \"D\" }");
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (all->tree, all->derived, NULL, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_tree_rows_follow (rows, rows->selected, searched->tree, NULL, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Random expanding and collapsing against a list built from scratch each time. */
static void
test_random (void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (3);
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  B  B  C  C  C\n"
                                                              "A  B  C  A  A  B  C  A\n"
                                                              "B  B  C  C  A  A  C  A\n"
                                                              "C  A  C  A  B  A  C  B\n"
                                                              "A  A  C  B  B  C  C  C\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);

  for (guint i = 0; i < 2000; i++)
    {
      guint row = (guint) g_rand_int_range (random, 0, (gint32) rows->n_rows);
      guint n_before = rows->n_rows;
      g_autoptr(FulTreeRows) rebuilt = NULL;
      g_autofree char *expected = NULL;

      if (ful_tree_rows_is_expanded (rows, rows->rows[row].node))
        g_assert_cmpuint (ful_tree_rows_collapse (rows, row), ==, n_before - rows->n_rows);
      else
        g_assert_cmpuint (ful_tree_rows_expand (rows, row), ==, rows->n_rows - n_before);

      rebuilt = ful_tree_rows_follow (rows, rows->selected, view->tree, NULL, FALSE, NULL, NULL);
      expected = rows_to_text (rebuilt);
      assert_rows (rows, expected);
    }
}

/* Siblings stay where they were shown, whatever their totals are by now; others come after them. */
static void
test_keeps_order (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulProfile) later = ful_test_profile_from_text ("A  A  E  E  E  E  E  G  G  G  G  G  G\n"
                                                            "B  C  F  H  H  H                     \n"
                                                            "D  D                                 \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) after = ful_test_view_new (later, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (view->tree, view->derived, NULL, NULL);
  g_autoptr(FulTreeRows) kept = NULL;
  g_autoptr(FulTreeRows) sorted = NULL;

  ful_tree_rows_expand (rows, 4);
  assert_rows (rows,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C+\n"
               "E\n"
               "  F\n");
  kept = ful_tree_rows_follow (rows, rows->selected, after->tree, NULL, TRUE, NULL, NULL);
  assert_rows (kept,
               "A\n"
               "  B\n"
               "    D*\n"
               "  C+\n"
               "E\n"
               "  F\n"
               "  H\n"
               "G\n");
  sorted = ful_tree_rows_follow (kept, kept->selected, after->tree, NULL, FALSE, NULL, NULL);
  assert_rows (sorted,
               "G\n"
               "E\n"
               "  H\n"
               "  F\n"
               "A\n"
               "  B\n"
               "    D*\n"
               "  C+\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tree-rows/opens-hottest", test_opens_hottest);
  g_test_add_func ("/tree-rows/opens-heaviest", test_opens_heaviest);
  g_test_add_func ("/tree-rows/hot", test_hot);
  g_test_add_func ("/tree-rows/keeps-order", test_keeps_order);
  g_test_add_func ("/tree-rows/expand-and-collapse", test_expand_and_collapse);
  g_test_add_func ("/tree-rows/expand-all", test_expand_all);
  g_test_add_func ("/tree-rows/follows-numbers", test_follows_numbers);
  g_test_add_func ("/tree-rows/follows-paths", test_follows_paths);
  g_test_add_func ("/tree-rows/selection-is-seen", test_selection_is_seen);
  g_test_add_func ("/tree-rows/selection-turns-with-tree", test_selection_turns_with_tree);
  g_test_add_func ("/tree-rows/reveal", test_reveal);
  g_test_add_func ("/tree-rows/cancel", test_cancel);
  g_test_add_func ("/tree-rows/random", test_random);

  return g_test_run ();
}
