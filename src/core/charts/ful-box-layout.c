/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of boxes, as flame graph and stack chart have them. */

#include "config.h"

#include "ful-box-layout.h"

#include "base/ful-bisect.h"

#define LARGE_ROW 16384

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
    g_free (self->rows[i].boxes);
  g_free (self->rows);
  g_free (self->edge);
  ful_call_tree_unref (self->tree);
}

void
ful_box_layout_unref (FulBoxLayout *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* Sets the edges of all rows when they are complete. The rows from @n_rows are empty and are removed. */
void
ful_box_layout_finish (FulBoxLayout *self,
                       guint         n_rows)
{
  self->n_rows = n_rows;
  for (guint i = 0; i < n_rows && !self->same_widths; i++)
    self->rows[i].edge = self->edge;
}

/**
 * ful_box_layout_get_times:
 * @self: a stack chart
 * @from: in the unit of the layout
 * @to: likewise
 * @out_start: (out): absolute ms
 * @out_end: (out): absolute ms
 *
 * The same times if boxes are at their times; those of the nearest changes of the stack if they have the same
 * width.
 */
void
ful_box_layout_get_times (const FulBoxLayout *self,
                          double              from,
                          double              to,
                          double             *out_start,
                          double             *out_end)
{
  *out_start = self->same_widths ? self->edge[(guint) from] : from;
  *out_end = self->same_widths ? self->edge[(guint) to] : to;
}

/* Reserves memory for more boxes; a quarter more if there are many. */
void
ful_box_row_grow (FulBoxRow *self)
{
  self->capacity += self->capacity >= LARGE_ROW ? self->capacity / 4 : MAX (self->capacity, 16);
  self->boxes = g_renew (FulBox, self->boxes, self->capacity);
}

/**
 * ful_box_row_find_first:
 *
 * Returns: the first box that ends after @x; the number of boxes if none does
 */
guint
ful_box_row_find_first (const FulBoxRow *self,
                        double           x)
{
  return FUL_BISECT (0, self->n_boxes, i, ful_box_row_get_end (self, i) > x);
}

/**
 * ful_box_row_find:
 *
 * Returns: the box that contains @x, without its edges, or -1
 */
gint64
ful_box_row_find (const FulBoxRow *self,
                  double           x)
{
  guint box = ful_box_row_find_first (self, x);

  return box < self->n_boxes && ful_box_row_get_start (self, box) < x ? (gint64) box : -1;
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
    if (self->boxes[i].node == node)
      return i;

  return -1;
}
