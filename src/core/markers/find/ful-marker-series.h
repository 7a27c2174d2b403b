/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_MARKER_GRAPH_LINE,
  FUL_MARKER_GRAPH_LINE_FILLED,
  FUL_MARKER_GRAPH_BAR,
} FulMarkerGraphType;

/* One line of a graph. */
typedef struct
{
  char               *key;      /* member of the payload */
  FulMarkerGraphType  type;
  guint32             rgb;
  double             *values;   /* for each marker of the series */
} FulMarkerGraphLine;

/**
 * FulMarkerSeries:
 * @markers: (element-type guint): markers of the list that have all values, ascending
 * @lines: (element-type FulMarkerGraphLine): in order of the schema
 *
 * Numbers in the payloads of markers of one name, for the graphs of their schema
 * (markers.md 10).
 */
typedef struct
{
  GArray *markers;
  GArray *lines;
} FulMarkerSeries;

FulMarkerSeries *ful_marker_series_new  (const FulMarkerList *list,
                                         FulStringIndex       name,
                                         const char          *schema);
void             ful_marker_series_free (FulMarkerSeries     *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerSeries, ful_marker_series_free)

G_END_DECLS
