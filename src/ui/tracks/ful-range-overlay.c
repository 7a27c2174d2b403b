/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Everything here is O(1): a step of a drag sets the document's preview, which
 * redraws this overlay at once and starts a job for the numbers; the wheel sets
 * its window. Semantics: tracks.md 11. */

#include "config.h"

#include "ful-range-overlay-private.h"

#include "ful-ruler.h"

#include "base/ful-format.h"
#include "document/ful-document-window.h"
#include "plots/ful-time-ruler.h"
#include "threads/ful-view-options.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

#define PILL_GAP 8

/* A notch of the wheel zooms by so much (tracks.md 11: 1.003 to the pixels of a notch). */
#define ZOOM_STEP 1.3
#define PAN_STEP 0.1

/* Deceleration of kinetic panning, 1/s, and the speed at which it stops, lengths of the range per second. */
#define FRICTION 4
#define LEAST_VELOCITY 0.02

/* Steps of the cursor, px. */
#define CURSOR_STEP 10
#define TRACK_STEP 20

G_DEFINE_FINAL_TYPE (FulRangeOverlay, ful_range_overlay, GTK_TYPE_WIDGET)

enum
{
  CLICKED,
  HOVERED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

void
ful_range_overlay_get_axis (FulRangeOverlay *self,
                            FulTimeAxis     *out_axis)
{
  *out_axis = (FulTimeAxis) {
    .width = MAX (1, gtk_widget_get_width (GTK_WIDGET (self))),
    .window = ful_document_get_window (self->document),
  };
}

static double
x_to_time (FulRangeOverlay *self,
           double           x)
{
  FulTimeAxis axis;

  ful_range_overlay_get_axis (self, &axis);

  return ful_time_axis_to_time (&axis, x);
}

/* @x: px, or NaN for nowhere */
static void
set_hover (FulRangeOverlay *self,
           double           x,
           double           y)
{
  self->hover = x;
  self->hover_y = y;
  ful_document_set_hover (self->document, isnan (x) ? NAN : x_to_time (self, x));
  g_signal_emit (self, signals[HOVERED], 0, x, y);
}

static FulRangeDragKind
find_drag (FulRangeOverlay *self,
           double           x,
           double           y)
{
  FulTimeAxis axis;

  ful_range_overlay_get_axis (self, &axis);

  return ful_range_drag_find (self->document, &axis, x, y < ful_ruler_get_height (GTK_WIDGET (self)));
}

static void
drag_begin_cb (GtkGestureDrag  *gesture,
               double           x,
               double           y,
               FulRangeOverlay *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  gboolean pans = button == GDK_BUTTON_MIDDLE || (modifiers & GDK_SHIFT_MASK);
  FulTimeAxis axis;

  self->drag.kind = FUL_RANGE_DRAG_NONE;
  if (button == GDK_BUTTON_SECONDARY)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }

  ful_range_overlay_get_axis (self, &axis);
  ful_range_drag_begin (&self->drag, self->document, &axis, pans ? FUL_RANGE_DRAG_PAN : find_drag (self, x, y), x);
}

static void
drag_update_cb (GtkGestureDrag  *gesture,
                double           offset_x,
                double           offset_y,
                FulRangeOverlay *self)
{
  FulTimeAxis axis;
  double start_x, start_y;

  gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y);
  ful_range_overlay_get_axis (self, &axis);
  if (!ful_range_drag_update (&self->drag, self->document, &axis, start_x + offset_x, offset_x))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (!isnan (self->hover))
    set_hover (self, NAN, NAN);
}

static void
drag_end_cb (GtkGestureDrag  *gesture,
             double           offset_x,
             double           offset_y,
             FulRangeOverlay *self)
{
  FulViewOptions *options = ful_document_get_options (self->document);
  FulRangeDrag drag = self->drag;
  double start_x, start_y;

  self->drag.kind = FUL_RANGE_DRAG_NONE;
  if (drag.moved || drag.kind == FUL_RANGE_DRAG_NONE || !gtk_gesture_drag_get_start_point (gesture, &start_x, &start_y) ||
      gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)) != GDK_BUTTON_PRIMARY)
    return;

  /* A click outside of the preview only clears it. */
  if (options->has_preview && (drag.at < options->preview.start || drag.at >= options->preview.end))
    ful_document_set_preview (self->document, NULL);
  else
    g_signal_emit (self, signals[CLICKED], 0, start_x, start_y,
                   gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
}

