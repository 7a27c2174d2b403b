/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures the iterations of the main loop. It replaces the poll function of the
 * loop: everything between two polls is one turn. A turn is measured by the CPU
 * time of the main thread, so that load from other processes does not count. Costs
 * two clock readings a turn. Main thread only. */

#include "config.h"

#include "ful-watchdog.h"

#include "ful-thread-time.h"

static FulWatchdogReport report;
static GPollFunc         real_poll;
static gint64            turn_started = -1;

static int
watched_poll (GPollFD *fds,
              guint    n_fds,
              int      timeout)
{
  int n_ready;

  if (turn_started >= 0)
    {
      gint64 used = ful_thread_time_get () - turn_started;

      report.n_turns++;
      report.worst_us = MAX (report.worst_us, used);
      report.total_us += used;
      report.n_long += used > FUL_WATCHDOG_LONG_US;
      if (used > FUL_WATCHDOG_LIMIT_US)
        {
          report.n_stalls++;
          g_debug ("A turn of the main loop took %" G_GINT64_FORMAT " µs", used);
        }
    }

  n_ready = real_poll (fds, n_fds, timeout);
  turn_started = ful_thread_time_get ();

  return n_ready;
}

/**
 * ful_watchdog_install:
 *
 * Begins to watch the default main context. Further calls do nothing.
 */
void
ful_watchdog_install (void)
{
  if (real_poll)
    return;

  real_poll = g_main_context_get_poll_func (NULL);
  g_main_context_set_poll_func (NULL, watched_poll);
}

/**
 * ful_watchdog_reset:
 *
 * Sets all figures to zero; the current turn is not counted.
 */
void
ful_watchdog_reset (void)
{
  report = (FulWatchdogReport) { 0 };
  turn_started = -1;
}

/**
 * ful_watchdog_report:
 *
 * Returns: the figures up to the last finished turn
 */
FulWatchdogReport
ful_watchdog_report (void)
{
  return report;
}
