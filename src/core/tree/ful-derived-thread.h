/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tree/nodes/ful-call-node-table.h"
#include "ful-call-tree.h"
#include "tree/nodes/ful-inverted-tree.h"
#include "tree/samples/ful-range-sums.h"
#include "tree/samples/ful-sample-rows.h"
#include "tree/samples/ful-sample-time-filter.h"

#include "base/ful-buffer.h"
#include "model/ful-profile.h"
#include "stacks/ful-filtered-stacks.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulDerivedThread:
 * @profile: the profile
 * @options: the options it was derived with
 * @threads: the thread set
 * @root_range: absolute; its start is the zero of relative times
 * @range: the committed range, absolute
 * @stacks: the stage after the last filter, whose stacks the call node table is built from
 * @transformed: the stage after the last transform
 * @unsearched: the stage before the search
 * @found: the stage after the search; that is @stacks unless the search only highlights
 * @strategy: what can be summed: the chosen strategy, or its substitute on this thread
 *
 * A thread set after committed range, transforms, idle, implementation and
 * search filters (call-tree.md 0). No sample is copied: filters are maps of
 * stacks, the range is a slice. Immutable, counted, usable from any thread.
 */
typedef struct
{
  FulProfile          *profile;
  FulViewOptions      *options;
  FulThreadSet        *threads;
  FulTimeRange         root_range;
  FulTimeRange         range;
  FulFilteredStacks   *stacks;
  FulFilteredStacks   *transformed;
  FulFilteredStacks   *unsearched;
  FulFilteredStacks   *found;
  FulStrategy          strategy;

  /*< private >*/
  FulStackIndex       *sample_map;   /* (nullable): like the map of @stacks, without idle stacks */
  FulSampleTimeFilter *row_filter;   /* (nullable): the rows that transforms keep by their time */
  FulBuffer           *cpu_time;     /* (nullable): of each sample of @threads, where that is what is summed */
  FulRangeSums        *range_sums;   /* (nullable): of the samples */
} FulDerivedThread;

FulDerivedThread *ful_derived_thread_new             (FulProfile         *profile,
                                                      FulViewOptions     *options,
                                                      FulDeriveCache     *cache,
                                                      GCancellable       *cancellable,
                                                      GError            **error);
FulDerivedThread *ful_derived_thread_new_for_thread  (FulDerivedThread   *self,
                                                      FulDeriveCache     *cache,
                                                      guint               thread,
                                                      FulTimeRange        range);
FulDerivedThread *ful_derived_thread_ref             (FulDerivedThread   *self);
void              ful_derived_thread_unref           (FulDerivedThread   *self);
FulCallNodeTable *ful_derived_thread_get_nodes       (FulDerivedThread   *self,
                                                      FulDeriveCache     *cache,
                                                      GCancellable       *cancellable,
                                                      GError            **error);
FulInvertedTree  *ful_derived_thread_get_inverted    (FulDerivedThread   *self,
                                                      FulCallNodeTable   *nodes,
                                                      FulDeriveCache     *cache);
gboolean          ful_derived_thread_has_same_columns (const FulDerivedThread *self,
                                                      const FulDerivedThread *other);
gboolean          ful_derived_thread_wants_range_sums (FulDerivedThread *self);
gboolean          ful_derived_thread_make_range_sums (FulDerivedThread *self,
                                                      FulDeriveCache   *cache,
                                                      GCancellable     *cancellable,
                                                      GError          **error);
gboolean          ful_derived_thread_has_same_rows   (FulDerivedThread   *self,
                                                      FulDerivedThread   *other);
FulTimeRange      ful_derived_thread_get_shown_range (FulDerivedThread   *self);
FulSampleRows    *ful_derived_thread_get_rows        (FulDerivedThread   *self,
                                                      const FulTimeRange *preview);
FulCallTree      *ful_derive_call_tree               (FulProfile         *profile,
                                                      FulViewOptions     *options,
                                                      FulDeriveCache     *cache,
                                                      FulDerivedThread  **out_thread,
                                                      GCancellable       *cancellable,
                                                      GError            **error);
double            ful_derived_thread_get_match_share (FulDerivedThread   *self,
                                                      FulSampleRows      *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulDerivedThread, ful_derived_thread_unref)

G_END_DECLS
