/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "compare/ful-per.h"

#include <math.h>

static void
test_words (void)
{
  static const struct { const char *text; gboolean is_known; FulPer per; const char *marker; } examples[] = {
    { "run", TRUE, FUL_PER_RUN }, { "wall", TRUE, FUL_PER_WALL }, { "cpu", TRUE, FUL_PER_CPU }, { "total", TRUE, FUL_PER_TOTAL },
    { "marker:a:b", TRUE, FUL_PER_MARKER, "a:b" }, { "marker:", FALSE }, { "marker", FALSE }, { "Run", FALSE }, { "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      const char *marker = "before";
      g_autofree char *text = NULL;
      FulPer per;

      g_assert_cmpint (ful_per_parse (examples[i].text, &per, &marker), ==, examples[i].is_known);
      g_assert_cmpstr (marker, ==, examples[i].marker);
      if (!examples[i].is_known)
        continue;
      g_assert_cmpint (per, ==, examples[i].per);
      text = ful_per_dup_text (per, marker);
      g_assert_cmpstr (text, ==, examples[i].text);
    }
}

static void
test_divisors (void)
{
  static const struct { FulPer per; double divisor; const char *unit; } expected[] = {
    { FUL_PER_RUN, 1, "ms" }, { FUL_PER_WALL, 2, "ms/s" }, { FUL_PER_CPU, 0.5, "ms/s" }, { FUL_PER_TOTAL, 3, "%" }, { FUL_PER_MARKER, 7, "ms/Frame" },
  };
  const FulRun run = { .duration = 2000, .cpu_time = 500, .total = { .x = 300 }, .n_markers = 7 }, unknown = { .cpu_time = NAN };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *unit = ful_per_dup_unit (expected[i].per, "Frame", "ms");

      g_assert_cmpfloat (ful_per_get_divisor (expected[i].per, &run), ==, expected[i].divisor);
      g_assert_cmpstr (unit, ==, expected[i].unit);
    }
  g_assert_true (isnan (ful_per_get_divisor (FUL_PER_CPU, &unknown)));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/per/words", test_words);
  g_test_add_func ("/per/divisors", test_divisors);

  return g_test_run ();
}
