/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The wings are views of their own: what the function called is the tree focused
 * on it; who called it is the inverted tree of its samples with all that it
 * called merged into it, so that its total is that of the list. Both come out of
 * the cache of the analysis. */

#include "config.h"

#include "ful-functions-panel.h"
#include "ful-column-sorter.h"
#include "ful-sample-page.h"
#include "ful-tree-wing.h"

#include "derive/ful-function-tree.h"
#include "derive/transforms/ful-transforms.h"
#include "document/ful-job.h"

#include <glib/gi18n.h>
#include <math.h>

struct _FulFunctionsPanel
{
  GtkWidget         parent_instance;

  FulAnalysis      *analysis;
  FulDocument      *document;
  FulSamplePage    *page;       /* around the panel */
  GtkWidget        *paned;
  GtkWidget        *wings;
  FulTreeWing      *list;
  FulTreeWing      *callers;    /* (nullable): until it is made */
  FulTreeWing      *callees;    /* alike */
  guint             make_id;

  FulFunctionOrder  order;
  gboolean          descending;
  int               probed_column;   /* while the sorter of the list is asked what it sorts by */

  FulCallTree      *tree;       /* (nullable): what the list was made of */
  FulFunctionOrder  shown_order;
  gboolean          shown_descending;
  FulThreadSet     *threads;    /* (nullable): alike */
  FulFuncIndex      func;       /* the selected function, or FUL_NONE */
  GCancellable     *job;        /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulFunctionsPanel, ful_functions_panel, GTK_TYPE_WIDGET)

typedef struct
{
  FulCallTree      *tree;
  FulDerivedThread *thread;
  FulDeriveCache   *cache;
  FulFunctionOrder  order;
  gboolean          descending;
  gboolean          wants_list;
  FulFuncIndex      func;       /* FUL_NONE: the first of the list */

  /* what the job makes */
  FulCallTree      *list;       /* (nullable) */
  FulCallTree      *callers;    /* (nullable) */
  FulCallTree      *callees;    /* (nullable) */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_clear_pointer (&job->tree, ful_call_tree_unref);
  g_clear_pointer (&job->thread, ful_derived_thread_unref);
  g_clear_pointer (&job->cache, ful_derive_cache_unref);
  g_clear_pointer (&job->list, ful_call_tree_unref);
  g_clear_pointer (&job->callers, ful_call_tree_unref);
  g_clear_pointer (&job->callees, ful_call_tree_unref);
  g_free (job);
}

/* The tree of @options, which are those of the view with more transforms. */
static FulCallTree *
derive_tree (Job               *job,
             FulDeriveOptions  *options,
             GCancellable      *cancellable,
             GError           **error)
{
  g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (job->thread->profile, options, job->cache,
                                                               cancellable, error);
  g_autoptr(FulCallNodeTable) nodes = NULL;
  g_autoptr(FulInvertedTree) inverted = NULL;
  g_autoptr(FulSampleRows) rows = NULL;

  if (!thread)
    return NULL;
  nodes = ful_derived_thread_get_nodes (thread, job->cache, cancellable, error);
  if (!nodes)
    return NULL;
  if (options->invert)
    inverted = ful_derived_thread_get_inverted (thread, nodes, job->cache);
  rows = ful_derived_thread_get_rows (thread, options->has_preview ? &options->preview : NULL);

  return ful_call_tree_new (nodes, inverted, rows, cancellable, error);
}

static FulDeriveOptions *
push (FulDeriveOptions       *options,
      const FulTransformKind *kind,
      FulFuncIndex            func)
{
  FulTransform values = { .kind = kind, .enabled = TRUE, .func = func, .path = &func, .n_path = 1,
                          .filter_type = FUL_SAMPLE_FILTER_FUNCTION_INCLUDE };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);

  return ful_derive_options_push_transform (options, transform);
}

static gboolean
make_wings (Job           *job,
            GCancellable  *cancellable,
            GError       **error)
{
  g_autoptr(FulDeriveOptions) upright = ful_derive_options_with_invert (job->thread->options, FALSE);
  g_autoptr(FulDeriveOptions) focused = push (upright, &ful_transform_focus_function, job->func);
  g_autoptr(FulDeriveOptions) included = push (upright, &ful_transform_filter_samples, job->func);
  g_autoptr(FulDeriveOptions) merged = push (included, &ful_transform_collapse_function_subtree, job->func);
  g_autoptr(FulDeriveOptions) inverted = ful_derive_options_with_invert (merged, TRUE);

  job->callees = derive_tree (job, focused, cancellable, error);
  if (!job->callees)
    return FALSE;
  job->callers = derive_tree (job, inverted, cancellable, error);

  return job->callers != NULL;
}

