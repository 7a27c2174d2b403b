/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The libraries of a profile: where their symbols are from, or why there are none. */

#include "config.h"

#include "ful-symbols-window.h"
#include "ful-server-consent.h"

#include "base/ful-format.h"
#include "symbols/sources/ful-symbol-place.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-option-bar.h"
#include "widgets/ful-path-question.h"
#include "widgets/ful-tooltip.h"

#include <adwaita.h>
#include <glib/gi18n.h>

/* Limit on libraries in the list. */
#define MAX_LISTED 500

typedef struct
{
  FulSymbolicator *symbolicator;
  GSettings       *settings;   /* (nullable) */
  GtkWidget       *window;
  GtkWidget       *group;
  GtkWidget       *buttons;
  GtkWidget       *ask;        /* (nullable) */
  GPtrArray       *rows;      /* GtkWidget */
} List;

static void
list_free (gpointer data)
{
  List *list = data;

  g_object_unref (list->symbolicator);
  g_clear_object (&list->settings);
  g_ptr_array_unref (list->rows);
  g_free (list);
}

static char *
describe (FulProfile          *profile,
          const FulLib        *lib,
          const FulLibSymbols *symbols)
{
  g_autofree char *found = NULL;
  g_autofree char *all = NULL;

  if (symbols == NULL)
    return g_strdup (profile->symbolicated == 1 ? _("Names from the profile") : _("Not looked up yet"));
  if (symbols->n_found == 0)
    return g_strdup (ful_lib_symbols_get_reason (lib, symbols));

  found = ful_format_number (symbols->n_found, 1, 0);
  all = ful_format_number (symbols->n_addresses, 1, 0);

  /* Translators: numbers of addresses, the kind of the source, and its file */
  return g_strdup_printf (_("%s of %s addresses · %s · %s"), found, all, symbols->source,
                          symbols->file ? symbols->file : "");
}

static GtkWidget *
create_row (FulProfile          *profile,
            const FulLib        *lib,
            const FulLibSymbols *symbols)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *text = describe (profile, lib, symbols);
  g_autofree char *shown_name = ful_format_label (*lib->name ? lib->name : _("Library without a name"), "");
  g_autofree char *shown_text = ful_format_label (text, "\n");
  g_autofree char *title = g_markup_escape_text (shown_name, -1);
  g_autofree char *subtitle = g_markup_escape_text (shown_text, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);

  return row;
}

static void
fill (List *list)
{
  guint n = ful_symbolicator_get_n_libs (list->symbolicator);

  for (guint i = 0; i < list->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (list->group), g_ptr_array_index (list->rows, i));
  g_ptr_array_set_size (list->rows, 0);
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      GtkWidget *row = create_row (ful_symbolicator_get_profile (list->symbolicator),
                                   ful_symbolicator_get_lib (list->symbolicator, i),
                                   ful_symbolicator_get_symbols (list->symbolicator, i));

      g_ptr_array_add (list->rows, row);
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (list->group), row);
    }
  if (n > MAX_LISTED)
    {
      g_autofree char *more = g_strdup_printf (_("The first %d of %u libraries"), MAX_LISTED, n);

      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (list->group), more);
    }
}

static void
changed_cb (GtkWidget *window)
{
  List *list = g_object_get_data (G_OBJECT (window), "list");
  gboolean busy = ful_symbolicator_get_busy (list->symbolicator);

  gtk_widget_set_sensitive (list->buttons, !busy);
  if (!busy)
    fill (list);
}

static void
start (List     *list,
       gboolean  again)
{
  ful_symbols_window_set_servers (list->symbolicator, list->settings);
  ful_symbolicator_start (list->symbolicator, NULL, 0, again);
}

static void
again_clicked_cb (List *list)
{
  start (list, TRUE);
}

static void
agreed (GtkWindow *window)
{
  start (g_object_get_data (G_OBJECT (window), "list"), FALSE);
}

static void
servers_clicked_cb (List *list)
{
  g_auto(GStrv) servers = g_settings_get_strv (list->settings, "symbol-servers");

  if (servers[0])
    start (list, FALSE);
  else
    ful_server_consent_ask (GTK_WINDOW (list->window), list->settings, agreed);
}

