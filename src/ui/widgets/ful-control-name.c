/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of controls for assistive tools, where GTK 4.8 gets them wrong. */

#include "config.h"

#include "ful-control-name.h"

#include <adwaita.h>

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

/* What takes the focus in preferences and the like, and has no text of its own. */
static gboolean
is_frame (GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW (widget) || GTK_IS_LIST_BOX (widget) || GTK_IS_LIST_VIEW (widget);
}

/* Returns: (nullable): the title of the row, group, page or dialog that @widget is in; a group names its list itself */
static const char *
get_title_around (GtkWidget *widget)
{
  for (GtkWidget *parent = gtk_widget_get_parent (widget); parent; parent = gtk_widget_get_parent (parent))
    {
      const char *title = ADW_IS_PREFERENCES_ROW (parent)     ? adw_preferences_row_get_title (ADW_PREFERENCES_ROW (parent))
                          : ADW_IS_PREFERENCES_GROUP (parent) ? adw_preferences_group_get_title (ADW_PREFERENCES_GROUP (parent))
                          : ADW_IS_PREFERENCES_PAGE (parent)  ? adw_preferences_page_get_title (ADW_PREFERENCES_PAGE (parent))
                          : GTK_IS_WINDOW (parent) && !GTK_IS_APPLICATION_WINDOW (parent) ? gtk_window_get_title (GTK_WINDOW (parent))
                                                                                          : NULL;

      if (title && *title != '\0')
        return GTK_IS_LIST_BOX (widget) && ADW_IS_PREFERENCES_GROUP (parent) ? NULL : title;
    }

  return NULL;
}

static const char *
find_text (GtkWidget *widget)
{
  const char *text = GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) ? gtk_label_get_text (GTK_LABEL (widget)) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !text; child = gtk_widget_get_next_sibling (child))
    text = find_text (child);

  return text;
}

/* Returns: (nullable): of a button without a label of its own: what its tooltip says, else a label in it */
static const char *
get_button_title (GtkWidget *button)
{
  const char *tooltip = gtk_widget_get_tooltip_text (button);

  /* Tabs have one by their page. */
  if (gtk_button_get_label (GTK_BUTTON (button)) ||
      gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (button)) == GTK_ACCESSIBLE_ROLE_TAB)
    return NULL;

  return tooltip ? tooltip : find_text (button);
}

/**
 * ful_control_name_by_labels:
 * @root: a widget
 *
 * Names buttons at and below @root by their labels, as GTK's names include the label with its mnemonic; buttons that are
 * pictures by their tooltips, others by a label in them; lists of preferences by the titles around them.
 */
void
ful_control_name_by_labels (GtkWidget *root)
{
  gboolean has_mnemonic = (GTK_IS_BUTTON (root) && gtk_button_get_use_underline (GTK_BUTTON (root))) ||
                          (GTK_IS_CHECK_BUTTON (root) && gtk_check_button_get_use_underline (GTK_CHECK_BUTTON (root)));
  const char *title = is_frame (root) ? get_title_around (root) : GTK_IS_BUTTON (root) ? get_button_title (root) : NULL;

  if (has_mnemonic)
    gtk_accessible_reset_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL);
  else if (title)
    gtk_accessible_update_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child; child = gtk_widget_get_next_sibling (child))
    ful_control_name_by_labels (child);
}
