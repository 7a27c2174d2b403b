/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-track-graph.h"

#include "model/ful-profile.h"
#include "tree/nodes/ful-call-node-table.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/**
 * FulActivityHit:
 * @sample: sample of the thread under the pointer, or %FUL_NONE
 * @category: category under the pointer, or %FUL_NONE above all of them
 * @cpu_share: CPU use in the pixel column, 1 for full use
 * @covered_ms: time that the samples of the pixel column cover
 *
 * The result of a hit test in an activity graph.
 */
typedef struct
{
  gint32           sample;
  FulCategoryIndex category;
  double           cpu_share;
  double           covered_ms;
} FulActivityHit;

FulActivityHit ful_track_graph_find_hit       (const FulTrackGraph *graph,
                                               FulProfile          *profile,
                                               FulThread           *thread,
                                               const guint8        *cpu_percent,
                                               FulSampleRows       *rows,
                                               FulCallNodeTable    *nodes,
                                               gboolean             inverted,
                                               guint                x,
                                               double               height);
gint32         ful_track_graph_find_sample    (const FulTrackGraph *graph,
                                               FulProfile          *profile,
                                               FulThread           *thread,
                                               double               x);
double         ful_track_graph_get_mark_width (const FulTrackGraph *graph,
                                               FulProfile          *profile);

G_END_DECLS
