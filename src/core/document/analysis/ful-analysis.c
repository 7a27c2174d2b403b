/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time computes derived thread, call nodes, tree and the breakdown of
 * the selected node. Changes of the state within one iteration of the main loop start
 * one job.
 *
 * The first preview range of a large thread starts another job beside it, which makes sums of ranges, also for the
 * story of the range: steps cost the same from then on, however many samples there are. */

#include "config.h"

#include "ful-analysis.h"

#include "ful-analysis-results.h"

#include "base/ful-job.h"
#include "document/ful-document-history.h"
#include "insight/samples/ful-insight-blocks.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-node-transform.h"
#include "tree/ful-path-map.h"

#include <math.h>

typedef struct
{
  FulProfile         *profile;
  FulDeriveCache     *cache;
  FulViewState       *state;
  FulAnalysisResults *last;      /* (nullable): a copy of the last results */
  FulTransform       *pushed;    /* (nullable): what was pushed since then */
  FulAnalysisResults *results;   /* (nullable): result of the job */
} Input;

typedef struct
{
  FulDerivedThread *thread;
  FulDeriveCache   *cache;
} SumsInput;

struct _FulAnalysis
{
  GObject       parent_instance;

  FulDocument  *document;
  FulDeriveCache *cache;
  FulAnalysisResults *last;      /* (nullable) */
  char         *error;     /* (nullable): why the newest state has no results */
  FulTransform *pushed;    /* (nullable): the newest transform of a node, until there are results with it */
  FulJob       *job;       /* (nullable): while it runs */
  FulJob       *sums_job;  /* (nullable): likewise, makes sums of ranges */
  FulDerivedThread *summed;  /* (nullable): their thread, while it runs */
  guint         start_id;
};

G_DEFINE_FINAL_TYPE (FulAnalysis, ful_analysis, G_TYPE_OBJECT)

enum
{
  PROP_BUSY = 1,
  N_PROPS,
};

