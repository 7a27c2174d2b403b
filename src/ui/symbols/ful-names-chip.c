/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The share of frames without names is counted on a worker, when no more symbols are
 * looked up. The chip follows the view: it is there while unnamed frames are shown one
 * by one. That symbols were found is said for a while. */

#include "config.h"

#include "ful-names-chip.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-unnamed.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* The share of native frames above which the banner is shown. */
#define MIN_SHARE 0.5

/* ms: looking that takes less is not worth a chip; and how long good news is shown */
#define PROGRESS_DELAY 500
#define NEWS_TIME 15000

struct _FulNamesChip
{
  GtkWidget     parent_instance;

  FulDocument  *document;
  FulSymbolicator *symbolicator;   /* (nullable) */
  gboolean      was_busy;
  double        share;             /* of the native frames without names */
  gboolean      has_scripts;
  guint         progress_id;       /* before progress is shown */
  guint         news_id;           /* while it is said what was found */
  GtkWidget    *focus;             /* (nullable): before the popover was open */
  GtkMenuButton *button;
  GtkPopover   *popover;
  GtkLabel     *label;
  GtkWidget    *scripts_button;
  GtkWidget    *fold_button;
  GtkWidget    *libraries_button;
  GtkWidget    *cancel_button;
};

G_DEFINE_FINAL_TYPE (FulNamesChip, ful_names_chip, GTK_TYPE_WIDGET)

typedef struct
{
  FulProfile *profile;
  double      share;
  gboolean    has_scripts;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->profile);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  const FulFuncTable *funcs = job->profile->funcs;

  job->share = ful_unnamed_compute_share (job->profile);
  for (guint i = 0; i < job->profile->funcs->table.n_rows && !job->has_scripts; i++)
    job->has_scripts = funcs->is_js[i] && !ful_profile_is_resource_func (job->profile, (FulFuncIndex) i);

  return TRUE;
}

/* Number of libraries with symbols. */
static guint
count_found (FulNamesChip *self)
{
  guint n = 0;

  for (guint i = 0; self->symbolicator && i < ful_symbolicator_get_n_libs (self->symbolicator); i++)
    {
      const FulLibSymbols *symbols = ful_symbolicator_get_symbols (self->symbolicator, i);

      n += symbols && symbols->n_found > 0;
    }

  return n;
}

/* Shows what there is to say, if anything. */
static void
update (FulNamesChip *self)
{
  FulViewOptions *options = ful_document_get_options (self->document);
  gboolean has_progress = self->was_busy && self->progress_id == 0;
  gboolean has_few = !self->was_busy && self->share > MIN_SHARE && !options->fold_unnamed &&
                     options->implementation != FUL_IMPLEMENTATION_JS;
  guint n_libs = self->symbolicator ? ful_symbolicator_get_n_libs (self->symbolicator) : 0;
  g_autofree char *share = ful_format_percent (self->share);
  g_autofree char *text = NULL;

  if (has_progress)
    /* Translators: progress, as in "Symbols: 12 of 31 libraries" */
    text = g_strdup_printf (ngettext ("Symbols: %u of %u library", "Symbols: %u of %u libraries", n_libs),
                            ful_symbolicator_get_n_done (self->symbolicator), n_libs);
  else if (has_few)
    /* Translators: a share, as in "87 %" */
    text = g_strdup_printf (_("%s of the native frames have no names"), share);
  else if (self->news_id != 0)
    text = g_strdup_printf (ngettext ("Symbols for %u of %u library", "Symbols for %u of %u libraries", n_libs), count_found (self), n_libs);

  gtk_widget_set_visible (self->scripts_button, has_few && self->has_scripts);
  gtk_widget_set_visible (self->fold_button, has_few);
  gtk_widget_set_visible (self->libraries_button, !has_progress && n_libs > 0);
  gtk_widget_set_visible (self->cancel_button, has_progress);
  if (text)
    {
      gtk_label_set_label (self->label, text);
      ful_control_set_name (GTK_WIDGET (self->button), text);
    }
  else
    {
      gtk_popover_popdown (self->popover);
    }
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
}

/* An open popover stays. */
static gboolean
news_old_cb (gpointer user_data)
{
  FulNamesChip *self = user_data;

  if (gtk_widget_get_visible (GTK_WIDGET (self->popover)))
    return G_SOURCE_CONTINUE;

  self->news_id = 0;
  update (self);

  return G_SOURCE_REMOVE;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulNamesChip *self = owner;
  Job *job = data;

  if (self->document == NULL)
    return;

  self->share = job->share;
  self->has_scripts = job->has_scripts;
  g_clear_handle_id (&self->news_id, g_source_remove);
  if (count_found (self) > 0)
    self->news_id = g_timeout_add (NEWS_TIME, news_old_cb, self);
  update (self);
}

