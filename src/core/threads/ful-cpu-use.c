/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU use in percent, sample by sample (formats.md 6.3). */

#include "config.h"

#include "ful-cpu-use.h"

#include "base/ful-table.h"

#include <math.h>

static double
greatest_rate (const FulSampleTable *samples)
{
  double greatest = 0;

  for (guint i = 1; i < samples->table.n_rows; i++)
    {
      double delta = ful_i32_or_f64_get (&samples->cpu_delta, i);
      double elapsed = samples->time[i] - samples->time[i - 1];

      if (!isnan (delta) && elapsed != 0)
        greatest = fmax (greatest, delta / elapsed);
    }

  return greatest;
}

/**
 * ful_cpu_use_get_reference:
 * @profile: a profile
 *
 * O(1), or O(samples of all threads) where the unit is CPU cycles.
 *
 * Returns: the CPU time of full use, in the profile's unit for each ms
 */
double
ful_cpu_use_get_reference (FulProfile *profile)
{
  double greatest = 0;

  switch (profile->cpu_unit)
    {
    case FUL_CPU_UNIT_NS:
      return 1e6;
    case FUL_CPU_UNIT_US:
      return 1e3;
    case FUL_CPU_UNIT_VARIABLE_CYCLES:
      for (guint i = 0; i < profile->threads->len; i++)
        greatest = fmax (greatest, greatest_rate (ful_profile_get_thread (profile, i)->samples));
      return greatest;
    case FUL_CPU_UNIT_NONE:
    default:
      return 1;
    }
}

/**
 * ful_cpu_use_is_known:
 *
 * Returns: whether the thread has CPU data that mean something
 */
gboolean
ful_cpu_use_is_known (FulProfile *profile,
                      FulThread  *thread)
{
  return profile->cpu_unit != FUL_CPU_UNIT_NONE && ful_i32_or_f64_exist (&thread->samples->cpu_delta);
}

/**
 * ful_cpu_use_compute:
 * @profile: a profile
 * @thread: a thread of it
 * @reference: from ful_cpu_use_get_reference()
 *
 * The value of a sample describes the time before it. There is one value more than
 * there are samples; with CPU data the first and the last are 0, so that a graph
 * begins and ends at the bottom. All are 100 without.
 *
 * Returns: (transfer full) (array): percentages
 */
guint8 *
ful_cpu_use_compute (FulProfile *profile,
                     FulThread  *thread,
                     double      reference)
{
  const FulSampleTable *samples = thread->samples;
  guint n = samples->table.n_rows;
  guint8 *percent = g_malloc (n + 1);
  gboolean known = ful_cpu_use_is_known (profile, thread);

  percent[0] = percent[n] = known ? 0 : 100;
  for (guint i = 1; i < n; i++)
    {
      double delta = known ? ful_i32_or_f64_get (&samples->cpu_delta, i) : NAN;
      double full = reference * (samples->time[i] - samples->time[i - 1]);

      percent[i] = isnan (delta) || full == 0 ? 100 : (guint8) CLAMP (floor (100 * delta / full + 0.5), 0, 100);
    }

  return percent;
}
