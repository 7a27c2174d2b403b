/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Hit tests in lanes. */

#include "config.h"

#include "ful-marker-lanes.h"

#include "base/ful-bisect.h"
#include "markers/list/ful-marker-style.h"
#include "model/ful-profile.h"

#include <math.h>

static double
get_end (const FulMarkerLanes *self,
         guint                 lane,
         guint                 place)
{
  guint marker = self->lanes[lane].markers[place];

  return fmax (self->list->start[marker], self->list->end[marker]);
}

/* The first place from @low on whose marker ends at @time or later; @high if none before it does. */
static guint
find_between (const FulMarkerLanes *self,
              guint                 lane,
              guint                 low,
              guint                 high,
              double                time)
{
  return FUL_BISECT (low, high, i, get_end (self, lane, i) >= time);
}

/**
 * ful_marker_lanes_find_first:
 * @lane: one of the lanes
 * @time: absolute ms
 *
 * O(log n).
 *
 * Returns: the first index in the lane whose marker ends at @time or later; the number of its markers if
 *   there is none
 */
guint
ful_marker_lanes_find_first (const FulMarkerLanes *self,
                             guint                 lane,
                             double                time)
{
  return find_between (self, lane, 0, self->lanes[lane].n_markers, time);
}

/**
 * ful_marker_lanes_find_next:
 * @lane: one of the lanes
 * @from: an index in it, or its number of markers
 * @time: absolute ms
 *
 * Like ful_marker_lanes_find_first(), beginning at @from; O(log distance).
 */
guint
ful_marker_lanes_find_next (const FulMarkerLanes *self,
                            guint                 lane,
                            guint                 from,
                            double                time)
{
  guint n = self->lanes[lane].n_markers;
  guint low = from, step = 1;

  while (from < n && get_end (self, lane, from) < time)
    {
      low = from + 1;
      from = step < n - from ? from + step : n;
      step *= 2;
    }

  return find_between (self, lane, low, MIN (from, n), time);
}

/**
 * ful_marker_lanes_find_marker:
 * @marker: a marker of the list
 * @out_lane: (out): its lane
 * @out_place: (out): its place there
 *
 * O(log n).
 *
 * Returns: whether it is in the lanes
 */
gboolean
ful_marker_lanes_find_marker (const FulMarkerLanes *self,
                              guint                 marker,
                              guint                *out_lane,
                              guint                *out_place)
{
  const FulMarkerLane *lane;

  if (self->lane_of[marker] == FUL_NONE)
    return FALSE;

  lane = &self->lanes[self->lane_of[marker]];
  *out_lane = (guint) self->lane_of[marker];
  /* Ascending by start, and so by number. */
  *out_place = FUL_BISECT (0, lane->n_markers, i, lane->markers[i] >= marker);

  return TRUE;
}

/**
 * ful_marker_lanes_get_hue:
 * @lane: one of the lanes
 * @marker: a marker in it
 *
 * Returns: (transfer none): the colour of the marker: its own, or that of the category of the lane
 */
const FulCategoryHue *
ful_marker_lanes_get_hue (const FulMarkerLanes *self,
                          guint                 lane,
                          guint                 marker)
{
  if (self->colors && self->colors[marker])
    return ful_marker_color_get_hue (self->colors[marker]);

  return ful_category_hue_lookup (ful_profile_get_category (self->list->profile, self->lanes[lane].category)->color);
}

/**
 * ful_marker_lanes_get_timing_category:
 *
 * Returns: the category whose colour user timings have (call-tree.md 9): that of scripts, or the first
 */
FulCategoryIndex
ful_marker_lanes_get_timing_category (const FulMarkerLanes *self)
{
  FulProfile *profile = self->list->profile;

  for (guint i = 0; i < profile->categories->len; i++)
    if (g_str_equal (ful_profile_get_category (profile, i)->name, "JavaScript"))
      return (FulCategoryIndex) i;

  return 0;
}
