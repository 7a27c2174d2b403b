/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Differences and verdicts. The figures of the first case are of an independent program that agrees with R's t.test() and
 * p.adjust(); those of Benjamini and Hochberg are p.adjust (c (…), "BH"). */

#include "compare/change/ful-change.h"

#include <glib.h>
#include <math.h>

static const FulChangeRules rules = { .margin = 0.05, .min_effect = 0.01, .is_time = TRUE };

static const FulRunValue before[] = {
  { 160.2309, 30.0219 }, { 165.2077, 35.2738 }, { 171.2704, 33.1368 }, { 152.8763, 48.9530 }, { 168.6437, 38.0327 }, { 160.5417, 60.2770 },
};
static const FulRunValue after[] = {
  { 197.8347, 59.3384 }, { 197.6232, 34.7998 }, { 204.1375, 50.1320 }, { 194.7652, 31.4081 }, { 198.4543, 52.8870 }, { 195.0896, 21.1807 },
};

static void
test_runs (void)
{
  FulChange change;

  ful_change_compute (&change, before, 6, 6, after, 6, 6, &rules);
  g_assert_cmpfloat_with_epsilon (change.difference, 34.8556, 1e-4);
  g_assert_cmpfloat_with_epsilon (change.run_variance[FUL_BEFORE], 44.2453, 1e-3);
  g_assert_cmpfloat_with_epsilon (change.run_variance[FUL_AFTER], 41.2868, 1e-4);
  g_assert_cmpfloat_with_epsilon (change.interval[0], 26.4417, 2e-4);
  g_assert_cmpfloat_with_epsilon (change.interval[1], 43.2697, 2e-4);
  g_assert_cmpfloat_with_epsilon (change.ratio, 1.2137, 1e-4);
  g_assert_cmpfloat_with_epsilon (change.ratio_interval[0], 1.1577, 1e-4);
  g_assert_cmpfloat_with_epsilon (change.ratio_interval[1], 1.2730, 1e-4);
  g_assert_cmpfloat_with_epsilon (change.p, 3.319e-6, 1e-9);
  g_assert_cmpfloat_with_epsilon (change.detectable, 11.733, 1e-3);
  g_assert_cmpfloat_with_epsilon (change.effective[FUL_BEFORE], 3899, 1);
  g_assert_cmpfloat_with_epsilon (change.effective[FUL_AFTER], 5650, 1);
}

static void
test_few_runs (void)
{
  const FulRunValue one = { 160.2309, 120.347 }, other = { 197.8347, 121.019 };
  const FulRunValue zeros[] = { { 0, 1 }, { 0, 1.5 }, { 0, 2 }, { 0, 2 }, { 0, 1.5 } };
  const FulRunValue twos[] = { { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 }, { 2, 0 } };
  const FulRunValue four[] = { { 100, 30 }, { 104, 30 }, { 98, 30 }, { 102, 30 } }, single = { 118, 30 };
  const FulRunValue wide[] = { { 90, 30 }, { 110, 30 }, { 105, 30 }, { 115, 30 } };
  FulChangeRules noisy = rules;
  FulChange change;

  ful_change_compute (&change, &one, 1, 1, &other, 1, 1, &rules);
  g_assert_cmpfloat_with_epsilon (change.p, 0.01550, 1e-5);
  g_assert_cmpfloat_with_epsilon (change.interval[0], 7.154, 1e-3);
  g_assert_cmpfloat_with_epsilon (change.detectable, 43.525, 2e-3);
  noisy.assumed_noise = 0.1;
  ful_change_compute (&change, &one, 1, 1, &other, 1, 1, &noisy);
  g_assert_cmpfloat_with_epsilon (change.run_variance[FUL_BEFORE], 120.347 + 16.02309 * 16.02309, 1e-9);

  ful_change_compute (&change, zeros, 5, 5, twos, 5, 5, &rules);
  g_assert_cmpfloat_with_epsilon (change.p, 0.00767, 1e-5);
  g_assert_cmpfloat_with_epsilon (change.interval[0], 0.696, 1e-3);
  g_assert_cmpfloat_with_epsilon (change.interval[1], 3.304, 1e-3);
  g_assert_true (isnan (change.ratio) && isnan (change.ratio_interval[0]));

  ful_change_compute (&change, four, 4, 4, &single, 1, 1, &rules);
  g_assert_cmpfloat_with_epsilon (change.p, 0.0692, 1e-4);

  /* Above the floor, one run varies as those of the other side do. */
  ful_change_compute (&change, wide, 4, 4, &single, 1, 1, &rules);
  g_assert_cmpfloat_with_epsilon (change.run_variance[FUL_BEFORE], 350.0 / 3, 1e-9);
  g_assert_cmpfloat (change.run_variance[FUL_AFTER], ==, change.run_variance[FUL_BEFORE]);
}

