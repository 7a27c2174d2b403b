/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which times a ruler marks. Semantics: tracks.md 10. */

#include "config.h"

#include "ful-time-ruler.h"

#include "base/ful-format.h"

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
 *   it seconds, minutes and hours up to two days
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

/**
 * ful_time_ruler_get_size_step:
 * @min_step: least distance of two marks in bytes, greater than 0
 *
 * Returns: the smallest round size that is not less: above a kilobyte and up to a terabyte powers of two of KB,
 *   MB and GB, else 1, 2 or 5 of a power of ten
 */
double
ful_time_ruler_get_size_step (double min_step)
{
  if (min_step > 1e3 && min_step <= 1e12)
    for (double unit = 1e3; unit <= 1e9; unit *= 1e3)
      for (guint factor = 1; factor <= 512; factor *= 2)
        if (factor * unit >= min_step)
          return factor * unit;

  return round_up_decimal (min_step);
}

/**
 * ful_time_ruler_format:
 * @is_bytes: whether the profile measures bytes where others measure time
 * @at: ms, or bytes
 * @step: distance to the neighbours of @at on a ruler
 *
 * Returns: (transfer full): @at for the user
 */
char *
ful_time_ruler_format (gboolean is_bytes,
                       double   at,
                       double   step)
{
  return is_bytes ? ful_format_bytes (at) : ful_format_time (at, step);
}
