/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user does to a marker chart: the cursor walks along lanes and from lane to
 * lane, the view zooms and pans. */

#include "config.h"

#include "ful-marker-chart-private.h"

#include <math.h>

#define ZOOM_STEP 1.5
#define PAN_STEP 0.1

/* px beside a marker that still hit it. */
#define REACH 3

static void
take_cursor (FulMarkerChart *self,
             gint64          row,
             guint           place)
{
  self->cursor_row = row;
  self->cursor_place = place;
  ful_marker_chart_reveal_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_CURSOR_MOVED], 0);
}

/* The marker of a lane at @time, or the next one, or the last. */
static void
take_nearest (FulMarkerChart *self,
              gint64          row,
              double          time)
{
  guint lane = ful_marker_chart_get_row (self, row)->lane;

  take_cursor (self, row, MIN (ful_marker_lanes_find_first (self->lanes, lane, time),
                               self->lanes->lanes[lane].n_markers - 1));
}

static void
move_rows (FulMarkerChart *self,
           int             direction)
{
  gint64 row = self->cursor_row + direction;
  guint marker = ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place);
  const FulMarkerList *list = self->lanes->list;
  double start = fmax (list->start[marker], self->view.start);
  double end = fmin (fmax (list->start[marker], list->end[marker]), self->view.end);

  while (row >= 0 && row < self->rows->len && ful_marker_chart_get_row (self, row)->is_heading)
    row += direction;
  if (row >= 0 && row < self->rows->len)
    take_nearest (self, row, (start + end) / 2);
}

static void
move_along (FulMarkerChart *self,
            int             direction)
{
  guint lane = ful_marker_chart_get_row (self, self->cursor_row)->lane;
  gint64 place = (gint64) self->cursor_place + direction;

  if (place >= 0 && place < self->lanes->lanes[lane].n_markers)
    take_cursor (self, self->cursor_row, (guint) place);
}

static void
zoom_about (FulMarkerChart *self,
            double          at,
            double          factor)
{
  ful_marker_chart_set_view (self, at - (at - self->view.start) / factor, at + (self->view.end - at) / factor);
}

static void
pan (FulMarkerChart *self,
     double          share)
{
  double delta = share * (self->view.end - self->view.start);

  ful_marker_chart_set_view (self, self->view.start + delta, self->view.end + delta);
}

