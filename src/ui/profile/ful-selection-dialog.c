/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a profile is to be saved: the committed range, the threads on screen, and what is left out of them. A switch
 * is there only if there is something to keep. */

#include "config.h"

#include "ful-selection-dialog.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "export/sanitize/ful-removals.h"
#include "export/sanitize/ful-size-estimate.h"
#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

struct _FulSelectionDialog
{
  AdwWindow             parent_instance;

  FulSaveBar           *bar;
  FulDocument          *document;
  FulProfile           *profile;      /* when it was opened: a capture goes on */
  FulSelection          shown;        /* what is on screen */
  const char           *sample_type;
  GFile                *opened;       /* (nullable) */
  FulJob               *job;          /* (nullable): counts what can be left out */
  FulJob               *sizing;       /* (nullable): estimates how large the file would be */
  FulRemovals           removals;     /* by default */
  GtkWidget            *whole;        /* switches */
  GtkWidget            *hidden;
  GtkWidget            *kept[FUL_N_REMOVALS];   /* (nullable): only those that keep something */

  AdwPreferencesGroup  *parts;
  AdwPreferencesGroup  *traces;
  GtkLabel             *size;
  GtkWidget            *save;
};

G_DEFINE_FINAL_TYPE (FulSelectionDialog, ful_selection_dialog, ADW_TYPE_WINDOW)

/* In the order of the rows. */
static const struct
{
  FulRemoval  removal;
  const char *title;
  const char *subtitle;
} traces[] = {
  { FUL_REMOVAL_URLS, N_("Web and File Addresses"), N_("In functions, markers, requests and pages") },
  { FUL_REMOVAL_SCREENSHOTS, N_("Screenshots"), N_("Pictures of the windows") },
  { FUL_REMOVAL_EXTENSIONS, N_("Names of Extensions"), N_("Their ids and names") },
  { FUL_REMOVAL_PREFERENCES, N_("Values of Preferences"), N_("Of each preference that was read") },
  { FUL_REMOVAL_PRIVATE, N_("Private Windows"), N_("What was recorded of them") },
  { FUL_REMOVAL_ARGUMENTS, N_("Argument Values of Traced Functions"), N_("They may hold what was typed") },
  { FUL_REMOVAL_PATHS, N_("Home Folders and Command Lines"), N_("They have names of users and of the computer") },
  { FUL_REMOVAL_SCRIPTS, N_("Texts of Scripts"), N_("Source code that was recorded with them") },
};

/* What the switches say; valid as long as what is shown. */
static FulSelection
get_part (FulSelectionDialog *self)
{
  FulSelection part = { .removals = FUL_REMOVE_NOTHING };

  if (!gtk_switch_get_active (GTK_SWITCH (self->hidden)))
    part = self->shown;
  part.has_range = !gtk_switch_get_active (GTK_SWITCH (self->whole));
  part.range = self->shown.range;
  part.removals = self->removals;
  for (guint i = 0; i < FUL_N_REMOVALS; i++)
    if (self->kept[i] && gtk_switch_get_active (GTK_SWITCH (self->kept[i])))
      part.removals &= ~(1u << i);
    else if (self->kept[i])
      part.removals |= 1u << i;

  return part;
}

static void
save_clicked_cb (FulSelectionDialog *self)
{
  FulSelection part = get_part (self);

  ful_save_bar_ask_part (self->bar, self->profile, self->sample_type, self->opened, &part);
  gtk_window_close (GTK_WINDOW (self));
}

typedef struct
{
  FulProfile   *profile;
  FulSelection  part;
  double        bytes;       /* results of the job */
  double        all_bytes;
} Sizing;

static void
sizing_free (gpointer data)
{
  Sizing *self = data;

  g_object_unref (self->profile);
  ful_selection_clear (&self->part);
  g_free (self);
}

static gboolean
estimate (gpointer       data,
          GCancellable  *cancellable,
          GError       **error)
{
  Sizing *self = data;

  self->bytes = ful_size_estimate (&self->part, self->profile, cancellable);
  self->all_bytes = ful_size_estimate (&(FulSelection) { .removals = FUL_REMOVE_NOTHING }, self->profile, cancellable);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
estimated_cb (gpointer      owner,
              gpointer      data,
              const GError *error)
{
  FulSelectionDialog *self = owner;
  Sizing *sizing = data;
  g_autofree char *bytes = ful_format_bytes (sizing->bytes);
  g_autofree char *all_bytes = ful_format_bytes (sizing->all_bytes);
  /* Translators: the size of a part, and of all */
  g_autofree char *text = g_strdup_printf (_("About %s of %s"), bytes, all_bytes);

  if (!error)
    gtk_label_set_text (self->size, text);
}

/* The last estimate stays until there is another one. */
static void
update_size (FulSelectionDialog *self)
{
  FulSelection part = get_part (self);
  Sizing *sizing = g_new0 (Sizing, 1);

  sizing->profile = g_object_ref (self->profile);
  ful_selection_copy (&sizing->part, &part);
  ful_job_start (&self->sizing, estimate, sizing, sizing_free, estimated_cb, self);
}

/* Returns: (transfer none): the switch */
static GtkWidget *
add_row (FulSelectionDialog  *self,
         AdwPreferencesGroup *group,
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
  g_signal_connect_object (sw, "notify::active", G_CALLBACK (update_size), self, G_CONNECT_SWAPPED);

  return sw;
}

static void
add_range (FulSelectionDialog *self)
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

  self->shown.range = ful_time_range_shift (range, root.start);
  self->whole = add_row (self, self->parts, _("Whole Recording"), subtitle, count);
}

