/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sample-time-filter.h"

#include "threads/ful-derive-cache.h"
#include "threads/ful-thread-set.h"

G_BEGIN_DECLS

/* Bytes of all sums of a document. */
#define FUL_RANGE_SUMS_BUDGET ((gsize) 64 << 20)
#define FUL_RANGE_SUMS_MAX_PLACES 128

/**
 * FulRangeSums:
 * @n_rows: number of samples
 * @n_places: how many sums there are but that of nothing; 0 if they cannot be used
 * @interval: samples from one place to the next
 *
 * The weights of the stacks of a thread set, summed up to each of several places, so that those of a range are the difference of
 * two. Immutable, counted.
 */
typedef struct
{
  guint                n_rows;
  guint                n_places;
  guint                interval;

  /*< private >*/
  FulThreadSet        *threads;
  FulSampleTimeFilter *filter;     /* (nullable) */
  const FulStackIndex *stack;      /* columns of these two */
  const double        *weight;     /* (nullable) */
  guint                n_used;
  FulStackIndex       *used;       /* stacks that have samples, those with the widest numbers first */
  guint                end_of[4];  /* in @used: where those end that have 8, 4, 2 bytes, and 1 */
  gsize                stride;     /* bytes of a place */
  guint8              *places;     /* the numbers of each stack of @used up to a place */
} FulRangeSums;

gboolean      ful_range_sums_are_worth (const FulThreadSet   *threads);
FulRangeSums *ful_range_sums_derive    (FulThreadSet         *threads,
                                        FulSampleTimeFilter  *filter,
                                        const double         *weight,
                                        FulDeriveCache       *cache,
                                        GCancellable         *cancellable,
                                        GError              **error);
FulRangeSums *ful_range_sums_peek      (FulDeriveCache       *cache,
                                        const FulStackIndex  *stack,
                                        const double         *weight,
                                        guint                 n_rows);
gboolean      ful_range_sums_can_read  (const FulRangeSums   *self,
                                        guint                 begin,
                                        guint                 end);
void          ful_range_sums_read      (const FulRangeSums   *self,
                                        guint                 begin,
                                        guint                 end,
                                        double               *sums);
gsize         ful_range_sums_get_size  (const FulRangeSums   *self);
void          ful_range_sums_unref     (FulRangeSums         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRangeSums, ful_range_sums_unref)

G_END_DECLS
