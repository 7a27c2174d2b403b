/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of fields that can have a column in the table of markers, built when it
 * is opened. The checked ones are those of the document. */

#include "config.h"

#include "ful-marker-fields-button.h"

#include "base/ful-format.h"
#include "document/ful-document-markers.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

#define LIST_HEIGHT 320

typedef struct
{
  FulDocument   *document;
  FulMarkerView *view;      /* (nullable): whose fields are offered */
} Fields;

static void
fields_free (gpointer data)
{
  Fields *fields = data;

  g_object_unref (fields->document);
  g_clear_pointer (&fields->view, ful_marker_view_unref);
  g_free (fields);
}

static void
toggled_cb (GtkCheckButton *check,
            Fields         *fields)
{
  const char *key = g_object_get_data (G_OBJECT (check), "key");
  const char * const *now = ful_document_get_view_state (fields->document)->marker_columns;
  g_autoptr(GPtrArray) keys = g_ptr_array_new ();

  if (key == NULL)
    return;

  for (guint i = 0; now[i]; i++)
    if (!g_str_equal (now[i], key))
      g_ptr_array_add (keys, (gpointer) now[i]);
  if (gtk_check_button_get_active (check))
    g_ptr_array_add (keys, (gpointer) key);
  g_ptr_array_add (keys, NULL);
  ful_document_set_marker_columns (fields->document, (const char * const *) keys->pdata);
}

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *list_item,
          Fields             *fields)
{
  GtkWidget *check = gtk_check_button_new ();

  g_signal_connect (check, "toggled", G_CALLBACK (toggled_cb), fields);
  gtk_list_item_set_child (list_item, check);
  gtk_list_item_set_activatable (list_item, FALSE);
}

/* The strings of the list are keys; the label is that of the field. */
static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *list_item,
         Fields             *fields)
{
  GtkCheckButton *check = GTK_CHECK_BUTTON (gtk_list_item_get_child (list_item));
  const char *key = gtk_string_object_get_string (gtk_list_item_get_item (list_item));
  const FulMarkerFieldInfo *info = &g_array_index (fields->view->fields, FulMarkerFieldInfo,
                                                   gtk_list_item_get_position (list_item));
  g_autofree char *label = ful_format_label (info->label, "");
  g_autofree char *shown_key = ful_format_label (key, "");

  g_object_set_data (G_OBJECT (check), "key", NULL);
  gtk_check_button_set_label (check, label);
  gtk_widget_set_tooltip_text (GTK_WIDGET (check), shown_key);
  gtk_check_button_set_active (check, g_strv_contains (ful_document_get_view_state (fields->document)->marker_columns, key));
  g_object_set_data_full (G_OBJECT (check), "key", g_strdup (key), g_free);
}

static void
create_popup_cb (GtkMenuButton *button,
                 gpointer       user_data)
{
  Fields *fields = user_data;
  GtkStringList *keys = gtk_string_list_new (NULL);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list;

  for (guint i = 0; fields->view && i < fields->view->fields->len; i++)
    gtk_string_list_append (keys, g_array_index (fields->view->fields, FulMarkerFieldInfo, i).key);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), fields);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), fields);
  list = gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (keys))), factory);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Fields with a column"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (scrolled, FALSE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), LIST_HEIGHT);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_menu_button_set_popover (button, popover);
}

/**
 * ful_marker_fields_button_new:
 * @document: whose columns are chosen
 *
 * Returns: (transfer floating): the button
 */
GtkWidget *
ful_marker_fields_button_new (FulDocument *document)
{
  GtkWidget *button = gtk_menu_button_new ();
  Fields *fields = g_new0 (Fields, 1);

  fields->document = g_object_ref (document);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Columns"));
  gtk_widget_add_css_class (button, "flat");
  ful_control_set_name (button, _("Columns"));
  ful_tooltip_describe (button, _("Fields that have a column"));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), create_popup_cb, fields, NULL);
  g_object_set_data_full (G_OBJECT (button), "fields", fields, fields_free);

  return button;
}

/**
 * ful_marker_fields_button_set_view:
 * @view: whose fields are offered, when it is opened the next time
 */
void
ful_marker_fields_button_set_view (GtkWidget     *button,
                                   FulMarkerView *view)
{
  Fields *fields = g_object_get_data (G_OBJECT (button), "fields");

  ful_marker_view_ref (view);
  if (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)) &&
      !gtk_widget_get_visible (GTK_WIDGET (gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)))))
    gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), NULL);
  g_clear_pointer (&fields->view, ful_marker_view_unref);
  fields->view = view;
}
