/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A menu that is created on demand, and destroyed when it is closed. */

#include "config.h"

#include "ful-context-menu.h"

/* Not in its own signal, where it is still in use. */
static gboolean
drop_popover_cb (gpointer user_data)
{
  GtkWidget *popover = user_data;

  if (gtk_widget_get_parent (popover))
    gtk_widget_unparent (popover);

  return G_SOURCE_REMOVE;
}

static void
weak_ref_free (gpointer  data,
               GClosure *closure)
{
  g_weak_ref_clear (data);
  g_free (data);
}

/* Restores the focus, unless the chosen item moved it. */
static void
popover_closed_cb (GtkWidget *popover,
                   GWeakRef  *focus)
{
  GtkWidget *now = gtk_root_get_focus (gtk_widget_get_root (popover));
  g_autoptr(GtkWidget) before = g_weak_ref_get (focus);

  if (before && gtk_widget_get_mapped (before) &&
      (now == NULL || gtk_widget_is_ancestor (now, popover) || gtk_widget_is_ancestor (popover, now)))
    gtk_widget_grab_focus (before);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, drop_popover_cb, g_object_ref (popover), g_object_unref);
}

/* The release of the button goes to the menu, so GTK would leave the pressed widget :active. */
static void
release_active (GtkWidget *over,
                double     x,
                double     y)
{
  for (GtkWidget *widget = gtk_widget_pick (over, x, y, GTK_PICK_DEFAULT); widget; widget = gtk_widget_get_parent (widget))
    gtk_widget_unset_state_flags (widget, GTK_STATE_FLAG_ACTIVE);
}

/**
 * ful_context_menu_new:
 * @widget: the owner of the menu and of its actions; unparents its children when disposed
 * @menu: the menu
 * @over: a widget in @widget
 * @x: where in @over
 * @y: likewise
 *
 * A position outside of @widget is moved to the nearest one inside.
 *
 * Returns: (transfer none): the menu, which is to be shown then, and exists until it is closed
 */
GtkPopoverMenu *
ful_context_menu_new (GtkWidget  *widget,
                      GMenuModel *menu,
                      GtkWidget  *over,
                      double      x,
                      double      y)
{
  GtkWidget *popover = gtk_popover_menu_new_from_model (menu);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));
  GWeakRef *weak = g_new (GWeakRef, 1);
  double widget_x, widget_y;

  gtk_widget_translate_coordinates (over, widget, x, y, &widget_x, &widget_y);
  widget_x = CLAMP (widget_x, 0, gtk_widget_get_width (widget));
  widget_y = CLAMP (widget_y, 0, gtk_widget_get_height (widget));
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_widget_set_parent (popover, widget);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle) { (int) widget_x, (int) widget_y, 1, 1 });
  g_weak_ref_init (weak, focus);
  g_signal_connect_data (popover, "closed", G_CALLBACK (popover_closed_cb), weak, weak_ref_free, 0);
  release_active (over, x, y);

  return GTK_POPOVER_MENU (popover);
}

/**
 * ful_context_menu_popup:
 *
 * Shows a new menu at once; see ful_context_menu_new().
 */
void
ful_context_menu_popup (GtkWidget  *widget,
                        GMenuModel *menu,
                        GtkWidget  *over,
                        double      x,
                        double      y)
{
  gtk_popover_popup (GTK_POPOVER (ful_context_menu_new (widget, menu, over, x, y)));
}
