/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack chart (call-tree.md 9): the stack over time. A box extends over
 * consecutive samples in the subtree of its node.
 *
 * A row is computed from the one below it: the callers of its boxes, and between
 * them the nodes that samples end in, merged if the node is the same. All accesses
 * but the one to the caller are sequential, which is three times as fast as
 * following each stack down to the part shared with the previous one. */

#include "config.h"

#include "ful-box-layout.h"

#include "tree/nodes/ful-call-node-table.h"

/* Limit on boxes (384 MB); the deepest rows are dropped above it. Rows that are dropped cost time too: so many
 * boxes are made at most before stacks are cut. */
#define MAX_BOXES 32000000
#define MAX_MADE (8 * (gsize) MAX_BOXES)

/* Samples are in a node from one edge to the next. */
typedef struct
{
  guint32          edge;
  FulCallNodeIndex node;
} Visit;

/* Puts the edges where the node of the samples changes.
 * Returns: (transfer full): the node from each edge on, or FUL_NONE */
static FulCallNodeIndex *
find_edges (FulBoxLayout            *self,
            FulSampleRows           *rows,
            GCancellable            *cancellable,
            GError                 **error)
{
  const FulCallNodeIndex *stack_to_node = self->tree->nodes->stack_to_node;
  g_autofree FulCallNodeIndex *nodes = g_new (FulCallNodeIndex, (gsize) rows->n_rows + 1);
  FulCallNodeIndex last = FUL_NONE;

  self->edge = g_new (double, (gsize) rows->n_rows + 1);
  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      FulCallNodeIndex node = stack == FUL_NONE ? FUL_NONE : stack_to_node[stack];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (node == last)
        continue;

      nodes[self->n_edges] = last = node;
      self->edge[self->n_edges++] = rows->time[i];
    }
  nodes[self->n_edges] = FUL_NONE;
  self->edge[self->n_edges++] = rows->n_rows > 0
                                  ? rows->time[rows->n_rows - 1] + self->tree->profile->interval : 0;

  return g_steal_pointer (&nodes);
}

/* Sorts visits by depth: those of a depth are from @first[depth] to before @first[depth + 1]. */
static Visit *
sort_visits (const FulCallNodeTable *table,
             const FulCallNodeIndex *nodes,
             guint                   n,
             guint                  *first)
{
  guint n_depths = (guint) (table->max_depth + 1);
  Visit *visits = g_new (Visit, n);
  guint *next = first + 1;

  for (guint i = 0; i < n; i++)
    if (nodes[i] != FUL_NONE)
      first[table->depth[nodes[i]] + 2]++;
  for (guint depth = 0; depth < n_depths; depth++)
    next[depth + 1] += next[depth];
  for (guint i = 0; i < n; i++)
    if (nodes[i] != FUL_NONE)
      visits[next[table->depth[nodes[i]]]++] = (Visit) { i, nodes[i] };

  return visits;
}

/* Joins the callers of the boxes below with the nodes visited at the depth of the row. */
static gboolean
lay_out_row (FulBoxRow               *row,
             const FulBoxRow         *below,
             const Visit             *visits,
             guint                    n_visits,
             const FulCallNodeIndex  *prefix,
             GCancellable            *cancellable,
             GError                 **error)
{
  guint n_parts = below->n_boxes + n_visits;
  FulBox *boxes = row->boxes = g_new (FulBox, n_parts);
  guint n = 0, v = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      FulBox box;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (v < n_visits && (i - v == below->n_boxes || visits[v].edge < below->boxes[i - v].start))
        {
          box = (FulBox) { visits[v].edge, visits[v].edge + 1, visits[v].node };
          v++;
        }
      else
        {
          box = below->boxes[i - v];
          box.node = prefix[box.node];
        }

      if (n > 0 && boxes[n - 1].node == box.node && boxes[n - 1].end == box.start)
        boxes[n - 1].end = box.end;
      else
        boxes[n++] = box;
    }
  row->n_boxes = n;
  row->boxes = g_renew (FulBox, boxes, n);

  return TRUE;
}

