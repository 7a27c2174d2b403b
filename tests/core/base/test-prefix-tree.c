/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-prefix-tree.h"

/* Few parents and many keys: more children than a list has, and lists whose order changes. */
static void
test_random_against_naive (void)
{
  g_autoptr(FulPrefixTree) tree = ful_prefix_tree_new ();
  g_autoptr(GHashTable) naive = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autofree FulPrefixNode *nodes = NULL;

  for (guint i = 0; i < 50000; i++)
    {
      gint32 parent = g_rand_int_range (rand, -1, CLAMP ((gint32) ful_prefix_tree_get_n (tree), 0, 40));
      gint32 key = g_rand_int_range (rand, -2, parent < 5 ? 300 : 12);
      char *text = g_strdup_printf ("%d %d", parent, key);
      gpointer known = g_hash_table_lookup (naive, text);
      gint32 expected = known ? GPOINTER_TO_INT (known) - 1 : (gint32) g_hash_table_size (naive);

      g_assert_cmpint (ful_prefix_tree_get_child (tree, parent, key), ==, expected);
      if (known)
        g_free (text);
      else
        g_hash_table_insert (naive, text, GINT_TO_POINTER (expected + 1));
    }
  g_assert_cmpuint (ful_prefix_tree_get_n (tree), ==, g_hash_table_size (naive));
  g_assert_cmpuint (ful_prefix_tree_get_n (tree), >, 1000);

  nodes = ful_prefix_tree_free_to_nodes (g_steal_pointer (&tree));
  for (guint i = 0; i < g_hash_table_size (naive); i++)
    {
      g_autofree char *text = g_strdup_printf ("%d %d", nodes[i].parent, nodes[i].key);

      g_assert_cmpint (GPOINTER_TO_INT (g_hash_table_lookup (naive, text)) - 1, ==, (gint32) i);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/prefix-tree/random-against-naive", test_random_against_naive);

  return g_test_run ();
}
