/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time. Another range stops it; another snapshot of the profile does not, as it may come before any job is done. */

#include "config.h"

#include "ful-insight.h"

#include "base/ful-job.h"
#include "document/view/ful-view-state.h"
#include "insight/overview/ful-overview.h"
#include "model/ful-thread-names.h"
#include "threads/ful-view-options.h"
#include "tracks/ful-track-list.h"
#include "viewtext/ful-panel-ids.h"

#define KEY "ful-insight"

/* While a profile grows, jobs begin so much apart, and take at most this part of the time. */
#define LEAST_PERIOD_US G_USEC_PER_SEC
#define MOST_SHARE 5

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  FulViewOptions *options;
  FulOverview    *overview;   /* (nullable): the result */
} Job;

struct _FulInsight
{
  GObject         parent_instance;

  FulAnalysis    *analysis;    /* which owns this */
  guint           n_watchers;
  FulProfile     *profile;     /* (nullable): of the newest job, as are the options */
  FulViewOptions *options;     /* (nullable) */
  FulOverview    *overview;    /* (nullable) */
  FulJob         *job;         /* (nullable): while it runs */
  gint64          began_us;
  gint64          took_us;     /* by the last job */
  guint           wait_id;     /* until the next one may begin */
  FulFuncIndex    wanted;      /* to be selected when its tree is there, or FUL_NONE */
};

G_DEFINE_FINAL_TYPE (FulInsight, ful_insight, G_TYPE_OBJECT)

