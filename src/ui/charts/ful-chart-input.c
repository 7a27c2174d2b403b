/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Input of all charts: keys, wheel and drag zoom and pan; over the time of a document a drag makes
 * a preview range instead. Other input is passed to the class of the chart. */

#include "config.h"

#include "ful-chart-private.h"

#include "document/ful-document.h"
#include "plots/ful-time-axis.h"
#include "threads/ful-view-options.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

#define ZOOM_STEP 1.5
#define PAN_STEP 0.1

/* Without a span nothing is visible. */
static gboolean
is_empty (FulChart *self)
{
  const FulTimeRange *view = ful_chart_get_view (self);

  return view->end <= view->start;
}

static void
pan (FulChart *self,
     double    share)
{
  const FulTimeRange *view = ful_chart_get_view (self);
  double delta = share * (view->end - view->start);

  ful_chart_set_view (self, view->start + delta, view->end + delta);
}

/* Below the cursor, or in the corner. */
static void
open_menu_at_cursor (FulChart *self)
{
  FulChartPlace place;

  if (FUL_CHART_GET_CLASS (self)->get_cursor (self, &place))
    ful_chart_open_menu (self, fmax (ful_chart_to_px (self, place.start), ful_chart_get_head_width (self)),
                         place.y + place.height);
  else
    ful_chart_open_menu (self, 0, 0);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulChart              *self)
{
  gboolean has_control = (modifiers & GDK_CONTROL_MASK) != 0;

  if (is_empty (self) || (modifiers & GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      ful_chart_zoom (self, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ful_chart_zoom (self, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_BackSpace:
      return ful_chart_pop_view (self) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (keyval == GDK_KEY_F10 && !(modifiers & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      open_menu_at_cursor (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (has_control)
        {
          pan (self, keyval == GDK_KEY_Left ? -PAN_STEP : PAN_STEP);
          return GDK_EVENT_STOP;
        }
      break;
    default:
      break;
    }

  if (has_control)
    return GDK_EVENT_PROPAGATE;

  return FUL_CHART_GET_CLASS (self)->press_key (self, keyval) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

static void
point (FulChart *self,
       double    x,
       double    y)
{
  if (FUL_CHART_GET_CLASS (self)->point (self, x, y))
    gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, ful_chart_signals[FUL_CHART_HOVERED], 0);
}

/* The part of the ranges that a drag from a point changes. */
static FulRangeDragKind
find_drag (FulChart        *self,
           double           x,
           guint            button,
           GdkModifierType  modifiers)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  FulTimeAxis axis;

  ful_chart_get_axis (self, &axis);
  if (x < axis.left || button == GDK_BUTTON_SECONDARY)
    return FUL_RANGE_DRAG_NONE;
  if (button == GDK_BUTTON_MIDDLE || (modifiers & GDK_SHIFT_MASK))
    return FUL_RANGE_DRAG_PAN;

  return ful_range_drag_find (priv->document, &axis, x, FALSE);
}

static void
set_hover (FulChart *self,
           double    x)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  FulTimeAxis axis;

  if (!priv->document || is_empty (self))
    return;

  ful_chart_get_axis (self, &axis);
  ful_document_set_hover (priv->document, x >= axis.left ? ful_time_axis_to_time (&axis, x) : NAN);
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           FulChart                 *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  priv->pointer_x = x;
  priv->pointer_y = y;
  set_hover (self, x);
  if (priv->document && !is_empty (self))
    {
      FulRangeDragKind kind = find_drag (self, x, GDK_BUTTON_PRIMARY, 0);

      gtk_widget_set_cursor_from_name (GTK_WIDGET (self), kind == FUL_RANGE_DRAG_START || kind == FUL_RANGE_DRAG_END
                                                            ? "col-resize" : NULL);
    }
  point (self, x, y);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          FulChart                 *self)
{
  set_hover (self, NAN);
  point (self, NAN, NAN);
}

static void
pressed_cb (GtkGestureClick *gesture,
            int              n_press,
            double           x,
            double           y,
            FulChart        *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  FulChartPrivate *priv = ful_chart_get_private (self);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  priv->is_hit = FUL_CHART_GET_CLASS (self)->press (self, x, y, n_press, button);
  if (priv->is_hit && button == GDK_BUTTON_SECONDARY)
    ful_chart_open_menu (self, x, y);
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               FulChart       *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));

  priv->drag_start = ful_chart_get_view (self)->start;
  priv->drag.kind = FUL_RANGE_DRAG_NONE;
  if (button == GDK_BUTTON_SECONDARY || is_empty (self))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
    }
  else if (priv->document)
    {
      FulTimeAxis axis;

      ful_chart_get_axis (self, &axis);
      ful_range_drag_begin (&priv->drag, priv->document, &axis,
                            find_drag (self, x, button,
                                       gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture))), x);
    }
}

