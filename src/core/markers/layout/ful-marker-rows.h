/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-marker-lanes.h"

G_BEGIN_DECLS

/**
 * FulMarkerRow:
 * @lane: a lane; of a heading the first one below it
 * @n_headings: how many of the rows before it are headings
 * @n_markers: of a heading those of its category, of the first lane of a name those of the name; else 0
 * @is_heading: whether it is the heading of a category
 * @is_first: whether it is the first lane of a name
 */
typedef struct
{
  guint  lane;
  guint  n_headings;
  guint  n_markers;
  guint8 is_heading;
  guint8 is_first;
} FulMarkerRow;

/**
 * FulMarkerRows:
 * @lanes: the lanes
 * @n_rows: number of rows
 * @rows: (array length=n_rows): from top to bottom
 *
 * The rows of a marker chart: lanes, and the headings above them (markers.md 7).
 * Immutable, counted.
 */
typedef struct
{
  FulMarkerLanes *lanes;
  guint           n_rows;
  FulMarkerRow   *rows;
} FulMarkerRows;

FulMarkerRows *ful_marker_rows_new       (FulMarkerLanes      *lanes,
                                          gboolean             with_headings);
guint          ful_marker_rows_find_lane (const FulMarkerRows *self,
                                          guint                lane);
FulMarkerRows *ful_marker_rows_ref       (FulMarkerRows       *self);
void           ful_marker_rows_unref     (FulMarkerRows       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerRows, ful_marker_rows_unref)

G_END_DECLS
