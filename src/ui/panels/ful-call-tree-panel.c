/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tree shows what the analysis made of the document; nothing is computed
 * here. Keys and menu act on the selected row. */

#include "config.h"

#include "ful-call-tree-panel.h"
#include "ful-call-tree-columns.h"
#include "ful-call-tree-model.h"
#include "ful-sample-page.h"
#include "ful-tree-hover.h"

#include <glib/gi18n.h>

/* Below this width (px) the tree shows fewer columns. */
#define NARROW 760

/* Frames to wait for a row that was scrolled to. */
#define FOCUS_TRIES 4

struct _FulCallTreePanel
{
  GtkWidget           parent_instance;

  FulAnalysis        *analysis;
  FulDocument        *document;
  FulCallTreeModel   *model;
  FulCallTreeColumns *columns;
  FulThreadSet       *shown_threads;   /* (nullable): whose tree is shown */
  FulViewState       *selected_state;  /* (nullable): its path was selected here last */
  FulViewState       *switched_state;  /* (nullable): the one that the threads were switched with */
  gconstpointer       shown_nodes;     /* of the tree that is shown; only compared */
  gconstpointer       shown_inverted;
  gboolean            narrow;
  guint               width_id;
  gint64              focus_row;    /* to be focused when it is there */
  guint               focus_tick;
  int                 focus_tries;

  FulSamplePage      *page;         /* around the panel */
  GtkColumnView      *view;
  GMenuModel         *row_menu;
  GSimpleAction      *expand_all;
};

G_DEFINE_FINAL_TYPE (FulCallTreePanel, ful_call_tree_panel, GTK_TYPE_WIDGET)

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings);

const FulPanel ful_call_tree_panel = {
  .id = "call-tree",
  .title = N_("Call Tree"),
  .icon_name = "format-indent-more-symbolic",
  .create = create,
};

static void
busy_changed_cb (FulCallTreePanel *self)
{
  ful_sample_page_set_busy (self->page, ful_call_tree_model_get_busy (self->model));
}

/* A row that was scrolled to is made with the next layout. */
static gboolean
focus_tick_cb (GtkWidget     *widget,
               GdkFrameClock *frame_clock,
               gpointer       user_data)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (widget);

  if (self->focus_tries-- > 0 && !ful_call_tree_columns_focus_row (self->columns, (guint) self->focus_row))
    return G_SOURCE_CONTINUE;

  self->focus_tick = 0;
  return G_SOURCE_REMOVE;
}

/* Makes row @position the selected one, brings it on screen, and gives it the
 * focus. */
static void
go_to_row (FulCallTreePanel *self,
           gint64            position)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (self->view));

  if (position < 0)
    return;

  ful_call_tree_model_select (self->model, position);
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", (guint) position);
  if (ful_call_tree_columns_focus_row (self->columns, (guint) position))
    return;

  self->focus_row = position;
  if (self->focus_tick == 0)
    {
      self->focus_tries = FOCUS_TRIES;
      self->focus_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_tick_cb, NULL, NULL);
    }
}

/* Other rows: the selection comes on screen. The first time the tree gets the
 * focus; later it stays where it is, in the time line say. */
static void
show_selected (FulCallTreePanel *self)
{
  gint64 selected = ful_place_model_get_selected (FUL_PLACE_MODEL (self->model));

  if (!self->shown_nodes || gtk_widget_get_focus_child (GTK_WIDGET (self->view)))
    go_to_row (self, selected);
  else if (selected >= 0)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->view)), "list.scroll-to-item", "u",
                                (guint) selected);
}

static void
model_settled_cb (FulCallTreePanel *self)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);

  /* While only numbers change (a brush), nothing scrolls. */
  if (tree && (tree->nodes != self->shown_nodes || tree->inverted != self->shown_inverted))
    show_selected (self);
  self->shown_nodes = tree ? tree->nodes : NULL;
  self->shown_inverted = tree ? tree->inverted : NULL;

  busy_changed_cb (self);
}

