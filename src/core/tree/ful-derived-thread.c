/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A thread set after all filters, in the order of the reference (call-tree.md 0):
 *
 *   thread set → committed range → transforms → idle → implementation → search
 *
 * The preview range comes last; it selects sample rows and needs no new derived
 * thread. Each stage is cached by its inputs. */

#include "config.h"

#include "ful-derived-thread-private.h"

#include "base/ful-error.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-own-code.h"
#include "stacks/ful-unnamed.h"
#include "stacks/transforms/ful-transform.h"
#include "threads/ful-cpu-time.h"
#include "threads/ful-strategy.h"

#include <glib/gi18n-lib.h>

static void
ful_derived_thread_clear (gpointer data)
{
  FulDerivedThread *self = data;

  g_clear_object (&self->profile);
  g_clear_pointer (&self->options, ful_view_options_unref);
  g_clear_pointer (&self->threads, ful_thread_set_unref);
  g_clear_pointer (&self->stacks, ful_filtered_stacks_unref);
  g_clear_pointer (&self->transformed, ful_filtered_stacks_unref);
  g_clear_pointer (&self->unsearched, ful_filtered_stacks_unref);
  g_clear_pointer (&self->found, ful_filtered_stacks_unref);
  g_clear_pointer (&self->row_filter, ful_sample_time_filter_unref);
  g_clear_pointer (&self->cpu_time, ful_buffer_unref);
  g_clear_pointer (&self->range_sums, ful_range_sums_unref);
  g_free (self->sample_map);
}

/* Caches a stage that was derived from others. */
static void
keep_stage (FulDeriveSlot     *slot,
            FulFilteredStacks *before,
            FulFilteredStacks *made)
{
  if (made && made != before)
    ful_derive_slot_fill (slot, made, ful_filtered_stacks_get_size (made), (GDestroyNotify) ful_filtered_stacks_unref);
}

static FulFilteredStacks *
derive_profile_stacks (FulDerivedThread  *self,
                       FulDeriveCache    *cache,
                       GCancellable      *cancellable,
                       GError           **error)
{
  /* Filters and transforms may ask whose code functions are. */
  g_autofree char *snapshot = g_strdup_printf ("%" G_GUINT64_FORMAT ", own %" G_GUINT64_FORMAT, self->profile->stack_serial,
                                               ful_own_code_get_serial (self->profile));
  g_autofree char *fold = g_strdup_printf ("%s fold-unnamed", snapshot);
  g_auto(FulDeriveSlot) slot = { NULL };
  g_auto(FulDeriveSlot) fold_slot = { NULL };
  FulFilteredStacks *first = ful_derive_cache_lookup (cache, FUL_STAGE_PROFILE, snapshot, cancellable, &slot);
  FulFilteredStacks *folded;

  if (first == NULL)
    {
      first = ful_filtered_stacks_new (self->profile);
      keep_stage (&slot, NULL, first);
    }
  if (!self->options->fold_unnamed)
    return first;

  folded = ful_derive_cache_lookup (cache, FUL_STAGE_TRANSFORM, fold, cancellable, &fold_slot);
  if (folded == NULL)
    {
      folded = ful_filtered_stacks_fold_unnamed (first, cancellable, error);
      keep_stage (&fold_slot, first, folded);
    }
  ful_filtered_stacks_unref (first);

  return folded;
}

/* Each transform is a stage. Those that filter by time are collected in the sample time filter. */
static gboolean
apply_transforms (FulDerivedThread  *self,
                  FulDeriveCache    *cache,
                  GCancellable      *cancellable,
                  GError           **error)
{
  self->transformed = derive_profile_stacks (self, cache, cancellable, error);
  if (self->transformed == NULL)
    return FALSE;

  for (guint i = 0; i < self->options->n_transforms; i++)
    {
      FulTransform *transform = self->options->transforms[i];
      g_autoptr(FulFilteredStacks) before = NULL;
      g_autofree char *name = NULL;
      g_autofree char *key = NULL;
      g_auto(FulDeriveSlot) slot = { NULL };

      if (!ful_transform_is_valid (transform, self->profile))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                       _("Transform %u, %s, refers to something that is not in this profile"),
                       i + 1, transform->kind->name);
          return FALSE;
        }
      if (!transform->enabled || ful_transform_filters_rows (transform))
        continue;

      before = g_steal_pointer (&self->transformed);
      name = ful_transform_to_key (transform);
      key = g_strdup_printf ("%" G_GUINT64_FORMAT " %s", before->serial, name);
      self->transformed = ful_derive_cache_lookup (cache, FUL_STAGE_TRANSFORM, key, cancellable, &slot);
      if (self->transformed == NULL)
        {
          self->transformed = transform->kind->apply (transform, before, cancellable, error);
          keep_stage (&slot, before, self->transformed);
        }
      if (self->transformed == NULL)
        return FALSE;
    }

  return TRUE;
}

