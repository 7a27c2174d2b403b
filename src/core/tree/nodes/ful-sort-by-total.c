/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order of rows in trees and lists: descending by absolute total, rows with equal
 * totals in the order they were added (call-tree.md 5). */

#include "config.h"

#include "ful-sort-by-total.h"

#include <math.h>

/**
 * ful_totals_add:
 * @totals: (element-type FulRadixEntry): gets an entry
 * @row: a call node or a function
 * @total: its total; the sign is ignored, NaN is 0
 */
void
ful_totals_add (GArray *totals,
                gint32  row,
                double  total)
{
  FulRadixEntry entry = { ~ful_radix_key (isnan (total) ? 0 : fabs (total)), row };

  g_array_append_val (totals, entry);
}

/**
 * ful_sort_by_total:
 * @totals: (element-type FulRadixEntry): sorted
 * @rows: (element-type gint32): replaced with the rows in order
 *
 * O(totals).
 */
void
ful_sort_by_total (GArray *totals,
                   GArray *rows)
{
  ful_radix_sort ((FulRadixEntry *) (gpointer) totals->data, totals->len, NULL);
  g_array_set_size (rows, totals->len);
  for (guint i = 0; i < totals->len; i++)
    g_array_index (rows, gint32, i) = g_array_index (totals, FulRadixEntry, i).row;
}