static gboolean
is_selected_path_of (FulCallTreePanel *self,
                     FulViewState     *other)
{
  FulViewState *state = ful_document_get_view_state (self->document);

  return other && other->n_path == state->n_path &&
         (other->n_path == 0 || memcmp (other->path, state->path, other->n_path * sizeof *other->path) == 0);
}

/* Whether the selected path is not the one that was selected here: the time
 * line selected it, say. */
static gboolean
is_selected_elsewhere (FulCallTreePanel *self)
{
  return !is_selected_path_of (self, self->selected_state);
}

static void
state_changed_cb (FulCallTreePanel *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  FulDeriveOptions *last = self->switched_state ? self->switched_state->options : NULL;

  if (last && ful_derive_options_has_threads (last, state->options->threads, state->options->n_threads))
    return;

  g_clear_pointer (&self->switched_state, ful_view_state_unref);
  self->switched_state = ful_view_state_ref (state);
}

static void
node_selected_cb (FulCallTreePanel *self)
{
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (self->model);
  gboolean has_node = node != FUL_NONE;
  g_autoptr(GArray) path = NULL;

  g_simple_action_set_enabled (self->expand_all, has_node);

  /* What was selected elsewhere meanwhile comes with the next results. */
  if (ful_analysis_get_busy (self->analysis) && is_selected_elsewhere (self))
    return;

  if (has_node)
    path = ful_call_tree_get_path (ful_call_tree_model_get_tree (self->model), node);
  ful_document_select_path (self->document, path ? (FulFuncIndex *) path->data : NULL, path ? path->len : 0);
  g_clear_pointer (&self->selected_state, ful_view_state_unref);
  self->selected_state = ful_view_state_ref (ful_document_get_view_state (self->document));
}

static void
analysis_changed_cb (FulCallTreePanel *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  FulThread *first = ful_profile_get_thread (thread->profile, thread->threads->threads[0]);

  ful_call_tree_columns_set_search (self->columns, thread->options->search, thread->options->search_is_regex);
  ful_call_tree_columns_set_weight_type (self->columns, tree->weight_type, first->is_js_tracer);
  ful_call_tree_model_set_tree (self->model, tree, thread, thread->threads != self->shown_threads);
  if (!ful_analysis_get_busy (self->analysis) && ful_analysis_get_node (self->analysis) != FUL_NONE &&
      is_selected_elsewhere (self))
    {
      ful_call_tree_model_reveal (self->model, ful_analysis_get_node (self->analysis));
      /* So that it comes on screen and has the focus; but not what came back with other threads. */
      if (!is_selected_path_of (self, self->switched_state))
        self->shown_nodes = NULL;
    }
  if (thread->threads != self->shown_threads)
    {
      g_clear_pointer (&self->shown_threads, ful_thread_set_unref);
      self->shown_threads = ful_thread_set_ref (thread->threads);
    }
  busy_changed_cb (self);
}

static void
show_menu (FulCallTreePanel *self,
           double            x,
           double            y)
{
  ful_sample_page_popup (self->page, GTK_WIDGET (self->view), x, y);
}

/* Right moves in and left moves out, whichever way the text runs. */
static void
move_sideways (FulCallTreePanel *self,
               gboolean          inwards)
{
  gint64 selected = ful_place_model_get_selected (FUL_PLACE_MODEL (self->model));
  const FulCallTreeRow *row;

  if (selected < 0)
    return;

  row = ful_call_tree_model_get_row (self->model, (guint) selected);
  if (ful_call_tree_model_is_expanded (self->model, (guint) selected) &&
      ful_call_tree_has_children (ful_call_tree_model_get_tree (self->model), row->node))
    {
      if (inwards)
        go_to_row (self, selected + 1);
      else
        ful_call_tree_model_collapse (self->model, (guint) selected);
    }
  else if (inwards)
    {
      ful_call_tree_model_expand (self->model, (guint) selected);
    }
  else
    {
      go_to_row (self, ful_call_tree_model_find_parent (self->model, (guint) selected));
    }
}