/* What cannot be told from 0 has no interval of its ratio. */
static void
test_ratio_of_nothing (void)
{
  const FulRunValue noise[] = { { 0.5, 1 }, { 0, 1 }, { 1, 1 } }, more[] = { { 9, 1 }, { 8, 1 }, { 9, 1 } };
  FulChange change;

  ful_change_compute (&change, noise, 3, 3, more, 3, 3, &rules);
  g_assert_cmpfloat_with_epsilon (change.ratio, 26 / 1.5, 1e-12);
  g_assert_true (isnan (change.ratio_interval[0]) && isnan (change.ratio_interval[1]));
  ful_change_compute (&change, more, 3, 3, noise, 3, 3, &rules);
  g_assert_cmpfloat (change.ratio_interval[0], <, 0.2);
  g_assert_cmpfloat (change.ratio_interval[1], >, 0.1);
}

/* What can be negative, as freed bytes, has no ratio; what is gone has one of 0. */
static void
test_ratio_of_negative (void)
{
  const FulRunValue less[] = { { -20, 1 }, { -22, 1 } }, more[] = { { 30, 1 }, { 32, 1 } };
  FulChange change;

  ful_change_compute (&change, less, 2, 2, more, 2, 2, &rules);
  g_assert_true (isnan (change.ratio) && isnan (change.ratio_interval[0]));
  g_assert_cmpfloat (change.difference, ==, 52);
  ful_change_compute (&change, more, 2, 2, less, 2, 2, &rules);
  g_assert_true (isnan (change.ratio));
  ful_change_compute (&change, more, 2, 2, NULL, 0, 2, &rules);
  g_assert_cmpfloat (change.ratio, ==, 0);
}

/* Without a floor it is the test of Welch: t.test (y, x) of R. Figures of mpmath 1.3 with 40 digits. */
static void
test_welch (void)
{
  static const double x[] = { 27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1 }, y[] = { 27.1, 22.0, 20.8, 23.4, 33.4 };
  FulRunValue a[G_N_ELEMENTS (x)], b[G_N_ELEMENTS (y)];
  FulChange change;

  for (guint i = 0; i < G_N_ELEMENTS (x); i++)
    a[i] = (FulRunValue) { x[i], 0 };
  for (guint i = 0; i < G_N_ELEMENTS (y); i++)
    b[i] = (FulRunValue) { y[i], 0 };
  ful_change_compute (&change, a, G_N_ELEMENTS (x), G_N_ELEMENTS (x), b, G_N_ELEMENTS (y), G_N_ELEMENTS (y), &rules);
  g_assert_cmpfloat_with_epsilon (change.p, 0.10207444058526802, 1e-12);
  g_assert_cmpfloat_with_epsilon (change.interval[0], -1.2987847708505444, 1e-9);
  g_assert_cmpfloat_with_epsilon (change.interval[1], 11.228784770850544, 1e-9);
}

/* Runs without the item have 0, whether that is said or not. */
static void
test_missing (void)
{
  const FulRunValue sparse[] = { { 3, 1 }, { 5, 1 } }, dense[] = { { 3, 1 }, { 0, 0 }, { 5, 1 }, { 0, 0 } };
  const FulRunValue other[] = { { 6, 1 }, { 7, 1 }, { 9, 1 } };
  FulChange a, b;

  ful_change_compute (&a, sparse, 2, 4, other, 3, 3, &rules);
  ful_change_compute (&b, dense, 4, 4, other, 3, 3, &rules);
  g_assert_cmpfloat_with_epsilon (a.p, b.p, 1e-15);
  g_assert_cmpfloat_with_epsilon (a.run_variance[FUL_BEFORE], 6, 1e-12);
  g_assert_cmpfloat_with_epsilon (b.run_variance[FUL_BEFORE], 6, 1e-12);
}

