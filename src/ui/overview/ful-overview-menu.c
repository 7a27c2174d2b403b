/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The menu of a row of the overview: by the secondary button of the pointer, the menu key, or Shift+F10. */

#include "config.h"

#include "ful-overview-menu.h"

#include "ful-overview-row.h"

#include "document/insight/ful-overview-link.h"
#include "insight/overview/ful-overview-types.h"
#include "model/ful-profile.h"
#include "panels/ful-sample-menu.h"
#include "widgets/ful-context-menu.h"

#include <glib/gi18n.h>

/* A function of a library of that name, or FUL_NONE. */
static FulFuncIndex
find_func_of_library (FulProfile *profile,
                      const char *name)
{
  const FulResourceIndex *resources = profile->funcs->resource;
  FulStringIndex string = ful_profile_find_string (profile, name);
  gboolean is_own;

  for (guint i = 0; string != FUL_NONE && i < profile->funcs->table.n_rows; i++)
    if (resources[i] != FUL_NONE && profile->resources->name[resources[i]] == string &&
        ful_func_kinds_get_library (profile, (FulFuncIndex) i, &is_own))
      return (FulFuncIndex) i;

  return FUL_NONE;
}

/* A function whose library the row names, or FUL_NONE. */
static FulFuncIndex
find_func (const FulOverview *overview,
           FulOverviewPart    part,
           guint              row)
{
  if (row >= ful_overview_count_rows (overview, part))
    return FUL_NONE;
  if (part == FUL_OVERVIEW_PART_OWN)
    return g_array_index (overview->own, FulOverviewFunction, row).func;
  if (part == FUL_OVERVIEW_PART_FUNCTIONS)
    return g_array_index (overview->functions, FulOverviewFunction, row).func;
  if (part == FUL_OVERVIEW_PART_LIBRARIES)
    return find_func_of_library (overview->weights->profile, g_array_index (overview->libraries, FulOverviewShare, row).name);

  return FUL_NONE;
}

/* @row: (nullable). Returns: whether it is a row */
static gboolean
popup (GtkWidget  *panel,
       FulInsight *insight,
       GtkWidget  *row,
       double      x,
       double      y)
{
  const FulOverview *overview = ful_insight_get_overview (insight);
  g_autoptr(GMenu) menu = g_menu_new ();
  g_autoptr(GMenuItem) show = g_menu_item_new (_("_Show"), NULL);
  GVariant *target;
  FulFuncIndex func;
  guint part, number;

  if (row == NULL || overview == NULL)
    return FALSE;

  target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (row));
  g_variant_get (target, "(uu)", &part, &number);
  if (part == FUL_OVERVIEW_PART_FINDINGS && number < overview->findings->len &&
      g_array_index (overview->findings, FulFinding, number).subject == FUL_FINDING_NOTHING)
    return FALSE;
  g_menu_item_set_action_and_target_value (show, "overview.follow", target);
  g_menu_item_set_attribute (show, "accel", "s", "Return");
  g_menu_append_item (menu, show);
  if (part == FUL_OVERVIEW_PART_FINDINGS)
    {
      g_autoptr(GMenuItem) step = g_menu_item_new (_("Add to _Tour"), NULL);

      g_menu_item_set_action_and_target (step, "view.add-finding", "u", number);
      g_menu_append_item (menu, step);
    }
  func = find_func (overview, (FulOverviewPart) part, number);
  if (func != FUL_NONE)
    ful_sample_menu_append_library (menu, overview->weights->profile, func);
  ful_context_menu_popup (panel, G_MENU_MODEL (menu), panel, x, y);

  return TRUE;
}

static GtkWidget *
get_row (GtkWidget *widget)
{
  return widget ? gtk_widget_get_ancestor (widget, FUL_TYPE_OVERVIEW_ROW) : NULL;
}

static void
pressed_cb (GtkGestureClick *click,
            int              n_press,
            double           x,
            double           y,
            FulInsight      *insight)
{
  GtkWidget *panel = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click));

  if (popup (panel, insight, get_row (gtk_widget_pick (panel, x, y, GTK_PICK_DEFAULT)), x, y))
    gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *keys,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        modifiers,
                FulInsight            *insight)
{
  GtkWidget *panel = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (keys));
  GtkWidget *row = get_row (gtk_root_get_focus (gtk_widget_get_root (panel)));
  double x, y;

  if (keyval != GDK_KEY_Menu && (keyval != GDK_KEY_F10 || !(modifiers & GDK_SHIFT_MASK)))
    return GDK_EVENT_PROPAGATE;
  if (row == NULL || !gtk_widget_translate_coordinates (row, panel, 0, gtk_widget_get_height (row), &x, &y))
    return GDK_EVENT_PROPAGATE;

  return popup (panel, insight, row, x, y);
}

/**
 * ful_overview_menu_install:
 * @panel: contains the rows, and has their actions; unparents its children when disposed
 * @insight: (transfer none): of the rows; lives as long as @panel
 *
 * Gives each row its menu.
 */
void
ful_overview_menu_install (GtkWidget  *panel,
                           FulInsight *insight)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), insight, 0);
  gtk_widget_add_controller (panel, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), insight, 0);
  gtk_widget_add_controller (panel, keys);
}
