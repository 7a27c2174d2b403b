/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What each item has of the rows of a run, and how exactly sampling knows it (compare.md 3.1 and 3.3).
 *
 * ful_item_sums_add () is called for the rows of each thread, in time order. A row has the items of its node and of all
 * nodes above. Between two rows only the items below the lowest common ancestor of their nodes change, so that only
 * these are visited; what is the same for a whole path is added at one node and summed up over subtrees at the end.
 * O(rows × distance of successive nodes + 32 × nodes that occur) for each thread. */

#include "config.h"

#include "ful-item-sums.h"

#include <math.h>

#define N_PIECES 32
#define LEAST_ROWS_OF_PIECES 64

#define ROOT 0

/* Of a node, for the rows of a thread. */
typedef struct
{
  double   weight;    /* of a piece; then of its subtree */
  double   change;    /* squares of changes of the weight alone; likewise */
  guint64  rows;      /* likewise */
  gboolean is_used;
} NodeSum;

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
} ThreadSum;

struct _FulItemSums
{
  FulItemNodes nodes;
  FulItemSum  *sums;
  NodeSum     *node_sums;
  ThreadSum   *thread_sums;
  gint32      *jumps;        /* (nullable): of each node one above it, see find_jumps () */
  guint       *stamps;       /* of each item; apart from its sum, as most steps need nothing else */
  GArray      *items;        /* that any thread has */
  GArray      *used_nodes;   /* callers first */
  GArray      *used_items;
  GArray      *changed;      /* items that the row before had, and its caller has not */
  guint        stamp;
  gboolean     has_counts;   /* whether all weights of the thread are 1 */
};

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

/* An ancestor of each node, as far above it as its depth has a place in skew binary numbers (Myers, "An applicative
 * random-access stack"): paths up take O(log depth) steps of these and of single nodes. */
static gint32 *
find_jumps (const FulItemNodes *nodes)
{
  gint32 *jumps = g_new (gint32, MAX (nodes->n_nodes, 1));

  jumps[ROOT] = ROOT;
  for (guint i = 1; i < nodes->n_nodes; i++)
    {
      gint32 above = nodes->prefix[i], jump = jumps[above];

      jumps[i] = nodes->depth[above] - nodes->depth[jump] == nodes->depth[jump] - nodes->depth[jumps[jump]] ? jumps[jump] : above;
    }

  return jumps;
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
  self->node_sums = g_new0 (NodeSum, nodes->n_nodes);
  self->thread_sums = g_new0 (ThreadSum, nodes->n_items);
  self->stamps = g_new0 (guint, nodes->n_items);
  self->jumps = nodes->prefix && nodes->item == NULL ? find_jumps (nodes) : NULL;
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
  g_free (self->jumps);
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
  ThreadSum *sum;

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
  self->thread_sums[ROOT].changes += (to - from) * (to - from);
}

/* Returns: where the paths of two nodes meet; both are nodes. O(log depth) */
static gint32
find_meeting (const FulItemSums *self,
              gint32             a,
              gint32             b)
{
  const gint32 *prefix = self->nodes.prefix, *depth = self->nodes.depth, *jumps = self->jumps;

  if (depth[a] < depth[b])
    {
      gint32 other = a;

      a = b;
      b = other;
    }
  while (depth[a] > depth[b])
    a = depth[jumps[a]] >= depth[b] ? jumps[a] : prefix[a];
  while (a != b)
    {
      gboolean jumps_below = jumps[a] != jumps[b];

      a = jumps_below ? jumps[a] : prefix[a];
      b = jumps_below ? jumps[b] : prefix[b];
    }

  return a;
}

/* Like change (), where all weights are 1: what is added at a node is that of all above it, too, and taken back where the
 * paths meet, and for what both have on different paths. Of whole numbers nothing is lost. */
