/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be followed: a Firefox that is started, captures that have a socket in the runtime folder, those that were
 * received but not saved, and, on a page of its own, any address. */

#include "config.h"

#include "ful-live-dialog.h"

#include "ful-live-firefox-group.h"
#include "ful-live-start-group.h"

#include "base/ful-format.h"
#include "live/ful-live-address.h"
#include "live/ful-live-spool.h"
#include "widgets/ful-control-name.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#define ADDRESS "address"

/* The entries of the window. */
typedef struct
{
  GtkWindow *window;
  GtkWidget *address;
  GtkWidget *token;
  GtkWidget *connect;
} Entries;

static char *
dup_text (GtkWidget *entry)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
}

static void
follow (GtkWindow  *window,
        const char *address,
        const char *token)
{
  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (window)), "win.open-live", "(sss)", address, token, "");
  gtk_window_close (window);
}

static void
connect_clicked_cb (Entries *entries)
{
  g_autofree char *address = dup_text (entries->address);
  g_autofree char *token = dup_text (entries->token);
  g_autoptr(FulLiveAddress) parsed = ful_live_address_new (address, NULL);

  if (parsed)
    follow (entries->window, address, token);
}

static void
address_changed_cb (Entries *entries)
{
  g_autofree char *address = dup_text (entries->address);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulLiveAddress) parsed = ful_live_address_new (address, &error);
  g_autofree char *problem = *address && error ? ful_format_label (error->message, "\n") : NULL;

  gtk_widget_set_sensitive (entries->connect, parsed != NULL);
  gtk_widget_set_tooltip_text (entries->connect, problem);
}

static void
socket_activated_cb (GtkWidget *row)
{
  follow (GTK_WINDOW (gtk_widget_get_root (row)), g_object_get_data (G_OBJECT (row), ADDRESS), "");
}

static void
left_activated_cb (GtkWidget *row)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (row));
  g_autoptr(GFile) file = g_file_new_for_path (g_object_get_data (G_OBJECT (row), ADDRESS));
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (GTK_WIDGET (gtk_window_get_transient_for (window)), "app.open-uri", "s", uri);
  gtk_window_close (window);
}

/* To the trash, if there is one. */
static void
delete_clicked_cb (GtkWidget *row)
{
  g_autoptr(GFile) file = g_file_new_for_path (g_object_get_data (G_OBJECT (row), ADDRESS));

  if (g_file_trash (file, NULL, NULL) || g_file_delete (file, NULL, NULL))
    gtk_widget_set_visible (row, FALSE);
}

/* Returns: (transfer floating): a row for a file, which is activated by a click */
static GtkWidget *
create_row (const char *path,
            const char *title,
            const char *subtitle,
            GCallback   activated_cb)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *shown_title = ful_format_label (title, "");
  g_autofree char *shown_subtitle = ful_format_label (subtitle, "");
  g_autofree char *title_markup = g_markup_escape_text (shown_title, -1);
  g_autofree char *subtitle_markup = g_markup_escape_text (shown_subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title_markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle_markup);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), ADDRESS, g_strdup (path), g_free);
  g_signal_connect (row, "activated", activated_cb, NULL);

  return row;
}

static AdwPreferencesGroup *
create_group (AdwPreferencesPage *page,
              const char         *title,
              const char         *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));

  return ADW_PREFERENCES_GROUP (group);
}

static void
add_sockets (AdwPreferencesPage *page)
{
  g_autofree char *folder = g_build_filename (g_get_user_runtime_dir (), "fulgens", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  AdwPreferencesGroup *group = NULL;
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *title = g_strndup (name, strlen (name) - (g_str_has_suffix (name, ".sock") ? strlen (".sock") : 0));

      if (!g_str_has_suffix (name, ".sock"))
        continue;
      if (group == NULL)
        group = create_group (page, _("Captures on This Machine"), NULL);
      adw_preferences_group_add (group, create_row (path, title, path, G_CALLBACK (socket_activated_cb)));
    }
}

