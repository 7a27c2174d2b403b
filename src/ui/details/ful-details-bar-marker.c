/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The job of the side bar that finds the selected marker and what belongs to it. */

#include "config.h"

#include "ful-details-bar-private.h"

#include "document/ful-document.h"
#include "markers/list/ful-marker-key.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

typedef struct
{
  FulProfile       *profile;
  FulDeriveCache   *cache;
  FulViewState     *state;

  /* results of the job */
  FulMarkerList    *list;      /* (nullable) */
  gint32            marker;    /* in it, or FUL_NONE */
  FulMarkerContext *context;   /* (nullable): none of a marker that does not exist */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->profile);
  ful_derive_cache_unref (job->cache);
  ful_view_state_unref (job->state);
  g_clear_pointer (&job->list, ful_marker_list_unref);
  g_clear_pointer (&job->context, ful_marker_context_free);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  FulViewOptions *options = job->state->options;
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (job->profile, options, job->cache, cancellable, NULL);

  if (threads)
    job->list = ful_marker_list_derive (threads, job->cache, cancellable, NULL);
  if (job->list)
    job->marker = ful_marker_key_find (&job->state->marker_key, job->list, job->state->marker);
  if (job->marker != FUL_NONE)
    job->context = ful_marker_context_new (job->profile, job->list, (guint) job->marker, options->implementation, job->cache,
                                           cancellable, NULL);

  return TRUE;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulDetailsBar *self = owner;
  Job *job = data;

  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_clear_pointer (&self->context, ful_marker_context_free);
  self->list = g_steal_pointer (&job->list);
  self->context = g_steal_pointer (&job->context);
  self->marker = (guint) job->marker;
  ful_details_bar_queue_update (self);
}

void
ful_details_bar_forget_marker (FulDetailsBar *self)
{
  ful_job_stop (&self->job);
  g_clear_pointer (&self->state, ful_view_state_unref);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->list, ful_marker_list_unref);
  g_clear_pointer (&self->context, ful_marker_context_free);
}

static gboolean
is_same_marker (FulViewState *a,
                FulViewState *b)
{
  return a->marker == b->marker && a->options->implementation == b->options->implementation &&
         ful_view_options_has_threads (a->options, b->options->threads, b->options->n_threads);
}

/* Starts a job for the selected marker, if the panel shows markers. */
void
ful_details_bar_follow_marker (FulDetailsBar *self)
{
  FulDocument *document = ful_analysis_get_document (self->analysis);
  FulViewState *state = ful_document_get_view_state (document);
  Job *job;

  if (!self->shows_markers (state->panel) || state->marker == FUL_NONE)
    {
      ful_details_bar_forget_marker (self);
      return;
    }
  if (self->state && is_same_marker (self->state, state) && self->profile == ful_document_get_profile (document))
    return;

  g_clear_pointer (&self->state, ful_view_state_unref);
  self->state = ful_view_state_ref (state);
  g_set_object (&self->profile, ful_document_get_profile (document));
  job = g_new0 (Job, 1);
  job->profile = g_object_ref (ful_document_get_profile (document));
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  job->state = ful_view_state_ref (state);
  job->marker = FUL_NONE;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}