static void
change_counts (FulItemSums *self,
               gint32       a,
               double       from,
               gint32       b,
               double       to)
{
  gint32 depth_a = get_depth (self, a), depth_b = get_depth (self, b), end = b;
  const gint32 *items = self->nodes.item;

  if (a != FUL_NONE)
    self->node_sums[a].change += from;
  if (b != FUL_NONE)
    self->node_sums[b].change += to;
  if (self->jumps)
    {
      if (a != FUL_NONE && b != FUL_NONE)
        self->node_sums[find_meeting (self, a, b)].change -= from + to;
      return;
    }

  self->stamp++;
  for (; depth_b > depth_a; depth_b--)
    end = get_prefix (self, end);
  for (; a != end; a = get_prefix (self, a))
    {
      if (items[a] != FUL_NONE)
        self->stamps[items[a]] = self->stamp;
      if (depth_a > depth_b)
        depth_a--;
      else
        end = get_prefix (self, end);
    }
  for (; b != end; b = get_prefix (self, b))
    if (items[b] != FUL_NONE && self->stamps[items[b]] == self->stamp)
      self->thread_sums[items[b]].changes -= from + to;
  if (end != FUL_NONE)
    self->node_sums[end].change -= from + to;
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
  if (self->has_counts)
    {
      change_counts (self, a, from, b, to);
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
get_row (const gint32 *node,
         const double *weight,
         guint         row,
         double       *out_weight)
{
  *out_weight = weight ? weight[row] : 1;

  return isfinite (*out_weight) ? node[row] : FUL_NONE;
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
      gint32 at = get_row (node, weight, cursor->row, &to);

      end = find_end (node, weight, cursor->row, n_rows);
      if (at == FUL_NONE)
        {
          to = 0;
        }
      else if (self->nodes.prefix == NULL)
        {
          ThreadSum *sum = &self->thread_sums[at];

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
  ThreadSum *root = &self->thread_sums[ROOT];

  for (guint i = 0; i < self->used_items->len; i++)
    {
      gint32 item = g_array_index (self->used_items, gint32, i);

      if (item != ROOT)
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
      ThreadSum *sum = &self->thread_sums[g_array_index (self->used_items, gint32, i)];

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
      NodeSum *sum = &self->node_sums[node];

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
      if (self->nodes.prefix == NULL && item != ROOT)
        self->thread_sums[ROOT].rows += self->thread_sums[item].rows;
      *sum = (NodeSum) { 0 };
    }
}

/**
 * ful_item_sums_add:
 * @node: (array length=n_rows): node of each row, or %FUL_NONE for none
 * @weight: (array length=n_rows) (nullable): of each row; %NULL means all 1. Rows with another than a finite one do not count
 * @n_rows: rows of one thread, in time order
 * @factor: what a weight is multiplied by
 */
void
ful_item_sums_add (FulItemSums  *self,
                   const gint32 *node,
                   const double *weight,
                   guint         n_rows,
                   double        factor)
{
  guint n_pieces = n_rows < LEAST_ROWS_OF_PIECES ? 1 : N_PIECES;
  Cursor cursor = { 0, FUL_NONE, 0 };

  self->has_counts = weight == NULL;
  for (guint piece = 0; piece < n_pieces; piece++)
    {
      /* The first row i with ⌊i·B/n⌋ > piece. */
      guint end = (guint) (((piece + 1) * (guint64) n_rows + n_pieces - 1) / n_pieces);

      add_rows (self, &cursor, node, weight, end);
      end_piece (self, piece);
    }
  sum_subtrees (self);

  for (guint i = 0; i < self->used_items->len; i++)
    {
      gint32 item = g_array_index (self->used_items, gint32, i);
      ThreadSum *thread = &self->thread_sums[item];
      FulItemSum *sum = &self->sums[item];
      double u_rows = thread->changes / 2 * factor * factor;

      if (sum->rows == 0 && thread->rows > 0)
        g_array_append_val (self->items, item);
      sum->x += thread->x * factor;
      sum->rows += thread->rows;
      sum->u_rows += u_rows;
      sum->u_pieces += n_rows < LEAST_ROWS_OF_PIECES ? u_rows
                                                     : thread->pieces / 2 * N_PIECES / (N_PIECES - 1) * factor * factor;
      *thread = (ThreadSum) { 0 };
    }
  g_array_set_size (self->used_nodes, 0);
  g_array_set_size (self->used_items, 0);
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
