/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-derive-cache.h"
#include "tracks/ful-activity-hit-test.h"
#include "tracks/ful-track-graph.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/**
 * FulGraphProbe:
 * @profile: the profile
 * @thread: number of the thread whose graph it is
 * @hit: the activity at the point
 * @cpu_is_known: whether the CPU use was measured
 * @n_path: length of @path; 0 if there is no sample, or the filters remove it
 * @path: functions from the root to the one that the sample was in, as the filters leave them
 * @categories: (array length=n_path): of the call nodes of @path
 *
 * The result of a hit test in the activity graph of a thread, for a tooltip and for a click.
 */
typedef struct
{
  FulProfile             *profile;
  guint                   thread;
  FulActivityHit          hit;
  gboolean                cpu_is_known;
  guint                   n_path;
  const FulFuncIndex     *path;
  const FulCategoryIndex *categories;
} FulGraphProbe;

FulGraphProbe *ful_graph_probe_new  (const FulTrackGraph *graph,
                                     guint                thread,
                                     const guint8        *cpu_percent,
                                     FulDerivedThread    *derived,
                                     FulDeriveCache      *cache,
                                     FulCallTree         *tree,
                                     double               x,
                                     double               height);
void           ful_graph_probe_free (FulGraphProbe       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulGraphProbe, ful_graph_probe_free)

G_END_DECLS
