/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Charts over time have a column before them as wide as the heads of tracks, and so has the ruler. */

#include "config.h"

#include "ful-compare-charts.h"

#include "ful-compare-stacks.h"

#include "compare/document/ful-compared-times.h"
#include "markers/ful-marker-chart-panel.h"
#include "tracks/ful-ruler.h"
#include "widgets/ful-em.h"

#include <glib/gi18n.h>

struct _FulCompareCharts
{
  GtkWidget  parent_instance;

  GtkWidget *ruler;
  GtkWidget *paned;
  GtkWidget *after;   /* below */
};

G_DEFINE_FINAL_TYPE (FulCompareCharts, ful_compare_charts, GTK_TYPE_WIDGET)

static void
ful_compare_charts_measure (GtkWidget      *widget,
                           GtkOrientation  orientation,
                           int             for_size,
                           int            *minimum,
                           int            *natural,
                           int            *minimum_baseline,
                           int            *natural_baseline)
{
  FulCompareCharts *self = FUL_COMPARE_CHARTS (widget);

  gtk_widget_measure (self->ruler, orientation, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (self->paned, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum += ful_ruler_get_height (widget);
      *natural += ful_ruler_get_height (widget);
    }
}

static void
ful_compare_charts_size_allocate (GtkWidget *widget,
                                 int        width,
                                 int        height,
                                 int        baseline)
{
  FulCompareCharts *self = FUL_COMPARE_CHARTS (widget);
  int head = ful_em_head_width (widget, width), ruler = ful_ruler_get_height (widget);

  gtk_widget_size_allocate (self->ruler, &(GtkAllocation) { head, 0, MAX (1, width - head - ful_em_tail_width (widget)), ruler }, -1);
  gtk_widget_size_allocate (self->paned, &(GtkAllocation) { 0, ruler, width, MAX (1, height - ruler) }, -1);
}

/* What begins with the side that is compared. */
static gboolean
ful_compare_charts_grab_focus (GtkWidget *widget)
{
  return gtk_widget_child_focus (FUL_COMPARE_CHARTS (widget)->after, GTK_DIR_TAB_FORWARD);
}

static void
ful_compare_charts_dispose (GObject *object)
{
  FulCompareCharts *self = FUL_COMPARE_CHARTS (object);

  g_clear_pointer (&self->ruler, gtk_widget_unparent);
  g_clear_pointer (&self->paned, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_compare_charts_parent_class)->dispose (object);
}

static void
ful_compare_charts_class_init (FulCompareChartsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_charts_dispose;
  widget_class->measure = ful_compare_charts_measure;
  widget_class->size_allocate = ful_compare_charts_size_allocate;
  widget_class->grab_focus = ful_compare_charts_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "timeline");
}

static void
ful_compare_charts_init (FulCompareCharts *self)
{
  self->ruler = g_object_new (FUL_TYPE_RULER, NULL);
  gtk_widget_set_parent (self->ruler, GTK_WIDGET (self));
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
}

static GtkWidget *
create_side (FulSide    side,
             GtkWidget *chart)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *label = gtk_label_new (side == FUL_BEFORE ? _("◂ Before") : _("▸ After"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "side-title");
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_vexpand (chart, TRUE);
  gtk_box_append (GTK_BOX (box), chart);

  return box;
}

static GtkWidget *
create (FulCompareTimes *times,
        GtkWidget       *before,
        GtkWidget       *after)
{
  FulCompareCharts *self = g_object_new (FUL_TYPE_COMPARE_CHARTS, NULL);

  self->after = after;
  ful_ruler_set_document (FUL_RULER (self->ruler), ful_analysis_get_document (ful_compare_times_get_axis (times)));
  gtk_paned_set_start_child (GTK_PANED (self->paned), create_side (FUL_BEFORE, before));
  gtk_paned_set_end_child (GTK_PANED (self->paned), create_side (FUL_AFTER, after));

  return GTK_WIDGET (self);
}

/**
 * ful_compare_charts_new_stacks:
 * @times: with times
 *
 * Returns: (transfer floating): the stack charts of both sides
 */
GtkWidget *
ful_compare_charts_new_stacks (FulCompareTimes *times)
{
  return create (times, ful_compare_stacks_new (times, FUL_BEFORE), ful_compare_stacks_new (times, FUL_AFTER));
}

/**
 * ful_compare_charts_new_network:
 * @times: with times
 *
 * Returns: (transfer floating): the requests of both sides
 */
GtkWidget *
ful_compare_charts_new_network (FulCompareTimes *times)
{
  return create (times, ful_network_panel.create (ful_compare_times_get_analysis (times, FUL_BEFORE), NULL),
                 ful_network_panel.create (ful_compare_times_get_analysis (times, FUL_AFTER), NULL));
}
