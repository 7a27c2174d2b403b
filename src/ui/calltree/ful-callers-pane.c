/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The lists are derived views: the callees are the tree focused on the function;
 * the callers are the inverted tree of its samples with its callees merged into it,
 * so that its total is that of the list of functions. Both use the cache of the
 * analysis. */

#include "config.h"

#include "ful-callers-pane.h"

#include "ful-tree-view.h"

#include "base/ful-job.h"
#include "model/ful-profile.h"
#include "stacks/transforms/ful-transforms.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"
#include "widgets/ful-paned-share.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

struct _FulCallersPane
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  FulSamplePage *page;        /* (unowned): around the lists */
  GtkStack      *stack;       /* @paned, or the page without a function */
  GtkWidget     *nothing;
  GtkWidget     *paned;
  FulTreeView   *callers;     /* (nullable): created on demand */
  FulTreeView   *callees;     /* (nullable): created on demand */
  guint          make_id;

  FulFuncIndex   wanted;      /* or FUL_NONE */
  FulFuncIndex   func;        /* whose callers are shown, or FUL_NONE */
  FulCallTree   *tree;        /* (nullable): the tree of the analysis that they belong to; only compared */
  FulThreadSet  *threads;     /* (nullable): of @tree; only compared */
  FulJob        *job;         /* (nullable): while it runs */
};

G_DEFINE_FINAL_TYPE (FulCallersPane, ful_callers_pane, GTK_TYPE_WIDGET)

enum
{
  BUSY_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  FulDerivedThread *thread;
  FulDeriveCache   *cache;
  FulFuncIndex      func;

  /* results of the job */
  FulCallTree      *callers;
  FulCallTree      *callees;
  FulDerivedThread *callers_thread;
  FulDerivedThread *callees_thread;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_derived_thread_unref (job->thread);
  ful_derive_cache_unref (job->cache);
  g_clear_pointer (&job->callers, ful_call_tree_unref);
  g_clear_pointer (&job->callees, ful_call_tree_unref);
  g_clear_pointer (&job->callers_thread, ful_derived_thread_unref);
  g_clear_pointer (&job->callees_thread, ful_derived_thread_unref);
  g_free (job);
}

/* A copy, not inverted, with one more transform of @func */
static FulViewOptions *
push (const FulViewOptions   *options,
      const FulTransformKind *kind,
      FulFuncIndex            func)
{
  FulTransform values = { .kind = kind, .enabled = TRUE, .func = func, .path = &func, .n_path = 1,
                          .filter_type = FUL_SAMPLE_FILTER_FUNCTION_INCLUDE };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);
  FulViewOptions *pushed = ful_view_options_push_transform (options, transform);

  pushed->invert = FALSE;

  return pushed;
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  FulProfile *profile = job->thread->profile;
  FulViewOptions *options = job->thread->options;
  g_autoptr(FulViewOptions) focused = push (options, &ful_transform_focus_function, job->func);
  g_autoptr(FulViewOptions) included = push (options, &ful_transform_filter_samples, job->func);
  g_autoptr(FulViewOptions) inverted = push (included, &ful_transform_collapse_function_subtree, job->func);

  inverted->invert = TRUE;
  job->callees = ful_derive_call_tree (profile, focused, job->cache, &job->callees_thread, cancellable, error);
  if (job->callees)
    job->callers = ful_derive_call_tree (profile, inverted, job->cache, &job->callers_thread, cancellable, error);

  return job->callers != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCallersPane *self = owner;
  Job *job = data;

  if (!error)
    {
      gboolean reset = job->func != self->func || !self->threads ||
                       !ful_thread_set_has_threads_of (job->thread->threads, self->threads);

      self->func = job->func;
      g_clear_pointer (&self->threads, ful_thread_set_unref);
      self->threads = ful_thread_set_ref (job->thread->threads);
      ful_tree_view_set_tree (self->callers, job->callers, job->callers_thread, reset);
      ful_tree_view_set_tree (self->callees, job->callees, job->callees_thread, reset);
    }
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