/* With the sides exchanged the difference is mirrored; an item in all rows of equal runs has no error. */
static void
test_exchange (void)
{
  const FulRunValue same[] = { { 100, 0 }, { 100.00000000000001, 0 } };
  FulChange a, b;

  ful_change_compute (&a, before, 6, 6, after, 5, 5, &rules);
  ful_change_compute (&b, after, 5, 5, before, 6, 6, &rules);
  g_assert_cmpfloat (a.difference, ==, -b.difference);
  g_assert_cmpfloat_with_epsilon (a.p, b.p, 1e-18);
  g_assert_cmpfloat_with_epsilon (a.interval[0], -b.interval[1], 1e-12);

  ful_change_compute (&a, same, 1, 1, same + 1, 1, 1, &rules);
  g_assert_cmpfloat (a.p, ==, 1);
  g_assert_cmpfloat (a.ratio, ==, 1);
  ful_change_compute (&a, same, 2, 2, same, 2, 2, &rules);
  g_assert_cmpfloat (a.detectable, ==, 0);
}

static void
judge (FulChange            *changes,
       guint                 n_changes,
       FulChange            *total,
       const guint          *n_runs,
       const FulChangeRules *of)
{
  FulChange *each[8];

  g_assert_cmpuint (n_changes, <=, G_N_ELEMENTS (each));
  for (guint i = 0; i < n_changes; i++)
    each[i] = &changes[i];
  ful_changes_judge (each, n_changes, total, n_runs, of);
}

/* Verdicts of items that have p, shares and rows. */
static void
test_families (void)
{
  const guint n_runs[] = { 5, 5 };
  const double p[] = { 0.01, 0.02, 0.03, 0.04, 0.5, 0.001, 0.2, 0.001 };
  const double share[] = { 30, 20, 10, 5, 1, 0.5, 0.9, 40 };
  const double q[] = { 0.05, 0.05, 0.05, 0.05, 0.5, 0.002, 0.2, NAN };
  const double q_of_one[] = { 0.035, 0.14 / 3, 0.0525, 0.056, 0.5, 0.007, 7 * 0.2 / 6, NAN };
  FulChange changes[8], total = { { 100, 100 }, .p = 0.04, .ratio = 1.02, .ratio_interval = { 1.001, 1.04 }, .difference = 2 };
  FulChangeRules one_family = rules;

  for (guint i = 0; i < 8; i++)
    changes[i] = (FulChange) { { share[i], share[i] * 1.1 }, .difference = share[i] * 0.1, .p = p[i], .rows = i == 7 ? 9 : 10,
                               .ratio = 1.1, .ratio_interval = { 0.9, 1.3 }, .runs_needed = NAN };
  changes[1].difference = -1;
  changes[2].ratio = 1.009;
  changes[2].ratio_interval[0] = 0.951;
  changes[2].ratio_interval[1] = 1.049;
  judge (changes, 8, &total, n_runs, &rules);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpfloat_with_epsilon (changes[i].q, q[i], 1e-15);
  g_assert_true (isnan (changes[7].q));
  g_assert_cmpint (changes[0].verdict, ==, FUL_VERDICT_SLOWER);
  g_assert_cmpint (changes[1].verdict, ==, FUL_VERDICT_FASTER);
  g_assert_cmpint (changes[2].verdict, ==, FUL_VERDICT_SAME);
  g_assert_cmpint (changes[4].verdict, ==, FUL_VERDICT_UNCLEAR);
  g_assert_cmpint (changes[7].verdict, ==, FUL_VERDICT_FEW);
  g_assert_cmpfloat (total.q, ==, 0.04);
  g_assert_cmpint (total.verdict, ==, FUL_VERDICT_SLOWER);

  g_assert_cmpint (changes[3].verdict, ==, FUL_VERDICT_SLOWER);

  one_family.one_family = TRUE;
  one_family.is_time = FALSE;
  judge (changes, 8, &total, n_runs, &one_family);
  for (guint i = 0; i < 7; i++)
    g_assert_cmpfloat_with_epsilon (changes[i].q, q_of_one[i], 1e-15);
  g_assert_cmpint (changes[0].verdict, ==, FUL_VERDICT_MORE);
  g_assert_cmpint (changes[1].verdict, ==, FUL_VERDICT_LESS);
}

