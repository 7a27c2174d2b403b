/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bar at the bottom is for choosing: with one panel there is none. */

#include "config.h"

#include "ful-panel-stack.h"

/* Below this width of the window (px) the switcher is at the bottom. */
#define NARROW 900

/* px beside the buttons. */
#define SIDES 24

struct _FulPanelStack
{
  GtkWidget        parent_instance;

  GtkWidget       *box;
  GtkWidget       *top;        /* @buttons and @end */
  GtkWidget       *buttons;
  AdwViewStack    *stack;
  GtkWidget       *bottom;     /* @bar and @end */
  GtkWidget       *bar;
  GtkWidget       *end;        /* (nullable): beside whatever switches */
  GtkToggleButton *first;      /* (nullable): button of the first panel */
  gboolean         narrow;
  gboolean         crowded;    /* the buttons have no room for their icons */
  int              roomy;      /* px that the top has with icons; 0 before it is known */
  guint            width_id;
};

G_DEFINE_FINAL_TYPE (FulPanelStack, ful_panel_stack, GTK_TYPE_WIDGET)

enum
{
  PROP_VISIBLE_ID = 1,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
button_toggled_cb (GtkToggleButton *button,
                   FulPanelStack   *self)
{
  if (gtk_toggle_button_get_active (button))
    adw_view_stack_set_visible_child_name (self->stack, g_object_get_data (G_OBJECT (button), "panel"));
}

static void
visible_changed_cb (FulPanelStack *self)
{
  const char *id = adw_view_stack_get_visible_child_name (self->stack);

  for (GtkWidget *button = gtk_widget_get_first_child (self->buttons); button;
       button = gtk_widget_get_next_sibling (button))
    if (g_strcmp0 (id, g_object_get_data (G_OBJECT (button), "panel")) == 0)
      gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VISIBLE_ID]);
}

static void
update_place (FulPanelStack *self)
{
  gboolean is_choice = gtk_widget_get_first_child (self->buttons) != gtk_widget_get_last_child (self->buttons);
  gboolean at_bottom = self->narrow && is_choice;
  GtkWidget *place = at_bottom ? self->bottom : self->top;

  if (self->end && gtk_widget_get_parent (self->end) != place)
    {
      gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->end)), g_object_ref (self->end));
      gtk_box_append (GTK_BOX (place), self->end);
      g_object_unref (self->end);
    }
  /* Its buttons cost milliseconds, and most windows never show them. */
  if (at_bottom)
    adw_view_switcher_bar_set_stack (ADW_VIEW_SWITCHER_BAR (self->bar), self->stack);
  if (self->crowded)
    gtk_widget_add_css_class (self->top, "crowded");
  else
    gtk_widget_remove_css_class (self->top, "crowded");
  for (GtkWidget *button = gtk_widget_get_first_child (self->buttons); button;
       button = gtk_widget_get_next_sibling (button))
    gtk_widget_set_visible (g_object_get_data (G_OBJECT (button), "icon"), !self->crowded);
  gtk_widget_set_visible (self->top, !at_bottom);
  gtk_widget_set_visible (self->bottom, at_bottom);
}

/* Children cannot come or go in the middle of an allocation. */
static gboolean
apply_width_cb (gpointer user_data)
{
  FulPanelStack *self = user_data;

  self->width_id = 0;
  update_place (self);

  return G_SOURCE_REMOVE;
}

static void
ful_panel_stack_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  gtk_widget_measure (FUL_PANEL_STACK (widget)->box, orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
ful_panel_stack_size_allocate (GtkWidget *widget,
                               int        width,
                               int        height,
                               int        baseline)
{
  FulPanelStack *self = FUL_PANEL_STACK (widget);
  gboolean narrow = gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (widget))) < NARROW;
  gboolean crowded;
  int buttons, end = 0;

  gtk_widget_measure (self->buttons, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &buttons, NULL, NULL);
  if (self->end)
    gtk_widget_measure (self->end, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &end, NULL, NULL);
  if (!self->crowded)
    self->roomy = buttons + end + SIDES;
  crowded = width < self->roomy;
  if (narrow != self->narrow || crowded != self->crowded)
    {
      self->narrow = narrow;
      self->crowded = crowded;
      if (self->width_id == 0)
        self->width_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, apply_width_cb, self, NULL);
    }

  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
}

