/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Carries rows over to another tree: expanded nodes and the selection by the functions on their paths. */

#include "config.h"

#include "ful-tree-rows-private.h"

#include "model/ful-profile.h"
#include "tree/ful-path-map.h"

/* Limit on the functions of all paths that are mapped after a transform, from the
 * top: in deep recursion each path is long. */
#define MAPPED_MAX 2000000

static FulCallNodeIndex
find_child (FulCallTree      *tree,
            FulCallNodeIndex  parent,
            FulFuncIndex      func,
            GArray           *children)
{
  g_assert (func != FUL_NONE);

  ful_call_tree_get_children (tree, parent, children);
  for (guint i = 0; i < children->len; i++)
    {
      FulCallNodeIndex child = g_array_index (children, FulCallNodeIndex, i);

      if (ful_call_tree_get_func (tree, child) == func)
        return child;
    }

  return FUL_NONE;
}

/* The node below @parent that @func has become; with more symbols it may be several levels below, which are expanded. */
static FulCallNodeIndex
follow_child (FulTreeRows      *self,
              FulCallNodeIndex  parent,
              FulFuncIndex      func,
              GArray           *children)
{
  guint n;
  const FulFuncIndex *funcs = ful_profile_get_replacement (self->tree->profile, func, &n);
  FulCallNodeIndex node = parent;

  if (funcs == NULL)
    return find_child (self->tree, parent, func, children);

  for (guint i = 0; i < n && (i == 0 || node != FUL_NONE); i++)
    {
      if (i > 0)
        ful_tree_rows_set_expanded (self, node, TRUE);
      node = find_child (self->tree, node, funcs[self->tree->inverted ? n - 1 - i : i], children);
    }

  return node;
}

/* Expands in @out the nodes of the expanded visible rows of @self. */
static gboolean
map_expanded (const FulTreeRows  *self,
              FulTreeRows        *out,
              GCancellable       *cancellable,
              GError            **error)
{
  g_autoptr(GArray) on_path = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));

  for (guint row = 0; row < self->n_rows; row++)
    {
      FulCallTreeRow at = self->rows[row];
      FulCallNodeIndex node;

      if (row % 64 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if ((guint) at.depth > on_path->len || !ful_tree_rows_is_expanded (self, at.node))
        continue;   /* an ancestor has no counterpart, or nothing is expanded */

      node = follow_child (out, at.depth > 0 ? g_array_index (on_path, FulCallNodeIndex, at.depth - 1) : FUL_NONE,
                           ful_call_tree_get_func (self->tree, at.node), children);
      g_array_set_size (on_path, at.depth);
      if (node == FUL_NONE)
        continue;

      g_array_append_val (on_path, node);
      ful_tree_rows_set_expanded (out, node, TRUE);
    }

  return TRUE;
}

/* The same after a transform, which changes paths. */
static gboolean
map_expanded_paths (const FulTreeRows  *self,
                    FulTreeRows        *out,
                    GCancellable       *cancellable,
                    GError            **error)
{
  guint n_mapped = 0;

  for (guint row = 0; row < self->n_rows && n_mapped < MAPPED_MAX; row++)
    {
      g_autoptr(GArray) path = NULL;
      FulCallNodeIndex node;

      if (row % 64 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!ful_tree_rows_is_expanded (self, self->rows[row].node))
        continue;

      path = ful_call_tree_get_path (self->tree, self->rows[row].node);
      n_mapped += path->len;
      ful_call_node_path_map (path, self->thread, self->tree, out->thread);
      node = ful_call_tree_find_path (out->tree, (FulFuncIndex *) (gpointer) path->data, path->len);
      if (node != FUL_NONE)
        ful_tree_rows_set_expanded (out, node, TRUE);
    }

  return TRUE;
}

/* The node that @selected is mapped to; expands its ancestors in @out. */
static void
map_selected (const FulTreeRows *self,
              FulCallNodeIndex   selected,
              FulTreeRows       *out)
{
  gboolean turned = (self->tree->inverted != NULL) != (out->tree->inverted != NULL);
  g_autoptr(GArray) path = NULL;

  g_assert (out != self && out->selected == FUL_NONE);

  if (selected == FUL_NONE)
    return;

  path = turned ? ful_call_tree_get_reversed_path (self->tree, selected)
                : ful_call_tree_get_path (self->tree, selected);
  ful_profile_map_path (out->tree->profile, path, out->tree->inverted != NULL);
  if (!turned && self->thread && out->thread)
    ful_call_node_path_map (path, self->thread, self->tree, out->thread);

  out->selected = ful_tree_rows_find_shown (out->tree, ful_call_tree_find_longest (out->tree, (FulFuncIndex *) (gpointer) path->data, path->len));
  ful_tree_rows_expand_above (out, out->selected);
}

