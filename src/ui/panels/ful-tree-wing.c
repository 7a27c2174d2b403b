/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The same model and cells as in the call tree panel. */

#include "config.h"

#include "ful-tree-wing.h"
#include "ful-call-tree-columns.h"
#include "ful-call-tree-model.h"
#include "ful-tree-hover.h"

/* Below this width (px) the library has no column. */
#define NARROW 760

struct _FulTreeWing
{
  GtkWidget           parent_instance;

  FulCallTreeModel   *model;
  FulCallTreeColumns *columns;
  GtkWidget          *box;
  GtkColumnView      *view;
  gboolean            narrow;
  guint               width_id;
};

G_DEFINE_FINAL_TYPE (FulTreeWing, ful_tree_wing, GTK_TYPE_WIDGET)

enum
{
  SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
node_selected_cb (FulTreeWing *self)
{
  g_signal_emit (self, signals[SELECTED], 0);
}

static void
activate_cb (FulTreeWing *self,
             guint        position)
{
  ful_call_tree_model_toggle (self->model, position);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulTreeWing           *self)
{
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  gint64 selected = ful_place_model_get_selected (FUL_PLACE_MODEL (self->model));
  gboolean inwards = (keyval == GDK_KEY_Right) != rtl;

  if ((keyval != GDK_KEY_Left && keyval != GDK_KEY_Right) || selected < 0 ||
      (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;

  if (ful_call_tree_model_is_expanded (self->model, (guint) selected) != inwards)
    ful_call_tree_model_toggle (self->model, (guint) selected);

  return GDK_EVENT_STOP;
}

static gboolean
apply_width_cb (gpointer user_data)
{
  FulTreeWing *self = user_data;

  self->width_id = 0;
  ful_call_tree_columns_set_narrow (self->columns, self->narrow);

  return G_SOURCE_REMOVE;
}

static void
ful_tree_wing_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  FulTreeWing *self = FUL_TREE_WING (widget);
  gboolean narrow = width < NARROW;

  /* Columns cannot come or go in the middle of an allocation. */
  if (narrow != self->narrow)
    {
      self->narrow = narrow;
      if (self->width_id == 0)
        self->width_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_width_cb, self, NULL);
    }
  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
ful_tree_wing_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  gtk_widget_measure (FUL_TREE_WING (widget)->box, orientation, for_size, minimum, natural, minimum_baseline,
                      natural_baseline);
}

static void
ful_tree_wing_dispose (GObject *object)
{
  FulTreeWing *self = FUL_TREE_WING (object);

  g_clear_handle_id (&self->width_id, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->columns, ful_call_tree_columns_free);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (ful_tree_wing_parent_class)->dispose (object);
}

static void
ful_tree_wing_class_init (FulTreeWingClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_tree_wing_dispose;
  widget_class->measure = ful_tree_wing_measure;
  widget_class->size_allocate = ful_tree_wing_size_allocate;

  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_tree_wing_init (FulTreeWing *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  self->model = ful_call_tree_model_new ();
  self->columns = ful_call_tree_columns_new (self->view, self->model);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->model));
  gtk_widget_set_vexpand (scrolled, TRUE);
  gtk_box_append (GTK_BOX (self->box), scrolled);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_object (self->model, "node-selected", G_CALLBACK (node_selected_cb), self, G_CONNECT_SWAPPED);
}

/**
 * ful_tree_wing_new:
 * @title: stands above the tree, and names it for assistive tools
 *
 * Returns: (transfer floating): a wing without a tree
 */
FulTreeWing *
ful_tree_wing_new (const char *title)
{
  FulTreeWing *self = g_object_new (FUL_TYPE_TREE_WING, NULL);
  GtkWidget *label = gtk_label_new (title);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "wing-title");
  gtk_box_prepend (GTK_BOX (self->box), label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);

  return self;
}

/**
 * ful_tree_wing_set_page:
 * @page: the page around the wing, which says what the pointer is over; once
 */
void
ful_tree_wing_set_page (FulTreeWing   *self,
                        FulSamplePage *page)
{
  ful_tree_hover_watch (self->view, self->columns, self->model, page);
}

/**
 * ful_tree_wing_get_view:
 *
 * Returns: (transfer none): the list, to sort it or to show a menu over it
 */
GtkColumnView *
ful_tree_wing_get_view (FulTreeWing *self)
{
  return self->view;
}

/**
 * ful_tree_wing_set_tree:
 * @tree: what to show
 * @thread: what it was made of
 * @afresh: whether it has nothing to do with the one before
 */
void
ful_tree_wing_set_tree (FulTreeWing      *self,
                        FulCallTree      *tree,
                        FulDerivedThread *thread,
                        gboolean          afresh)
{
  FulThread *first = ful_profile_get_thread (thread->profile, thread->threads->threads[0]);

  ful_call_tree_columns_set_search (self->columns, thread->options->search, thread->options->search_is_regex);
  ful_call_tree_columns_set_weight_type (self->columns, tree->weight_type, first->is_js_tracer);
  ful_call_tree_model_set_tree (self->model, tree, NULL, afresh);
}

FulCallTree *
ful_tree_wing_get_tree (FulTreeWing *self)
{
  return ful_call_tree_model_get_tree (self->model);
}

/**
 * ful_tree_wing_get_selected:
 *
 * Returns: the selected node of the tree that is shown, or %FUL_NONE
 */
FulCallNodeIndex
ful_tree_wing_get_selected (FulTreeWing *self)
{
  return ful_call_tree_model_get_selected_node (self->model);
}

/**
 * ful_tree_wing_reveal:
 * @node: a node of the newest tree
 *
 * Selects @node and brings it on screen.
 */
void
ful_tree_wing_reveal (FulTreeWing      *self,
                      FulCallNodeIndex  node)
{
  ful_call_tree_model_reveal (self->model, node);
}