static void
expand_all (FulCallTreePanel *self)
{
  gint64 selected = ful_place_model_get_selected (FUL_PLACE_MODEL (self->model));

  if (selected >= 0)
    ful_call_tree_model_expand_all (self->model, (guint) selected);
  busy_changed_cb (self);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulCallTreePanel      *self)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (keyval)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      move_sideways (self, !rtl);
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      move_sideways (self, rtl);
      return GDK_EVENT_STOP;

    case GDK_KEY_asterisk:
    case GDK_KEY_KP_Multiply:
      expand_all (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_Menu:
      show_menu (self, 40, 40);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
right_pressed_cb (GtkGestureClick  *gesture,
                  int               n_press,
                  double            x,
                  double            y,
                  FulCallTreePanel *self)
{
  show_menu (self, x, y);
}

static void
activate_cb (FulCallTreePanel *self,
             guint             position)
{
  ful_call_tree_model_toggle (self->model, position);
}

/* Columns cannot come or go in the middle of an allocation. */
static gboolean
apply_width_cb (gpointer user_data)
{
  FulCallTreePanel *self = user_data;

  self->width_id = 0;
  ful_call_tree_columns_set_narrow (self->columns, self->narrow);

  return G_SOURCE_REMOVE;
}

static void
ful_call_tree_panel_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (widget);
  gboolean narrow = width < NARROW;

  if (narrow != self->narrow)
    {
      self->narrow = narrow;
      if (self->width_id == 0)
        self->width_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_width_cb, self, NULL);
    }

  gtk_widget_size_allocate (gtk_widget_get_first_child (widget), &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
ful_call_tree_panel_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  gtk_widget_measure (gtk_widget_get_first_child (widget), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
ful_call_tree_panel_dispose (GObject *object)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (object);
  GtkWidget *child;

  g_clear_handle_id (&self->width_id, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  g_clear_pointer (&self->columns, ful_call_tree_columns_free);
  g_signal_handlers_disconnect_by_data (self->expand_all, self);
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
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ful_call_tree_panel_dispose;
  widget_class->measure = ful_call_tree_panel_measure;
  widget_class->size_allocate = ful_call_tree_panel_size_allocate;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-call-tree-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, view);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, row_menu);

}

static void
ful_call_tree_panel_init (FulCallTreePanel *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));

  self->expand_all = g_simple_action_new ("expand-all", NULL);
  g_signal_connect_swapped (self->expand_all, "activate", G_CALLBACK (expand_all), self);
  self->model = ful_call_tree_model_new ();
  self->columns = ful_call_tree_columns_new (self->view, self->model);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->model));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (right_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), GTK_EVENT_CONTROLLER (click));

  /* A job of the model may end after the panel. */
  g_signal_connect_object (self->model, "settled", G_CALLBACK (model_settled_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "node-selected", G_CALLBACK (node_selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activate_cb), self);
}

static GtkWidget *
create (FulAnalysis *analysis,
        GSettings   *settings)
{
  FulCallTreePanel *self = g_object_new (FUL_TYPE_CALL_TREE_PANEL, NULL);
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));
  self->page = ful_sample_page_new (analysis, GTK_WIDGET (self));

  /* The menu belongs to the page. */
  ful_sample_page_set_menu (self->page, self->row_menu);
  ful_tree_hover_watch (self->view, self->columns, self->model, self->page);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (self->expand_all));
  gtk_widget_insert_action_group (GTK_WIDGET (self->page), "tree", G_ACTION_GROUP (group));

  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
  if (ful_analysis_get_tree (analysis))
    analysis_changed_cb (self);

  return GTK_WIDGET (self->page);
}
