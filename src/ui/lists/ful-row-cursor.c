/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The position that a list scrolls to, and whose row gets the focus. GTK loses its
 * way to a row that it did not lay out yet, and one that was far away has no widget
 * before the next layout: both are waited for. */

#include "config.h"

#include "ful-row-cursor.h"
#include "ful-row-column.h"

/* Frames to wait for a row to be laid out, and to be in the middle. */
#define TRIES 24

typedef struct
{
  guint    position;
  guint    n_rows;       /* of the list */
  gboolean focus;
  gboolean to_middle;    /* scroll a row that is not visible to the middle, not to the edge */
  guint    n_frames;     /* since a row above it was scrolled to, which is done again after 4; 0: not yet */
  int      n_tries;
  guint    tick_id;
  gulong   changed_id;   /* of the vertical adjustment */
} Cursor;

static gboolean
is_laid_out (GtkColumnView *view)
{
  return gtk_adjustment_get_page_size (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view))) > 0;
}

static gboolean
is_in_view (GtkWidget *rows,
            GtkWidget *row)
{
  graphene_rect_t bounds;

  return row && gtk_widget_compute_bounds (row, rows, &bounds) && graphene_rect_get_y (&bounds) >= 0 &&
         graphene_rect_get_y (&bounds) + graphene_rect_get_height (&bounds) <= gtk_widget_get_height (rows);
}

/* Rows that fit in the list, by any of them; 0 before there is one. */
static guint
count_visible (GtkWidget *rows)
{
  for (GtkWidget *row = gtk_widget_get_first_child (rows); row; row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      return (guint) (gtk_widget_get_height (rows) / gtk_widget_get_height (row));

  return 0;
}

/* Whether both rows are visible, by where the list stands: their widgets may be where they were in the last layout. */
static gboolean
are_in_view (GtkColumnView *view,
             Cursor        *cursor,
             guint          above,
             guint          below)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  double height = gtk_adjustment_get_upper (adjustment) / cursor->n_rows;   /* all rows have the same */
  double top = gtk_adjustment_get_value (adjustment);

  return above * height > top - 1 && (below + 1) * height < top + gtk_adjustment_get_page_size (adjustment) + 1;
}

/* GTK scrolls to rows only, as far as needed: to one above @cursor's, and when that is done to one below. Where rows
 * are replaced meanwhile it goes back, which is seen two frames later.
 * Returns: whether the row is in the middle third */
static gboolean
approach_middle (GtkColumnView *view,
                 GtkWidget     *rows,
                 Cursor        *cursor)
{
  guint n_visible = MAX (count_visible (rows), 1);
  guint distance = MIN ((n_visible + 2) / 3, (n_visible - 1) / 2);
  guint above = cursor->position - MIN (cursor->position, distance);
  guint below = MIN (cursor->position + distance, cursor->n_rows - 1);

  if (cursor->n_frames == 4 && are_in_view (view, cursor, above, below))
    return TRUE;

  if (cursor->n_frames % 4 == 0)
    gtk_widget_activate_action (rows, "list.scroll-to-item", "u", above);
  else if (cursor->n_frames == 2)
    gtk_widget_activate_action (rows, "list.scroll-to-item", "u", below);
  cursor->n_frames = cursor->n_frames % 4 + 1;

  return FALSE;
}

/* Returns: whether nothing is left to do */
static gboolean
arrive (GtkColumnView *view,
        Cursor        *cursor)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (view));
  GtkWidget *row = ful_row_cursor_find_row (view, cursor->position);

  if (row && gtk_widget_get_height (row) == 0)
    return FALSE;

  cursor->n_rows = g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view)));
  if (cursor->to_middle && (cursor->n_frames > 0 || !is_in_view (rows, row)) && !approach_middle (view, rows, cursor))
    return FALSE;
  cursor->to_middle = FALSE;

  /* GTK 4.8 may scroll a visible row to the edge. */
  if (!is_in_view (rows, row))
    gtk_widget_activate_action (rows, "list.scroll-to-item", "u", cursor->position);
  if (row && cursor->focus)
    gtk_widget_grab_focus (row);

  return row != NULL;
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *frame_clock,
         gpointer       user_data)
{
  Cursor *cursor = user_data;

  if (cursor->n_tries == 0)
    cursor->to_middle = FALSE;
  if (!arrive (GTK_COLUMN_VIEW (widget), cursor) && cursor->n_tries-- > 0)
    return G_SOURCE_CONTINUE;

  cursor->tick_id = 0;
  return G_SOURCE_REMOVE;
}