static void
add_entries (AdwPreferencesPage *page,
             GtkWindow          *window)
{
  AdwPreferencesGroup *group = create_group (page, _("Another Program"), _("The path of a socket, or HOST:PORT on this machine."));
  Entries *entries = g_new0 (Entries, 1);

  entries->window = window;
  entries->address = adw_entry_row_new ();
  entries->token = adw_password_entry_row_new ();
  entries->connect = gtk_button_new_with_mnemonic (_("_Connect"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entries->address), _("Address"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (entries->token), _("Token, if the address needs one"));
  gtk_widget_set_halign (entries->connect, GTK_ALIGN_END);
  gtk_widget_set_margin_top (entries->connect, 12);
  gtk_widget_add_css_class (entries->connect, "suggested-action");
  adw_preferences_group_add (group, entries->address);
  adw_preferences_group_add (group, entries->token);
  adw_preferences_group_add (group, entries->connect);
  g_object_set_data_full (G_OBJECT (window), "entries", entries, g_free);
  g_signal_connect_swapped (entries->connect, "clicked", G_CALLBACK (connect_clicked_cb), entries);
  g_signal_connect_swapped (entries->address, "changed", G_CALLBACK (address_changed_cb), entries);
  g_signal_connect_swapped (entries->address, "entry-activated", G_CALLBACK (connect_clicked_cb), entries);
  g_signal_connect_swapped (entries->token, "entry-activated", G_CALLBACK (connect_clicked_cb), entries);
  address_changed_cb (entries);
}

static void
add_left (AdwPreferencesPage *page)
{
  g_autoptr(GPtrArray) paths = ful_live_spool_list ();
  AdwPreferencesGroup *group;

  if (paths->len == 0)
    return;

  group = create_group (page, _("Captures That Were Not Saved"), _("Open one to save it as a profile."));
  for (guint i = 0; i < paths->len; i++)
    {
      const char *path = g_ptr_array_index (paths, i);
      g_autofree char *name = g_path_get_basename (path);
      GtkWidget *button = gtk_button_new_from_icon_name ("user-trash-symbolic");
      GStatBuf buf = { 0 };
      g_autofree char *size = NULL, *date = NULL, *subtitle = NULL;
      GtkWidget *row;

      g_stat (path, &buf);
      size = ful_format_bytes ((double) buf.st_size);
      date = ful_format_date ((double) buf.st_mtime * 1000, _("%-d %B %Y, %H:%M"));
      subtitle = g_strdup_printf ("%s · %s", date, size);
      row = create_row (path, name, subtitle, G_CALLBACK (left_activated_cb));
      gtk_widget_add_css_class (button, "flat");
      gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
      gtk_widget_set_tooltip_text (button, _("Delete"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Delete"), -1);
      g_signal_connect_object (button, "clicked", G_CALLBACK (delete_clicked_cb), row, G_CONNECT_SWAPPED);
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
      adw_preferences_group_add (group, row);
    }
}

static AdwPreferencesPage *
create_page (GtkWidget  *window,
             const char *title,
             const char *icon)
{
  GtkWidget *page = adw_preferences_page_new ();

  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), title);
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (page), icon);
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));

  return ADW_PREFERENCES_PAGE (page);
}

/**
 * ful_live_dialog_has_left:
 *
 * Returns: whether there are captures that were received and not saved
 */
gboolean
ful_live_dialog_has_left (void)
{
  g_autoptr(GPtrArray) paths = ful_live_spool_list ();

  return paths->len > 0;
}

/**
 * ful_live_dialog_present:
 * @parent: has the actions win.open-live and app.open-uri
 *
 * Asks which capture to follow.
 */
void
ful_live_dialog_present (GtkWindow *parent)
{
  GtkWidget *window = adw_preferences_window_new ();
  AdwPreferencesPage *page = create_page (window, _("Record"), "media-record-symbolic");
  AdwPreferencesPage *other = create_page (window, _("Other"), "network-server-symbolic");

  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (ful_live_start_group_new ()));
  add_sockets (page);
  add_left (page);
  adw_preferences_page_add (other, ADW_PREFERENCES_GROUP (ful_live_firefox_group_new ()));
  add_entries (other, GTK_WINDOW (window));
  adw_preferences_window_set_search_enabled (ADW_PREFERENCES_WINDOW (window), FALSE);
  ful_control_name_by_labels (window);
  gtk_window_set_title (GTK_WINDOW (window), _("Follow a Capture"));
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  gtk_window_present (GTK_WINDOW (window));
}

/**
 * ful_live_dialog_ask_save:
 * @n_unsaved: captures that would be lost
 * @response_cb: as of #AdwMessageDialog::response: "save", "discard" or "cancel"
 * @data: a #GObject for @response_cb
 *
 * Asks what to do with captures before they are closed.
 */
void
ful_live_dialog_ask_save (GtkWindow *parent,
                          guint      n_unsaved,
                          GCallback  response_cb,
                          gpointer   data)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, ngettext ("Save the Capture?", "Save the Captures?", n_unsaved), NULL);

  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), ngettext ("What was received is lost if it is not saved.",
                                                                      "What was received is lost if they are not saved.", n_unsaved));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "discard", _("_Discard"),
                                    "save", _("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", response_cb, data, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
