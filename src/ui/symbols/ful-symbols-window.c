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

#include <glib/gi18n.h>

/* Limit on libraries in the list. */
#define MAX_LISTED 500

struct _FulSymbolsWindow
{
  AdwPreferencesWindow  parent_instance;

  FulSymbolicator      *symbolicator;
  GSettings            *settings;   /* (nullable) */
  AdwPreferencesGroup  *group;
  FulOptionBar         *buttons;
  GtkWidget            *ask;        /* (nullable) */
  GPtrArray            *rows;       /* GtkWidget */
};

G_DEFINE_FINAL_TYPE (FulSymbolsWindow, ful_symbols_window, ADW_TYPE_PREFERENCES_WINDOW)

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
fill (FulSymbolsWindow *self)
{
  guint n = ful_symbolicator_get_n_libs (self->symbolicator);

  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  for (guint i = 0; i < MIN (n, MAX_LISTED); i++)
    {
      GtkWidget *row = create_row (ful_symbolicator_get_profile (self->symbolicator),
                                   ful_symbolicator_get_lib (self->symbolicator, i),
                                   ful_symbolicator_get_symbols (self->symbolicator, i));

      g_ptr_array_add (self->rows, row);
      adw_preferences_group_add (self->group, row);
    }
  if (n > MAX_LISTED)
    {
      g_autofree char *more = g_strdup_printf (_("The first %d of %u libraries"), MAX_LISTED, n);

      adw_preferences_group_set_description (self->group, more);
    }
}

static void
changed_cb (FulSymbolsWindow *self)
{
  gboolean busy = ful_symbolicator_get_busy (self->symbolicator);

  gtk_widget_set_sensitive (GTK_WIDGET (self->buttons), !busy);
  if (!busy)
    fill (self);
}

static void
start (FulSymbolsWindow *self,
       gboolean          again)
{
  ful_symbols_window_set_servers (self->symbolicator, self->settings);
  ful_symbolicator_start (self->symbolicator, NULL, 0, again);
}

static void
again_clicked_cb (FulSymbolsWindow *self)
{
  start (self, TRUE);
}

static void
agreed (GtkWindow *window)
{
  start (FUL_SYMBOLS_WINDOW (window), FALSE);
}

static void
servers_clicked_cb (FulSymbolsWindow *self)
{
  g_auto(GStrv) servers = g_settings_get_strv (self->settings, "symbol-servers");

  if (servers[0])
    start (self, FALSE);
  else
    ful_server_consent_ask (GTK_WINDOW (self), self->settings, agreed);
}

/* Without a server the button leads to a question. */
static void
servers_changed_cb (FulSymbolsWindow *self)
{
  g_auto(GStrv) servers = g_settings_get_strv (self->settings, "symbol-servers");
  g_autofree char *names = g_strjoinv ("\n", servers);

  gtk_button_set_label (GTK_BUTTON (self->ask), servers[0] ? _("Ask _Servers") : _("Ask _Servers…"));
  ful_tooltip_describe (self->ask, servers[0] ? names : NULL);
}

static void
folder_cb (gpointer    window,
           const char *path)
{
  FulSymbolsWindow *self = window;

  ful_symbolicator_add_folder (self->symbolicator, path);
  start (self, FALSE);
}

static void
folder_clicked_cb (FulSymbolsWindow *self)
{
  ful_path_question_ask (GTK_WIDGET (self), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _("Folder with Symbols"), _("_Look Here"), folder_cb);
}

static GtkWidget *
create_button (FulSymbolsWindow *self,
               const char       *label,
               GCallback         clicked_cb)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_signal_connect_swapped (button, "clicked", clicked_cb, self);
  ful_option_bar_append (self->buttons, button);

  return button;
}

static void
ful_symbols_window_finalize (GObject *object)
{
  FulSymbolsWindow *self = FUL_SYMBOLS_WINDOW (object);

  g_clear_object (&self->symbolicator);
  g_clear_object (&self->settings);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (ful_symbols_window_parent_class)->finalize (object);
}

static void
ful_symbols_window_class_init (FulSymbolsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (FUL_TYPE_OPTION_BAR);
  G_OBJECT_CLASS (klass)->finalize = ful_symbols_window_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-symbols-window.ui");
  gtk_widget_class_bind_template_child (widget_class, FulSymbolsWindow, group);
  gtk_widget_class_bind_template_child (widget_class, FulSymbolsWindow, buttons);
}

static void
ful_symbols_window_init (FulSymbolsWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->rows = g_ptr_array_new ();
  create_button (self, _("Look in a _Folder…"), G_CALLBACK (folder_clicked_cb));
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
  FulSymbolsWindow *self = g_object_new (FUL_TYPE_SYMBOLS_WINDOW, "transient-for", parent, NULL);

  self->symbolicator = g_object_ref (symbolicator);
  g_set_object (&self->settings, settings);
  if (settings && ful_symbol_place_has_servers ())
    {
      self->ask = create_button (self, "", G_CALLBACK (servers_clicked_cb));
      g_signal_connect_object (settings, "changed::symbol-servers", G_CALLBACK (servers_changed_cb), self, G_CONNECT_SWAPPED);
      servers_changed_cb (self);
    }
  create_button (self, _("Look _Again"), G_CALLBACK (again_clicked_cb));
  fill (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->buttons), !ful_symbolicator_get_busy (symbolicator));
  g_signal_connect_object (symbolicator, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  ful_control_name_by_labels (GTK_WIDGET (self));
  gtk_window_present (GTK_WINDOW (self));
}
