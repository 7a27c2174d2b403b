/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A chart is laid out in a job while its panel is on screen; the last picture
 * stays until the new one is there. The cursor of the chart is the selected call
 * node of the document, and the other way round. */

#include "config.h"

#include "ful-chart-panel.h"
#include "ful-node-tooltip.h"
#include "ful-sample-page.h"

#include "base/ful-format.h"
#include "derive/ful-box-layout.h"
#include "derive/ful-search.h"
#include "derive/markers/ful-marker-label.h"
#include "derive/markers/ful-marker-lanes.h"
#include "ful-chart-picture.h"
#include "widgets/ful-box-chart.h"
#include "widgets/ful-swatch.h"
#include "widgets/ful-tooltip-layer.h"

#include <glib/gi18n.h>
#include <math.h>

struct _FulChartPanel
{
  GtkWidget         parent_instance;

  FulAnalysis      *analysis;
  FulDocument      *document;
  FulSamplePage    *page;          /* around the panel */
  gboolean          over_time;     /* a stack chart */
  gboolean          same_widths;
  gboolean          root_on_top;

  GtkWidget        *scrolled;
  FulBoxChart      *chart;
  GtkAdjustment    *vadjustment;
  double            from_root;     /* px between the root and the edge of the view */
  guint             place_id;

  FulBoxLayout     *layout;        /* (nullable): what is shown */
  FulDerivedThread *thread;        /* (nullable): what it was made of */
  FulSampleRows    *rows;          /* (nullable): of the layout */
  FulMarkerLanes   *timings;       /* (nullable): before its rows */
  gboolean          laid_same_widths;
  GCancellable     *job;           /* (nullable): while it runs */
  GCancellable     *look;          /* (nullable): while the breakdown under the pointer is computed */
  FulCallNodeIndex  looked_at;
  double            looked_start;
};

G_DEFINE_FINAL_TYPE (FulChartPanel, ful_chart_panel, GTK_TYPE_WIDGET)

typedef struct
{
  FulDerivedThread *thread;
  FulCallTree      *tree;
  FulDeriveCache   *cache;
  gboolean          over_time;
  gboolean          same_widths;

  /* what the job makes */
  FulBoxLayout     *layout;
  FulSampleRows    *rows;
  FulMarkerLanes   *timings;       /* (nullable) */
  guint8           *matches;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->thread, ful_derived_thread_unref);
  g_clear_pointer (&job->tree, ful_call_tree_unref);
  g_clear_pointer (&job->layout, ful_box_layout_unref);
  g_clear_pointer (&job->cache, ful_derive_cache_unref);
  g_clear_pointer (&job->rows, ful_sample_rows_unref);
  g_clear_pointer (&job->timings, ful_marker_lanes_unref);
  g_free (job->matches);
  g_free (job);
}

/* A function is found if it has any of the terms. */
static gboolean
find_matches (Job           *job,
              GCancellable  *cancellable,
              GError       **error)
{
  FulDeriveOptions *options = job->thread->options;
  g_autoptr(FulSearch) search = NULL;

  search = ful_search_new (options->search, options->search_is_regex, error);
  if (!search)
    return FALSE;
  if (search->n_terms == 0)
    return TRUE;

  job->matches = ful_search_match_any (search, job->tree->profile, cancellable, error);

  return job->matches != NULL;
}

