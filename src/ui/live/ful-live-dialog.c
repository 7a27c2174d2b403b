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

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#define ADDRESS "address"

struct _FulLiveDialog
{
  AdwPreferencesWindow  parent_instance;

  AdwPreferencesGroup  *sockets;
  AdwPreferencesGroup  *left;      /* captures that were not saved */
  GtkWidget            *address;
  GtkWidget            *token;
  GtkWidget            *connect;
};

G_DEFINE_FINAL_TYPE (FulLiveDialog, ful_live_dialog, ADW_TYPE_PREFERENCES_WINDOW)

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
connect_clicked_cb (FulLiveDialog *self)
{
  g_autofree char *address = dup_text (self->address);
  g_autofree char *token = dup_text (self->token);
  g_autoptr(FulLiveAddress) parsed = ful_live_address_new (address, NULL);

  if (parsed)
    follow (GTK_WINDOW (self), address, token);
}

static void
address_changed_cb (FulLiveDialog *self)
{
  g_autofree char *address = dup_text (self->address);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulLiveAddress) parsed = ful_live_address_new (address, &error);
  g_autofree char *problem = *address && error ? ful_format_label (error->message, "\n") : NULL;

  gtk_widget_set_sensitive (self->connect, parsed != NULL);
  gtk_widget_set_tooltip_text (self->connect, problem);
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

static void
add_sockets (FulLiveDialog *self)
{
  g_autofree char *folder = g_build_filename (g_get_user_runtime_dir (), "fulgens", NULL);
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *title = g_strndup (name, strlen (name) - (g_str_has_suffix (name, ".sock") ? strlen (".sock") : 0));

      if (!g_str_has_suffix (name, ".sock"))
        continue;
      adw_preferences_group_add (self->sockets, create_row (path, title, path, G_CALLBACK (socket_activated_cb)));
      gtk_widget_set_visible (GTK_WIDGET (self->sockets), TRUE);
    }
}

static void
add_left (FulLiveDialog *self)
{
  g_autoptr(GPtrArray) paths = ful_live_spool_list ();

  gtk_widget_set_visible (GTK_WIDGET (self->left), paths->len > 0);
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
      adw_preferences_group_add (self->left, row);
    }
}

static void
ful_live_dialog_class_init (FulLiveDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (FUL_TYPE_LIVE_START_GROUP);
  g_type_ensure (FUL_TYPE_LIVE_FIREFOX_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-live-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, FulLiveDialog, sockets);
  gtk_widget_class_bind_template_child (widget_class, FulLiveDialog, left);
  gtk_widget_class_bind_template_child (widget_class, FulLiveDialog, address);
  gtk_widget_class_bind_template_child (widget_class, FulLiveDialog, token);
  gtk_widget_class_bind_template_child (widget_class, FulLiveDialog, connect);
  gtk_widget_class_bind_template_callback (widget_class, address_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, connect_clicked_cb);
}

static void
ful_live_dialog_init (FulLiveDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_sockets (self);
  add_left (self);
  ful_control_name_by_labels (GTK_WIDGET (self));
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
  gtk_window_present (g_object_new (FUL_TYPE_LIVE_DIALOG, "transient-for", parent, NULL));
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
