/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-marker-schema.h"

G_BEGIN_DECLS

/**
 * FulMarkerFigures:
 * @key: (nullable): member of the payloads; %NULL for the duration
 * @format: unit of the figures, as that of a field; %FUL_MARKER_FORMAT_DURATION (ms) for the duration
 * @n: number of values, at least 1
 * @sum: of the values
 * @mean: the mean
 * @median: the middle one, or the mean of the two in the middle
 * @p95: the least value that 95 % of all are not above
 * @min: the least one
 * @max: the greatest one
 *
 * Statistics of a set of values.
 */
typedef struct
{
  const char      *key;
  FulMarkerFormat  format;
  guint            n;
  double           sum;
  double           mean;
  double           median;
  double           p95;
  double           min;
  double           max;
} FulMarkerFigures;

/**
 * FulMarkerSummary:
 * @name: name of the markers
 * @category: of the first of them
 * @n_markers: number of markers
 * @figures: (element-type FulMarkerFigures): of their durations, if there are any, then of the
 *   numeric fields in the order of their schemas
 *
 * The statistics of all markers of one name.
 */
typedef struct
{
  const char       *name;
  FulCategoryIndex  category;
  guint             n_markers;
  GArray           *figures;
} FulMarkerSummary;

/**
 * FulMarkerStatistics:
 * @list: where the markers are from
 * @rows: (element-type FulMarkerSummary): by sum of durations, the greatest first, then by number and name
 *
 * Markers summed up by name. Immutable, counted, usable from any thread.
 */
typedef struct
{
  FulMarkerList *list;
  GArray        *rows;
} FulMarkerStatistics;

/* The columns that a table of them can be sorted by. */
typedef enum
{
  FUL_MARKER_FIGURE_NAME,
  FUL_MARKER_FIGURE_COUNT,
  FUL_MARKER_FIGURE_SUM,
  FUL_MARKER_FIGURE_MEAN,
  FUL_MARKER_FIGURE_MEDIAN,
  FUL_MARKER_FIGURE_P95,
  FUL_MARKER_FIGURE_MAX,
  FUL_N_MARKER_FIGURES,
} FulMarkerFigure;

/**
 * FulMarkerStatisticsLine:
 * @summary: number of a row
 * @figures: number of the figures of a field of it, or -1 for the line of the name, with its durations
 *
 * A line of a table.
 */
typedef struct
{
  guint  summary;
  gint32 figures;
} FulMarkerStatisticsLine;

GArray                 *ful_marker_statistics_sort          (const FulMarkerStatistics *self,
                                                             FulMarkerFigure          order,
                                                             gboolean                 descending);
double                  ful_marker_figures_get              (const FulMarkerFigures  *self,
                                                             FulMarkerFigure          figure);
FulMarkerStatistics    *ful_marker_statistics_new           (FulMarkerList           *list,
                                                             const GArray            *markers,
                                                             GCancellable            *cancellable,
                                                             GError                 **error);
FulMarkerStatistics    *ful_marker_statistics_ref           (FulMarkerStatistics     *self);
void                    ful_marker_statistics_unref         (FulMarkerStatistics     *self);
const FulMarkerFigures *ful_marker_summary_get_durations    (const FulMarkerSummary  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMarkerStatistics, ful_marker_statistics_unref)

G_END_DECLS