static void
worker (GTask        *task,
        gpointer      source,
        gpointer      task_data,
        GCancellable *cancellable)
{
  Job *job = task_data;
  GError *error = NULL;
  gboolean ok = TRUE;

  if (job->wants_list)
    {
      g_autoptr(FulDeriveOptions) upright = ful_derive_options_with_invert (job->thread->options, FALSE);
      g_autoptr(FulCallTree) tree = job->tree->inverted ? derive_tree (job, upright, cancellable, &error)
                                                        : ful_call_tree_ref (job->tree);

      job->list = tree ? ful_function_tree_new (tree, job->order, job->descending, cancellable, &error) : NULL;
      ok = job->list != NULL;
      if (ok && job->func == FUL_NONE && job->list->nodes->n_nodes > 0)
        job->func = job->list->nodes->func[0];
    }
  if (job->list && job->func != FUL_NONE && ful_call_tree_find_path (job->list, &job->func, 1) == FUL_NONE)
    job->func = job->list->nodes->n_nodes > 0 ? job->list->nodes->func[0] : FUL_NONE;
  if (ok && job->func != FUL_NONE)
    ok = make_wings (job, cancellable, &error);

  if (ok)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr(FulFunctionsPanel) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));
  gboolean afresh;

  if (g_task_get_cancellable (G_TASK (result)) != self->job)
    return;

  g_clear_object (&self->job);
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    {
      afresh = job->func != self->func || self->threads != job->thread->threads;
      self->func = job->func;
      if (job->list)
        {
          ful_tree_wing_set_tree (self->list, job->list, job->thread, self->threads != job->thread->threads);
          if (afresh && job->func != FUL_NONE)
            ful_tree_wing_reveal (self->list, ful_call_tree_find_path (job->list, &job->func, 1));
          g_clear_pointer (&self->tree, ful_call_tree_unref);
          g_clear_pointer (&self->threads, ful_thread_set_unref);
          self->tree = ful_call_tree_ref (job->tree);
          self->threads = ful_thread_set_ref (job->thread->threads);
          self->shown_order = job->order;
          self->shown_descending = job->descending;
        }
      if (job->callers)
        {
          ful_tree_wing_set_tree (self->callers, job->callers, job->thread, afresh);
          ful_tree_wing_set_tree (self->callees, job->callees, job->thread, afresh);
        }
    }
  ful_sample_page_set_busy (self->page, FALSE);
}

/* The function of the selected call node, or FUL_NONE. */
static FulFuncIndex
get_selected_func (FulFunctionsPanel *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  return state->n_path > 0 ? state->path[state->n_path - 1] : FUL_NONE;
}

static void
start (FulFunctionsPanel *self,
       FulFuncIndex       func)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  Job *job;

  if (!tree || !self->callees || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  job = g_new0 (Job, 1);
  job->tree = ful_call_tree_ref (tree);
  job->thread = ful_derived_thread_ref (thread);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->order = self->order;
  job->descending = self->descending;
  job->wants_list = tree != self->tree || self->order != self->shown_order ||
                    self->descending != self->shown_descending;
  job->func = thread->threads == self->threads ? func : get_selected_func (self);
  ful_job_start (&self->job, worker, job, job_free, ready_cb, g_object_ref (self));
  ful_sample_page_set_busy (self->page, TRUE);
}

static void
update (FulFunctionsPanel *self)
{
  if (ful_analysis_get_tree (self->analysis) != self->tree || self->job)
    start (self, self->func);
}

/* The call node of the function that weighs most becomes the selected one, so
 * that menu, keys and details are about the function. */
static void
select_heaviest (FulFunctionsPanel *self,
                 FulFuncIndex       func)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulCallNodeIndex heaviest = FUL_NONE;
  g_autoptr(GArray) path = NULL;

  if (!tree)
    return;
  if (tree->inverted)
    {
      ful_document_select_path (self->document, &func, 1);
      return;
    }

  for (guint i = 0; i < tree->nodes->n_nodes; i++)
    if (tree->nodes->func[i] == func &&
        (heaviest == FUL_NONE || fabs (tree->total[i]) > fabs (tree->total[heaviest])))
      heaviest = (FulCallNodeIndex) i;
  if (heaviest == FUL_NONE)
    return;

  path = ful_call_tree_get_path (tree, heaviest);
  ful_document_select_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);
}

static void
function_selected_cb (FulFunctionsPanel *self)
{
  FulCallNodeIndex node = ful_tree_wing_get_selected (self->list);
  FulFuncIndex func;

  if (node == FUL_NONE || self->job || !self->callees)
    return;

  func = ful_call_tree_get_func (ful_tree_wing_get_tree (self->list), node);
  if (func == self->func)
    return;

  select_heaviest (self, func);
  start (self, func);
}