static void
drag_cancel_cb (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                FulRangeOverlay  *self)
{
  self->drag.kind = FUL_RANGE_DRAG_NONE;
}

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           FulRangeOverlay          *self)
{
  static const char * const cursors[] = {
    [FUL_RANGE_DRAG_START] = "col-resize", [FUL_RANGE_DRAG_END] = "col-resize", [FUL_RANGE_DRAG_MOVE] = "grab",
    [FUL_RANGE_DRAG_PAN] = NULL,
  };

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), cursors[find_drag (self, x, y)]);
  if (self->drag.kind == FUL_RANGE_DRAG_NONE || !self->drag.moved)
    set_hover (self, x, y);
}

static void
leave_cb (GtkEventControllerMotion *controller,
          FulRangeOverlay          *self)
{
  set_hover (self, NAN, NAN);
}

static void
stop_pan (FulRangeOverlay *self)
{
  if (self->tick_id)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           FulRangeOverlay          *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  FulTimeRange window = ful_document_get_window (self->document);
  double length = window.end - window.start;

  stop_pan (self);
  if (modifiers & GDK_CONTROL_MASK)
    {
      ful_document_zoom_about (self->document,
                               isnan (self->hover) ? (window.start + window.end) / 2 : x_to_time (self, self->hover),
                               pow (ZOOM_STEP, -dy));
      return GDK_EVENT_STOP;
    }
  if (!(modifiers & GDK_SHIFT_MASK) && fabs (dx) <= fabs (dy))
    return GDK_EVENT_PROPAGATE;

  ful_document_show_window (self->document, window.start + (fabs (dx) > fabs (dy) ? dx : dy) * length * PAN_STEP, length);

  return GDK_EVENT_STOP;
}

static gboolean
pan_on_cb (GtkWidget     *widget,
           GdkFrameClock *clock,
           gpointer       user_data)
{
  FulRangeOverlay *self = FUL_RANGE_OVERLAY (widget);
  FulTimeRange window = ful_document_get_window (self->document);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = self->last_frame ? (double) (now - self->last_frame) / G_USEC_PER_SEC : 0;
  double length = window.end - window.start;

  self->last_frame = now;
  ful_document_show_window (self->document, window.start + self->velocity * seconds * length, length);
  self->velocity *= exp (-FRICTION * seconds);
  if (fabs (self->velocity) >= LEAST_VELOCITY)
    return G_SOURCE_CONTINUE;

  self->tick_id = 0;

  return G_SOURCE_REMOVE;
}

/* Fingers left a touchpad while they panned. */
static void
decelerate_cb (GtkEventControllerScroll *controller,
               double                    velocity_x,
               double                    velocity_y,
               FulRangeOverlay          *self)
{
  if (fabs (velocity_x) <= fabs (velocity_y) || !ful_document_get_zoom (self->document))
    return;

  stop_pan (self);
  self->velocity = velocity_x * PAN_STEP;
  self->last_frame = 0;
  self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), pan_on_cb, NULL, NULL);
}

