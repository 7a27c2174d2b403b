/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A turn of the main loop that takes longer than this drops a frame. */
#define FUL_WATCHDOG_LIMIT_US 16000

/* One that takes longer than this drops two. */
#define FUL_WATCHDOG_LONG_US 33000

/**
 * FulWatchdogReport:
 * @n_turns: turns of the main loop since the watchdog was installed or reset
 * @n_stalls: turns that used more than %FUL_WATCHDOG_LIMIT_US of CPU time
 * @n_long: turns that used more than %FUL_WATCHDOG_LONG_US
 * @worst_us: CPU time of the longest turn
 * @total_us: CPU time of all turns
 */
typedef struct
{
  guint64 n_turns;
  guint64 n_stalls;
  guint64 n_long;
  gint64  worst_us;
  gint64  total_us;
} FulWatchdogReport;

void              ful_watchdog_install (void);
void              ful_watchdog_reset   (void);
FulWatchdogReport ful_watchdog_report  (void);

G_END_DECLS
