/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FUL_BISECT:
 * @begin: first row
 * @end: one past the last row
 * @i: name of the row in @condition, a #guint
 * @condition: false for all rows before some row, true from it on
 *
 * O(log n) evaluations of @condition.
 *
 * Returns: the first row for which @condition is true, or @end
 */
#define FUL_BISECT(begin, end, i, condition) \
  G_GNUC_EXTENSION ({ \
    guint bisect_low = (begin); \
    guint bisect_high = (end); \
    while (bisect_low < bisect_high) \
      { \
        guint i = bisect_low + (bisect_high - bisect_low) / 2; \
        if (condition) \
          bisect_high = i; \
        else \
          bisect_low = i + 1; \
      } \
    bisect_low; \
  })

G_END_DECLS
