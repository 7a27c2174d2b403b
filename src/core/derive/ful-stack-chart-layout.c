/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stack chart (call-tree.md 9): what was on the stack when. A box goes on
 * while samples stay in the subtree of its node. */

#include "config.h"

#include "ful-box-layout.h"

/* More boxes than this (384 MB) are not kept: the deepest rows go. */
#define MAX_BOXES 32000000

/* The box of a depth that goes on; FUL_NONE if there is none. */
typedef struct
{
  guint32          start;
  FulCallNodeIndex node;
} OpenBox;

/* The node of a stack and the length of its path; beside one another, since rows take them at random. */
typedef struct
{
  FulCallNodeIndex node;
  gint32           n;
} Place;

typedef struct
{
  FulBoxLayout *layout;
  OpenBox      *open;      /* one for each depth */
  gint32        n_open;
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
      g_clear_pointer (&row->boxes, g_free);
      row->n_boxes = row->capacity = 0;
    }
}

static inline void
close_box (Builder *self,
           gint32   depth,
           guint32  at)
{
  OpenBox box = self->open[depth];

  if ((guint) depth >= self->n_kept)
    return;

  ful_box_row_append (&self->layout->rows[depth], box.start, at, box.node);
  if (++self->n_boxes > MAX_BOXES)
    make_room (self);
}

/* Goes on with the boxes that the path of @node shares with the open ones. */
static inline void
move_to (Builder                *self,
         const FulCallNodeIndex *prefix,
         FulCallNodeIndex        node,
         gint32                  n,
         guint32                 at)
{
  while (self->n_open > n)
    {
      close_box (self, --self->n_open, at);
      self->open[self->n_open].node = FUL_NONE;
    }
  self->n_open = n;

  for (gint32 depth = n - 1; depth >= 0 && self->open[depth].node != node; depth--)
    {
      if (self->open[depth].node != FUL_NONE)
        close_box (self, depth, at);
      self->open[depth] = (OpenBox) { at, node };
      node = prefix[node];
    }
}

/* Of no stack and then of each. */
static Place *
make_places (const FulCallNodeTable *nodes)
{
  Place *places = g_new (Place, (gsize) nodes->n_stacks + 1);

  places[0] = (Place) { FUL_NONE, 0 };
  for (guint i = 0; i < nodes->n_stacks; i++)
    {
      FulCallNodeIndex node = nodes->stack_to_node[i];

      places[i + 1] = (Place) { node, node == FUL_NONE ? 0 : nodes->depth[node] + 1 };
    }

  return places;
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
  g_autofree Place *places = make_places (nodes);
  Builder builder = { self, open, 0, n_depths, 0 };
  FulCallNodeIndex last = FUL_NONE;
  gint32 n_used = 0;

  for (guint depth = 0; depth < n_depths; depth++)
    open[depth].node = FUL_NONE;
  self->edge = g_new (double, (gsize) rows->n_rows + 1);
  self->same_widths = same_widths;
  for (guint i = 0; i < rows->n_rows; i++)
    {
      const Place *place = &places[ful_sample_rows_get_stack (rows, i) + 1];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      if (place->node == last)
        continue;

      move_to (&builder, nodes->prefix, place->node, place->n, self->n_edges);
      n_used = MAX (n_used, builder.n_open);
      last = place->node;
      self->edge[self->n_edges++] = rows->time[i];
    }

  move_to (&builder, nodes->prefix, FUL_NONE, 0, self->n_edges);
  self->edge[self->n_edges++] = rows->n_rows > 0 ? rows->time[rows->n_rows - 1] + tree->profile->interval : 0;

  self->start = same_widths || rows->n_rows == 0 ? 0 : rows->time[0];
  self->end = same_widths ? self->n_edges - 1 : self->edge[self->n_edges - 1];
  ful_box_layout_finish (self, (guint) n_used);

  return g_steal_pointer (&self);
}