/* Steps of the same width have no place for what is not a sample. */
static gboolean
find_timings (Job           *job,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autoptr(FulMarkerList) list = NULL;

  if (!job->over_time || job->same_widths)
    return TRUE;

  list = ful_marker_list_derive (job->thread->threads, job->cache, cancellable, error);
  if (list)
    job->timings = ful_marker_lanes_new_timings (list, &job->thread->range, cancellable, error);

  return job->timings != NULL;
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  Job *job = task_data;
  FulDeriveOptions *options = job->thread->options;
  GError *error = NULL;

  /* The stack chart shows all of the committed range. */
  job->rows = ful_derived_thread_get_rows (job->thread,
                                           options->has_preview && !job->over_time ? &options->preview : NULL);
  job->layout = job->over_time
                  ? ful_stack_chart_layout_new (job->tree, job->rows, job->same_widths, cancellable, &error)
                  : ful_flame_layout_new (job->tree, cancellable, &error);

  if (job->layout && find_timings (job, cancellable, &error) && find_matches (job, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The node of the layout that the document has selected. */
static FulCallNodeIndex
find_selected (FulChartPanel *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  g_autofree FulFuncIndex *path = NULL;

  if (!self->layout || state->n_path == 0)
    return FUL_NONE;
  if (!self->over_time || !state->options->invert)
    return self->over_time ? ful_call_node_table_find_path (self->layout->tree->nodes, state->path, state->n_path)
                           : ful_call_tree_find_path (self->layout->tree, state->path, state->n_path);

  /* The stack chart always grows from the root. */
  path = g_new (FulFuncIndex, state->n_path);
  for (guint i = 0; i < state->n_path; i++)
    path[i] = state->path[state->n_path - 1 - i];

  return ful_call_node_table_find_path (self->layout->tree->nodes, path, state->n_path);
}

static double
get_zero (FulChartPanel *self)
{
  return self->thread ? self->thread->root_range.start : 0;
}

/* "37%, 12 samples of 33", or the time of a box over time. */
static char *
describe_box (FulChartPanel    *self,
              FulCallNodeIndex  node,
              double            start,
              double            end)
{
  FulCallTree *tree = self->layout->tree;

  if (self->over_time)
    {
      double from = self->layout->tick_time ? self->layout->tick_time[(guint) start] : start;
      double to = self->layout->tick_time ? self->layout->tick_time[(guint) end] : end;
      g_autofree char *length = ful_format_duration (to - from);
      g_autofree char *at = ful_format_duration (from - get_zero (self));

      /* Translators: how long something took, and when it began */
      return g_strdup_printf (_("%s from %s"), length, at);
    }

  {
    g_autofree char *percent = ful_format_percent (tree->root_total != 0 ? ful_call_tree_get_total (tree, node) /
                                                                           tree->root_total : 0);
    g_autofree char *total = ful_node_format_weight (tree, ful_call_tree_get_total (tree, node));
    g_autofree char *whole = ful_node_format_weight (tree, tree->root_total);

    /* Translators: a share, a part and the whole: "37%, 12 samples of 33 samples" */
    return g_strdup_printf (_("%s, %s of %s"), percent, total, whole);
  }
}

static FulFuncIndex
get_func (FulChartPanel    *self,
          FulCallNodeIndex  node)
{
  return self->over_time ? self->layout->tree->nodes->func[node] : ful_call_tree_get_func (self->layout->tree, node);
}

/* Shows what there is to say of the box under the pointer. */
static void
fill_tooltip (FulChartPanel          *self,
              FulCallNodeIndex        node,
              double                  start,
              double                  end,
              const FulNodeBreakdown *breakdown)
{
  FulCallTree *tree = self->layout->tree;
  g_autofree char *headline = describe_box (self, node, start, end);
  FulCategoryIndex category;
  gint32 subcategory;

  if (self->over_time)
    category = tree->nodes->category[node];
  else
    ful_call_tree_get_category (tree, node, &category, &subcategory);
  ful_tooltip_layer_fill (GTK_WIDGET (self->chart),
                          ful_node_tooltip_new (tree, get_func (self, node), category, headline, breakdown));
}

static void
describe_cursor (FulChartPanel *self)
{
  const char *title = self->over_time ? _("Stack Chart") : _("Flame Graph");
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);
  double start, end;
  g_autofree char *name = NULL;
  g_autofree char *numbers = NULL;
  g_autofree char *value = NULL;
  gint32 depth;

  if (node == FUL_NONE || !ful_box_chart_get_cursor (self->chart, &start, &end))
    {
      ful_box_chart_describe (self->chart, title, _("Nothing is selected; arrow keys select a box"));
      return;
    }

  depth = self->over_time ? self->layout->tree->nodes->depth[node] : ful_call_tree_get_depth (self->layout->tree, node);
  name = g_strdup_printf ("%s: %s", title, ful_profile_get_func_name (self->layout->tree->profile, get_func (self, node)));
  numbers = describe_box (self, node, start, end);
  /* Translators: level in the tree, numbers */
  value = g_strdup_printf (_("level %d, %s"), depth + 1, numbers);
  ful_box_chart_describe (self->chart, name, value);
}

static void
follow_selection (FulChartPanel *self)
{
  ful_box_chart_select_node (self->chart, find_selected (self));
  describe_cursor (self);
}

static FulBoxChartFlags
get_flags (FulChartPanel *self)
{
  FulBoxChartFlags flags = 0;

  if (self->over_time)
    flags |= FUL_BOX_CHART_OVER_TIME;
  else if (!self->root_on_top && self->layout && !self->layout->tree->inverted)
    flags |= FUL_BOX_CHART_ROOT_AT_BOTTOM;

  return flags;
}

/* Where the chart is scrolled to is counted from the root. An adjustment cannot
 * be moved in the middle of the allocation that changed it. */
static gboolean
place_cb (gpointer user_data)
{
  FulChartPanel *self = user_data;
  double hidden = gtk_adjustment_get_upper (self->vadjustment) - gtk_adjustment_get_page_size (self->vadjustment);
  gboolean at_bottom = (get_flags (self) & FUL_BOX_CHART_ROOT_AT_BOTTOM) != 0;

  self->place_id = 0;
  gtk_adjustment_set_value (self->vadjustment, at_bottom ? hidden - self->from_root : self->from_root);

  return G_SOURCE_REMOVE;
}

static void
extent_changed_cb (FulChartPanel *self)
{
  if (self->place_id == 0)
    self->place_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, place_cb, self, NULL);
}

static void
scrolled_cb (FulChartPanel *self)
{
  double value = gtk_adjustment_get_value (self->vadjustment);
  double hidden = gtk_adjustment_get_upper (self->vadjustment) - gtk_adjustment_get_page_size (self->vadjustment);

  if (self->place_id == 0)
    self->from_root = (get_flags (self) & FUL_BOX_CHART_ROOT_AT_BOTTOM) ? hidden - value : value;
  gtk_widget_queue_draw (GTK_WIDGET (self->chart));
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulChartPanel) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));

  if (g_task_get_cancellable (G_TASK (result)) != self->job)
    return;

  g_clear_object (&self->job);
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    {
      g_clear_pointer (&self->layout, ful_box_layout_unref);
      g_clear_pointer (&self->thread, ful_derived_thread_unref);
      g_clear_pointer (&self->rows, ful_sample_rows_unref);
      g_clear_pointer (&self->timings, ful_marker_lanes_unref);
      self->layout = g_steal_pointer (&job->layout);
      self->thread = g_steal_pointer (&job->thread);
      self->rows = g_steal_pointer (&job->rows);
      self->timings = g_steal_pointer (&job->timings);
      self->laid_same_widths = job->same_widths;
      ful_box_chart_set_layout (self->chart, self->layout, get_flags (self));
      ful_box_chart_set_timings (self->chart, self->timings);
      ful_box_chart_set_matches (self->chart, job->matches);
      follow_selection (self);
    }
  ful_sample_page_set_busy (self->page, FALSE);
}