static void
count_names (FulNamesChip *self)
{
  Job *job = g_new0 (Job, 1);

  job->profile = g_object_ref (ful_document_get_profile (self->document));
  ful_job_start (NULL, compute, job, job_free, ready_cb, self);
}

static gboolean
progress_cb (gpointer user_data)
{
  FulNamesChip *self = user_data;

  self->progress_id = 0;
  update (self);

  return G_SOURCE_REMOVE;
}

static void
symbols_changed_cb (FulNamesChip *self)
{
  gboolean busy = ful_symbolicator_get_busy (self->symbolicator);

  if (busy && !self->was_busy)
    self->progress_id = g_timeout_add (PROGRESS_DELAY, progress_cb, self);
  else if (!busy)
    g_clear_handle_id (&self->progress_id, g_source_remove);
  if (!busy && self->was_busy)
    count_names (self);
  self->was_busy = busy;
  update (self);
}

/* The chip may be gone then, and GTK would give the focus to any widget. */
static void
closed_cb (FulNamesChip *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (self->focus && gtk_widget_get_mapped (self->focus) &&
      (focus == NULL || gtk_widget_is_ancestor (focus, GTK_WIDGET (self))))
    gtk_widget_grab_focus (self->focus);
  g_clear_weak_pointer (&self->focus);
}

static void
opens_cb (GtkMenuButton *button,
          gpointer       user_data)
{
  FulNamesChip *self = user_data;
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (!focus || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self)))
    g_set_weak_pointer (&self->focus, focus);
}

static void
cancel_clicked_cb (FulNamesChip *self)
{
  gtk_popover_popdown (self->popover);
  ful_symbolicator_stop (self->symbolicator);
}

static void
libraries_clicked_cb (FulNamesChip *self)
{
  gtk_popover_popdown (self->popover);
  gtk_widget_activate_action (GTK_WIDGET (self), "view.symbols", NULL);
}

static void
scripts_clicked_cb (FulNamesChip *self)
{
  gtk_popover_popdown (self->popover);
  ful_document_set_option (self->document, FUL_OPTION_IMPLEMENTATION, FUL_IMPLEMENTATION_JS);
}

static void
fold_clicked_cb (FulNamesChip *self)
{
  gtk_popover_popdown (self->popover);
  ful_document_set_option (self->document, FUL_OPTION_FOLD_UNNAMED, TRUE);
}

static void
ful_names_chip_dispose (GObject *object)
{
  FulNamesChip *self = FUL_NAMES_CHIP (object);
  GtkWidget *child;

  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_handle_id (&self->news_id, g_source_remove);
  g_clear_weak_pointer (&self->focus);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_object (&self->document);
  g_clear_object (&self->symbolicator);

  G_OBJECT_CLASS (ful_names_chip_parent_class)->dispose (object);
}

static void
ful_names_chip_class_init (FulNamesChipClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_names_chip_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-names-chip.ui");
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, popover);
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, label);
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, scripts_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, fold_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, libraries_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesChip, cancel_button);
  gtk_widget_class_bind_template_callback (widget_class, scripts_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, fold_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, libraries_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, closed_cb);
}

static void
ful_names_chip_init (FulNamesChip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_tooltip_describe (self->fold_button, _("Show each run of frames without a name as one row for their library"));
  gtk_widget_set_focus_on_click (gtk_widget_get_first_child (GTK_WIDGET (self->button)), FALSE);
  gtk_menu_button_set_create_popup_func (self->button, opens_cb, self, NULL);
}

/**
 * ful_names_chip_set_document:
 * @symbolicator: (nullable): looks up the symbols of @document
 */
void
ful_names_chip_set_document (FulNamesChip  *self,
                               FulDocument     *document,
                               FulSymbolicator *symbolicator)
{
  g_return_if_fail (FUL_IS_NAMES_CHIP (self));

  if (g_set_object (&self->document, document))
    g_signal_connect_object (document, "notify::view-state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_set_object (&self->symbolicator, symbolicator);
  g_clear_handle_id (&self->progress_id, g_source_remove);
  self->was_busy = FALSE;
  if (symbolicator)
    g_signal_connect_object (symbolicator, "changed", G_CALLBACK (symbols_changed_cb), self, G_CONNECT_SWAPPED);
  else
    count_names (self);
}
