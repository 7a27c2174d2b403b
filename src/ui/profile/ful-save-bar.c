/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Save As. The file is written by a job and replaced atomically, so that cancelling
 * and errors keep the old one. The ending of the name decides the format; the filter
 * of the dialog follows into the name. A tab or window that is closed meanwhile does
 * not end the job: the application is held until it is over. */

#include "config.h"

#include "ful-save-bar.h"

#include "ful-job-bar.h"
#include "ful-leftovers-dialog.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "export/ful-one-weight.h"
#include "export/ful-processed-writer.h"
#include "export/report/ful-leftovers.h"
#include "export/sanitize/ful-removed-names.h"
#include "widgets/ful-file-chooser.h"
#include "widgets/toast/ful-toast-slot.h"

#include <glib/gi18n.h>

#define SELECT_MS 100      /* GTK has made its own selection by then */
#define TOAST_S 5   /* the time of libadwaita */

static const struct
{
  const char *ending;
  const char *label;
} formats[] = {
  { ".json.gz", N_("Compressed Profile (.json.gz)") },
  { ".json", N_("Profile (.json)") },
  { ".jslb", N_("Profile That Opens Fastest (.jslb)") },
};

typedef struct
{
  GWeakRef    bar;
  FulProfile *profile;
  const char *sample_type;   /* (nullable): the one to write; static */
  FulSelection part;         /* what of the profile */
  char       *lost;          /* (nullable): sample types that were left out */
  FulLeftovers *leftovers;   /* (nullable): what the written part still tells */
  GError     *unread;        /* (nullable): why that is not known */
  GFile      *file;
  GCancellable *cancellable;
  gboolean    completed;   /* the suffix was added: the dialog did not ask about an existing file */
  gint       *progress;    /* in thousandths; counted */
} Save;

struct _FulSaveBar
{
  GtkWidget             parent_instance;

  FulProfile           *profile;   /* (nullable): while the dialog is open */
  const char           *sample_type;   /* (nullable): to write of it; static */
  FulSelection          part;
  GtkFileChooserNative *dialog;    /* (nullable): while it is open */
  Save                 *save;      /* (nullable): while it runs */
  Save                 *told;      /* (nullable): the last one, if its file tells something */
  FulLeftoversDialog   *shown;     /* (nullable): shows that; weak */
  guint                 select_id;
  FulToastSlot         *toasts;

  FulJobBar            *bar;
};

G_DEFINE_FINAL_TYPE (FulSaveBar, ful_save_bar, GTK_TYPE_WIDGET)

enum
{
  SAVED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
save_clear (gpointer data)
{
  Save *save = data;

  g_weak_ref_clear (&save->bar);
  g_object_unref (save->profile);
  ful_selection_clear (&save->part);
  g_free (save->lost);
  g_clear_pointer (&save->leftovers, ful_leftovers_free);
  g_clear_error (&save->unread);
  g_object_unref (save->file);
  g_object_unref (save->cancellable);
  g_atomic_rc_box_release (save->progress);
}

static void
save_unref (gpointer save)
{
  g_atomic_rc_box_release_full (save, save_clear);
}

/* Returns: (transfer full): @name with @ending instead of the ending of a profile that it may have */
static char *
replace_ending (const char *name,
                const char *ending)
{
  g_autofree char *plain = g_strdup (name);

  if (g_str_has_suffix (plain, ".gz"))
    plain[strlen (plain) - strlen (".gz")] = '\0';
  if (g_str_has_suffix (plain, ".json") || g_str_has_suffix (plain, ".jslb"))
    plain[strlen (plain) - strlen (".json")] = '\0';

  return g_strconcat (plain, ending, NULL);
}

/* Without a button for the usual time, else until the user answers. */
static void
show_toast (FulSaveBar *self,
            const char *text,
            const char *button)
{
  const char *action = self->told ? "view.show-leftovers" : "view.save";

  ful_toast_slot_show (self->toasts, text, button, action, button ? 0 : TOAST_S);
}

static void
end (FulSaveBar *self)
{
  g_clear_pointer (&self->save, save_unref);
  ful_job_bar_end (self->bar);
}

/* Returns: (transfer full): what was written */
static char *
describe (const Save *save,
          const char *name)
{
  guint n = save->leftovers ? save->leftovers->clues->len : 0;

  if (save->lost)
    /* Translators: a file, and names of what the profile measured beside what was written */
    return g_strdup_printf (_("“%s” was written, without %s: the format has one weight of each sample"), name, save->lost);
  if (save->unread)
    return g_strdup_printf (_("“%s” was written, but could not be read again: %s"), name, save->unread->message);
  if (n > 0)
    return g_strdup_printf (ngettext ("“%s” was written; %u text in it may still tell who or where",
                                      "“%s” was written; %u texts in it may still tell who or where", n), name, n);

  return g_strdup_printf (_("“%s” was written"), name);
}

static void
saved_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  Save *save = data;
  g_autoptr(FulSaveBar) self = g_weak_ref_get (&save->bar);
  g_autofree char *name = g_file_get_basename (save->file);
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *text = NULL;

