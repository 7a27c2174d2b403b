/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which samples belong to the selected call node, for the activity graph. */

#include "config.h"

#include "ful-sample-states.h"

#include <string.h>

/* Marks the call nodes of an inverted node, and those before and after them in suffix order. */
static void
mark_inverted (const FulCallNodeTable *nodes,
               FulInvertedTree        *inverted,
               FulCallNodeIndex        selected,
               guint8                 *states)
{
  FulCallNodeIndex node = selected, parent;

  g_assert (selected != FUL_NONE);

  /* Siblings are in order, roots first. */
  while ((parent = ful_inverted_tree_get_parent (inverted, node)) != FUL_NONE)
    {
      FulCallNodeIndex first;
      FulCallNodeIndex end = (FulCallNodeIndex) ful_inverted_tree_get_children (inverted, parent, &first) + first;

      for (FulCallNodeIndex sibling = node + 1; sibling < end; sibling++)
        ful_inverted_tree_mark_members (inverted, sibling, FUL_SAMPLE_AFTER_SELECTED, states);
      node = parent;
    }
  for (guint i = 0; i < nodes->n_nodes; i++)
    if (nodes->func[i] > node)
      states[i] = FUL_SAMPLE_AFTER_SELECTED;
  ful_inverted_tree_mark_members (inverted, selected, FUL_SAMPLE_SELECTED, states);
}

/* A state for each call node. */
static guint8 *
node_states (const FulCallNodeTable *nodes,
             FulInvertedTree        *inverted,
             FulCallNodeIndex        selected)
{
  guint8 *states = g_malloc (MAX (nodes->n_nodes, 1));

  g_assert (selected == FUL_NONE || inverted || (guint) selected < nodes->n_nodes);

  memset (states, selected == FUL_NONE ? FUL_SAMPLE_SELECTED : FUL_SAMPLE_BEFORE_SELECTED, nodes->n_nodes);
  if (selected == FUL_NONE)
    return states;

  if (inverted)
    mark_inverted (nodes, inverted, selected, states);
  else
    {
      guint end = (guint) nodes->subtree_end[selected];

      memset (states + selected, FUL_SAMPLE_SELECTED, end - (guint) selected);
      memset (states + end, FUL_SAMPLE_AFTER_SELECTED, nodes->n_nodes - end);
    }

  return states;
}

/**
 * ful_sample_states_new:
 * @nodes: the call nodes
 * @inverted: (nullable): the inverted tree, if @selected is a node of that
 * @rows: the samples
 * @selected: the selected node, or %FUL_NONE: all samples that are not filtered out count as selected
 * @cancellable: (nullable): checked every few thousand samples
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(samples + call nodes).
 *
 * Returns: (transfer full) (array): a #FulSampleState for each row
 */
guint8 *
ful_sample_states_new (FulCallNodeTable  *nodes,
                       FulInvertedTree   *inverted,
                       FulSampleRows     *rows,
                       FulCallNodeIndex   selected,
                       GCancellable      *cancellable,
                       GError           **error)
{
  g_autofree guint8 *of_node = node_states (nodes, inverted, selected);
  g_autofree guint8 *states = g_malloc (MAX (rows->n_rows, 1));

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      states[i] = stack == FUL_NONE ? FUL_SAMPLE_FILTERED_OUT : of_node[nodes->stack_to_node[stack]];
    }

  return g_steal_pointer (&states);
}
