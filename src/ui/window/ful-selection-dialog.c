/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a profile is to be saved: the committed range, the threads on screen. */

#include "config.h"

#include "ful-selection-dialog.h"

#include "base/ful-format.h"
#include "widgets/ful-control-name.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define SAVE "save"

typedef struct
{
  FulSaveBar   *bar;
  FulDocument  *document;
  GArray       *threads;
  const char   *sample_type;
  GFile        *opened;      /* (nullable) */
  GtkWidget    *whole;
  GtkWidget    *hidden;
} Choice;

static void
choice_free (gpointer data)
{
  Choice *self = data;

  g_object_unref (self->bar);
  g_object_unref (self->document);
  g_array_unref (self->threads);
  g_clear_object (&self->opened);
  g_free (self);
}

static void
response_cb (AdwMessageDialog *dialog,
             const char       *response,
             Choice           *self)
{
  FulTimeRange range = ful_time_range_shift (ful_document_get_visible_range (self->document),
                                             ful_document_get_root_range (self->document).start);

  if (g_str_equal (response, SAVE))
    ful_save_bar_ask_part (self->bar, ful_document_get_profile (self->document), self->sample_type, self->opened,
                           gtk_switch_get_active (GTK_SWITCH (self->whole)) ? NULL : &range,
                           gtk_switch_get_active (GTK_SWITCH (self->hidden)) ? NULL : self->threads);
}

/* Returns: (transfer none): the switch */
static GtkWidget *
add_row (AdwPreferencesGroup *group,
         const char          *title,
         const char          *subtitle,
         const char          *count)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *label = gtk_label_new (count);
  GtkWidget *sw = gtk_switch_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_valign (sw, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), sw);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), sw);
  adw_preferences_group_add (group, row);

  return sw;
}

static void
add_range (Choice              *self,
           AdwPreferencesGroup *group)
{
  FulTimeRange root = ful_document_get_root_range (self->document);
  FulTimeRange range = ful_document_get_visible_range (self->document);
  g_autofree char *start = ful_format_duration (range.start);
  g_autofree char *end = ful_format_duration (range.end);
  g_autofree char *length = ful_format_duration (range.end - range.start);
  g_autofree char *all = ful_format_duration (root.end - root.start);
  /* Translators: two times */
  g_autofree char *subtitle = g_strdup_printf (_("Off: only the range %s – %s"), start, end);
  /* Translators: a part, and all */
  g_autofree char *count = g_strdup_printf (_("%s of %s"), length, all);

  self->whole = add_row (group, _("Whole Recording"), subtitle, count);
}

static void
add_threads (Choice              *self,
             AdwPreferencesGroup *group)
{
  guint n_all = ful_document_get_profile (self->document)->threads->len;
  g_autofree char *count = g_strdup_printf (ngettext ("%u of %u thread", "%u of %u threads", n_all), self->threads->len, n_all);

  self->hidden = add_row (group, _("Hidden Tracks"), _("Off: only the threads whose tracks are shown"), count);
}

/**
 * ful_selection_dialog_present:
 * @bar: asks for the name, and saves
 * @document: has the committed range
 * @threads: (element-type guint): those with a track
 * @sample_type: (nullable): see ful_save_bar_ask()
 * @opened: (nullable): likewise
 *
 * Asks what to keep.
 */
void
ful_selection_dialog_present (FulSaveBar  *bar,
                              FulDocument *document,
                              GArray      *threads,
                              const char  *sample_type,
                              GFile       *opened)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (bar))), _("Save Selection"), NULL);
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  Choice *self = g_new0 (Choice, 1);

  self->bar = g_object_ref (bar);
  self->document = g_object_ref (document);
  self->threads = g_array_ref (threads);
  self->sample_type = sample_type;
  g_set_object (&self->opened, opened);
  adw_preferences_group_set_title (group, _("Keep"));
  add_range (self, group);
  add_threads (self, group);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog),
                               _("Names of functions, addresses and paths stay in the file, also those that only what is left out has."));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), GTK_WIDGET (group));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), SAVE, _("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), SAVE, ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), SAVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  ful_control_name_by_labels (dialog);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), self, (GClosureNotify) (GCallback) choice_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}