enum
{
  CHANGED,
  TRANSFORMED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint       signals[N_SIGNALS];

static void
input_free (gpointer data)
{
  Input *input = data;

  g_object_unref (input->profile);
  ful_derive_cache_unref (input->cache);
  ful_view_state_unref (input->state);
  g_clear_pointer (&input->last, ful_analysis_results_free);
  g_clear_pointer (&input->pushed, ful_transform_unref);
  g_clear_pointer (&input->results, ful_analysis_results_free);
  g_free (input);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Input *in = data;

  in->results = ful_analysis_results_derive (in->profile, in->state, in->cache, in->last, in->pushed, cancellable, error);

  return in->results != NULL;
}

static void
sums_input_free (gpointer data)
{
  SumsInput *input = data;

  ful_derived_thread_unref (input->thread);
  ful_derive_cache_unref (input->cache);
  g_free (input);
}

static gboolean
make_sums (gpointer       data,
           GCancellable  *cancellable,
           GError       **error)
{
  SumsInput *input = data;

  return ful_derived_thread_make_range_sums (input->thread, input->cache, cancellable, error) &&
         ful_insight_blocks_derive (input->thread->profile, ful_derive_cache_get_root_range (input->cache), input->cache, cancellable, error);
}

/* The next thread that is derived, and the next story, find them in the cache. */
static void
summed_cb (gpointer      owner,
           gpointer      data,
           const GError *error)
{
  FulAnalysis *self = owner;

  g_clear_pointer (&self->summed, ful_derived_thread_unref);
}

static void
stop_sums (FulAnalysis *self)
{
  ful_job_stop (&self->sums_job);
  g_clear_pointer (&self->summed, ful_derived_thread_unref);
}

/* For the ranges that follow one that is dragged, whose results may not come before the next one. */
static void
start_sums (FulAnalysis    *self,
            FulViewOptions *options)
{
  FulDerivedThread *thread = self->last ? self->last->thread : NULL;
  SumsInput *input;

  if (!thread || !options->has_preview || !ful_derived_thread_wants_range_sums (thread) ||
      (self->summed && ful_derived_thread_has_same_columns (self->summed, thread)))
    return;

  g_clear_pointer (&self->summed, ful_derived_thread_unref);
  self->summed = ful_derived_thread_ref (thread);
  input = g_new0 (SumsInput, 1);
  input->thread = ful_derived_thread_ref (thread);
  input->cache = ful_derive_cache_ref (self->cache);
  ful_job_start (&self->sums_job, make_sums, input, sums_input_free, summed_cb, self);
}

/* A transform without an effect is taken back before anyone sees the results, which are the last ones. */
static gboolean
refuse (FulAnalysis        *self,
        FulAnalysisResults *results)
{
  if (!results->effect || results->effect->changes || !ful_document_is_newest (self->document))
    return FALSE;

  ful_document_drop_step (self->document);

  return TRUE;
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulAnalysis *self = owner;
  Input *in = data;
  g_autoptr(FulTransform) pushed = in->pushed ? ful_transform_ref (in->pushed) : NULL;
  g_autoptr(FulTransformEffect) effect = NULL;

  if (pushed == self->pushed)
    g_clear_pointer (&self->pushed, ful_transform_unref);
  if (!error && in->results->effect)
    effect = ful_transform_effect_ref (in->results->effect);
  if (!error && self->start_id == 0 && refuse (self, in->results))
    {
      g_signal_emit (self, signals[TRANSFORMED], 0, pushed, effect);
      return;
    }

  g_clear_pointer (&self->error, g_free);
  if (error)
    {
      self->error = g_strdup (error->message);
    }
  else
    {
      g_clear_pointer (&self->last, ful_analysis_results_free);
      self->last = g_steal_pointer (&in->results);
      g_clear_pointer (&self->last->effect, ful_transform_effect_unref);
    }
  g_signal_emit (self, signals[CHANGED], 0);
  if (effect && self->start_id == 0)
    g_signal_emit (self, signals[TRANSFORMED], 0, pushed, effect);

  if (!ful_analysis_get_busy (self))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static gboolean
start_cb (gpointer user_data)
{
  FulAnalysis *self = user_data;
  Input *input = g_new0 (Input, 1);

  self->start_id = 0;
  input->profile = g_object_ref (ful_document_get_profile (self->document));
  input->cache = ful_derive_cache_ref (self->cache);
  input->state = ful_view_state_ref (ful_document_get_view_state (self->document));
  input->last = self->last ? ful_analysis_results_copy (self->last) : NULL;
  input->pushed = self->pushed ? ful_transform_ref (self->pushed) : NULL;

  start_sums (self, input->state->options);
  ful_job_start (&self->job, compute, input, input_free, ready_cb, self);

  return G_SOURCE_REMOVE;
}

static void
state_changed_cb (FulAnalysis *self)
{
  gboolean was_busy = ful_analysis_get_busy (self);

  if (self->start_id == 0)
    self->start_id = g_idle_add_full (G_PRIORITY_DEFAULT, start_cb, self, NULL);
  if (!was_busy)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* Results of older snapshots have other keys. */
static void
profile_changed_cb (FulAnalysis *self)
{
  ful_derive_cache_set_root_range (self->cache, ful_document_get_root_range (self->document));
}

static void
ful_analysis_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_BUSY:
      g_value_set_boolean (value, ful_analysis_get_busy (FUL_ANALYSIS (object)));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
ful_analysis_dispose (GObject *object)
{
  FulAnalysis *self = FUL_ANALYSIS (object);

  g_clear_handle_id (&self->start_id, g_source_remove);
  ful_job_stop (&self->job);
  stop_sums (self);
  g_clear_object (&self->document);
  g_clear_pointer (&self->cache, ful_derive_cache_unref);
  g_clear_pointer (&self->last, ful_analysis_results_free);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->pushed, ful_transform_unref);

  G_OBJECT_CLASS (ful_analysis_parent_class)->dispose (object);
}

static void
ful_analysis_class_init (FulAnalysisClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = ful_analysis_get_property;
  object_class->dispose = ful_analysis_dispose;

  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TRANSFORMED] = g_signal_new ("transformed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
ful_analysis_init (FulAnalysis *self)
{
}

/**
 * ful_analysis_new:
 * @document: a document
 *
 * Returns: (transfer full): the analysis; its first job starts in the next iteration of the main
 *   loop
 */
FulAnalysis *
ful_analysis_new (FulDocument *document)
{
  FulAnalysis *self = g_object_new (FUL_TYPE_ANALYSIS, NULL);

  self->document = g_object_ref (document);
  self->cache = ful_derive_cache_new (ful_document_get_profile (document), FUL_DERIVE_CACHE_BUDGET);
  g_signal_connect_object (document, "notify::profile", G_CALLBACK (profile_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  state_changed_cb (self);

  return self;
}

FulDocument *
ful_analysis_get_document (FulAnalysis *self)
{
  g_return_val_if_fail (FUL_IS_ANALYSIS (self), NULL);

  return self->document;
}

/**
 * ful_analysis_get_busy:
 *
 * Returns: whether the results are older than the document's state
 */
gboolean
ful_analysis_get_busy (FulAnalysis *self)
{
  g_return_val_if_fail (FUL_IS_ANALYSIS (self), FALSE);

  return self->start_id != 0 || self->job != NULL;
}

/**
 * ful_analysis_get_cache:
 *
 * Returns: (transfer none): the cache of derived results
 */
FulDeriveCache *
ful_analysis_get_cache (FulAnalysis *self)
{
  return self->cache;
}

/**
 * ful_analysis_get_error:
 *
 * Returns: (transfer none) (nullable): why the newest state has no results, so that the last ones are older
 */
const char *
ful_analysis_get_error (FulAnalysis *self)
{
  return self->error;
}

/**
 * ful_analysis_get_thread:
 *
 * Returns: (transfer none) (nullable): the derived thread of the last results
 */
FulDerivedThread *
ful_analysis_get_thread (FulAnalysis *self)
{
  return self->last ? self->last->thread : NULL;
}

/**
 * ful_analysis_get_tree:
 *
 * Returns: (transfer none) (nullable): the call tree of the last results
 */
FulCallTree *
ful_analysis_get_tree (FulAnalysis *self)
{
  return self->last ? self->last->tree : NULL;
}

/**
 * ful_analysis_get_match_share:
 *
 * Returns: the share of the samples in which the search is found, or NaN without one
 */
double
ful_analysis_get_match_share (FulAnalysis *self)
{
  return self->last ? self->last->match_share : NAN;
}

/**
 * ful_analysis_get_node:
 *
 * Returns: the selected node of the last tree, or %FUL_NONE
 */
FulCallNodeIndex
ful_analysis_get_node (FulAnalysis *self)
{
  return self->last ? self->last->node : FUL_NONE;
}

/**
 * ful_analysis_get_breakdown:
 *
 * Returns: (transfer none) (nullable): the numbers of that node by category
 */
FulNodeBreakdown *
ful_analysis_get_breakdown (FulAnalysis *self)
{
  return self->last ? self->last->breakdown : NULL;
}

static void
push_transform (FulAnalysis  *self,
                FulTransform *transform)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  g_autoptr(GArray) path = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  g_array_append_vals (path, state->path, state->n_path);
  ful_call_node_path_map_transform (path, transform, ful_analysis_get_tree (self));
  ful_document_push_transform (self->document, transform, (FulFuncIndex *) (gpointer) path->data, path->len);
}

/**
 * ful_analysis_toggle_category:
 * @category: a category of the profile
 *
 * Focuses on the category or, if the last transform does so, takes that away.
 */
void
ful_analysis_toggle_category (FulAnalysis      *self,
                              FulCategoryIndex  category)
{
  FulViewOptions *options = ful_document_get_options (self->document);
  FulTransform values = { .kind = &ful_transform_focus_category, .enabled = TRUE, .func = FUL_NONE, .category = category };
  g_autoptr(FulTransform) transform = ful_transform_new (&values);
  guint last = options->n_transforms - 1;

  if (options->n_transforms > 0 && ful_transform_equal (options->transforms[last], transform))
    ful_document_set_transforms (self->document, options->transforms, last);
  else if (ful_analysis_get_tree (self))
    push_transform (self, transform);
}

/**
 * ful_analysis_push_transform:
 * @kind: of ful_transform_kinds_list()
 *
 * Makes the selected node of the last tree the subject of a new transform of the document. If the results show that it
 * changes nothing it is taken back, and leaves no step in the history.
 *
 * Returns: %FALSE if no node is selected, or if @kind does not apply to it
 */
gboolean
ful_analysis_push_transform (FulAnalysis            *self,
                             const FulTransformKind *kind)
{
  FulViewState *state = ful_document_get_view_state (self->document);
  FulCallTree *tree = ful_analysis_get_tree (self);
  FulCallNodeIndex node = FUL_NONE;
  FulViewOptions *options;
  g_autoptr(FulTransform) transform = NULL;

  /* The path may be newer than the node of the last results. */
  if (tree && state->n_path > 0)
    node = ful_call_tree_find_path (tree, state->path, state->n_path);
  if (node != FUL_NONE)
    transform = ful_node_transform_new (kind, tree, node, state->options->implementation);
  if (transform == NULL)
    return FALSE;

  push_transform (self, transform);
  options = ful_document_get_options (self->document);
  g_clear_pointer (&self->pushed, ful_transform_unref);
  self->pushed = ful_transform_ref (options->transforms[options->n_transforms - 1]);

  return TRUE;
}
