/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "io/bytes/ful-utf8.h"

#include <string.h>

static void
test_table (void)
{
  static const struct { const char *in, *out; gsize n_bad, first; } rows[] = {
    { "plain", "plain", 0, 0 },
    { "\303\251\346\274\242\360\237\230\200", "\303\251\346\274\242\360\237\230\200", 0, 0 },
    { "a\377b", "a?b", 1, 1 },
    { "\300\200", "??", 2, 0 },                    /* overlong */
    { "\355\240\200", "???", 3, 0 },               /* surrogate */
    { "\364\220\200\200", "????", 4, 0 },          /* above U+10FFFF */
    { "\360\217\277\277", "????", 4, 0 },          /* overlong */
    { "\342\202", "??", 2, 0 },                    /* cut off */
    { "\303\303\251", "?\303\251", 1, 0 },
    { "0123456789012345678901234567890\200", "0123456789012345678901234567890?", 1, 31 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup (rows[i].in);
      gsize n_bad = 0, first = 0;

      g_assert_cmpuint (ful_utf8_repair (text, strlen (text), TRUE, &n_bad, &first), ==, strlen (rows[i].in));
      g_assert_cmpstr (text, ==, rows[i].out);
      g_assert_cmpuint (n_bad, ==, rows[i].n_bad);
      if (n_bad > 0)
        g_assert_cmpuint (first, ==, rows[i].first);
    }
}

static void
test_split_anywhere (void)
{
  static const char text[] = "a\303\251b\346\274\242c\360\237\230\200d\377e\342\202";
  g_autofree char *whole = g_strdup (text);
  gsize n = strlen (text);
  gsize n_bad = 0, first;

  ful_utf8_repair (whole, n, TRUE, &n_bad, &first);
  for (gsize split = 0; split <= n; split++)
    {
      g_autofree char *parts = g_strdup (text);
      gsize bad = 0;
      gsize done = ful_utf8_repair (parts, split, FALSE, &bad, &first);

      g_assert_cmpuint (split - done, <=, 3);
      g_assert_cmpuint (ful_utf8_repair (parts + done, n - done, TRUE, &bad, &first), ==, n - done);
      g_assert_cmpstr (parts, ==, whole);
      g_assert_cmpuint (bad, ==, n_bad);
    }
}

static void
test_random_against_glib (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (3);

  for (guint i = 0; i < 50000; i++)
    {
      char text[48];
      gsize n = (gsize) g_rand_int_range (rand, 1, 40);
      gsize n_bad = 0, first;
      gboolean valid;

      for (gsize k = 0; k < n; k++)
        text[k] = (char) (g_rand_int_range (rand, 0, 3) ? g_rand_int_range (rand, 1, 128) : g_rand_int_range (rand, 128, 256));
      text[n] = '\0';
      valid = g_utf8_validate (text, (gssize) n, NULL);
      ful_utf8_repair (text, n, TRUE, &n_bad, &first);
      g_assert_true (g_utf8_validate (text, (gssize) n, NULL));
      g_assert_true (valid == (n_bad == 0));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/utf8/table", test_table);
  g_test_add_func ("/utf8/split-anywhere", test_split_anywhere);
  g_test_add_func ("/utf8/random-against-glib", test_random_against_glib);

  return g_test_run ();
}
