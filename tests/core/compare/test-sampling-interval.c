/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The measured interval against one that sorts all gaps: for few and for many samples, and where the gaps that the median
 * is looked for between first are not like the others. */

#include "compare/runs/ful-sampling-interval.h"
#include "ful-test-profile.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>

static int
compare_numbers (const void *a,
                 const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
measure_naive (const double *time,
               guint         n_rows)
{
  g_autofree double *gaps = g_new (double, n_rows);
  double median, sum = 0;
  guint n = 0, n_usual;

  for (guint i = 1; i < n_rows; i++)
    if (time[i] > time[i - 1])
      gaps[n++] = time[i] - time[i - 1];
  qsort (gaps, n, sizeof *gaps, compare_numbers);
  median = (gaps[(n - 1) / 2] + gaps[n / 2]) / 2;
  for (n_usual = 0; n_usual < n && gaps[n_usual] <= 2 * median; n_usual++)
    sum += gaps[n_usual];

  return sum / n_usual;
}

typedef double (*Gap) (GRand *random,
                       guint  row);

static double
get_constant (GRand *random,
              guint  row)
{
  return 1;
}

static double
get_jittered (GRand *random,
              guint  row)
{
  return g_rand_double_range (random, 0, 20) < 1 ? g_rand_double_range (random, 1, 100) : g_rand_double_range (random, 0.9, 1.1);
}

/* Few values, and half of the rows at the same time as those before. */
static double
get_rounded (GRand *random,
             guint  row)
{
  return g_rand_int_range (random, 0, 6) / 2;
}

/* Of 200,000 samples each twelfth or so is looked at. */
static double
get_misleading (GRand *random,
                guint  row)
{
  return (row - 1) * 16384ull % 199999 < 16384 ? 100 : g_rand_double_range (random, 1, 2);
}

static void
test_interval (void)
{
  static const Gap gaps[] = { get_constant, get_jittered, get_rounded, get_misleading };
  static const guint sizes[] = { 200, 201, 65537, 200000, 200001 };
  g_autoptr(GRand) random = g_rand_new_with_seed (1);

  for (guint g = 0; g < G_N_ELEMENTS (gaps); g++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        g_autofree double *time = g_new0 (double, sizes[s]);
        double expected;

        for (guint i = 1; i < sizes[s]; i++)
          time[i] = time[i - 1] + gaps[g] (random, i);
        expected = measure_naive (time, sizes[s]);
        g_assert_cmpfloat_with_epsilon (ful_sampling_interval_measure (time, sizes[s], 7), expected, 1e-9 * expected);
      }
}

static void
test_few (void)
{
  double time[101];

  for (guint i = 0; i < G_N_ELEMENTS (time); i++)
    time[i] = 3 * i;
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 101, 7), ==, 3);
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 100, 7), ==, 7);
  /* Nothing is said: what is there counts. */
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 100, 0), ==, 3);
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 2, 0), ==, 3);
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 1, 0), ==, 0);
  time[1] = 0;
  g_assert_cmpfloat (ful_sampling_interval_measure (time, 101, 7), ==, 7);
}

/* Between 1 and 1.9, so that gaps of 2.5 are no long ones. */
static void
test_even (void)
{
  double time[121] = { 0 };

  for (guint i = 1; i < G_N_ELEMENTS (time); i++)
    time[i] = time[i - 1] + (i <= 60 ? 1 : i <= 110 ? 1.9 : 2.5);
  g_assert_cmpfloat_with_epsilon (ful_sampling_interval_measure (time, 121, 7), 1.5, 1e-12);
}

/* Each thread is measured once. */
static void
test_derive (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;

  for (guint thread = 0; thread < 2; thread++)
    {
      FulThreadBuilder *builder = ful_test_profile_add (test, "");

      for (guint i = 0; i < 200; i++)
        ful_test_profile_sample (builder, i * (thread + 1.0), FUL_NONE);
    }
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (ful_sampling_interval_derive (profile, i % 2, 5, cache, NULL), ==, 1 + i % 2);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_INTERVAL), ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sampling-interval/like-sorting", test_interval);
  g_test_add_func ("/sampling-interval/few", test_few);
  g_test_add_func ("/sampling-interval/even", test_even);
  g_test_add_func ("/sampling-interval/derive", test_derive);

  return g_test_run ();
}
