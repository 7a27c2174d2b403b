/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The CPU time of a thread, of Windows, which counts it in steps of some ms. */

#include "config.h"

#include "ful-thread-time.h"

#include <windows.h>

/* In µs; files count in 100 ns. */
static gint64
to_us (FILETIME time)
{
  return (gint64) (((guint64) time.dwHighDateTime << 32 | time.dwLowDateTime) / 10);
}

gint64
ful_thread_time_get (void)
{
  FILETIME begin, end, kernel, user;

  return GetThreadTimes (GetCurrentThread (), &begin, &end, &kernel, &user) ? to_us (kernel) + to_us (user) : g_get_monotonic_time ();
}
