/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row takes the focus, so that threads can be selected from the keyboard
 * like by a click: Space or Enter, with Ctrl to add and Shift to extend. Left
 * and Right fold and unfold a process; time runs from left to right in every
 * language, and so do they. */

#include "config.h"

#include "ful-thread-row.h"

#include <glib/gi18n.h>

#define MAIN_HEIGHT 50
#define LOCAL_HEIGHT 38
#define BLANK_HEIGHT 30

/* Place of the menu when a key opens it, and size of the arrow, px. */
#define MENU_X 24
#define ARROW_SIZE 22

/* Right of the graph, px; the overlay of the time line knows it too. */
#define RIGHT_MARGIN 12

struct _FulThreadRow
{
  GtkWidget  parent_instance;

  gint32     thread;        /* or FUL_NONE */
  int        header_width;
  int        height;
  gboolean   can_fold;
  gboolean   folded;
  GtkWidget *header;
  GtkWidget *arrow;         /* (nullable): of a process */
  GtkWidget *graph;         /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulThreadRow, ful_thread_row, GTK_TYPE_WIDGET)

enum
{
  CLICKED,
  FOLDED,
  MENU,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
released_cb (GtkGestureClick *gesture,
             int              n_press,
             double           x,
             double           y,
             FulThreadRow    *self)
{
  GdkModifierType modifiers = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->thread != FUL_NONE)
    g_signal_emit (self, signals[CLICKED], 0, modifiers);
}

static void
arrow_clicked_cb (FulThreadRow *self)
{
  g_signal_emit (self, signals[FOLDED], 0, !self->folded);
}

