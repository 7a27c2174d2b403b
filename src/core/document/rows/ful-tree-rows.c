/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The visible rows of a tree. Expanded nodes are remembered by number, also
 * below a collapsed one, so collapsing and expanding again restores what was
 * below. Numbers are valid for one call node table; ful_tree_rows_follow()
 * carries rows over to another. */

#include "config.h"

#include "ful-tree-rows-private.h"

#include "ful-tree-order.h"

#include "insight/samples/ful-hot-node.h"

#include <string.h>

void
ful_tree_rows_set_expanded (FulTreeRows      *self,
                            FulCallNodeIndex  node,
                            gboolean          expanded)
{
  g_assert (node != FUL_NONE);

  if ((guint) node >= self->expanded->len)
    {
      if (!expanded)
        return;
      g_array_set_size (self->expanded, MAX ((guint) node + 1, self->expanded->len * 2));
    }

  g_array_index (self->expanded, guint8, node) = expanded;
}

static void
append_row (FulTreeRows      *self,
            FulCallNodeIndex  node,
            gint32            depth)
{
  g_assert (node != FUL_NONE && depth >= 0);

  if (self->n_rows == self->capacity)
    {
      self->capacity = MAX (64, self->capacity * 2);
      self->rows = g_renew (FulCallTreeRow, self->rows, self->capacity);
    }

  self->rows[self->n_rows++] = (FulCallTreeRow) { node, depth };
}

/* Puts @n rows in front of row @at. */
static void
insert_rows (FulTreeRows          *self,
             guint                 at,
             const FulCallTreeRow *rows,
             guint                 n)
{
  g_assert (at <= self->n_rows);

  if (n == 0)
    return;

  if (self->n_rows + n > self->capacity)
    {
      self->capacity = MAX (self->n_rows + n, self->capacity * 2);
      self->rows = g_renew (FulCallTreeRow, self->rows, self->capacity);
    }

  memmove (self->rows + at + n, self->rows + at, (self->n_rows - at) * sizeof *rows);
  memcpy (self->rows + at, rows, n * sizeof *rows);
  self->n_rows += n;
}

static void
remove_rows (FulTreeRows *self,
             guint        at,
             guint        n)
{
  g_assert (at <= self->n_rows && n <= self->n_rows - at);

  memmove (self->rows + at, self->rows + at + n, (self->n_rows - at - n) * sizeof *self->rows);
  self->n_rows -= n;
}

static guint
subtree_end (const FulTreeRows *self,
             guint              row)
{
  guint end = row + 1;

  g_assert (row < self->n_rows);

  while (end < self->n_rows && self->rows[end].depth > self->rows[row].depth)
    end++;

  return end;
}

typedef struct
{
  FulCallTreeRow row;
  gint32         place;   /* of FulTreeOrder */
} OpenRow;

/* Puts the children of a node on the stack, the first one on top. */
static void
push_children (GArray           *stack,
               FulTreeRows      *out,
               FulCallNodeIndex  node,
               gint32            depth,
               FulTreeOrder     *order,
               gint32            place,
               GArray           *children)
{
  ful_call_tree_get_children (out->tree, node, children);
  if (order)
    ful_tree_order_sort (order, place, out->tree, children);
  for (guint i = children->len; i > 0; i--)
    {
      FulCallNodeIndex child = g_array_index (children, FulCallNodeIndex, i - 1);
      OpenRow open = { { child, depth }, FUL_NONE };

      if (order)
        open.place = ful_tree_order_find (order, place, ful_call_tree_get_func (out->tree, child));
      g_array_append_val (stack, open);
    }
}

/* Appends the visible rows below @node to @out; @order: (nullable): for all rows. Uses an explicit stack, as trees can be
 * deeper than the C stack. */
