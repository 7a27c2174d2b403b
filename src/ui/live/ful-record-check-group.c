/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What "fulgens-record --check" says, in its words: it knows them in the language of the user. */

#include "config.h"

#include "ful-record-check-group.h"

#include "base/ful-format.h"
#include "live/record/ful-live-record-start.h"

#include <glib/gi18n.h>
#include <string.h>

#define COMMAND "sudo "

struct _FulRecordCheckGroup
{
  AdwPreferencesGroup  parent_instance;

  GCancellable        *check;     /* while it runs */
  GtkWidget           *text;
  GtkWidget           *copy;
  char                *command;   /* (nullable): permits what is forbidden */
};

G_DEFINE_FINAL_TYPE (FulRecordCheckGroup, ful_record_check_group, ADW_TYPE_PREFERENCES_GROUP)

static void
copy_cb (FulRecordCheckGroup *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->command);
}

/* Returns: (transfer full) (nullable): the first command in @text, to the end of its line */
static char *
find_command (const char *text)
{
  const char *found = strstr (text, COMMAND);

  return found ? g_strndup (found, strcspn (found, "\n")) : NULL;
}

static void
show (FulRecordCheckGroup *self,
      const char          *text,
      gboolean             is_forbidden)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_autofree char *shown = ful_format_label (trimmed, "\n");

  gtk_label_set_label (GTK_LABEL (self->text), shown);
  if (is_forbidden)
    gtk_widget_add_css_class (self->text, "error");
  g_free (self->command);
  self->command = find_command (trimmed);
  gtk_widget_set_visible (self->copy, self->command != NULL);
  gtk_widget_set_tooltip_text (self->copy, self->command);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr(FulRecordCheckGroup) self = user_data;
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;

  if (g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &text, NULL, &error))
    show (self, text, !g_subprocess_get_successful (G_SUBPROCESS (source)));
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show (self, error->message, TRUE);
}

static void
begin_check (FulRecordCheckGroup *self)
{
  g_autofree char *program = ful_live_record_find_program ();
  g_autoptr(GError) error = NULL;
  g_autoptr(GSubprocess) process = NULL;

  if (program)
    process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error, program, "--check", NULL);
  if (process)
    g_subprocess_communicate_utf8_async (process, NULL, self->check, checked_cb, g_object_ref (self));
  else if (error)
    show (self, error->message, TRUE);
}

static void
ful_record_check_group_dispose (GObject *object)
{
  FulRecordCheckGroup *self = FUL_RECORD_CHECK_GROUP (object);

  g_cancellable_cancel (self->check);
  g_clear_object (&self->check);
  g_clear_pointer (&self->command, g_free);

  G_OBJECT_CLASS (ful_record_check_group_parent_class)->dispose (object);
}

static void
ful_record_check_group_class_init (FulRecordCheckGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_record_check_group_dispose;
}

static void
ful_record_check_group_init (FulRecordCheckGroup *self)
{
  self->check = g_cancellable_new ();
  self->text = gtk_label_new (_("Asking…"));
  self->copy = gtk_button_new_with_mnemonic (_("Co_py Command"));

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self), _("This Machine"));
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_selectable (GTK_LABEL (self->text), TRUE);
  gtk_widget_set_halign (self->copy, GTK_ALIGN_START);
  gtk_widget_set_margin_top (self->copy, 6);
  gtk_widget_hide (self->copy);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->text);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->copy);
  g_signal_connect_swapped (self->copy, "clicked", G_CALLBACK (copy_cb), self);
  begin_check (self);
}