/* Keys that need a cursor. */
static gboolean
act_on_cursor (FulMarkerChart *self,
               guint           keyval)
{
  guint marker = ful_marker_chart_get_marker (self, self->cursor_row, self->cursor_place);
  const FulMarkerList *list = self->lanes->list;

  switch (keyval)
    {
    case GDK_KEY_Up:
      move_rows (self, -1);
      return TRUE;
    case GDK_KEY_Down:
      move_rows (self, 1);
      return TRUE;
    case GDK_KEY_Left:
      move_along (self, -1);
      return TRUE;
    case GDK_KEY_Right:
      move_along (self, 1);
      return TRUE;
    case GDK_KEY_space:
      if (list->end[marker] > list->start[marker])
        ful_marker_chart_set_view (self, list->start[marker], list->end[marker]);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_ACTIVATE], 0, marker);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulMarkerChart        *self)
{
  gboolean has_control = (modifiers & GDK_CONTROL_MASK) != 0;

  if (self->lanes == NULL || self->lanes->n_lanes == 0 || (modifiers & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      ful_marker_chart_zoom (self, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ful_marker_chart_zoom (self, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      if (self->view.start == self->range.start && self->view.end == self->range.end)
        return GDK_EVENT_PROPAGATE;
      ful_marker_chart_set_view (self, self->range.start, self->range.end);
      return GDK_EVENT_STOP;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (self->cursor_row < 0 || (keyval == GDK_KEY_F10 && !(modifiers & GDK_SHIFT_MASK)))
        return GDK_EVENT_PROPAGATE;
      g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_MENU], 0,
                     fmax (ful_marker_chart_to_px (self, self->lanes->list->start[ful_marker_chart_get_marker (
                                                     self, self->cursor_row, self->cursor_place)]),
                           ful_marker_chart_get_head_width (self)),
                     (double) ful_marker_chart_get_row (self, self->cursor_row)->y + FUL_MARKER_CHART_LANE);
      return GDK_EVENT_STOP;
    default:
      break;
    }

  if (has_control && (keyval == GDK_KEY_Left || keyval == GDK_KEY_Right))
    {
      pan (self, keyval == GDK_KEY_Left ? -PAN_STEP : PAN_STEP);
      return GDK_EVENT_STOP;
    }
  if (has_control)
    return GDK_EVENT_PROPAGATE;
  if (self->cursor_row >= 0)
    return act_on_cursor (self, keyval) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
  if (keyval != GDK_KEY_Up && keyval != GDK_KEY_Down && keyval != GDK_KEY_Left && keyval != GDK_KEY_Right)
    return GDK_EVENT_PROPAGATE;

  take_nearest (self, ful_marker_chart_get_row (self, 0)->is_heading ? 1 : 0, self->view.start);

  return GDK_EVENT_STOP;
}

/* Whether a marker is at a point; a few pixels beside it are close enough. */
static gboolean
find_at (FulMarkerChart *self,
         double          x,
         double          y,
         gint64         *out_row,
         guint          *out_place)
{
  const FulMarkerChartRow *row;
  double reach;

  if (self->lanes == NULL || y >= self->height || x < ful_marker_chart_get_head_width (self))
    return FALSE;

  *out_row = ful_marker_chart_find_row (self, y);
  if (*out_row < 0)
    return FALSE;
  row = ful_marker_chart_get_row (self, *out_row);
  if (row->is_heading)
    return FALSE;

  reach = self->lanes->lanes[row->lane].is_instant ? FUL_MARKER_CHART_BOX / 3 : REACH;
  *out_place = ful_marker_lanes_find_first (self->lanes, row->lane, ful_marker_chart_from_px (self, x));
  if (*out_place >= self->lanes->lanes[row->lane].n_markers ||
      self->lanes->list->start[self->lanes->lanes[row->lane].markers[*out_place]] > ful_marker_chart_from_px (self, x))
    *out_place = ful_marker_lanes_find_first (self->lanes, row->lane, ful_marker_chart_from_px (self, x - reach));

  return *out_place < self->lanes->lanes[row->lane].n_markers &&
         self->lanes->list->start[self->lanes->lanes[row->lane].markers[*out_place]] <=
           ful_marker_chart_from_px (self, x + reach);
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           FulMarkerChart           *self)
{
  gint64 row = -1;
  guint place = 0;

  self->pointer_x = x;
  self->pointer_y = y;
  if (!find_at (self, x, y, &row, &place))
    row = -1;
  if (row != self->hovered_row || place != self->hovered_place)
    gtk_widget_queue_draw (GTK_WIDGET (self));
  self->hovered_row = row;
  self->hovered_place = place;
  g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_HOVERED], 0);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          FulMarkerChart           *self)
{
  self->hovered_row = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_HOVERED], 0);
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            FulMarkerChart  *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  gint64 row;
  guint place;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (find_at (self, x, y, &row, &place))
    {
      take_cursor (self, row, place);
      if (button == GDK_BUTTON_PRIMARY && n_press == 2)
        g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_ACTIVATE], 0,
                       ful_marker_chart_get_marker (self, row, place));
    }
  if (button == GDK_BUTTON_SECONDARY)
    g_signal_emit (self, ful_marker_chart_signals[FUL_MARKER_CHART_MENU], 0, x, y);
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               FulMarkerChart *self)
{
  self->drag_start = self->view.start;
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                FulMarkerChart *self)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  double length = self->view.end - self->view.start;
  double start = self->drag_start - dx / ful_marker_chart_get_body_width (self) * length;

  if (self->lanes == NULL || (fabs (dx) < 3 && fabs (dy) < 3))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ful_marker_chart_set_view (self, start, start + length);
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
           FulMarkerChart           *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (self->lanes == NULL)
    return GDK_EVENT_PROPAGATE;

  if (modifiers & GDK_CONTROL_MASK)
    {
      zoom_about (self, CLAMP (ful_marker_chart_from_px (self, self->pointer_x), self->view.start, self->view.end),
                  pow (ZOOM_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    dx = dy;
  else if (dx == 0)
    return GDK_EVENT_PROPAGATE;

  pan (self, dx * PAN_STEP);

  return GDK_EVENT_STOP;
}

/* Adds the controllers to a new chart. */
void
ful_marker_chart_add_input (FulMarkerChart *self)
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
