/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Shows the results of the analysis; nothing is computed here. Below the tree,
 * optionally, callers and callees of the selected function. */

#include "config.h"

#include "ful-call-tree-panel.h"

#include "ful-callers-pane.h"
#include "ful-tree-view.h"

#include "document/view/ful-view-state.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "lists/ful-row-place.h"
#include "panels/ful-sample-page.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"
#include "widgets/ful-paned-share.h"

#include <glib/gi18n.h>

struct _FulCallTreePanel
{
  GtkWidget           parent_instance;

  FulAnalysis        *analysis;
  FulDocument        *document;
  FulCallTreeModel   *model;           /* of the view */
  FulThreadSet       *shown_threads;   /* (nullable): whose tree is shown */
  FulViewState       *selected_state;  /* (nullable): result whose path was selected here last */
  FulViewState       *switched_state;  /* (nullable): result in which the threads changed */
  gconstpointer       shown_nodes;     /* of the tree that is shown; only compared */
  gconstpointer       shown_inverted;
  gboolean            has_other_threads;   /* than before; until their rows are there */

  FulSamplePage      *page;            /* around the panel */
  GtkWidget          *paned;
  FulTreeView        *view;
  FulCallersPane     *callers;         /* (nullable): created on demand */
  GSimpleAction      *expand_all;
};

G_DEFINE_FINAL_TYPE (FulCallTreePanel, ful_call_tree_panel, GTK_TYPE_WIDGET)

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings);

const FulPanel ful_call_tree_panel = {
  .id = FUL_PANEL_CALL_TREE,
  .title = N_("Call Tree"),
  .icon_name = "format-indent-more-symbolic",
  .create = create,
};

static void
busy_changed_cb (FulCallTreePanel *self)
{
  ful_sample_page_set_busy (self->page, ful_call_tree_model_get_busy (self->model) ||
                                        (self->callers && ful_callers_pane_get_busy (self->callers)));
}

/* Callers and callees are those of the selected call node's function. */
static void
show_callers (FulCallTreePanel *self)
{
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (self->model);

  if (self->callers && gtk_widget_get_visible (GTK_WIDGET (self->callers)))
    ful_callers_pane_show (self->callers, node != FUL_NONE
                                            ? ful_call_tree_get_func (ful_call_tree_model_get_tree (self->model), node)
                                            : FUL_NONE);
}

/* The rows changed: scrolls to the selection, to the middle third if they are those of other threads. The first
 * time the tree gets the focus; later the focus is unchanged, for example in the time line. */
static void
show_selected (FulCallTreePanel *self)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  GtkColumnView *list = ful_tree_view_get_list (self->view);
  gboolean focus = !self->shown_nodes || gtk_widget_get_focus_child (GTK_WIDGET (list));

  ful_row_place_release (list);
  if (selected >= 0)
    ful_row_cursor_show (list, (guint) selected, focus);
  if (self->has_other_threads)
    ful_row_place_settle (list);
  self->has_other_threads = FALSE;
}

static void
model_settled_cb (FulCallTreePanel *self)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);

  /* While only numbers change, as in a brush, do not scroll. Threads may share their nodes. */
  if (tree && (self->has_other_threads || tree->nodes != self->shown_nodes || tree->inverted != self->shown_inverted) &&
      !ful_row_model_place_top (FUL_ROW_MODEL (self->model), GTK_SCROLLABLE (ful_tree_view_get_list (self->view))))
    show_selected (self);
  self->shown_nodes = tree ? tree->nodes : NULL;
  self->shown_inverted = tree ? tree->inverted : NULL;

  show_callers (self);
  busy_changed_cb (self);
}

static gboolean
is_selected_path_of (FulCallTreePanel *self,
                     FulViewState     *other)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  g_autoptr(FulViewState) mapped = other ? ful_view_state_with_symbols (other, ful_document_get_profile (self->document))
                                         : NULL;

  return mapped && ful_view_state_has_path (mapped, state->path, state->n_path);
}

