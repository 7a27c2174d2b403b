/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-chart-time.h"
#include "ful-chart-private.h"

#include "draw/ful-range-draw.h"

struct _FulChartTime
{
  GtkWidget    parent_instance;

  FulChart    *chart;      /* the parent */
  FulDocument *document;   /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulChartTime, ful_chart_time, GTK_TYPE_WIDGET)

static void
ful_chart_time_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  FulChartTime *self = FUL_CHART_TIME (widget);
  FulTimeAxis axis;
  double top, bottom;

  if (!self->document)
    return;

  ful_chart_get_axis (self->chart, &axis);
  ful_chart_get_visible_y (self->chart, &top, &bottom);
  if (axis.window.end > axis.window.start)
    ful_range_draw (widget, snapshot, self->document, &axis, top, bottom - top);
}

static void
ful_chart_time_dispose (GObject *object)
{
  g_clear_object (&FUL_CHART_TIME (object)->document);

  G_OBJECT_CLASS (ful_chart_time_parent_class)->dispose (object);
}

static void
ful_chart_time_class_init (FulChartTimeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_chart_time_dispose;
  widget_class->snapshot = ful_chart_time_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_chart_time_init (FulChartTime *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/**
 * ful_chart_time_new:
 * @chart: its parent
 *
 * Returns: (transfer floating): the overlay, empty without a document
 */
GtkWidget *
ful_chart_time_new (FulChart *chart)
{
  FulChartTime *self = g_object_new (FUL_TYPE_CHART_TIME, NULL);

  self->chart = chart;

  return GTK_WIDGET (self);
}

/**
 * ful_chart_time_set_document:
 * @document: (nullable): whose time to show
 */
void
ful_chart_time_set_document (FulChartTime *self,
                             FulDocument  *document)
{
  if (self->document)
    g_signal_handlers_disconnect_by_func (self->document, gtk_widget_queue_draw, self);
  g_set_object (&self->document, document);
  if (document)
    {
      g_signal_connect_object (document, "notify::hover", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (document, "notify::view-state", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
