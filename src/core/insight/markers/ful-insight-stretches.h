/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "insight/samples/ful-insight-weights.h"
#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulInsightStretch:
 * @thread: number of the thread
 * @start: absolute ms
 * @end: absolute ms
 *
 * A time in which a thread did not respond.
 */
typedef struct
{
  guint  thread;
  double start;
  double end;
} FulInsightStretch;

gboolean ful_insight_stretches_has_loop (const FulInsightWeights *weights,
                                         guint                    thread);
void     ful_insight_stretches_add      (const FulInsightWeights *weights,
                                         const FulMarkerList     *list,
                                         guint                    thread,
                                         GArray                  *stretches);
void     ful_insight_stretches_sort     (GArray                  *stretches);

G_END_DECLS