/* Scrolls the scrolled window; the chart moves with it, and with it the origin of @dy. */
static void
pan_rows (FulChart *self,
          double    dy)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = scrolled ? gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)) : NULL;

  if (adjustment)
    gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) - dy);
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          dx,
                double          dy,
                FulChart       *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  const FulTimeRange *view = ful_chart_get_view (self);
  double length = view->end - view->start;
  double start_x, start_y;

  if (is_empty (self))
    return;

  gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
  if (priv->document)
    {
      FulTimeAxis axis;

      ful_chart_get_axis (self, &axis);
      if (!ful_range_drag_update (&priv->drag, priv->document, &axis, start_x + dx, dx) &&
          (priv->drag.kind != FUL_RANGE_DRAG_PAN || fabs (dy) < 3))
        return;
    }
  else if (fabs (dx) < 3 && fabs (dy) < 3)
    {
      return;
    }
  else
    {
      double start = priv->drag_start - dx / ful_chart_get_body_width (self) * length;

      ful_chart_set_view (self, start, start + length);
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (!priv->document || priv->drag.kind == FUL_RANGE_DRAG_PAN)
    pan_rows (self, dy);
}

/* A press on nothing, outside of the preview range, clears it, as over the tracks. */
static void
drag_end_cb (GtkGestureDrag *gesture,
             double          dx,
             double          dy,
             FulChart       *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  if (priv->document && priv->drag.kind == FUL_RANGE_DRAG_NEW && !priv->drag.moved && !priv->is_hit)
    {
      const FulViewOptions *options = ful_document_get_options (priv->document);

      if (options->has_preview && (priv->drag.at < options->preview.start || priv->drag.at >= options->preview.end))
        ful_document_set_preview (priv->document, NULL);
    }
  priv->drag.kind = FUL_RANGE_DRAG_NONE;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           FulChart                 *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  const FulTimeRange *view = ful_chart_get_view (self);

  if (is_empty (self))
    return GDK_EVENT_PROPAGATE;

  if (modifiers & GDK_CONTROL_MASK)
    {
      double at = ful_chart_from_px (self, ful_chart_get_private (self)->pointer_x);

      ful_chart_zoom_about (self, CLAMP (at, view->start, view->end), pow (ZOOM_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (modifiers & GDK_SHIFT_MASK)
    dx = dy;
  if (dx == 0)
    return GDK_EVENT_PROPAGATE;

  pan (self, dx * PAN_STEP);

  return GDK_EVENT_STOP;
}

/* Adds the event controllers to a new chart. */
void
ful_chart_add_input (FulChart *self)
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
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

static void
zoom_in_cb (FulChart *self)
{
  ful_chart_zoom (self, ZOOM_STEP);
}

static void
zoom_out_cb (FulChart *self)
{
  ful_chart_zoom (self, 1 / ZOOM_STEP);
}

/**
 * ful_chart_create_zoom_button:
 * @zoom_in: whether it zooms in or out
 *
 * Returns: (transfer floating): a button that zooms
 */
GtkWidget *
ful_chart_create_zoom_button (FulChart *self,
                              gboolean  zoom_in)
{
  GtkWidget *button = gtk_button_new_from_icon_name (zoom_in ? "list-add-symbolic" : "list-remove-symbolic");
  const char *label = zoom_in ? _("Zoom in (+)") : _("Zoom out (−)");

  ful_tooltip_set_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", G_CALLBACK (zoom_in ? zoom_in_cb : zoom_out_cb), self, G_CONNECT_SWAPPED);

  return button;
}
