/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Preferences are bound to the settings, which windows and panels follow: a change
 * takes effect at once, and changes by a panel are shown here. */

#include "config.h"

#include "ful-preferences.h"

#include "ful-setting-list.h"

#include "base/ful-error.h"
#include "source/ful-source-text.h"
#include "symbols/sources/ful-symbol-place.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-path-question.h"
#include "widgets/ful-setting-info.h"

#include <glib/gi18n.h>

/* Values of the enumeration of the schema. */
static const AdwColorScheme schemes[] = {
  ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK,
};

static gboolean
get_scheme (GValue   *value,
            GVariant *variant,
            gpointer  settings)
{
  g_value_set_uint (value, (guint) g_settings_get_enum (settings, "color-scheme"));

  return TRUE;
}

static gboolean
get_open_with (GValue   *value,
               GVariant *variant,
               gpointer  settings)
{
  g_value_set_uint (value, (guint) g_settings_get_enum (settings, "open-with"));

  return TRUE;
}

static GVariant *
set_open_with (const GValue       *value,
               const GVariantType *type,
               gpointer            settings)
{
  static const char *const names[] = { "overview", "call-tree", "last" };

  return g_variant_new_string (names[MIN (g_value_get_uint (value), G_N_ELEMENTS (names) - 1)]);
}

static GVariant *
set_scheme (const GValue       *value,
            const GVariantType *type,
            gpointer            settings)
{
  static const char *const names[] = { "system", "light", "dark" };

  return g_variant_new_string (names[MIN (g_value_get_uint (value), G_N_ELEMENTS (names) - 1)]);
}

static gboolean
get_direction (GValue   *value,
               GVariant *variant,
               gpointer  user_data)
{
  g_value_set_uint (value, g_variant_get_boolean (variant));

  return TRUE;
}

static GVariant *
set_direction (const GValue       *value,
               const GVariantType *type,
               gpointer            user_data)
{
  return g_variant_new_boolean (g_value_get_uint (value) == 1);
}

static GtkWidget *
create_choice (const char *key)
{
  const FulSettingInfo *info = ful_setting_info_get (key);
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr(GtkStringList) list = gtk_string_list_new (NULL);

  for (guint i = 0; info->choices[i]; i++)
    gtk_string_list_append (list, _(info->choices[i]));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(info->title));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));

  return row;
}

static GtkWidget *
create_switch (GSettings  *settings,
               const char *key)
{
  const FulSettingInfo *info = ful_setting_info_get (key);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(info->title));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _(info->description));
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  g_settings_bind (settings, key, toggle, "active", G_SETTINGS_BIND_DEFAULT);

  return row;
}

/* Titles of a group that is one setting. */
static void
set_titles (GtkWidget  *group,
            const char *key)
{
  const FulSettingInfo *info = ful_setting_info_get (key);

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), _(info->title));
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), _(info->description));
}

static GtkWidget *
create_servers (GSettings *settings)
{
  GtkWidget *group = ful_setting_list_new_with_entry (settings, "symbol-servers", _("https://… or debuginfod+https://…"),
                                                      ful_symbol_place_check_server);

  set_titles (group, "symbol-servers");

  return group;
}

static void
add_folder_cb (gpointer    list,
               const char *path)
{
  ful_setting_list_add (list, path);
}

static void
ask_for_folder (GtkWidget *list)
{
  ful_path_question_ask (list, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Folder with Source"), _("_Add"), add_folder_cb);
}

static GtkWidget *
create_source_folders (GSettings *settings)
{
  GtkWidget *group = ful_setting_list_new_with_asking (settings, "source-folders", _("Add a Folder…"), ask_for_folder);

  set_titles (group, "source-folders");

  return group;
}

static gboolean
check_pattern (const char  *pattern,
               GError     **error)
{
  if (*pattern && !g_str_equal (pattern, "!"))
    return TRUE;

  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("There is no pattern"));

  return FALSE;
}

static GtkWidget *
create_own_code (GSettings *settings)
{
  GtkWidget *group = ful_setting_list_new_with_entry (settings, "own-code", _("PATTERN or !PATTERN"), check_pattern);

  set_titles (group, "own-code");

  return group;
}

