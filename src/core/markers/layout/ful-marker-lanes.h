/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-category-color.h"
#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-style.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

/* The front-end shows no more lanes of intervals of one name. */
#define FUL_MARKER_LANES_MAX_OF_REFERENCE 300

/**
 * FulMarkerLane:
 * @name: the name of its markers, or "Network Requests"
 * @is_instant: whether its markers are instants
 * @category: of its first marker
 * @n_markers: number of boxes
 * @markers: (array length=n_markers): rows of the marker list; ascending by start, and no interval overlaps another
 *
 * One row of boxes.
 */
typedef struct
{
  const char       *name;
  gboolean          is_instant;
  FulCategoryIndex  category;
  guint             n_markers;
  guint            *markers;
} FulMarkerLane;

/**
 * FulMarkerLanes:
 * @list: the list of the markers
 * @n_lanes: number of lanes
 * @lanes: (array length=n_lanes): from top to bottom
 *
 * Markers laid out in rows of boxes (markers.md 7). Starts and ends are those of
 * @list. Immutable, counted.
 */
typedef struct
{
  FulMarkerList *list;
  guint          n_lanes;
  FulMarkerLane *lanes;

  /*< private >*/
  gint32        *lane_of;      /* for each marker of the list its lane, or FUL_NONE */
  guint         *all_markers;
  guint8        *colors;       /* (nullable): for each marker of the list, see ful_marker_colors_find() */
} FulMarkerLanes;

FulMarkerLanes *ful_marker_lanes_new         (FulMarkerList       *list,
                                              GArray              *markers,
                                              gboolean             by_category,
                                              guint                max_lanes,
                                              GCancellable        *cancellable,
                                              GError             **error);
FulMarkerLanes *ful_marker_lanes_new_timings (FulMarkerList       *list,
                                              const FulTimeRange  *range,
                                              guint                max_lanes,
                                              GCancellable        *cancellable,
                                              GError             **error);
FulMarkerLanes *ful_marker_lanes_new_single  (FulMarkerList       *list,
                                              GArray              *markers);
guint           ful_marker_lanes_find_first  (const FulMarkerLanes *self,
                                              guint                lane,
                                              double               time);
guint           ful_marker_lanes_find_next   (const FulMarkerLanes *self,
                                              guint                 lane,
                                              guint                 from,
                                              double                time);
gboolean        ful_marker_lanes_find_marker (const FulMarkerLanes *self,
                                              guint                 marker,
                                              guint                *out_lane,
                                              guint                *out_place);
const FulCategoryHue *
                ful_marker_lanes_get_hue     (const FulMarkerLanes *self,
                                              guint                lane,
                                              guint                marker);
FulCategoryIndex ful_marker_lanes_get_timing_category (const FulMarkerLanes *self);
FulMarkerLanes *ful_marker_lanes_ref         (FulMarkerLanes      *self);
void            ful_marker_lanes_unref       (FulMarkerLanes      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerLanes, ful_marker_lanes_unref)

G_END_DECLS
