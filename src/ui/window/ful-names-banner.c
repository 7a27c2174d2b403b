/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The share of frames without names is counted on a worker, when no more symbols are
 * looked up. Any choice of the user hides the banner. */

#include "config.h"

#include "ful-names-banner.h"

#include "base/ful-format.h"
#include "base/ful-job.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-unnamed.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-option-bar.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* The share of native frames above which the banner is shown. */
#define MIN_SHARE 0.5

/* ms: looking that takes less is not worth a banner. */
#define PROGRESS_DELAY 500

struct _FulNamesBanner
{
  GtkWidget     parent_instance;

  FulDocument  *document;
  FulSymbolicator *symbolicator;   /* (nullable) */
  gboolean      was_busy;
  gboolean      is_dismissed;
  guint         progress_id;       /* before progress is shown */
  GtkWidget    *revealer;
  GtkLabel     *label;
  GtkWidget    *scripts_button;
  GtkWidget    *fold_button;
  GtkWidget    *libraries_button;
  GtkWidget    *cancel_button;
  GtkWidget    *close_button;
};

G_DEFINE_FINAL_TYPE (FulNamesBanner, ful_names_banner, GTK_TYPE_WIDGET)

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
count_found (FulNamesBanner *self)
{
  guint n = 0;

  for (guint i = 0; self->symbolicator && i < ful_symbolicator_get_n_libs (self->symbolicator); i++)
    {
      const FulLibSymbols *symbols = ful_symbolicator_get_symbols (self->symbolicator, i);

      n += symbols && symbols->n_found > 0;
    }

  return n;
}

/* @text: (nullable): %NULL hides the banner */
static void
show (FulNamesBanner *self,
      const char     *text)
{
  g_autofree char *shown = text ? ful_format_label (text, "\n") : NULL;

  if (shown)
    gtk_label_set_label (self->label, shown);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), text && !self->is_dismissed);
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulNamesBanner *self = owner;
  Job *job = data;
  FulViewOptions *options = self->document ? ful_document_get_options (self->document) : NULL;
  g_autofree char *share = ful_format_percent (job->share);
  g_autofree char *text = NULL;
  guint n_found = count_found (self);
  gboolean has_few;

  if (options == NULL || self->was_busy)
    return;

  has_few = job->share > MIN_SHARE && !options->fold_unnamed && options->implementation != FUL_IMPLEMENTATION_JS;
  if (has_few)
    /* Translators: a share, as in "87 %" */
    text = g_strdup_printf (_("%s of the native frames have no names"), share);
  else if (n_found > 0)
    text = g_strdup_printf (_("Symbols for %u of %u libraries"), n_found, ful_symbolicator_get_n_libs (self->symbolicator));
  gtk_widget_set_visible (self->scripts_button, has_few && job->has_scripts);
  gtk_widget_set_visible (self->fold_button, has_few);
  gtk_widget_set_visible (self->libraries_button,
                          self->symbolicator && ful_symbolicator_get_n_libs (self->symbolicator) > 0);
  gtk_widget_hide (self->cancel_button);
  show (self, text);
}

static void
count_names (FulNamesBanner *self)
{
  Job *job = g_new0 (Job, 1);

  job->profile = g_object_ref (ful_document_get_profile (self->document));
  ful_job_start (NULL, compute, job, job_free, ready_cb, self);
}

static void
show_progress (FulNamesBanner *self)
{
  /* Translators: progress, as in "Symbols: 12 of 31 libraries" */
  g_autofree char *text = g_strdup_printf (_("Symbols: %u of %u libraries"),
                                           ful_symbolicator_get_n_done (self->symbolicator),
                                           ful_symbolicator_get_n_libs (self->symbolicator));

  gtk_widget_hide (self->scripts_button);
  gtk_widget_hide (self->fold_button);
  gtk_widget_hide (self->libraries_button);
  gtk_widget_show (self->cancel_button);
  show (self, text);
}

static gboolean
progress_cb (gpointer user_data)
{
  FulNamesBanner *self = user_data;

  self->progress_id = 0;
  show_progress (self);

  return G_SOURCE_REMOVE;
}

static void
symbols_changed_cb (FulNamesBanner *self)
{
  gboolean busy = ful_symbolicator_get_busy (self->symbolicator);

  if (busy && !self->was_busy)
    self->progress_id = g_timeout_add (PROGRESS_DELAY, progress_cb, self);
  else if (busy && self->progress_id == 0)
    show_progress (self);
  else if (!busy)
    g_clear_handle_id (&self->progress_id, g_source_remove);
  if (!busy && self->was_busy)
    count_names (self);
  self->was_busy = busy;
}

static void
dismiss (FulNamesBanner *self)
{
  self->is_dismissed = TRUE;
  show (self, NULL);
}

static void
cancel_clicked_cb (FulNamesBanner *self)
{
  ful_symbolicator_stop (self->symbolicator);
}

static void
scripts_clicked_cb (FulNamesBanner *self)
{
  ful_document_set_implementation (self->document, FUL_IMPLEMENTATION_JS);
  dismiss (self);
}

static void
fold_clicked_cb (FulNamesBanner *self)
{
  ful_document_set_fold_unnamed (self->document, TRUE);
  dismiss (self);
}

static void
ful_names_banner_dispose (GObject *object)
{
  FulNamesBanner *self = FUL_NAMES_BANNER (object);

  g_clear_handle_id (&self->progress_id, g_source_remove);
  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  g_clear_object (&self->document);
  g_clear_object (&self->symbolicator);

  G_OBJECT_CLASS (ful_names_banner_parent_class)->dispose (object);
}

static void
ful_names_banner_class_init (FulNamesBannerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_names_banner_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (FUL_TYPE_OPTION_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-names-banner.ui");
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, revealer);
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, label);
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, scripts_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, fold_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, libraries_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, close_button);
  gtk_widget_class_bind_template_callback (widget_class, scripts_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, fold_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, dismiss);
}

static void
ful_names_banner_init (FulNamesBanner *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_tooltip_describe (self->fold_button, _("Show each run of frames without a name as one row for their library"));
  ful_tooltip_set_text (self->close_button, _("Dismiss"));
  ful_control_set_name (self->close_button, _("Dismiss"));
}

/**
 * ful_names_banner_set_document:
 * @symbolicator: (nullable): looks up the symbols of @document
 */
void
ful_names_banner_set_document (FulNamesBanner  *self,
                               FulDocument     *document,
                               FulSymbolicator *symbolicator)
{
  g_return_if_fail (FUL_IS_NAMES_BANNER (self));

  g_set_object (&self->document, document);
  g_set_object (&self->symbolicator, symbolicator);
  if (symbolicator)
    g_signal_connect_object (symbolicator, "changed", G_CALLBACK (symbols_changed_cb), self, G_CONNECT_SWAPPED);
  else
    count_names (self);
}
