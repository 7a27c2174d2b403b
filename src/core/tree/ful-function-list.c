/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of a call tree as a flat list (call-tree.md 11). */

#include "config.h"

#include "ful-function-list.h"

#include "ful-ranking.h"

/**
 * ful_function_list_new:
 * @tree: a call tree that is not inverted
 * @cancellable: (nullable): checked every few thousand nodes
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Adds up the nodes of each function. Only the topmost node of a function on a
 * path counts to its total, so a recursion counts once. O(call nodes).
 *
 * Returns: (transfer full) (element-type FulFunctionRow): descending by absolute total, then by function
 */
GArray *
ful_function_list_new (FulCallTree   *tree,
                       GCancellable  *cancellable,
                       GError       **error)
{
  const FulCallNodeTable *nodes = tree->nodes;
  g_autofree FulFunctionRow *by_func = g_new0 (FulFunctionRow, MAX (nodes->n_funcs, 1));
  g_autofree FulCallNodeIndex *covered_until = g_new0 (FulCallNodeIndex, MAX (nodes->n_funcs, 1));
  g_autofree guint8 *shown = g_new0 (guint8, MAX (nodes->n_funcs, 1));
  g_autoptr(GArray) ranking = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  GArray *rows;

  g_return_val_if_fail (tree->inverted == NULL, NULL);

  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulFuncIndex func = nodes->func[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      by_func[func].self += tree->self[i];
      /* Nodes stand in depth-first order: inside the subtree of a node of the same function? */
      if ((FulCallNodeIndex) i < covered_until[func])
        continue;

      covered_until[func] = nodes->subtree_end[i];
      by_func[func].total += tree->total[i];
      shown[func] |= tree->total[i] != 0;
    }

  /* Added by function, so equal totals stay in that order. */
  for (guint f = 0; f < nodes->n_funcs; f++)
    {
      by_func[f].func = (FulFuncIndex) f;
      if (shown[f])
        ful_ranking_add (ranking, (gint32) f, by_func[f].total);
    }
  ful_ranking_sort (ranking);
  rows = g_array_sized_new (FALSE, FALSE, sizeof (FulFunctionRow), ranking->len);
  for (guint i = 0; i < ranking->len; i++)
    g_array_append_val (rows, by_func[g_array_index (ranking, FulRadixEntry, i).row]);

  return rows;
}
