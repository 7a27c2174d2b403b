/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack chart (call-tree.md 9): what was on the stack when. A box goes on
 * while samples stay in the subtree of its node. */

#include "config.h"

#include "ful-box-layout.h"

/* More boxes than this (640 MB) are not kept: the deepest rows go. */
#define MAX_BOXES 32000000

#define PREFETCHED_ROWS 8

typedef struct
{
  double           opened;
  FulCallNodeIndex node;
} OpenBox;

typedef struct
{
  FulBoxLayout     *layout;
  OpenBox          *open;    /* one for each depth */
  gint32            n_open;
  FulCallNodeIndex *path;    /* of the next node, where it differs */
  guint             n_kept;  /* rows above this depth were given up */
  gsize             n_boxes;
} Builder;

/* Gives the deepest rows up until there is room again. */
static void
make_room (Builder *self)
{
  while (self->n_boxes > MAX_BOXES / 2 && self->n_kept > 1)
    {
      FulBoxRow *row = &self->layout->rows[--self->n_kept];

      self->n_boxes -= row->n_boxes;
      g_clear_pointer (&row->start, g_free);
      g_clear_pointer (&row->end, g_free);
      g_clear_pointer (&row->node, g_free);
      row->n_boxes = row->capacity = 0;
    }
}

/* Leaves the outermost @n_left boxes open. */
static inline void
close_boxes (Builder *self,
             gint32   n_left,
             double   at)
{
  while (self->n_open > n_left)
    {
      guint depth = (guint) --self->n_open;

      if (depth >= self->n_kept)
        continue;

      ful_box_row_append (&self->layout->rows[depth], self->open[depth].opened, at, self->open[depth].node);
      if (++self->n_boxes > MAX_BOXES)
        make_room (self);
    }
}

/* Goes on with the boxes that the path of @node shares with the open ones. */
static inline void
move_to (Builder                *self,
         const FulCallNodeTable *nodes,
         FulCallNodeIndex        node,
         double                  at)
{
  gint32 n = node == FUL_NONE ? 0 : nodes->depth[node] + 1;
  gint32 n_shared = n;

  for (FulCallNodeIndex up = node; n_shared > 0; up = nodes->prefix[up], n_shared--)
    {
      if (n_shared <= self->n_open && self->open[n_shared - 1].node == up)
        break;
      self->path[n_shared - 1] = up;
    }

  close_boxes (self, n_shared, at);
  for (gint32 depth = n_shared; depth < n; depth++)
    self->open[depth] = (OpenBox) { at, self->path[depth] };
  self->n_open = n;
}

/* The nodes of rows to come are all over the tables. */
static inline void
prefetch (const FulCallNodeTable *nodes,
          FulSampleRows          *rows,
          guint                   i)
{
  FulStackIndex near = ful_sample_rows_get_stack (rows, i + PREFETCHED_ROWS);
  FulStackIndex far = ful_sample_rows_get_stack (rows, i + 2 * PREFETCHED_ROWS);
  FulCallNodeIndex node = near == FUL_NONE ? FUL_NONE : nodes->stack_to_node[near];

  if (far != FUL_NONE)
    __builtin_prefetch (&nodes->stack_to_node[far]);
  if (node == FUL_NONE)
    return;
  __builtin_prefetch (&nodes->depth[node]);
  __builtin_prefetch (&nodes->prefix[node]);
}

/**
 * ful_stack_chart_layout_new:
 * @tree: a call tree; its call nodes are shown, whichever its direction
 * @rows: the rows of the committed range
 * @same_widths: whether a change of the stack is a step of the same width, whatever the time in between
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows + boxes). Of very many boxes only the outer rows are kept; the deepest are empty then.
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
  const FulCallNodeTable *nodes = tree->nodes;
  guint n_depths = (guint) (nodes->max_depth + 1);
  g_autoptr(FulBoxLayout) self = ful_box_layout_new (tree, n_depths);
  g_autofree OpenBox *open = g_new (OpenBox, MAX (n_depths, 1));
  g_autofree FulCallNodeIndex *path = g_new (FulCallNodeIndex, MAX (n_depths, 1));
  Builder builder = { self, open, 0, path, n_depths, 0 };
  g_autoptr(GArray) ticks = g_array_new (FALSE, FALSE, sizeof (double));
  FulCallNodeIndex last = FUL_NONE;
  gint32 n_used = 0;
  double end;

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      FulCallNodeIndex node = stack == FUL_NONE ? FUL_NONE : nodes->stack_to_node[stack];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (i + 2 * PREFETCHED_ROWS < rows->n_rows)
        prefetch (nodes, rows, i);
      if (node == last)
        continue;

      move_to (&builder, nodes, node, same_widths ? ticks->len : rows->time[i]);
      n_used = MAX (n_used, builder.n_open);
      last = node;
      if (same_widths)
        g_array_append_val (ticks, rows->time[i]);
    }

  end = rows->n_rows > 0 ? rows->time[rows->n_rows - 1] + tree->profile->interval : 0;
  close_boxes (&builder, 0, same_widths ? ticks->len : end);

  self->n_rows = (guint) n_used;
  self->start = same_widths || rows->n_rows == 0 ? 0 : rows->time[0];
  self->end = same_widths ? ticks->len : end;
  if (same_widths)
    {
      g_array_append_val (ticks, end);
      self->n_ticks = ticks->len;
      self->tick_time = (double *) (gpointer) g_array_free (g_steal_pointer (&ticks), FALSE);
    }

  return g_steal_pointer (&self);
}
