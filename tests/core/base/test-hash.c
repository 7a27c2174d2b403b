/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-hash.h"

#define N 4096

static guint
count_hashes (const guint *hashes,
              guint        n)
{
  g_autoptr(GHashTable) different = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    g_hash_table_add (different, GUINT_TO_POINTER (hashes[i]));

  return g_hash_table_size (different);
}

/* Texts that all have the same hash in GLib. */
static void
test_text (void)
{
  guint hashes[N];

  for (guint i = 0; i < N; i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      for (guint bit = 0; bit < 12; bit++)
        g_string_append (text, i >> bit & 1 ? "FY" : "Ez");
      hashes[i] = ful_hash_text (text->str);
      g_assert_cmpuint (hashes[i], ==, ful_hash_bytes (text->str, text->len));
      g_assert_cmpuint (g_str_hash (text->str), ==, g_str_hash ("EzEzEzEzEzEzEzEzEzEzEzEz"));
    }
  g_assert_cmpuint (count_hashes (hashes, N), >, N - 10);
  g_assert_cmpuint (ful_hash_text ("12345678ab"), !=, ful_hash_text ("12345678ac"));
  g_assert_cmpuint (ful_hash_text (""), !=, ful_hash_bytes ("\0", 1));
}

/* Numbers of which GLib takes one half for the other, or only what is before the point. */
static void
test_numbers (void)
{
  guint integers[N], doubles[N];
  double zero = 0, minus_zero = -0.0;

  for (guint i = 0; i < N; i++)
    {
      gint64 integer = (gint64) i << 32;
      double number = 1 + i / (double) N;

      g_assert_cmpuint (g_int64_hash (&integer), ==, 0);
      g_assert_cmpuint (g_double_hash (&number), ==, 1);
      integers[i] = ful_hash_int64 (&integer);
      doubles[i] = ful_hash_double (&number);
    }
  g_assert_cmpuint (count_hashes (integers, N), >, N - 10);
  g_assert_cmpuint (count_hashes (doubles, N), >, N - 10);
  g_assert_cmpuint (ful_hash_double (&zero), ==, ful_hash_double (&minus_zero));
}

static void
test_shared_bytes (void)
{
  g_autoptr(GBytes) bytes = g_bytes_new_static ("a\0b", 3);
  g_autoptr(GBytes) none = g_bytes_new_static (NULL, 0);

  g_assert_cmpuint (ful_hash_shared_bytes (bytes), ==, ful_hash_bytes ("a\0b", 3));
  g_assert_cmpuint (ful_hash_shared_bytes (none), ==, ful_hash_bytes (NULL, 0));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hash/text", test_text);
  g_test_add_func ("/hash/numbers", test_numbers);
  g_test_add_func ("/hash/shared-bytes", test_shared_bytes);

  return g_test_run ();
}
