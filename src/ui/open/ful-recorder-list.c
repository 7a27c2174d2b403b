/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What this computer can record, on the start page (live.md 10). Programs are looked for in a job while the list is mapped; rows come
 * at once, so that nothing below moves twice. A row copies its command, by click and by Enter: the button in it is for the pointer
 * alone, so that the list is one stop of Tab. */

#include "config.h"

#include "ful-recorder-list.h"

#include "base/ful-job.h"
#include "live/record/ful-recorders.h"

#include "widgets/ful-tooltip.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define SANDBOX "/.flatpak-info"
#define MAX_PARANOID 2   /* at which perf may record programs of the user */

struct _FulRecorderList
{
  GtkWidget   parent_instance;

  FulJob     *job;

  GtkLabel   *count;
  GtkWidget  *again;
  GtkListBox *list;
  GtkLabel   *absent;
  GtkLabel   *rights;
};

G_DEFINE_FINAL_TYPE (FulRecorderList, ful_recorder_list, GTK_TYPE_WIDGET)

typedef struct
{
  gboolean   is_sandboxed;
  int        paranoid;
  GPtrArray *recorders;   /* FulRecorder */
} Search;

static void
search_free (gpointer data)
{
  Search *search = data;

  g_clear_pointer (&search->recorders, g_ptr_array_unref);
  g_free (search);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Search *search = data;

  search->is_sandboxed = g_file_test (SANDBOX, G_FILE_TEST_EXISTS);
  search->paranoid = ful_recorders_get_perf_paranoid ();
  search->recorders = search->is_sandboxed ? ful_recorders_list () : ful_recorders_find (cancellable);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* What a click on a row does is what activating it does. */
static void
button_clicked_cb (GtkButton *button)
{
  gtk_widget_activate (gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW));
}

static char *
dup_subtitle (const FulRecorder *recorder)
{
  g_autofree char *command = ful_recorder_dup_command (recorder);

  return g_markup_printf_escaped ("<span font_family='monospace'>%s<b>%s</b></span>", command, recorder->kind->subject);
}

static GtkWidget *
create_row (const FulRecorder *recorder,
            gboolean           is_sandboxed)
{
  gboolean is_started = recorder->kind->arguments == NULL;
  const char *name = recorder->program ? recorder->program : "";
  g_autofree char *version = is_sandboxed ? g_strdup (_("if installed"))
                             : recorder->version ? g_strdup_printf ("%s %s", name, recorder->version) : g_strdup (name);
  g_autofree char *subtitle = is_started ? NULL : dup_subtitle (recorder);
  GtkWidget *row = adw_action_row_new (), *label = gtk_label_new (version);
  GtkWidget *button = gtk_button_new_with_label (is_started ? _("Start and Record…") : _("Copy"));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(recorder->kind->use));
  if (subtitle)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_widget_set_focusable (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect (button, "clicked", G_CALLBACK (button_clicked_cb), NULL);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), label);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);

  if (subtitle)
    {
      g_autofree char *command = ful_recorder_dup_command (recorder), *whole = g_strconcat (command, recorder->kind->subject, NULL);
      g_autofree char *spoken = g_strdup_printf (_("%s: copy “%s”"), _(recorder->kind->use), whole);

      gtk_accessible_reset_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
      g_object_set_data_full (G_OBJECT (row), "command", g_steal_pointer (&whole), g_free);
    }

  return row;
}

/* "Not found: Go, py-spy", each name once */
static void
show_absent (FulRecorderList *self,
             GPtrArray       *recorders)
{
  g_autoptr(GString) names = g_string_new (NULL);
  const char *last = NULL;

  for (guint i = 0; i < recorders->len; i++)
    {
      const FulRecorder *recorder = recorders->pdata[i];

      if (recorder->program || g_strcmp0 (last, recorder->kind->label) == 0)
        continue;
      last = recorder->kind->label;
      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", last);
    }

  gtk_widget_set_visible (GTK_WIDGET (self->absent), names->len > 0);
  if (names->len > 0)
    {
      g_autofree char *text = g_strdup_printf (_("Not found: %s"), names->str);

      gtk_label_set_text (self->absent, text);
    }
}

static void
show_rights (FulRecorderList *self,
             const Search    *search)
{
  gboolean has_perf = FALSE;
  g_autofree char *text = NULL;

  for (guint i = 0; i < search->recorders->len; i++)
    has_perf |= g_strcmp0 (((const FulRecorder *) search->recorders->pdata[i])->program, "perf") == 0;
  if (has_perf && search->paranoid > MAX_PARANOID)
    text = g_strdup_printf (_("perf may record only as root: kernel.perf_event_paranoid is %d. “sudo sysctl kernel.perf_event_paranoid=%d” "
                              "permits programs of yours until the next start."), search->paranoid, MAX_PARANOID);
  gtk_label_set_text (self->rights, text ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->rights), text != NULL);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulRecorderList *self = owner;
  Search *search = data;
  guint n_found = 0;
  GtkWidget *child;
  g_autofree char *count = NULL;

  if (error)
    return;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))))
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < search->recorders->len; i++)
    {
      const FulRecorder *recorder = search->recorders->pdata[i];

      if (recorder->program == NULL)
        continue;
      n_found++;
      gtk_list_box_append (self->list, create_row (recorder, search->is_sandboxed));
    }

  gtk_widget_set_visible (GTK_WIDGET (self->list), n_found > 0);
  gtk_widget_set_visible (self->again, !search->is_sandboxed);
  count = search->is_sandboxed ? NULL : g_strdup_printf (_("%u of %u found"), n_found, search->recorders->len);
  gtk_label_set_text (self->count, count ? count : "");
  show_absent (self, search->recorders);
  show_rights (self, search);
}

static void
search (FulRecorderList *self)
{
  ful_job_start_blocking (&self->job, compute, g_new0 (Search, 1), search_free, ready_cb, self);
}

static void
row_activated_cb (FulRecorderList *self,
                  GtkListBoxRow   *row)
{
  const char *command = g_object_get_data (G_OBJECT (row), "command");

  if (command == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.live", NULL);
      return;
    }

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), command);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.toast", "s", _("Copied"));
}

static void
ful_recorder_list_map (GtkWidget *widget)
{
  FulRecorderList *self = FUL_RECORDER_LIST (widget);

  GTK_WIDGET_CLASS (ful_recorder_list_parent_class)->map (widget);

  if (gtk_widget_get_first_child (GTK_WIDGET (self->list)) == NULL)
    search (self);
}

static void
ful_recorder_list_dispose (GObject *object)
{
  FulRecorderList *self = FUL_RECORDER_LIST (object);
  GtkWidget *child;

  ful_job_stop (&self->job);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (ful_recorder_list_parent_class)->dispose (object);
}

static void
ful_recorder_list_class_init (FulRecorderListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_recorder_list_dispose;
  widget_class->map = ful_recorder_list_map;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-recorder-list.ui");
  gtk_widget_class_bind_template_child (widget_class, FulRecorderList, count);
  gtk_widget_class_bind_template_child (widget_class, FulRecorderList, again);
  gtk_widget_class_bind_template_child (widget_class, FulRecorderList, list);
  gtk_widget_class_bind_template_child (widget_class, FulRecorderList, absent);
  gtk_widget_class_bind_template_child (widget_class, FulRecorderList, rights);
  gtk_widget_class_bind_template_callback (widget_class, search);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
}

static void
ful_recorder_list_init (FulRecorderList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
