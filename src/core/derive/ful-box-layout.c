/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of boxes, as flame graph and stack chart have them. */

#include "config.h"

#include "ful-box-layout.h"

/**
 * ful_box_layout_new:
 * @tree: where the boxes will be nodes of
 * @n_rows: number of rows
 *
 * Returns: (transfer full): a layout without boxes, to be filled in before anybody else sees it
 */
FulBoxLayout *
ful_box_layout_new (FulCallTree *tree,
                    guint        n_rows)
{
  FulBoxLayout *self = g_atomic_rc_box_new0 (FulBoxLayout);

  self->tree = ful_call_tree_ref (tree);
  self->n_rows = n_rows;
  self->rows = g_new0 (FulBoxRow, MAX (n_rows, 1));

  return self;
}

FulBoxLayout *
ful_box_layout_ref (FulBoxLayout *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  FulBoxLayout *self = data;

  for (guint i = 0; i < self->n_rows; i++)
    {
      g_free (self->rows[i].start);
      g_free (self->rows[i].end);
      g_free (self->rows[i].node);
    }
  g_free (self->rows);
  g_free (self->tick_time);
  ful_call_tree_unref (self->tree);
}

void
ful_box_layout_unref (FulBoxLayout *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Makes room for more boxes. */
void
ful_box_row_grow (FulBoxRow *self)
{
  self->capacity = MAX (self->capacity * 2, 16);
  self->start = g_renew (double, self->start, self->capacity);
  self->end = g_renew (double, self->end, self->capacity);
  self->node = g_renew (FulCallNodeIndex, self->node, self->capacity);
}

/**
 * ful_box_row_find_first:
 *
 * Returns: the first box that ends after @x; the number of boxes if there is none
 */
guint
ful_box_row_find_first (const FulBoxRow *self,
                        double           x)
{
  guint low = 0;
  guint high = self->n_boxes;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->end[middle] > x)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

/**
 * ful_box_row_find:
 *
 * Returns: the box that @x lies in, its edges excluded, or -1
 */
gint64
ful_box_row_find (const FulBoxRow *self,
                  double           x)
{
  guint box = ful_box_row_find_first (self, x);

  return box < self->n_boxes && self->start[box] < x ? (gint64) box : -1;
}

/**
 * ful_box_row_find_node:
 *
 * Returns: the first box of @node, or -1; O(boxes)
 */
gint64
ful_box_row_find_node (const FulBoxRow  *self,
                       FulCallNodeIndex  node)
{
  for (guint i = 0; i < self->n_boxes; i++)
    if (self->node[i] == node)
      return i;

  return -1;
}
