/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which trees and lists are shown: descending absolute total,
 * equal ones as they were added (call-tree.md 5). */

#include "config.h"

#include "ful-ranking.h"

#include <math.h>

/**
 * ful_ranking_add:
 * @ranking: (element-type FulRadixEntry): gets an entry
 * @row: a call node or a function
 * @total: its total; the sign does not count, not a number counts as 0
 */
void
ful_ranking_add (GArray *ranking,
                 gint32  row,
                 double  total)
{
  FulRadixEntry entry = { ~ful_radix_key (isnan (total) ? 0 : fabs (total)), row };

  g_array_append_val (ranking, entry);
}

/**
 * ful_ranking_sort:
 * @ranking: (element-type FulRadixEntry): entries in the order they were added
 *
 * Puts them into the order of display. O(entries).
 */
void
ful_ranking_sort (GArray *ranking)
{
  ful_radix_sort ((FulRadixEntry *) (gpointer) ranking->data, ranking->len, NULL);
}

/**
 * ful_ranking_take:
 * @ranking: (element-type FulRadixEntry): entries in the order they were added
 * @rows: (element-type gint32): replaced with the rows in the order of display
 */
void
ful_ranking_take (GArray *ranking,
                  GArray *rows)
{
  ful_ranking_sort (ranking);
  g_array_set_size (rows, ranking->len);
  for (guint i = 0; i < ranking->len; i++)
    g_array_index (rows, gint32, i) = g_array_index (ranking, FulRadixEntry, i).row;
}
