/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The filter bar writes to the document; the tree shows what the analysis made
 * of it. Between the two nothing is computed here. */

#include "config.h"

#include "ful-call-tree-panel.h"
#include "ful-call-tree-columns.h"
#include "ful-call-tree-model.h"

#include "derive/ful-strategy.h"

#include <glib/gi18n.h>
#include <string.h>

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
  GArray             *strategies;   /* FulStrategy; those of the drop down */
  gboolean            updating;     /* controls follow the document, not the user */
  gconstpointer       shown_nodes;     /* of the tree that is shown; only compared */
  gconstpointer       shown_inverted;
  gboolean            narrow;
  guint               width_id;
  gint64              focus_row;    /* to be focused when it is there */
  guint               focus_tick;
  int                 focus_tries;

  GtkDropDown        *frames_drop;
  GtkDropDown        *summary_drop;
  GtkCheckButton     *invert_check;
  GtkCheckButton     *idle_check;
  GtkEditable        *search_entry;
  GtkSpinner         *spinner;
  GtkStack           *stack;
  GtkWidget          *tree_page;
  GtkColumnView      *view;
  AdwStatusPage      *empty_page;
  GtkButton          *empty_button;
  GtkPopover         *popover;
};

G_DEFINE_FINAL_TYPE (FulCallTreePanel, ful_call_tree_panel, GTK_TYPE_WIDGET)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static GtkWidget *
create (FulAnalysis *analysis);

const FulPanel ful_call_tree_panel = {
  .id = "call-tree",
  .title = N_("Call Tree"),
  .icon_name = "format-indent-more-symbolic",
  .create = create,
};

static gboolean
is_busy (FulCallTreePanel *self)
{
  return ful_analysis_get_busy (self->analysis) || ful_call_tree_model_get_busy (self->model);
}

static void
busy_changed_cb (FulCallTreePanel *self)
{
  gboolean busy = is_busy (self);

  gtk_spinner_set_spinning (self->spinner, busy);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
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
  gint64 selected = ful_call_tree_model_get_selected (self->model);

  if (!self->shown_nodes || gtk_widget_get_focus_child (GTK_WIDGET (self->view)))
    go_to_row (self, selected);
  else if (selected >= 0)
    gtk_widget_activate_action (gtk_widget_get_last_child (GTK_WIDGET (self->view)), "list.scroll-to-item", "u",
                                (guint) selected);
}

static const char *
describe_frames (FulImplementation implementation)
{
  return implementation == FUL_IMPLEMENTATION_JS ? _("No JavaScript Frames Here") : _("No Native Frames Here");
}

/* Says why there is nothing to see, and what would change that. */
static void
show_empty (FulCallTreePanel *self)
{
  FulDeriveOptions *options = ful_document_get_options (self->document);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  const char *icon = "edit-find-symbolic";
  const char *text, *button = NULL, *action = NULL;
  g_autofree char *title = NULL;

  if (thread->threads->n_samples == 0 && !thread->threads->js_allocations && !thread->threads->native_allocations)
    {
      icon = "content-loading-symbolic";
      title = g_strdup (_("No Samples Recorded"));
      text = _("This thread has markers only.");
    }
  else if (*options->search)
    {
      title = g_strdup_printf (_("No Match for “%s”"), options->search);
      text = _("Nothing in this thread contains these terms.");
      button = _("Clear Search");
      action = "panel.clear-search";
    }
  else if (options->implementation != FUL_IMPLEMENTATION_COMBINED)
    {
      title = g_strdup (describe_frames (options->implementation));
      text = _("The samples of this thread have other frames.");
      button = _("Show All Frames");
      action = "panel.show-all-frames";
    }
  else if (options->has_preview || options->has_range)
    {
      icon = "content-loading-symbolic";
      title = g_strdup (_("No Samples in This Range"));
      text = _("The thread may have samples elsewhere in the recording.");
      button = _("Show Full Range");
      action = "panel.show-full-range";
    }
  else if (!options->include_idle)
    {
      icon = "content-loading-symbolic";
      title = g_strdup (_("Only Idle Samples"));
      text = _("The thread waited all the time.");
      button = _("Show Idle Samples");
      action = "panel.show-idle";
    }
  else
    {
      icon = "content-loading-symbolic";
      title = g_strdup (_("No Stacks Recorded"));
      text = _("The samples of this thread have no stacks.");
    }

  adw_status_page_set_icon_name (self->empty_page, icon);
  adw_status_page_set_title (self->empty_page, title);
  adw_status_page_set_description (self->empty_page, text);
  gtk_widget_set_visible (GTK_WIDGET (self->empty_button), button != NULL);
  if (button)
    {
      gtk_button_set_label (self->empty_button, button);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->empty_button), action);
    }
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->empty_page));
}

