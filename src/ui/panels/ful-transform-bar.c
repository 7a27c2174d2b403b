/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The chips are rebuilt whenever the list of transforms changes. */

#include "config.h"

#include "ful-transform-bar.h"

#include "base/ful-format.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

struct _FulTransformBar
{
  GtkWidget       parent_instance;

  FulDocument    *document;
  FulViewOptions *shown;      /* (nullable): whose transforms have chips */
  GtkWidget      *chips;
};

G_DEFINE_FINAL_TYPE (FulTransformBar, ful_transform_bar, GTK_TYPE_WIDGET)

/* Sets the transforms to those of @list, an array of borrowed ones. */
static void
set_list (FulTransformBar *self,
          GPtrArray       *list)
{
  ful_document_set_transforms (self->document, (FulTransform * const *) list->pdata, list->len);
}

static GPtrArray *
copy_list (FulViewOptions *options)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_transform_unref);

  for (guint i = 0; i < options->n_transforms; i++)
    g_ptr_array_add (list, ful_transform_ref (options->transforms[i]));

  return list;
}

static void
keep_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulTransformBar *self = FUL_TRANSFORM_BAR (widget);
  FulViewOptions *options = ful_document_get_options (self->document);

  ful_document_set_transforms (self->document, options->transforms,
                               MIN (g_variant_get_uint32 (parameter), options->n_transforms));
}

static void
remove_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulTransformBar *self = FUL_TRANSFORM_BAR (widget);
  g_autoptr(GPtrArray) list = copy_list (ful_document_get_options (self->document));
  guint at = g_variant_get_uint32 (parameter);

  if (at >= list->len)
    return;

  g_ptr_array_remove_index (list, at);
  set_list (self, list);
}

static void
toggle_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  FulTransformBar *self = FUL_TRANSFORM_BAR (widget);
  g_autoptr(GPtrArray) list = copy_list (ful_document_get_options (self->document));
  guint at = g_variant_get_uint32 (parameter);
  FulTransform *old;

  if (at >= list->len)
    return;

  old = g_ptr_array_index (list, at);
  g_ptr_array_index (list, at) = ful_transform_with_enabled (old, !old->enabled);
  ful_transform_unref (old);
  set_list (self, list);
}

/* Swaps a transform with the one after it. */
static void
swap_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  FulTransformBar *self = FUL_TRANSFORM_BAR (widget);
  g_autoptr(GPtrArray) list = copy_list (ful_document_get_options (self->document));
  guint at = g_variant_get_uint32 (parameter);
  gpointer moved;

  if (at + 1 >= list->len)
    return;

  moved = g_ptr_array_index (list, at);
  g_ptr_array_index (list, at) = g_ptr_array_index (list, at + 1);
  g_ptr_array_index (list, at + 1) = moved;
  set_list (self, list);
}

static void
append_item (GMenu      *menu,
             const char *label,
             const char *action,
             guint       at)
{
  g_autoptr(GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "u", at);
  g_menu_append_item (menu, item);
}

