/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A job starts when the selection has rested: one at a time, for the newest. Until then, while a range is dragged, others say only
 * what ran, one after the other: none is stopped by a newer range, else none would ever end. */

#include "config.h"

#include "ful-story-teller.h"

#include "base/ful-job.h"
#include "insight/story/ful-story.h"
#include "model/ful-thread-names.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

#define REST_MS 150
/* Between stories of a profile that grows. */
#define GROWTH_MS 1000

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  FulViewOptions *options;
  gint32          marker;
  gboolean        is_of_samples;   /* whether it is only about what ran */
  FulStory       *story;   /* (nullable): the result */
} Job;

struct _FulStoryTeller
{
  GObject         parent_instance;

  FulAnalysis    *analysis;
  gboolean        is_active;
  gint32          marker;    /* of the selected threads, or FUL_NONE */
  FulProfile     *profile;   /* (nullable): of the newest story, as are the two below */
  FulViewOptions *options;   /* (nullable) */
  gint32          of_marker;
  FulStory       *story;     /* (nullable) */
  FulJob         *job;       /* (nullable): while it runs */
  FulJob         *drag_job;  /* (nullable): likewise, of what ran in a range that is dragged */
  FulViewOptions *dragged;   /* (nullable): of the newest one of these */
  guint           rest_id;   /* until the selection has rested */
};

G_DEFINE_FINAL_TYPE (FulStoryTeller, ful_story_teller, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void update (FulStoryTeller *self);

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->profile);
  ful_derive_cache_unref (job->cache);
  ful_view_options_unref (job->options);
  g_clear_pointer (&job->story, ful_story_free);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  const FulViewOptions *options = job->options;
  FulTimeRange root = ful_derive_cache_get_root_range (job->cache);
  FulTimeRange range = ful_time_range_shift (options->has_preview ? options->preview : options->range, root.start);
  g_auto(GStrv) whole_names = ful_thread_names_new (job->profile->threads);
  g_auto(GStrv) names = ful_thread_names_dup_short (whole_names);
  g_autoptr(FulThreadSet) threads = ful_thread_set_derive (job->profile, options, job->cache, cancellable, error);

  if (threads == NULL)
    return FALSE;

  if (job->is_of_samples)
    job->story = ful_story_new_of_samples (job->profile, threads->threads, threads->n_threads, range, names, job->cache, cancellable,
                                           error);
  else
    job->story = ful_story_new (job->profile, threads->threads, threads->n_threads, range, job->marker, names, job->cache, cancellable,
                                error);

  return job->story != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulStoryTeller *self = owner;
  Job *job = data;

  g_clear_pointer (&self->story, ful_story_free);
  self->story = g_steal_pointer (&job->story);
  update (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static FulDocument *
get_document (FulStoryTeller *self)
{
  return ful_analysis_get_document (self->analysis);
}

static gboolean
has_same_time (const FulViewOptions *a,
               const FulViewOptions *b)
{
  return a->has_preview == b->has_preview && a->has_range == b->has_range &&
         (!a->has_preview || ful_time_range_equal (a->preview, b->preview)) &&
         (!a->has_range || ful_time_range_equal (a->range, b->range));
}

/* What the story would be about; a marked range is nearer to the user than the marker. */
static gint32
get_marker (FulStoryTeller *self)
{
  return ful_document_get_options (get_document (self))->has_preview ? FUL_NONE : self->marker;
}

/* Whether the newest story is of what is selected, in this profile or in an earlier snapshot of it. */
static gboolean
has_same_subject (FulStoryTeller *self)
{
  FulViewOptions *now = ful_document_get_options (get_document (self));

  return self->options && self->of_marker == get_marker (self) && has_same_time (self->options, now) &&
         ful_view_options_has_threads (self->options, now->threads, now->n_threads);
}

static gboolean
is_current (FulStoryTeller *self)
{
  return self->profile == ful_document_get_profile (get_document (self)) && has_same_subject (self);
}

static gboolean
has_subject (FulStoryTeller *self)
{
  FulViewOptions *options = ful_document_get_options (get_document (self));

  return ful_document_get_profile (get_document (self))->has_times &&
         (options->has_preview || options->has_range || self->marker != FUL_NONE);
}

/* Returns: (transfer full): of what is selected now */
static Job *
job_new (FulStoryTeller *self)
{
  Job *job = g_new0 (Job, 1);

  job->profile = g_object_ref (ful_document_get_profile (get_document (self)));
  job->options = ful_view_options_ref (ful_document_get_options (get_document (self)));
  job->marker = get_marker (self);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));

  return job;
}

static void
stop_drag (FulStoryTeller *self)
{
  ful_job_stop (&self->drag_job);
  g_clear_pointer (&self->dragged, ful_view_options_unref);
}

static gboolean
rested_cb (gpointer user_data)
{
  FulStoryTeller *self = user_data;
  Job *job = job_new (self);

  self->rest_id = 0;
  stop_drag (self);
  g_set_object (&self->profile, job->profile);
  g_clear_pointer (&self->options, ful_view_options_unref);
  self->options = ful_view_options_ref (job->options);
  self->of_marker = job->marker;
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);

  return G_SOURCE_REMOVE;
}