static void
model_settled_cb (FulCallTreePanel *self)
{
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  gboolean is_empty = g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0;

  if (is_empty && ful_analysis_get_thread (self->analysis))
    {
      show_empty (self);
    }
  else
    {
      gtk_stack_set_visible_child (self->stack, self->tree_page);
      /* While only numbers change (a brush), nothing scrolls. */
      if (tree->nodes != self->shown_nodes || tree->inverted != self->shown_inverted)
        show_selected (self);
      self->shown_nodes = tree->nodes;
      self->shown_inverted = tree->inverted;
    }

  busy_changed_cb (self);
}

static void
node_selected_cb (FulCallTreePanel *self)
{
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (self->model);
  gboolean has_node = node != FUL_NONE;
  g_autoptr(GArray) path = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "panel.expand-all", has_node);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "panel.copy-name", has_node);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "panel.copy-stack", has_node);

  if (has_node)
    path = ful_call_tree_get_path (ful_call_tree_model_get_tree (self->model), node);
  ful_document_select_path (self->document, path ? (FulFuncIndex *) path->data : NULL, path ? path->len : 0);
}

static const char *
describe_strategy (FulStrategy strategy)
{
  switch (strategy)
    {
    case FUL_STRATEGY_TIMING:
      return _("Time");
    case FUL_STRATEGY_JS_ALLOCATIONS:
      return _("JavaScript allocations");
    case FUL_STRATEGY_NATIVE_RETAINED_ALLOCATIONS:
      return _("Retained memory");
    case FUL_STRATEGY_NATIVE_ALLOCATIONS:
      return _("Allocated memory");
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_SITES:
      return _("Deallocation sites");
    case FUL_STRATEGY_NATIVE_DEALLOCATIONS_MEMORY:
      return _("Deallocated memory");
    case FUL_N_STRATEGIES:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_same_list (GArray *a,
              GArray *b)
{
  return a && a->len == b->len && memcmp (a->data, b->data, a->len * sizeof (FulStrategy)) == 0;
}

/* Offers the summaries that make sense for the thread; one is no choice. */
static void
update_strategies (FulCallTreePanel *self,
                   FulDerivedThread *thread)
{
  FulThread *first = ful_profile_get_thread (thread->profile, thread->threads->threads[0]);
  g_autoptr(GArray) strategies = ful_strategy_list_useful (first);

  self->updating = TRUE;

  /* A new model makes a new list in the popover, which is much for every step of a brush. */
  if (!is_same_list (self->strategies, strategies))
    {
      g_autoptr(GtkStringList) names = gtk_string_list_new (NULL);

      for (guint i = 0; i < strategies->len; i++)
        gtk_string_list_append (names, describe_strategy (g_array_index (strategies, FulStrategy, i)));
      gtk_drop_down_set_model (self->summary_drop, G_LIST_MODEL (names));
      g_clear_pointer (&self->strategies, g_array_unref);
      self->strategies = g_steal_pointer (&strategies);
    }

  for (guint i = 0; i < self->strategies->len; i++)
    if (g_array_index (self->strategies, FulStrategy, i) == thread->strategy)
      gtk_drop_down_set_selected (self->summary_drop, i);
  gtk_widget_set_visible (GTK_WIDGET (self->summary_drop), self->strategies->len > 1 && thread->threads->n_threads == 1);

  self->updating = FALSE;
}

/* The model fills the rows around the middle of the view first. */
static void
scrolled_cb (FulCallTreePanel *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view));
  double upper = gtk_adjustment_get_upper (adjustment);
  double middle = gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) / 2;
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->model));

  if (upper > 0)
    ful_call_tree_model_set_anchor (self->model, (guint) (CLAMP (middle / upper, 0, 1) * n_rows));
}

static void
analysis_changed_cb (FulCallTreePanel *self)
{
  FulCallTree *tree = ful_analysis_get_tree (self->analysis);
  FulDerivedThread *thread = ful_analysis_get_thread (self->analysis);
  FulThread *first = ful_profile_get_thread (thread->profile, thread->threads->threads[0]);

  update_strategies (self, thread);
  ful_call_tree_columns_set_search (self->columns, thread->options->search);
  ful_call_tree_columns_set_weight_type (self->columns, tree->weight_type, first->is_js_tracer);
  ful_call_tree_model_set_tree (self->model, tree, thread->threads != self->shown_threads);
  if (thread->threads != self->shown_threads)
    {
      g_clear_pointer (&self->shown_threads, ful_thread_set_unref);
      self->shown_threads = ful_thread_set_ref (thread->threads);
    }
  busy_changed_cb (self);
}

