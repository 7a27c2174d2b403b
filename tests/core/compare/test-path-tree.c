/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-types.h"
#include "compare/pairing/ful-path-tree.h"

enum { A = 1, B };

/* Siblings with one key are a node; the same key elsewhere is another one. */
static void
test_nodes (void)
{
  g_autoptr(FulPathTree) tree = ful_path_tree_new ();
  gint32 a = ful_path_tree_add (tree, FUL_PATH_ROOT, A), b = ful_path_tree_add (tree, a, B), other = ful_path_tree_add (tree, FUL_PATH_ROOT, B);

  g_assert_cmpint (ful_path_tree_add (tree, FUL_PATH_ROOT, A), ==, a);
  g_assert_cmpint (ful_path_tree_add (tree, a, B), ==, b);
  g_assert_cmpint (other, !=, b);
  g_assert_cmpuint (tree->prefix->len, ==, 4);   /* with the root */
  g_assert_cmpint (ful_path_tree_get_prefix (tree, b), ==, a);
  g_assert_cmpint (ful_path_tree_get_prefix (tree, other), ==, FUL_PATH_ROOT);
  g_assert_cmpint (ful_path_tree_get_key (tree, b), ==, B);
}

/* What a path has twice counts once: at its outermost node. */
static void
test_recursion (void)
{
  g_autoptr(FulPathTree) tree = ful_path_tree_new ();
  gint32 a = ful_path_tree_add (tree, FUL_PATH_ROOT, A), b = ful_path_tree_add (tree, a, B), again = ful_path_tree_add (tree, b, A);

  g_assert_cmpint (g_array_index (tree->item, gint32, a), ==, A);
  g_assert_cmpint (g_array_index (tree->item, gint32, b), ==, B);
  g_assert_cmpint (g_array_index (tree->item, gint32, again), ==, FUL_NONE);
  g_assert_cmpint (g_array_index (tree->depth, gint32, again), ==, 3);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/path-tree/nodes", test_nodes);
  g_test_add_func ("/path-tree/recursion", test_recursion);

  return g_test_run ();
}
