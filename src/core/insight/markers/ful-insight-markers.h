/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/samples/ful-insight-rules.h"
#include "insight/samples/ful-insight-weights.h"
#include "markers/list/ful-marker-list.h"
#include "threads/ful-time-range.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulInsightMarkers:
 * @n: number of intervals, and the length of every column
 * @start: (array length=n): absolute ms, ascending; of equal ones the longest first
 * @end: (array length=n): later than @start
 * @kind: (array length=n): number of the kind
 * @marker: (array length=n): number in the list of the thread
 * @names: (element-type utf8): of the kinds; they live as long as the list
 *
 * The intervals of a thread that nest (insight.md 6).
 */
typedef struct
{
  guint      n;
  double    *start;
  double    *end;
  guint32   *kind;
  guint32   *marker;
  GPtrArray *names;
} FulInsightMarkers;

/**
 * FulInsightMarkerTime:
 * @name: of the kind, see #FulInsightMarkers
 * @n: number of intervals
 * @total: sum of their lengths, ms
 * @self: time of their own, ms; of CPU where the profile has that
 * @longest: length of the longest one, and @start its start, absolute ms
 * @marker: its number in the list of the thread
 *
 * The intervals of one kind.
 */
typedef struct
{
  const char *name;
  guint       n;
  double      total;
  double      self;
  double      longest;
  double      start;
  guint       marker;
} FulInsightMarkerTime;

gboolean           ful_insight_markers_is_interval (const FulMarkerList       *list,
                                                    guint                      marker,
                                                    gboolean                   only_whole);
gboolean           ful_insight_markers_is_left_out (const FulMarkerList *list,
                                                    guint                marker);
FulInsightMarkers *ful_insight_markers_new  (const FulMarkerList      *list,
                                             gboolean                  only_whole,
                                             GCancellable             *cancellable,
                                             GError                  **error);
void               ful_insight_markers_free (FulInsightMarkers        *self);
GArray            *ful_insight_markers_sum  (const FulInsightMarkers  *self,
                                             const FulInsightWeights  *weights,
                                             const FulInsightThread   *thread,
                                             FulTimeRange              range);

const FulInsightMarkerTime *ful_insight_markers_find_most (const GArray *times);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightMarkers, ful_insight_markers_free)

G_END_DECLS
