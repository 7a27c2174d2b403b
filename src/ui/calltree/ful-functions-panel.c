/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Nothing is selected at first: what is hot in a tree is no choice of the user among functions (insight.md 2). */

#include "config.h"

#include "ful-functions-panel.h"

#include "ful-callers-pane.h"
#include "ful-tree-view.h"

#include "base/ful-job.h"
#include "document/view/ful-view-state.h"
#include "lists/ful-column-sorter.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "panels/ful-sample-page.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"
#include "tree/ful-function-tree.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-paned-share.h"

#include <glib/gi18n.h>

struct _FulFunctionsPanel
{
  GtkWidget         parent_instance;

  FulAnalysis      *analysis;
  FulDocument      *document;
  FulSamplePage    *page;       /* around the panel */
  GtkWidget        *paned;
  FulTreeView      *list;
  FulCallersPane   *callers;    /* of the selected function */

  FulFunctionOrder  order;
  gboolean          descending;

  FulCallTree      *tree;       /* (nullable): the tree of the list */
  FulThreadSet     *threads;    /* (nullable): its threads */
  FulFuncIndex      func;       /* the selected function, or FUL_NONE */
  FulFuncIndex      chosen;     /* what the document last had selected, or FUL_NONE */
  gboolean          reveal;     /* select its row */
  gboolean          follow;     /* scroll to its row when it exists */
  FulJob           *job;        /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulFunctionsPanel, ful_functions_panel, GTK_TYPE_WIDGET)

typedef struct
{
  FulCallTree      *tree;
  FulDerivedThread *thread;
  FulDeriveCache   *cache;
  FulFunctionOrder  order;
  gboolean          descending;
  FulFuncIndex      func;       /* function to select, or FUL_NONE */
  FulCallTree      *list;       /* (nullable): the result of the job */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_call_tree_unref (job->tree);
  ful_derived_thread_unref (job->thread);
  ful_derive_cache_unref (job->cache);
  g_clear_pointer (&job->list, ful_call_tree_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  g_autoptr(FulViewOptions) upright = ful_view_options_copy (job->thread->options);
  g_autoptr(FulCallTree) tree = NULL;

  upright->invert = FALSE;
  tree = job->tree->inverted ? ful_derive_call_tree (job->thread->profile, upright, job->cache, NULL, cancellable, error)
                             : ful_call_tree_ref (job->tree);
  job->list = tree ? ful_function_tree_new (tree, job->order, job->descending, cancellable, error) : NULL;
  if (!job->list)
    return FALSE;

  if (job->func != FUL_NONE && ful_call_tree_find_path (job->list, &job->func, 1) == FUL_NONE)
    job->func = FUL_NONE;

  return TRUE;
}

static void
update_busy (FulFunctionsPanel *self)
{
  ful_sample_page_set_busy (self->page, self->job != NULL || ful_callers_pane_get_busy (self->callers) ||
                                        ful_call_tree_model_get_busy (ful_tree_view_get_model (self->list)));
}

/* The function of the call node that somebody has selected, or FUL_NONE. */
static FulFuncIndex
get_selected_func (FulFunctionsPanel *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  return state->n_path > 0 && !state->path_is_hot ? state->path[state->n_path - 1] : FUL_NONE;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulFunctionsPanel *self = owner;
  Job *job = data;

  if (!error)
    {
      gboolean reset = !self->threads || !ful_thread_set_has_threads_of (self->threads, job->thread->threads);

      ful_tree_view_set_tree (self->list, job->list, job->thread, reset);
      if (job->func != FUL_NONE && (reset || self->reveal || job->func != self->func))
        {
          ful_call_tree_model_reveal (ful_tree_view_get_model (self->list),
                                      ful_call_tree_find_path (job->list, &job->func, 1));
          self->follow = TRUE;
        }
      self->reveal = FALSE;
      g_clear_pointer (&self->tree, ful_call_tree_unref);
      g_clear_pointer (&self->threads, ful_thread_set_unref);
      self->tree = ful_call_tree_ref (job->tree);
      self->threads = ful_thread_set_ref (job->thread->threads);
      self->func = job->func;
      ful_callers_pane_show (self->callers, self->func);
    }
  update_busy (self);
}

static void
start (FulFunctionsPanel *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  Job *job;

  if (!tree || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  job = g_new0 (Job, 1);
  job->tree = ful_call_tree_ref (tree);
  job->thread = ful_derived_thread_ref (thread);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->order = self->order;
  job->descending = self->descending;
  self->func = ful_profile_map_func (tree->profile, self->func);
  job->func = self->func;
  if (self->func == FUL_NONE || !self->threads || !ful_thread_set_has_threads_of (thread->threads, self->threads))
    job->func = get_selected_func (self);
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
  update_busy (self);
}

/* Whether somebody else has selected another function. */
static gboolean
follow_selection (FulFunctionsPanel *self)
{
  FulFuncIndex func = get_selected_func (self);

  if (func == self->chosen)
    return FALSE;

  self->chosen = func;
  if (func == FUL_NONE || func == self->func)
    return FALSE;

  self->func = func;
  self->reveal = TRUE;

  return TRUE;
}

static void
update (FulFunctionsPanel *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) &&
      (follow_selection (self) || ful_analysis_get_tree (self->analysis) != self->tree || self->job))
    start (self);
}