static void
add_threads (FulSelectionDialog *self)
{
  guint n_all = self->profile->threads->len;
  g_autofree char *count = g_strdup_printf (ngettext ("%u of %u thread", "%u of %u threads", n_all), self->shown.threads->len, n_all);

  self->hidden = add_row (self, self->parts, _("Hidden Tracks"), _("Off: only the threads whose tracks are shown"), count);
}

typedef struct
{
  FulProfile *profile;
  guint64     counts[FUL_N_REMOVALS];
  FulRemovals removals;
} Counting;

static void
counting_free (gpointer data)
{
  Counting *self = data;

  g_object_unref (self->profile);
  g_free (self);
}

static gboolean
count_traces (gpointer       data,
              GCancellable  *cancellable,
              GError       **error)
{
  Counting *self = data;

  self->removals = ful_removals_get_default (self->profile);

  return ful_removals_count (self->profile, self->counts, cancellable, error);
}

static void
counted_cb (gpointer      owner,
            gpointer      data,
            const GError *error)
{
  FulSelectionDialog *self = owner;
  Counting *counting = data;
  gboolean has_traces = FALSE;

  if (error)
    return;
  self->removals = counting->removals;
  for (guint i = 0; i < G_N_ELEMENTS (traces); i++)
    {
      FulRemoval removal = traces[i].removal;
      g_autofree char *count = ful_format_number ((double) counting->counts[removal], 1, 0);

      if (counting->counts[removal] == 0)
        continue;
      has_traces = TRUE;
      self->kept[removal] = add_row (self, self->traces, _(traces[i].title), _(traces[i].subtitle), count);
      gtk_switch_set_active (GTK_SWITCH (self->kept[removal]), !(self->removals & (1u << removal)));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->traces), has_traces);
  gtk_widget_set_sensitive (self->save, TRUE);
  update_size (self);
}

static void
ful_selection_dialog_dispose (GObject *object)
{
  FulSelectionDialog *self = FUL_SELECTION_DIALOG (object);

  ful_job_stop (&self->job);
  ful_job_stop (&self->sizing);
  ful_selection_clear (&self->shown);
  g_clear_object (&self->bar);
  g_clear_object (&self->document);
  g_clear_object (&self->profile);
  g_clear_object (&self->opened);

  G_OBJECT_CLASS (ful_selection_dialog_parent_class)->dispose (object);
}

static void
ful_selection_dialog_class_init (FulSelectionDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_selection_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-selection-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, FulSelectionDialog, parts);
  gtk_widget_class_bind_template_child (widget_class, FulSelectionDialog, traces);
  gtk_widget_class_bind_template_child (widget_class, FulSelectionDialog, size);
  gtk_widget_class_bind_template_child (widget_class, FulSelectionDialog, save);
  gtk_widget_class_bind_template_callback (widget_class, save_clicked_cb);
}

static void
ful_selection_dialog_init (FulSelectionDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_control_name_by_labels (GTK_WIDGET (self));
}

/**
 * ful_selection_dialog_present:
 * @bar: asks for the name, and saves
 * @document: has the committed range
 * @shown: threads and counters with a track
 * @sample_type: (nullable): see ful_save_bar_ask()
 * @opened: (nullable): likewise
 *
 * Asks what to keep.
 */
void
ful_selection_dialog_present (FulSaveBar         *bar,
                              FulDocument        *document,
                              const FulSelection *shown,
                              const char         *sample_type,
                              GFile              *opened)
{
  FulSelectionDialog *self = g_object_new (FUL_TYPE_SELECTION_DIALOG, "transient-for", gtk_widget_get_root (GTK_WIDGET (bar)), NULL);
  Counting *counting = g_new0 (Counting, 1);

  self->bar = g_object_ref (bar);
  self->document = g_object_ref (document);
  self->profile = g_object_ref (ful_document_get_profile (document));
  ful_selection_copy (&self->shown, shown);
  self->sample_type = sample_type;
  g_set_object (&self->opened, opened);
  add_range (self);
  add_threads (self);
  gtk_widget_set_visible (GTK_WIDGET (self->traces), FALSE);
  counting->profile = g_object_ref (self->profile);
  ful_job_start (&self->job, count_traces, counting, counting_free, counted_cb, self);
  gtk_window_present (GTK_WINDOW (self));
}
