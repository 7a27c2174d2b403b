/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The menu of a row or box of a comparison. Panels ask for it by an action of the page, which knows what is selected. */

#include "config.h"

#include "ful-compare-menu.h"
#include "ful-pair-dialog.h"

#include "base/ful-format.h"
#include "compare/document/ful-compare-transform.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "panels/ful-sample-menu.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-node-transform.h"

#include <glib/gi18n.h>

/* Where the menu of a selected row opens. */
#define INDENT 40

/* What transforms do to a function that several nodes may be of. */
#define OF_NODES (FUL_TRANSFORM_PATH | FUL_TRANSFORM_CATEGORY)

static void
append_ways (GMenu    *menu,
             gboolean  to_functions,
             gboolean  to_source)
{
  g_autoptr(GMenu) ways = g_menu_new ();

  if (to_source)
    g_menu_append (ways, _("Show S_ource"), "compare.show-source");
  if (to_functions)
    g_menu_append (ways, _("Show in _Functions"), "compare.show-selected");
  g_menu_append (ways, _("Open in _Before"), "compare.open-before");
  g_menu_append (ways, _("Open in _After"), "compare.open-after");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (ways));
}

/**
 * ful_compare_menu_new:
 * @tree: a tree of @answer
 * @node: the selected node
 * @is_func: whether it stands for its function
 * @implementation: which frames are shown
 * @is_paired: whether the user paired its function
 *
 * Returns: (transfer full): its menu, with the actions of the page
 */
GMenuModel *
ful_compare_menu_new (const FulCompareAnswer *answer,
                      FulCallTree            *tree,
                      FulCallNodeIndex        node,
                      gboolean                is_func,
                      FulImplementation       implementation,
                      gboolean                is_paired)
{
  guint n_kinds;
  const FulTransformKind * const *kinds = ful_transform_kinds_list (&n_kinds);
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) changes = g_menu_new ();
  g_autoptr(GMenu) pairs = g_menu_new ();
  g_autoptr(GMenu) copies = g_menu_new ();

  for (guint i = 0; i < n_kinds; i++)
    {
      g_autoptr(FulTransform) transform = NULL;
      g_autoptr(GMenuItem) item = NULL;
      g_autofree char *whole = NULL;
      g_autofree char *label = NULL;
      g_autofree char *accel = ful_sample_menu_dup_accel (kinds[i]);

      if (is_func && (kinds[i]->parameters & OF_NODES))
        continue;
      transform = ful_compare_transform_new (answer, kinds[i], tree, node, implementation);
      if (transform == NULL)
        continue;
      /* Libraries of the transform are those of the names. */
      whole = kinds[i]->parameters & FUL_TRANSFORM_RESOURCE ? ful_transform_get_label (transform, answer->names)
                                                            : ful_node_transform_label (transform, tree);
      label = ful_format_label (whole, "");
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "compare.transform", "s", kinds[i]->name);
      if (accel)
        g_menu_item_set_attribute (item, "accel", "s", accel);
      g_menu_append_item (changes, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (changes));
  append_ways (menu, !is_func, TRUE);
  if (is_paired)
    g_menu_append (pairs, _("Take Pairing Bac_k"), "compare.unpair");
  else if (ful_pair_dialog_can_pair (answer, ful_call_tree_get_func (tree, node)))
    g_menu_append (pairs, _("_Pair With…"), "compare.pair");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (pairs));
  g_menu_append (copies, _("Copy Function _Name"), "compare.copy-name");
  if (!is_func)
    g_menu_append (copies, _("Copy _Stack"), "compare.copy-stack");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));

  return G_MENU_MODEL (menu);
}

/**
 * ful_compare_menu_new_for_marker:
 *
 * Returns: (transfer full): the menu of a name of markers, with the actions of the page
 */
GMenuModel *
ful_compare_menu_new_for_marker (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr(GMenu) copies = g_menu_new ();

  append_ways (menu, FALSE, FALSE);
  g_menu_append (copies, _("Copy Marker _Name"), "compare.copy-name");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (copies));

  return G_MENU_MODEL (menu);
}

/**
 * ful_compare_menu_ask:
 * @over: a widget of a page
 * @x: where in @over; @y likewise
 *
 * Opens the menu of what is selected there.
 */
void
ful_compare_menu_ask (GtkWidget *over,
                      double     x,
                      double     y)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (over));

  if (gtk_widget_translate_coordinates (over, root, x, y, &x, &y))
    gtk_widget_activate_action (over, "compare.menu", "(dd)", x, y);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                GtkColumnView         *list)
{
  gint64 selected = ful_row_model_get_selected (FUL_ROW_MODEL (gtk_column_view_get_model (list)));
  GtkWidget *row = selected < 0 ? NULL : ful_row_cursor_find_row (list, (guint) selected);

  if (keyval != GDK_KEY_Menu && (keyval != GDK_KEY_F10 || !(modifiers & GDK_SHIFT_MASK)))
    return GDK_EVENT_PROPAGATE;

  ful_compare_menu_ask (row ? row : GTK_WIDGET (list), INDENT, row ? gtk_widget_get_height (row) : INDENT);

  return GDK_EVENT_STOP;
}

/* Selects the row under the pointer first; empty space has no menu. */
static void
pressed_cb (GtkGestureClick *click,
            int              n_press,
            double           x,
            double           y,
            GtkColumnView   *list)
{
  gint64 position = ful_row_cursor_pick (list, x, y);

  if (position < 0)
    return;

  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_selection_model_select_item (gtk_column_view_get_model (list), (guint) position, TRUE);
  ful_row_cursor_go (list, (guint) position, TRUE);
  ful_compare_menu_ask (GTK_WIDGET (list), x, y);
}

/**
 * ful_compare_menu_add_to:
 * @list: with a #FulRowModel
 *
 * Opens the menu by pointer and keys.
 */
void
ful_compare_menu_add_to (GtkColumnView *list)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "pressed", G_CALLBACK (pressed_cb), list);
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (click));
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), list);
  gtk_widget_add_controller (GTK_WIDGET (list), keys);
}
