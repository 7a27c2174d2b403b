/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A button for each range, rebuilt when their number changes; while a preview is
 * dragged only the text of its button changes. */

#include "config.h"

#include "ful-range-bar.h"

#include "base/ful-format.h"
#include "widgets/ful-context-menu.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define LEAST_WIDTH 90      /* px */

struct _FulRangeBar
{
  GtkWidget    parent_instance;

  FulDocument *document;
  GtkWidget   *crumbs;
  GtkWidget   *preview_arrow;
  GtkWidget   *preview_button;
  guint        n_shown;        /* committed ranges with a button */
  GPtrArray   *lengths;        /* GtkLabel on each button */
};

G_DEFINE_FINAL_TYPE (FulRangeBar, ful_range_bar, GTK_TYPE_WIDGET)

static void
crumb_clicked_cb (GtkButton   *button,
                  FulRangeBar *self)
{
  ful_document_pop_ranges (self->document,
                           GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "n-ranges")));
}

/* Writes the length of a range on its button. */
static void
set_length (FulRangeBar  *self,
            guint         n_ranges,
            FulTimeRange  range)
{
  GtkLabel *label = g_ptr_array_index (self->lengths, n_ranges);
  g_autofree char *length = ful_format_duration (range.end - range.start);
  g_autofree char *name = NULL;

  if (g_str_equal (gtk_label_get_label (label), length))
    return;

  gtk_label_set_label (label, length);
  name = n_ranges > 0 ? g_strdup (length) : g_strdup_printf ("%s %s", _("Full range"), length);
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_ancestor (GTK_WIDGET (label), GTK_TYPE_BUTTON)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
append_crumb (FulRangeBar *self,
              guint        n_ranges,
              gboolean     current)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *length = gtk_label_new ("");

  if (n_ranges == 0)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

      gtk_widget_add_css_class (length, "dim-label");
      gtk_box_append (GTK_BOX (box), gtk_label_new (_("Full range")));
      gtk_box_append (GTK_BOX (box), length);
      gtk_button_set_child (GTK_BUTTON (button), box);
    }
  else
    {
      gtk_box_append (GTK_BOX (self->crumbs), gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_button_set_child (GTK_BUTTON (button), length);
    }
  g_ptr_array_add (self->lengths, length);

  gtk_widget_add_css_class (button, "crumb");
  gtk_widget_add_css_class (button, "numeric");
  if (current)
    gtk_widget_add_css_class (button, "current");
  ful_tooltip_set_text (button, current ? _("The range that is shown") : _("Go back to this range"));
  g_object_set_data (G_OBJECT (button), "n-ranges", GUINT_TO_POINTER (n_ranges));
  g_signal_connect (button, "clicked", G_CALLBACK (crumb_clicked_cb), self);
  gtk_box_append (GTK_BOX (self->crumbs), button);
}

static void
rebuild (FulRangeBar  *self,
         FulViewState *state)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->crumbs)))
    gtk_box_remove (GTK_BOX (self->crumbs), child);

  g_ptr_array_set_size (self->lengths, 0);
  for (guint i = 0; i <= state->n_ranges; i++)
    append_crumb (self, i, i == state->n_ranges);
  self->n_shown = state->n_ranges;
}

static void
state_changed_cb (FulRangeBar *self)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  FulViewOptions *options = state->options;

  /* Without times there is only the full range, but a view from elsewhere may have others. */
  gtk_widget_set_visible (GTK_WIDGET (self),
                          state->n_ranges > 0 || ful_document_get_profile (self->document)->has_times);
  if (state->n_ranges != self->n_shown)
    rebuild (self, state);
  /* Those of a profile that grows change. */
  set_length (self, 0, ful_document_get_root_range (self->document));
  for (guint i = 0; i < state->n_ranges; i++)
    set_length (self, i + 1, state->ranges[i]);

  gtk_widget_set_visible (self->preview_arrow, options->has_preview);
  gtk_widget_set_visible (self->preview_button, options->has_preview);
  if (options->has_preview)
    {
      g_autofree char *length = ful_format_duration (options->preview.end - options->preview.start);

      gtk_button_set_label (GTK_BUTTON (self->preview_button), length);
    }
}

static void
save_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_document_pop_ranges (FUL_RANGE_BAR (widget)->document, g_variant_get_uint32 (parameter));
  gtk_widget_activate_action (widget, "view.save-selection", NULL);
}

