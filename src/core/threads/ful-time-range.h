/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <math.h>

G_BEGIN_DECLS

/**
 * FulTimeRange:
 * @start: ms, inclusive
 * @end: ms, exclusive
 *
 * A span of time. Absolute ones are on the profile's time line; relative ones
 * count from the start of the root range, which is where the user sees zero.
 */
typedef struct
{
  double start;
  double end;
} FulTimeRange;

FulTimeRange ful_root_range_compute      (FulProfile   *profile);
FulTimeRange ful_root_range_extend       (FulTimeRange  range,
                                          FulProfile   *before,
                                          FulProfile   *profile);
FulTimeRange ful_thread_range_compute    (const FulProfile *profile,
                                          const FulThread  *thread);
void         ful_time_range_find_rows    (FulTimeRange  range,
                                          const double *time,
                                          guint         n_rows,
                                          guint        *out_begin,
                                          guint        *out_end);

static inline gboolean
ful_time_range_equal (FulTimeRange a,
                      FulTimeRange b)
{
  return a.start == b.start && a.end == b.end;
}

/* A time rounded to ns, the finest resolution of any recording: removes the rounding errors of
 * sums and differences. */
static inline double
ful_time_to_ns (double ms)
{
  return floor (ms * 1e6 + 0.5) / 1e6;
}

static inline FulTimeRange
ful_time_range_shift (FulTimeRange range,
                      double       delta)
{
  return (FulTimeRange) { range.start + delta, range.end + delta };
}

G_END_DECLS
