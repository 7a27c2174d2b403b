/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "threads/ful-derive-cache.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"

G_BEGIN_DECLS

/**
 * FulSampleTimeFilter:
 * @sample_stack: (array): the stacks of all samples of the thread set, %FUL_NONE for removed ones
 * @js_allocation_stack: (nullable) (array): likewise
 * @native_allocation_stack: (nullable) (array): likewise
 *
 * The rows that remain after the transforms that filter by time, and the search for labels. Immutable, counted.
 */
typedef struct
{
  FulStackIndex *sample_stack;
  FulStackIndex *js_allocation_stack;
  FulStackIndex *native_allocation_stack;
} FulSampleTimeFilter;

gboolean ful_sample_time_filter_derive (FulSampleTimeFilter **out_filter,
                                        FulThreadSet         *threads,
                                        FulViewOptions       *options,
                                        FulDeriveCache       *cache,
                                        GCancellable         *cancellable,
                                        GError              **error);
GArray  *ful_sample_time_filter_join   (const FulTimeRange   *ranges,
                                        guint                 n_ranges);
void     ful_sample_time_filter_unref  (FulSampleTimeFilter  *self);

G_END_DECLS
