/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is written here becomes the start of a capture at "record:new"; whether the program can be started is found out
 * there, and shown in its tab. */

#include "config.h"

#include "ful-record-dialog.h"

#include "ful-record-check-group.h"
#include "ful-record-options-group.h"
#include "ful-record-recent.h"

#include "base/ful-format.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-file-chooser.h"

#include <glib/gi18n.h>

#define SETUP "setup"

struct _FulRecordDialog
{
  AdwPreferencesWindow   parent_instance;

  GSettings             *settings;       /* (nullable) */
  GtkFileChooserNative  *chooser;        /* (nullable): while it is open */

  GtkWidget             *command;
  GtkWidget             *folder;
  GtkWidget             *environment_row;
  GtkWidget             *environment;
  GtkTextBuffer         *variables;
  GtkWidget             *problem;
  GtkWidget             *record;
  AdwPreferencesGroup   *recent;
  FulRecordOptionsGroup *options;
};

G_DEFINE_FINAL_TYPE (FulRecordDialog, ful_record_dialog, ADW_TYPE_PREFERENCES_WINDOW)

static char *
dup_text (GtkWidget *entry)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
}

/* Returns: (transfer full): the lines that are not empty */
static char **
dup_environment (FulRecordDialog *self)
{
  GtkTextIter begin, end;
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  gtk_text_buffer_get_bounds (self->variables, &begin, &end);
  text = gtk_text_buffer_get_text (self->variables, &begin, &end, FALSE);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (*g_strchug (lines[i]) != '\0')
      g_strv_builder_add (builder, lines[i]);

  return g_strv_builder_end (builder);
}

/* Returns: (transfer full): what is written and chosen */
static FulLiveRecordSetup *
make_setup (FulRecordDialog *self)
{
  FulLiveRecordSetup *setup = ful_live_record_setup_new ();

  g_free (setup->command);
  setup->command = dup_text (self->command);
  g_free (setup->folder);
  setup->folder = dup_text (self->folder);
  g_strfreev (setup->environment);
  setup->environment = dup_environment (self);
  ful_record_options_group_apply (self->options, setup);

  return setup;
}

static void
changed_cb (FulRecordDialog *self)
{
  g_autofree char *command = dup_text (self->command);

  gtk_widget_set_sensitive (self->record, *command != '\0');
  gtk_widget_hide (self->problem);
}

static void
show_problem (FulRecordDialog *self,
              const char      *message)
{
  g_autofree char *shown = ful_format_label (message, "\n");

  gtk_label_set_label (GTK_LABEL (self->problem), shown);
  gtk_widget_show (self->problem);
}

static void
record_cb (FulRecordDialog *self)
{
  g_autoptr(FulLiveRecordSetup) setup = make_setup (self);
  GtkWidget *parent = GTK_WIDGET (gtk_window_get_transient_for (GTK_WINDOW (self)));
  g_autoptr(GError) error = NULL;
  g_autofree char *start = NULL;

  if (*setup->command == '\0')
    return;
  if (!ful_live_record_setup_check (setup, &error))
    {
      show_problem (self, error->message);
      return;
    }

  ful_record_recent_add (self->settings, setup);
  start = ful_live_record_setup_to_text (setup);
  gtk_widget_activate_action (parent, "win.open-live", "(sss)", "record:new", "", start);
  gtk_window_close (GTK_WINDOW (self));
}

static void
chosen_cb (FulRecordDialog *self,
           int              response,
           gpointer         chooser)
{
  g_autoptr(GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;
  g_autofree char *path = file ? g_file_get_path (file) : NULL;

  if (path && gtk_file_chooser_get_action (chooser) == GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->folder), path);
    }
  else if (path)
    {
      g_autofree char *quoted = g_shell_quote (path);

      gtk_editable_set_text (GTK_EDITABLE (self->command), quoted);
    }
  ful_file_chooser_drop (&self->chooser);
}

