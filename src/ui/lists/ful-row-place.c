/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The height of the selected row in a list: the middle third, also when the list gets another height.
 * A user who scrolled has chosen a place: then a row that was in view stays in view, and nothing
 * moves otherwise. All rows have the same height. */

#include "config.h"

#include "ful-row-place.h"
#include "ful-row-cursor.h"

#define KEY "ful-row-place"

/* Frames in which the extent of a list with other rows may still be that of the rows before. */
#define N_FRAMES 3

typedef struct
{
  GtkColumnView *view;
  FulRowModel   *model;
  double         value;         /* of the vertical adjustment, before it changes */
  double         page_size;
  double         kept;          /* @value before the height changed, which GTK changes, too; negative: none */
  gboolean       by_hand;       /* scrolled since a row was selected */
  gboolean       was_in_view;   /* the selected row, before the height changed */
  guint          n_frames;      /* to go */
} Place;

static Place *
get_place (GtkColumnView *view)
{
  return g_object_get_data (G_OBJECT (view), KEY);
}

/* Returns: px, or 0 before there is a row */
static double
get_row_height (GtkColumnView *view)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (view));

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row; row = gtk_widget_get_next_sibling (row))
    if (gtk_widget_get_mapped (row) && gtk_widget_get_height (row) > 0)
      return gtk_widget_get_height (row);

  return 0;
}

static gboolean
is_in_view (Place *self)
{
  gint64 selected = ful_row_model_get_selected (self->model);
  double height = get_row_height (self->view);

  return selected >= 0 && height > 0 && selected * height >= self->value &&
         (selected + 1) * height <= self->value + self->page_size;
}

/* Scrolls from @value as little as needed for a row to be so far from the edges, px, as far as there are rows. */
static void
keep_from_edges (Place *self,
                 double value,
                 guint  position,
                 double distance)
{
  double height = get_row_height (self->view);
  double room = MAX (MIN (distance, (self->page_size - height) / 2), 0);
  double top = position * height;

  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)),
                            CLAMP (value, top + height + room - self->page_size, top - room));
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *frame_clock,
         gpointer       user_data)
{
  Place *self = user_data;
  gint64 selected = ful_row_model_get_selected (self->model);

  if (self->by_hand && self->was_in_view && selected >= 0)
    keep_from_edges (self, self->kept, (guint) selected, 0);
  else if (self->by_hand && self->kept >= 0)
    gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), self->kept);
  else if (!self->by_hand && selected >= 0 && ful_row_cursor_find_row (self->view, (guint) selected))
    keep_from_edges (self, self->value, (guint) selected, self->page_size / 3);
  else if (!self->by_hand && selected >= 0 && self->n_frames == N_FRAMES)
    ful_row_cursor_show (self->view, (guint) selected, FALSE);   /* from afar GTK arrives at rows only */

  return --self->n_frames > 0;
}

static void
queue (Place *self)
{
  if (self->n_frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self->view), tick_cb, self, NULL);
  self->n_frames = N_FRAMES;
}

/* In the middle of a layout, which has to end first. */
static void
adjusted_cb (GtkColumnView *view,
             GtkAdjustment *adjustment)
{
  Place *self = get_place (view);
  double page_size = gtk_adjustment_get_page_size (adjustment);

  if (page_size != self->page_size)
    {
      if (self->n_frames == 0)
        {
          self->was_in_view = is_in_view (self);
          self->kept = self->value;
        }
      queue (self);
    }
  self->page_size = page_size;
  self->value = gtk_adjustment_get_value (adjustment);
}

/* Of events: others get them, too. */
static gboolean
scrolled_by_hand_cb (GtkColumnView *view)
{
  Place *self = get_place (view);

  self->by_hand = TRUE;
  self->was_in_view = FALSE;
  self->kept = -1;

  return GDK_EVENT_PROPAGATE;
}

/* Wheel, scroll bar, finger. */
static void
watch_hand (GtkColumnView *view)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (view), GTK_TYPE_SCROLLED_WINDOW);
  GtkWidget *bar = gtk_scrolled_window_get_vscrollbar (GTK_SCROLLED_WINDOW (scrolled));
  GtkEventController *wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *finger = gtk_gesture_drag_new ();

  g_signal_connect_object (wheel, "scroll", G_CALLBACK (scrolled_by_hand_cb), view, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (wheel, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (view), wheel);

  g_signal_connect_object (gtk_widget_get_first_child (bar), "change-value", G_CALLBACK (scrolled_by_hand_cb), view,
                           G_CONNECT_SWAPPED);

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (finger), TRUE);
  g_signal_connect_object (finger, "drag-update", G_CALLBACK (scrolled_by_hand_cb), view, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (finger), GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (view), GTK_EVENT_CONTROLLER (finger));
}

/**
 * ful_row_place_release:
 * @view: a list
 *
 * A row was selected: if it is a list of ful_row_place_watch(), forgets that a user scrolled before.
 */
void
ful_row_place_release (GtkColumnView *view)
{
  Place *self = get_place (view);

  if (self)
    self->by_hand = FALSE;
}

/**
 * ful_row_place_watch:
 * @view: a list in its scrolled window
 * @model: its model
 *
 * Keeps the selected row in its place when the height of @view changes. Call it once.
 */
void
ful_row_place_watch (GtkColumnView *view,
                     FulRowModel   *model)
{
  Place *self = g_new0 (Place, 1);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  self->view = view;
  self->model = model;
  g_object_set_data_full (G_OBJECT (view), KEY, self, g_free);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (adjusted_cb), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (adjusted_cb), view, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "select", G_CALLBACK (ful_row_place_release), view, G_CONNECT_SWAPPED);
  watch_hand (view);
}

/**
 * ful_row_place_settle:
 * @view: a list of ful_row_place_watch()
 *
 * Puts the selected row into its place, wherever a user had scrolled.
 */
void
ful_row_place_settle (GtkColumnView *view)
{
  ful_row_place_release (view);
  queue (get_place (view));
}