static GtkWidget *
create_source_maps (GSettings *settings)
{
  GtkWidget *group = ful_setting_list_new_with_entry (settings, "source-maps", _("FROM=TO"), ful_source_map_check);

  set_titles (group, "source-maps");

  return group;
}

static GtkWidget *
create_editor (GSettings *settings)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *entry = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entry), _("Command"));
  g_settings_bind (settings, "editor", entry, "text", G_SETTINGS_BIND_DEFAULT);
  set_titles (group, "editor");
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), entry);

  return group;
}

static GtkWidget *
add_page (GtkWidget  *window,
          const char *title,
          const char *icon_name)
{
  GtkWidget *page = adw_preferences_page_new ();

  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), title);
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), icon_name);
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));

  return page;
}

static void
add_group (GtkWidget *page,
           GtkWidget *group)
{
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
}

/* The page of a setting, and the focus on it. */
static void
show_setting (GtkWidget  *window,
              const char *key)
{
  GtkWidget *widget = g_object_get_data (G_OBJECT (window), key);
  GtkWidget *page = widget ? gtk_widget_get_ancestor (widget, ADW_TYPE_PREFERENCES_PAGE) : NULL;

  if (page == NULL)
    return;

  adw_preferences_window_set_visible_page (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  if (!gtk_widget_grab_focus (widget))
    gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
}

static void
add_row (GtkWidget  *window,
         GtkWidget  *group,
         GtkWidget  *row,
         const char *key)
{
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
  g_object_set_data (G_OBJECT (window), key, row);
}

static void
add_list (GtkWidget  *window,
          GtkWidget  *page,
          GtkWidget  *group,
          const char *key)
{
  add_group (page, group);
  g_object_set_data (G_OBJECT (window), key, group);
}

/**
 * ful_preferences_show:
 * @parent: (nullable): the parent window
 * @settings: the settings
 * @key: (nullable): the setting that gets the focus
 *
 * Opens the window of preferences.
 */
void
ful_preferences_show (GtkWindow  *parent,
                      GSettings  *settings,
                      const char *key)
{
  GtkWidget *window = adw_preferences_window_new ();
  GtkWidget *general = add_page (window, _("General"), "preferences-system-symbolic");
  GtkWidget *source = add_page (window, _("Source"), "text-x-generic-symbolic");
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *scheme = create_choice ("color-scheme");
  GtkWidget *open_with = create_choice ("open-with");
  GtkWidget *direction = create_choice ("flame-graph-root-on-top");

  g_settings_bind_with_mapping (settings, "color-scheme", scheme, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_scheme, set_scheme, settings, NULL);
  g_settings_bind_with_mapping (settings, "open-with", open_with, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_open_with, set_open_with, settings, NULL);
  g_settings_bind_with_mapping (settings, "flame-graph-root-on-top", direction, "selected", G_SETTINGS_BIND_DEFAULT,
                                get_direction, set_direction, NULL, NULL);

  add_row (window, group, scheme, "color-scheme");
  add_row (window, group, open_with, "open-with");
  add_row (window, group, direction, "flame-graph-root-on-top");
  add_row (window, group, create_switch (settings, "show-details"), "show-details");
  add_group (general, group);
  add_list (window, source, create_source_folders (settings), "source-folders");
  add_list (window, source, create_source_maps (settings), "source-maps");
  add_list (window, source, create_editor (settings), "editor");
  add_list (window, source, create_own_code (settings), "own-code");
  if (ful_symbol_place_has_servers ())
    add_list (window, add_page (window, _("Symbols"), "network-server-symbolic"), create_servers (settings), "symbol-servers");
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  ful_control_name_by_labels (window);
  gtk_window_present (GTK_WINDOW (window));
  if (key)
    show_setting (window, key);
}

/**
 * ful_preferences_apply_scheme:
 * @settings: settings
 *
 * Sets the colours of the program.
 */
void
ful_preferences_apply_scheme (GSettings *settings)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (),
                                      schemes[g_settings_get_enum (settings, "color-scheme")]);
}
