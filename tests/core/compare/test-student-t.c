/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tails and quantiles against figures of mpmath 1.3 with 40 digits: the regularized incomplete beta function and its
 * inverse by bisection. R's pt() and qt() have the same to 1e-12. */

#include "compare/change/ful-student-t.h"

#include <glib.h>
#include <math.h>

#define TOLERANCE 1e-10

static void
assert_close (double is,
              double should)
{
  g_assert_cmpfloat_with_epsilon (is, should, TOLERANCE * should);
}

static void
test_tails (void)
{
  static const struct { double t, nu, tail; } figures[] = {
    { 0.001, 1, 0.99936338043983888 },
    { 0.5, 1, 0.70483276469913345 },
    { 1.96, 1, 0.30034289177603314 },
    { 4, 1, 0.15595826075473865 },
    { 9, 1, 0.070446574954554549 },
    { 40, 1, 0.015912179824051627 },
    { 0.001, 2, 0.99929289339559008 },
    { 0.5, 2, 0.66666666666666667 },
    { 1.96, 2, 0.18905730960173226 },
    { 4, 2, 0.057190958417936634 },
    { 9, 2, 0.012121660092786868 },
    { 40, 2, 0.00062441467218474064 },
    { 0.001, 3.5, 0.99925645547186677 },
    { 0.5, 3.5, 0.64685043932255102 },
    { 1.96, 3.5, 0.13162257301272578 },
    { 4, 3.5, 0.020920616365403724 },
    { 9, 3.5, 0.0015318329741985852 },
    { 40, 3.5, 8.7664411093730199e-6 },
    { 0.001, 8, 0.99922660210308932 },
    { 0.5, 8, 0.63053607555697634 },
    { 1.96, 8, 0.085658053457563013 },
    { 4, 8, 0.0039497728034453258 },
    { 9, 8, 1.8531184296430089e-5 },
    { 40, 8, 1.6785718879145792e-10 },
    { 0.001, 9.98807, 0.99922180649835453 },
    { 0.5, 9.98807, 0.62790629317408926 },
    { 1.96, 9.98807, 0.078470708123441299 },
    { 4, 9.98807, 0.0025243228437914782 },
    { 9, 9.98807, 4.1728264941639295e-6 },
    { 40, 9.98807, 2.3384802626339085e-12 },
    { 0.001, 30, 0.99920873576648509 },
    { 0.5, 30, 0.62072300488512729 },
    { 1.96, 30, 0.059342312896050472 },
    { 4, 30, 0.00038184563608375684 },
    { 9, 30, 5.0148319161478786e-10 },
    { 40, 30, 1.3726045194406403e-27 },
    { 0.001, 100, 0.99920410776010341 },
    { 0.5, 100, 0.61817356583088657 },
    { 1.96, 100, 0.052778901366229662 },
    { 4, 100, 0.00012152364430076168 },
    { 9, 100, 1.5360770514750414e-14 },
    { 40, 100, 2.4621076021400708e-63 },
    { 0.001, 200, 0.99920311230113883 },
    { 0.5, 200, 0.61762475231646067 },
    { 1.96, 200, 0.051384840845813284 },
    { 4, 200, 8.9130952185934387e-5 },
    { 9, 200, 1.7709382923264788e-16 },
    { 40, 200, 2.2487396535202507e-97 },
    { 0.001, INFINITY, 0.99920211557217787 },
    { 0.5, INFINITY, 0.61707507745197379 },
    { 1.96, INFINITY, 0.049995790296440868 },
    { 4, INFINITY, 6.3342483666239843e-5 },
    { 9, INFINITY, 2.2571768119076813e-19 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      assert_close (ful_student_t_tail (figures[i].t, figures[i].nu), figures[i].tail);
      assert_close (ful_student_t_tail (-figures[i].t, figures[i].nu), figures[i].tail);
    }
  g_assert_cmpfloat (ful_student_t_tail (0, 7), ==, 1);
  g_assert_cmpfloat (ful_student_t_tail (INFINITY, 7), ==, 0);
  g_assert_cmpfloat (ful_student_t_tail (1e200, 7), ==, 0);
}

static void
test_quantiles (void)
{
  static const struct { double probability, nu, t; } figures[] = {
    { 0.8, 1, 1.3763819204711735 },
    { 0.975, 1, 12.706204736174705 },
    { 0.9999995, 1, 636619.77236705774 },
    { 0.8, 2, 1.0606601717798213 },
    { 0.975, 2, 4.3026527297494639 },
    { 0.9999995, 2, 999.99924999984375 },
    { 0.8, 3.5, 0.95675883393231097 },
    { 0.975, 3.5, 2.9400886379827298 },
    { 0.9999995, 3.5, 74.424185739527784 },
    { 0.8, 8, 0.8888895177670198 },
    { 0.975, 8, 2.3060041352041667 },
    { 0.9999995, 8, 13.257135102228194 },
    { 0.8, 9.98807, 0.87910434731496795 },
    { 0.975, 9.98807, 2.2284996459126307 },
    { 0.9999995, 9.98807, 10.527780540607011 },
    { 0.8, 30, 0.85376726147129763 },
    { 0.975, 30, 2.0422724563012383 },
    { 0.9999995, 30, 6.1190756203842168 },
    { 0.8, 200, 0.84342213153541829 },
    { 0.975, 200, 1.9718962236339094 },
    { 0.9999995, 200, 5.0482856598523096 },
    { 0.8, INFINITY, 0.84162123357291421 },
    { 0.975, INFINITY, 1.9599639845400542 },
    { 0.9999995, INFINITY, 4.8916384756985904 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      assert_close (ful_student_t_quantile (figures[i].probability, figures[i].nu), figures[i].t);
      g_assert_cmpfloat_with_epsilon (ful_student_t_quantile (1 - figures[i].probability, figures[i].nu), -figures[i].t,
                                      1e-8 * figures[i].t);
    }
}

/* Each is the inverse of the other, also for so many runs as a folder may have. */
static void
test_inverse (void)
{
  for (double nu = 1; nu < 1e6; nu *= 1.7)
    for (double probability = 0.55; probability < 1; probability += 0.05)
      assert_close (ful_student_t_tail (ful_student_t_quantile (probability, nu), nu), 2 * (1 - probability));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/student-t/tails", test_tails);
  g_test_add_func ("/student-t/quantiles", test_quantiles);
  g_test_add_func ("/student-t/inverse", test_inverse);

  return g_test_run ();
}
