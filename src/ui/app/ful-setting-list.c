/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A group of preferences for a setting of several texts: a row for each, and one to add another. */

#include "config.h"

#include "ful-setting-list.h"

#include <glib/gi18n.h>

typedef struct
{
  GSettings               *settings;
  char                    *key;
  GtkWidget               *rows;    /* the last one adds */
  GtkWidget               *entry;   /* (nullable) */
  GtkWidget               *add;     /* (nullable): the button of @entry */
  GtkWidget               *error;   /* (nullable): below the rows */
  FulSettingListCheckFunc  check;
  FulSettingListAskFunc    ask;
} List;

static void
list_free (gpointer data)
{
  List *list = data;

  g_object_unref (list->settings);
  g_free (list->key);
  g_free (list);
}

static List *
get_list (gpointer group)
{
  return g_object_get_data (G_OBJECT (group), "list");
}

static void
set_texts (List      *list,
           GPtrArray *texts)
{
  g_settings_set_value (list->settings, list->key, g_variant_new_strv ((const char *const *) texts->pdata, (gssize) texts->len));
}

/* Returns: (transfer full) (element-type utf8): the texts, but @except */
static GPtrArray *
get_texts (List       *list,
           const char *except)
{
  g_auto(GStrv) texts = g_settings_get_strv (list->settings, list->key);
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; texts[i]; i++)
    if (g_strcmp0 (texts[i], except) != 0)
      g_ptr_array_add (copy, g_strdup (texts[i]));

  return copy;
}

/* The row goes with the button that has the focus. */
static void
remove_clicked_cb (GtkWidget *button,
                   GtkWidget *group)
{
  List *list = get_list (group);
  g_autoptr(GPtrArray) texts = get_texts (list, g_object_get_data (G_OBJECT (button), "text"));

  gtk_widget_grab_focus (list->entry ? list->entry : gtk_widget_get_last_child (list->rows));
  set_texts (list, texts);
}

static GtkWidget *
create_row (GtkWidget  *group,
            const char *text)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  g_autofree char *title = g_markup_escape_text (text, -1);
  g_autofree char *name = g_strdup_printf (_("Remove “%s”"), text);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (button), "text", g_strdup (text), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_clicked_cb), group);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);

  return row;
}

static void
fill (GtkWidget *group)
{
  List *list = get_list (group);
  g_autoptr(GPtrArray) texts = get_texts (list, NULL);
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (list->rows)) != gtk_widget_get_last_child (list->rows))
    gtk_list_box_remove (GTK_LIST_BOX (list->rows), row);
  for (guint i = 0; i < texts->len; i++)
    gtk_list_box_insert (GTK_LIST_BOX (list->rows), create_row (group, texts->pdata[i]), (int) i);
}

static void
add_entered_cb (GtkWidget *group)
{
  List *list = get_list (group);
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (list->entry))));
  g_autoptr(GError) error = NULL;

  if (*text == '\0')
    return;
  if (!list->check (text, &error))
    {
      gtk_label_set_label (GTK_LABEL (list->error), error->message);
      gtk_widget_show (list->error);
      gtk_widget_grab_focus (list->entry);
      return;
    }

  ful_setting_list_add (group, text);
  gtk_editable_set_text (GTK_EDITABLE (list->entry), "");
  gtk_widget_grab_focus (list->entry);
}

static void
entry_changed_cb (GtkWidget *group)
{
  List *list = get_list (group);

  gtk_widget_set_sensitive (list->add, *gtk_editable_get_text (GTK_EDITABLE (list->entry)) != '\0');
  gtk_widget_hide (list->error);
}

static void
ask_activated_cb (GtkWidget *group)
{
  get_list (group)->ask (group);
}

/* @add_row: the last row */
static GtkWidget *
create_group (GSettings  *settings,
              const char *key,
              GtkWidget  *add_row,
              const char *prompt)
{
  List *list = g_new0 (List, 1);
  GtkWidget *group = adw_preferences_group_new ();
  g_autofree char *detailed = g_strconcat ("changed::", key, NULL);

  list->settings = g_object_ref (settings);
  list->key = g_strdup (key);
  list->rows = gtk_list_box_new ();
  g_object_set_data_full (G_OBJECT (group), "list", list, list_free);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list->rows), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list->rows, "boxed-list");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (add_row), prompt);
  gtk_list_box_append (GTK_LIST_BOX (list->rows), add_row);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), list->rows);
  fill (group);
  g_signal_connect_object (settings, detailed, G_CALLBACK (fill), group, G_CONNECT_SWAPPED);

  return group;
}

/**
 * ful_setting_list_new_with_entry:
 * @settings: the settings
 * @key: a setting of type "as"
 * @prompt: what can be added
 * @check: whether a text can be
 *
 * Returns: (transfer floating): a group with an entry
 */
GtkWidget *
ful_setting_list_new_with_entry (GSettings               *settings,
                                 const char              *key,
                                 const char              *prompt,
                                 FulSettingListCheckFunc  check)
{
  GtkWidget *entry = adw_entry_row_new ();
  GtkWidget *group = create_group (settings, key, entry, prompt);
  List *list = get_list (group);

  list->check = check;
  list->entry = entry;
  list->add = gtk_button_new_with_mnemonic (_("_Add"));
  list->error = gtk_label_new (NULL);
  gtk_widget_set_valign (list->add, GTK_ALIGN_CENTER);
  gtk_widget_set_sensitive (list->add, FALSE);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (entry), list->add);
  gtk_label_set_wrap (GTK_LABEL (list->error), TRUE);
  gtk_label_set_xalign (GTK_LABEL (list->error), 0);
  gtk_widget_add_css_class (list->error, "error");
  gtk_widget_set_margin_top (list->error, 6);
  gtk_widget_hide (list->error);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), list->error);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (entry_changed_cb), group);
  g_signal_connect_swapped (entry, "entry-activated", G_CALLBACK (add_entered_cb), group);
  g_signal_connect_swapped (list->add, "clicked", G_CALLBACK (add_entered_cb), group);

  return group;
}

/**
 * ful_setting_list_new_with_asking:
 * @settings: the settings
 * @key: a setting of type "as"
 * @prompt: what can be added
 * @ask: asks for it
 *
 * Returns: (transfer floating): a group with a row that asks
 */
GtkWidget *
ful_setting_list_new_with_asking (GSettings             *settings,
                                  const char            *key,
                                  const char            *prompt,
                                  FulSettingListAskFunc  ask)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *group = create_group (settings, key, row, prompt);

  get_list (group)->ask = ask;
  adw_action_row_set_icon_name (ADW_ACTION_ROW (row), "list-add-symbolic");
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect_swapped (row, "activated", G_CALLBACK (ask_activated_cb), group);

  return group;
}

/**
 * ful_setting_list_add:
 * @list: a group
 * @text: becomes the last one
 */
void
ful_setting_list_add (GtkWidget  *list,
                      const char *text)
{
  g_autoptr(GPtrArray) texts = get_texts (get_list (list), text);

  g_ptr_array_add (texts, g_strdup (text));
  set_texts (get_list (list), texts);
}
