/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A bit set: 250 kB for two million markers, independent of the sort order. */

#include "config.h"

#include "ful-marker-set.h"

#include <string.h>

struct _FulMarkerSet
{
  guint    n;        /* markers in it */
  guint    n_words;
  guint64 *words;
};

/**
 * ful_marker_set_new:
 * @n_markers: number of markers of the list
 *
 * Returns: (transfer full): a set with none of them
 */
FulMarkerSet *
ful_marker_set_new (guint n_markers)
{
  FulMarkerSet *self = g_new0 (FulMarkerSet, 1);

  self->n_words = n_markers / 64 + 1;
  self->words = g_new0 (guint64, self->n_words);

  return self;
}

void
ful_marker_set_free (FulMarkerSet *self)
{
  g_free (self->words);
  g_free (self);
}

void
ful_marker_set_clear (FulMarkerSet *self)
{
  memset (self->words, 0, self->n_words * sizeof *self->words);
  self->n = 0;
}

guint
ful_marker_set_get_n (const FulMarkerSet *self)
{
  return self->n;
}

/**
 * ful_marker_set_has:
 * @marker: a marker of the list
 */
gboolean
ful_marker_set_has (const FulMarkerSet *self,
                    guint               marker)
{
  return self->words[marker / 64] >> marker % 64 & 1;
}

/**
 * ful_marker_set_add:
 * @markers: (array length=n_markers): markers of the list, each at most once
 *
 * Returns: how many of them were not there
 */
guint
ful_marker_set_add (FulMarkerSet *self,
                    const guint  *markers,
                    guint         n_markers)
{
  guint n_added = 0;

  for (guint i = 0; i < n_markers; i++)
    {
      n_added += !ful_marker_set_has (self, markers[i]);
      self->words[markers[i] / 64] |= G_GUINT64_CONSTANT (1) << markers[i] % 64;
    }
  self->n += n_added;

  return n_added;
}

/**
 * ful_marker_set_remove:
 * @markers: (array length=n_markers): markers of the list, each at most once
 *
 * Returns: how many of them were there
 */
guint
ful_marker_set_remove (FulMarkerSet *self,
                       const guint  *markers,
                       guint         n_markers)
{
  guint n_removed = 0;

  for (guint i = 0; i < n_markers; i++)
    {
      n_removed += ful_marker_set_has (self, markers[i]);
      self->words[markers[i] / 64] &= ~(G_GUINT64_CONSTANT (1) << markers[i] % 64);
    }
  self->n -= n_removed;

  return n_removed;
}

/**
 * ful_marker_set_filter:
 * @markers: (element-type guint): markers of the list
 *
 * Returns: (transfer full) (element-type guint): those in the set, in the same order
 */
GArray *
ful_marker_set_filter (const FulMarkerSet *self,
                       const GArray       *markers)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n_found = 0;

  for (guint i = 0; i < markers->len; i++)
    n_found += ful_marker_set_has (self, g_array_index (markers, guint, i));

  g_array_set_size (found, n_found);
  for (guint i = markers->len; n_found > 0; i--)
    if (ful_marker_set_has (self, g_array_index (markers, guint, i - 1)))
      g_array_index (found, guint, --n_found) = g_array_index (markers, guint, i - 1);

  return found;
}
