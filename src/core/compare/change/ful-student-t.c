/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tails and quantiles of Student's t, and of the normal distribution as its limit. Pure functions.
 *
 * These are our own, since a library for one continued fraction would be another dependency of every build, also those
 * for Windows. The tail is a regularized incomplete beta function, computed by the continued fraction 8.17.22 of the
 * NIST Digital Library of Mathematical Functions; its relative error stays below 1e-11 down to 1e-300. */

#include "config.h"

#include "ful-student-t.h"

#include <float.h>
#include <math.h>

#define MAX_STEPS 100000
#define MAX_NEWTON_STEPS 200

static double
continue_fraction (double x,
                   double a,
                   double b)
{
  double c = 1, d = 1 - (a + b) * x / (a + 1), f;

  d = 1 / (fabs (d) < DBL_MIN ? DBL_MIN : d);
  f = d;
  for (guint m = 1; m < MAX_STEPS; m++)
    {
      double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      double step;

      d = 1 + even * d;
      c = 1 + even / c;
      d = 1 / (fabs (d) < DBL_MIN ? DBL_MIN : d);
      c = fabs (c) < DBL_MIN ? DBL_MIN : c;
      f *= d * c;
      d = 1 + odd * d;
      c = 1 + odd / c;
      d = 1 / (fabs (d) < DBL_MIN ? DBL_MIN : d);
      c = fabs (c) < DBL_MIN ? DBL_MIN : c;
      step = d * c;
      f *= step;
      if (fabs (step - 1) < DBL_EPSILON)
        break;
    }

  return f;
}

/**
 * ful_student_t_tail:
 * @t: a value of t
 * @nu: degrees of freedom, greater than 0; infinity is the normal distribution
 *
 * Returns: the probability of a value that is farther from 0 than @t, on both sides
 */
double
ful_student_t_tail (double t,
                    double nu)
{
  double square = t * t, a = nu / 2, b = 0.5, x, y, front;

  if (isinf (nu))
    return erfc (fabs (t) / G_SQRT2);
  if (square == 0)
    return 1;
  if (isinf (square))
    return 0;

  x = nu / (nu + square);
  y = square / (nu + square);
  front = exp (lgamma (a + b) - lgamma (a) - lgamma (b) - a * log1p (square / nu) + b * log (y));
  if (x < (a + 1) / (a + b + 2))
    return front * continue_fraction (x, a, b) / a;

  return 1 - front * continue_fraction (y, b, a) / b;
}

static double
compute_density (double t,
                 double nu)
{
  if (isinf (nu))
    return exp (-t * t / 2) / sqrt (2 * G_PI);

  return exp (lgamma ((nu + 1) / 2) - lgamma (nu / 2) - (nu + 1) / 2 * log1p (t * t / nu)) / sqrt (nu * G_PI);
}

/**
 * ful_student_t_quantile:
 * @probability: between 0 and 1, exclusive
 * @nu: degrees of freedom, greater than 0; infinity is the normal distribution
 *
 * Newton's method: the tail is convex, so that steps from the left never go too far.
 *
 * Returns: the value of t that has so much probability below it
 */
double
ful_student_t_quantile (double probability,
                        double nu)
{
  double tail = 2 * MIN (probability, 1 - probability), t = 0;

  for (guint i = 0; i < MAX_NEWTON_STEPS; i++)
    {
      double step = (ful_student_t_tail (t, nu) - tail) / (2 * compute_density (t, nu));

      t += step;
      if (fabs (step) <= 4 * DBL_EPSILON * t)
        break;
    }

  return probability < 0.5 ? -t : t;
}
