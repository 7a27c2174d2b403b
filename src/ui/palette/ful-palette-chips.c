/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Buttons below the results: only one kind is searched. Each shows the character that says so in the field. */

#include "config.h"

#include "ful-palette-private.h"

#include <glib/gi18n.h>

/**
 * ful_palette_chips_new:
 *
 * Returns: (transfer floating): a row of buttons of the action `palette.only`; keys write the character instead
 */
GtkWidget *
ful_palette_chips_new (void)
{
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = gtk_label_new (_("Search Only"));

  gtk_accessible_update_property (GTK_ACCESSIBLE (box), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Search Only"), -1);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_add_css_class (title, "palette-title");
  gtk_box_append (GTK_BOX (box), title);
  gtk_widget_add_css_class (row, "palette-chips");
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    {
      const char prefix[] = { ful_find_kind_get_prefix (kind), '\0' };
      GtkWidget *button, *content, *key;

      if (*prefix == '\0')
        continue;
      button = gtk_button_new ();
      content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      key = gtk_label_new (prefix);
      gtk_box_append (GTK_BOX (content), gtk_label_new (ful_find_kind_get_title (kind)));
      gtk_widget_add_css_class (key, "palette-key");
      gtk_widget_set_valign (key, GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (content), key);
      gtk_button_set_child (GTK_BUTTON (button), content);
      gtk_widget_set_can_focus (button, FALSE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "palette.only");
      gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), g_variant_new_string (prefix));
      gtk_box_append (GTK_BOX (row), button);
    }
  gtk_box_append (GTK_BOX (box), row);

  return box;
}
