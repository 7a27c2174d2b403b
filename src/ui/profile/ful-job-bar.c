/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Not shown for jobs that are over at once. One job at a time. */

#include "config.h"

#include "ful-job-bar.h"

#include "widgets/ful-control-name.h"

#define POLL_MS 200

struct _FulJobBar
{
  GtkWidget       parent_instance;

  gint           *progress;      /* (nullable): in thousandths, while a job runs; shared with it */
  GCancellable   *cancellable;   /* (nullable): the job's */
  guint           poll_id;

  GtkWidget      *revealer;
  GtkLabel       *label;
  GtkProgressBar *bar;
  GtkWidget      *cancel;
};

G_DEFINE_FINAL_TYPE (FulJobBar, ful_job_bar, GTK_TYPE_WIDGET)

static gboolean
poll_cb (gpointer user_data)
{
  FulJobBar *self = user_data;

  gtk_progress_bar_set_fraction (self->bar, g_atomic_int_get (self->progress) / 1000.0);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), TRUE);

  return G_SOURCE_CONTINUE;
}

static void
cancel_clicked_cb (FulJobBar *self)
{
  if (self->cancellable)
    g_cancellable_cancel (self->cancellable);
}

static void
ful_job_bar_dispose (GObject *object)
{
  FulJobBar *self = FUL_JOB_BAR (object);

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->progress, g_atomic_rc_box_release);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->revealer, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_job_bar_parent_class)->dispose (object);
}

static void
ful_job_bar_class_init (FulJobBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_job_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-job-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, FulJobBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, FulJobBar, label);
  gtk_widget_class_bind_template_child (widget_class, FulJobBar, bar);
  gtk_widget_class_bind_template_child (widget_class, FulJobBar, cancel);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
}

static void
ful_job_bar_init (FulJobBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_control_name_by_labels (self->cancel);
}

/**
 * ful_job_bar_begin:
 * @text: what is being done, for the user
 * @cancellable: the button cancels it
 *
 * No other job runs, see ful_job_bar_is_busy().
 *
 * Returns: (transfer full): a reference of g_atomic_rc_box on what the job sets, atomically: how much is done, in thousandths
 */
gint *
ful_job_bar_begin (FulJobBar    *self,
                   const char   *text,
                   GCancellable *cancellable)
{
  g_return_val_if_fail (FUL_IS_JOB_BAR (self), NULL);
  g_return_val_if_fail (self->progress == NULL, NULL);

  gtk_label_set_label (self->label, text);
  self->cancellable = g_object_ref (cancellable);
  self->progress = g_atomic_rc_box_new0 (gint);
  self->poll_id = g_timeout_add (POLL_MS, poll_cb, self);

  return g_atomic_rc_box_acquire (self->progress);
}

/**
 * ful_job_bar_end:
 *
 * The job is over.
 */
void
ful_job_bar_end (FulJobBar *self)
{
  g_return_if_fail (FUL_IS_JOB_BAR (self));

  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->progress, g_atomic_rc_box_release);
  g_clear_object (&self->cancellable);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->revealer), FALSE);
}

/**
 * ful_job_bar_is_busy:
 *
 * Returns: whether a job runs
 */
gboolean
ful_job_bar_is_busy (FulJobBar *self)
{
  g_return_val_if_fail (FUL_IS_JOB_BAR (self), FALSE);

  return self->progress != NULL;
}
