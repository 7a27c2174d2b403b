/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One job at a time computes derived thread, call nodes, tree and the breakdown of
 * the selected node. A stage with the same inputs as in the last result is reused,
 * so a brush step costs only the sums. Changes of the state within one iteration of
 * the main loop start one job.
 *
 * The first preview range of a large thread starts another job beside it, which makes sums of ranges, also for the
 * story of the range: steps cost the same from then on, however many samples there are. */

#include "config.h"

#include "ful-analysis.h"

#include "ful-document-history.h"

#include "base/ful-job.h"
#include "insight/ful-insight-blocks.h"
#include "stacks/transforms/ful-transforms.h"
#include "tree/ful-node-transform.h"
#include "tree/ful-path-map.h"
#include "tree/samples/ful-stack-sums.h"
#include "viewtext/ful-panel-ids.h"

#include <math.h>
#include <string.h>

/* The results of a job; holds references. */
typedef struct
{
  FulViewState     *state;
  FulDerivedThread *thread;
  FulCallNodeTable *nodes;
  FulInvertedTree  *inverted;   /* (nullable) */
  FulSampleRows    *rows;
  FulCallTree      *tree;
  FulCallNodeIndex  node;        /* the selected one, or FUL_NONE */
  FulNodeBreakdown *breakdown;   /* of it */
  double            match_share; /* of the search, or NaN */
  FulTransformEffect *effect;    /* (nullable): of the transform that was pushed */
} Results;