static FulFilteredStacks *
filter_implementation (FulDerivedThread  *self,
                       FulDeriveCache    *cache,
                       GCancellable      *cancellable,
                       GError           **error)
{
  FulFilteredStacks *before = self->transformed;
  g_autofree char *key = g_strdup_printf ("%" G_GUINT64_FORMAT " %d", before->serial, self->options->implementation);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulFilteredStacks *stage = ful_derive_cache_lookup (cache, FUL_STAGE_IMPLEMENTATION, key, cancellable, &slot);

  if (stage == NULL)
    {
      stage = ful_filtered_stacks_implementation (before, self->options->implementation, cancellable, error);
      keep_stage (&slot, before, stage);
    }

  return stage;
}

static FulFilteredStacks *
filter_search (FulDerivedThread   *self,
               FulFilteredStacks  *before,
               FulDeriveCache     *cache,
               GCancellable       *cancellable,
               GError            **error)
{
  g_autofree char *key = g_strdup_printf ("%" G_GUINT64_FORMAT " %d %s", before->serial,
                                          self->options->search_flags, self->options->search);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulFilteredStacks *stage = ful_derive_cache_lookup (cache, FUL_STAGE_SEARCH, key, cancellable, &slot);

  if (stage == NULL)
    {
      stage = ful_filtered_stacks_search (before, self->options->search, self->options->search_flags,
                                          cancellable, error);
      keep_stage (&slot, before, stage);
    }

  return stage;
}