/* With the rest of the recording, or with another range. */
static void
compare_action (GtkWidget  *widget,
                const char *action,
                GVariant   *parameter)
{
  gboolean with_rest;
  guint n_ranges;

  g_variant_get (parameter, "(ub)", &n_ranges, &with_rest);
  ful_document_pop_ranges (FUL_RANGE_BAR (widget)->document, n_ranges);
  gtk_widget_activate_action (widget, "win.compare-of-range", "b", with_rest);
}

static void
append_compare (GMenu      *menu,
                const char *label,
                guint       n_ranges,
                gboolean    with_rest)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, "range.compare", "(ub)", n_ranges, with_rest);
  g_menu_append_item (menu, item);
}

/* @widget: (nullable): in a button of a committed range, or of all. Returns: whether it is */
static gboolean
popup (FulRangeBar *self,
       GtkWidget   *widget,
       double       x,
       double       y)
{
  GtkWidget *button = widget ? gtk_widget_get_ancestor (widget, GTK_TYPE_BUTTON) : NULL;
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GMenuItem) save = g_menu_item_new (_("Save Selec_tion As…"), NULL);
  guint n_ranges;

  if (button == NULL || !gtk_widget_is_ancestor (button, self->crumbs))
    return FALSE;

  n_ranges = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "n-ranges"));
  g_menu_item_set_action_and_target (save, "range.save", "u", n_ranges);
  g_menu_append_item (menu, save);
  if (ful_document_get_profile (self->document)->has_times)
    {
      if (n_ranges > 0)
        append_compare (menu, _("Compare With the _Rest of the Recording"), n_ranges, TRUE);
      append_compare (menu, _("Compare With _Another Range"), n_ranges, FALSE);
    }
  ful_context_menu_popup (GTK_WIDGET (self), G_MENU_MODEL (menu), GTK_WIDGET (self), x, y);

  return TRUE;
}

static void
pressed_cb (FulRangeBar     *self,
            int              n_press,
            double           x,
            double           y,
            GtkGestureClick *click)
{
  if (popup (self, gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT), x, y))
    gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
}

static gboolean
key_pressed_cb (FulRangeBar     *self,
                guint            keyval,
                guint            keycode,
                GdkModifierType  modifiers)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  double x, y;

  if (keyval != GDK_KEY_Menu && (keyval != GDK_KEY_F10 || !(modifiers & GDK_SHIFT_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (focus == NULL || !gtk_widget_translate_coordinates (focus, GTK_WIDGET (self), 0, gtk_widget_get_height (focus), &x, &y))
    return GDK_EVENT_PROPAGATE;

  return popup (self, focus, x, y);
}

static void
ful_range_bar_dispose (GObject *object)
{
  FulRangeBar *self = FUL_RANGE_BAR (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->document);
  g_clear_pointer (&self->lengths, g_ptr_array_unref);

  G_OBJECT_CLASS (ful_range_bar_parent_class)->dispose (object);
}

static void
ful_range_bar_class_init (FulRangeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_range_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "rangebar");
  gtk_widget_class_install_action (widget_class, "range.save", "u", save_action);
  gtk_widget_class_install_action (widget_class, "range.compare", "(ub)", compare_action);
}

static void
ful_range_bar_init (FulRangeBar *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);

  self->crumbs = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->preview_arrow = gtk_image_new_from_icon_name ("go-next-symbolic");
  self->preview_button = gtk_button_new ();
  gtk_widget_add_css_class (self->preview_button, "crumb");
  gtk_widget_add_css_class (self->preview_button, "preview");
  gtk_widget_add_css_class (self->preview_button, "numeric");
  ful_tooltip_describe (self->preview_button, _("Zoom into this range (Z)"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->preview_button), "view.commit-preview");

  gtk_box_append (GTK_BOX (box), self->crumbs);
  gtk_box_append (GTK_BOX (box), self->preview_arrow);
  gtk_box_append (GTK_BOX (box), self->preview_button);

  gtk_scrolled_window_set_min_content_width (GTK_SCROLLED_WINDOW (scroller), LEAST_WIDTH);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_widget_set_focusable (scroller, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));

  self->lengths = g_ptr_array_new ();
  self->n_shown = G_MAXUINT;
}

/**
 * ful_range_bar_set_document:
 * @document: whose ranges to show; once
 */
void
ful_range_bar_set_document (FulRangeBar *self,
                            FulDocument *document)
{
  g_return_if_fail (FUL_IS_RANGE_BAR (self));

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);
}
