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

/* Nodes of a copy are those of the tree, and new ones are its own. */
static void
test_copy (void)
{
  g_autoptr(FulPathTree) tree = ful_path_tree_new ();
  gint32 a = ful_path_tree_add (tree, FUL_PATH_ROOT, A), b = ful_path_tree_add (tree, a, B), again = ful_path_tree_add (tree, b, A);
  g_autoptr(FulPathTree) copy = ful_path_tree_copy (tree);

  g_assert_cmpuint (copy->prefix->len, ==, tree->prefix->len);
  g_assert_cmpint (ful_path_tree_add (copy, b, A), ==, again);
  g_assert_cmpint (g_array_index (copy->item, gint32, again), ==, FUL_NONE);
  ful_path_tree_add (copy, b, B);
  g_assert_cmpuint (copy->prefix->len, ==, tree->prefix->len + 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/path-tree/nodes", test_nodes);
  g_test_add_func ("/path-tree/recursion", test_recursion);
  g_test_add_func ("/path-tree/copy", test_copy);

  return g_test_run ();
}
