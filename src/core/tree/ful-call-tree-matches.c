/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Search matches among the nodes of a call tree, in the order of the completely expanded tree: the
 * next one, their number, and the position of a node among them. */

#include "config.h"

#include "ful-call-tree-matches.h"

#include "ful-call-tree-rows.h"

#include <math.h>

/**
 * ful_call_tree_find_match:
 * @tree: a call tree
 * @from: where to begin, or %FUL_NONE; it is not found itself unless nothing else is
 * @forward: %TRUE for the next, %FALSE for the previous one
 * @matches: (array): for each function whether it matches
 * @max_rows: limit on the rows of an inverted tree to search
 * @out_gave_up: (out): whether the limit was reached without a match
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Finds the next node of a matching function, in the order of the completely
 * expanded tree; wraps around at the end. O(nodes).
 *
 * Returns: the node, or %FUL_NONE if there is none
 */
FulCallNodeIndex
ful_call_tree_find_match (FulCallTree       *tree,
                          FulCallNodeIndex   from,
                          gboolean           forward,
                          const guint8      *matches,
                          guint              max_rows,
                          gboolean          *out_gave_up,
                          GCancellable      *cancellable,
                          GError           **error)
{
  guint limit = tree->inverted ? max_rows : G_MAXUINT;
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, limit, cancellable, error);
  guint at = 0;

  *out_gave_up = FALSE;
  if (rows == NULL || rows->len == 0)
    return FUL_NONE;

  if (from == FUL_NONE)
    at = forward ? rows->len - 1 : 0;
  else
    while (at + 1 < rows->len && g_array_index (rows, FulCallTreeRow, at).node != from)
      at++;

  for (guint i = 0; i < rows->len; i++)
    {
      FulCallNodeIndex node;

      at = forward ? (at + 1) % rows->len : (at + rows->len - 1) % rows->len;
      node = g_array_index (rows, FulCallTreeRow, at).node;
      if (matches[ful_call_tree_get_func (tree, node)])
        return node;
    }

  *out_gave_up = rows->len >= limit;

  return FUL_NONE;
}

/* The nodes from @begin to before @end are whole subtrees. */
static guint
count_range (const FulCallTree *tree,
             FulCallNodeIndex   begin,
             FulCallNodeIndex   end,
             const guint8      *matches,
             GCancellable      *cancellable)
{
  guint n = 0;

  g_assert (tree->inverted == NULL);
  g_assert (0 <= begin && begin <= end && (guint) end <= tree->nodes->n_nodes);

  for (FulCallNodeIndex i = begin; i < end; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      n += (tree->total[i] != 0 || tree->has_children[i]) && matches[tree->nodes->func[i]];
    }

  return n;
}

/* Whether @a is shown before its sibling @b. */
static gboolean
comes_before (const FulCallTree *tree,
              FulCallNodeIndex   a,
              FulCallNodeIndex   b)
{
  double x = fabs (tree->total[a]), y = fabs (tree->total[b]);

  return x != y ? x > y : a < b;
}

/* Those before @node are the ones above it, and those in the subtrees of siblings before it and before each
 * of these. */
static guint
find_place (const FulCallTree *tree,
            FulCallNodeIndex   node,
            const guint8      *matches,
            GCancellable      *cancellable)
{
  const FulCallNodeTable *nodes = tree->nodes;
  guint place = 0;

  g_assert (tree->inverted == NULL);
  g_assert ((guint) node < nodes->n_nodes);

  for (FulCallNodeIndex at = node; at != FUL_NONE; at = nodes->prefix[at])
    {
      FulCallNodeIndex sibling = ful_call_node_table_first_child (nodes, nodes->prefix[at]);

      place += matches[nodes->func[at]] ? 1 : 0;
      for (; sibling != FUL_NONE; sibling = ful_call_node_table_next_sibling (nodes, sibling))
        if (sibling != at && comes_before (tree, sibling, at))
          place += count_range (tree, sibling, nodes->subtree_end[sibling], matches, cancellable);
    }

  return place;
}

static guint
count_rows (FulCallTree       *tree,
            FulCallNodeIndex   node,
            const guint8      *matches,
            guint              max_rows,
            guint             *out_place,
            GCancellable      *cancellable,
            GError           **error)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (tree, FUL_NONE, max_rows, cancellable, error);
  guint n = 0;

  g_assert (tree->inverted);

  if (rows == NULL || rows->len >= max_rows)
    return 0;

  for (guint i = 0; i < rows->len; i++)
    {
      FulCallNodeIndex row = g_array_index (rows, FulCallTreeRow, i).node;

      if (!matches[ful_call_tree_get_func (tree, row)])
        continue;
      n++;
      if (row == node)
        *out_place = n;
    }

  return n;
}

/**
 * ful_call_tree_count_matches:
 * @tree: a call tree
 * @node: a node, or %FUL_NONE
 * @matches: (array): for each function whether it matches
 * @max_rows: an inverted tree with so many rows is not counted
 * @out_place: (out): which of the matches @node is, from 1; 0 if it is none
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Counts the nodes of matching functions. O(nodes).
 *
 * Returns: how many there are; 0 also if they were not counted
 */
guint
ful_call_tree_count_matches (FulCallTree       *tree,
                             FulCallNodeIndex   node,
                             const guint8      *matches,
                             guint              max_rows,
                             guint             *out_place,
                             GCancellable      *cancellable,
                             GError           **error)
{
  guint n;

  *out_place = 0;
  if (tree->inverted)
    return count_rows (tree, node, matches, max_rows, out_place, cancellable, error);

  n = count_range (tree, 0, (FulCallNodeIndex) tree->nodes->n_nodes, matches, cancellable);
  if (node != FUL_NONE && ful_call_tree_is_visible (tree, node) && matches[tree->nodes->func[node]])
    *out_place = find_place (tree, node, matches, cancellable);

  return g_cancellable_set_error_if_cancelled (cancellable, error) ? 0 : n;
}
