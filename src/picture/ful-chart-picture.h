/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-picture-tracks.h"

#include "base/ful-category-color.h"
#include "charts/ful-box-layout.h"
#include "markers/layout/ful-marker-lanes.h"
#include "threads/ful-time-range.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_CHART_FLAME_GRAPH,   /* boxes are nodes of the layout's tree; from below, unless it is inverted or its root on top */
  FUL_CHART_STACK_CHART,   /* boxes are call nodes; from above */
  FUL_CHART_MARKERS,       /* boxes are markers in lanes, with their names before them; without a layout */
} FulChartKind;

typedef enum
{
  FUL_PICTURE_SVG,
  FUL_PICTURE_PNG,
} FulPictureFormat;

/**
 * FulChartPictureOptions:
 * @kind: kind of the layout
 * @format: what to write
 * @scheme: colours
 * @width: of the picture, in px; at least 1
 * @root_on_top: whether a flame graph hangs from its root
 * @timings: (nullable): rows of markers above those of a stack chart in absolute ms; those of a chart of markers
 * @range: of a chart of markers, absolute ms
 * @tracks: (nullable): drawn above the chart, for the same width
 */
typedef struct
{
  FulChartKind     kind;
  FulPictureFormat format;
  FulColorScheme   scheme;
  guint            width;
  gboolean         root_on_top;
  FulMarkerLanes  *timings;
  FulTimeRange     range;
  FulPictureTracks *tracks;
} FulChartPictureOptions;

gboolean ful_chart_picture_write (FulBoxLayout                  *layout,
                                  const FulChartPictureOptions  *options,
                                  GOutputStream                 *stream,
                                  GCancellable                  *cancellable,
                                  GError                       **error);
gboolean ful_chart_picture_save  (FulBoxLayout                  *layout,
                                  const FulChartPictureOptions  *options,
                                  GFile                         *file,
                                  GCancellable                  *cancellable,
                                  GError                       **error);

G_END_DECLS