  g_application_release (owner);
  if (error == NULL)
    text = describe (save, shown);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    text = g_strdup_printf (_("Not saved: %s"), error->message);

  if (self == NULL || self->save == NULL)
    {
      if (error && text)
        g_printerr ("fulgens: %s\n", text);
      return;
    }

  if (error == NULL && save->leftovers && save->leftovers->clues->len > 0)
    self->told = g_atomic_rc_box_acquire (save);
  end (self);
  if (error == NULL && ful_selection_is_all (&save->part))
    g_signal_emit (self, signals[SAVED], 0, save->profile, save->file);
  if (text)
    show_toast (self, text, error ? _("Save _Elsewhere…") : self->told ? _("_Show…") : NULL);
}

/* The file is there, whatever comes of it. */
static void
read_again (Save *save)
{
  g_autoptr(FulRemovedNames) names = NULL;

  if (save->part.removals == FUL_REMOVE_NOTHING)
    return;
  names = ful_removed_names_new (save->profile, save->part.removals);
  save->leftovers = ful_leftovers_new (save->file, save->part.removals, names, save->cancellable, &save->unread);
}

static gboolean
write_profile (gpointer       data,
               GCancellable  *cancellable,
               GError       **error)
{
  Save *save = data;
  g_autofree char *path = g_file_get_parse_name (save->file);
  g_autoptr(FulProfile) weighed = NULL;
  g_autoptr(FulProfile) part = NULL;

  if (save->completed && g_file_query_exists (save->file, save->cancellable))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS, _("“%s” exists already"), path);
      return FALSE;
    }

  weighed = ful_one_weight_new (save->profile, save->sample_type, &save->lost, save->cancellable, error);
  part = weighed ? ful_selection_cut (&save->part, weighed, save->cancellable, error) : NULL;

  if (part == NULL || !ful_processed_writer_save (part, save->file, save->progress, save->cancellable, error))
    return FALSE;
  read_again (save);

  return TRUE;
}

static void
begin (FulSaveBar   *self,
       FulProfile   *profile,
       const char   *sample_type,
       FulSelection *part,
       GFile        *file,
       gboolean      completed)
{
  GApplication *application = g_application_get_default ();
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *display_name = g_filename_display_name (name);
  g_autofree char *shown = ful_format_label (display_name, "");
  g_autofree char *text = g_strdup_printf (_("Saving “%s”…"), shown);

  g_clear_pointer (&self->told, save_unref);
  self->save = g_atomic_rc_box_new0 (Save);
  g_weak_ref_init (&self->save->bar, self);
  self->save->profile = g_object_ref (profile);
  self->save->sample_type = sample_type;
  self->save->part = *part;
  *part = (FulSelection) { FALSE };
  self->save->file = g_object_ref (file);
  self->save->cancellable = g_cancellable_new ();
  self->save->completed = completed;
  self->save->progress = ful_job_bar_begin (self->bar, text, self->save->cancellable);

  g_application_hold (application);
  ful_job_start_blocking (NULL, write_profile, g_atomic_rc_box_acquire (self->save), save_unref, saved_cb, application);
}

