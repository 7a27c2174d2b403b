/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Commands: items of menus, and others with a text of their own, that can be activated now. GTK says of no action of a widget
 * whether it is enabled, but a button with its name is sensitive then. */

#include "config.h"

#include "ful-palette-commands.h"

#include "ful-palette-item.h"

#include <string.h>

/* Menus are no deeper. */
#define MAX_DEPTH 4

/**
 * ful_palette_commands_is_enabled:
 * @probe: a button where the action is known, not shown
 * @target: (nullable)
 */
gboolean
ful_palette_commands_is_enabled (GtkWidget  *probe,
                                 const char *action,
                                 GVariant   *target)
{
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), NULL);
  gtk_actionable_set_action_target_value (GTK_ACTIONABLE (probe), target);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), action);

  return gtk_widget_get_sensitive (probe);
}

/* Returns: (transfer full): the label without mnemonics */
static char *
dup_plain (const char *label)
{
  GString *plain = g_string_new (NULL);

  for (; *label; label++)
    {
      label += *label == '_' && label[1] != '\0';
      g_string_append_c (plain, *label);
    }

  return g_string_free (plain, FALSE);
}

/* @accel: (nullable). Returns: (transfer full): the key for the user; "" for none */
static char *
dup_key (GtkWidget  *probe,
         const char *accel,
         const char *action,
         GVariant   *target)
{
  GtkApplication *application = GTK_APPLICATION (g_application_get_default ());
  g_autofree char *detailed = g_action_print_detailed_name (action, target);
  g_auto(GStrv) accels = application ? gtk_application_get_accels_for_action (application, detailed) : NULL;
  guint key;
  GdkModifierType modifiers;

  if (accel == NULL && accels)
    accel = accels[0];
  if (accel == NULL || !gtk_accelerator_parse (accel, &key, &modifiers))
    return g_strdup ("");

  return gtk_accelerator_get_label (key, modifiers);
}

/**
 * ful_palette_commands_add:
 * @items: (element-type FulPaletteItem): gets the command if it can be activated
 * @probe: a button of the window, not shown
 * @label: its text, with mnemonics
 * @place: where else it is
 * @accel: (nullable): its key, if that is none of the application
 * @target: (nullable) (transfer floating)
 */
void
ful_palette_commands_add (GPtrArray  *items,
                          GtkWidget  *probe,
                          const char *label,
                          const char *place,
                          const char *accel,
                          const char *action,
                          GVariant   *target)
{
  g_autoptr(GVariant) owned = target ? g_variant_ref_sink (target) : NULL;
  g_autofree char *plain = NULL, *key = NULL;
  FulPaletteItem *item;

  if (!ful_palette_commands_is_enabled (probe, action, owned))
    return;

  plain = dup_plain (label);
  key = dup_key (probe, accel, action, owned);
  item = ful_palette_item_new (FUL_FIND_COMMANDS, plain, place, key, action, owned);
  for (guint i = 0; i < items->len; i++)
    if (ful_palette_item_equal (g_ptr_array_index (items, i), item))
      {
        ful_palette_item_free (item);
        return;
      }
  g_ptr_array_add (items, item);
}

static void
add_menu (GPtrArray  *items,
          GtkWidget  *probe,
          GMenuModel *menu,
          const char *title,
          guint       depth)
{
  for (int i = 0; depth < MAX_DEPTH && i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr(GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr(GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *label = NULL, *action = NULL, *accel = NULL, *inner = NULL;
      g_autoptr(GVariant) target = g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);

      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action);
      g_menu_model_get_item_attribute (menu, i, "accel", "s", &accel);
      if (section)
        add_menu (items, probe, section, title, depth + 1);
      if (submenu)
        {
          inner = dup_plain (label ? label : "");
          add_menu (items, probe, submenu, inner, depth + 1);
        }
      if (label && action)
        ful_palette_commands_add (items, probe, label, title, accel, action, target);
    }
}

/**
 * ful_palette_commands_add_menu:
 * @items: (element-type FulPaletteItem): gets what can be activated of it
 * @probe: a button of the window, not shown
 * @title: name of the menu
 */
void
ful_palette_commands_add_menu (GPtrArray  *items,
                               GtkWidget  *probe,
                               GMenuModel *menu,
                               const char *title)
{
  add_menu (items, probe, menu, title, 0);
}
