/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What each item has of the rows of a run, and how exactly sampling knows it (compare.md 3.1 and 3.3).
 *
 * ful_item_sums_add () is called for the rows of each thread, in time order. A row has the items of its node and of all
 * nodes above. Between two rows only the items below the lowest common ancestor of their nodes change, so that only
 * these are visited; what is the same for a whole path is added at one node and summed up over subtrees at the end.
 * O(rows × distance of successive nodes + 32 × nodes that occur) for each thread. Rows without weights are counted on a tree
 * instead, for all tables at once (ful-item-counts.c). */

#include "config.h"

#include "ful-item-sums-private.h"

#include <math.h>

static inline gint32
get_prefix (const FulItemSums *self,
            gint32             node)
{
  return self->nodes.prefix ? self->nodes.prefix[node] : node > 0 ? 0 : FUL_NONE;
}

static inline gint32
get_depth (const FulItemSums *self,
           gint32             node)
{
  return node == FUL_NONE ? -1 : self->nodes.depth ? self->nodes.depth[node] : node > 0;
}

static inline gint32
get_item (const FulItemSums *self,
          gint32             node)
{
  return self->nodes.item ? self->nodes.item[node] : node;
}

/**
 * ful_item_sums_new:
 * @nodes: which items rows have; its arrays stay valid and the same as long as the sums
 */
FulItemSums *
ful_item_sums_new (const FulItemNodes *nodes)
{
  FulItemSums *self = g_new0 (FulItemSums, 1);

  self->nodes = *nodes;
  self->sums = g_new0 (FulItemSum, nodes->n_items);
  self->node_sums = g_new0 (FulNodeSum, nodes->n_nodes);
  self->thread_sums = g_new0 (FulThreadSum, nodes->n_items);
  self->stamps = g_new0 (guint, nodes->n_items);
  self->places = g_new0 (gint32, nodes->n_nodes);
  self->slots = g_new0 (gint32, nodes->n_items);
  self->items = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->used_nodes = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->used_items = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->changed = g_array_new (FALSE, FALSE, sizeof (gint32));

  return self;
}

void
ful_item_sums_free (FulItemSums *self)
{
  g_free (self->sums);
  g_free (self->node_sums);
  g_free (self->thread_sums);
  g_free (self->stamps);
  g_free (self->places);
  g_free (self->slots);
  g_array_unref (self->items);
  g_array_unref (self->used_nodes);
  g_array_unref (self->used_items);
  g_array_unref (self->changed);
  g_free (self);
}

/* Appends a node and those above it to the used ones, after those that it is below of. */
static void
use_node (FulItemSums *self,
          gint32       node)
{
  guint begin = self->used_nodes->len;

  for (; node != FUL_NONE && !self->node_sums[node].is_used; node = get_prefix (self, node))
    {
      gint32 item = get_item (self, node);

      self->node_sums[node].is_used = TRUE;
      g_array_append_val (self->used_nodes, node);
      if (item != FUL_NONE && !self->thread_sums[item].is_used)
        {
          self->thread_sums[item].is_used = TRUE;
          g_array_append_val (self->used_items, item);
        }
    }
  if (self->used_nodes->len == begin)
    return;
  for (guint i = begin, j = self->used_nodes->len - 1; i < j; i++, j--)
    {
      gint32 *nodes = (gint32 *) (gpointer) self->used_nodes->data;
      gint32 other = nodes[i];

      nodes[i] = nodes[j];
      nodes[j] = other;
    }
}

/* Nodes that are items themselves are never on both paths. */
static inline void
leave (FulItemSums *self,
       gint32       node,
       double       from)
{
  gint32 item = get_item (self, node);

  if (self->nodes.item == NULL)
    {
      self->thread_sums[item].changes += from * from;
      return;
    }
  if (item == FUL_NONE)
    return;
  self->stamps[item] = self->stamp;
  g_array_append_val (self->changed, item);
}

static inline void
enter (FulItemSums *self,
       gint32       node,
       double       from,
       double       to)
{
  gint32 item = get_item (self, node);
  FulThreadSum *sum;

  if (item == FUL_NONE)
    return;
  sum = &self->thread_sums[item];
  if (self->stamps[item] != self->stamp)
    {
      sum->changes += to * to;
      return;
    }
  /* Both rows have it, on different paths. */
  self->stamps[item] = 0;
  sum->changes += (to - from) * (to - from);
}

/* Like change (), where all nodes are children of the root. */
static inline void
change_flat (FulItemSums *self,
             gint32       a,
             double       from,
             gint32       b,
             double       to)
{
  if (a != b && a != FUL_NONE)
    self->thread_sums[a].changes += from * from;
  if (a != b && b != FUL_NONE)
    self->thread_sums[b].changes += to * to;
  if (a == b)
    self->thread_sums[a].changes += (to - from) * (to - from);
  self->thread_sums[FUL_PATH_ROOT].changes += (to - from) * (to - from);
}

