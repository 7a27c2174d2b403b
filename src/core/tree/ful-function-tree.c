/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of a call tree, as a flat list, and as a tree of roots that call tree
 * views can show (call-tree.md 11). */

#include "config.h"

#include "ful-function-tree.h"

#include "tree/nodes/ful-func-categories.h"
#include "tree/nodes/ful-sort-by-total.h"

#include "model/ful-func-origin.h"

#include <math.h>
#include <string.h>

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
  g_autoptr(GArray) totals = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  g_autoptr(GArray) funcs = g_array_new (FALSE, FALSE, sizeof (gint32));
  GArray *rows;

  g_return_val_if_fail (tree->inverted == NULL, NULL);

  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulFuncIndex func = nodes->func[i];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      by_func[func].self += tree->self[i];
      /* Nodes are in depth-first order: inside the subtree of a node of the same function? */
      if ((FulCallNodeIndex) i < covered_until[func])
        continue;

      covered_until[func] = nodes->subtree_end[i];
      by_func[func].total += tree->total[i];
      shown[func] |= tree->total[i] != 0;
    }

  /* Added by function, so equal totals are in that order. */
  for (guint f = 0; f < nodes->n_funcs; f++)
    {
      by_func[f].func = (FulFuncIndex) f;
      if (shown[f])
        ful_totals_add (totals, (gint32) f, by_func[f].total);
    }
  ful_sort_by_total (totals, funcs);
  rows = g_array_sized_new (FALSE, FALSE, sizeof (FulFunctionRow), funcs->len);
  for (guint i = 0; i < funcs->len; i++)
    g_array_append_val (rows, by_func[g_array_index (funcs, gint32, i)]);

  return rows;
}

typedef struct
{
  FulFunctionRow  row;
  double          number;   /* the sort key, or */
  char           *text;     /* (nullable) */
} Entry;

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *left = a, *right = b;

  if (left->text && right->text)
    return strcmp (left->text, right->text);

  return (left->number > right->number) - (left->number < right->number);
}

/* Stable: equal entries are in the order of the totals. */
static void
merge_sort (Entry    *entries,
            guint     n,
            gboolean  descending)
{
  g_autofree Entry *room = g_new (Entry, MAX (n, 1));

  for (guint width = 1; width < n; width *= 2)
    {
      for (guint begin = 0; begin < n; begin += 2 * width)
        {
          guint middle = MIN (begin + width, n), end = MIN (begin + 2 * width, n);
          guint left = begin, right = middle;

          for (guint i = begin; i < end; i++)
            {
              gboolean take_left = left < middle;

              if (take_left && right < end)
                {
                  int order = compare_entries (&entries[left], &entries[right]);

                  take_left = descending ? order >= 0 : order <= 0;
                }
              room[i] = take_left ? entries[left++] : entries[right++];
            }
        }
      memcpy (entries, room, n * sizeof *entries);
    }
}

/**
 * ful_function_tree_new:
 * @tree: a call tree that is not inverted
 * @order: what to sort by
 * @descending: whether the greatest comes first
 * @cancellable: (nullable): checked every few thousand nodes
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * The "(root)" that Firefox puts above all stacks is left out: it is no function, and always has all samples.
 * O(call nodes + functions × log functions).
 *
 * Returns: (transfer full): the functions with their numbers, a root for each
 */
FulCallTree *
ful_function_tree_new (FulCallTree       *tree,
                       FulFunctionOrder   order,
                       gboolean           descending,
                       GCancellable      *cancellable,
                       GError           **error)
{
  g_autoptr(GArray) list = ful_function_list_new (tree, cancellable, error);
  const FulCategoryIndex *category;
  g_autofree Entry *entries = NULL;
  g_autofree FulFuncIndex *funcs = NULL;
  g_autofree FulCategoryIndex *categories = NULL;
  g_autoptr(FulCallNodeTable) nodes = NULL;
  double *self, *total;

  if (list == NULL)
    return NULL;

  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (ful_profile_get_func_name (tree->profile, g_array_index (list, FulFunctionRow, i).func), "(root)"))
      g_array_remove_index (list, i--);

  category = ful_call_node_table_get_func_categories (tree->nodes);
  entries = g_new0 (Entry, MAX (list->len, 1));
  for (guint i = 0; i < list->len; i++)
    {
      FulFunctionRow row = g_array_index (list, FulFunctionRow, i);

      entries[i].row = row;
      entries[i].number = fabs (order == FUL_FUNCTION_ORDER_SELF ? row.self : row.total);
      if (order == FUL_FUNCTION_ORDER_NAME)
        entries[i].text = g_utf8_casefold (ful_profile_get_shown_name (tree->profile, row.func), -1);
      else if (order == FUL_FUNCTION_ORDER_LIBRARY)
        entries[i].text = ful_func_get_origin (tree->profile, row.func);
    }
  /* The list is in the order that is shown at first. */
  if (order != FUL_FUNCTION_ORDER_TOTAL || !descending)
    merge_sort (entries, list->len, descending);

  funcs = g_new (FulFuncIndex, MAX (list->len, 1));
  categories = g_new (FulCategoryIndex, MAX (list->len, 1));
  self = g_new (double, MAX (list->len, 1));
  total = g_new (double, MAX (list->len, 1));
  for (guint i = 0; i < list->len; i++)
    {
      funcs[i] = entries[i].row.func;
      categories[i] = category[funcs[i]];
      self[i] = entries[i].row.self;
      total[i] = entries[i].row.total;
      g_free (entries[i].text);
    }
  nodes = ful_call_node_table_new_roots (tree->profile, funcs, categories, list->len);

  return ful_call_tree_new_list (nodes, tree, self, total);
}
