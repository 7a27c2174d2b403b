/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-interner.h"

static void
test_random_against_naive (void)
{
  g_autoptr(FulInterner) interner = ful_interner_new (3);
  g_autoptr(GHashTable) naive = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  for (guint i = 0; i < 20000; i++)
    {
      gint32 keys[3] = { g_rand_int_range (rand, -2, 30), g_rand_int_range (rand, -2, 30), g_rand_int_range (rand, -2, 6) };
      char *text = g_strdup_printf ("%d %d %d", keys[0], keys[1], keys[2]);
      gpointer known = g_hash_table_lookup (naive, text);
      guint expected = known ? GPOINTER_TO_UINT (known) - 1 : g_hash_table_size (naive);

      g_assert_cmpuint (ful_interner_intern (interner, keys), ==, expected);
      if (known)
        g_free (text);
      else
        g_hash_table_insert (naive, text, GUINT_TO_POINTER (expected + 1));
    }
  g_assert_cmpuint (ful_interner_get_n (interner), ==, g_hash_table_size (naive));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interner/random-against-naive", test_random_against_naive);

  return g_test_run ();
}
