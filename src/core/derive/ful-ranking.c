/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The order in which trees and lists are shown: descending absolute total,
 * equal ones as they were added (call-tree.md 5). */

#include "config.h"

#include "ful-ranking.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* From so many entries on, sorting by bytes beats comparing. */
#define RADIX_MIN 512

static int
compare_ranked (gconstpointer a,
                gconstpointer b)
{
  const FulRanked *x = a;
  const FulRanked *y = b;

  if (x->key != y->key)
    return x->key > y->key ? -1 : 1;

  return x->place < y->place ? -1 : 1;
}

/* The bits of a double that is not negative grow with it; turned over they
 * sort downward. */
static inline guint64
key_bits (const FulRanked *entry)
{
  guint64 bits;

  memcpy (&bits, &entry->key, sizeof bits);

  return ~bits;
}

/* Byte by byte from the lowest; bytes that all keys share, most of them for
 * whole numbers, cost nothing. */
static void
radix_sort (FulRanked *entries,
            guint   n)
{
  g_autofree guint32 *counts = g_new0 (guint32, 8 * 256);
  g_autofree FulRanked *scratch = g_new (FulRanked, n);
  FulRanked *from = entries, *to = scratch;

  for (guint i = 0; i < n; i++)
    for (guint byte = 0; byte < 8; byte++)
      counts[byte * 256 + ((key_bits (&entries[i]) >> (8 * byte)) & 0xff)]++;

  for (guint byte = 0; byte < 8; byte++)
    {
      guint32 *next = counts + byte * 256;
      FulRanked *swap = from;
      guint32 place = 0;

      if (next[(key_bits (&entries[0]) >> (8 * byte)) & 0xff] == n)
        continue;

      for (guint i = 0; i < 256; i++)
        {
          guint32 count = next[i];

          next[i] = place;
          place += count;
        }
      for (guint i = 0; i < n; i++)
        to[next[(key_bits (&from[i]) >> (8 * byte)) & 0xff]++] = from[i];
      from = to;
      to = swap;
    }
  if (from != entries)
    memcpy (entries, from, n * sizeof *entries);
}

/**
 * ful_ranking_add:
 * @ranking: (element-type FulRanked): gets an entry
 * @row: a call node or a function
 * @total: its total; the sign does not count, not a number counts as 0
 */
void
ful_ranking_add (GArray *ranking,
                 gint32  row,
                 double  total)
{
  FulRanked entry = { isnan (total) ? 0 : fabs (total), ranking->len, row };

  g_array_append_val (ranking, entry);
}

/**
 * ful_ranking_sort:
 * @ranking: (element-type FulRanked): entries in the order they were added
 *
 * Puts them into the order of display. O(entries) for many.
 */
void
ful_ranking_sort (GArray *ranking)
{
  if (ranking->len >= RADIX_MIN)
    radix_sort ((FulRanked *) (gpointer) ranking->data, ranking->len);
  else if (ranking->len > 1)
    qsort (ranking->data, ranking->len, sizeof (FulRanked), compare_ranked);
}

/**
 * ful_ranking_take:
 * @ranking: (element-type FulRanked): entries in the order they were added
 * @rows: (element-type gint32): replaced with the rows in the order of display
 */
void
ful_ranking_take (GArray *ranking,
                  GArray *rows)
{
  ful_ranking_sort (ranking);
  g_array_set_size (rows, ranking->len);
  for (guint i = 0; i < ranking->len; i++)
    g_array_index (rows, gint32, i) = g_array_index (ranking, FulRanked, i).row;
}
