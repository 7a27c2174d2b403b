/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which rows are in sight. Heights are measured, as rows that were just created are not allocated yet. */

#include "config.h"

#include "ful-track-rows-private.h"

#define SCROLL_STEP 40

/* Returns: px; 0 for one that is not shown */
static int
measure_row (GtkWidget *row)
{
  int natural = 0;

  if (gtk_widget_get_visible (row))
    gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, NULL, &natural, NULL, NULL);

  return natural;
}

/* Returns: (nullable): the row to keep in sight */
static GtkWidget *
get_followed (FulTrackRows *self)
{
  GtkWidget *row = self->chosen_row ? self->chosen_row : self->selected_row;

  return self->follows_selected && row && gtk_widget_get_visible (row) ? row : NULL;
}

/* The first row of a view of @height px that begins with a whole row and has the selected one, if that is followed.
 * @out_top: what is above it; @out_selected: what is above the selected row, or -1
 * Returns: (nullable): it */
static GtkWidget *
find_first (FulTrackRows *self,
            int           height,
            int          *out_top,
            int          *out_selected)
{
  GtkWidget *followed = get_followed (self);
  GtkWidget *first = gtk_widget_get_first_child (self->list);
  int top = 0, bottom = 0;

  *out_selected = -1;
  for (GtkWidget *row = first; followed && row && *out_selected < 0; row = gtk_widget_get_next_sibling (row))
    {
      if (row == followed)
        *out_selected = bottom;
      bottom += measure_row (row);
    }
  for (; *out_selected >= 0 && first && first != followed && top + height < bottom;
       first = gtk_widget_get_next_sibling (first))
    top += measure_row (first);
  *out_top = top;

  return first;
}

/* Scrolls as far as needed in a list that will be @height px high, to the upper edge of a row. */
void
ful_track_rows_follow_selected (FulTrackRows *self,
                                int           height)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  int value = (int) gtk_adjustment_get_value (adjustment);
  int total = 0, top, selected;

  find_first (self, height, &top, &selected);
  if (selected < 0)
    return;

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment));   /* ends an animation of GTK, which would go on */
  /* Another height shows as many rows as it can from the first one. */
  if (height == self->followed_height && selected >= value && selected + measure_row (get_followed (self)) <= value + height)
    return;

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row; row = gtk_widget_get_next_sibling (row))
    total += measure_row (row);
  self->followed_height = height;
  self->is_following = TRUE;
  gtk_adjustment_configure (adjustment, top, 0, MAX (total, height), SCROLL_STEP, height, height);
  self->is_following = FALSE;
}

/**
 * ful_track_rows_scroll_to:
 * @track: number of a track that is shown
 *
 * Scrolls to the row of a track and gives it the focus.
 */
void
ful_track_rows_scroll_to (FulTrackRows *self,
                          guint         track)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  GtkWidget *target;
  int height = gtk_widget_get_height (self->scroller), total = 0, top = 0;

  g_return_if_fail (FUL_IS_TRACK_ROWS (self));

  target = track < self->rows->len ? g_ptr_array_index (self->rows, track) : NULL;
  if (target == NULL || !gtk_widget_get_visible (target))
    return;

  for (GtkWidget *row = gtk_widget_get_first_child (self->list); row; row = gtk_widget_get_next_sibling (row))
    {
      if (row == target)
        top = total;
      total += measure_row (row);
    }
  self->follows_selected = FALSE;
  if (top < gtk_adjustment_get_value (adjustment) || top + measure_row (target) > gtk_adjustment_get_value (adjustment) + height)
    gtk_adjustment_configure (adjustment, top, 0, MAX (total, height), SCROLL_STEP, height, height);
  gtk_widget_grab_focus (target);
}

/**
 * ful_track_rows_scroll:
 * @dy: steps of a wheel
 */
void
ful_track_rows_scroll (FulTrackRows *self,
                       double        dy)
{
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + dy * SCROLL_STEP);
}

/**
 * ful_track_rows_fit:
 * @height: available px
 *
 * Returns: px of the rows that fit into @height, at least one, with the selected one if that is followed
 */
int
ful_track_rows_fit (FulTrackRows *self,
                    int           height)
{
  int fit = 0, top, selected;

  for (GtkWidget *row = find_first (self, height, &top, &selected); row; row = gtk_widget_get_next_sibling (row))
    {
      int natural = measure_row (row);

      if (fit > 0 && fit + natural > height)
        break;
      fit += natural;
    }

  return fit;
}
