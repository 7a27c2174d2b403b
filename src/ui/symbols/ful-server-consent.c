/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Asks for the first symbol server, and says what it would learn. The answer is a setting. */

#include "config.h"

#include "ful-server-consent.h"

#include "base/ful-format.h"
#include "symbols/sources/ful-symbol-place.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define ASK "ask"
#define WIDTH_CHARS 40

typedef struct
{
  GSettings            *settings;
  FulServerConsentFunc  agreed;
  GtkWidget            *entry;
  GtkWidget            *error;
} Consent;

static void
consent_free (gpointer data)
{
  Consent *self = data;

  g_object_unref (self->settings);
  g_free (self);
}

static char *
dup_text (Consent *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))));
}

/* What is being typed is not wrong before there is an address. */
static void
changed_cb (GtkEditable      *entry,
            AdwMessageDialog *dialog)
{
  Consent *self = g_object_get_data (G_OBJECT (dialog), "consent");
  g_autofree char *text = dup_text (self);
  g_autoptr(GError) error = NULL;
  gboolean ok = ful_symbol_place_check_server (text, &error);
  g_autofree char *shown = ful_format_label (error && strstr (text, "://") ? error->message : "", "\n");

  adw_message_dialog_set_response_enabled (dialog, ASK, ok);
  gtk_label_set_label (GTK_LABEL (self->error), shown);
}

static void
response_cb (AdwMessageDialog *dialog,
             const char       *response,
             GtkWindow        *parent)
{
  Consent *self = g_object_get_data (G_OBJECT (dialog), "consent");
  g_autofree char *text = dup_text (self);
  const char *servers[] = { text, NULL };

  if (!g_str_equal (response, ASK) || !ful_symbol_place_check_server (text, NULL))
    return;

  g_settings_set_strv (self->settings, "symbol-servers", servers);
  self->agreed (parent);
}

/**
 * ful_server_consent_ask:
 * @parent: the window that would ask the server
 * @settings: of which "symbol-servers" is empty
 * @agreed: called when it has a server
 */
void
ful_server_consent_ask (GtkWindow            *parent,
                        GSettings            *settings,
                        FulServerConsentFunc  agreed)
{
  Consent *self = g_new0 (Consent, 1);
  GtkWidget *dialog = adw_message_dialog_new (parent, _("Ask a Symbol Server?"), NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->settings = g_object_ref (settings);
  self->agreed = agreed;
  self->entry = gtk_entry_new ();
  self->error = gtk_label_new (NULL);
  g_object_set_data_full (G_OBJECT (dialog), "consent", self, consent_free);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog),
                               _("It is sent the names and ids of the libraries of this profile, and of others that you open "
                                 "later, and the addresses of their frames; a debuginfod server only the build ids. Samples, "
                                 "times and names of threads are not sent. The preferences list the servers."));
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _("https://… or debuginfod+https://…"));
  gtk_entry_set_activates_default (GTK_ENTRY (self->entry), TRUE);
  gtk_entry_set_input_purpose (GTK_ENTRY (self->entry), GTK_INPUT_PURPOSE_URL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Address of the server"), -1);
  gtk_label_set_wrap (GTK_LABEL (self->error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->error), WIDTH_CHARS);
  gtk_label_set_xalign (GTK_LABEL (self->error), 0);
  gtk_widget_add_css_class (self->error, "error");
  gtk_box_append (GTK_BOX (box), self->entry);
  gtk_box_append (GTK_BOX (box), self->error);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), box);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), ASK, _("_Ask"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), ASK, ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), ASK);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_response_enabled (ADW_MESSAGE_DIALOG (dialog), ASK, FALSE);
  g_signal_connect (self->entry, "changed", G_CALLBACK (changed_cb), dialog);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), parent, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