/* Whether the rows of a stack chart are the same, whatever the preview. */
static gboolean
has_same_rows (FulDerivedThread *a,
               FulDerivedThread *b)
{
  return a->threads == b->threads && a->stacks == b->stacks && a->strategy == b->strategy &&
         a->range.start == b->range.start && a->range.end == b->range.end &&
         a->options->include_idle == b->options->include_idle && a->row_filter == b->row_filter;
}

static void
update (FulChartPanel *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  g_autoptr(GTask) task = NULL;
  Job *job;

  if (!tree || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  if (self->layout && !self->job && self->laid_same_widths == self->same_widths &&
      (self->over_time ? has_same_rows (self->thread, thread) : self->layout->tree == tree) &&
      g_str_equal (self->thread->options->search, thread->options->search))
    {
      follow_selection (self);
      return;
    }

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  self->job = g_cancellable_new ();
  job = g_new0 (Job, 1);
  job->thread = ful_derived_thread_ref (thread);
  job->tree = ful_call_tree_ref (tree);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->over_time = self->over_time;
  job->same_widths = self->same_widths;
  task = g_task_new (NULL, self->job, ready_cb, g_object_ref (self));
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, worker);
  ful_sample_page_set_busy (self->page, TRUE);
}

static void
cursor_moved_cb (FulChartPanel *self)
{
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);
  g_autoptr(GArray) path = NULL;

  describe_cursor (self);
  if (node == FUL_NONE)
    return;

  if (self->over_time)
    {
      const FulCallNodeTable *nodes = self->layout->tree->nodes;

      gboolean invert = ful_document_get_options (self->document)->invert;
      guint n = (guint) nodes->depth[node] + 1;

      path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
      g_array_set_size (path, n);
      for (guint i = 0; i < n; i++, node = nodes->prefix[node])
        g_array_index (path, FulFuncIndex, invert ? i : n - 1 - i) = nodes->func[node];
    }
  else
    {
      path = ful_call_tree_get_path (self->layout->tree, node);
    }
  ful_document_select_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);
}

