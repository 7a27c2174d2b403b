/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-thread-time.h"

#include <time.h>

/**
 * ful_thread_time_get:
 *
 * Returns: the CPU time of this thread in µs; where the system does not know it, the time
 */
gint64
ful_thread_time_get (void)
{
  struct timespec now;

  if (clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) == 0)
    return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;

  return g_get_monotonic_time ();
}