typedef struct
{
  FulProfile     *profile;
  FulDeriveCache *cache;
  FulViewState   *state;
  Results        *last;      /* (nullable): a copy of the last results */
  FulTransform   *pushed;    /* (nullable): what was pushed since then */
  Results        *results;   /* (nullable): result of the job */
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
  Results      *last;      /* (nullable) */
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
results_free (Results *results)
{
  g_clear_pointer (&results->state, ful_view_state_unref);
  g_clear_pointer (&results->thread, ful_derived_thread_unref);
  g_clear_pointer (&results->nodes, ful_call_node_table_unref);
  g_clear_pointer (&results->inverted, ful_inverted_tree_unref);
  g_clear_pointer (&results->rows, ful_sample_rows_unref);
  g_clear_pointer (&results->tree, ful_call_tree_unref);
  g_clear_pointer (&results->breakdown, ful_node_breakdown_unref);
  g_clear_pointer (&results->effect, ful_transform_effect_unref);
  g_free (results);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Results, results_free)

static Results *
results_copy (const Results *results)
{
  Results *copy = g_new0 (Results, 1);

  copy->state = ful_view_state_ref (results->state);
  copy->thread = ful_derived_thread_ref (results->thread);
  copy->nodes = ful_call_node_table_ref (results->nodes);
  copy->inverted = results->inverted ? ful_inverted_tree_ref (results->inverted) : NULL;
  copy->rows = ful_sample_rows_ref (results->rows);
  copy->tree = ful_call_tree_ref (results->tree);
  copy->node = results->node;
  copy->breakdown = ful_node_breakdown_ref (results->breakdown);
  copy->match_share = results->match_share;

  return copy;
}

static void
input_free (gpointer data)
{
  Input *input = data;

  g_object_unref (input->profile);
  ful_derive_cache_unref (input->cache);
  ful_view_state_unref (input->state);
  g_clear_pointer (&input->last, results_free);
  g_clear_pointer (&input->pushed, ful_transform_unref);
  g_clear_pointer (&input->results, results_free);
  g_free (input);
}

static gboolean
is_same_preview (const FulViewOptions *a,
                 const FulViewOptions *b)
{
  return a->has_preview == b->has_preview &&
         (!a->has_preview || memcmp (&a->preview, &b->preview, sizeof a->preview) == 0);
}

/* Whether the direction is all that was changed. */
static gboolean
only_direction_differs (FulViewOptions *a,
                        FulViewOptions *b)
{
  g_autoptr(FulViewOptions) inverted = ful_view_options_copy (a);

  inverted->invert = !a->invert;

  return ful_view_options_equal (inverted, b);
}

/* Whether a transform was pushed, and nothing else was changed. */
static gboolean
only_push_differs (FulViewOptions *before,
                   FulViewOptions *after,
                   FulTransform   *pushed)
{
  g_autoptr(FulViewOptions) options = ful_view_options_push_transform (before, pushed);

  return ful_view_options_equal (options, after);
}

/* The chain of stages. Each is reused from @in->last if possible. */
static Results *
derive (const Input   *in,
        GCancellable  *cancellable,
        GError       **error)
{
  g_autoptr(Results) out = g_new0 (Results, 1);
  FulViewOptions *options = in->state->options;
  const Results *last = in->last;
  gboolean of_func = g_strcmp0 (in->state->panel, FUL_PANEL_FUNCTIONS) == 0;

  out->state = ful_view_state_ref (in->state);
  out->node = FUL_NONE;

  if (last && last->thread->profile == in->profile && ful_view_options_equal (last->state->options, options))
    out->thread = ful_derived_thread_ref (last->thread);
  else
    out->thread = ful_derived_thread_new (in->profile, options, in->cache, cancellable, error);
  if (!out->thread)
    return NULL;

  out->nodes = ful_derived_thread_get_nodes (out->thread, in->cache, cancellable, error);
  if (!out->nodes)
    return NULL;
  if (options->invert)
    out->inverted = ful_derived_thread_get_inverted (out->thread, out->nodes, in->cache);

  out->rows = ful_derived_thread_get_rows (out->thread, options->has_preview ? &options->preview : NULL);

  if (last && last->thread == out->thread && last->nodes == out->nodes && last->inverted == out->inverted &&
      is_same_preview (last->state->options, options))
    out->tree = ful_call_tree_ref (last->tree);
  else if (last && last->nodes == out->nodes && last->thread->threads == out->thread->threads &&
           only_direction_differs (last->state->options, options))
    out->tree = ful_call_tree_with_direction (last->tree, out->inverted);
  else if (last && last->nodes == out->nodes && ful_sample_rows_begin_with (out->rows, last->rows))
    out->tree = ful_call_tree_extend (last->tree, out->inverted, out->rows, last->rows->n_rows, cancellable, error);
  else
    out->tree = ful_call_tree_new (out->nodes, out->inverted, out->rows, cancellable, error);
  if (!out->tree)
    return NULL;

  out->match_share = ful_derived_thread_get_match_share (out->thread, out->rows);

  if (in->state->n_path > 0)
    out->node = ful_call_tree_find_path (out->tree, in->state->path, in->state->n_path);
  if (last && last->tree == out->tree && last->node == out->node && last->breakdown->is_of_func == of_func)
    out->breakdown = ful_node_breakdown_ref (last->breakdown);
  else
    out->breakdown = ful_node_breakdown_new (out->tree, out->rows, out->node, of_func, cancellable, error);
  if (!out->breakdown)
    return NULL;
  ful_sample_rows_drop_sums (out->rows);

  if (in->pushed && last && last->thread->profile == in->profile &&
      only_push_differs (last->state->options, options, in->pushed))
    {
      out->effect = ful_transform_effect_new (last->thread, last->tree, out->thread, out->tree, cancellable, error);
      if (!out->effect)
        return NULL;
    }

  return g_steal_pointer (&out);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Input *in = data;

  in->results = derive (in, cancellable, error);

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
refuse (FulAnalysis *self,
        Results     *results)
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
      g_clear_pointer (&self->last, results_free);
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
  input->last = self->last ? results_copy (self->last) : NULL;
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
  g_clear_pointer (&self->last, results_free);
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

/**
 * ful_analysis_select_func:
 * @func: a function
 *
 * Selects the call node of the function that weighs most in the last tree.
 *
 * Returns: whether there is one
 */
gboolean
ful_analysis_select_func (FulAnalysis  *self,
                          FulFuncIndex  func)
{
  FulCallTree *tree = ful_analysis_get_tree (self);
  FulCallNodeIndex heaviest = FUL_NONE;
  g_autoptr(GArray) path = NULL;

  if (!tree)
    return FALSE;
  if (tree->inverted)
    {
      ful_document_select_path (self->document, &func, 1);
      return TRUE;
    }

  for (guint i = 0; i < tree->nodes->n_nodes; i++)
    if (tree->nodes->func[i] == func &&
        (heaviest == FUL_NONE || fabs (tree->total[i]) > fabs (tree->total[heaviest])))
      heaviest = (FulCallNodeIndex) i;
  if (heaviest == FUL_NONE)
    return FALSE;

  path = ful_call_tree_get_path (tree, heaviest);
  ful_document_select_path (self->document, (FulFuncIndex *) (gpointer) path->data, path->len);

  return TRUE;
}

/**
 * ful_analysis_select_stack:
 * @path: (array length=n_path): functions from the root to the node; at least one
 *
 * Selects the call node of a stack; if the last tree has none, or is inverted, the node
 * that ful_analysis_select_func() selects.
 *
 * Returns: whether there is one
 */
gboolean
ful_analysis_select_stack (FulAnalysis        *self,
                           const FulFuncIndex *path,
                           guint               n_path)
{
  FulCallTree *tree = ful_analysis_get_tree (self);

  if (!tree || tree->inverted || ful_call_tree_find_path (tree, path, n_path) == FUL_NONE)
    return ful_analysis_select_func (self, path[n_path - 1]);

  ful_document_select_path (self->document, path, n_path);

  return TRUE;
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