static void
menu_cb (FulBoxChart   *chart,
         double         x,
         double         y,
         FulChartPanel *self)
{
  ful_sample_page_popup (self->page, GTK_WIDGET (chart), x, y);
}

typedef struct
{
  FulCallTree      *tree;
  FulSampleRows    *rows;
  FulCallNodeIndex  node;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  ful_call_tree_unref (look->tree);
  ful_sample_rows_unref (look->rows);
  g_free (look);
}

static void
look_worker (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Look *look = task_data;
  GError *error = NULL;
  FulNodeBreakdown *breakdown = ful_node_breakdown_new (look->tree, look->rows, look->node, cancellable, &error);

  if (breakdown)
    g_task_return_pointer (task, breakdown, (GDestroyNotify) ful_node_breakdown_unref);
  else
    g_task_return_error (task, error);
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(FulChartPanel) self = user_data;
  g_autoptr(FulNodeBreakdown) breakdown = g_task_propagate_pointer (G_TASK (result), NULL);
  Look *look = g_task_get_task_data (G_TASK (result));
  FulCallNodeIndex node;
  double start, end;

  if (g_task_get_cancellable (G_TASK (result)) != self->look)
    return;

  g_clear_object (&self->look);
  if (breakdown && self->layout && look->tree == self->layout->tree &&
      ful_box_chart_get_hovered (self->chart, &node, &start, &end) && node == look->node)
    fill_tooltip (self, node, start, end, breakdown);
}

static void
show_timing (FulChartPanel *self,
             guint          marker)
{
  FulMarkerList *list = self->timings->list;
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);
  g_autofree char *name = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_CHART);
  g_autofree char *length = ful_format_duration (fmax (list->end[marker] - list->start[marker], 0));
  g_autofree char *at = ful_format_duration (list->start[marker] - get_zero (self));
  /* Translators: how long something took, and when it began */
  g_autofree char *times = g_strdup_printf (_("%s from %s"), length, at);
  g_autofree char *text = g_strdup_printf ("%s\n%s", name, times);
  double x, y;

  ful_box_chart_get_pointer (self->chart, &x, &y);
  ful_tooltip_layer_point (GTK_WIDGET (self->chart), x, y);
  ful_tooltip_layer_fill (GTK_WIDGET (self->chart), gtk_label_new (text));
}

