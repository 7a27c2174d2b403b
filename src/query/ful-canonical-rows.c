/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a fully expanded call tree in an order that depends on nothing but names and numbers, to compare
 * two programs: siblings by descending |total|, name, descending self, and then by their subtrees row by row
 * – the shallower row first, then by the same keys; a subtree that ends first comes first. Numbers count as
 * printed, with 6 decimals.
 *
 * Children are sorted when they are reached, and subtrees are only walked for siblings that tie, so the
 * first rows of a large tree come at once. */

#include "config.h"

#include "ful-canonical-rows.h"

#include <math.h>
#include <string.h>

typedef struct
{
  FulCallTree *tree;
  GHashTable  *sorted;   /* node → GArray of its children in canonical order */
} Sorter;

/* Pre-order over a subtree. */
typedef struct
{
  Sorter *sorter;
  GArray *open;     /* FulCallTreeRow still to come, the next one last */
} Walk;

static GArray *sorted_children (Sorter           *self,
                                FulCallNodeIndex  node);

static double
rounded (double value)
{
  return floor (value * 1e6 + 0.5);
}

static int
compare_numbers (double x,
                 double y)
{
  return x > y ? -1 : x < y;
}

/* Compares the rows themselves, without their subtrees. */
static int
compare_nodes (Sorter           *self,
               FulCallNodeIndex  a,
               FulCallNodeIndex  b)
{
  int order = compare_numbers (rounded (fabs (ful_call_tree_get_total (self->tree, a))),
                               rounded (fabs (ful_call_tree_get_total (self->tree, b))));

  if (order == 0)
    order = strcmp (ful_call_tree_get_name (self->tree, a), ful_call_tree_get_name (self->tree, b));
  if (order == 0)
    order = compare_numbers (rounded (ful_call_tree_get_self (self->tree, a)),
                             rounded (ful_call_tree_get_self (self->tree, b)));

  return order;
}

static void
push_children (Walk             *walk,
               FulCallNodeIndex  node,
               gint32            depth)
{
  GArray *children = sorted_children (walk->sorter, node);

  for (guint i = children->len; i > 0; i--)
    {
      FulCallTreeRow row = { g_array_index (children, FulCallNodeIndex, i - 1), depth };

      g_array_append_val (walk->open, row);
    }
}

static gboolean
next_row (Walk           *walk,
          FulCallTreeRow *row)
{
  if (walk->open->len == 0)
    return FALSE;

  *row = g_array_index (walk->open, FulCallTreeRow, walk->open->len - 1);
  g_array_set_size (walk->open, walk->open->len - 1);
  push_children (walk, row->node, row->depth + 1);

  return TRUE;
}

static int
compare_subtrees (Sorter           *self,
                  FulCallNodeIndex  a,
                  FulCallNodeIndex  b)
{
  g_autoptr(GArray) open_a = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  g_autoptr(GArray) open_b = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  Walk walk_a = { self, open_a }, walk_b = { self, open_b };
  int order = 0;

  push_children (&walk_a, a, 1);
  push_children (&walk_b, b, 1);
  while (order == 0)
    {
      FulCallTreeRow row_a, row_b;
      gboolean has_a = next_row (&walk_a, &row_a);
      gboolean has_b = next_row (&walk_b, &row_b);

      if (!has_a || !has_b)
        return has_a - has_b;

      order = row_a.depth - row_b.depth;
      if (order == 0)
        order = compare_nodes (self, row_a.node, row_b.node);
    }

  return order;
}

static int
compare_siblings (gconstpointer a,
                  gconstpointer b,
                  gpointer      user_data)
{
  FulCallNodeIndex x = *(const FulCallNodeIndex *) a;
  FulCallNodeIndex y = *(const FulCallNodeIndex *) b;
  int order = compare_nodes (user_data, x, y);

  return order != 0 ? order : compare_subtrees (user_data, x, y);
}

static GArray *
sorted_children (Sorter           *self,
                 FulCallNodeIndex  node)
{
  GArray *children = g_hash_table_lookup (self->sorted, GINT_TO_POINTER (node));

  if (children)
    return children;

  children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  ful_call_tree_get_children (self->tree, node, children);
  g_array_sort_with_data (children, compare_siblings, self);
  g_hash_table_insert (self->sorted, GINT_TO_POINTER (node), children);

  return children;
}

/**
 * ful_canonical_rows_new:
 * @tree: a call tree
 * @max_rows: number of rows to make
 *
 * Returns: (transfer full) (element-type FulCallTreeRow): the first rows
 */
GArray *
ful_canonical_rows_new (FulCallTree *tree,
                        guint        max_rows)
{
  Sorter sorter = { tree, g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref) };
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  Walk walk = { &sorter, open };
  FulCallTreeRow row;

  push_children (&walk, FUL_NONE, 0);
  while (rows->len < max_rows && next_row (&walk, &row))
    g_array_append_val (rows, row);
  g_hash_table_unref (sorter.sorted);

  return rows;
}
