/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Entries without loss (an upgrade, a guess) do not show the chip; they are in
 * the list if there are others. */

#include "config.h"

#include "ful-problems-chip.h"

#include "base/ful-format.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* Limit on entries in the list. */
#define MAX_LISTED 500

struct _FulProblemsChip
{
  GtkWidget     parent_instance;

  FulImportLog *log;
  GtkWidget    *button;
  GtkLabel     *label;
};

G_DEFINE_FINAL_TYPE (FulProblemsChip, ful_problems_chip, GTK_TYPE_WIDGET)

static const char *
describe_severity (FulSeverity severity)
{
  switch (severity)
    {
    case FUL_SEVERITY_INFO:
      return _("Note");
    case FUL_SEVERITY_ERROR:
      return _("Repaired");
    case FUL_SEVERITY_DATA_LOSS:
    default:
      return _("Data lost");
    }
}

static GtkWidget *
create_row (const FulImportLogEntry *entry)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *message = ful_format_label (entry->message, "\n");
  g_autofree char *where = ful_format_label (entry->where, "");
  g_autofree char *title = g_markup_escape_text (message, -1);
  g_autoptr(GString) text = g_string_new (describe_severity (entry->severity));
  g_autofree char *subtitle = NULL;

  g_string_append_printf (text, " · %s", where);
  if (entry->count > 1)
    {
      g_autofree char *count = ful_format_number (entry->count, 1, 0);

      g_string_append_printf (text, ngettext (" · %s record", " · %s records", (gulong) entry->count), count);
    }
  if (entry->first_row >= 0)
    {
      g_autofree char *first = ful_format_number (entry->first_row, 1, 0);

      g_string_append_printf (text, _(" · from row %s"), first);
    }
  if (entry->first_offset >= 0)
    {
      g_autofree char *offset = ful_format_number (entry->first_offset, 1, 0);

      g_string_append_printf (text, _(" · at byte %s"), offset);
    }
  subtitle = g_markup_escape_text (text->str, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);

  return row;
}

static void
show_clicked_cb (FulProblemsChip *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *window = adw_preferences_window_new ();
  GtkWidget *page = adw_preferences_page_new ();
  GtkWidget *group = adw_preferences_group_new ();
  guint n_entries = ful_import_log_get_n (self->log);

  for (guint i = 0; i < MIN (n_entries, MAX_LISTED); i++)
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), create_row (ful_import_log_get (self->log, i)));
  if (n_entries > MAX_LISTED)
    {
      g_autofree char *more = g_strdup_printf (_("The first %d of %u problems"), MAX_LISTED, n_entries);

      adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), more);
    }

  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (page), _("Problems in This File"));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (page), ADW_PREFERENCES_GROUP (group));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), ADW_PREFERENCES_PAGE (page));
  gtk_window_set_title (GTK_WINDOW (window), _("Problems in This File"));
  gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
  gtk_window_set_modal (GTK_WINDOW (window), TRUE);
  ful_control_name_by_labels (window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
ful_problems_chip_dispose (GObject *object)
{
  FulProblemsChip *self = FUL_PROBLEMS_CHIP (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  g_clear_pointer (&self->log, ful_import_log_unref);

  G_OBJECT_CLASS (ful_problems_chip_parent_class)->dispose (object);
}

static void
ful_problems_chip_class_init (FulProblemsChipClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_problems_chip_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-problems-chip.ui");
  gtk_widget_class_bind_template_child (widget_class, FulProblemsChip, button);
  gtk_widget_class_bind_template_child (widget_class, FulProblemsChip, label);
  gtk_widget_class_bind_template_callback (widget_class, show_clicked_cb);
}

static void
ful_problems_chip_init (FulProblemsChip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * ful_problems_chip_set_log:
 * @log: of a sealed profile
 */
void
ful_problems_chip_set_log (FulProblemsChip *self,
                           FulImportLog    *log)
{
  guint n_problems = 0;
  g_autofree char *number = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (FUL_IS_PROBLEMS_CHIP (self));

  g_clear_pointer (&self->log, ful_import_log_unref);
  self->log = ful_import_log_ref (log);

  for (guint i = 0; i < ful_import_log_get_n (log); i++)
    if (ful_import_log_get (log, i)->severity != FUL_SEVERITY_INFO)
      n_problems++;

  number = ful_format_number (n_problems, 1, 0);
  text = g_strdup_printf (ngettext ("%u problem in this file", "%u problems in this file", n_problems), n_problems);
  gtk_label_set_label (self->label, number);
  ful_control_set_name (self->button, text);
  ful_tooltip_set_text (self->button, text);
  gtk_widget_set_visible (GTK_WIDGET (self), n_problems > 0);
}
