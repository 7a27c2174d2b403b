/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-item-sums.h"

#include "compare/pairing/ful-path-tree.h"

G_BEGIN_DECLS

#define FUL_N_PIECES 32
#define FUL_LEAST_ROWS_OF_PIECES 64

/* Of a node, for the rows of a thread. */
typedef struct
{
  double   weight;    /* of a piece; then of its subtree */
  double   change;    /* squares of changes of the weight alone; likewise */
  guint64  rows;      /* likewise */
  gboolean is_used;
} FulNodeSum;

/* Of an item, likewise. */
typedef struct
{
  double  x;
  double  changes;
  double  piece;
  double  piece_before;
  double  pieces;
  guint64 rows;
  gboolean is_used;
} FulThreadSum;

struct _FulItemSums
{
  FulItemNodes  nodes;
  FulItemSum   *sums;
  FulNodeSum   *node_sums;
  FulThreadSum *thread_sums;
  guint        *stamps;       /* of each item; apart from its sum, as most steps need nothing else */
  GArray       *items;        /* that any thread has */
  GArray       *used_nodes;   /* callers first */
  GArray       *used_items;
  GArray       *changed;      /* items that the row before had, and its caller has not */
  guint         stamp;
  gint32       *places;       /* room to count, of each node; all 0 between two threads */
  gint32       *slots;        /* likewise, of each item */
};

/* In how many pieces rows are cut. */
static inline guint
ful_count_pieces (guint n_rows)
{
  return n_rows < FUL_LEAST_ROWS_OF_PIECES ? 1 : FUL_N_PIECES;
}

/* Returns: the first row i with ⌊i·B/n⌋ > piece */
static inline guint
ful_end_of_piece (guint piece,
                  guint n_pieces,
                  guint n_rows)
{
  return (guint) (((piece + 1) * (guint64) n_rows + n_pieces - 1) / n_pieces);
}

void ful_item_sums_add_item (FulItemSums        *self,
                             gint32              item,
                             const FulThreadSum *thread,
                             guint               n_rows,
                             double              factor);
void ful_item_sums_count    (FulItemSums *const *sums,
                             guint               n_sums,
                             const gint32       *node,
                             guint               n_rows,
                             double              factor);

G_END_DECLS
