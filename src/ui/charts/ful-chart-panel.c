/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A chart is laid out in a job while its panel is on screen; the last layout is
 * shown until the new one is ready. The cursor of the chart is the selected call
 * node of the document. */

#include "config.h"

#include "ful-chart-panel-private.h"

#include "base/ful-job.h"
#include "insight/samples/ful-hot-node.h"
#include "stacks/ful-search.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

G_DEFINE_FINAL_TYPE (FulChartPanel, ful_chart_panel, GTK_TYPE_WIDGET)

typedef struct
{
  FulDerivedThread *thread;
  FulCallTree      *tree;
  FulDeriveCache   *cache;
  gboolean          over_time;
  gboolean          same_widths;
  gboolean          chooses;       /* nobody has selected a node */

  /* results of the job */
  FulBoxLayout     *layout;
  FulSampleRows    *rows;
  FulMarkerLanes   *timings;       /* (nullable) */
  guint8           *matches;
  FulCallNodeIndex  chosen;        /* node of @tree, or FUL_NONE */
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

/* A function matches if any term does. */
static gboolean
find_matches (Job           *job,
              GCancellable  *cancellable,
              GError       **error)
{
  FulViewOptions *options = job->thread->options;
  g_autoptr(FulSearch) search = NULL;

  search = ful_search_new (job->tree->profile, options->search, options->search_flags, error);
  if (!search)
    return FALSE;
  if (search->n_terms == 0)
    return TRUE;

  job->matches = ful_search_match_any (search, job->tree->profile, cancellable, error);

  return job->matches != NULL;
}

/* Steps of the same width have no times for user timings. */
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
    job->timings = ful_marker_lanes_new_timings (list, &job->thread->range, G_MAXUINT, cancellable, error);

  return job->timings != NULL;
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  FulViewOptions *options = job->thread->options;

  /* The stack chart shows the whole committed range. */
  job->rows = ful_derived_thread_get_rows (job->thread,
                                           options->has_preview && !job->over_time ? &options->preview : NULL);
  job->layout = job->over_time
                  ? ful_stack_chart_layout_new (job->tree, job->rows, job->same_widths, cancellable, error)
                  : ful_flame_layout_new (job->tree, cancellable, error);

  return job->layout && find_timings (job, cancellable, error) && find_matches (job, cancellable, error) &&
         (!job->chooses || ful_hot_node_choose (job->tree, job->thread, &job->chosen, cancellable, error));
}

/* The selected node of the document in the layout. */
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

/* A new layout does not scroll to an unchanged selection. */
static void
follow_selection (FulChartPanel *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  g_autoptr(FulViewState) followed = NULL;
  gboolean is_other;

  if (!self->layout)
    return;

  if (self->followed)
    followed = ful_view_state_with_symbols (self->followed, ful_document_get_profile (self->document));
  is_other = !followed || !ful_view_state_has_path (followed, state->path, state->n_path);

  ful_box_chart_select_node (self->chart, find_selected (self), is_other);
  ful_view_state_ref (state);
  g_clear_pointer (&self->followed, ful_view_state_unref);
  self->followed = state;
  ful_chart_panel_describe_cursor (self);
}

static gboolean
is_selected_by_nobody (FulViewState *state)
{
  return state->n_path == 0 || state->path_is_hot;
}

/* Whether what is hot in @tree is to be selected: nothing is, or it came from fewer rows or names, or is no more there. */
static gboolean
needs_choice (FulChartPanel *self,
              FulCallTree   *tree)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  return tree != self->chosen_tree && is_selected_by_nobody (state) &&
         (state->n_path == 0 || (self->chosen_tree && self->chosen_tree->profile != tree->profile) ||
          ful_call_tree_find_path (tree, state->path, state->n_path) == FUL_NONE);
}

/* Unless something was selected during the job, or the tree is an old one. */
static void
take_choice (FulChartPanel *self,
             Job           *job)
{
  g_autoptr(GArray) path = NULL;

  if (!job->chooses || job->tree != ful_analysis_get_tree (self->analysis) || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      !is_selected_by_nobody (ful_document_get_view_state (self->document)))
    return;

  g_clear_pointer (&self->chosen_tree, ful_call_tree_unref);
  self->chosen_tree = ful_call_tree_ref (job->tree);
  if (job->chosen == FUL_NONE)
    return;

  path = ful_call_tree_get_path (job->tree, job->chosen);
  ful_document_select_hot_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);
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

/* With equal widths, positions are not times. */
static void
show_layout (FulChartPanel *self)
{
  gboolean has_times = self->over_time && !self->laid_same_widths;
  FulBoxChartFlags flags = get_flags (self) | (has_times ? FUL_BOX_CHART_ALIGNED : 0);

  ful_chart_share_view (FUL_CHART (self->chart), has_times ? self->document : NULL);
  ful_box_chart_set_layout (self->chart, self->layout, has_times ? &self->thread->range : NULL, flags);
}

/* The scroll position is relative to the root. An adjustment cannot be changed during the allocation that
 * changed it. */
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
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulChartPanel *self = owner;
  Job *job = data;

  if (!error)
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
      show_layout (self);
      ful_box_chart_set_timings (self->chart, self->timings);
      ful_box_chart_set_matches (self->chart, job->matches);
      take_choice (self, job);
      follow_selection (self);
    }
  ful_sample_page_set_busy (self->page, FALSE);
}