static void
sorter_changed_cb (FulFunctionsPanel *self)
{
  static const FulFunctionOrder orders[] = {
    FUL_FUNCTION_ORDER_TOTAL, FUL_FUNCTION_ORDER_TOTAL, FUL_FUNCTION_ORDER_SELF, FUL_FUNCTION_ORDER_NAME,
    FUL_FUNCTION_ORDER_LIBRARY,
  };
  guint column;
  gboolean reversed;

  if (!ful_column_sorter_get (ful_tree_wing_get_view (self->list), &column, &reversed) || column >= G_N_ELEMENTS (orders))
    return;

  /* The greatest numbers are wanted first. */
  self->order = orders[column];
  self->descending = (self->order <= FUL_FUNCTION_ORDER_SELF) != reversed;
  start (self, self->func);
}

static void
make_sortable (FulFunctionsPanel *self)
{
  GtkColumnView *view = ful_tree_wing_get_view (self->list);

  ful_column_sorter_install (view, g_list_model_get_n_items (gtk_column_view_get_columns (view)));
  g_signal_connect_object (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (sorter_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
menu_pressed_cb (GtkGestureClick   *gesture,
                 int                n_press,
                 double             x,
                 double             y,
                 FulFunctionsPanel *self)
{
  ful_sample_page_popup (self->page, GTK_WIDGET (ful_tree_wing_get_view (self->list)), x, y);
}

/* Halves, until the user moves the handle. */
static void
extent_changed_cb (GtkPaned   *paned,
                   GParamSpec *pspec,
                   gpointer    user_data)
{
  int extent;

  g_object_get (paned, "max-position", &extent, NULL);
  if (extent < 100)
    return;

  gtk_paned_set_position (paned, extent / 2);
  g_signal_handlers_disconnect_by_func (paned, extent_changed_cb, user_data);
}

/* A list takes most of a frame to make: one wing in a turn. */
static gboolean
make_wing_cb (gpointer user_data)
{
  FulFunctionsPanel *self = user_data;

  if (!self->callers)
    {
      self->callers = ful_tree_wing_new (_("Callers"));
      ful_tree_wing_set_page (self->callers, self->page);
      gtk_paned_set_start_child (GTK_PANED (self->wings), GTK_WIDGET (self->callers));
      return G_SOURCE_CONTINUE;
    }

  self->callees = ful_tree_wing_new (_("Called Functions"));
  ful_tree_wing_set_page (self->callees, self->page);
  gtk_paned_set_end_child (GTK_PANED (self->wings), GTK_WIDGET (self->callees));
  self->make_id = 0;
  ful_sample_page_set_busy (self->page, FALSE);
  update (self);

  return G_SOURCE_REMOVE;
}

static void
ful_functions_panel_map (GtkWidget *widget)
{
  FulFunctionsPanel *self = FUL_FUNCTIONS_PANEL (widget);

  GTK_WIDGET_CLASS (ful_functions_panel_parent_class)->map (widget);
  if (!self->callees && self->make_id == 0)
    {
      ful_sample_page_set_busy (self->page, TRUE);
      self->make_id = g_idle_add (make_wing_cb, self);
    }
  update (self);
}

static void
ful_functions_panel_dispose (GObject *object)
{
  FulFunctionsPanel *self = FUL_FUNCTIONS_PANEL (object);

  ful_job_stop (&self->job);
  g_clear_handle_id (&self->make_id, g_source_remove);
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
  GtkGesture *click = gtk_gesture_click_new ();

  self->func = FUL_NONE;
  self->descending = TRUE;
  self->list = ful_tree_wing_new (_("Functions"));
  self->wings = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->list));
  gtk_paned_set_end_child (GTK_PANED (self->paned), self->wings);
  gtk_widget_set_vexpand (GTK_WIDGET (self->list), TRUE);
  gtk_widget_set_vexpand (self->wings, TRUE);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));

  g_signal_connect (self->wings, "notify::max-position", G_CALLBACK (extent_changed_cb), NULL);
  g_signal_connect (self->paned, "notify::max-position", G_CALLBACK (extent_changed_cb), NULL);

  make_sortable (self);
  g_signal_connect_object (self->list, "selected", G_CALLBACK (function_selected_cb), self, G_CONNECT_SWAPPED);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (menu_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (ful_tree_wing_get_view (self->list)), GTK_EVENT_CONTROLLER (click));
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulFunctionsPanel *self = g_object_new (FUL_TYPE_FUNCTIONS_PANEL, NULL);

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->page = ful_sample_page_new (analysis, GTK_WIDGET (self));
  ful_tree_wing_set_page (self->list, self->page);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self->page);
}

const FulPanel ful_functions_panel = {
  .id = "functions",
  .title = N_("Functions"),
  .icon_name = "view-list-symbolic",
  .create = create,
};
