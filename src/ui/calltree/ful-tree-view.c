/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-tree-view.h"
#include "ful-call-tree-columns.h"
#include "ful-tree-hover.h"
#include "ful-when-view.h"

#include "lists/ful-row-cursor.h"
#include "lists/ful-row-place.h"
#include "lists/ful-row-view.h"
#include "widgets/ful-em.h"

#define SHOW_WHEN "show-when"

struct _FulTreeView
{
  GtkWidget           parent_instance;

  FulSamplePage      *page;         /* (unowned): around the view */
  FulCallTreeModel   *model;
  FulCallTreeColumns *columns;
  FulWhenView        *when;
  GSettings          *settings;     /* (nullable) */
  gboolean            has_times;    /* the profile of the tree has */
  GtkWidget          *box;
  GtkColumnView      *list;
  FulTransformPreview *part;        /* (nullable): of a tree that is not that of the document */
  gboolean            of_document;  /* rows are call nodes of the document, else functions */
  gboolean            has_key;      /* a key is pressed that the list got */
  int                 width;        /* that it has */
  guint               width_id;
};

G_DEFINE_FINAL_TYPE (FulTreeView, ful_tree_view, GTK_TYPE_WIDGET)

enum
{
  BUSY_CHANGED,
  SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* Whether a key or button is pressed or a menu is open: rows do not move then from where the user sees them. */
static gboolean
is_held_cb (gpointer owner)
{
  FulTreeView *self = owner;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root ? gtk_root_get_focus (root) : NULL;
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (GTK_WIDGET (self)));
  GdkModifierType state = 0;

  if (root && seat)
    gdk_surface_get_device_position (gtk_native_get_surface (GTK_NATIVE (root)), gdk_seat_get_pointer (seat), NULL, NULL, &state);

  return (state & (GDK_BUTTON1_MASK | GDK_BUTTON2_MASK | GDK_BUTTON3_MASK)) ||
         (self->has_key && focus && gtk_widget_is_ancestor (focus, GTK_WIDGET (self))) ||
         (focus && gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER));
}

/* Right expands and Left collapses, in either text direction. */
static void
move_sideways (FulTreeView *self,
               gboolean     inwards)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  const FulCallTreeRow *row;

  if (selected < 0)
    return;

  row = ful_call_tree_model_get_row (self->model, (guint) selected);
  if (ful_call_tree_model_is_expanded (self->model, (guint) selected) &&
      ful_call_tree_has_children (ful_call_tree_model_get_tree (self->model), row->node))
    {
      if (inwards)
        ful_tree_view_go_to_row (self, selected + 1);
      else
        ful_call_tree_model_collapse (self->model, (guint) selected);
    }
  else if (inwards)
    {
      ful_call_tree_model_expand (self->model, (guint) selected);
    }
  else
    {
      ful_tree_view_go_to_row (self, ful_call_tree_model_find_parent (self->model, (guint) selected));
    }
}

/* The menu of the selected row, which @over belongs to. */
static void
popup (FulTreeView *self,
       GtkWidget   *over,
       double       x,
       double       y)
{
  FulCallNodeIndex node = ful_call_tree_model_get_selected_node (self->model);

  if (node == FUL_NONE || !self->page)
    return;

  if (self->of_document)
    ful_sample_page_popup (self->page, over, x, y);
  else
    ful_sample_page_popup_func (self->page, ful_call_tree_model_get_tree (self->model), node, over, x, y);
}