static void
right_pressed_cb (GtkGestureClick *gesture,
                  int              n_press,
                  double           x,
                  double           y,
                  FulThreadRow    *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit (self, signals[MENU], 0, x, y);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulThreadRow          *self)
{
  switch (keyval)
    {
    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->thread != FUL_NONE)
        g_signal_emit (self, signals[CLICKED], 0, modifiers);
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (!self->can_fold || self->folded == (keyval == GDK_KEY_Left))
        return GDK_EVENT_PROPAGATE;
      g_signal_emit (self, signals[FOLDED], 0, !self->folded);
      return GDK_EVENT_STOP;

    case GDK_KEY_F10:
      if (!(modifiers & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      G_GNUC_FALLTHROUGH;
    case GDK_KEY_Menu:
      g_signal_emit (self, signals[MENU], 0, (double) MENU_X, (double) self->height / 2);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
ful_thread_row_measure (GtkWidget      *widget,
                        GtkOrientation  orientation,
                        int             for_size,
                        int            *minimum,
                        int            *natural,
                        int            *minimum_baseline,
                        int            *natural_baseline)
{
  FulThreadRow *self = FUL_THREAD_ROW (widget);
  int header_minimum, header_natural;

  gtk_widget_measure (self->header, orientation, -1, &header_minimum, &header_natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = *natural = self->header_width + RIGHT_MARGIN;
  else
    *minimum = *natural = MAX (self->height, header_minimum);
}

static void
ful_thread_row_size_allocate (GtkWidget *widget,
                              int        width,
                              int        height,
                              int        baseline)
{
  FulThreadRow *self = FUL_THREAD_ROW (widget);
  int minimum;

  gtk_widget_measure (self->header, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->header, &(GtkAllocation) { 0, 0, MAX (minimum, self->header_width), height }, -1);
  if (self->arrow)
    {
      gtk_widget_measure (self->arrow, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
      gtk_widget_size_allocate (self->arrow, &(GtkAllocation) { 4, 4, ARROW_SIZE, ARROW_SIZE }, -1);
    }
  if (self->graph)
    {
      int graph_height = MIN (height - 6, 34);

      gtk_widget_size_allocate (self->graph,
                                &(GtkAllocation) { self->header_width, height - graph_height - 2,
                                                   MAX (1, width - self->header_width - RIGHT_MARGIN), graph_height },
                                -1);
    }
}

static void
ful_thread_row_dispose (GObject *object)
{
  FulThreadRow *self = FUL_THREAD_ROW (object);

  g_clear_pointer (&self->header, gtk_widget_unparent);
  g_clear_pointer (&self->arrow, gtk_widget_unparent);
  g_clear_pointer (&self->graph, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_thread_row_parent_class)->dispose (object);
}

static void
ful_thread_row_class_init (FulThreadRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_thread_row_dispose;
  widget_class->measure = ful_thread_row_measure;
  widget_class->size_allocate = ful_thread_row_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "threadrow");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);

  signals[CLICKED] = g_signal_new ("clicked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 1, GDK_TYPE_MODIFIER_TYPE);
  signals[FOLDED] = g_signal_new ("folded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
  signals[MENU] = g_signal_new ("menu", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
ful_thread_row_init (FulThreadRow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *right_click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->header_width = 208;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (right_click), GDK_BUTTON_SECONDARY);
  g_signal_connect (right_click, "pressed", G_CALLBACK (right_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (right_click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static GtkWidget *
create_header (const char *name,
               const char *subtitle,
               gboolean    is_local)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (name);

  gtk_widget_set_valign (title, GTK_ALIGN_CENTER);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_widget_set_tooltip_text (title, name);
  gtk_widget_add_css_class (title, is_local ? "local" : "process");
  gtk_widget_set_vexpand (title, subtitle == NULL);
  if (subtitle)
    gtk_widget_set_margin_top (title, 7);
  gtk_box_append (GTK_BOX (box), title);

  if (subtitle)
    {
      GtkWidget *label = gtk_label_new (subtitle);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (label, "subtitle");
      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (box), label);
    }

  gtk_widget_add_css_class (box, "header");
  gtk_widget_add_css_class (box, is_local ? "local" : "process");

  return box;
}

/**
 * ful_thread_row_new:
 * @analysis: the analysis
 * @thread: thread number, or %FUL_NONE for a process without a main thread
 * @cpu_reference: from ful_cpu_use_get_reference()
 * @name: for the user
 * @subtitle: (nullable): second line
 * @is_local: whether the thread stands below the row of its process
 *
 * Returns: (transfer floating): the row
 */
GtkWidget *
ful_thread_row_new (FulAnalysis *analysis,
                    gint32       thread,
                    double       cpu_reference,
                    const char  *name,
                    const char  *subtitle,
                    gboolean     is_local)
{
  FulThreadRow *self = g_object_new (FUL_TYPE_THREAD_ROW, NULL);

  self->thread = thread;
  self->height = thread == FUL_NONE ? BLANK_HEIGHT : is_local ? LOCAL_HEIGHT : MAIN_HEIGHT;
  self->header = create_header (name, subtitle, is_local);
  gtk_widget_set_parent (self->header, GTK_WIDGET (self));

  if (thread != FUL_NONE)
    {
      g_autofree char *label = g_strdup_printf (_("Activity of %s"), name);

      self->graph = ful_thread_graph_new (analysis, thread, cpu_reference);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->graph), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
      gtk_widget_set_parent (self->graph, GTK_WIDGET (self));
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return GTK_WIDGET (self);
}

gint32
ful_thread_row_get_thread (FulThreadRow *self)
{
  return self->thread;
}

/**
 * ful_thread_row_get_graph:
 *
 * Returns: (transfer none) (nullable): the graph; %NULL if there is no thread
 */
FulThreadGraph *
ful_thread_row_get_graph (FulThreadRow *self)
{
  return self->graph ? FUL_THREAD_GRAPH (self->graph) : NULL;
}

gboolean
ful_thread_row_get_busy (FulThreadRow *self)
{
  return self->graph && ful_thread_graph_get_busy (FUL_THREAD_GRAPH (self->graph));
}

/**
 * ful_thread_row_set_selected:
 * @selected: whether the thread is one of those that are looked at
 */
void
ful_thread_row_set_selected (FulThreadRow *self,
                             gboolean      selected)
{
  if (selected)
    gtk_widget_set_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED, FALSE);
  else
    gtk_widget_unset_state_flags (GTK_WIDGET (self), GTK_STATE_FLAG_SELECTED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}

/* The row itself has the keys; the arrow is for the pointer. */
static void
create_arrow (FulThreadRow *self)
{
  self->arrow = gtk_button_new ();
  gtk_widget_add_css_class (self->arrow, "flat");
  gtk_widget_set_focusable (self->arrow, FALSE);
  g_signal_connect_swapped (self->arrow, "clicked", G_CALLBACK (arrow_clicked_cb), self);
  gtk_widget_insert_after (self->arrow, GTK_WIDGET (self), self->header);
}

/**
 * ful_thread_row_set_foldable:
 * @can_fold: whether other rows belong to this one
 * @folded: whether they are folded away
 */
void
ful_thread_row_set_foldable (FulThreadRow *self,
                             gboolean      can_fold,
                             gboolean      folded)
{
  const char *label = folded ? _("Unfold") : _("Fold");

  self->can_fold = can_fold;
  self->folded = folded;
  if (!self->arrow && can_fold)
    create_arrow (self);
  if (!self->arrow)
    return;

  gtk_widget_set_visible (self->arrow, can_fold);
  gtk_button_set_icon_name (GTK_BUTTON (self->arrow), folded ? "pan-end-symbolic" : "pan-down-symbolic");
  gtk_widget_set_tooltip_text (self->arrow, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->arrow), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (can_fold)
    gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, !folded, -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED);
}

/**
 * ful_thread_row_set_header_width:
 * @width: px left of the graph
 */
void
ful_thread_row_set_header_width (FulThreadRow *self,
                                 int           width)
{
  if (self->header_width == width)
    return;

  self->header_width = width;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}
