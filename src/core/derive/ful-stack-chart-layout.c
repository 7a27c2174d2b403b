/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack chart (call-tree.md 9): what was on the stack when. A box goes on
 * while samples stay in the subtree of its node. */

#include "config.h"

#include "ful-box-layout.h"

/* More boxes than this (640 MB) are not kept: the deepest rows go. */
#define MAX_BOXES 32000000

typedef struct
{
  FulBoxLayout *layout;
  double       *opened;    /* for each depth where the open box began */
  guint         n_kept;    /* rows above this depth were given up */
  gsize         n_boxes;
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

static inline void
close_box (Builder          *self,
           FulCallNodeIndex  node,
           gint32            depth,
           double            at)
{
  if ((guint) depth >= self->n_kept)
    return;

  ful_box_row_append (&self->layout->rows[depth], self->opened[depth], at, node);
  if (++self->n_boxes > MAX_BOXES)
    make_room (self);
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
  g_autofree double *opened = g_new (double, MAX (n_depths, 1));
  Builder builder = { self, opened, n_depths, 0 };
  g_autoptr(GArray) ticks = g_array_new (FALSE, FALSE, sizeof (double));
  FulCallNodeIndex open = FUL_NONE;
  gint32 deepest = -1;
  double end;

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      FulCallNodeIndex node = stack == FUL_NONE ? FUL_NONE : nodes->stack_to_node[stack];
      double at = same_widths ? ticks->len : rows->time[i];
      gint32 shared;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (node == open)
        continue;

      while (open != FUL_NONE && (node < open || node >= nodes->subtree_end[open]))
        {
          close_box (&builder, open, nodes->depth[open], at);
          open = nodes->prefix[open];
        }

      shared = open == FUL_NONE ? -1 : nodes->depth[open];
      if (node != FUL_NONE)
        {
          deepest = MAX (deepest, nodes->depth[node]);
          for (gint32 depth = shared + 1; depth <= nodes->depth[node]; depth++)
            opened[depth] = at;
        }
      open = node;
      if (same_widths)
        g_array_append_val (ticks, rows->time[i]);
    }

  end = rows->n_rows > 0 ? rows->time[rows->n_rows - 1] + tree->profile->interval : 0;
  for (; open != FUL_NONE; open = nodes->prefix[open])
    close_box (&builder, open, nodes->depth[open], same_widths ? ticks->len : end);

  self->n_rows = (guint) (deepest + 1);
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
