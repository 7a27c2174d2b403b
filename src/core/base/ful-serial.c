/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-serial.h"

/**
 * ful_serial_new:
 *
 * Any thread.
 *
 * Returns: a number above 0 that was never returned before; names an input in the keys of derived results
 */
guint64
ful_serial_new (void)
{
  static guint64 last;

  return __atomic_add_fetch (&last, 1, __ATOMIC_RELAXED);
}
