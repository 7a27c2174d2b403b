/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Depending on the width, the buttons are titles with icons, titles, icons, or
 * icons in a bar at the bottom. With one panel there are none. */

#include "config.h"

#include "ful-panel-stack.h"

#include "widgets/ful-layout-end.h"
#include "widgets/ful-tooltip.h"

/* px between buttons, between icon and title, and around all. */
#define SPACING 4
#define ICON_SPACING 6
#define SIDES 24

#define ICON_SIZE 16

typedef enum
{
  SHAPE_FULL,
  SHAPE_TITLES,
  SHAPE_ICONS,
  SHAPE_BOTTOM,
} Shape;

struct _FulPanelStack
{
  GtkWidget        parent_instance;

  GtkWidget       *box;
  GtkWidget       *top;        /* @buttons and @end */
  GtkWidget       *buttons;
  GtkWidget       *scrolled;   /* around them, as they may be too wide for a moment */
  AdwViewStack    *stack;
  GtkWidget       *bottom;     /* @buttons where they are not in @top */
  GtkWidget       *end;        /* (nullable): next to the buttons */
  GtkToggleButton *first;      /* (nullable): button of the first panel */
  Shape            shape;      /* for the width */
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
update_shape (FulPanelStack *self)
{
  gboolean is_choice = gtk_widget_get_first_child (self->buttons) != gtk_widget_get_last_child (self->buttons);
  gboolean at_bottom = self->shape == SHAPE_BOTTOM && is_choice;
  GtkWidget *place = at_bottom ? self->bottom : self->top;

  for (GtkWidget *button = gtk_widget_get_first_child (self->buttons); button;
       button = gtk_widget_get_next_sibling (button))
    {
      GtkWidget *icon = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button)));
      GtkWidget *title = gtk_widget_get_next_sibling (icon);

      gtk_widget_set_visible (icon, self->shape != SHAPE_TITLES);
      gtk_widget_set_visible (title, self->shape <= SHAPE_TITLES);
      ful_tooltip_set_text (button, self->shape > SHAPE_TITLES ? gtk_label_get_label (GTK_LABEL (title)) : NULL);
      gtk_widget_set_hexpand (button, at_bottom);
    }
  if (gtk_widget_get_parent (self->scrolled) != place)
    {
      g_object_ref (self->scrolled);
      gtk_box_remove (GTK_BOX (gtk_widget_get_parent (self->scrolled)), self->scrolled);
      gtk_box_prepend (GTK_BOX (place), self->scrolled);
      g_object_unref (self->scrolled);
    }
  gtk_widget_set_visible (self->bottom, at_bottom);
  /* Not next to the buttons, which need the width. */
  if (self->end)
    gtk_widget_set_hexpand (self->end, at_bottom);
}

static void
apply_shape (GtkWidget *widget)
{
  update_shape (FUL_PANEL_STACK (widget));
}

/* Width of the buttons in a shape, in px. */
static int
get_buttons_width (FulPanelStack *self,
                   Shape          shape)
{
  int width = -SPACING;

  for (GtkWidget *button = gtk_widget_get_first_child (self->buttons); button;
       button = gtk_widget_get_next_sibling (button))
    {
      GtkWidget *content = gtk_button_get_child (GTK_BUTTON (button));
      PangoLayout *title = gtk_label_get_layout (GTK_LABEL (gtk_widget_get_last_child (content)));
      int outer, inner, title_width;

      gtk_widget_measure (button, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &outer, NULL, NULL);
      gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &inner, NULL, NULL);
      pango_layout_get_pixel_size (title, &title_width, NULL);
      width += SPACING + outer - inner +
               (shape == SHAPE_FULL ? ICON_SIZE + ICON_SPACING + title_width : shape == SHAPE_TITLES ? title_width : ICON_SIZE);
    }

  return width;
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
  Shape shape = SHAPE_FULL;
  int end = 0;

  if (self->end)
    gtk_widget_measure (self->end, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &end, NULL, NULL);
  while (shape < SHAPE_BOTTOM && get_buttons_width (self, shape) + end + SIDES > width)
    shape++;
  if (shape != self->shape)
    {
      self->shape = shape;
      ful_layout_end_queue (widget);
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

/* Wider than its place until the shape follows. */
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
  ful_layout_end_install (GTK_WIDGET (self), apply_shape);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));

  self->buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, SPACING);
  self->scrolled = create_scrolled (self->buttons);
  self->top = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->top, "panel-bar");
  gtk_box_append (GTK_BOX (self->top), self->scrolled);
  gtk_box_append (GTK_BOX (self->box), self->top);

  self->stack = ADW_VIEW_STACK (adw_view_stack_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->stack), TRUE);
  g_signal_connect_object (self->stack, "notify::visible-child", G_CALLBACK (visible_changed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->stack));

  self->bottom = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (self->bottom, "panel-bottom-bar");
  gtk_widget_hide (self->bottom);
  gtk_box_append (GTK_BOX (self->box), self->bottom);
}

/**
 * ful_panel_stack_add:
 * @panel: (transfer floating): a panel
 * @id: its ID; static
 * @title: for the switcher
 * @icon_name: its icon
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
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, ICON_SPACING);
  gboolean is_first = self->first == NULL;

  g_return_if_fail (FUL_IS_PANEL_STACK (self));

  gtk_box_append (GTK_BOX (content), g_object_new (GTK_TYPE_IMAGE, "icon-name", icon_name, "accessible-role",
                                                   GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
  gtk_box_append (GTK_BOX (content), gtk_label_new (title));
  gtk_widget_set_halign (content, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "panel", (gpointer) id);

  adw_view_stack_add_titled (self->stack, panel, id, title);
  gtk_box_append (GTK_BOX (self->buttons), button);

  if (is_first)
    self->first = GTK_TOGGLE_BUTTON (button);
  else
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), self->first);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), is_first);
  g_signal_connect (button, "toggled", G_CALLBACK (button_toggled_cb), self);
  update_shape (self);
}

/**
 * ful_panel_stack_set_end:
 * @end: (transfer floating): a widget next to the switcher; once
 */
void
ful_panel_stack_set_end (FulPanelStack *self,
                         GtkWidget     *end)
{
  g_return_if_fail (FUL_IS_PANEL_STACK (self));

  self->end = end;
  gtk_widget_set_halign (end, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (self->top), end);
  update_shape (self);
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
