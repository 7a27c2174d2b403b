/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "threads/ful-derive-cache.h"
#include "threads/ful-derive-options.h"
#include "threads/ful-thread-set.h"

G_BEGIN_DECLS

/**
 * FulRowFilter:
 * @sample_stack: (array): the stacks of all samples of the thread set, %FUL_NONE where a transform drops them
 * @js_allocation_stack: (nullable) (array): alike
 * @native_allocation_stack: (nullable) (array): alike
 *
 * What transforms leave of rows by the times of these. Immutable, counted.
 */
typedef struct
{
  FulStackIndex *sample_stack;
  FulStackIndex *js_allocation_stack;
  FulStackIndex *native_allocation_stack;
} FulRowFilter;

gboolean      ful_row_filter_derive (FulRowFilter     **out_filter,
                                     FulThreadSet      *threads,
                                     FulDeriveOptions  *options,
                                     FulDeriveCache    *cache,
                                     GCancellable      *cancellable,
                                     GError           **error);
GArray       *ful_row_filter_join   (const FulTimeRange *ranges,
                                     guint              n_ranges);
void          ful_row_filter_unref  (FulRowFilter      *self);

G_END_DECLS
