/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user does to a chart: the cursor walks from box to box, the view zooms
 * and pans. */

#include "config.h"

#include "ful-box-chart-private.h"

#include <math.h>

#define ZOOM_STEP 1.5
#define PAN_STEP 0.1

/* Brings the cursor into view. */
void
ful_box_chart_scroll_to_cursor (FulBoxChart *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  const FulBoxRow *row;
  double start, end, length;
  int y;

  if (self->cursor_row < 0)
    return;

  row = &self->layout->rows[self->cursor_row];
  start = ful_box_row_get_start (row, self->cursor_box);
  end = ful_box_row_get_end (row, self->cursor_box);
  length = self->view_end - self->view_start;
  if (end <= self->view_start || start >= self->view_end)
    ful_box_chart_set_view (self, (start + end - length) / 2, (start + end + length) / 2);

  y = ful_box_chart_get_row_y (self, (guint) self->cursor_row);
  if (scrolled)
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                               y - FUL_BOX_CHART_ROW_HEIGHT, y + 2 * FUL_BOX_CHART_ROW_HEIGHT);
}

static void
take_cursor (FulBoxChart *self,
             gint64       row,
             gint64       box)
{
  if (row < 0 || box < 0)
    return;

  self->cursor_row = row;
  self->cursor_box = box;
  self->cursor_lane = -1;
  ful_box_chart_scroll_to_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_box_chart_signals[FUL_BOX_CHART_CURSOR_MOVED], 0);
}

/* Puts the cursor on a marker. */
static void
take_timing (FulBoxChart *self,
             gint64       lane,
             guint        marker)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  const FulMarkerList *list = self->timings->list;
  double length = self->view_end - self->view_start;
  guint at = self->timings->lanes[lane].markers[marker];
  double end = fmax (list->start[at], list->end[at]);

  self->cursor_lane = lane;
  self->cursor_marker = marker;
  if (end < self->view_start || list->start[at] >= self->view_end)
    ful_box_chart_set_view (self, (list->start[at] + end - length) / 2, (list->start[at] + end + length) / 2);
  if (scrolled)
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)),
                               (double) (lane - 1) * FUL_BOX_CHART_ROW_HEIGHT,
                               (double) (lane + 2) * FUL_BOX_CHART_ROW_HEIGHT);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_box_chart_signals[FUL_BOX_CHART_CURSOR_MOVED], 0);
}

/* The marker of a row at @time, or the first after it, or the last. */
static void
take_timing_at (FulBoxChart *self,
                gint64       lane,
                double       time)
{
  guint marker = ful_marker_lanes_find_first (self->timings, (guint) lane, time);

  take_timing (self, lane, MIN (marker, self->timings->lanes[lane].n_markers - 1));
}

/* The widest box of the next row within the box of the cursor, the first of equal ones. */
static void
move_to_child (FulBoxChart *self)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  double start = ful_box_row_get_start (row, self->cursor_box), end = ful_box_row_get_end (row, self->cursor_box);
  const FulBoxRow *next;
  gint64 widest = -1;

  if (self->cursor_row + 1 >= self->n_rows)
    return;

  next = &self->layout->rows[self->cursor_row + 1];
  for (guint i = ful_box_row_find_first (next, start); i < next->n_boxes && ful_box_row_get_start (next, i) < end; i++)
    if (widest < 0 || ful_box_row_get_end (next, i) - ful_box_row_get_start (next, i) > ful_box_row_get_end (next, widest) - ful_box_row_get_start (next, widest))
      widest = i;
  take_cursor (self, self->cursor_row + 1, widest);
}

static void
move_to_parent (FulBoxChart *self)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  double middle = (ful_box_row_get_start (row, self->cursor_box) + ful_box_row_get_end (row, self->cursor_box)) / 2;

  if (self->cursor_row == 0 && self->timings && self->timings->n_lanes > 0)
    take_timing_at (self, self->timings->n_lanes - 1, middle);
  else if (self->cursor_row > 0)
    take_cursor (self, self->cursor_row - 1, ful_box_row_find (&self->layout->rows[self->cursor_row - 1], middle));
}

static void
move_to_sibling (FulBoxChart *self,
                 int          direction)
{
  const FulBoxRow *row = &self->layout->rows[self->cursor_row];
  gint64 box = self->cursor_box + direction;

  if (box < 0 || box >= row->n_boxes)
    return;

  if (!(self->flags & FUL_BOX_CHART_OVER_TIME) &&
      ful_call_tree_get_parent (self->layout->tree, row->boxes[box].node) !=
      ful_call_tree_get_parent (self->layout->tree, row->boxes[self->cursor_box].node))
    return;
  take_cursor (self, self->cursor_row, box);
}