/* The same part once more, without these texts. */
static void
replace_cb (FulSaveBar *self,
            GPtrArray  *texts)
{
  g_autoptr(GFile) file = g_object_ref (self->told->file);
  g_autoptr(FulProfile) profile = g_object_ref (self->told->profile);
  const char *sample_type = self->told->sample_type;
  FulSelection part;

  if (self->save)
    return;
  ful_selection_copy (&part, &self->told->part);
  for (guint i = 0; part.texts && i < part.texts->len; i++)
    g_ptr_array_add (texts, g_strdup (g_ptr_array_index (part.texts, i)));
  g_clear_pointer (&part.texts, g_ptr_array_unref);
  part.texts = g_ptr_array_ref (texts);
  begin (self, profile, sample_type, &part, file, FALSE);
}

/**
 * ful_save_bar_show_leftovers:
 *
 * Shows what the part that was saved last still tells, if it does.
 */
void
ful_save_bar_show_leftovers (FulSaveBar *self)
{
  g_autofree char *name = self->told ? g_file_get_basename (self->told->file) : NULL;
  g_autofree char *shown = NULL;

  if (self->told == NULL || self->shown)
    return;
  shown = g_filename_display_name (name);
  g_set_weak_pointer (&self->shown, ful_leftovers_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                                                  self->told->leftovers, shown));
  g_signal_connect_object (self->shown, "replace", G_CALLBACK (replace_cb), self, G_CONNECT_SWAPPED);
}

static guint
get_format (GtkFileChooser *chooser)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);

  return filter ? GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (filter), "format")) : 0;
}

static void
filter_changed_cb (GtkFileChooser *chooser)
{
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  g_autofree char *changed = NULL;

  if (name == NULL || *name == '\0')
    return;

  changed = replace_ending (name, formats[get_format (chooser)].ending);
  if (!g_str_equal (changed, name))
    gtk_file_chooser_set_current_name (chooser, changed);
}

static void
response_cb (FulSaveBar *self,
             int         response)
{
  g_autoptr(GtkFileChooserNative) dialog = g_steal_pointer (&self->dialog);
  g_autoptr(GFile) file = NULL;
  g_autofree char *name = NULL;
  FulFileFormat format;
  gboolean gzip;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  if (file)
    {
      name = g_file_get_basename (file);
      if (ful_processed_writer_format_of (name, &format, &gzip))
        begin (self, self->profile, self->sample_type, &self->part, file, FALSE);
      else
        {
          g_autoptr(GFile) folder = g_file_get_parent (file);
          g_autofree char *completed = replace_ending (name, formats[get_format (GTK_FILE_CHOOSER (dialog))].ending);
          g_autoptr(GFile) other = g_file_get_child (folder, completed);

          begin (self, self->profile, self->sample_type, &self->part, other, !g_str_equal (name, completed));
        }
    }
  g_clear_object (&self->profile);
}

static gboolean
select_stem (GtkWidget  *widget,
             const char *name)
{
  const char *dot = strchr (name, '.');

  if (GTK_IS_EDITABLE (widget) && g_str_equal (gtk_editable_get_text (GTK_EDITABLE (widget)), name))
    {
      gtk_editable_select_region (GTK_EDITABLE (widget), 0, dot ? (int) g_utf8_pointer_to_offset (name, dot) : -1);
      return TRUE;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (select_stem (child, name))
      return TRUE;

  return FALSE;
}

/* GTK selects up to the last dot, and what is typed over that ends with ".gz" only. */
static gboolean
select_stem_cb (gpointer user_data)
{
  FulSaveBar *self = user_data;
  g_autofree char *name = self->dialog ? gtk_file_chooser_get_current_name (GTK_FILE_CHOOSER (self->dialog)) : NULL;
  GListModel *windows = gtk_window_get_toplevels ();

  self->select_id = 0;
  for (guint i = 0; name && i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER_DIALOG (window))
        select_stem (window, name);
    }

  return G_SOURCE_REMOVE;
}

