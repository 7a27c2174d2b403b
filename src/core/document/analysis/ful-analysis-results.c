/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The stages from a view state to its results. A stage with the same inputs as in the last results is reused,
 * so a brush step costs only the sums. */

#include "config.h"

#include "ful-analysis-results.h"

#include "threads/ful-view-options.h"
#include "tree/samples/ful-stack-sums.h"
#include "viewtext/ful-panel-ids.h"

#include <math.h>
#include <string.h>

void
ful_analysis_results_free (FulAnalysisResults *self)
{
  g_clear_pointer (&self->state, ful_view_state_unref);
  g_clear_pointer (&self->thread, ful_derived_thread_unref);
  g_clear_pointer (&self->nodes, ful_call_node_table_unref);
  g_clear_pointer (&self->inverted, ful_inverted_tree_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->breakdown, ful_node_breakdown_unref);
  g_clear_pointer (&self->effect, ful_transform_effect_unref);
  g_free (self);
}

FulAnalysisResults *
ful_analysis_results_copy (const FulAnalysisResults *self)
{
  FulAnalysisResults *copy = g_new0 (FulAnalysisResults, 1);

  copy->state = ful_view_state_ref (self->state);
  copy->thread = ful_derived_thread_ref (self->thread);
  copy->nodes = ful_call_node_table_ref (self->nodes);
  copy->inverted = self->inverted ? ful_inverted_tree_ref (self->inverted) : NULL;
  copy->rows = ful_sample_rows_ref (self->rows);
  copy->tree = ful_call_tree_ref (self->tree);
  copy->node = self->node;
  copy->breakdown = ful_node_breakdown_ref (self->breakdown);
  copy->match_share = self->match_share;

  return copy;
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

/**
 * ful_analysis_results_derive:
 * @cache: of @profile
 * @last: (nullable): earlier results, whose stages are reused if possible
 * @pushed: (nullable): the transform that was pushed since then
 * @error: see ful_derived_thread_new()
 *
 * The chain of stages; the effect is that of @pushed, unless something else has changed, too.
 *
 * Returns: (transfer full): the results, or %NULL with @error set
 */
FulAnalysisResults *
ful_analysis_results_derive (FulProfile                *profile,
                             FulViewState              *state,
                             FulDeriveCache            *cache,
                             const FulAnalysisResults  *last,
                             FulTransform              *pushed,
                             GCancellable              *cancellable,
                             GError                   **error)
{
  g_autoptr(FulAnalysisResults) out = g_new0 (FulAnalysisResults, 1);
  FulViewOptions *options = state->options;
  gboolean of_func = g_strcmp0 (state->panel, FUL_PANEL_FUNCTIONS) == 0;

  out->state = ful_view_state_ref (state);
  out->node = FUL_NONE;

  if (last && last->thread->profile == profile && ful_view_options_equal (last->state->options, options))
    out->thread = ful_derived_thread_ref (last->thread);
  else
    out->thread = ful_derived_thread_new (profile, options, cache, cancellable, error);
  if (!out->thread)
    return NULL;

  out->nodes = ful_derived_thread_get_nodes (out->thread, cache, cancellable, error);
  if (!out->nodes)
    return NULL;
  if (options->invert)
    out->inverted = ful_derived_thread_get_inverted (out->thread, out->nodes, cache);

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

  if (state->n_path > 0)
    out->node = ful_call_tree_find_path (out->tree, state->path, state->n_path);
  if (last && last->tree == out->tree && last->node == out->node && last->breakdown->is_of_func == of_func)
    out->breakdown = ful_node_breakdown_ref (last->breakdown);
  else
    out->breakdown = ful_node_breakdown_new (out->tree, out->rows, out->node, of_func, cancellable, error);
  if (!out->breakdown)
    return NULL;
  ful_sample_rows_drop_sums (out->rows);

  if (pushed && last && last->thread->profile == profile &&
      only_push_differs (last->state->options, options, pushed))
    {
      out->effect = ful_transform_effect_new (last->thread, last->tree, out->thread, out->tree, cancellable, error);
      if (!out->effect)
        return NULL;
    }

  return g_steal_pointer (&out);
}
