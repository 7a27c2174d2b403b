/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Describes the box of the cursor for assistive tools, and the one under the
 * pointer in a tooltip and in the status line. */

#include "config.h"

#include "ful-chart-panel-private.h"

#include "ful-chart.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "markers/list/ful-marker-label.h"
#include "model/ful-profile.h"
#include "panels/ful-node-tooltip.h"
#include "widgets/ful-tooltip-layer.h"

#include <glib/gi18n.h>
#include <math.h>

static double
get_zero (FulChartPanel *self)
{
  return self->thread ? self->thread->root_range.start : 0;
}

static FulFigures
get_figures (FulChartPanel *self)
{
  return ful_figures_of_tree (self->layout->tree, ful_document_get_samples_as_times (self->document));
}

/* The numbers of a node, or the time of a box over time. */
static char *
describe_box (FulChartPanel    *self,
              FulCallNodeIndex  node,
              double            start,
              double            end)
{
  FulCallTree *tree = self->layout->tree;
  FulFigures figures;

  if (self->over_time)
    {
      g_autofree char *length = NULL;
      g_autofree char *at = NULL;

      ful_box_layout_get_times (self->layout, start, end, &start, &end);
      length = ful_format_duration (end - start);
      at = ful_format_duration (start - get_zero (self));

      /* Translators: how long something took, and when it began */
      return g_strdup_printf (_("%s from %s"), length, at);
    }

  figures = get_figures (self);

  return ful_node_describe_total (tree, node, &figures);
}

static FulFuncIndex
get_func (FulChartPanel    *self,
          FulCallNodeIndex  node)
{
  return self->over_time ? self->layout->tree->nodes->func[node] : ful_call_tree_get_func (self->layout->tree, node);
}

static FulCategoryIndex
get_category (FulChartPanel    *self,
              FulCallNodeIndex  node)
{
  FulCategoryIndex category;
  gint32 subcategory;

  if (self->over_time)
    return ful_call_node_table_get_category (self->layout->tree->nodes, node);

  ful_call_tree_get_category (self->layout->tree, node, &category, &subcategory);

  return category;
}

/* Shows the tooltip of the box under the pointer. */
static void
fill_tooltip (FulChartPanel          *self,
              FulCallNodeIndex        node,
              double                  start,
              double                  end,
              const FulNodeBreakdown *breakdown)
{
  FulCallTree *tree = self->layout->tree;
  g_autofree char *headline = describe_box (self, node, start, end);
  FulFigures figures = get_figures (self);

  ful_tooltip_layer_fill (GTK_WIDGET (self->chart),
                          ful_node_tooltip_new (tree, &figures, get_func (self, node), get_category (self, node), headline,
                                                breakdown));
}

/* A short form of it in the status line. */
static void
update_status_line (FulChartPanel    *self,
                    FulCallNodeIndex  node,
                    double            start,
                    double            end)
{
  g_autofree char *numbers = describe_box (self, node, start, end);
  g_autofree char *line = ful_node_describe (self->layout->tree, get_func (self, node), get_category (self, node), numbers);

  ful_sample_page_set_hovered (self->page, line);
}

/* Name and times of a user timing. */
static void
describe_timing (FulChartPanel  *self,
                 guint           marker,
                 char          **out_name,
                 char          **out_times)
{
  FulMarkerList *list = self->timings->list;
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);
  g_autofree char *length = ful_format_duration (fmax (list->end[marker] - list->start[marker], 0));
  g_autofree char *at = ful_format_duration (list->start[marker] - get_zero (self));
  g_autofree char *whole = NULL;

  whole = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_CHART);
  *out_name = ful_format_label (whole, "");
  /* Translators: how long something took, and when it began */
  *out_times = g_strdup_printf (_("%s from %s"), length, at);
}

