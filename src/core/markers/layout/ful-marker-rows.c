/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The rows of a marker chart, without pixels. O(lanes). */

#include "config.h"

#include "ful-marker-rows.h"

#include "base/ful-bisect.h"

static void
clear (gpointer data)
{
  FulMarkerRows *self = data;

  g_clear_pointer (&self->lanes, ful_marker_lanes_unref);
  g_free (self->rows);
}

/**
 * ful_marker_rows_new:
 * @lanes: lanes
 * @with_headings: whether categories have headings; @lanes are grouped by category then, and a name
 *   has a first lane in each
 *
 * Returns: (transfer full): their rows
 */
FulMarkerRows *
ful_marker_rows_new (FulMarkerLanes *lanes,
                     gboolean        with_headings)
{
  FulMarkerRows *self = g_atomic_rc_box_new0 (FulMarkerRows);
  guint n_headings = 0;
  FulMarkerRow *heading = NULL, *first = NULL;

  self->lanes = ful_marker_lanes_ref (lanes);
  self->rows = g_new (FulMarkerRow, MAX (2 * (gsize) lanes->n_lanes, 1));
  for (guint i = 0; i < lanes->n_lanes; i++)
    {
      const FulMarkerLane *lane = &lanes->lanes[i];
      gboolean is_new = with_headings && (i == 0 || lanes->lanes[i - 1].category != lane->category);
      gboolean is_first = is_new || i == 0 || !g_str_equal (lanes->lanes[i - 1].name, lane->name);

      if (is_new)
        {
          heading = &self->rows[self->n_rows++];
          *heading = (FulMarkerRow) { i, n_headings++, 0, TRUE, FALSE };
        }
      self->rows[self->n_rows] = (FulMarkerRow) { i, n_headings, 0, FALSE, (guint8) is_first };
      if (is_first)
        first = &self->rows[self->n_rows];
      first->n_markers += lane->n_markers;
      if (heading)
        heading->n_markers += lane->n_markers;
      self->n_rows++;
    }
  self->rows = g_renew (FulMarkerRow, self->rows, MAX (self->n_rows, 1));

  return self;
}

/**
 * ful_marker_rows_find_lane:
 * @lane: one of the lanes
 *
 * O(log n).
 *
 * Returns: its row
 */
guint
ful_marker_rows_find_lane (const FulMarkerRows *self,
                           guint                lane)
{
  /* The last row, as a heading comes before it. */
  return FUL_BISECT (lane + 1, self->n_rows, i, self->rows[i].lane > lane) - 1;
}

FulMarkerRows *
ful_marker_rows_ref (FulMarkerRows *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_marker_rows_unref (FulMarkerRows *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