static void
choose (FulRecordDialog      *self,
        const char           *title,
        GtkFileChooserAction  action)
{
  ful_file_chooser_drop (&self->chooser);
  self->chooser = ful_file_chooser_new (title, GTK_WINDOW (self), action, NULL);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
choose_program_cb (FulRecordDialog *self)
{
  choose (self, _("Choose a Program"), GTK_FILE_CHOOSER_ACTION_OPEN);
}

static void
choose_folder_cb (FulRecordDialog *self)
{
  choose (self, _("Choose a Folder"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

/* One of the recent programs: to be looked at, and perhaps changed. */
static void
recent_activated_cb (FulRecordDialog *self,
                     GtkWidget       *row)
{
  const FulLiveRecordSetup *setup = g_object_get_data (G_OBJECT (row), SETUP);
  g_autofree char *lines = g_strjoinv ("\n", setup->environment);

  gtk_editable_set_text (GTK_EDITABLE (self->command), setup->command);
  gtk_editable_set_text (GTK_EDITABLE (self->folder), setup->folder);
  gtk_text_buffer_set_text (self->variables, lines, -1);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self->environment_row), *lines != '\0');
  ful_record_options_group_show (self->options, setup);
  gtk_widget_grab_focus (self->record);
}

static void
remove_clicked_cb (GtkWidget *button,
                   gpointer   dialog)
{
  FulRecordDialog *self = dialog;
  GtkWidget *row = gtk_widget_get_ancestor (button, ADW_TYPE_ACTION_ROW);

  ful_record_recent_remove (self->settings, g_object_get_data (G_OBJECT (row), SETUP));
  gtk_widget_grab_focus (self->command);
  gtk_widget_hide (row);
}

/* @setup: (transfer full) */
static GtkWidget *
create_row (FulRecordDialog    *self,
            FulLiveRecordSetup *setup)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("edit-delete-symbolic");
  g_autofree char *title = ful_format_label (setup->command, "");
  g_autofree char *subtitle = ful_format_label (setup->folder, "");
  g_autofree char *title_markup = g_markup_escape_text (title, -1);
  g_autofree char *subtitle_markup = g_markup_escape_text (subtitle, -1);
  g_autofree char *name = g_strdup_printf (_("Remove “%s”"), title);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title_markup);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle_markup);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), SETUP, setup, (GDestroyNotify) ful_live_record_setup_free);
  g_signal_connect_object (row, "activated", G_CALLBACK (recent_activated_cb), self, G_CONNECT_SWAPPED);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Remove from this list"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_signal_connect (button, "clicked", G_CALLBACK (remove_clicked_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);

  return row;
}

static void
add_recent (FulRecordDialog *self)
{
  g_autoptr(GPtrArray) recent = ful_record_recent_list (self->settings);

  g_ptr_array_set_free_func (recent, NULL);
  for (guint i = 0; i < recent->len; i++)
    adw_preferences_group_add (self->recent, create_row (self, g_ptr_array_index (recent, i)));
  gtk_widget_set_visible (GTK_WIDGET (self->recent), recent->len > 0);
}

static void
ful_record_dialog_dispose (GObject *object)
{
  FulRecordDialog *self = FUL_RECORD_DIALOG (object);

  ful_file_chooser_drop (&self->chooser);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ful_record_dialog_parent_class)->dispose (object);
}

static void
ful_record_dialog_class_init (FulRecordDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_record_dialog_dispose;
  g_type_ensure (FUL_TYPE_RECORD_OPTIONS_GROUP);
  g_type_ensure (FUL_TYPE_RECORD_CHECK_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-record-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, command);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, folder);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, environment_row);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, environment);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, variables);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, record);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, recent);
  gtk_widget_class_bind_template_child (widget_class, FulRecordDialog, options);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, record_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_program_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_folder_cb);
}

static void
ful_record_dialog_init (FulRecordDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_control_name_by_labels (GTK_WIDGET (self));
}

/**
 * ful_record_dialog_present:
 * @parent: has the action win.open-live
 * @settings: (nullable): where recent programs are remembered
 *
 * Asks which program to record.
 */
void
ful_record_dialog_present (GtkWindow *parent,
                           GSettings *settings)
{
  FulRecordDialog *self = g_object_new (FUL_TYPE_RECORD_DIALOG, "transient-for", parent, NULL);

  g_set_object (&self->settings, settings);
  add_recent (self);
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_grab_focus (self->command);
}