static gboolean
reveal_selected (gpointer panel)
{
  FulChart *chart = FUL_CHART (((FulChartPanel *) panel)->chart);

  if (ful_chart_sees_cursor (chart))
    return TRUE;

  ful_chart_reveal_cursor (chart);

  return FALSE;
}

/* Whether the rows of a stack chart are equal, apart from the preview. */
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
  Job *job;

  if (!tree || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  if (self->layout && !self->job && self->laid_same_widths == self->same_widths && !needs_choice (self, tree) &&
      (self->over_time ? has_same_rows (self->thread, thread) : self->layout->tree == tree) &&
      g_str_equal (self->thread->options->search, thread->options->search))
    {
      follow_selection (self);
      return;
    }

  job = g_new0 (Job, 1);
  job->thread = ful_derived_thread_ref (thread);
  job->tree = ful_call_tree_ref (tree);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->over_time = self->over_time;
  job->same_widths = self->same_widths;
  job->chooses = needs_choice (self, tree);
  job->chosen = FUL_NONE;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
  ful_sample_page_set_busy (self->page, TRUE);
}

static void
cursor_moved_cb (FulChartPanel *self)
{
  FulCallNodeIndex node = ful_box_chart_get_node (self->chart);
  g_autoptr(GArray) path = NULL;

  ful_chart_panel_describe_cursor (self);
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
    show_layout (self);
  follow_selection (self);
  extent_changed_cb (self);
}

static void
notes_changed_cb (FulChartPanel *self)
{
  ful_box_chart_set_notes (self->chart, ful_document_get_note_index (self->document));
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

  ful_job_stop (&self->job);
  ful_job_stop (&self->preview_job);
  ful_job_stop (&self->hit_test);
  g_clear_handle_id (&self->place_id, g_source_remove);
  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_pointer (&self->layout, ful_box_layout_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->timings, ful_marker_lanes_unref);
  g_clear_pointer (&self->followed, ful_view_state_unref);
  g_clear_pointer (&self->chosen_tree, ful_call_tree_unref);
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
  self->hit_test_node = FUL_NONE;
  self->chart = FUL_BOX_CHART (ful_box_chart_new ());
  self->scrolled = ful_chart_create_scrolled (FUL_CHART (self->chart));
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
  self->vadjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scrolled));

  g_signal_connect_object (self->vadjustment, "changed", G_CALLBACK (extent_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->vadjustment, "value-changed", G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->chart, "cursor-moved", G_CALLBACK (cursor_moved_cb), self);
  g_signal_connect (self->chart, "menu", G_CALLBACK (menu_cb), self);
  g_signal_connect_swapped (self->chart, "hovered", G_CALLBACK (ful_chart_panel_show_hovered), self);
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings,
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
  ful_sample_page_set_reveal (self->page, reveal_selected, self);

  g_signal_connect_object (export, "activate", G_CALLBACK (ful_chart_panel_export_picture), self, G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (export));
  gtk_widget_insert_action_group (GTK_WIDGET (self->page), "chart", G_ACTION_GROUP (group));
  g_menu_append (menu, _("_Export Picture…"), "chart.export-picture");
  ful_sample_page_set_menu (self->page, G_MENU_MODEL (menu));

  ful_tooltip_describe (check, over_time ? _("Give every change of the stack the same width")
                                         : _("Draw the root at the top instead of the bottom"));
  g_signal_connect_object (check, "notify::active", G_CALLBACK (over_time ? same_widths_toggled_cb : root_toggled_cb),
                           self, G_CONNECT_SWAPPED);
  if (settings && !over_time)
    g_settings_bind (settings, "flame-graph-root-on-top", check, "active", G_SETTINGS_BIND_DEFAULT);
  ful_sample_page_add_control (self->page, ful_chart_create_zoom_button (FUL_CHART (self->chart), TRUE));
  ful_sample_page_add_control (self->page, ful_chart_create_zoom_button (FUL_CHART (self->chart), FALSE));
  ful_sample_page_add_control (self->page, check);

  g_signal_connect_object (ful_sample_page_get_preview (self->page), "changed", G_CALLBACK (ful_chart_panel_update_preview), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::notes", G_CALLBACK (notes_changed_cb), self, G_CONNECT_SWAPPED);
  notes_changed_cb (self);
  g_signal_connect_object (self->document, "notify::samples-as-times", G_CALLBACK (ful_chart_panel_describe_cursor), self,
                           G_CONNECT_SWAPPED);
  ful_chart_panel_describe_cursor (self);

  return GTK_WIDGET (self->page);
}

static GtkWidget *
create_flame_graph (FulAnalysis *analysis,
                    GSettings   *settings)
{
  return create (analysis, settings, FALSE);
}

static GtkWidget *
create_stack_chart (FulAnalysis *analysis,
                    GSettings   *settings)
{
  return create (analysis, settings, TRUE);
}

const FulPanel ful_flame_graph_panel = {
  .id = FUL_PANEL_FLAME_GRAPH,
  .title = N_("Flame Graph"),
  .icon_name = "view-sort-descending-symbolic",
  .create = create_flame_graph,
  .has_picture = TRUE,
};

const FulPanel ful_stack_chart_panel = {
  .id = FUL_PANEL_STACK_CHART,
  .title = N_("Stack Chart"),
  .icon_name = "view-continuous-symbolic",
  .create = create_stack_chart,
  .has_picture = TRUE,
  .needs_times = TRUE,
};