static void
state_changed_cb (FulCallTreePanel *self)
{
  FulDeriveOptions *options = ful_document_get_options (self->document);

  self->updating = TRUE;
  gtk_drop_down_set_selected (self->frames_drop, options->implementation);
  gtk_check_button_set_active (self->invert_check, options->invert);
  gtk_check_button_set_active (self->idle_check, options->include_idle);
  if (g_strcmp0 (gtk_editable_get_text (self->search_entry), options->search) != 0)
    gtk_editable_set_text (self->search_entry, options->search);
  self->updating = FALSE;
}

static void
frames_selected_cb (FulCallTreePanel *self)
{
  if (!self->updating)
    ful_document_set_implementation (self->document, (FulImplementation) gtk_drop_down_get_selected (self->frames_drop));
}

static void
summary_selected_cb (FulCallTreePanel *self)
{
  guint selected = gtk_drop_down_get_selected (self->summary_drop);

  if (!self->updating && selected < self->strategies->len)
    ful_document_set_strategy (self->document, g_array_index (self->strategies, FulStrategy, selected));
}

static void
invert_toggled_cb (FulCallTreePanel *self)
{
  if (!self->updating)
    ful_document_set_invert (self->document, gtk_check_button_get_active (self->invert_check));
}

static void
idle_toggled_cb (FulCallTreePanel *self)
{
  if (!self->updating)
    ful_document_set_include_idle (self->document, gtk_check_button_get_active (self->idle_check));
}

static void
search_changed_cb (FulCallTreePanel *self)
{
  if (!self->updating)
    ful_document_set_search (self->document, gtk_editable_get_text (self->search_entry));
}

static void
focus_tree (FulCallTreePanel *self)
{
  go_to_row (self, ful_call_tree_model_get_selected (self->model));
}

static void
show_menu (FulCallTreePanel *self,
           double            x,
           double            y)
{
  GdkRectangle at = { 0, 0, 1, 1 };
  double panel_x, panel_y;

  gtk_widget_translate_coordinates (GTK_WIDGET (self->view), gtk_widget_get_parent (GTK_WIDGET (self->popover)),
                                    x, y, &panel_x, &panel_y);
  at.x = (int) panel_x;
  at.y = (int) panel_y;
  gtk_popover_set_pointing_to (self->popover, &at);
  gtk_popover_popup (self->popover);
}

/* Right moves in and left moves out, whichever way the text runs. */
static void
move_sideways (FulCallTreePanel *self,
               gboolean          inwards)
{
  gint64 selected = ful_call_tree_model_get_selected (self->model);
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
      gtk_widget_activate_action (GTK_WIDGET (self), "panel.expand-all", NULL);
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
  if (!ful_call_tree_model_get_row (self->model, position))
    return;

  if (ful_call_tree_model_is_expanded (self->model, position))
    ful_call_tree_model_collapse (self->model, position);
  else
    ful_call_tree_model_expand (self->model, position);
}

static void
find_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (FUL_CALL_TREE_PANEL (widget)->search_entry));
}

static void
expand_all_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (widget);
  gint64 selected = ful_call_tree_model_get_selected (self->model);

  if (selected >= 0)
    ful_call_tree_model_expand_all (self->model, (guint) selected);
  busy_changed_cb (self);
}

static void
copy_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (widget);
  FulCallTree *tree = ful_call_tree_model_get_tree (self->model);
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (self->model);
  g_autoptr(GArray) path = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  if (node == FUL_NONE)
    return;

  if (g_str_equal (action, "panel.copy-name"))
    {
      gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), ful_call_tree_get_name (tree, node));
      return;
    }

  /* The innermost function first, as debuggers print stacks. */
  path = ful_call_tree_get_path (tree, node);
  for (guint i = 0; i < path->len; i++)
    {
      guint at = tree->inverted ? i : path->len - 1 - i;

      g_string_append (text, ful_profile_get_func_name (tree->profile, g_array_index (path, FulFuncIndex, at)));
      g_string_append_c (text, '\n');
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

static void
remove_cause_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (widget);

  if (g_str_equal (action, "panel.clear-search"))
    ful_document_set_search (self->document, "");
  else if (g_str_equal (action, "panel.show-all-frames"))
    ful_document_set_implementation (self->document, FUL_IMPLEMENTATION_COMBINED);
  else if (g_str_equal (action, "panel.show-idle"))
    ful_document_set_include_idle (self->document, TRUE);
  else
    ful_document_pop_ranges (self->document, 0);
}

