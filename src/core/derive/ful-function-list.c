/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of a call tree as a flat list (call-tree.md 11). */

#include "config.h"

#include "ful-function-list.h"

#include <math.h>
#include <stdlib.h>

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  const FulFunctionRow *x = a;
  const FulFunctionRow *y = b;

  if (fabs (x->total) != fabs (y->total))
    return fabs (x->total) > fabs (y->total) ? -1 : 1;

  return x->func < y->func ? -1 : x->func > y->func;
}

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

  rows = g_array_new (FALSE, FALSE, sizeof (FulFunctionRow));
  for (guint f = 0; f < nodes->n_funcs; f++)
    if (shown[f])
      {
        by_func[f].func = (FulFuncIndex) f;
        g_array_append_val (rows, by_func[f]);
      }
  qsort (rows->data, rows->len, sizeof (FulFunctionRow), compare_rows);

  return rows;
}