static gboolean
popup_at_selected (FulTreeView *self)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  GtkWidget *row = selected < 0 ? NULL : ful_row_cursor_find_row (self->list, (guint) selected);

  popup (self, row ? row : GTK_WIDGET (self->list), 40, row ? gtk_widget_get_height (row) : 40);

  return GDK_EVENT_STOP;
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulTreeView           *self)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  self->has_key = TRUE;
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
      ful_tree_view_expand_all (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_w:
    case GDK_KEY_W:
      ful_when_view_select_range (self->when, (modifiers & GDK_SHIFT_MASK) != 0);
      return GDK_EVENT_STOP;

    case GDK_KEY_Menu:
      return popup_at_selected (self);

    case GDK_KEY_F10:
      return (modifiers & GDK_SHIFT_MASK) ? popup_at_selected (self) : GDK_EVENT_PROPAGATE;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
key_released_cb (FulTreeView *self)
{
  self->has_key = FALSE;
}

/* Select the row under the pointer first. Empty space has no menu. */
static void
right_pressed_cb (GtkGestureClick *gesture,
                  int              n_press,
                  double           x,
                  double           y,
                  FulTreeView     *self)
{
  gint64 position = ful_row_cursor_pick (self->list, x, y);

  if (position < 0 || !ful_call_tree_model_get_row (self->model, (guint) position))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  ful_call_tree_model_select (self->model, position);
  gtk_widget_grab_focus (ful_row_cursor_find_row (self->list, (guint) position));
  popup (self, GTK_WIDGET (self->list), x, y);
}

static void
activate_cb (FulTreeView *self,
             guint        position)
{
  const FulCallTreeRow *row = ful_call_tree_model_get_row (self->model, position);

  if (row)
    gtk_widget_activate_action (GTK_WIDGET (self), "view.show-source", "i",
                                ful_call_tree_get_func (ful_call_tree_model_get_tree (self->model), row->node));
}

static void
node_selected_cb (FulTreeView *self)
{
  g_signal_emit (self, signals[SELECTED], 0);
}

/* Strips are in panels that are wide, even where lists divide these. */
static void
show_when (FulTreeView *self)
{
  GtkWidget *page = GTK_WIDGET (self->page);
  gboolean show = page && self->has_times && ful_em_is_wide (page, gtk_widget_get_width (page)) &&
                  (!self->settings || g_settings_get_boolean (self->settings, SHOW_WHEN));

  ful_call_tree_columns_show_when (self->columns, show);
  ful_when_view_set_shown (self->when, show);
}

static gboolean
apply_width_cb (gpointer user_data)
{
  FulTreeView *self = user_data;

  self->width_id = 0;
  ful_call_tree_columns_set_width (self->columns, self->width);
  show_when (self);

  return G_SOURCE_REMOVE;
}

static void
ful_tree_view_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  FulTreeView *self = FUL_TREE_VIEW (widget);

  /* Columns cannot be added or removed during an allocation. */
  if (width != self->width)
    {
      self->width = width;
      if (self->width_id == 0)
        self->width_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_width_cb, self, NULL);
    }
  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
ful_tree_view_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  gtk_widget_measure (FUL_TREE_VIEW (widget)->box, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static void
ful_tree_view_dispose (GObject *object)
{
  FulTreeView *self = FUL_TREE_VIEW (object);

  g_clear_handle_id (&self->width_id, g_source_remove);
  g_clear_pointer (&self->when, ful_when_view_free);
  g_clear_object (&self->settings);
  g_clear_object (&self->part);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->columns, ful_call_tree_columns_free);
  if (self->model)
    ful_call_tree_model_set_held (self->model, NULL, NULL);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ful_tree_view_parent_class)->dispose (object);
}