static void
toggle_invert_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulCallTreePanel *self = FUL_CALL_TREE_PANEL (widget);

  ful_document_set_invert (self->document, !ful_document_get_options (self->document)->invert);
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
ful_call_tree_panel_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, is_busy (FUL_CALL_TREE_PANEL (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
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
  g_clear_object (&self->model);
  g_clear_object (&self->analysis);
  g_clear_object (&self->document);
  g_clear_pointer (&self->strategies, g_array_unref);
  g_clear_pointer (&self->shown_threads, ful_thread_set_unref);

  G_OBJECT_CLASS (ful_call_tree_panel_parent_class)->dispose (object);
}

static void
ful_call_tree_panel_class_init (FulCallTreePanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = ful_call_tree_panel_get_property;
  object_class->dispose = ful_call_tree_panel_dispose;
  widget_class->measure = ful_call_tree_panel_measure;
  widget_class->size_allocate = ful_call_tree_panel_size_allocate;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-call-tree-panel.ui");
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, frames_drop);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, summary_drop);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, invert_check);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, idle_check);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, search_entry);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, spinner);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, stack);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, tree_page);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, view);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, empty_page);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, empty_button);
  gtk_widget_class_bind_template_child (widget_class, FulCallTreePanel, popover);

  gtk_widget_class_install_action (widget_class, "panel.find", NULL, find_action);
  gtk_widget_class_install_action (widget_class, "panel.expand-all", NULL, expand_all_action);
  gtk_widget_class_install_action (widget_class, "panel.copy-name", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "panel.copy-stack", NULL, copy_action);
  gtk_widget_class_install_action (widget_class, "panel.clear-search", NULL, remove_cause_action);
  gtk_widget_class_install_action (widget_class, "panel.show-all-frames", NULL, remove_cause_action);
  gtk_widget_class_install_action (widget_class, "panel.show-idle", NULL, remove_cause_action);
  gtk_widget_class_install_action (widget_class, "panel.show-full-range", NULL, remove_cause_action);
  gtk_widget_class_install_action (widget_class, "panel.toggle-invert", NULL, toggle_invert_action);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_i, 0, "panel.toggle-invert", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_slash, 0, "panel.find", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "panel.copy-name", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "panel.copy-stack", NULL);
}

static void
watch_scrolling (FulCallTreePanel *self)
{
  g_signal_connect_object (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)), "value-changed",
                           G_CALLBACK (scrolled_cb), self, G_CONNECT_SWAPPED);
}

static void
ful_call_tree_panel_init (FulCallTreePanel *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_init_template (GTK_WIDGET (self));

  self->model = ful_call_tree_model_new ();
  self->columns = ful_call_tree_columns_new (self->view, self->model);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->model));
  watch_scrolling (self);

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
  g_signal_connect_swapped (self->frames_drop, "notify::selected", G_CALLBACK (frames_selected_cb), self);
  g_signal_connect_swapped (self->summary_drop, "notify::selected", G_CALLBACK (summary_selected_cb), self);
  g_signal_connect_swapped (self->invert_check, "toggled", G_CALLBACK (invert_toggled_cb), self);
  g_signal_connect_swapped (self->idle_check, "toggled", G_CALLBACK (idle_toggled_cb), self);
  g_signal_connect_swapped (self->search_entry, "search-changed", G_CALLBACK (search_changed_cb), self);
  g_signal_connect_swapped (self->search_entry, "stop-search", G_CALLBACK (focus_tree), self);
  g_signal_connect_swapped (self->search_entry, "activate", G_CALLBACK (focus_tree), self);
}

static GtkWidget *
create (FulAnalysis *analysis)
{
  FulCallTreePanel *self = g_object_new (FUL_TYPE_CALL_TREE_PANEL, NULL);

  self->analysis = g_object_ref (analysis);
  self->document = g_object_ref (ful_analysis_get_document (analysis));

  g_signal_connect_object (analysis, "changed", G_CALLBACK (analysis_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::busy", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (state_changed_cb), self,
                           G_CONNECT_SWAPPED);
  state_changed_cb (self);
  if (ful_analysis_get_tree (analysis))
    analysis_changed_cb (self);

  return GTK_WIDGET (self);
}