gboolean
ful_tree_rows_append_below (FulTreeRows       *out,
                            FulCallNodeIndex   node,
                            gint32             depth,
                            FulTreeOrder      *order,
                            GCancellable      *cancellable,
                            GError           **error)
{
  g_autoptr(GArray) stack = g_array_new (FALSE, FALSE, sizeof (OpenRow));
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  guint n_done = 0;

  push_children (stack, out, node, depth, order, FUL_TREE_ORDER_TOP, children);
  while (stack->len > 0)
    {
      OpenRow open = g_array_index (stack, OpenRow, stack->len - 1);

      g_array_set_size (stack, stack->len - 1);
      append_row (out, open.row.node, open.row.depth);

      if (++n_done % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (ful_tree_rows_is_expanded (out, open.row.node))
        push_children (stack, out, open.row.node, open.row.depth + 1, order, open.place, children);
    }

  return TRUE;
}

FulTreeRows *
ful_tree_rows_create (FulCallTree      *tree,
                      FulDerivedThread *thread)
{
  FulTreeRows *self = g_new0 (FulTreeRows, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->tree = ful_call_tree_ref (tree);
  self->thread = thread ? ful_derived_thread_ref (thread) : NULL;
  self->expanded = g_array_new (FALSE, TRUE, sizeof (guint8));
  self->selected = FUL_NONE;

  return self;
}

void
ful_tree_rows_expand_above (FulTreeRows      *self,
                            FulCallNodeIndex  node)
{
  while (node != FUL_NONE)
    {
      node = ful_call_tree_get_parent (self->tree, node);
      if (node != FUL_NONE)
        ful_tree_rows_set_expanded (self, node, TRUE);
    }
}

/* Opens the path of the hot node, and selects and opens it (insight.md 2). Without one, and in an inverted tree, the heaviest path
 * is opened and its first row is selected; a list of functions has no such thing. */
gboolean
ful_tree_rows_expand_hottest (FulTreeRows   *self,
                              GCancellable  *cancellable,
                              GError       **error)
{
  gboolean is_upright = self->thread && !self->tree->inverted;
  g_autoptr(GArray) nodes = NULL;
  FulCallNodeIndex end;

  g_assert (self->selected == FUL_NONE);

  if (self->tree->is_list)
    return TRUE;

  self->is_hot = TRUE;
  if (is_upright && !ful_hot_node_find (self->tree, self->thread, &self->selected, cancellable, error))
    return FALSE;
  if (self->selected != FUL_NONE)
    {
      ful_tree_rows_expand_above (self, self->selected);
      ful_tree_rows_set_expanded (self, self->selected, TRUE);
      return TRUE;
    }

  nodes = ful_call_tree_initial_expansion (self->tree, &end);
  for (guint i = 0; i < nodes->len; i++)
    ful_tree_rows_set_expanded (self, g_array_index (nodes, FulCallNodeIndex, i), TRUE);
  self->selected = nodes->len > 0 ? g_array_index (nodes, FulCallNodeIndex, 0) : end;

  return TRUE;
}

/**
 * ful_tree_rows_new:
 * @tree: a tree
 * @thread: (nullable): its derived thread
 *
 * Returns: (transfer full): the rows of @tree, expanded down to the hot node; %NULL if it was cancelled
 */
FulTreeRows *
ful_tree_rows_new (FulCallTree       *tree,
                   FulDerivedThread  *thread,
                   GCancellable      *cancellable,
                   GError           **error)
{
  g_autoptr(FulTreeRows) self = ful_tree_rows_create (tree, thread);

  if (!ful_tree_rows_expand_hottest (self, cancellable, error) ||
      !ful_tree_rows_append_below (self, FUL_NONE, 0, NULL, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

FulTreeRows *
ful_tree_rows_ref (FulTreeRows *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
ful_tree_rows_unref (FulTreeRows *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  ful_call_tree_unref (self->tree);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_array_unref (self->expanded);
  g_free (self->rows);
  g_free (self);
}

/**
 * ful_tree_rows_make_unique:
 * @self: (transfer full): rows
 *
 * Returns: (transfer full): @self if this is the only reference, else a copy
 */
FulTreeRows *
ful_tree_rows_make_unique (FulTreeRows *self)
{
  FulTreeRows *copy;

  if (g_atomic_ref_count_compare (&self->ref_count, 1))
    return self;

  copy = ful_tree_rows_create (self->tree, self->thread);
  copy->rows = g_memdup2 (self->rows, self->n_rows * sizeof *self->rows);
  copy->n_rows = self->n_rows;
  copy->capacity = self->n_rows;
  copy->selected = self->selected;
  copy->is_hot = self->is_hot;
  g_array_append_vals (copy->expanded, self->expanded->data, self->expanded->len);
  ful_tree_rows_unref (self);

  return copy;
}

/**
 * ful_tree_rows_is_expanded:
 *
 * Returns: whether the children of @node are shown when it is
 */
gboolean
ful_tree_rows_is_expanded (const FulTreeRows *self,
                           FulCallNodeIndex   node)
{
  return (guint) node < self->expanded->len && g_array_index (self->expanded, guint8, node);
}

/**
 * ful_tree_rows_expand:
 * @row: a visible row
 *
 * Shows the children of a row, and the expanded rows below them.
 *
 * Returns: number of rows inserted after @row
 */
guint
ful_tree_rows_expand (FulTreeRows *self,
                      guint        row)
{
  FulCallTreeRow at;
  g_autofree FulCallTreeRow *below = NULL;
  guint n_before = self->n_rows;
  guint n_below;

  g_assert (row < self->n_rows);
  at = self->rows[row];

  if (ful_tree_rows_is_expanded (self, at.node) || !ful_call_tree_has_children (self->tree, at.node))
    return 0;

  ful_tree_rows_set_expanded (self, at.node, TRUE);
  ful_tree_rows_append_below (self, at.node, at.depth + 1, NULL, NULL, NULL);

  n_below = self->n_rows - n_before;
  below = g_memdup2 (self->rows + n_before, n_below * sizeof *below);
  self->n_rows = n_before;
  insert_rows (self, row + 1, below, n_below);

  return n_below;
}

/**
 * ful_tree_rows_collapse:
 * @row: a visible row
 *
 * Hides the rows below a row.
 *
 * Returns: number of rows removed after @row
 */
guint
ful_tree_rows_collapse (FulTreeRows *self,
                        guint        row)
{
  guint n_removed;

  g_assert (row < self->n_rows);

  if (!ful_tree_rows_is_expanded (self, self->rows[row].node))
    return 0;

  ful_tree_rows_set_expanded (self, self->rows[row].node, FALSE);
  n_removed = subtree_end (self, row) - row - 1;
  remove_rows (self, row + 1, n_removed);

  return n_removed;
}

/**
 * ful_tree_rows_find:
 *
 * Returns: the row of @node, or -1 if it is not visible; O(n)
 */
gint64
ful_tree_rows_find (const FulTreeRows *self,
                    FulCallNodeIndex   node)
{
  for (guint row = 0; row < self->n_rows; row++)
    if (self->rows[row].node == node)
      return row;

  return -1;
}

/**
 * ful_tree_rows_find_parent:
 *
 * Returns: the row of the parent of @row, or -1 for a root
 */
gint64
ful_tree_rows_find_parent (const FulTreeRows *self,
                           guint              row)
{
  gint64 parent = row;

  while (parent >= 0 && self->rows[parent].depth >= self->rows[row].depth)
    parent--;

  return parent;
}

/**
 * ful_tree_rows_expand_all:
 * @row: a visible row
 *
 * Expands all below a row, up to %FUL_TREE_ROWS_MAX rows.
 *
 * Returns: %TRUE, or %FALSE if it was cancelled and the rows are of no use
 */
gboolean
ful_tree_rows_expand_all (FulTreeRows   *self,
                          guint          row,
                          GCancellable  *cancellable,
                          GError       **error)
{
  FulCallTreeRow at = self->rows[row];
  guint end = subtree_end (self, row);
  g_autoptr(GArray) below = NULL;

  below = ful_call_tree_expand_all (self->tree, at.node, FUL_TREE_ROWS_MAX, cancellable, error);
  if (!below)
    return FALSE;

  if (below->len > 0)
    ful_tree_rows_set_expanded (self, at.node, TRUE);
  for (guint i = 0; i + 1 < below->len; i++)
    {
      const FulCallTreeRow *rows = (FulCallTreeRow *) below->data;

      if (rows[i + 1].depth > rows[i].depth)
        ful_tree_rows_set_expanded (self, rows[i].node, TRUE);
    }

  remove_rows (self, row + 1, end - row - 1);
  insert_rows (self, row + 1, (FulCallTreeRow *) below->data, below->len);

  return TRUE;
}

/* @node, or the nearest one above that the tree shows. */
FulCallNodeIndex
ful_tree_rows_find_shown (FulCallTree      *tree,
                          FulCallNodeIndex  node)
{
  while (node != FUL_NONE && !ful_call_tree_is_visible (tree, node))
    node = ful_call_tree_get_parent (tree, node);

  return node;
}

/**
 * ful_tree_rows_reveal:
 * @node: a node of the tree
 *
 * Selects @node, or if it is not shown its nearest shown ancestor, and expands the
 * ancestors.
 *
 * Returns: %TRUE, or %FALSE if it was cancelled and the rows are of no use
 */
gboolean
ful_tree_rows_reveal (FulTreeRows       *self,
                      FulCallNodeIndex   node,
                      GCancellable      *cancellable,
                      GError           **error)
{
  self->selected = ful_tree_rows_find_shown (self->tree, node);
  self->is_hot = FALSE;
  ful_tree_rows_expand_above (self, self->selected);
  self->n_rows = 0;

  return ful_tree_rows_append_below (self, FUL_NONE, 0, NULL, cancellable, error);
}