static void
hovered_cb (FulChartPanel *self)
{
  gint64 timing = ful_box_chart_get_hovered_timing (self->chart);
  GtkWidget *chart = GTK_WIDGET (self->chart);
  FulCallNodeIndex node;
  double start, end, x, y;
  g_autoptr(GTask) task = NULL;
  Look *look;

  if (!self->layout || !ful_box_chart_get_hovered (self->chart, &node, &start, &end))
    {
      self->looked_at = FUL_NONE;
      g_cancellable_cancel (self->look);
      g_clear_object (&self->look);
      if (timing >= 0)
        show_timing (self, (guint) timing);
      else
        ful_tooltip_layer_leave (chart);
      return;
    }

  ful_box_chart_get_pointer (self->chart, &x, &y);
  ful_tooltip_layer_point (chart, x, y);
  if (node == self->looked_at && start == self->looked_start)
    return;

  self->looked_at = node;
  self->looked_start = start;
  g_cancellable_cancel (self->look);
  g_clear_object (&self->look);
  if (self->over_time && self->layout->tree->inverted)
    {
      /* The node is one of another tree than the numbers. */
      fill_tooltip (self, node, start, end, NULL);
      return;
    }

  self->look = g_cancellable_new ();
  look = g_new0 (Look, 1);
  look->tree = ful_call_tree_ref (self->layout->tree);
  look->rows = ful_sample_rows_ref (self->rows);
  look->node = node;
  task = g_task_new (NULL, self->look, looked_cb, g_object_ref (self));
  g_task_set_task_data (task, look, look_free);
  g_task_run_in_thread (task, look_worker);
}

typedef struct
{
  FulBoxLayout           *layout;
  FulChartPictureOptions  options;
  GFile                  *file;
} Export;

static void
export_free (gpointer data)
{
  Export *export = data;

  ful_box_layout_unref (export->layout);
  g_object_unref (export->file);
  g_free (export);
}

static void
export_worker (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  Export *export = task_data;
  GError *error = NULL;

  if (ful_chart_picture_save (export->layout, &export->options, export->file, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(FulChartPanel) self = user_data;
  g_autoptr(GError) error = NULL;
  Export *export = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = g_file_get_basename (export->file);
  g_autofree char *text = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    text = g_strdup_printf (_("“%s” was written"), name);
  else
    text = g_strdup_printf (_("The picture could not be written: %s"), error->message);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", text);
}

static void
export_response_cb (GtkNativeDialog *dialog,
                    int              response,
                    FulChartPanel   *self)
{
  g_autoptr(GTask) task = NULL;
  g_autofree char *name = NULL;
  Export *export;

  if (response == GTK_RESPONSE_ACCEPT && self->layout)
    {
      export = g_new0 (Export, 1);
      export->layout = ful_box_layout_ref (self->layout);
      export->file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      name = g_file_get_basename (export->file);
      export->options.kind = self->over_time ? FUL_CHART_STACK_CHART : FUL_CHART_FLAME_GRAPH;
      export->options.format = g_str_has_suffix (name, ".png") ? FUL_PICTURE_PNG : FUL_PICTURE_SVG;
      export->options.scheme = ful_color_scheme_current ();
      export->options.width = (guint) MAX (gtk_widget_get_width (GTK_WIDGET (self->chart)), 1);
      task = g_task_new (NULL, NULL, exported_cb, g_object_ref (self));
      g_task_set_task_data (task, export, export_free);
      g_task_run_in_thread (task, export_worker);
    }
  g_object_unref (dialog);
}

/* All of the chart, as wide as it is on screen. */
static void
export_picture (FulChartPanel *self)
{
  GtkFileChooserNative *dialog;

  if (!self->layout)
    return;

  dialog = gtk_file_chooser_native_new (_("Export Picture"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                        GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), self->over_time ? "stack-chart.svg" : "flame-graph.svg");
  g_signal_connect_object (dialog, "response", G_CALLBACK (export_response_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
same_widths_toggled_cb (FulChartPanel  *self,
                        GParamSpec     *pspec,
                        GtkCheckButton *check)
{
  self->same_widths = gtk_check_button_get_active (check);
  update (self);
}

static void
root_toggled_cb (FulChartPanel  *self,
                 GParamSpec     *pspec,
                 GtkCheckButton *check)
{
  self->root_on_top = gtk_check_button_get_active (check);
  self->from_root = 0;
  if (self->layout)
    ful_box_chart_set_layout (self->chart, self->layout, get_flags (self));
  follow_selection (self);
  extent_changed_cb (self);
}

static void
zoom_clicked_cb (FulChartPanel *self,
                 GtkButton     *button)
{
  ful_box_chart_zoom (self->chart, g_object_get_data (G_OBJECT (button), "out") ? 1 / 1.5 : 1.5);
}

static GtkWidget *
create_zoom_button (FulChartPanel *self,
                    const char    *icon_name,
                    const char    *label,
                    gboolean       out)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "out", GINT_TO_POINTER (out));
  g_signal_connect_object (button, "clicked", G_CALLBACK (zoom_clicked_cb), self, G_CONNECT_SWAPPED);

  return button;
}

static void
ful_chart_panel_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (ful_chart_panel_parent_class)->map (widget);
  update (FUL_CHART_PANEL (widget));
}

static void
ful_chart_panel_dispose (GObject *object)
{
  FulChartPanel *self = FUL_CHART_PANEL (object);

  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
  g_cancellable_cancel (self->look);
  g_clear_object (&self->look);
  g_clear_handle_id (&self->place_id, g_source_remove);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->layout, ful_box_layout_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->timings, ful_marker_lanes_unref);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_chart_panel_parent_class)->dispose (object);
}

