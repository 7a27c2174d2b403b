/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-marker-key.h"

#include "model/ful-thread-tables.h"

#include <string.h>

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

/* Returns: the first raw marker of a thread of @profile with the name and the time that @row has in @before, or @row */
static gint32
map_row (FulProfile *before,
         FulProfile *profile,
         gint32      thread,
         gint32      row,
         gboolean    is_end)
{
  const FulMarkerTable *from = ful_profile_get_thread (before, (guint) thread)->markers;
  const FulMarkerTable *to = ful_profile_get_thread (profile, (guint) thread)->markers;
  const double *times = is_end ? to->end_time : to->start_time;
  const char *name;
  double time;

  if (row == FUL_NONE)
    return FUL_NONE;

  name = ful_profile_get_string (before, from->name[row]);
  time = is_end ? from->end_time[row] : from->start_time[row];
  /* From @row on, where it is as a rule: rows are added at the end. */
  for (guint k = 0; k < to->table.n_rows; k++)
    {
      guint i = (guint) (((guint64) row + k) % to->table.n_rows);

      if (times[i] == time && to->phase[i] == from->phase[row] && strcmp (ful_profile_get_string (profile, to->name[i]), name) == 0)
        return (gint32) i;
    }

  return FUL_NONE;
}

/**
 * ful_marker_key_map:
 * @before: the profile of @self
 * @profile: one with the same numbers, see ful_profile_take_numbers()
 *
 * Makes @self name the marker of @profile with the same thread, name and start; it is no longer set if there is none.
 * O(1) if its raw marker has the same number, else O(markers).
 */
void
ful_marker_key_map (FulMarkerKey *self,
                    FulProfile   *before,
                    FulProfile   *profile)
{
  FulMarkerKey was = *self;

  if (!self->is_set)
    return;

  self->begin_row = map_row (before, profile, self->thread, self->begin_row, FALSE);
  self->end_row = map_row (before, profile, self->thread, self->end_row, TRUE);
  self->is_set = (self->begin_row != FUL_NONE) == (was.begin_row != FUL_NONE) &&
                 (was.begin_row != FUL_NONE || (self->end_row != FUL_NONE) == (was.end_row != FUL_NONE));
}
