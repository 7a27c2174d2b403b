/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "markers/list/ful-marker-set.h"

#define N_MARKERS 200

static void
test_edges_of_words (void)
{
  g_autoptr(FulMarkerSet) set = ful_marker_set_new (129);
  const guint markers[] = { 128, 0, 63, 64 };

  g_assert_cmpuint (ful_marker_set_add (set, markers, 4), ==, 4);
  g_assert_cmpuint (ful_marker_set_add (set, markers, 2), ==, 0);
  g_assert_true (ful_marker_set_has (set, 63) && ful_marker_set_has (set, 64) && ful_marker_set_has (set, 128));
  g_assert_false (ful_marker_set_has (set, 62) || ful_marker_set_has (set, 65) || ful_marker_set_has (set, 127));
  g_assert_cmpuint (ful_marker_set_remove (set, markers + 2, 1), ==, 1);
  g_assert_true (!ful_marker_set_has (set, 63) && ful_marker_set_has (set, 64));
  ful_marker_set_clear (set);
  g_assert_cmpuint (ful_marker_set_get_n (set), ==, 0);
  g_assert_cmpuint (ful_marker_set_remove (set, markers, 4), ==, 0);
}

/* Random changes, against a byte each. */
static void
test_random (void)
{
  g_autoptr(FulMarkerSet) set = ful_marker_set_new (N_MARKERS);
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean naive[N_MARKERS] = { FALSE };

  /* An order that is none of the numbers': 77 and 200 have no common divisor. */
  for (guint i = 0; i < N_MARKERS; i++)
    g_array_append_vals (rows, &(guint) { i * 77 % N_MARKERS }, 1);

  for (guint step = 0; step < 500; step++)
    {
      guint begin = (guint) g_test_rand_int_range (0, N_MARKERS);
      guint n = (guint) g_test_rand_int_range (0, (gint32) (N_MARKERS - begin + 1));
      gboolean add = g_test_rand_bit ();
      g_autoptr(GArray) found = NULL;
      guint n_changed = 0, at = 0;

      for (guint i = begin; i < begin + n; i++)
        {
          guint marker = g_array_index (rows, guint, i);

          n_changed += naive[marker] != add;
          naive[marker] = add;
        }
      g_assert_cmpuint ((add ? ful_marker_set_add : ful_marker_set_remove) (set, (guint *) (gpointer) rows->data + begin, n),
                        ==, n_changed);

      found = ful_marker_set_filter (set, rows);
      for (guint i = 0; i < N_MARKERS; i++)
        if (naive[g_array_index (rows, guint, i)])
          g_assert_cmpuint (g_array_index (found, guint, at++), ==, g_array_index (rows, guint, i));
      g_assert_cmpuint (at, ==, found->len);
      g_assert_cmpuint (ful_marker_set_get_n (set), ==, found->len);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-set/edges-of-words", test_edges_of_words);
  g_test_add_func ("/marker-set/random", test_random);

  return g_test_run ();
}