static void
ful_chart_panel_class_init (FulChartPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_chart_panel_dispose;
  widget_class->map = ful_chart_panel_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ful_chart_panel_init (FulChartPanel *self)
{
  self->looked_at = FUL_NONE;
  self->scrolled = gtk_scrolled_window_new ();
  self->chart = FUL_BOX_CHART (ful_box_chart_new ());
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), GTK_WIDGET (self->chart));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->vadjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));

  g_signal_connect_object (self->vadjustment, "changed", G_CALLBACK (extent_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vadjustment, "value-changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->chart, "cursor-moved", G_CALLBACK (cursor_moved_cb), self);
  g_signal_connect (self->chart, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (self->chart, "hovered", G_CALLBACK (hovered_cb), self);
}

static GtkWidget *
create (FulAnalysis *analysis,
        gboolean     over_time)
{
  FulChartPanel *self = g_object_new (FUL_TYPE_CHART_PANEL, NULL);
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr(GSimpleAction) export = g_simple_action_new ("export-picture", NULL);
  GtkWidget *check = gtk_check_button_new_with_label (over_time ? _("Same Widths") : _("Root on Top"));

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->over_time = over_time;
  self->page = ful_sample_page_new (analysis, GTK_WIDGET (self));

  g_signal_connect_object (export, "activate", G_CALLBACK (export_picture), self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (export));
  gtk_widget_insert_action_group (GTK_WIDGET (self->page), "chart", G_ACTION_GROUP (group));
  g_menu_append (menu, _("_Export Picture…"), "chart.export-picture");
  ful_sample_page_set_menu (self->page, G_MENU_MODEL (menu));

  gtk_widget_set_tooltip_text (check, over_time ? _("Give every change of the stack the same width")
                                                : _("Draw the root at the top instead of the bottom"));
  g_signal_connect_object (check, "notify::active", G_CALLBACK (over_time ? same_widths_toggled_cb : root_toggled_cb),
                           self, G_CONNECT_SWAPPED);
  ful_sample_page_add_control (self->page, create_zoom_button (self, "list-add-symbolic", _("Zoom in (+)"), FALSE));
  ful_sample_page_add_control (self->page, create_zoom_button (self, "list-remove-symbolic", _("Zoom out (−)"), TRUE));
  ful_sample_page_add_control (self->page, check);

  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  describe_cursor (self);

  return GTK_WIDGET (self->page);
}

static GtkWidget *
create_flame_graph (FulAnalysis *analysis)
{
  return create (analysis, FALSE);
}

static GtkWidget *
create_stack_chart (FulAnalysis *analysis)
{
  return create (analysis, TRUE);
}

const FulPanel ful_flame_graph_panel = {
  .id = "flame-graph",
  .title = N_("Flame Graph"),
  .icon_name = "view-sort-descending-symbolic",
  .create = create_flame_graph,
};

const FulPanel ful_stack_chart_panel = {
  .id = "stack-chart",
  .title = N_("Stack Chart"),
  .icon_name = "view-continuous-symbolic",
  .create = create_stack_chart,
};
