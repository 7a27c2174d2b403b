/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Call node paths: references to nodes that stay valid when the tree is rebuilt or
 * inverted (call-tree.md 6.3). */

#include "config.h"

#include "ful-call-tree.h"

#include <math.h>

static void
reverse (GArray *path)
{
  for (guint i = 0, j = path->len; i + 1 < j; i++)
    {
      FulFuncIndex func = g_array_index (path, FulFuncIndex, i);

      j--;
      g_array_index (path, FulFuncIndex, i) = g_array_index (path, FulFuncIndex, j);
      g_array_index (path, FulFuncIndex, j) = func;
    }
}

/**
 * ful_call_tree_get_path:
 * @self: a call tree
 * @node: a node, or %FUL_NONE for the empty path
 *
 * Returns: (transfer full) (element-type FulFuncIndex): functions from the root of this tree to @node: a
 *   reference to the node that stays valid when the tree is rebuilt
 */
GArray *
ful_call_tree_get_path (FulCallTree      *self,
                        FulCallNodeIndex  node)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  for (; node != FUL_NONE; node = ful_call_tree_get_parent (self, node))
    {
      FulFuncIndex func = ful_call_tree_get_func (self, node);

      g_array_append_val (path, func);
    }
  reverse (path);

  return path;
}

/**
 * ful_call_tree_find_path:
 *
 * Returns: the node with that path, shown or not, or %FUL_NONE
 */
FulCallNodeIndex
ful_call_tree_find_path (FulCallTree        *self,
                         const FulFuncIndex *path,
                         guint               n_funcs)
{
  return self->inverted ? ful_inverted_tree_find_path (self->inverted, path, n_funcs)
                        : ful_call_node_table_find_path (self->nodes, path, n_funcs);
}

/* The member of a node with the greatest absolute self weight, the first of equal ones. */
static FulCallNodeIndex
heaviest_member (FulCallTree      *self,
                 FulCallNodeIndex  node)
{
  FulCallNodeIndex begin = self->inverted ? 0 : node;
  FulCallNodeIndex end = self->inverted ? (FulCallNodeIndex) self->nodes->n_nodes : self->nodes->subtree_end[node];
  g_autofree guint8 *is_member = NULL;
  FulCallNodeIndex heaviest = FUL_NONE;

  g_assert (node != FUL_NONE);
  g_assert (self->inverted || (guint) node < self->nodes->n_nodes);

  if (self->inverted)
    {
      is_member = g_new0 (guint8, self->nodes->n_nodes);
      ful_inverted_tree_mark_members (self->inverted, node, TRUE, is_member);
    }
  for (FulCallNodeIndex i = begin; i < end; i++)
    if ((is_member == NULL || is_member[i]) &&
        (heaviest == FUL_NONE || fabs (self->self[i]) > fabs (self->self[heaviest])))
      heaviest = i;

  return heaviest;
}

/**
 * ful_call_tree_get_reversed_path:
 * @self: a call tree
 * @node: the selected node
 *
 * Returns the path to select when the tree is inverted (call-tree.md 6.3): a path to the same
 *   function through its heaviest leaf, or root.
 *
 * Returns: (transfer full) (element-type FulFuncIndex): a path of the tree in the other direction
 */
GArray *
ful_call_tree_get_reversed_path (FulCallTree      *self,
                                 FulCallNodeIndex  node)
{
  FulCallNodeIndex member = heaviest_member (self, node);
  GArray *path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  if (self->inverted)
    {
      /* From the member upward past the selected suffix; the remaining nodes are the path from the root. */
      for (gint32 depth = ful_inverted_tree_get_depth (self->inverted, node); depth > 0; depth--)
        member = self->nodes->prefix[member];
      for (; member != FUL_NONE; member = self->nodes->prefix[member])
        g_array_append_val (path, self->nodes->func[member]);
      reverse (path);
      return path;
    }

  for (; member != self->nodes->prefix[node]; member = self->nodes->prefix[member])
    g_array_append_val (path, self->nodes->func[member]);

  return path;
}

/**
 * ful_call_tree_find_longest:
 * @path: (array length=n_funcs): functions from the root of the tree
 *
 * Returns: the node of the longest part of @path that exists, by bisection; %FUL_NONE if there is no such root
 */
FulCallNodeIndex
ful_call_tree_find_longest (FulCallTree        *self,
                            const FulFuncIndex *path,
                            guint               n_funcs)
{
  FulCallNodeIndex longest = FUL_NONE;
  guint found = 0, missing = n_funcs + 1;

  for (guint n = n_funcs; found + 1 < missing; n = found + (missing - found) / 2)
    {
      FulCallNodeIndex node = ful_call_tree_find_path (self, path, n);

      if (node == FUL_NONE)
        {
          missing = n;
          continue;
        }
      found = n;
      longest = node;
    }

  return longest;
}