/* Without a server the button leads to a question. */
static void
servers_changed_cb (GtkWidget *window)
{
  List *list = g_object_get_data (G_OBJECT (window), "list");
  g_auto(GStrv) servers = g_settings_get_strv (list->settings, "symbol-servers");
  g_autofree char *names = g_strjoinv ("\n", servers);

  gtk_button_set_label (GTK_BUTTON (list->ask), servers[0] ? _("Ask _Servers") : _("Ask _Servers…"));
  ful_tooltip_describe (list->ask, servers[0] ? names : NULL);
}

static void
folder_cb (gpointer    window,
           const char *path)
{
  List *list = g_object_get_data (window, "list");

  ful_symbolicator_add_folder (list->symbolicator, path);
  start (list, FALSE);
}

static void
folder_clicked_cb (List *list)
{
  ful_path_question_ask (list->window, GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Folder with Symbols"), _("_Look Here"), folder_cb);
}

static GtkWidget *
create_button (List       *list,
               const char *label,
               GCallback   clicked_cb)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_signal_connect_swapped (button, "clicked", clicked_cb, list);
  ful_option_bar_append (FUL_OPTION_BAR (list->buttons), button);

  return button;
}

/**
 * ful_symbols_window_set_servers:
 * @symbolicator: looks up symbols
 * @settings: (nullable): has the servers that may be asked
 *
 * Has @symbolicator ask the servers of the settings, which is what the user agreed to.
 */
void
ful_symbols_window_set_servers (FulSymbolicator *symbolicator,
                                GSettings       *settings)
{
  g_auto(GStrv) servers = settings ? g_settings_get_strv (settings, "symbol-servers") : NULL;

  ful_symbolicator_set_servers (symbolicator, (const char *const *) servers);
}

/**
 * ful_symbols_window_present:
 * @parent: the window of the profile
 * @symbolicator: looks up its symbols
 * @settings: (nullable): has the servers that may be asked
 *
 * Shows the list of libraries.
 */
void
ful_symbols_window_present (GtkWindow       *parent,
                            FulSymbolicator *symbolicator,
                            GSettings       *settings)
{
  List *list = g_new0 (List, 1);
  GtkWidget *page = adw_preferences_page_new ();

  list->symbolicator = g_object_ref (symbolicator);
  g_set_object (&list->settings, settings);
  list->rows = g_ptr_array_new ();
  list->window = adw_preferences_window_new ();
  list->group = adw_preferences_group_new ();
  list->buttons = g_object_new (FUL_TYPE_OPTION_BAR, NULL);
  g_object_set_data_full (G_OBJECT (list->window), "list", list, list_free);
  create_button (list, _("Look in a _Folder…"), G_CALLBACK (folder_clicked_cb));
  if (settings && ful_symbol_place_has_servers ())
    {
      list->ask = create_button (list, "", G_CALLBACK (servers_clicked_cb));
      g_signal_connect_object (settings, "changed::symbol-servers", G_CALLBACK (servers_changed_cb), list->window, G_CONNECT_SWAPPED);
      servers_changed_cb (list->window);
    }
  create_button (list, _("Look _Again"), G_CALLBACK (again_clicked_cb));
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (list->group), _("Libraries"));
  adw_preferences_group_set_header_suffix (ADW_PREFERENCES_GROUP (list->group), list->buttons);
  fill (list);
  gtk_widget_set_sensitive (list->buttons, !ful_symbolicator_get_busy (symbolicator));
  g_signal_connect_object (symbolicator, "changed", G_CALLBACK (changed_cb), list->window, G_CONNECT_SWAPPED);

  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), _("Symbols"));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (list->group));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (list->window), ADW_PREFERENCES_PAGE (page));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (list->window), TRUE);
  gtk_window_set_title (GTK_WINDOW (list->window), _("Symbols"));
  gtk_window_set_transient_for (GTK_WINDOW (list->window), parent);
  gtk_window_set_modal (GTK_WINDOW (list->window), TRUE);
  ful_control_name_by_labels (list->window);
  gtk_window_present (GTK_WINDOW (list->window));
}