/**
 * ful_tree_rows_follow:
 * @self: rows of an older tree
 * @selected: the node of that tree that is selected by now, or %FUL_NONE
 * @tree: the new tree
 * @thread: (nullable): the derived thread of @tree
 * @keep_order: whether siblings that @self shows keep their order, instead of that of their totals
 *
 * Maps expansion and selection to a new tree. With the same call nodes (only
 * numbers changed) by node, else by path, mapped through new symbols, a transform or
 * another implementation; between the two directions of a tree the selection follows its
 * function and the initial expansion is used, as after a transform is removed
 * (call-tree.md 7). If none of the nodes exists any more, the initial expansion is
 * used; likewise with other frames, until the user has selected a node.
 *
 * Returns: (transfer full): rows of @tree; %NULL if it was cancelled
 */
FulTreeRows *
ful_tree_rows_follow (FulTreeRows       *self,
                      FulCallNodeIndex   selected,
                      FulCallTree       *tree,
                      FulDerivedThread  *thread,
                      gboolean           keep_order,
                      GCancellable      *cancellable,
                      GError           **error)
{
  g_autoptr(FulTreeRows) out = ful_tree_rows_create (tree, thread);
  g_autoptr(FulTreeOrder) order = NULL;
  gboolean same_nodes = self->tree->nodes == tree->nodes && self->tree->inverted == tree->inverted;
  gboolean turned = (self->tree->inverted != NULL) != (tree->inverted != NULL);
  gboolean can_follow = !self->thread || !thread || ful_call_node_path_can_map (self->thread, thread);
  gboolean pushed = self->thread && thread &&
                    self->thread->options->n_transforms != thread->options->n_transforms;
  gboolean other_frames = self->thread && thread &&
                          (self->thread->options->implementation != thread->options->implementation ||
                           self->thread->options->fold_unnamed != thread->options->fold_unnamed);

  if (same_nodes && can_follow)
    {
      g_array_append_vals (out->expanded, self->expanded->data, self->expanded->len);
      out->selected = selected;
      out->is_hot = self->is_hot && selected == self->selected;
    }
  else if (can_follow && !(other_frames && self->is_hot && selected == self->selected))
    {
      if (pushed && !turned && !map_expanded_paths (self, out, cancellable, error))
        return NULL;
      if (!pushed && !turned && !other_frames && !map_expanded (self, out, cancellable, error))
        return NULL;
      map_selected (self, selected, out);
      out->is_hot = self->is_hot && selected == self->selected && out->selected != FUL_NONE && !pushed;
    }
  if (out->selected == FUL_NONE && out->expanded->len == 0 && !ful_tree_rows_expand_hottest (out, cancellable, error))
    return NULL;

  if (keep_order)
    order = ful_tree_order_new (self->tree, self->rows, self->n_rows);
  if (!ful_tree_rows_append_below (out, FUL_NONE, 0, order, cancellable, error))
    return NULL;

  return g_steal_pointer (&out);
}

/**
 * ful_tree_rows_find_same:
 * @row: a visible row of @self
 * @after: rows that followed @self to new symbols
 *
 * Returns: the row of @after with the same call path, or with the longest part of it that is visible; -1 for none
 */
gint64
ful_tree_rows_find_same (FulTreeRows *self,
                         guint        row,
                         FulTreeRows *after)
{
  g_autoptr(GArray) path = ful_call_tree_get_path (self->tree, self->rows[row].node);
  FulCallNodeIndex node;
  gint64 same = -1;

  ful_profile_map_path (after->tree->profile, path, after->tree->inverted != NULL);
  node = ful_call_tree_find_longest (after->tree, (FulFuncIndex *) (gpointer) path->data, path->len);
  for (; node != FUL_NONE && same < 0; node = ful_call_tree_get_parent (after->tree, node))
    same = ful_tree_rows_find (after, node);

  return same;
}
