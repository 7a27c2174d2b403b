/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-tree-order.h"

#include "base/ful-hash.h"

typedef struct
{
  gint64 key;     /* place of the parent, and function */
  gint32 place;
} Place;

struct _FulTreeOrder
{
  Place      *places;
  GHashTable *by_key;   /* of the places */
};

static gint64
make_key (gint32       parent,
          FulFuncIndex func)
{
  return (gint64) ((guint64) (guint32) parent << 32 | (guint32) func);
}

/**
 * ful_tree_order_new:
 * @tree: the tree of the rows
 * @rows: (array length=n_rows): rows in display order; are not kept
 *
 * Returns: (transfer full): the order; O(rows)
 */
FulTreeOrder *
ful_tree_order_new (FulCallTree          *tree,
                    const FulCallTreeRow *rows,
                    guint                 n_rows)
{
  FulTreeOrder *self = g_new (FulTreeOrder, 1);
  g_autoptr(GArray) above = g_array_new (FALSE, FALSE, sizeof (gint32));

  self->places = g_new (Place, n_rows);
  self->by_key = g_hash_table_new (ful_hash_int64, g_int64_equal);
  for (guint i = 0; i < n_rows; i++)
    {
      gint32 parent = FUL_TREE_ORDER_TOP;

      g_array_set_size (above, (guint) rows[i].depth + 1);
      g_array_index (above, gint32, rows[i].depth) = (gint32) i;
      if (rows[i].depth > 0)
        parent = g_array_index (above, gint32, rows[i].depth - 1);
      self->places[i] = (Place) { make_key (parent, ful_call_tree_get_func (tree, rows[i].node)), (gint32) i };
      g_hash_table_add (self->by_key, &self->places[i]);
    }

  return self;
}

void
ful_tree_order_free (FulTreeOrder *self)
{
  g_hash_table_unref (self->by_key);
  g_free (self->places);
  g_free (self);
}

/**
 * ful_tree_order_find:
 * @parent: the place of the parent
 *
 * Returns: the place of a row with that parent and function, or %FUL_NONE
 */
gint32
ful_tree_order_find (FulTreeOrder *self,
                     gint32        parent,
                     FulFuncIndex  func)
{
  gint64 key = make_key (parent, func);
  const Place *place = parent == FUL_NONE ? NULL : g_hash_table_lookup (self->by_key, &key);

  return place ? place->place : FUL_NONE;
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  gint64 one = *(const gint64 *) a, two = *(const gint64 *) b;

  return (one > two) - (one < two);
}

/**
 * ful_tree_order_sort:
 * @parent: the place of the parent
 * @tree: the tree of @children
 * @children: (element-type FulCallNodeIndex): are put in the order that they had; others follow in the order given
 */
void
ful_tree_order_sort (FulTreeOrder *self,
                     gint32        parent,
                     FulCallTree  *tree,
                     GArray       *children)
{
  g_autoptr(GArray) keys = NULL;
  g_autoptr(GArray) before = NULL;

  if (parent == FUL_NONE || children->len < 2)
    return;

  keys = g_array_sized_new (FALSE, FALSE, sizeof (gint64), children->len);
  before = g_array_copy (children);
  for (guint i = 0; i < children->len; i++)
    {
      gint32 place = ful_tree_order_find (self, parent, ful_call_tree_get_func (tree, g_array_index (before, FulCallNodeIndex, i)));
      gint64 key = (gint64) (place == FUL_NONE ? G_MAXINT32 : place) << 32 | i;

      g_array_append_val (keys, key);
    }
  g_array_sort (keys, compare_places);
  for (guint i = 0; i < children->len; i++)
    g_array_index (children, FulCallNodeIndex, i) = g_array_index (before, FulCallNodeIndex,
                                                                   (guint32) g_array_index (keys, gint64, i));
}
