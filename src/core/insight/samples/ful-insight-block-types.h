/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulInsightBlock:
 * @busy: sum of the weights of its samples
 * @first: number of the first sample that weighs more than 0, within the block; @last is that of the last one
 * @end: the latest time for which one of these stands
 * @gap_start: the longest time between these in which nothing was done, until @gap_end; equal if there is none
 *
 * Samples of a thread that follow one another.
 */
typedef struct
{
  double busy;
  guint  first, last;
  double end;
  double gap_start, gap_end;
} FulInsightBlock;

/**
 * FulInsightBlocks:
 * @n_rows: samples of a block
 * @n_cells: number of categories, and one
 * @of_thread: (array): blocks of each thread; the samples after its last whole block are in none
 * @sums: (array): for each thread and block the weights greater than 0 by category, and those of all
 *
 * The samples of all threads, summed up for ranges. Immutable, counted.
 */
typedef struct
{
  guint             n_rows;
  guint             n_cells;
  guint             n_threads;
  FulInsightBlock **of_thread;
  double          **sums;
} FulInsightBlocks;

void ful_insight_blocks_unref (FulInsightBlocks *self);

/* Whether a whole block begins at a sample of a thread, before @end. */
static inline gboolean
ful_insight_blocks_has (const FulInsightBlocks *self,
                        guint                   begin,
                        guint                   end)
{
  return self && begin % self->n_rows == 0 && end - begin >= self->n_rows;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightBlocks, ful_insight_blocks_unref)

G_END_DECLS
