/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK's own tooltips wait half a second and do not follow the pointer. This one
 * appears once the pointer is still, follows it at once from then on, and is
 * never under it. A press or a key anywhere in the window hides it until the pointer
 * moves. A motion costs an allocation of one widget. */

#include "config.h"

#include "ful-tooltip-layer.h"
#include "ful-tooltip.h"

#define DELAY_MS 150
#define DISTANCE 12

struct _FulTooltipLayer
{
  GtkWidget  parent_instance;

  GtkWidget *tip;        /* (nullable): created with the first tooltip */
  gboolean   waited;     /* the pointer was still for long enough */
  guint      wait_id;
  gboolean   is_hidden;  /* until the pointer moves */
  GtkEventController *input;   /* (nullable): of the window */
  double     x, y;       /* of the pointer */
};

G_DEFINE_FINAL_TYPE (FulTooltipLayer, ful_tooltip_layer, GTK_TYPE_WIDGET)

static FulTooltipLayer *
find_layer (GtkWidget *chart)
{
  GtkWidget *layer = gtk_widget_get_ancestor (chart, FUL_TYPE_TOOLTIP_LAYER);

  return layer ? FUL_TOOLTIP_LAYER (layer) : NULL;
}

static void
update_visible (FulTooltipLayer *self)
{
  if (self->tip)
    gtk_widget_set_visible (self->tip, self->waited && gtk_widget_get_first_child (self->tip));
}

static gboolean
waited_cb (gpointer user_data)
{
  FulTooltipLayer *self = user_data;

  self->wait_id = 0;
  self->waited = ful_tooltip_is_allowed (GTK_WIDGET (self));
  update_visible (self);

  return G_SOURCE_REMOVE;
}

static void
hide (FulTooltipLayer *self)
{
  g_clear_handle_id (&self->wait_id, g_source_remove);
  self->waited = FALSE;
  update_visible (self);
}

static gboolean
input_cb (GtkEventController *controller,
          GdkEvent           *event,
          FulTooltipLayer    *self)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (type == GDK_BUTTON_PRESS || type == GDK_KEY_PRESS || type == GDK_TOUCH_BEGIN)
    {
      self->is_hidden = TRUE;
      hide (self);
    }

  return GDK_EVENT_PROPAGATE;
}

/* Before the widgets of the window, which may use the event. */
static void
ful_tooltip_layer_root (GtkWidget *widget)
{
  FulTooltipLayer *self = FUL_TOOLTIP_LAYER (widget);

  GTK_WIDGET_CLASS (ful_tooltip_layer_parent_class)->root (widget);

  self->input = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (self->input, GTK_PHASE_CAPTURE);
  g_signal_connect (self->input, "event", G_CALLBACK (input_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (gtk_widget_get_root (widget)), self->input);
}

static void
ful_tooltip_layer_unroot (GtkWidget *widget)
{
  FulTooltipLayer *self = FUL_TOOLTIP_LAYER (widget);

  gtk_widget_remove_controller (GTK_WIDGET (gtk_widget_get_root (widget)), self->input);
  self->input = NULL;

  GTK_WIDGET_CLASS (ful_tooltip_layer_parent_class)->unroot (widget);
}

static void
ful_tooltip_layer_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
ful_tooltip_layer_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  FulTooltipLayer *self = FUL_TOOLTIP_LAYER (widget);
  GtkRequisition size;
  double x, y;

  gtk_widget_size_allocate (gtk_widget_get_first_child (widget), &(GtkAllocation) { 0, 0, width, height }, baseline);
  if (!self->tip || !gtk_widget_get_visible (self->tip))
    return;

  gtk_widget_get_preferred_size (self->tip, NULL, &size);
  x = self->x + DISTANCE;
  if (x + size.width > width)
    x = self->x - DISTANCE - size.width;
  y = self->y + DISTANCE;
  if (y + size.height > height)
    y = self->y - DISTANCE - size.height;

  gtk_widget_size_allocate (self->tip, &(GtkAllocation) { (int) MAX (x, 0), (int) MAX (y, 0),
                                                          size.width, size.height }, -1);
}

static void
ful_tooltip_layer_dispose (GObject *object)
{
  FulTooltipLayer *self = FUL_TOOLTIP_LAYER (object);
  GtkWidget *child;

  g_clear_handle_id (&self->wait_id, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_tooltip_layer_parent_class)->dispose (object);
}

static void
ful_tooltip_layer_class_init (FulTooltipLayerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_tooltip_layer_dispose;
  widget_class->root = ful_tooltip_layer_root;
  widget_class->unroot = ful_tooltip_layer_unroot;
  widget_class->measure = ful_tooltip_layer_measure;
  widget_class->size_allocate = ful_tooltip_layer_size_allocate;
}

static void
ful_tooltip_layer_init (FulTooltipLayer *self)
{
}

/* Created after the child of the template, so that it is above it. */
static void
create_tip (FulTooltipLayer *self)
{
  self->tip = g_object_new (GTK_TYPE_BOX,
                            "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLTIP,
                            "can-target", FALSE,
                            "visible", FALSE,
                            NULL);
  gtk_widget_add_css_class (self->tip, "chart-tooltip");
  gtk_widget_set_parent (self->tip, GTK_WIDGET (self));
}

/**
 * ful_tooltip_layer_point:
 * @chart: a widget in a layer
 * @x: position of the pointer in @chart
 * @y: position of the pointer in @chart
 *
 * The pointer entered or moved. A visible tooltip moves with it.
 */
void
ful_tooltip_layer_point (GtkWidget *chart,
                         double     x,
                         double     y)
{
  FulTooltipLayer *self = find_layer (chart);
  double layer_x, layer_y;

  if (!self)
    return;

  /* Widgets that move under the pointer are no motion. */
  gtk_widget_translate_coordinates (chart, GTK_WIDGET (self), x, y, &layer_x, &layer_y);
  if (self->is_hidden && layer_x == self->x && layer_y == self->y)
    return;

  self->is_hidden = FALSE;
  self->x = layer_x;
  self->y = layer_y;
  if (self->waited)
    {
      gtk_widget_queue_allocate (GTK_WIDGET (self));
      return;
    }

  g_clear_handle_id (&self->wait_id, g_source_remove);
  self->wait_id = g_timeout_add (DELAY_MS, waited_cb, self);
}

/**
 * ful_tooltip_layer_fill:
 * @chart: a widget in a layer
 * @content: (nullable) (transfer floating): the content; %NULL for none
 */
void
ful_tooltip_layer_fill (GtkWidget *chart,
                        GtkWidget *content)
{
  FulTooltipLayer *self = find_layer (chart);
  g_autoptr(GtkWidget) owned = content ? g_object_ref_sink (content) : NULL;
  GtkWidget *old;

  if (!self || (!self->tip && !content))
    return;

  if (!self->tip)
    create_tip (self);
  old = gtk_widget_get_first_child (self->tip);
  if (old)
    gtk_box_remove (GTK_BOX (self->tip), old);
  if (content)
    gtk_box_append (GTK_BOX (self->tip), content);
  update_visible (self);
}

/**
 * ful_tooltip_layer_leave:
 * @chart: a widget in a layer
 *
 * The pointer left @chart, or a button was pressed.
 */
void
ful_tooltip_layer_leave (GtkWidget *chart)
{
  FulTooltipLayer *self = find_layer (chart);

  if (!self)
    return;

  hide (self);
  ful_tooltip_layer_fill (chart, NULL);
}