static void
add_tick (GtkColumnView *view,
          Cursor        *cursor)
{
  cursor->n_tries = TRIES;
  if (cursor->tick_id == 0)
    cursor->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (view), tick_cb, cursor, NULL);
}

static Cursor *
get_cursor (GtkColumnView *view)
{
  Cursor *cursor = g_object_get_data (G_OBJECT (view), "row-cursor");

  if (!cursor)
    {
      cursor = g_new0 (Cursor, 1);
      g_object_set_data_full (G_OBJECT (view), "row-cursor", cursor, g_free);
    }

  return cursor;
}

/* In the middle of the first layout, which has to end first. */
static void
changed_cb (GtkColumnView *view,
            GtkAdjustment *adjustment)
{
  Cursor *cursor = get_cursor (view);

  if (!is_laid_out (view))
    return;

  g_clear_signal_handler (&cursor->changed_id, adjustment);
  add_tick (view, cursor);
}

/**
 * ful_row_cursor_find_row:
 * @view: a list over a #FulRowModel
 *
 * Returns: (transfer none) (nullable): the widget of the row at @position, if it has one
 */
GtkWidget *
ful_row_cursor_find_row (GtkColumnView *view,
                         guint          position)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (view));

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row; row = gtk_widget_get_next_sibling (row))
    if (ful_row_row_get_position (row) == position && gtk_widget_get_mapped (row))
      return row;

  return NULL;
}

/**
 * ful_row_cursor_pick:
 * @x: in @view
 * @y: likewise
 *
 * Returns: the position of the row at a place, or -1
 */
gint64
ful_row_cursor_pick (GtkColumnView *view,
                     double         x,
                     double         y)
{
  gint64 position = -1;

  for (GtkWidget *widget = gtk_widget_pick (GTK_WIDGET (view), x, y, GTK_PICK_DEFAULT);
       widget && widget != GTK_WIDGET (view) && position < 0; widget = gtk_widget_get_parent (widget))
    position = ful_row_row_get_position (widget);

  return position;
}

static void
go (GtkColumnView *view,
    guint          position,
    gboolean       focus,
    gboolean       to_middle)
{
  Cursor *cursor = get_cursor (view);

  cursor->position = position;
  /* A second request during the first means that the focus was lost with its row. */
  cursor->focus = focus || (cursor->focus && (cursor->tick_id != 0 || cursor->changed_id != 0));
  cursor->to_middle = to_middle;
  cursor->n_frames = 0;
  if (is_laid_out (view))
    {
      if (!arrive (view, cursor))
        add_tick (view, cursor);
    }
  else if (cursor->changed_id == 0)
    {
      cursor->changed_id = g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view)), "changed",
                                                    G_CALLBACK (changed_cb), view, G_CONNECT_SWAPPED);
    }
}

/**
 * ful_row_cursor_go:
 * @view: a list over a #FulRowModel, in its scrolled window
 * @focus: whether the row gets the focus
 *
 * Brings a row on screen, now or when it is laid out, as far as needed: for a walk
 * from row to row. The last call counts.
 */
void
ful_row_cursor_go (GtkColumnView *view,
                   guint          position,
                   gboolean       focus)
{
  go (view, position, focus, FALSE);
}

/**
 * ful_row_cursor_show:
 * @focus: whether the row gets the focus
 *
 * Like ful_row_cursor_go(), for a row that was selected elsewhere: if it is not
 * visible, scrolls it to the middle third.
 */
void
ful_row_cursor_show (GtkColumnView *view,
                     guint          position,
                     gboolean       focus)
{
  go (view, position, focus, TRUE);
}
