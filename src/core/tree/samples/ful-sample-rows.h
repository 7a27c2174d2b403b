/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-range-sums.h"

#include "model/ful-thread-tables.h"
#include "threads/ful-thread-set.h"

G_BEGIN_DECLS

/**
 * FulSampleRows:
 * @n_rows: number of rows, and the length of every column
 * @time: absolute ms, ascending
 * @stack: rows of the profile's stacks, or %FUL_NONE; after the rewrite of an allocation strategy
 * @recorded_stack: the stacks as recorded: they decide the category of a row
 * @weight: (nullable): %NULL means all 1
 * @weight_type: unit of the weights
 * @weight_word: (nullable): what is counted, where the weight type does not say it: "Ir"; never freed
 * @labels: (nullable): of samples, see #FulSampleTable
 * @n_threads: how many threads the rows are of
 * @thread: (nullable): which of them each row is of; %NULL for a single thread
 * @map: (nullable): row of the profile's stacks → row of the derived thread's stacks or %FUL_NONE;
 *   %NULL if nothing was filtered
 *
 * The samples, or the allocations, of a derived thread within a range, which numbers are summed
 * from. Columns are slices of the thread's own, unless the strategy moves or removes allocations.
 * Immutable, counted.
 */
typedef struct
{
  guint                n_rows;
  const double        *time;
  const FulStackIndex *stack;
  const FulStackIndex *recorded_stack;
  const double        *weight;
  FulWeightType        weight_type;
  const char          *weight_word;
  const gint32        *labels;
  guint                n_threads;
  const guint         *thread;
  const FulStackIndex *map;

  /*< private >*/
  gpointer             owner;       /* a FulDerivedThread that owns the columns */
  guint                begin;       /* where the columns begin in those of the owner */
  FulStackIndex       *own_stack;
  guint                n_stacks;    /* of the profile */
  const FulRangeSums  *range_sums;  /* (nullable): of the columns of the owner, which has them */
  GMutex               lock;        /* of that below */
  double              *stack_sums;  /* (nullable): see ful_sample_rows_get_stack_sums() */
} FulSampleRows;

FulSampleRows *ful_sample_rows_ref     (FulSampleRows *self);
void           ful_sample_rows_unref   (FulSampleRows *self);
gboolean       ful_sample_rows_begin_with (const FulSampleRows *self,
                                           const FulSampleRows *before);

/* The stack of a row in the filtered stack table, or FUL_NONE. */
static inline FulStackIndex
ful_sample_rows_get_stack (const FulSampleRows *self,
                           guint                row)
{
  FulStackIndex stack = self->stack[row];

  return stack == FUL_NONE || self->map == NULL ? stack : self->map[stack];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSampleRows, ful_sample_rows_unref)

G_END_DECLS
