/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The share of frames without names is counted once, on a worker. Any choice of the
 * user hides the banner. */

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

struct _FulNamesBanner
{
  GtkWidget     parent_instance;

  FulDocument  *document;
  GtkWidget    *revealer;
  GtkLabel     *label;
  GtkWidget    *scripts_button;
  GtkWidget    *fold_button;
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
  for (guint i = 0; i < job->profile->n_recorded_funcs && !job->has_scripts; i++)
    job->has_scripts = funcs->is_js[i];

  return TRUE;
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

  if (options == NULL || job->share <= MIN_SHARE || options->fold_unnamed ||
      options->implementation == FUL_IMPLEMENTATION_JS)
    return;

  /* Translators: a share, as in "87 %" */
  text = g_strdup_printf (_("%s of the native frames have no names"), share);
  gtk_label_set_label (self->label, text);
  gtk_widget_set_visible (self->scripts_button, job->has_scripts);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);
}

static void
dismiss (FulNamesBanner *self)
{
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
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

  g_clear_pointer (&self->revealer, gtk_widget_unparent);
  g_clear_object (&self->document);

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
  gtk_widget_class_bind_template_child (widget_class, FulNamesBanner, close_button);
  gtk_widget_class_bind_template_callback (widget_class, scripts_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, fold_clicked_cb);
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

void
ful_names_banner_set_document (FulNamesBanner *self,
                               FulDocument    *document)
{
  Job *job = g_new0 (Job, 1);

  g_return_if_fail (FUL_IS_NAMES_BANNER (self));

  g_set_object (&self->document, document);
  job->profile = g_object_ref (ful_document_get_profile (document));
  ful_job_start (NULL, compute, job, job_free, ready_cb, self);
}