/* Below the box of the cursor, or in the corner. */
static void
open_menu (FulBoxChart *self)
{
  double start, end;
  double x = 0, y = 0;

  if (ful_box_chart_get_cursor (self, &start, &end))
    {
      x = MAX (ful_box_chart_to_px (self, start), 0);
      y = ful_box_chart_get_row_y (self, (guint) self->cursor_row) + FUL_BOX_CHART_ROW_HEIGHT;
    }
  g_signal_emit (self, ful_box_chart_signals[FUL_BOX_CHART_MENU], 0, x, y);
}

/* Markers stand above the boxes: up and down go from row to row, and to the boxes. */
static gboolean
move_among_timings (FulBoxChart *self,
                    guint        keyval)
{
  const FulMarkerLane *lane = &self->timings->lanes[self->cursor_lane];
  guint at = lane->markers[self->cursor_marker];
  double start = self->timings->list->start[at];
  double end = fmax (start, self->timings->list->end[at]);
  double middle = (MAX (start, self->view_start) + MIN (end, self->view_end)) / 2;

  switch (keyval)
    {
    case GDK_KEY_Up:
      if (self->cursor_lane > 0)
        take_timing_at (self, self->cursor_lane - 1, middle);
      return TRUE;
    case GDK_KEY_Down:
      if (self->cursor_lane + 1 < self->timings->n_lanes)
        take_timing_at (self, self->cursor_lane + 1, middle);
      else if (self->n_rows > 0)
        take_cursor (self, 0, MIN (ful_box_row_find_first (&self->layout->rows[0], middle),
                                   self->layout->rows[0].n_boxes - 1));
      return TRUE;
    case GDK_KEY_Left:
      if (self->cursor_marker > 0)
        take_timing (self, self->cursor_lane, self->cursor_marker - 1);
      return TRUE;
    case GDK_KEY_Right:
      if (self->cursor_marker + 1 < lane->n_markers)
        take_timing (self, self->cursor_lane, self->cursor_marker + 1);
      return TRUE;
    default:
      return FALSE;
    }
}

static void
push_view (FulBoxChart *self,
           double       start,
           double       end)
{
  g_array_append_val (self->views, self->view_start);
  g_array_append_val (self->views, self->view_end);
  ful_box_chart_set_view (self, start, end);
}

static gboolean
pop_view (FulBoxChart *self)
{
  double start, end;

  if (self->views->len < 2)
    return FALSE;

  start = g_array_index (self->views, double, self->views->len - 2);
  end = g_array_index (self->views, double, self->views->len - 1);
  g_array_set_size (self->views, self->views->len - 2);
  ful_box_chart_set_view (self, start, end);

  return TRUE;
}

static void
zoom_into_box (FulBoxChart *self,
               gint64       row,
               gint64       box)
{
  const FulBoxRow *boxes = &self->layout->rows[row];

  push_view (self, ful_box_row_get_start (boxes, box), ful_box_row_get_end (boxes, box));
}

