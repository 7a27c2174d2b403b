/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "compare/runs/ful-duration-bins.h"

/* A duration is in the bin that begins at it or before; whatever is shorter or longer is in the first or last one. */
static void
test_bounds (void)
{
  for (guint i = 1; i + 1 < FUL_DURATION_BINS; i++)
    {
      g_assert_cmpuint (ful_duration_bins_find (ful_duration_bins_get_least (i) * 1.001), ==, i);
      g_assert_cmpuint (ful_duration_bins_find (ful_duration_bins_get_least (i + 1) * 0.999), ==, i);
    }
  g_assert_cmpfloat (ful_duration_bins_get_least (0), ==, FUL_DURATION_LEAST);
  g_assert_cmpfloat_with_epsilon (ful_duration_bins_get_least (40), 1, 1e-12);
  g_assert_cmpuint (ful_duration_bins_find (0), ==, 0);
  g_assert_cmpuint (ful_duration_bins_find (-1), ==, 0);
  g_assert_cmpuint (ful_duration_bins_find (1e-9), ==, 0);
  g_assert_cmpuint (ful_duration_bins_find (1e30), ==, FUL_DURATION_BINS - 1);
}

static void
test_counts (void)
{
  g_autoptr(FulDurationBins) bins = ful_duration_bins_new ();
  const guint32 *counts;

  ful_duration_bins_add (bins, 3, 1.1);
  ful_duration_bins_add (bins, 3, 1.2);
  ful_duration_bins_add (bins, 4, 100);

  counts = ful_duration_bins_get (bins, 3);
  for (guint i = 0; i < FUL_DURATION_BINS; i++)
    g_assert_cmpuint (counts[i], ==, i == ful_duration_bins_find (1.1) ? 2 : 0);
  g_assert_cmpuint (ful_duration_bins_get (bins, 4)[ful_duration_bins_find (100)], ==, 1);
  g_assert_null (ful_duration_bins_get (bins, 0));
}

/* A million names do not take 400 MB. */
static void
test_many_keys (void)
{
  g_autoptr(FulDurationBins) bins = ful_duration_bins_new ();
  guint n = 0;

  for (gint32 key = 0; key < 100000; key++)
    ful_duration_bins_add (bins, key, 1);
  for (gint32 key = 0; key < 100000; key++)
    n += ful_duration_bins_get (bins, key) != NULL;
  g_assert_cmpuint (n, ==, 20000);
  ful_duration_bins_add (bins, 7, 1);
  g_assert_cmpuint (ful_duration_bins_get (bins, 7)[ful_duration_bins_find (1)], ==, 2);
}

/* The first and the last bin are open to one side. */
static void
test_most_frequent (void)
{
  static const struct {
    int at;
    const char *text;
  } cases[] = {{-1, ""}, {0, "≤ 126 ns"}, {40, "1.00 ms … 1.26 ms"}, {FUL_DURATION_BINS - 1, "≥ "}};
  g_autoptr(GArray) bins = g_array_new (FALSE, TRUE, sizeof (double));

  g_array_set_size (bins, FUL_DURATION_BINS);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = NULL;

      if (cases[i].at >= 0)
        g_array_index (bins, double, cases[i].at) = i;
      text = ful_duration_bins_dup_most_frequent (bins);
      if (cases[i].at == FUL_DURATION_BINS - 1)
        g_assert_true (g_str_has_prefix (text, cases[i].text) && strstr (text, "…") == NULL);
      else
        g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/duration-bins/bounds", test_bounds);
  g_test_add_func ("/duration-bins/counts", test_counts);
  g_test_add_func ("/duration-bins/many-keys", test_many_keys);
  g_test_add_func ("/duration-bins/most-frequent", test_most_frequent);

  return g_test_run ();
}
