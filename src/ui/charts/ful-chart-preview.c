/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Boxes that the selected entry of the menu would remove are dimmed. Of an inverted tree a job finds them. */

#include "config.h"

#include "ful-chart-panel-private.h"

#include "base/ful-job.h"
#include "charts/ful-layout-effect.h"

typedef struct
{
  FulBoxLayout       *layout;
  FulTransformEffect *effect;
  guint8             *gone;     /* (nullable): the result */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  ful_box_layout_unref (job->layout);
  ful_transform_effect_unref (job->effect);
  g_free (job->gone);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->gone = ful_layout_effect_list_gone (job->layout, job->effect, cancellable, error);

  return job->gone != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulChartPanel *self = owner;
  Job *job = data;

  /* The layout may be another one by now. */
  if (job->gone && job->layout == self->layout)
    ful_box_chart_set_gone (self->chart, g_steal_pointer (&job->gone));
}

/**
 * ful_chart_panel_update_preview:
 *
 * Shows what the selected entry of the menu would do, or that none is selected.
 */
void
ful_chart_panel_update_preview (FulChartPanel *self)
{
  FulTransformEffect *effect = ful_transform_preview_get_effect (ful_sample_page_get_preview (self->page));
  gboolean is_of_callers = self->layout && self->layout->tree->inverted && !self->over_time;
  Job *job;

  ful_job_stop (&self->preview_job);
  if (effect && (!self->layout || self->layout->tree->nodes != effect->before->nodes))
    effect = NULL;
  ful_box_chart_set_gone (self->chart, NULL);
  ful_box_chart_set_effect (self->chart, is_of_callers ? NULL : effect);
  if (!effect || !is_of_callers || self->layout->tree->inverted != effect->before->inverted)
    return;

  job = g_new0 (Job, 1);
  job->layout = ful_box_layout_ref (self->layout);
  job->effect = ful_transform_effect_ref (effect);
  ful_job_start (&self->preview_job, compute, job, job_free, ready_cb, self);
}
