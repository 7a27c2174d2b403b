/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-marker-key.h"

static gboolean
is_key_of (const FulMarkerKey  *self,
           const FulMarkerList *list,
           guint                marker)
{
  if (list->thread[marker] != self->thread || list->begin_row[marker] != self->begin_row)
    return FALSE;
  if (self->begin_row != FUL_NONE)
    return TRUE;
  if (list->end_row[marker] != self->end_row)
    return FALSE;

  return self->end_row != FUL_NONE || list->start[marker] == self->start;
}

FulMarkerKey
ful_marker_key_of (const FulMarkerList *list,
                   guint                marker)
{
  return (FulMarkerKey) { TRUE, list->thread[marker], list->begin_row[marker], list->end_row[marker], list->start[marker] };
}

/**
 * ful_marker_key_find:
 * @list: of the same threads, in any snapshot
 * @marker: the number it had, or %FUL_NONE
 *
 * O(1) if that did not change, else O(markers).
 *
 * Returns: its number in @list; @marker if the key is not set, %FUL_NONE if there is no such marker
 */
gint32
ful_marker_key_find (const FulMarkerKey  *self,
                     const FulMarkerList *list,
                     gint32               marker)
{
  if (marker != FUL_NONE && (guint) marker < list->n_markers && (!self->is_set || is_key_of (self, list, (guint) marker)))
    return marker;
  if (!self->is_set)
    return FUL_NONE;

  for (guint i = 0; i < list->n_markers; i++)
    if (is_key_of (self, list, i))
      return (gint32) i;

  return FUL_NONE;
}
