/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-types.h"

G_BEGIN_DECLS

/**
 * FulItemNodes:
 * @n_nodes: number of nodes; node 0 is the root
 * @prefix: (nullable): node of the caller, which is an earlier one; %NULL: all are children of the root
 * @depth: (nullable): 0 for the root; %NULL likewise
 * @item: (nullable): item of the node, or %FUL_NONE; of all nodes of a path at most one has the same; %NULL: itself
 * @n_items: number of items
 * @row_node: (nullable): with @prefix %NULL: the node that a number of a row means; %NULL: itself
 *
 * Which items a row has: those of its node and of all nodes above it.
 */
typedef struct
{
  guint         n_nodes;
  const gint32 *prefix;
  const gint32 *depth;
  const gint32 *item;
  guint         n_items;
  const gint32 *row_node;
} FulItemNodes;

/**
 * FulItemSum:
 * @key: number of the item, where sums are in a list: of a key of a #FulPairing, or of a node of a #FulPathTree
 * @rows: number of rows with the item, or %G_MAXUINT32 for more
 * @x: sum of the rows with the item
 * @u_rows: sampling variance by successive rows
 * @u_pieces: sampling variance by 32 pieces of the time
 *
 * What the rows of a run have of an item. There is one for each item of each run: 32 bytes.
 */
typedef struct
{
  gint32  key;
  guint32 rows;
  double  x;
  double  u_rows;
  double  u_pieces;
} FulItemSum;

static inline void
ful_item_sum_add_rows (FulItemSum *self,
                       guint64     n)
{
  self->rows = (guint32) MIN (self->rows + MIN (n, G_MAXUINT32), G_MAXUINT32);
}

typedef struct _FulItemSums FulItemSums;

FulItemSums *ful_item_sums_new  (const FulItemNodes *nodes);
void         ful_item_sums_free (FulItemSums        *self);
void         ful_item_sums_add  (FulItemSums *const *sums,
                                 guint               n_sums,
                                 const gint32       *node,
                                 const double       *weight,
                                 guint               n_rows,
                                 double              factor);

const GArray     *ful_item_sums_get_items (const FulItemSums *self);
const FulItemSum *ful_item_sums_get       (const FulItemSums *self,
                                           gint32             item);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulItemSums, ful_item_sums_free)

G_END_DECLS