static void
ful_panel_stack_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_VISIBLE_ID:
      g_value_set_string (value, ful_panel_stack_get_visible_id (FUL_PANEL_STACK (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_panel_stack_dispose (GObject *object)
{
  FulPanelStack *self = FUL_PANEL_STACK (object);

  g_clear_handle_id (&self->width_id, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_panel_stack_parent_class)->dispose (object);
}

static void
ful_panel_stack_class_init (FulPanelStackClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->get_property = ful_panel_stack_get_property;
  G_OBJECT_CLASS (klass)->dispose = ful_panel_stack_dispose;
  widget_class->measure = ful_panel_stack_measure;
  widget_class->size_allocate = ful_panel_stack_size_allocate;

  properties[PROP_VISIBLE_ID] = g_param_spec_string ("visible-id", NULL, NULL, NULL,
                                                     G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

/* Where there is no room for all panels, the one with the focus comes into sight. */
static GtkWidget *
create_scrolled (GtkWidget *switcher)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_widget_set_focusable (scrolled, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), switcher);
  gtk_widget_set_hexpand (scrolled, TRUE);

  return scrolled;
}

static void
ful_panel_stack_init (FulPanelStack *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->top, "panel-bar");
  gtk_box_append (GTK_BOX (self->top), create_scrolled (self->buttons));
  gtk_box_append (GTK_BOX (self->box), self->top);

  self->stack = ADW_VIEW_STACK (adw_view_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (visible_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));

  self->bar = adw_view_switcher_bar_new ();
  adw_view_switcher_bar_set_reveal (ADW_VIEW_SWITCHER_BAR (self->bar), TRUE);
  self->bottom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->bottom, "panel-bottom-bar");
  gtk_widget_hide (self->bottom);
  gtk_box_append (GTK_BOX (self->bottom), create_scrolled (self->bar));
  gtk_box_append (GTK_BOX (self->box), self->bottom);
}

/**
 * ful_panel_stack_add:
 * @panel: (transfer floating): a panel
 * @id: names it; static
 * @title: for the switcher
 * @icon_name: beside it
 *
 * The first one is shown.
 */
void
ful_panel_stack_add (FulPanelStack *self,
                     GtkWidget     *panel,
                     const char    *id,
                     const char    *title,
                     const char    *icon_name)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new_from_icon_name (icon_name);
  gboolean is_first = self->first == NULL;

  g_return_if_fail (FUL_IS_PANEL_STACK (self));

  gtk_box_append (GTK_BOX (content), icon);
  gtk_box_append (GTK_BOX (content), gtk_label_new (title));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "panel", (gpointer) id);
  g_object_set_data (G_OBJECT (button), "icon", icon);

  adw_view_stack_add_titled (self->stack, panel, id, title);
  adw_view_stack_page_set_icon_name (adw_view_stack_get_page (self->stack, panel), icon_name);
  gtk_box_append (GTK_BOX (self->buttons), button);

  if (is_first)
    self->first = GTK_TOGGLE_BUTTON (button);
  else
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), self->first);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), is_first);
  g_signal_connect (button, "toggled", G_CALLBACK (button_toggled_cb), self);
  update_place (self);
}

/**
 * ful_panel_stack_set_end:
 * @end: (transfer floating): a widget to stand beside the switcher; once
 */
void
ful_panel_stack_set_end (FulPanelStack *self,
                         GtkWidget     *end)
{
  g_return_if_fail (FUL_IS_PANEL_STACK (self));

  self->end = end;
  gtk_box_append (GTK_BOX (self->top), end);
  update_place (self);
}

/**
 * ful_panel_stack_get_visible:
 *
 * Returns: (transfer none): the panel that is shown
 */
GtkWidget *
ful_panel_stack_get_visible (FulPanelStack *self)
{
  g_return_val_if_fail (FUL_IS_PANEL_STACK (self), NULL);

  return adw_view_stack_get_visible_child (self->stack);
}

/**
 * ful_panel_stack_get_visible_id:
 *
 * Returns: (transfer none) (nullable): id of the panel that is shown
 */
const char *
ful_panel_stack_get_visible_id (FulPanelStack *self)
{
  g_return_val_if_fail (FUL_IS_PANEL_STACK (self), NULL);

  return adw_view_stack_get_visible_child_name (self->stack);
}

/**
 * ful_panel_stack_set_visible_id:
 * @id: of a panel; others are left alone
 */
void
ful_panel_stack_set_visible_id (FulPanelStack *self,
                                const char    *id)
{
  g_return_if_fail (FUL_IS_PANEL_STACK (self));

  if (adw_view_stack_get_child_by_name (self->stack, id) &&
      g_strcmp0 (id, adw_view_stack_get_visible_child_name (self->stack)) != 0)
    adw_view_stack_set_visible_child_name (self->stack, id);
}
