/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Laid out in a job for the results of the run; the last layout is shown until the next one is ready. */

#include "config.h"

#include "ful-compare-stacks.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "charts/ful-box-chart.h"
#include "charts/ful-box-layout.h"
#include "charts/ful-chart.h"
#include "compare/functions/ful-compare-menu.h"
#include "model/ful-profile.h"
#include "panels/ful-status-label.h"
#include "tree/ful-derived-thread.h"

#include <glib/gi18n.h>

struct _FulCompareStacks
{
  GtkWidget         parent_instance;

  FulCompareTimes  *times;
  FulSide           side;
  FulAnalysis      *analysis;
  FulDerivedThread *thread;     /* (nullable): that was laid out */
  FulBoxLayout     *layout;     /* (nullable): of it */
  FulJob           *job;        /* (nullable) */

  GtkWidget        *body;
  FulBoxChart      *chart;
  GtkLabel         *status;
};

G_DEFINE_FINAL_TYPE (FulCompareStacks, ful_compare_stacks, GTK_TYPE_WIDGET)

typedef struct
{
  FulDerivedThread *thread;
  FulCallTree      *tree;
  FulBoxLayout     *layout;   /* (nullable): the result */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->thread, ful_derived_thread_unref);
  ful_call_tree_unref (job->tree);
  g_clear_pointer (&job->layout, ful_box_layout_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (job->thread, NULL);

  job->layout = ful_stack_chart_layout_new (job->tree, rows, FALSE, cancellable, error);

  return job->layout != NULL;
}

static const char *
get_name (FulCompareStacks *self,
          FulCallNodeIndex  node)
{
  return ful_profile_get_shown_name (self->layout->tree->profile, self->layout->tree->nodes->func[node]);
}

/* Returns: (transfer full): how long a box is, and when it begins on the axis */
static char *
describe_time (FulCompareStacks *self,
               double            start,
               double            end)
{
  const FulComparedTimes *times = ful_compare_times_get_times (self->times);
  g_autofree char *length = NULL;
  g_autofree char *at = NULL;

  ful_box_layout_get_times (self->layout, start, end, &start, &end);
  length = ful_format_duration (end - start);
  at = ful_format_duration (start - times->runs[self->side].zero - times->origin);

  /* Translators: how long something took, and when it began */
  return g_strdup_printf (_("%s from %s"), length, at);
}

static void
hovered_cb (FulCompareStacks *self)
{
  FulCallNodeIndex node;
  double start, end;
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  if (ful_box_chart_get_hovered (self->chart, &node, &start, &end))
    {
      time = describe_time (self, start, end);
      text = g_strdup_printf ("%s: %s", get_name (self, node), time);
    }
  ful_status_label_set_text (self->status, text);
}

static void
describe_cursor (FulCompareStacks *self)
{
  const char *title = self->side == FUL_BEFORE ? _("Stack chart before") : _("Stack chart after");
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);
  double start, end;
  g_autofree char *name = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *time = NULL;

  if (node == FUL_NONE)
    {
      ful_box_chart_describe (self->chart, title, _("Nothing is selected; arrow keys select a box"), "");
      return;
    }

  name = g_strdup_printf ("%s: %s", title, get_name (self, node));
  shown = ful_format_label (name, "");
  if (ful_box_chart_get_cursor (self->chart, &start, &end))
    time = describe_time (self, start, end);
  ful_box_chart_describe (self->chart, shown, time ? time : "", time ? time : "");
}

static void
cursor_moved_cb (FulCompareStacks *self)
{
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);

  describe_cursor (self);
  ful_compare_times_select_func (self->times, self->side, node == FUL_NONE ? FUL_NONE : self->layout->tree->nodes->func[node]);
}

static void
menu_cb (FulCompareStacks *self,
         double            x,
         double            y)
{
  ful_compare_menu_ask (GTK_WIDGET (self->chart), x, y);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareStacks *self = owner;
  Job *job = data;

  if (error)
    return;

  g_clear_pointer (&self->layout, ful_box_layout_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  self->layout = g_steal_pointer (&job->layout);
  self->thread = g_steal_pointer (&job->thread);
  ful_chart_share_view (FUL_CHART (self->chart), ful_analysis_get_document (self->analysis));
  ful_box_chart_set_layout (self->chart, self->layout, &self->thread->range, FUL_BOX_CHART_OVER_TIME | FUL_BOX_CHART_ALIGNED);
  describe_cursor (self);
}

/* A preview range has the same rows. */
static void
update (FulCompareStacks *self)
{
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  Job *job;

  if (thread == NULL || (self->job == NULL && self->thread && ful_derived_thread_has_same_rows (self->thread, thread)))
    return;

  job = g_new0 (Job, 1);
  job->thread = ful_derived_thread_ref (thread);
  job->tree = ful_call_tree_ref (ful_analysis_get_tree (self->analysis));
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static gboolean
ful_compare_stacks_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (FUL_COMPARE_STACKS (widget)->chart));
}

static void
ful_compare_stacks_dispose (GObject *object)
{
  FulCompareStacks *self = FUL_COMPARE_STACKS (object);

  ful_job_stop (&self->job);
  g_clear_pointer (&self->body, gtk_widget_unparent);
  g_clear_pointer (&self->layout, ful_box_layout_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_object (&self->analysis);
  g_clear_object (&self->times);

  G_OBJECT_CLASS (ful_compare_stacks_parent_class)->dispose (object);
}

static void
ful_compare_stacks_class_init (FulCompareStacksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_compare_stacks_dispose;
  widget_class->grab_focus = ful_compare_stacks_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ful_compare_stacks_init (FulCompareStacks *self)
{
  GtkWidget *scrolled;

  self->chart = FUL_BOX_CHART (ful_box_chart_new ());
  scrolled = ful_chart_create_scrolled (FUL_CHART (self->chart));
  g_signal_connect_object (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled)), "value-changed",
                           G_CALLBACK (gtk_widget_queue_draw), self->chart, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->chart, "cursor-moved", G_CALLBACK (cursor_moved_cb), self);
  g_signal_connect_swapped (self->chart, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (self->chart, "hovered", G_CALLBACK (hovered_cb), self);
  self->body = ful_status_label_new (scrolled, &self->status);
  gtk_widget_set_parent (self->body, GTK_WIDGET (self));
}

/**
 * ful_compare_stacks_new:
 * @times: with times
 *
 * Returns: (transfer floating): the chart of @side
 */
GtkWidget *
ful_compare_stacks_new (FulCompareTimes *times,
                        FulSide          side)
{
  FulCompareStacks *self = g_object_new (FUL_TYPE_COMPARE_STACKS, NULL);

  self->times = g_object_ref (times);
  self->side = side;
  self->analysis = g_object_ref (ful_compare_times_get_analysis (times, side));
  g_signal_connect_object (self->analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  describe_cursor (self);
  update (self);

  return GTK_WIDGET (self);
}
