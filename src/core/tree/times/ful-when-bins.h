/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "threads/ful-time-range.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

#define FUL_WHEN_N_BINS 36

/**
 * FulWhenBins:
 * @range: the time that the bins divide, relative to the root range
 * @all: (array fixed-size=FUL_WHEN_N_BINS): absolute weight of all samples of the view in each bin
 * @n_nodes: number of nodes
 * @bins: (array): for each node #FUL_WHEN_N_BINS numbers: the part of @all that the node has
 *
 * When in the committed range nodes of a tree ran (call-tree.md 13). Immutable, counted.
 */
typedef struct
{
  FulTimeRange  range;
  const double *all;
  guint         n_nodes;
  const double *bins;
} FulWhenBins;

FulWhenBins *ful_when_bins_new      (FulCallTree             *tree,
                                     FulDerivedThread        *thread,
                                     const FulCallNodeIndex  *nodes,
                                     guint                    n_nodes,
                                     guint                    step,
                                     GCancellable            *cancellable,
                                     GError                 **error);
FulWhenBins *ful_when_bins_ref      (FulWhenBins             *self);
void         ful_when_bins_unref    (FulWhenBins             *self);
double       ful_when_bins_get_edge (FulTimeRange             range,
                                     guint                    bin);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulWhenBins, ful_when_bins_unref)

G_END_DECLS
