/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-when-bins.h"

#include "threads/ful-time-range.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

/**
 * FulNodeTimes:
 * @range: the time that the bins divide, relative to the root range
 * @n_categories: number of categories of the profile
 * @shares: (array): for each of #FUL_WHEN_N_BINS bins, and in it for each category, the part of the absolute weight of all
 *   samples of the view in that bin which is of the node, and of that category; those of a bin are 1 in all at most
 * @first: when the first sample of the node was, relative to the root range, ms; NaN without one
 * @last: when the last one was
 *
 * When in the committed range one node, or one function, ran, by category (call-tree.md 13). Immutable, counted.
 */
typedef struct
{
  FulTimeRange  range;
  guint         n_categories;
  const double *shares;
  double        first;
  double        last;
} FulNodeTimes;

FulNodeTimes *ful_node_times_new   (FulCallTree       *tree,
                                    FulDerivedThread  *thread,
                                    FulCallNodeIndex   node,
                                    gboolean           of_func,
                                    GCancellable      *cancellable,
                                    GError           **error);
FulNodeTimes *ful_node_times_ref   (FulNodeTimes      *self);
void          ful_node_times_unref (FulNodeTimes      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulNodeTimes, ful_node_times_unref)

G_END_DECLS
