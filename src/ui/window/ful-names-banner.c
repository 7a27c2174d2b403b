/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The share of frames without names is counted once, on a worker. Whatever the
 * user decides, the banner goes. */

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

/* From which share of the native frames on the banner is shown. */
#define MIN_SHARE 0.5

struct _FulNamesBanner
{
  GtkWidget     parent_instance;

  FulDocument  *document;
  GtkWidget    *revealer;
  GtkLabel     *label;
  GtkWidget    *scripts_button;
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
  G_OBJECT_CLASS (klass)->dispose = ful_names_banner_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

/* A click leaves the focus where it is, as the banner goes then. */
static GtkWidget *
append_button (FulOptionBar   *options,
               const char     *label,
               GCallback       clicked,
               FulNamesBanner *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_focus_on_click (button, FALSE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (button, "clicked", clicked, self);
  ful_option_bar_append (options, button);

  return button;
}

static void
ful_names_banner_init (FulNamesBanner *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  FulOptionBar *options = g_object_new (FUL_TYPE_OPTION_BAR, "hexpand", TRUE, NULL);
  GtkWidget *fold;
  GtkWidget *close = gtk_button_new_from_icon_name ("window-close-symbolic");

  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->label), TRUE);
  gtk_label_set_wrap (self->label, TRUE);
  gtk_label_set_xalign (self->label, 0);

  gtk_label_set_width_chars (self->label, 20);
  ful_option_bar_keep (options, GTK_WIDGET (self->label));
  self->scripts_button = append_button (options, _("Show Scripts Only"), G_CALLBACK (scripts_clicked_cb), self);
  fold = append_button (options, _("Fold Unnamed Frames"), G_CALLBACK (fold_clicked_cb), self);
  ful_tooltip_describe (fold, _("Show each run of frames without a name as one row for their library"));

  gtk_widget_add_css_class (close, "flat");
  gtk_widget_set_focus_on_click (close, FALSE);
  gtk_widget_set_valign (close, GTK_ALIGN_CENTER);
  ful_tooltip_set_text (close, _("Dismiss"));
  ful_control_set_name (close, _("Dismiss"));
  g_signal_connect_swapped (close, "clicked", G_CALLBACK (dismiss), self);

  gtk_widget_add_css_class (box, "names-banner");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (options));
  gtk_box_append (GTK_BOX (box), close);

  self->revealer = gtk_revealer_new ();
  gtk_revealer_set_child (GTK_REVEALER (self->revealer), box);
  gtk_widget_set_parent (self->revealer, GTK_WIDGET (self));
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