/* Adds squares of differences between a row of @from at node @a and one of @to at @b; without a node a row has 0. */
static void
change (FulItemSums *self,
        gint32       a,
        double       from,
        gint32       b,
        double       to)
{
  gint32 depth_a = get_depth (self, a), depth_b = get_depth (self, b), end = b;

  if (a == b && (a == FUL_NONE || from == to))
    return;
  if (self->nodes.prefix == NULL)
    {
      change_flat (self, a, from, b, to);
      return;
    }

  self->stamp++;
  g_array_set_size (self->changed, 0);
  for (; depth_a > depth_b; depth_a--, a = get_prefix (self, a))
    leave (self, a, from);
  for (; depth_b > depth_a; depth_b--)
    end = get_prefix (self, end);
  for (; a != end; a = get_prefix (self, a), end = get_prefix (self, end))
    leave (self, a, from);
  for (; b != end; b = get_prefix (self, b))
    enter (self, b, from, to);
  for (guint i = 0; i < self->changed->len; i++)
    {
      gint32 item = g_array_index (self->changed, gint32, i);

      if (self->stamps[item] == self->stamp)
        self->thread_sums[item].changes += from * from;
    }
  if (end != FUL_NONE)
    self->node_sums[end].change += (to - from) * (to - from);
}

/* Rows without a number have nothing. */
static inline gint32
get_row (const FulItemSums *self,
         const gint32      *node,
         const double      *weight,
         guint              row,
         double            *out_weight)
{
  *out_weight = weight ? weight[row] : 1;
  if (!isfinite (*out_weight) || node[row] == FUL_NONE)
    return FUL_NONE;

  return self->nodes.row_node ? self->nodes.row_node[node[row]] : node[row];
}

/* Returns: the end of the rows from @row on that have the same node, where all weights are 1; else the next row */
static inline guint
find_end (const gint32 *node,
          const double *weight,
          guint         row,
          guint         n_rows)
{
  guint end = row + 1;

  while (weight == NULL && end < n_rows && node[end] == node[row])
    end++;

  return end;
}

/* Where the rows of a thread have been added up to. */
typedef struct
{
  guint  row;
  gint32 node;
  double weight;
} Cursor;

static void
add_rows (FulItemSums  *self,
          Cursor       *cursor,
          const gint32 *node,
          const double *weight,
          guint         n_rows)
{
  for (guint end; cursor->row < n_rows; cursor->row = end)
    {
      double to;
      gint32 at = get_row (self, node, weight, cursor->row, &to);

      end = find_end (node, weight, cursor->row, n_rows);
      if (at == FUL_NONE)
        {
          to = 0;
        }
      else if (self->nodes.prefix == NULL)
        {
          FulThreadSum *sum = &self->thread_sums[at];

          /* Of an item alone, so that a row is on one line of the cache. */
          if (!sum->is_used)
            use_node (self, at);
          sum->piece += to * (end - cursor->row);
          sum->rows += end - cursor->row;
        }
      else
        {
          use_node (self, at);
          self->node_sums[at].weight += to * (end - cursor->row);
          self->node_sums[at].rows += end - cursor->row;
        }
      if (cursor->row > 0)
        change (self, cursor->node, cursor->weight, at, to);
      cursor->node = at;
      cursor->weight = to;
    }
}

/* Without callers all is a part of the root alone. */
static void
sum_flat (FulItemSums *self)
{
  FulThreadSum *root = &self->thread_sums[FUL_PATH_ROOT];

  for (guint i = 0; i < self->used_items->len; i++)
    {
      gint32 item = g_array_index (self->used_items, gint32, i);

      if (item != FUL_PATH_ROOT)
        root->piece += self->thread_sums[item].piece;
    }
}

/* Sums weights of a piece up, and adds squares of differences to the piece before. */
static void
end_piece (FulItemSums *self,
           guint        piece)
{
  if (self->nodes.prefix == NULL)
    sum_flat (self);
  for (guint i = self->nodes.prefix ? self->used_nodes->len : 0; i-- > 0; )
    {
      gint32 node = g_array_index (self->used_nodes, gint32, i), prefix = get_prefix (self, node), item = get_item (self, node);

      if (prefix != FUL_NONE)
        self->node_sums[prefix].weight += self->node_sums[node].weight;
      if (item != FUL_NONE)
        self->thread_sums[item].piece += self->node_sums[node].weight;
      self->node_sums[node].weight = 0;
    }
  for (guint i = 0; i < self->used_items->len; i++)
    {
      FulThreadSum *sum = &self->thread_sums[g_array_index (self->used_items, gint32, i)];

      if (piece > 0)
        sum->pieces += (sum->piece - sum->piece_before) * (sum->piece - sum->piece_before);
      sum->x += sum->piece;
      sum->piece_before = sum->piece;
      sum->piece = 0;
    }
}