/* Cuts stacks at a depth: they end in their node there. */
static void
cut_stacks (const FulCallNodeTable *table,
            FulCallNodeIndex       *nodes,
            guint                   n,
            gint32                  max_depth)
{
  g_autofree FulCallNodeIndex *caller = g_new (FulCallNodeIndex, MAX (table->n_nodes, 1));

  for (guint i = 0; i < table->n_nodes; i++)
    caller[i] = table->depth[i] <= max_depth ? (FulCallNodeIndex) i : caller[table->prefix[i]];
  for (guint i = 0; i < n; i++)
    if (nodes[i] != FUL_NONE)
      nodes[i] = caller[nodes[i]];
}

/* Makes the rows of the @nodes. Drops all of them, and sets @is_complete to FALSE, if it takes more than @max_made boxes.
 * Returns: FALSE with @error set; else @n_used is the number of rows */
static gboolean
lay_out (FulBoxLayout            *self,
         const FulCallNodeIndex  *nodes,
         gsize                    max_made,
         guint                   *n_used,
         gboolean                *is_complete,
         GCancellable            *cancellable,
         GError                 **error)
{
  const FulCallNodeTable *table = self->tree->nodes;
  guint n_depths = (guint) (table->max_depth + 1);
  g_autofree guint *first = g_new0 (guint, (gsize) n_depths + 2);
  g_autofree Visit *visits = sort_visits (table, nodes, self->n_edges, first);
  FulBoxRow none = { 0 };
  guint n_kept;
  gsize n_boxes = 0, n_made = 0;

  *n_used = n_depths;
  while (*n_used > 0 && first[*n_used - 1] == first[n_depths])
    (*n_used)--;
  n_kept = *n_used;
  for (guint depth = *n_used; depth-- > 0;)
    {
      if (!lay_out_row (&self->rows[depth], depth + 1 < *n_used ? &self->rows[depth + 1] : &none,
                        visits + first[depth], first[depth + 1] - first[depth], table->prefix, cancellable, error))
        return FALSE;

      n_boxes += self->rows[depth].n_boxes;
      n_made += self->rows[depth].n_boxes;
      while (n_kept > depth + (n_made <= max_made) && (n_boxes > MAX_BOXES || n_made > max_made))
        {
          FulBoxRow *row = &self->rows[--n_kept];

          n_boxes -= row->n_boxes;
          g_clear_pointer (&row->boxes, g_free);
          row->n_boxes = 0;
        }
      *is_complete = n_made <= max_made;
      if (!*is_complete)
        return TRUE;
    }

  return TRUE;
}

/**
 * ful_stack_chart_layout_new:
 * @tree: a call tree; its call nodes are shown, whichever its direction
 * @rows: the rows of the committed range
 * @same_widths: whether a change of the stack is a step of the same width, whatever the time in between
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows + boxes). Above the limit on boxes the deepest rows are empty; deep stacks that share little are cut for it,
 * so that the cost does not grow with rows times depth.
 *
 * Returns: (transfer full): boxes in absolute ms, or from 0 in steps; as many rows as the deepest stack
 */
FulBoxLayout *
ful_stack_chart_layout_new (FulCallTree    *tree,
                            FulSampleRows  *rows,
                            gboolean        same_widths,
                            GCancellable   *cancellable,
                            GError        **error)
{
  g_autoptr(FulBoxLayout) self = ful_box_layout_new (tree, (guint) (tree->nodes->max_depth + 1));
  g_autofree FulCallNodeIndex *nodes = find_edges (self, rows, cancellable, error);
  guint n_used, n_rows;
  gboolean is_complete = TRUE;

  if (nodes == NULL || !lay_out (self, nodes, MAX_MADE, &n_used, &is_complete, cancellable, error))
    return NULL;
  if (!is_complete)
    {
      cut_stacks (tree->nodes, nodes, self->n_edges, (gint32) (MAX_BOXES / self->n_edges));
      if (!lay_out (self, nodes, G_MAXSIZE, &n_rows, &is_complete, cancellable, error))
        return NULL;
    }

  self->same_widths = same_widths;
  self->start = same_widths || rows->n_rows == 0 ? 0 : rows->time[0];
  self->end = same_widths ? self->n_edges - 1 : self->edge[self->n_edges - 1];
  ful_box_layout_finish (self, n_used);

  return g_steal_pointer (&self);
}