/* @part: (transfer full) */
static void
ask (FulSaveBar  *self,
     FulProfile  *profile,
     const char  *sample_type,
     FulSelection part,
     GFile       *opened)
{
  gboolean is_all = ful_selection_is_all (&part);
  g_autofree char *base = opened ? g_file_get_basename (opened) : g_strdup ("profile");
  g_autofree char *display = g_filename_display_name (base);
  /* Translators: added to the name of a file that has a part of another one */
  g_autofree char *ending = g_strconcat (is_all ? "" : _(" selection"), formats[0].ending, NULL);
  g_autofree char *name = replace_ending (display, ending);
  g_autoptr(GFile) folder = opened ? g_file_get_parent (opened) : NULL;

  if (self->dialog || self->save)
    {
      ful_selection_clear (&part);
      return;
    }

  self->profile = g_object_ref (profile);
  self->sample_type = sample_type;
  ful_selection_clear (&self->part);
  self->part = part;
  self->dialog = ful_file_chooser_new (is_all ? _("Save Profile As") : _("Save Selection As"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                       GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"));
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr(GtkFileFilter) filter = gtk_file_filter_new ();
      g_autofree char *pattern = g_strconcat ("*", formats[i].ending, NULL);

      gtk_file_filter_set_name (filter, _(formats[i].label));
      gtk_file_filter_add_pattern (filter, pattern);
      g_object_set_data (G_OBJECT (filter), "format", GUINT_TO_POINTER (i));
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self->dialog), filter);
    }
  if (folder)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->dialog), folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->dialog), name);

  g_signal_connect (self->dialog, "notify::filter", G_CALLBACK (filter_changed_cb), NULL);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->dialog));
  g_clear_handle_id (&self->select_id, g_source_remove);
  self->select_id = g_timeout_add (SELECT_MS, select_stem_cb, self);
}

/**
 * ful_save_bar_ask:
 * @profile: the profile
 * @sample_type: (nullable): the one to write, static; %NULL is the default one
 * @opened: (nullable): its file
 *
 * Asks for a name and saves @profile there. One save at a time.
 */
void
ful_save_bar_ask (FulSaveBar *self,
                  FulProfile *profile,
                  const char *sample_type,
                  GFile      *opened)
{
  g_return_if_fail (FUL_IS_SAVE_BAR (self));

  ask (self, profile, sample_type, (FulSelection) { FALSE }, opened);
}

/**
 * ful_save_bar_ask_part:
 * @part: what of @profile is saved
 *
 * Like ful_save_bar_ask(), of a part of @profile.
 */
void
ful_save_bar_ask_part (FulSaveBar         *self,
                       FulProfile         *profile,
                       const char         *sample_type,
                       GFile              *opened,
                       const FulSelection *part)
{
  FulSelection copy;

  g_return_if_fail (FUL_IS_SAVE_BAR (self));

  ful_selection_copy (&copy, part);
  ask (self, profile, sample_type, copy, opened);
}

/**
 * ful_save_bar_save:
 * @profile: the profile
 * @file: where to write it; replaced if it exists
 *
 * Saves without a question, unless something is being saved.
 */
void
ful_save_bar_save (FulSaveBar *self,
                   FulProfile *profile,
                   GFile      *file)
{
  FulSelection all = { FALSE };

  g_return_if_fail (FUL_IS_SAVE_BAR (self));

  if (!self->save)
    begin (self, profile, NULL, &all, file, FALSE);
}

static void
ful_save_bar_dispose (GObject *object)
{
  FulSaveBar *self = FUL_SAVE_BAR (object);

  if (self->dialog)
    g_signal_handlers_disconnect_by_data (self->dialog, self);
  ful_file_chooser_drop (&self->dialog);
  g_clear_pointer (&self->toasts, ful_toast_slot_free);
  g_clear_object (&self->profile);
  ful_selection_clear (&self->part);
  g_clear_handle_id (&self->select_id, g_source_remove);
  g_clear_pointer (&self->save, save_unref);
  g_clear_pointer (&self->told, save_unref);
  g_clear_weak_pointer (&self->shown);
  g_clear_pointer ((GtkWidget **) &self->bar, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_save_bar_parent_class)->dispose (object);
}

static void
ful_save_bar_class_init (FulSaveBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_save_bar_dispose;
  g_type_ensure (FUL_TYPE_JOB_BAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-save-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, FulSaveBar, bar);

  signals[SAVED] = g_signal_new ("saved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                 FUL_TYPE_PROFILE, G_TYPE_FILE);
}

static void
ful_save_bar_init (FulSaveBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->toasts = ful_toast_slot_new (GTK_WIDGET (self));
}