/* Idle is decided by the category of the stack as recorded, and for samples only. */
static void
drop_idle_stacks (FulDerivedThread *self)
{
  const FulStackTable *stacks = self->profile->stacks;
  FulCategoryIndex idle = self->profile->idle_category;
  guint n = stacks->table.n_rows;

  if (self->options->include_idle || idle == FUL_NONE)
    return;

  self->sample_map = g_new (FulStackIndex, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    self->sample_map[i] = ful_stack_table_get_category (stacks, (FulStackIndex) i) == idle
                            ? FUL_NONE
                            : ful_filtered_stacks_lookup (self->stacks, (FulStackIndex) i);
}

/**
 * ful_derived_thread_new:
 * @profile: a profile
 * @options: what to derive; preview range, inversion and strategy have no effect here
 * @cache: (nullable): of @profile; stages are looked up and stored there
 * @cancellable: (nullable): checked every few thousand rows
 * @error: %FUL_ERROR_ARGUMENT for a thread that does not exist, a transform of something that does not, or
 *   an invalid expression, or %G_IO_ERROR_CANCELLED
 *
 * O(stacks) for each transform and filter that is set, whatever the number of samples; only the merge of
 * several threads and filters by time walk the samples.
 *
 * Returns: (transfer full): the derived thread, or %NULL with @error set
 */
FulDerivedThread *
ful_derived_thread_new (FulProfile      *profile,
                        FulViewOptions  *options,
                        FulDeriveCache  *cache,
                        GCancellable    *cancellable,
                        GError         **error)
{
  g_autoptr(FulDerivedThread) self = g_atomic_rc_box_new0 (FulDerivedThread);

  self->profile = g_object_ref (profile);
  self->options = ful_view_options_ref (options);
  self->threads = ful_thread_set_derive (profile, options, cache, cancellable, error);
  if (self->threads == NULL)
    return NULL;

  self->root_range = cache ? ful_derive_cache_get_root_range (cache) : ful_root_range_compute (profile);
  self->range = options->has_range ? ful_time_range_shift (options->range, self->root_range.start)
                                   : self->root_range;
  self->strategy = ful_strategy_resolve (options->strategy, self->threads);
  if (self->strategy == FUL_STRATEGY_CPU)
    {
      self->cpu_time = ful_cpu_time_derive (self->threads, cache, cancellable, error);
      if (self->cpu_time == NULL)
        return NULL;
    }

  if (!apply_transforms (self, cache, cancellable, error))
    return NULL;
  if (!ful_sample_time_filter_derive (&self->row_filter, self->threads, options, cache, cancellable, error))
    return NULL;

  self->unsearched = filter_implementation (self, cache, cancellable, error);
  if (self->unsearched == NULL)
    return NULL;
  self->found = filter_search (self, self->unsearched, cache, cancellable, error);
  if (self->found == NULL)
    return NULL;
  self->stacks = ful_filtered_stacks_ref (options->search_highlights ? self->unsearched : self->found);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  drop_idle_stacks (self);
  if (ful_strategy_is_of_samples (self->strategy) && !self->cpu_time)
    self->range_sums = ful_range_sums_peek (cache, ful_derived_thread_get_stack (self), ful_derived_thread_get_weight (self),
                                            self->threads->n_samples);

  return g_steal_pointer (&self);
}

/**
 * ful_derived_thread_get_nodes:
 * @cache: (nullable): see ful_derived_thread_new()
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the call nodes of the last stage
 */
FulCallNodeTable *
ful_derived_thread_get_nodes (FulDerivedThread  *self,
                              FulDeriveCache    *cache,
                              GCancellable      *cancellable,
                              GError           **error)
{
  g_autofree char *key = g_strdup_printf ("%" G_GUINT64_FORMAT, self->stacks->table_serial);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulCallNodeTable *nodes = ful_derive_cache_lookup (cache, FUL_STAGE_NODES, key, cancellable, &slot);

  if (nodes == NULL)
    {
      nodes = ful_call_node_table_new (self->stacks, cancellable, error);
      if (nodes)
        ful_derive_slot_fill (&slot, nodes, ful_call_node_table_get_size (nodes), (GDestroyNotify) ful_call_node_table_unref);
    }

  return nodes;
}

/**
 * ful_derived_thread_get_inverted:
 * @nodes: the call nodes of @self
 *
 * Returns: (transfer full): the tree of callers over @nodes
 */
FulInvertedTree *
ful_derived_thread_get_inverted (FulDerivedThread *self,
                                 FulCallNodeTable *nodes,
                                 FulDeriveCache   *cache)
{
  g_autofree char *key = g_strdup_printf ("%" G_GUINT64_FORMAT, self->stacks->table_serial);
  /* The nodes may have been made again; those of the tree live as long as it does. */
  g_autofree char *made_of = g_strdup_printf ("%p", nodes);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulInvertedTree *inverted = ful_derive_cache_lookup_growing (cache, FUL_STAGE_INVERTED, key, made_of, NULL, NULL, &slot);

  if (inverted == NULL)
    {
      inverted = ful_inverted_tree_new (nodes);
      ful_derive_slot_fill (&slot, inverted, nodes->n_nodes * 4 * sizeof (gint32), (GDestroyNotify) ful_inverted_tree_unref);
    }

  return inverted;
}

/**
 * ful_derive_call_tree:
 * @options: what to show
 * @cache: the cache of stages
 * @out_thread: (out) (transfer full) (optional): the derived thread of the tree, if there is one
 * @cancellable: (nullable): checked every few thousand rows
 * @error: set when cancelled, or when a transform cannot be applied
 *
 * All stages from the options to the tree.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with @error set
 */
FulCallTree *
ful_derive_call_tree (FulProfile        *profile,
                      FulViewOptions    *options,
                      FulDeriveCache    *cache,
                      FulDerivedThread **out_thread,
                      GCancellable      *cancellable,
                      GError           **error)
{
  g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (profile, options, cache, cancellable, error);
  g_autoptr(FulCallNodeTable) nodes = thread ? ful_derived_thread_get_nodes (thread, cache, cancellable, error) : NULL;
  g_autoptr(FulInvertedTree) inverted = NULL;
  g_autoptr(FulSampleRows) rows = NULL;
  FulCallTree *tree;

  if (!nodes)
    return NULL;

  if (options->invert)
    inverted = ful_derived_thread_get_inverted (thread, nodes, cache);
  rows = ful_derived_thread_get_rows (thread, options->has_preview ? &options->preview : NULL);

  tree = ful_call_tree_new (nodes, inverted, rows, cancellable, error);
  if (tree && out_thread)
    *out_thread = g_steal_pointer (&thread);

  return tree;
}

/**
 * ful_derived_thread_new_for_thread:
 * @self: derived from any threads
 * @cache: that @self was derived with
 * @thread: a thread number
 * @range: absolute, within that of @self
 *
 * Returns: (transfer full) (nullable): that thread as the filters of @self leave it, with all of its samples in @range
 */
FulDerivedThread *
ful_derived_thread_new_for_thread (FulDerivedThread *self,
                                   FulDeriveCache   *cache,
                                   guint             thread,
                                   FulTimeRange      range)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (self->options);
  FulDerivedThread *derived;

  ful_view_options_set_threads (options, &thread, 1);
  options->strategy = FUL_STRATEGY_TIMING;
  derived = ful_derived_thread_new (self->profile, options, cache, NULL, NULL);
  if (derived)
    derived->range = range;

  return derived;
}

FulDerivedThread *
ful_derived_thread_ref (FulDerivedThread *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_derived_thread_unref (FulDerivedThread *self)
{
  g_atomic_rc_box_release_full (self, ful_derived_thread_clear);
}

/**
 * ful_derived_thread_has_same_rows:
 *
 * Returns: whether nothing else than the preview range differs
 */
gboolean
ful_derived_thread_has_same_rows (FulDerivedThread *self,
                                  FulDerivedThread *other)
{
  g_autoptr(FulViewOptions) left = ful_view_options_copy (self->options);
  g_autoptr(FulViewOptions) right = ful_view_options_copy (other->options);

  ful_view_options_set_preview (left, NULL);
  ful_view_options_set_preview (right, NULL);

  return self->profile == other->profile && ful_view_options_equal (left, right);
}

/**
 * ful_derived_thread_get_shown_range:
 *
 * Returns: the committed range, relative to the root range, as it was chosen
 */
FulTimeRange
ful_derived_thread_get_shown_range (FulDerivedThread *self)
{
  return self->options->has_range ? self->options->range : ful_time_range_shift (self->range, -self->root_range.start);
}