/* Sums changes and rows of subtrees up. */
static void
sum_subtrees (FulItemSums *self)
{
  for (guint i = self->used_nodes->len; i-- > 0; )
    {
      gint32 node = g_array_index (self->used_nodes, gint32, i), prefix = get_prefix (self, node), item = get_item (self, node);
      FulNodeSum *sum = &self->node_sums[node];

      if (prefix != FUL_NONE)
        {
          self->node_sums[prefix].change += sum->change;
          self->node_sums[prefix].rows += sum->rows;
        }
      if (item != FUL_NONE)
        {
          self->thread_sums[item].changes += sum->change;
          self->thread_sums[item].rows += sum->rows;
        }
      if (self->nodes.prefix == NULL && item != FUL_PATH_ROOT)
        self->thread_sums[FUL_PATH_ROOT].rows += self->thread_sums[item].rows;
      *sum = (FulNodeSum) { 0 };
    }
}

/**
 * ful_item_sums_add_item:
 * @item: an item
 * @thread: what it has of the rows of a thread, without the factor
 * @n_rows: of the thread
 */
void
ful_item_sums_add_item (FulItemSums        *self,
                        gint32              item,
                        const FulThreadSum *thread,
                        guint               n_rows,
                        double              factor)
{
  FulItemSum *sum = &self->sums[item];
  double u_rows = thread->changes / 2 * factor * factor;

  if (sum->rows == 0 && thread->rows > 0)
    g_array_append_val (self->items, item);
  sum->x += thread->x * factor;
  ful_item_sum_add_rows (sum, thread->rows);
  sum->u_rows += u_rows;
  sum->u_pieces += n_rows < FUL_LEAST_ROWS_OF_PIECES ? u_rows
                                                     : thread->pieces / 2 * FUL_N_PIECES / (FUL_N_PIECES - 1) * factor * factor;
}

static void
add (FulItemSums  *self,
     const gint32 *node,
     const double *weight,
     guint         n_rows,
     double        factor)
{
  guint n_pieces = ful_count_pieces (n_rows);
  Cursor cursor = { 0, FUL_NONE, 0 };

  for (guint piece = 0; piece < n_pieces; piece++)
    {
      add_rows (self, &cursor, node, weight, ful_end_of_piece (piece, n_pieces, n_rows));
      end_piece (self, piece);
    }
  sum_subtrees (self);

  for (guint i = 0; i < self->used_items->len; i++)
    {
      gint32 item = g_array_index (self->used_items, gint32, i);

      ful_item_sums_add_item (self, item, &self->thread_sums[item], n_rows, factor);
      self->thread_sums[item] = (FulThreadSum) { 0 };
    }
  g_array_set_size (self->used_nodes, 0);
  g_array_set_size (self->used_items, 0);
}

/**
 * ful_item_sums_add:
 * @sums: (array length=n_sums): several sums of the same rows: at most one of nodes, one of their items, and one without
 *   callers whose rows are of these nodes
 * @n_sums: their number
 * @node: (array length=n_rows): node of each row, or %FUL_NONE for none
 * @weight: (array length=n_rows) (nullable): of each row; %NULL means all 1. Rows with another than a finite one do not count
 * @n_rows: rows of one thread, in time order
 * @factor: what a weight is multiplied by
 */
void
ful_item_sums_add (FulItemSums *const *sums,
                   guint               n_sums,
                   const gint32       *node,
                   const double       *weight,
                   guint               n_rows,
                   double              factor)
{
  gboolean has_tree = FALSE;

  for (guint i = 0; i < n_sums; i++)
    has_tree |= sums[i]->nodes.prefix != NULL;
  if (weight == NULL && has_tree)
    {
      ful_item_sums_count (sums, n_sums, node, n_rows, factor);
      return;
    }

  for (guint i = 0; i < n_sums; i++)
    add (sums[i], node, weight, n_rows, factor);
}

/**
 * ful_item_sums_get_items:
 *
 * Returns: (element-type gint32) (transfer none): the items that rows have, each once
 */
const GArray *
ful_item_sums_get_items (const FulItemSums *self)
{
  return self->items;
}

const FulItemSum *
ful_item_sums_get (const FulItemSums *self,
                   gint32             item)
{
  return &self->sums[item];
}
