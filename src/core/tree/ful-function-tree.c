/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The functions of a call tree as a tree of roots, so that whatever shows a call
 * tree shows a list of functions too (call-tree.md 11). */

#include "config.h"

#include "ful-function-tree.h"
#include "ful-function-list.h"

#include "model/ful-func-origin.h"

#include <math.h>
#include <string.h>

typedef struct
{
  FulFunctionRow  row;
  double          number;   /* what is compared, or */
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

/* Stable: what is equal stays in the order of the totals. */
static void
merge_sort (Entry    *entries,
            Entry    *room,
            guint     n,
            gboolean  descending)
{
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

/* The category of a function: that of its nodes, or the default one if they differ. */
static FulCategoryIndex *
list_categories (const FulCallTree *tree)
{
  const FulCallNodeTable *nodes = tree->nodes;
  FulCategoryIndex *category = g_new (FulCategoryIndex, MAX (nodes->n_funcs, 1));

  memset (category, 0xff, nodes->n_funcs * sizeof *category);
  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulCategoryIndex *known = &category[nodes->func[i]];

      if (*known == FUL_NONE)
        *known = nodes->category[i];
      else if (*known != nodes->category[i])
        *known = tree->profile->default_category;
    }

  return category;
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
  g_autofree FulCategoryIndex *category = NULL;
  g_autofree Entry *entries = NULL;
  g_autofree Entry *room = NULL;
  g_autofree FulFuncIndex *funcs = NULL;
  g_autofree FulCategoryIndex *categories = NULL;
  g_autoptr(FulCallNodeTable) nodes = NULL;
  double *self, *total;

  if (list == NULL)
    return NULL;

  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (ful_profile_get_func_name (tree->profile, g_array_index (list, FulFunctionRow, i).func), "(root)"))
      g_array_remove_index (list, i--);

  category = list_categories (tree);
  entries = g_new0 (Entry, MAX (list->len, 1));
  room = g_new0 (Entry, MAX (list->len, 1));
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
  merge_sort (entries, room, list->len, descending);

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

  return ful_call_tree_new_list (nodes, tree->weight_type, tree->root_total, self, total);
}