void
ful_chart_panel_describe_cursor (FulChartPanel *self)
{
  const char *title = self->over_time ? _("Stack Chart") : _("Flame Graph");
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);
  gint64 timing = ful_box_chart_get_timing (self->chart);
  FulBoxChartPlace place = ful_box_chart_get_place (self->chart);
  double start, end;
  g_autofree char *func_name = NULL;
  g_autofree char *name = NULL;
  g_autofree char *numbers = NULL;
  g_autofree char *value = NULL;

  if (timing >= 0)
    {
      g_autofree char *label = NULL;

      describe_timing (self, (guint) timing, &label, &numbers);
      name = g_strdup_printf ("%s: %s", title, label);
      /* Translators: a user timing; the numbers of the row, of the box in it, and times */
      value = g_strdup_printf (_("user timing, row %u, %u of %u, %s"), place.level, place.position, place.size, numbers);
      ful_box_chart_describe (self->chart, name, value, numbers);
      return;
    }
  if (node == FUL_NONE || !ful_box_chart_get_cursor (self->chart, &start, &end))
    {
      ful_box_chart_describe (self->chart, title, _("Nothing is selected; arrow keys select a box"), "");
      return;
    }

  func_name = ful_format_label (ful_profile_get_shown_name (self->layout->tree->profile, get_func (self, node)), "");
  name = g_strdup_printf ("%s: %s", title, func_name);
  numbers = describe_box (self, node, start, end);
  /* Translators: level in the tree, number of the box in its row, numbers */
  value = g_strdup_printf (_("level %u, %u of %u, %s"), place.level, place.position, place.size, numbers);
  ful_box_chart_describe (self->chart, name, value, numbers);
}

typedef struct
{
  FulCallTree      *tree;
  FulSampleRows    *rows;
  FulCallNodeIndex  node;
  FulNodeBreakdown *breakdown;   /* (nullable): the result of the job */
} HitTest;

static void
hit_test_free (gpointer data)
{
  HitTest *hit_test = data;

  ful_call_tree_unref (hit_test->tree);
  ful_sample_rows_unref (hit_test->rows);
  g_clear_pointer (&hit_test->breakdown, ful_node_breakdown_unref);
  g_free (hit_test);
}

static gboolean
hit_test_compute (gpointer       data,
                  GCancellable  *cancellable,
                  GError       **error)
{
  HitTest *hit_test = data;

  hit_test->breakdown = ful_node_breakdown_new (hit_test->tree, hit_test->rows, hit_test->node, FALSE, cancellable, error);

  return hit_test->breakdown != NULL;
}

static void
hit_test_ready_cb (gpointer      owner,
                   gpointer      data,
                   const GError *error)
{
  FulChartPanel *self = owner;
  HitTest *hit_test = data;
  FulCallNodeIndex node;
  double start, end;

  if (!error && self->layout && hit_test->tree == self->layout->tree &&
      ful_box_chart_get_hovered (self->chart, &node, &start, &end) && node == hit_test->node)
    fill_tooltip (self, node, start, end, hit_test->breakdown);
}

static void
show_timing (FulChartPanel *self,
             guint          marker)
{
  g_autofree char *name = NULL;
  g_autofree char *times = NULL;
  g_autofree char *text = NULL;
  g_autofree char *line = NULL;
  double x, y;

  describe_timing (self, marker, &name, &times);
  text = g_strdup_printf ("%s\n%s", name, times);
  line = g_strdup_printf ("%s · %s", name, times);
  ful_chart_get_pointer (FUL_CHART (self->chart), &x, &y);
  ful_tooltip_layer_point (GTK_WIDGET (self->chart), x, y);
  ful_tooltip_layer_fill (GTK_WIDGET (self->chart), gtk_label_new (text));
  ful_sample_page_set_hovered (self->page, line);
}

void
ful_chart_panel_show_hovered (FulChartPanel *self)
{
  gint64 timing = ful_box_chart_get_hovered_timing (self->chart);
  GtkWidget *chart = GTK_WIDGET (self->chart);
  FulCallNodeIndex node;
  double start, end, x, y;
  HitTest *hit_test;

  if (!self->layout || !ful_box_chart_get_hovered (self->chart, &node, &start, &end))
    {
      self->hit_test_node = FUL_NONE;
      ful_job_stop (&self->hit_test);
      if (timing >= 0)
        {
          show_timing (self, (guint) timing);
          return;
        }
      ful_tooltip_layer_leave (chart);
      ful_sample_page_set_hovered (self->page, NULL);
      return;
    }

  ful_chart_get_pointer (FUL_CHART (self->chart), &x, &y);
  ful_tooltip_layer_point (chart, x, y);
  if (node == self->hit_test_node && start == self->hit_test_start)
    return;

  self->hit_test_node = node;
  self->hit_test_start = start;
  ful_job_stop (&self->hit_test);
  update_status_line (self, node, start, end);
  if (self->over_time && self->layout->tree->inverted)
    {
      /* The node belongs to another tree than the numbers. */
      fill_tooltip (self, node, start, end, NULL);
      return;
    }

  hit_test = g_new0 (HitTest, 1);
  hit_test->tree = ful_call_tree_ref (self->layout->tree);
  hit_test->rows = ful_sample_rows_ref (self->rows);
  hit_test->node = node;
  ful_job_start (&self->hit_test, hit_test_compute, hit_test, hit_test_free, hit_test_ready_cb, self);
}
