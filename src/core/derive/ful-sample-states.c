/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which samples belong to the selected call node, for the activity graph. */

#include "config.h"

#include "ful-sample-states.h"

/* A state for each call node. */
static guint8 *
node_states (FulCallNodeTable *nodes,
             FulInvertedTree  *inverted,
             FulCallNodeIndex  selected)
{
  guint8 *states = g_malloc (MAX (nodes->n_nodes, 1));
  const FulCallNodeIndex *all, *members;
  guint n;

  for (guint i = 0; i < nodes->n_nodes && (inverted == NULL || selected == FUL_NONE); i++)
    {
      if (selected == FUL_NONE)
        states[i] = FUL_SAMPLE_SELECTED;
      else if ((FulCallNodeIndex) i < selected)
        states[i] = FUL_SAMPLE_BEFORE_SELECTED;
      else
        states[i] = (FulCallNodeIndex) i < nodes->subtree_end[selected] ? FUL_SAMPLE_SELECTED
                                                                        : FUL_SAMPLE_AFTER_SELECTED;
    }

  if (inverted == NULL || selected == FUL_NONE)
    return states;

  /* Members stand in suffix order as far as nodes were made, so what lies
   * before the selected ones in the array comes before them. */
  ful_inverted_tree_lock (inverted);
  members = ful_inverted_tree_peek_members (inverted, selected, &n);
  all = ful_inverted_tree_peek_all_members (inverted);
  for (const FulCallNodeIndex *m = all; m < all + nodes->n_nodes; m++)
    states[*m] = m < members ? FUL_SAMPLE_BEFORE_SELECTED
                             : m < members + n ? FUL_SAMPLE_SELECTED : FUL_SAMPLE_AFTER_SELECTED;
  ful_inverted_tree_unlock (inverted);

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