static void follow_drag (FulStoryTeller *self);

static void
dragged_cb (gpointer      owner,
            gpointer      data,
            const GError *error)
{
  FulStoryTeller *self = owner;
  Job *job = data;

  if (job->story)
    {
      /* All of the same range has to be told again. */
      g_clear_pointer (&self->options, ful_view_options_unref);
      g_clear_pointer (&self->story, ful_story_free);
      self->story = g_steal_pointer (&job->story);
      g_signal_emit (self, signals[CHANGED], 0);
    }
  follow_drag (self);
}

/* Starts a job for the newest range, until it rests. */
static void
follow_drag (FulStoryTeller *self)
{
  FulViewOptions *now = ful_document_get_options (get_document (self));
  Job *job;

  if (self->drag_job || self->rest_id == 0 || !now->has_preview)
    return;
  if (self->dragged && has_same_time (self->dragged, now) && ful_view_options_has_threads (self->dragged, now->threads, now->n_threads))
    return;

  job = job_new (self);
  job->is_of_samples = TRUE;
  g_clear_pointer (&self->dragged, ful_view_options_unref);
  self->dragged = ful_view_options_ref (job->options);
  ful_job_start (&self->drag_job, compute, job, job_free, dragged_cb, self);
}

static void
forget (FulStoryTeller *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  ful_job_stop (&self->job);
  stop_drag (self);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->options, ful_view_options_unref);
  g_clear_pointer (&self->story, ful_story_free);
}

static void
update (FulStoryTeller *self)
{
  gboolean had_story = self->story != NULL;

  if (!self->is_active || !has_subject (self))
    {
      forget (self);
      if (had_story)
        g_signal_emit (self, signals[CHANGED], 0);
      return;
    }
  if (is_current (self))
    {
      g_clear_handle_id (&self->rest_id, g_source_remove);
      stop_drag (self);
      return;
    }
  /* Snapshots of a growing profile may come before any job is done. */
  if (has_same_subject (self) && ful_document_get_profile (get_document (self))->grows)
    {
      if (self->job == NULL && self->rest_id == 0)
        self->rest_id = g_timeout_add (GROWTH_MS, rested_cb, self);
      return;
    }
  if (self->job)
    {
      ful_job_stop (&self->job);
      g_clear_pointer (&self->options, ful_view_options_unref);
    }
  g_clear_handle_id (&self->rest_id, g_source_remove);
  self->rest_id = g_timeout_add (REST_MS, rested_cb, self);
  follow_drag (self);
}

static void
ful_story_teller_dispose (GObject *object)
{
  FulStoryTeller *self = FUL_STORY_TELLER (object);

  forget (self);
  g_clear_object (&self->analysis);

  G_OBJECT_CLASS (ful_story_teller_parent_class)->dispose (object);
}

static void
ful_story_teller_class_init (FulStoryTellerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_story_teller_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_story_teller_init (FulStoryTeller *self)
{
  self->marker = self->of_marker = FUL_NONE;
}

/**
 * ful_story_teller_new:
 *
 * Returns: (transfer full): computes nothing until it is active
 */
FulStoryTeller *
ful_story_teller_new (FulAnalysis *analysis)
{
  FulStoryTeller *self = g_object_new (FUL_TYPE_STORY_TELLER, NULL);

  self->analysis = g_object_ref (analysis);
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_story_teller_set_active:
 * @active: whether somebody shows the story
 */
void
ful_story_teller_set_active (FulStoryTeller *self,
                             gboolean        active)
{
  g_return_if_fail (FUL_IS_STORY_TELLER (self));

  if (self->is_active == active)
    return;

  self->is_active = active;
  update (self);
}

/**
 * ful_story_teller_set_marker:
 * @marker: number in the list of the selected threads, or %FUL_NONE
 */
void
ful_story_teller_set_marker (FulStoryTeller *self,
                             gint32          marker)
{
  g_return_if_fail (FUL_IS_STORY_TELLER (self));

  if (self->marker == marker)
    return;

  self->marker = marker;
  update (self);
}

/**
 * ful_story_teller_get_story:
 *
 * Returns: (transfer none) (nullable): the last one, until "changed"
 */
const FulStory *
ful_story_teller_get_story (FulStoryTeller *self)
{
  g_return_val_if_fail (FUL_IS_STORY_TELLER (self), NULL);

  return self->story;
}

/**
 * ful_story_teller_get_busy:
 *
 * Returns: whether the story of another selection is about to come; not that of more rows, which come all the time
 */
gboolean
ful_story_teller_get_busy (FulStoryTeller *self)
{
  g_return_val_if_fail (FUL_IS_STORY_TELLER (self), FALSE);

  if (self->story && has_same_subject (self) && self->profile->grows)
    return FALSE;

  return self->rest_id != 0 || self->job != NULL;
}