static GtkWidget *
create_chip (FulTransformBar *self,
             FulViewOptions  *options,
             guint            at)
{
  FulTransform *transform = options->transforms[at];
  GtkWidget *chip = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *name = gtk_button_new ();
  GtkWidget *menu_button = gtk_menu_button_new ();
  GtkWidget *remove = gtk_button_new_from_icon_name ("window-close-symbolic");
  g_autofree char *whole = ful_transform_get_label (transform, ful_document_get_profile (self->document));
  g_autofree char *label = ful_format_label (whole, "");
  GtkWidget *text = gtk_label_new (label);
  g_autofree char *menu_label = g_strdup_printf (_("Change “%s”"), label);
  g_autofree char *remove_label = g_strdup_printf (_("Remove “%s”"), label);
  g_autoptr(GMenu) menu = g_menu_new ();

  gtk_label_set_ellipsize (GTK_LABEL (text), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 40);
  gtk_button_set_child (GTK_BUTTON (name), text);
  ful_tooltip_set_text (name, at + 1 < options->n_transforms ? _("Go back to this transform") : label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (name), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (name), "u", at + 1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (name), "transforms.keep");

  append_item (menu, transform->enabled ? _("_Disable") : _("_Enable"), "transforms.toggle", at);
  append_item (menu, _("_Remove"), "transforms.remove", at);
  if (at > 0)
    append_item (menu, _("Move to the _Front"), "transforms.swap", at - 1);
  if (at + 1 < options->n_transforms)
    append_item (menu, _("Move to the _Back"), "transforms.swap", at);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (menu_button), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (menu_button), "pan-down-symbolic");
  ful_tooltip_set_text (menu_button, _("Disable, remove or move this transform"));
  ful_control_set_name (menu_button, menu_label);

  ful_tooltip_set_text (remove, _("Remove this transform"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (remove), GTK_ACCESSIBLE_PROPERTY_LABEL, remove_label, -1);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (remove), "u", at);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (remove), "transforms.remove");

  gtk_box_append (GTK_BOX (chip), name);
  gtk_box_append (GTK_BOX (chip), menu_button);
  gtk_box_append (GTK_BOX (chip), remove);
  gtk_widget_add_css_class (chip, "chip");
  if (!transform->enabled)
    gtk_widget_add_css_class (chip, "off");

  return chip;
}

static void
rebuild (FulTransformBar *self,
         FulViewOptions  *options)
{
  GtkWidget *all;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->chips)))
    gtk_box_remove (GTK_BOX (self->chips), child);
  gtk_widget_set_visible (GTK_WIDGET (self), options->n_transforms > 0);
  if (options->n_transforms == 0)
    return;

  all = gtk_button_new_with_label (_("All Samples"));
  gtk_widget_add_css_class (all, "crumb");
  ful_tooltip_set_text (all, _("Remove all transforms"));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (all), "u", 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (all), "transforms.keep");
  gtk_box_append (GTK_BOX (self->chips), all);

  for (guint i = 0; i < options->n_transforms; i++)
    {
      gtk_box_append (GTK_BOX (self->chips), gtk_image_new_from_icon_name ("go-next-symbolic"));
      gtk_box_append (GTK_BOX (self->chips), create_chip (self, options, i));
    }
}

static gboolean
has_same_chips (FulViewOptions *a,
                FulViewOptions *b)
{
  if (!ful_view_options_has_same_transforms (a, b))
    return FALSE;

  return a->n_transforms == 0 || ful_view_options_has_threads (a, b->threads, b->n_threads);
}

static void
state_changed_cb (FulTransformBar *self)
{
  FulViewOptions *options = ful_document_get_options (self->document);

  if (!self->shown || !has_same_chips (self->shown, options))
    rebuild (self, options);
  g_clear_pointer (&self->shown, ful_view_options_unref);
  self->shown = ful_view_options_ref (options);
}

static void
ful_transform_bar_dispose (GObject *object)
{
  FulTransformBar *self = FUL_TRANSFORM_BAR (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->document);
  g_clear_pointer (&self->shown, ful_view_options_unref);

  G_OBJECT_CLASS (ful_transform_bar_parent_class)->dispose (object);
}

static void
ful_transform_bar_class_init (FulTransformBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_transform_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "transformbar");

  gtk_widget_class_install_action (widget_class, "transforms.keep", "u", keep_action);
  gtk_widget_class_install_action (widget_class, "transforms.remove", "u", remove_action);
  gtk_widget_class_install_action (widget_class, "transforms.toggle", "u", toggle_action);
  gtk_widget_class_install_action (widget_class, "transforms.swap", "u", swap_action);
}

static void
ful_transform_bar_init (FulTransformBar *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->chips = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL, GTK_POLICY_NEVER);
  gtk_widget_set_focusable (scroller, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->chips);
  gtk_widget_set_parent (scroller, GTK_WIDGET (self));
}

/**
 * ful_transform_bar_new:
 * @document: whose transforms to show
 *
 * Returns: (transfer floating): the bar
 */
FulTransformBar *
ful_transform_bar_new (FulDocument *document)
{
  FulTransformBar *self = g_object_new (FUL_TYPE_TRANSFORM_BAR, NULL);

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);

  return self;
}
