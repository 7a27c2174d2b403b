/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-derive-cache.h"
#include "ful-view-options.h"

#include "model/ful-profile.h"
#include "model/ful-thread-tables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _FulMergedColumns FulMergedColumns;

/**
 * FulThreadSet:
 * @profile: where the threads are from
 * @n_threads: number of threads, at least 1
 * @threads: (array length=n_threads): thread numbers in the order of the selection, which does not change that of samples
 * @n_samples: length of the sample columns
 * @time: absolute ms, ascending
 * @stack: rows of the profile's stacks, or %FUL_NONE
 * @weight: (nullable): %NULL means all 1
 * @weight_type: unit of the weights
 * @sample_types: (nullable) (element-type FulSampleType): of all threads by name; @weight is that of the default type
 * @labels: (nullable): see #FulSampleTable
 * @thread: (nullable): which of @threads each sample is of; %NULL for a single thread
 * @js_allocations: (nullable): of a single thread
 * @native_allocations: (nullable): of a single thread
 *
 * One thread, or several merged into one (transforms.md 8): samples interleaved
 * by time, weights that are not of sample types and allocations dropped. The columns of a single thread are
 * the thread's own. Immutable, counted.
 */
typedef struct
{
  FulProfile          *profile;
  guint                n_threads;
  guint               *threads;

  guint                n_samples;
  const double        *time;
  const FulStackIndex *stack;
  const double        *weight;
  FulWeightType        weight_type;
  GPtrArray           *sample_types;
  const gint32        *labels;
  const guint         *thread;
  FulAllocationTable  *js_allocations;
  FulAllocationTable  *native_allocations;

  /*< private >*/
  FulMergedColumns    *merged_columns;   /* (nullable): of several threads */
  gint32              *merged_labels;    /* (nullable): likewise */
} FulThreadSet;

gboolean      ful_thread_set_check   (FulProfile           *profile,
                                      const guint          *threads,
                                      guint                 n_threads,
                                      GError              **error);
FulThreadSet *ful_thread_set_new     (FulProfile           *profile,
                                      const guint          *threads,
                                      guint                 n_threads,
                                      GCancellable         *cancellable,
                                      GError              **error);
FulThreadSet *ful_thread_set_derive  (FulProfile           *profile,
                                      const FulViewOptions *options,
                                      FulDeriveCache       *cache,
                                      GCancellable         *cancellable,
                                      GError              **error);
gboolean      ful_thread_set_has_threads_of (const FulThreadSet *self,
                                             const FulThreadSet *other);
gboolean      ful_thread_set_begins_with (const FulThreadSet *self,
                                          const FulThreadSet *other);
char         *ful_thread_set_get_name (const FulThreadSet  *self);
char         *ful_thread_set_get_key (const FulThreadSet   *self);
FulThreadSet *ful_thread_set_ref     (FulThreadSet         *self);
void          ful_thread_set_unref   (FulThreadSet         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulThreadSet, ful_thread_set_unref)

G_END_DECLS