enum
{
  CHANGED,
  SHOW_COUNTER,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void update (FulInsight *self);

static void
job_free (gpointer data)
{
  Job *job = data;

  g_object_unref (job->profile);
  ful_derive_cache_unref (job->cache);
  ful_view_options_unref (job->options);
  g_clear_pointer (&job->overview, ful_overview_free);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;
  FulTimeRange range = ful_time_range_shift (job->options->range, ful_derive_cache_get_root_range (job->cache).start);
  g_autoptr(FulTrackList) tracks = ful_track_list_new (job->profile, FUL_TRACK_EXTRAS_NONE, NULL, cancellable, error);
  g_auto(GStrv) names = tracks ? ful_thread_names_dup_short (tracks->thread_names) : NULL;
  guint thread;

  if (tracks == NULL)
    return FALSE;

  thread = job->options->n_threads > 0 ? job->options->threads[0] : g_array_index (tracks->selected_threads, guint, 0);
  job->overview = ful_overview_new (job->profile, job->options->has_range ? &range : NULL, names, thread,
                                    job->cache, cancellable, error);

  return job->overview != NULL;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulInsight *self = owner;
  Job *job = data;

  self->took_us = g_get_monotonic_time () - self->began_us;
  if (!error)
    {
      g_clear_pointer (&self->overview, ful_overview_free);
      self->overview = g_steal_pointer (&job->overview);
    }
  update (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static FulDocument *
get_document (FulInsight *self)
{
  return ful_analysis_get_document (self->analysis);
}

/* Only of a profile of allocations does the selected thread count. */
static gboolean
has_same_range (FulInsight *self)
{
  const FulViewOptions *now = ful_document_get_options (get_document (self));

  return self->options && self->options->has_range == now->has_range &&
         (!now->has_range || ful_time_range_equal (self->options->range, now->range)) &&
         (ful_document_get_profile (get_document (self))->has_times ||
          ful_view_options_has_threads (self->options, now->threads, now->n_threads));
}

static gboolean
is_current (FulInsight *self)
{
  return self->profile == ful_document_get_profile (get_document (self)) && has_same_range (self);
}

static void
start (FulInsight *self)
{
  Job *job = g_new0 (Job, 1);

  g_set_object (&self->profile, ful_document_get_profile (get_document (self)));
  g_clear_pointer (&self->options, ful_view_options_unref);
  self->options = ful_view_options_ref (ful_document_get_options (get_document (self)));
  job->profile = g_object_ref (self->profile);
  job->options = ful_view_options_ref (self->options);
  job->cache = ful_derive_cache_ref (ful_analysis_get_cache (self->analysis));
  self->began_us = g_get_monotonic_time ();
  ful_job_start (&self->job, compute, job, job_free, ready_cb, self);
}

static gboolean
waited_cb (gpointer user_data)
{
  FulInsight *self = user_data;

  self->wait_id = 0;
  update (self);

  return G_SOURCE_REMOVE;
}

/* Returns: how long the next snapshot of the same range has to wait */
static gint64
get_pause_us (FulInsight *self)
{
  if (self->overview == NULL || !ful_document_get_profile (get_document (self))->grows)
    return 0;

  return MAX (self->began_us + MAX (LEAST_PERIOD_US, MOST_SHARE * self->took_us) - g_get_monotonic_time (), 0);
}

/* Who watches is about to stop when another panel is shown. */
static gboolean
is_watched (FulInsight *self)
{
  return self->n_watchers > 0 && g_strcmp0 (ful_document_get_view_state (get_document (self))->panel, FUL_PANEL_OVERVIEW) == 0;
}

static void
update (FulInsight *self)
{
  gint64 pause_us;

  if (!is_watched (self) || is_current (self))
    return;
  if (!has_same_range (self))
    {
      g_clear_handle_id (&self->wait_id, g_source_remove);
      start (self);
      return;
    }
  if (self->job || self->wait_id != 0)
    return;

  pause_us = get_pause_us (self);
  if (pause_us > 0)
    self->wait_id = g_timeout_add ((guint) (pause_us / 1000) + 1, waited_cb, self);
  else
    start (self);
}

/* The function that a link led to is selected when the tree of the current state is ready. */
static void
select_wanted (FulInsight *self)
{
  FulFuncIndex wanted = self->wanted;
  FulViewState *state = ful_document_get_view_state (get_document (self));

  if (wanted == FUL_NONE || ful_analysis_get_busy (self->analysis))
    return;

  self->wanted = FUL_NONE;
  wanted = ful_profile_map_func (ful_document_get_profile (get_document (self)), wanted);
  /* A user may have selected another one meanwhile. */
  if (ful_view_state_has_path (state, &wanted, 1) && ful_analysis_get_node (self->analysis) == FUL_NONE)
    ful_analysis_select_func (self->analysis, wanted);
}

static void
ful_insight_dispose (GObject *object)
{
  FulInsight *self = FUL_INSIGHT (object);

  g_clear_handle_id (&self->wait_id, g_source_remove);
  ful_job_stop (&self->job);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->options, ful_view_options_unref);
  g_clear_pointer (&self->overview, ful_overview_free);

  G_OBJECT_CLASS (ful_insight_parent_class)->dispose (object);
}

static void
ful_insight_class_init (FulInsightClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_insight_dispose;

  signals[SHOW_COUNTER] = g_signal_new ("show-counter", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                        G_TYPE_UINT);
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_insight_init (FulInsight *self)
{
  self->wanted = FUL_NONE;
}

/**
 * ful_insight_of:
 * @analysis: the analysis of the document
 *
 * Returns: (transfer none): the overview of that document, the same one each time; lives as long as @analysis
 */
FulInsight *
ful_insight_of (FulAnalysis *analysis)
{
  FulInsight *self = g_object_get_data (G_OBJECT (analysis), KEY);

  if (self)
    return self;

  self = g_object_new (FUL_TYPE_INSIGHT, NULL);
  self->analysis = analysis;
  g_signal_connect_object (ful_analysis_get_document (analysis), "notify::view-state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (select_wanted), self, G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (analysis), KEY, self, g_object_unref);

  return self;
}

/**
 * ful_insight_get_overview:
 *
 * Returns: (transfer none) (nullable): the last one, until "changed"
 */
const FulOverview *
ful_insight_get_overview (FulInsight *self)
{
  g_return_val_if_fail (FUL_IS_INSIGHT (self), NULL);

  return self->overview;
}

/**
 * ful_insight_get_busy:
 *
 * Returns: whether somebody waits for an overview of the range; not for that of more rows, which come all the time
 */
gboolean
ful_insight_get_busy (FulInsight *self)
{
  g_return_val_if_fail (FUL_IS_INSIGHT (self), FALSE);

  if (self->job && self->overview && self->profile->grows && has_same_range (self))
    return FALSE;

  return self->job != NULL;
}

/**
 * ful_insight_watch:
 *
 * Keeps the overview up to date, until ful_insight_unwatch() has been called as often.
 */
void
ful_insight_watch (FulInsight *self)
{
  g_return_if_fail (FUL_IS_INSIGHT (self));

  self->n_watchers++;
  update (self);
}

void
ful_insight_unwatch (FulInsight *self)
{
  g_return_if_fail (FUL_IS_INSIGHT (self));
  g_return_if_fail (self->n_watchers > 0);

  self->n_watchers--;
}

/**
 * ful_insight_select_linked:
 *
 * After ful_document_follow(): selects the function of the link in the tree once there is one.
 */
void
ful_insight_select_linked (FulInsight *self)
{
  FulViewState *state;

  g_return_if_fail (FUL_IS_INSIGHT (self));

  state = ful_document_get_view_state (get_document (self));
  self->wanted = state->n_path == 1 && !state->path_is_hot ? state->path[0] : FUL_NONE;
  select_wanted (self);
}

/* Else its numbers are those of another profile. */
static gboolean
is_of_document (FulInsight *self)
{
  return self->overview && ful_profile_has_rows_of (ful_document_get_profile (get_document (self)), self->overview->weights->profile);
}

/**
 * ful_insight_make_state:
 * @row: of that part of the last overview
 *
 * Returns: (transfer full) (nullable): see ful_overview_make_state()
 */
FulViewState *
ful_insight_make_state (FulInsight      *self,
                        FulOverviewPart  part,
                        guint            row)
{
  g_return_val_if_fail (FUL_IS_INSIGHT (self), NULL);

  return is_of_document (self) ? ful_overview_make_state (self->overview, part, row, get_document (self)) : NULL;
}

/**
 * ful_insight_follow:
 * @row: of that part of the last overview
 *
 * As ful_overview_follow(), and selects the function in the tree once there is one.
 *
 * Returns: %FALSE if there is no such row, or if it leads nowhere
 */
gboolean
ful_insight_follow (FulInsight      *self,
                    FulOverviewPart  part,
                    guint            row)
{
  gint32 counter;

  g_return_val_if_fail (FUL_IS_INSIGHT (self), FALSE);

  if (!is_of_document (self) || !ful_overview_follow (self->overview, part, row, get_document (self)))
    return FALSE;

  ful_insight_select_linked (self);
  counter = ful_overview_get_counter (self->overview, part, row);
  if (counter != FUL_NONE)
    g_signal_emit (self, signals[SHOW_COUNTER], 0, (guint) counter);

  return TRUE;
}