static void
ful_tree_view_class_init (FulTreeViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_tree_view_dispose;
  widget_class->measure = ful_tree_view_measure;
  widget_class->size_allocate = ful_tree_view_size_allocate;

  signals[BUSY_CHANGED] = g_signal_new ("busy-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                        NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_tree_view_init (FulTreeView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->list = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_box_append (GTK_BOX (self->box), ful_row_view_new (self->list));
  self->model = ful_call_tree_model_new ();
  ful_call_tree_model_set_held (self->model, is_held_cb, self);
  gtk_column_view_set_model (self->list, GTK_SELECTION_MODEL (self->model));
  ful_row_place_watch (self->list, FUL_ROW_MODEL (self->model));
  self->when = ful_when_view_new (self->list, self->model);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (key_released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), keys);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (right_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->list), GTK_EVENT_CONTROLLER (click));

  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (activate_cb), self);
  /* A job of the model may end after the view. */
  g_signal_connect_object (self->model, "node-selected", G_CALLBACK (node_selected_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ful_tree_view_new:
 * @name: for assistive tools
 * @title: (nullable): heading above the tree
 * @has_library_column: see ful_call_tree_columns_new()
 *
 * Returns: (transfer floating): a view without a tree
 */
FulTreeView *
ful_tree_view_new (const char *name,
                   const char *title,
                   gboolean    has_library_column)
{
  FulTreeView *self = g_object_new (FUL_TYPE_TREE_VIEW, NULL);

  self->columns = ful_call_tree_columns_new (self->list, self->model, ful_when_view_get_strips (self->when),
                                             has_library_column);
  if (title)
    {
      GtkWidget *label = gtk_label_new (title);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "list-title");
      gtk_box_prepend (GTK_BOX (self->box), label);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return self;
}

static void
strips_busy_cb (FulTreeView   *self,
                GParamSpec    *pspec,
                FulWhenStrips *strips)
{
  gboolean busy;

  g_object_get (strips, "busy", &busy, NULL);
  ful_sample_page_add_pending (self->page, busy ? 1 : -1);
}

/* The menu of the titles shows or hides the strips. */
static void
set_settings (FulTreeView *self,
              GSettings   *settings)
{
  g_autoptr(GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr(GAction) action = NULL;

  if (!settings)
    return;

  self->settings = g_object_ref (settings);
  action = g_settings_create_action (settings, SHOW_WHEN);
  g_action_map_add_action (G_ACTION_MAP (group), action);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "columns", G_ACTION_GROUP (group));
  g_signal_connect_object (settings, "changed::" SHOW_WHEN, G_CALLBACK (show_when), self, G_CONNECT_SWAPPED);
}

/**
 * ful_tree_view_set_page:
 * @page: the page around the view, with the status line; once
 * @of_document: whether the selected row is the selected call node of the document; else row menus apply to
 *   functions
 */
void
ful_tree_view_set_page (FulTreeView   *self,
                        FulSamplePage *page,
                        gboolean       of_document)
{
  g_return_if_fail (FUL_IS_TREE_VIEW (self));

  self->page = page;
  self->of_document = of_document;
  ful_call_tree_columns_set_document (self->columns, ful_sample_page_get_document (page));
  if (!of_document)
    self->part = ful_transform_preview_new_of_part (ful_sample_page_get_preview (page));
  ful_call_tree_columns_set_preview (self->columns, self->part ? self->part : ful_sample_page_get_preview (page));
  ful_when_view_set_document (self->when, ful_sample_page_get_document (page));
  g_signal_connect_object (ful_when_view_get_strips (self->when), "notify::busy", G_CALLBACK (strips_busy_cb), self,
                           G_CONNECT_SWAPPED);
  set_settings (self, ful_sample_page_get_settings (page));
  ful_tree_hover_watch (self->list, self->model, page);
}

/**
 * ful_tree_view_get_list:
 *
 * Returns: (transfer none): the list, for sorting
 */
GtkColumnView *
ful_tree_view_get_list (FulTreeView *self)
{
  return self->list;
}

FulCallTreeModel *
ful_tree_view_get_model (FulTreeView *self)
{
  return self->model;
}

/**
 * ful_tree_view_set_tree:
 * @tree: the tree
 * @thread: its derived thread, whose samples strips are of; expansion is mapped through its transforms
 * @reset: whether to reset expansion and selection
 */
void
ful_tree_view_set_tree (FulTreeView      *self,
                        FulCallTree      *tree,
                        FulDerivedThread *thread,
                        gboolean          reset)
{
  FulThread *first = ful_profile_get_thread (thread->profile, thread->threads->threads[0]);
  gboolean follows = self->of_document && !tree->is_list;

  ful_call_tree_columns_set_search (self->columns, thread->profile, thread->options->search, thread->options->search_flags);
  ful_call_tree_columns_set_tree (self->columns, tree, first->is_js_tracer);
  self->has_times = tree->profile->has_times;
  show_when (self);
  ful_when_view_set_tree (self->when, tree, thread);
  /* In a list of functions there are no calls that could go. */
  if (self->part && !tree->is_list)
    ful_transform_preview_set_part (self->part, tree, thread);
  ful_call_tree_model_set_tree (self->model, tree, follows ? thread : NULL, reset);
}

/**
 * ful_tree_view_go_to_row:
 * @position: a row; negative values are ignored
 *
 * Selects a row, scrolls to it, and focuses it.
 */
void
ful_tree_view_go_to_row (FulTreeView *self,
                         gint64       position)
{
  if (position < 0)
    return;

  ful_call_tree_model_select (self->model, position);
  ful_row_place_release (self->list);
  ful_row_cursor_go (self->list, (guint) position, TRUE);
}

/**
 * ful_tree_view_reveal_selected:
 *
 * Scrolls to the selected row if none of it is on screen.
 *
 * Returns: whether some of it is on screen, or no row is selected
 */
gboolean
ful_tree_view_reveal_selected (FulTreeView *self)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));
  GtkWidget *row = selected < 0 ? NULL : ful_row_cursor_find_row (self->list, (guint) selected);
  double y = 0;

  if (selected < 0)
    return TRUE;

  /* Rows before and after those that are seen exist, too; the titles are over the first ones. */
  if (row && gtk_widget_translate_coordinates (row, GTK_WIDGET (self->list), 0, gtk_widget_get_height (row) / 2.0, NULL, &y) &&
      y >= gtk_widget_get_height (gtk_widget_get_first_child (GTK_WIDGET (self->list))) &&
      y < gtk_widget_get_height (GTK_WIDGET (self->list)))
    return TRUE;

  ful_row_place_release (self->list);
  ful_row_cursor_show (self->list, (guint) selected, TRUE);

  return FALSE;
}

/**
 * ful_tree_view_expand_all:
 *
 * Expands the selected row recursively.
 */
void
ful_tree_view_expand_all (FulTreeView *self)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (self->model));

  if (selected >= 0)
    ful_call_tree_model_expand_all (self->model, (guint) selected);
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}
