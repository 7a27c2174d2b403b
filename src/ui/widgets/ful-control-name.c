/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of controls for assistive tools, where GTK 4.8 gets them wrong. */

#include "config.h"

#include "ful-control-name.h"

/**
 * ful_control_set_name:
 * @control: a menu button or drop-down
 * @name: its accessible name
 *
 * Names the control, and the button inside of a drop-down, which GTK names by its type.
 */
void
ful_control_set_name (GtkWidget  *control,
                      const char *name)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  if (GTK_IS_DROP_DOWN (control))
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_first_child (control)), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    name, -1);
}

/**
 * ful_control_name_by_labels:
 * @root: a widget
 *
 * Names buttons at and below @root by their labels. GTK's names include the label with its mnemonic.
 */
void
ful_control_name_by_labels (GtkWidget *root)
{
  gboolean has_mnemonic = (GTK_IS_BUTTON (root) && gtk_button_get_use_underline (GTK_BUTTON (root))) ||
                          (GTK_IS_CHECK_BUTTON (root) && gtk_check_button_get_use_underline (GTK_CHECK_BUTTON (root)));

  if (has_mnemonic)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child; child = gtk_widget_get_next_sibling (child))
    ful_control_name_by_labels (child);
}
