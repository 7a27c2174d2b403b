/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The texts of a saved file that may still tell who recorded it or where, with a switch for each. */

#include "config.h"

#include "ful-leftovers-dialog.h"

#include "base/ful-format.h"
#include "export/sanitize/ful-clue.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

/* More are only counted. */
#define MAX_ROWS 200

struct _FulLeftoversDialog
{
  AdwWindow            parent_instance;

  GPtrArray           *switches;   /* (element-type GtkSwitch); their data "text" is what they are about */

  AdwPreferencesGroup *texts;
  AdwPreferencesGroup *rest;
  GtkWidget           *replace;
};

G_DEFINE_FINAL_TYPE (FulLeftoversDialog, ful_leftovers_dialog, ADW_TYPE_WINDOW)

enum
{
  REPLACE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static const char *const kinds[FUL_N_CLUES] = {
  N_("Address"), N_("Home folder"), N_("Mail address"), N_("Name that was removed elsewhere"),
};

static void
replace_clicked_cb (FulLeftoversDialog *self)
{
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->switches->len; i++)
    {
      GtkSwitch *sw = g_ptr_array_index (self->switches, i);

      if (gtk_switch_get_active (sw))
        g_ptr_array_add (texts, g_strdup (g_object_get_data (G_OBJECT (sw), "text")));
    }
  g_signal_emit (self, signals[REPLACE], 0, texts);
  gtk_window_close (GTK_WINDOW (self));
}

/* Nothing to replace is nothing to save. */
static void
switched_cb (FulLeftoversDialog *self)
{
  gboolean has_any = FALSE;

  for (guint i = 0; i < self->switches->len; i++)
    has_any |= gtk_switch_get_active (g_ptr_array_index (self->switches, i));
  gtk_widget_set_sensitive (self->replace, has_any);
}

static void
add_row (FulLeftoversDialog *self,
         const FulLeftover  *leftover)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *sw = gtk_switch_new ();
  g_autofree char *title = ful_format_label (leftover->text, "\n");
  g_autofree char *markup = g_markup_escape_text (title, -1);
  g_autofree char *count = ful_format_number ((double) leftover->n, 1, 0);
  /* Translators: a kind of text, how often, where the first is */
  g_autofree char *subtitle = g_strdup_printf (ngettext ("%s, %s time, in %s", "%s, %s times, first in %s", leftover->n),
                                               _(kinds[leftover->kind]), count, leftover->place);
  g_autofree char *subtitle_markup = g_markup_escape_text (subtitle, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle_markup);
  gtk_switch_set_active (GTK_SWITCH (sw), TRUE);
  gtk_widget_set_valign (sw, GTK_ALIGN_CENTER);
  g_object_set_data_full (G_OBJECT (sw), "text", g_strdup (leftover->text), g_free);
  g_signal_connect_swapped (sw, "notify::active", G_CALLBACK (switched_cb), self);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), sw);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), sw);
  adw_preferences_group_add (self->texts, row);
  g_ptr_array_add (self->switches, sw);
}

static void
ful_leftovers_dialog_finalize (GObject *object)
{
  g_ptr_array_unref (FUL_LEFTOVERS_DIALOG (object)->switches);

  G_OBJECT_CLASS (ful_leftovers_dialog_parent_class)->finalize (object);
}

static void
ful_leftovers_dialog_class_init (FulLeftoversDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ful_leftovers_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-leftovers-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, FulLeftoversDialog, texts);
  gtk_widget_class_bind_template_child (widget_class, FulLeftoversDialog, rest);
  gtk_widget_class_bind_template_child (widget_class, FulLeftoversDialog, replace);
  gtk_widget_class_bind_template_callback (widget_class, replace_clicked_cb);

  signals[REPLACE] = g_signal_new ("replace", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   G_TYPE_PTR_ARRAY);
}

static void
ful_leftovers_dialog_init (FulLeftoversDialog *self)
{
  self->switches = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_control_name_by_labels (GTK_WIDGET (self));
}

/**
 * ful_leftovers_dialog_present:
 * @leftovers: what is in the file
 * @name: its name
 *
 * Returns: (transfer none): the dialog, which destroys itself when it is closed
 */
FulLeftoversDialog *
ful_leftovers_dialog_present (GtkWindow          *parent,
                              const FulLeftovers *leftovers,
                              const char         *name)
{
  FulLeftoversDialog *self = g_object_new (FUL_TYPE_LEFTOVERS_DIALOG, "transient-for", parent, NULL);
  guint n_shown = MIN (leftovers->clues->len, MAX_ROWS);
  g_autofree char *shown = ful_format_label (name, "");
  g_autofree char *description = g_strdup_printf (_("These texts are in “%s”. What is switched on is replaced by “<removed>”, wherever it is."),
                                                  shown);
  g_autofree char *markup = g_markup_escape_text (description, -1);

  adw_preferences_group_set_description (self->texts, markup);
  for (guint i = 0; i < n_shown; i++)
    add_row (self, &g_array_index (leftovers->clues, FulLeftover, i));
  gtk_widget_set_visible (GTK_WIDGET (self->rest), leftovers->clues->len > n_shown);
  if (leftovers->clues->len > n_shown)
    {
      g_autofree char *more = g_strdup_printf (_("There are %u more. Save again to see them."), leftovers->clues->len - n_shown);

      adw_preferences_group_set_description (self->rest, more);
    }
  gtk_window_present (GTK_WINDOW (self));

  return self;
}