/* Whether the selected path was selected elsewhere, for example in the time line. */
static gboolean
is_selected_elsewhere (FulCallTreePanel *self)
{
  return ful_document_get_view_state (self->document)->n_path > 0 && !is_selected_path_of (self, self->selected_state);
}

/* Makes the selected node that of the document. */
static void
publish_selected (FulCallTreePanel *self)
{
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (self->model);
  g_autoptr(GArray) path = node != FUL_NONE ? ful_call_tree_get_path (ful_call_tree_model_get_tree (self->model), node) : NULL;

  if (path && ful_call_tree_model_get_is_hot (self->model))
    ful_document_select_hot_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);
  else
    ful_document_select_path (self->document, path ? (FulFuncIndex *) (gpointer) path->data : NULL, path ? path->len : 0);
  g_clear_pointer (&self->selected_state, ful_view_state_unref);
  self->selected_state = ful_view_state_ref (ful_document_get_view_state (self->document));
}

static void
state_changed_cb (FulCallTreePanel *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  FulViewOptions *last = self->switched_state ? self->switched_state->options : NULL;

  /* A chart may have selected another one. */
  if (state->path_is_hot && ful_call_tree_model_get_is_hot (self->model) && g_strcmp0 (state->panel, ful_call_tree_panel.id) == 0 &&
      is_selected_elsewhere (self))
    {
      publish_selected (self);
      return;
    }

  if (last && ful_view_options_has_threads (last, state->options->threads, state->options->n_threads))
    return;

  g_clear_pointer (&self->switched_state, ful_view_state_unref);
  self->switched_state = ful_view_state_ref (state);
}

/* Whether the rows were made from scratch, while the document has a node of their tree that a user selected. */
static gboolean
is_selected_by_hand (FulCallTreePanel *self)
{
  return ful_call_tree_model_get_is_hot (self->model) && !ful_document_get_view_state (self->document)->path_is_hot &&
         !ful_analysis_get_busy (self->analysis) && ful_analysis_get_node (self->analysis) != FUL_NONE &&
         ful_analysis_get_tree (self->analysis) == ful_call_tree_model_get_tree (self->model);
}

static void
node_selected_cb (FulCallTreePanel *self)
{
  g_simple_action_set_enabled (self->expand_all, ful_call_tree_model_get_selected_node (self->model) != FUL_NONE);
  show_callers (self);

  /* A selection made elsewhere meanwhile arrives with the next results. */
  if (ful_analysis_get_busy (self->analysis) && !ful_document_get_view_state (self->document)->path_is_hot &&
      is_selected_elsewhere (self))
    return;
  if (is_selected_by_hand (self))
    {
      ful_call_tree_model_reveal (self->model, ful_analysis_get_node (self->analysis));
      return;
    }

  publish_selected (self);
}

static void
analysis_changed_cb (FulCallTreePanel *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  gboolean is_other;

  if (tree == NULL)
    {
      busy_changed_cb (self);
      return;
    }

  /* The empty page is shown. Keeps the rows, as a drag that continues may need them
   * again: removing and creating them takes more than a frame. */
  if (tree->root_total == 0 && ful_document_get_options (self->document)->has_preview)
    {
      busy_changed_cb (self);
      return;
    }

  is_other = !self->shown_threads || !ful_thread_set_has_threads_of (thread->threads, self->shown_threads);
  ful_tree_view_set_tree (self->view, tree, thread, is_other);
  if (!ful_analysis_get_busy (self->analysis) && ful_analysis_get_node (self->analysis) != FUL_NONE &&
      !ful_document_get_view_state (self->document)->path_is_hot && is_selected_elsewhere (self))
    {
      ful_call_tree_model_reveal (self->model, ful_analysis_get_node (self->analysis));
      /* Scrolls to it and focuses it, except when it was restored with other threads. */
      if (!is_selected_path_of (self, self->switched_state))
        self->shown_nodes = NULL;
    }
  if (is_other)
    {
      g_clear_pointer (&self->shown_threads, ful_thread_set_unref);
      self->shown_threads = ful_thread_set_ref (thread->threads);
      self->has_other_threads = TRUE;
    }
  busy_changed_cb (self);
}