/* The function of the selected row, or FUL_NONE. */
static FulFuncIndex
get_func_of_row (FulFunctionsPanel *self)
{
  FulCallTreeModel *model = ful_tree_view_get_model (self->list);
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (model);

  return node != FUL_NONE ? ful_call_tree_get_func (ful_call_tree_model_get_tree (model), node) : FUL_NONE;
}

static void
settled_cb (FulFunctionsPanel *self)
{
  gint64 row = ful_row_model_get_selected (FUL_ROW_MODEL (ful_tree_view_get_model (self->list)));

  update_busy (self);
  ful_row_model_place_top (FUL_ROW_MODEL (ful_tree_view_get_model (self->list)),
                           GTK_SCROLLABLE (ful_tree_view_get_list (self->list)));
  /* The previous rows may settle first. */
  if (!self->follow || row < 0 || get_func_of_row (self) != self->func)
    return;

  self->follow = FALSE;
  ful_row_cursor_show (ful_tree_view_get_list (self->list), (guint) row, FALSE);
}

static void
function_selected_cb (FulFunctionsPanel *self)
{
  FulFuncIndex func = get_func_of_row (self);

  if (func == FUL_NONE || func == self->func || self->job)
    return;

  self->func = func;
  /* Menu, keys and details refer to the function. */
  ful_analysis_select_func (self->analysis, func);
  self->chosen = get_selected_func (self);
  ful_callers_pane_show (self->callers, func);
}

/* A column of the function list. */
#define SELF 2

static void
sorter_changed_cb (FulFunctionsPanel *self)
{
  static const FulFunctionOrder orders[] = {
    FUL_FUNCTION_ORDER_TOTAL, FUL_FUNCTION_ORDER_TOTAL, FUL_FUNCTION_ORDER_SELF, FUL_FUNCTION_ORDER_NAME,
    FUL_FUNCTION_ORDER_LIBRARY,
  };
  guint column;
  gboolean descending;

  if (!ful_column_sorter_get (ful_tree_view_get_list (self->list), &column, &descending) || column >= G_N_ELEMENTS (orders))
    return;

  self->order = orders[column];
  self->descending = descending;
  start (self);
}

static void
make_sortable (FulFunctionsPanel *self)
{
  GtkColumnView *view = ful_tree_view_get_list (self->list);
  GListModel *columns = gtk_column_view_get_columns (view);
  g_autoptr(GtkColumnViewColumn) by_self = g_list_model_get_item (columns, SELF);

  ful_column_sorter_install (view, g_list_model_get_n_items (columns));
  ful_column_sorter_prefer_descending (view, 0, SELF + 1);
  gtk_column_view_sort_by_column (view, by_self, GTK_SORT_DESCENDING);
  g_signal_connect_object (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (sorter_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
ful_functions_panel_map (GtkWidget *widget)
{
  FulFunctionsPanel *self = FUL_FUNCTIONS_PANEL (widget);

  GTK_WIDGET_CLASS (ful_functions_panel_parent_class)->map (widget);
  self->chosen = FUL_NONE;
  update (self);
}

static void
ful_functions_panel_dispose (GObject *object)
{
  FulFunctionsPanel *self = FUL_FUNCTIONS_PANEL (object);

  ful_job_stop (&self->job);
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->threads, ful_thread_set_unref);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_functions_panel_parent_class)->dispose (object);
}

static void
ful_functions_panel_class_init (FulFunctionsPanelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_functions_panel_dispose;
  widget_class->map = ful_functions_panel_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
ful_functions_panel_init (FulFunctionsPanel *self)
{
  self->func = self->chosen = FUL_NONE;
  self->order = FUL_FUNCTION_ORDER_SELF;
  self->descending = TRUE;
  self->list = ful_tree_view_new (_("Functions"), _("Functions"), TRUE);
  ful_row_model_set_patient (FUL_ROW_MODEL (ful_tree_view_get_model (self->list)));
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  ful_paned_set_share (GTK_PANED (self->paned), FUL_CALLERS_PANE_SHARE);
  gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->list));
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));

  make_sortable (self);
  g_signal_connect_object (self->list, "selected", G_CALLBACK (function_selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (ful_tree_view_get_model (self->list), "settled", G_CALLBACK (settled_cb), self, G_CONNECT_SWAPPED);
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulFunctionsPanel *self = g_object_new (FUL_TYPE_FUNCTIONS_PANEL, NULL);
  GtkWidget *callers_check = ful_callers_pane_check_new ();

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->page = ful_sample_page_new (analysis, GTK_WIDGET (self));
  ful_sample_page_set_settings (self->page, settings);
  ful_tree_view_set_page (self->list, self->page, FALSE);
  ful_sample_page_set_reveal (self->page, (FulSelectionReveal) ful_tree_view_reveal_selected, self->list);
  self->callers = ful_callers_pane_new (analysis, self->page);
  gtk_paned_set_end_child (GTK_PANED (self->paned), GTK_WIDGET (self->callers));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (callers_check), TRUE);
  g_object_bind_property (callers_check, "active", self->callers, "visible", G_BINDING_SYNC_CREATE);
  ful_sample_page_add_control (self->page, callers_check);
  if (settings)
    g_settings_bind (settings, "functions-callers", callers_check, "active", G_SETTINGS_BIND_DEFAULT);
  g_signal_connect_object (self->callers, "busy-changed", G_CALLBACK (update_busy), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self->page);
}

const FulPanel ful_functions_panel = {
  .id = FUL_PANEL_FUNCTIONS,
  .title = N_("Functions"),
  .icon_name = "view-list-symbolic",
  .create = create,
};
