/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long markers of a name took, in all runs of a side: 400 bytes a name, however many markers there are. */

#include "config.h"

#include "ful-duration-bins.h"

#include "base/ful-format.h"

#include <math.h>

#define MAX_KEYS 20000

struct _FulDurationBins
{
  GHashTable *counts;   /* key → (array length=FUL_DURATION_BINS) of guint32 */
};

FulDurationBins *
ful_duration_bins_new (void)
{
  FulDurationBins *self = g_new (FulDurationBins, 1);

  self->counts = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  return self;
}

/* Returns: (transfer full): the same counts */
FulDurationBins *
ful_duration_bins_copy (const FulDurationBins *self)
{
  FulDurationBins *copy = ful_duration_bins_new ();
  GHashTableIter iter;
  gpointer key, counts;

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &key, &counts))
    g_hash_table_insert (copy->counts, key, g_memdup2 (counts, FUL_DURATION_BINS * sizeof (guint32)));

  return copy;
}

void
ful_duration_bins_free (FulDurationBins *self)
{
  g_hash_table_unref (self->counts);
  g_free (self);
}

/**
 * ful_duration_bins_find:
 * @duration: ms
 *
 * Returns: its bin; the first and the last one have what is shorter and longer, too
 */
guint
ful_duration_bins_find (double duration)
{
  double at = duration > 0 ? floor (log10 (duration / FUL_DURATION_LEAST) * FUL_DURATION_BINS_A_DECADE) : 0;

  return (guint) CLAMP (at, 0, FUL_DURATION_BINS - 1);
}

/**
 * ful_duration_bins_get_least:
 * @bin: from 0 to %FUL_DURATION_BINS
 *
 * Returns: ms at which @bin begins
 */
double
ful_duration_bins_get_least (guint bin)
{
  return FUL_DURATION_LEAST * pow (10, (double) bin / FUL_DURATION_BINS_A_DECADE);
}

/**
 * ful_duration_bins_add:
 * @key: of the name
 * @duration: of a marker, ms
 *
 * After the first 20,000 keys others are not counted.
 */
void
ful_duration_bins_add (FulDurationBins *self,
                       gint32           key,
                       double           duration)
{
  guint32 *counts = g_hash_table_lookup (self->counts, GINT_TO_POINTER (key));
  guint bin = ful_duration_bins_find (duration);

  if (counts == NULL && g_hash_table_size (self->counts) >= MAX_KEYS)
    return;
  if (counts == NULL)
    {
      counts = g_new0 (guint32, FUL_DURATION_BINS);
      g_hash_table_insert (self->counts, GINT_TO_POINTER (key), counts);
    }
  counts[bin] += counts[bin] < G_MAXUINT32;
}

/**
 * ful_duration_bins_get:
 *
 * Returns: (transfer none) (nullable) (array fixed-size=100): markers in each bin
 */
const guint32 *
ful_duration_bins_get (const FulDurationBins *self,
                       gint32                 key)
{
  return g_hash_table_lookup (self->counts, GINT_TO_POINTER (key));
}

/**
 * ful_duration_bins_dup_most_frequent:
 * @bins: (element-type double): markers in each bin
 *
 * Returns: (transfer full): durations of the bin that most are in; of equal ones the shortest; "" if there is none
 */
char *
ful_duration_bins_dup_most_frequent (const GArray *bins)
{
  guint most = 0;
  g_autofree char *least = NULL;
  g_autofree char *greatest = NULL;

  for (guint i = 1; i < bins->len; i++)
    if (g_array_index (bins, double, i) > g_array_index (bins, double, most))
      most = i;
  if (bins->len == 0 || g_array_index (bins, double, most) == 0)
    return g_strdup ("");

  least = ful_format_duration (ful_duration_bins_get_least (most));
  greatest = ful_format_duration (ful_duration_bins_get_least (most + 1));
  if (most == 0)
    return g_strdup_printf ("≤ %s", greatest);

  return most == FUL_DURATION_BINS - 1 ? g_strdup_printf ("≥ %s", least) : g_strdup_printf ("%s … %s", least, greatest);
}