/* What is large on one side is large; what is significant and tiny, or within the margin on one side only, is neither. */
static void
test_bounds (void)
{
  const guint n_runs[] = { 5, 5 };
  FulChange changes[4], total = { { 100, 100 }, .p = 1, .ratio = 1, .ratio_interval = { 0.99, 1.01 } };

  for (guint i = 0; i < 4; i++)
    changes[i] = (FulChange) { { 0.2, 0.2 }, .difference = 1, .p = 0.04, .rows = 10, .ratio = 1.1, .ratio_interval = { 1.01, 1.2 }, .runs_needed = NAN };
  changes[0].mean[FUL_BEFORE] = 1;
  changes[1].mean[FUL_AFTER] = 1;
  changes[3].p = 0.9;
  judge (changes, 4, &total, n_runs, &rules);
  g_assert_cmpfloat (changes[0].q, ==, 0.04);
  g_assert_cmpfloat (changes[1].q, ==, 0.04);
  g_assert_cmpfloat_with_epsilon (changes[2].q, 0.08, 1e-15);
  g_assert_cmpint (changes[2].verdict, ==, FUL_VERDICT_UNCLEAR);

  changes[0].ratio = 1.01;
  changes[1].ratio = NAN;
  changes[2].ratio_interval[0] = 0.96;
  changes[2].ratio_interval[1] = 1.06;
  changes[3].ratio_interval[0] = 0.94;
  changes[3].ratio_interval[1] = 1.04;
  judge (changes, 4, &total, n_runs, &rules);
  g_assert_cmpint (changes[0].verdict, ==, FUL_VERDICT_SLOWER);
  g_assert_cmpint (changes[1].verdict, ==, FUL_VERDICT_SLOWER);
  g_assert_cmpint (changes[2].verdict, ==, FUL_VERDICT_UNCLEAR);
  g_assert_cmpint (changes[3].verdict, ==, FUL_VERDICT_UNCLEAR);
}

/* One recording against one is never slower; how many runs would do is said where runs vary. */
static void
test_words (void)
{
  const guint single[] = { 1, 1 }, one_side[] = { 1, 6 }, many[] = { 6, 6 };
  const FulRunValue other[] = { { 140, 40 }, { 200, 40 }, { 170, 40 }, { 180, 40 } };
  FulChange change, total;

  ful_change_compute (&total, before, 6, 6, after, 6, 6, &rules);
  total.rows = 100;
  judge (&total, 1, &total, single, &rules);
  g_assert_cmpint (total.verdict, ==, FUL_VERDICT_MORE);
  judge (&total, 1, &total, one_side, &rules);
  g_assert_cmpint (total.verdict, ==, FUL_VERDICT_SLOWER);

  ful_change_compute (&change, before, 6, 6, other, 4, 4, &rules);
  change.rows = 100;
  judge (&change, 1, &total, many, &rules);
  g_assert_cmpint (change.verdict, ==, FUL_VERDICT_UNCLEAR);
  g_assert_cmpfloat (change.runs_needed, ==,
                     ceil (7.848879734349 * (change.run_variance[0] + change.run_variance[1]) /
                           pow (0.05 * change.mean[FUL_BEFORE], 2)) + 1);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/change/runs", test_runs);
  g_test_add_func ("/change/few-runs", test_few_runs);
  g_test_add_func ("/change/ratio-of-nothing", test_ratio_of_nothing);
  g_test_add_func ("/change/ratio-of-negative", test_ratio_of_negative);
  g_test_add_func ("/change/welch", test_welch);
  g_test_add_func ("/change/missing", test_missing);
  g_test_add_func ("/change/exchange", test_exchange);
  g_test_add_func ("/change/families", test_families);
  g_test_add_func ("/change/bounds", test_bounds);
  g_test_add_func ("/change/words", test_words);

  return g_test_run ();
}
