/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which times a ruler marks. Semantics: tracks.md 10. */

#include "config.h"

#include "ful-time-ruler.h"

#include <math.h>

#define SECOND 1000.0
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)

static double
round_up_decimal (double value)
{
  double unit = pow (10, floor (log10 (value)));

  for (guint i = 0; i < 3; i++)
    {
      double candidate = unit * (const double[]) { 1, 2, 5 }[i];

      /* Not the last bit decides. */
      if (candidate >= value * (1 - 1e-12))
        return candidate;
    }

  return unit * 10;
}

/**
 * ful_time_ruler_get_step:
 * @min_step: least distance of two marks in ms, greater than 0
 *
 * Returns: the smallest round time that is not less: 1, 2 or 5 of a power of ten up to ten seconds, above
 *   it what people count in up to two days
 */
double
ful_time_ruler_get_step (double min_step)
{
  static const double round_times[] = {
    15 * SECOND, 20 * SECOND, 30 * SECOND,
    1 * MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE, 20 * MINUTE, 30 * MINUTE,
    1 * HOUR, 2 * HOUR, 3 * HOUR, 4 * HOUR, 6 * HOUR, 8 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR,
  };

  if (min_step > 10 * SECOND && min_step <= 48 * HOUR)
    for (guint i = 0; i < G_N_ELEMENTS (round_times); i++)
      if (round_times[i] >= min_step)
        return round_times[i];

  return round_up_decimal (min_step);
}