/* Unless they are up to date or not visible. */
static void
update (FulCallersPane *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  gboolean is_newest;
  Job *job;

  if (tree)
    {
      self->wanted = ful_profile_map_func (tree->profile, self->wanted);
      self->func = ful_profile_map_func (tree->profile, self->func);
    }
  is_newest = tree == self->tree && (self->job || self->wanted == self->func);
  if (!tree || is_newest || !self->callees || self->wanted == FUL_NONE || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  g_clear_pointer (&self->tree, ful_call_tree_unref);
  self->tree = ful_call_tree_ref (tree);
  job = g_new0 (Job, 1);
  job->thread = ful_derived_thread_ref (ful_analysis_get_thread (self->analysis));
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->func = self->wanted;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

static void
settled_cb (FulCallersPane *self)
{
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

static FulTreeView *
create_list (FulCallersPane *self,
             const char     *title)
{
  FulTreeView *list = ful_tree_view_new (title, title, FALSE);

  ful_tree_view_set_page (list, self->page, FALSE);
  g_signal_connect_object (ful_tree_view_get_model (list), "settled", G_CALLBACK (settled_cb), self, G_CONNECT_SWAPPED);

  return list;
}

/* Creating a list takes most of a frame: one in an iteration of the main loop. */
static gboolean
make_list_cb (gpointer user_data)
{
  FulCallersPane *self = user_data;

  if (!self->callers)
    {
      self->callers = create_list (self, _("Callers"));
      gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->callers));
      return G_SOURCE_CONTINUE;
    }

  self->callees = create_list (self, _("Callees"));
  gtk_paned_set_end_child (GTK_PANED (self->paned), GTK_WIDGET (self->callees));
  self->make_id = 0;
  update (self);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);

  return G_SOURCE_REMOVE;
}

static void
ful_callers_pane_map (GtkWidget *widget)
{
  FulCallersPane *self = FUL_CALLERS_PANE (widget);

  GTK_WIDGET_CLASS (ful_callers_pane_parent_class)->map (widget);
  if (!self->callees && self->make_id == 0)
    {
      self->make_id = g_idle_add (make_list_cb, self);
      g_signal_emit (self, signals[BUSY_CHANGED], 0);
    }
  update (self);
}

static void
ful_callers_pane_dispose (GObject *object)
{
  FulCallersPane *self = FUL_CALLERS_PANE (object);

  ful_job_stop (&self->job);
  g_clear_handle_id (&self->make_id, g_source_remove);
  if (self->stack)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->threads, ful_thread_set_unref);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_callers_pane_parent_class)->dispose (object);
}

static void
ful_callers_pane_class_init (FulCallersPaneClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_callers_pane_dispose;
  widget_class->map = ful_callers_pane_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  signals[BUSY_CHANGED] = g_signal_new ("busy-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static GtkWidget *
create_nothing (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (_("Callers and Callees"));
  GtkWidget *text = gtk_label_new (_("Select a function"));

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "list-title");
  gtk_widget_add_css_class (text, "dim-label");
  gtk_widget_set_vexpand (text, TRUE);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), text);

  return box;
}

static void
ful_callers_pane_init (FulCallersPane *self)
{
  self->wanted = FUL_NONE;
  self->func = FUL_NONE;
  self->paned = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  ful_paned_set_share (GTK_PANED (self->paned), 50);
  self->nothing = create_nothing ();
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_child (self->stack, self->paned);
  gtk_stack_add_child (self->stack, self->nothing);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
  gtk_stack_set_visible_child (self->stack, self->nothing);
}

/**
 * ful_callers_pane_new:
 * @analysis: the analysis with the samples
 * @page: the page around them
 *
 * Returns: (transfer floating): the pane, without a function
 */
FulCallersPane *
ful_callers_pane_new (FulAnalysis   *analysis,
                      FulSamplePage *page)
{
  FulCallersPane *self = g_object_new (FUL_TYPE_CALLERS_PANE, NULL);

  self->analysis = g_object_ref (analysis);
  self->page = page;

  return self;
}

/**
 * ful_callers_pane_show:
 * @func: a function, or %FUL_NONE to ask for one
 *
 * Shows callers and callees of a function in the current results of the analysis.
 */
void
ful_callers_pane_show (FulCallersPane *self,
                       FulFuncIndex    func)
{
  g_return_if_fail (FUL_IS_CALLERS_PANE (self));

  if (self->job && func != self->wanted)
    ful_job_stop (&self->job);
  self->wanted = func;
  gtk_stack_set_visible_child (self->stack, func == FUL_NONE ? self->nothing : self->paned);
  update (self);
}

gboolean
ful_callers_pane_get_busy (FulCallersPane *self)
{
  return self->job != NULL || self->make_id != 0 ||
         (self->callers && ful_call_tree_model_get_busy (ful_tree_view_get_model (self->callers))) ||
         (self->callees && ful_call_tree_model_get_busy (ful_tree_view_get_model (self->callees)));
}

/**
 * ful_callers_pane_check_new:
 *
 * Returns: (transfer floating): a control that shows the lists
 */
GtkWidget *
ful_callers_pane_check_new (void)
{
  GtkWidget *check = gtk_check_button_new_with_label (_("Callers and Callees"));

  ful_tooltip_describe (check, _("Show who called the selected function and what it called"));

  return check;
}