static void
callers_toggled_cb (GtkCheckButton   *button,
                    FulCallTreePanel *self)
{
  gboolean active = gtk_check_button_get_active (button);

  if (active && !self->callers)
    {
      self->callers = ful_callers_pane_new (self->analysis, self->page);
      g_signal_connect_object (self->callers, "busy-changed", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
      ful_paned_set_share (GTK_PANED (self->paned), FUL_CALLERS_PANE_SHARE);
      gtk_paned_set_end_child (GTK_PANED (self->paned), GTK_WIDGET (self->callers));
    }
  if (self->callers)
    gtk_widget_set_visible (GTK_WIDGET (self->callers), active);
  show_callers (self);
}

static void
ful_call_tree_panel_dispose (GObject *object)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (object);

  self->callers = NULL;
  g_clear_pointer (&self->paned, gtk_widget_unparent);
  g_clear_object (&self->expand_all);
  g_clear_object (&self->model);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);
  g_clear_pointer (&self->shown_threads, ful_thread_set_unref);
  g_clear_pointer (&self->selected_state, ful_view_state_unref);
  g_clear_pointer (&self->switched_state, ful_view_state_unref);

  G_OBJECT_CLASS (ful_call_tree_panel_parent_class)->dispose (object);
}

static void
ful_call_tree_panel_class_init (FulCallTreePanelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_call_tree_panel_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
ful_call_tree_panel_init (FulCallTreePanel *self)
{
  self->paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  gtk_widget_set_parent (self->paned, GTK_WIDGET (self));
  self->view = ful_tree_view_new (_("Call tree"), NULL, FALSE);
  gtk_paned_set_start_child (GTK_PANED (self->paned), GTK_WIDGET (self->view));
  self->model = g_object_ref (ful_tree_view_get_model (self->view));

  self->expand_all = g_simple_action_new ("expand-all", NULL);
  g_signal_connect_object (self->expand_all, "activate", G_CALLBACK (ful_tree_view_expand_all), self->view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "busy-changed", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
  /* A job of the model may end after the panel. */
  g_signal_connect_object (self->model, "settled", G_CALLBACK (model_settled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->view, "selected", G_CALLBACK (node_selected_cb), self, G_CONNECT_SWAPPED);
}

/* Returns: (transfer full): the entries of the menu of a call node other than transforms */
static GMenuModel *
create_row_menu (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenuItem) item = g_menu_item_new (_("_Expand All"), "tree.expand-all");

  g_menu_item_set_attribute (item, "accel", "s", "asterisk");
  g_menu_append_item (menu, item);

  return G_MENU_MODEL (menu);
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulCallTreePanel *self = g_object_new (FUL_TYPE_CALL_TREE_PANEL, NULL);
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr(GMenuModel) row_menu = create_row_menu ();
  GtkWidget *callers_check = ful_callers_pane_check_new ();

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->page = ful_sample_page_new (analysis, GTK_WIDGET (self));
  ful_sample_page_set_settings (self->page, settings);

  /* The menu belongs to the page. */
  ful_sample_page_set_menu (self->page, row_menu);
  ful_tree_view_set_page (self->view, self->page, TRUE);
  ful_sample_page_set_reveal (self->page, (FulSelectionReveal) ful_tree_view_reveal_selected, self->view);
  g_signal_connect (callers_check, "toggled", G_CALLBACK (callers_toggled_cb), self);
  ful_sample_page_add_control (self->page, callers_check);
  if (settings)
    g_settings_bind (settings, "call-tree-callers", callers_check, "active", G_SETTINGS_BIND_DEFAULT);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->expand_all));
  gtk_widget_insert_action_group (GTK_WIDGET (self->page), "tree", G_ACTION_GROUP (group));

  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
  if (ful_analysis_get_tree (analysis))
    analysis_changed_cb (self);

  return GTK_WIDGET (self->page);
}