void
ful_box_chart_zoom_about (FulBoxChart *self,
                          double       at,
                          double       factor)
{
  ful_box_chart_set_view (self, at - (at - self->view_start) / factor, at + (self->view_end - at) / factor);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulBoxChart           *self)
{
  gboolean up_is_child = (self->flags & FUL_BOX_CHART_ROOT_AT_BOTTOM) != 0;
  gboolean has_control = (modifiers & GDK_CONTROL_MASK) != 0;
  double length = self->view_end - self->view_start;

  if (!self->layout || (modifiers & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      ful_box_chart_zoom (self, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ful_box_chart_zoom (self, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      return pop_view (self) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (keyval == GDK_KEY_F10 && !(modifiers & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      open_menu (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (has_control)
        {
          double delta = (keyval == GDK_KEY_Left ? -PAN_STEP : PAN_STEP) * length;

          ful_box_chart_set_view (self, self->view_start + delta, self->view_end + delta);
          return GDK_EVENT_STOP;
        }
      break;
    default:
      break;
    }

  if (has_control)
    return GDK_EVENT_PROPAGATE;
  if (self->cursor_lane >= 0 && keyval == GDK_KEY_space)
    {
      guint marker = (guint) ful_box_chart_get_timing (self);

      push_view (self, self->timings->list->start[marker],
                 fmax (self->timings->list->start[marker], self->timings->list->end[marker]));
      return GDK_EVENT_STOP;
    }
  if (self->cursor_lane >= 0 && move_among_timings (self, keyval))
    return GDK_EVENT_STOP;
  if (self->n_rows == 0)
    return GDK_EVENT_PROPAGATE;

  if (self->cursor_row < 0)
    {
      if (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down && keyval != GDK_KEY_Left && keyval != GDK_KEY_Right)
        return GDK_EVENT_PROPAGATE;
      take_cursor (self, 0, self->layout->rows[0].n_boxes > 0 ? 0 : -1);
      return GDK_EVENT_STOP;
    }

  switch (keyval)
    {
    case GDK_KEY_Up:
      (up_is_child ? move_to_child : move_to_parent) (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
      (up_is_child ? move_to_parent : move_to_child) (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
      move_to_sibling (self, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
      move_to_sibling (self, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_space:
      zoom_into_box (self, self->cursor_row, self->cursor_box);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
find_at (FulBoxChart *self,
         double       x,
         double       y,
         gint64      *out_row,
         gint64      *out_box)
{
  *out_row = self->layout ? ful_box_chart_find_row (self, y) : -1;
  *out_box = *out_row >= 0 ? ful_box_row_find (&self->layout->rows[*out_row], ful_box_chart_from_px (self, x)) : -1;
  if (*out_box < 0)
    *out_row = -1;
}

/* Whether a marker is at a point; a pixel beside it is close enough. */
static gboolean
find_timing (FulBoxChart *self,
             double       x,
             double       y,
             guint       *out_lane,
             guint       *out_marker)
{
  const FulMarkerLane *lane;

  if (!self->timings || y < 0 || y >= ful_box_chart_get_timings_height (self))
    return FALSE;

  *out_lane = (guint) (y / FUL_BOX_CHART_ROW_HEIGHT);
  lane = &self->timings->lanes[*out_lane];
  *out_marker = ful_marker_lanes_find_first (self->timings, *out_lane, ful_box_chart_from_px (self, x - 1));

  return *out_marker < lane->n_markers &&
         self->timings->list->start[lane->markers[*out_marker]] <= ful_box_chart_from_px (self, x + 1);
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           FulBoxChart              *self)
{
  gint64 row, box, timing;
  guint lane, marker;

  self->pointer_x = x;
  self->pointer_y = y;
  find_at (self, x, y, &row, &box);
  timing = find_timing (self, x, y, &lane, &marker) ? (gint64) self->timings->lanes[lane].markers[marker] : -1;
  if (row != self->hovered_row || box != self->hovered_box || timing != self->hovered_timing)
    {
      self->hovered_timing = timing;
      self->hovered_row = row;
      self->hovered_box = box;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  g_signal_emit (self, ful_box_chart_signals[FUL_BOX_CHART_HOVERED], 0);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          FulBoxChart              *self)
{
  self->hovered_row = self->hovered_box = self->hovered_timing = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_box_chart_signals[FUL_BOX_CHART_HOVERED], 0);
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            FulBoxChart     *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  gint64 row, box;
  guint lane, marker;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  find_at (self, x, y, &row, &box);
  if (row >= 0)
    take_cursor (self, row, box);
  else if (find_timing (self, x, y, &lane, &marker))
    take_timing (self, lane, marker);
  if (button == GDK_BUTTON_SECONDARY && row >= 0)
    g_signal_emit (self, ful_box_chart_signals[FUL_BOX_CHART_MENU], 0, x, y);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2 && row >= 0)
    zoom_into_box (self, row, box);
  else if (button == GDK_BUTTON_PRIMARY && n_press == 2)
    pop_view (self);
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               FulBoxChart    *self)
{
  double bottom;

  self->drag_start = self->view_start;
  ful_box_chart_get_visible_y (self, &self->drag_y, &bottom);
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                FulBoxChart    *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  double length = self->view_end - self->view_start;
  double delta = -dx / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1) * length;

  if (fabs (dx) < 3 && fabs (dy) < 3)
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ful_box_chart_set_view (self, self->drag_start + delta, self->drag_start + delta + length);
  if (scrolled)
    {
      GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));

      /* The chart moves with the adjustment, and so does the place that dy counts from. */
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) - dy);
    }
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           FulBoxChart              *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double length = self->view_end - self->view_start;

  if (!self->layout)
    return GDK_EVENT_PROPAGATE;

  if (modifiers & GDK_CONTROL_MASK)
    {
      ful_box_chart_zoom_about (self, ful_box_chart_from_px (self, self->pointer_x), pow (ZOOM_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    {
      dx = dy;
      dy = 0;
    }
  if (dx == 0)
    return GDK_EVENT_PROPAGATE;

  ful_box_chart_set_view (self, self->view_start + dx * PAN_STEP * length, self->view_end + dx * PAN_STEP * length);
  return GDK_EVENT_STOP;
}

/* Adds the controllers to a new chart. */
void
ful_box_chart_add_input (FulBoxChart *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}