/* Announces the position of the cursor. */
static void
describe_cursor (FulRangeOverlay *self)
{
  FulTimeRange window = ful_document_get_window (self->document);
  double step = (window.end - window.start) / MAX (1, gtk_widget_get_width (GTK_WIDGET (self)));
  FulProfile *profile = ful_document_get_profile (self->document);
  g_autofree char *text = profile->has_times
                            ? ful_time_ruler_format (profile->time_is_bytes, x_to_time (self, self->hover), step)
                            : g_strdup (_("no times"));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

/* Keeps the end of the preview opposite to the cursor; without a preview it begins at the cursor. */
static void
extend_preview (FulRangeOverlay *self,
                double           from,
                double           to)
{
  FulViewOptions *options = ful_document_get_options (self->document);
  double other = from;

  if (options->has_preview)
    other = fabs (from - options->preview.start) < fabs (from - options->preview.end) ? options->preview.end
                                                                                      : options->preview.start;
  if (other != to)
    ful_document_set_preview (self->document, &(FulTimeRange) { MIN (other, to), MAX (other, to) });
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulRangeOverlay       *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double ruler = ful_ruler_get_height (GTK_WIDGET (self));
  double x = isnan (self->hover) ? width / 2 : self->hover;
  double y = isnan (self->hover) ? ruler + TRACK_STEP : self->hover_y;
  double from = x_to_time (self, x);

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      x += (keyval == GDK_KEY_Left ? -1 : 1) * (modifiers & GDK_CONTROL_MASK ? 1 : CURSOR_STEP);
      break;
    case GDK_KEY_Home:
      x = 0;
      break;
    case GDK_KEY_End:
      x = width;
      break;
    case GDK_KEY_Up:
    case GDK_KEY_Down:
      y += keyval == GDK_KEY_Up ? -TRACK_STEP : TRACK_STEP;
      break;
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      ful_document_zoom_about (self->document, from, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      ful_document_zoom_about (self->document, from, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      g_signal_emit (self, signals[CLICKED], 0, x, y, modifiers);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }

  set_hover (self, CLAMP (x, 0, width - 1), CLAMP (y, ruler, height - 1));
  describe_cursor (self);
  if (modifiers & GDK_SHIFT_MASK)
    extend_preview (self, from, x_to_time (self, self->hover));

  return GDK_EVENT_STOP;
}

static void
focus_left_cb (FulRangeOverlay *self)
{
  set_hover (self, NAN, NAN);
}

/* The accessible description of the visible range. */
static void
zoom_changed_cb (FulRangeOverlay *self)
{
  const FulTimeRange *zoom = ful_document_get_zoom (self->document);
  double zero = ful_document_get_root_range (self->document).start;
  g_autofree char *start = zoom ? ful_format_duration (zoom->start - zero) : NULL;
  g_autofree char *end = zoom ? ful_format_duration (zoom->end - zero) : NULL;
  g_autofree char *text = zoom ? g_strdup_printf (_("Time cursor; zoomed to %s – %s"), start, end) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, text ? text : _("Time cursor"), -1);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ful_range_overlay_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  FulRangeOverlay *self = FUL_RANGE_OVERLAY (widget);
  GtkRequisition size;
  FulTimeRange preview;
  FulTimeAxis axis;
  int x;

  if (!self->document || !gtk_widget_get_visible (self->pill))
    return;

  preview = ful_document_get_options (self->document)->preview;
  gtk_widget_get_preferred_size (self->pill, &size, NULL);
  ful_range_overlay_get_axis (self, &axis);
  x = (int) ((ful_time_axis_to_px (&axis, MAX (preview.start, axis.window.start)) +
              ful_time_axis_to_px (&axis, MIN (preview.end, axis.window.end)) - size.width) / 2);
  gtk_widget_size_allocate (self->pill, &(GtkAllocation) { CLAMP (x, 0, MAX (0, width - size.width)),
                                                           ful_ruler_get_height (widget) + PILL_GAP, size.width, size.height }, -1);
}

static void
state_changed_cb (FulRangeOverlay *self)
{
  FulViewOptions *options = ful_document_get_options (self->document);

  gtk_widget_set_visible (self->pill, options->has_preview);
  if (options->has_preview)
    {
      double span = options->preview.end - options->preview.start;
      g_autofree char *length = ful_document_get_profile (self->document)->time_is_bytes ? ful_format_bytes (span)
                                                                                         : ful_format_duration (span);

      gtk_label_set_label (GTK_LABEL (self->pill_label), length);
      gtk_widget_queue_allocate (GTK_WIDGET (self));
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ful_range_overlay_dispose (GObject *object)
{
  FulRangeOverlay *self = FUL_RANGE_OVERLAY (object);

  stop_pan (self);
  g_clear_pointer (&self->pill, gtk_widget_unparent);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_range_overlay_parent_class)->dispose (object);
}

static void
ful_range_overlay_class_init (FulRangeOverlayClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_range_overlay_dispose;
  widget_class->snapshot = ful_range_overlay_snapshot;
  widget_class->size_allocate = ful_range_overlay_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "rangeoverlay");

  signals[CLICKED] = g_signal_new ("clicked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 3, G_TYPE_DOUBLE, G_TYPE_DOUBLE, GDK_TYPE_MODIFIER_TYPE);
  signals[HOVERED] = g_signal_new ("hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
ful_range_overlay_init (FulRangeOverlay *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES |
                                                                GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  self->hover = NAN;

  self->pill_label = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->pill_label, "numeric");
  gtk_box_append (GTK_BOX (box), self->pill_label);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("zoom-in-symbolic"));
  self->pill = gtk_button_new ();
  gtk_button_set_child (GTK_BUTTON (self->pill), box);
  gtk_widget_add_css_class (self->pill, "range-pill");
  ful_tooltip_describe (self->pill, _("Zoom into this range (Z)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->pill), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Zoom into this range"), -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->pill), "view.commit-preview");
  gtk_widget_hide (self->pill);
  gtk_widget_set_parent (self->pill, GTK_WIDGET (self));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));

  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);

  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (scroll, "decelerate", G_CALLBACK (decelerate_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Time cursor"), -1);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (focus_left_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

GtkWidget *
ful_range_overlay_new (void)
{
  return g_object_new (FUL_TYPE_RANGE_OVERLAY, NULL);
}

/**
 * ful_range_overlay_set_document:
 * @document: whose preview to show and change; once
 */
void
ful_range_overlay_set_document (FulRangeOverlay *self,
                                FulDocument     *document)
{
  g_return_if_fail (FUL_IS_RANGE_OVERLAY (self));

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::zoom", G_CALLBACK (zoom_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::hover", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
}
