/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The pointer can be over any thread, selected or not. All threads share their
 * stacks, so the filtered stacks and call nodes of the selected threads are valid
 * for it. Semantics: tracks.md 6.1, 6.2. */

#include "config.h"

#include "ful-graph-probe.h"

#include "threads/ful-cpu-use.h"

static void
take_path (FulGraphProbe          *self,
           const FulCallNodeTable *nodes,
           FulCallNodeIndex        leaf)
{
  FulFuncIndex *path;
  FulCategoryIndex *categories;

  self->n_path = (guint) nodes->depth[leaf] + 1;
  self->path = path = g_new (FulFuncIndex, self->n_path);
  self->categories = categories = g_new (FulCategoryIndex, self->n_path);
  for (FulCallNodeIndex node = leaf; node != FUL_NONE; node = nodes->prefix[node])
    {
      path[nodes->depth[node]] = nodes->func[node];
      categories[nodes->depth[node]] = ful_call_node_table_get_category (nodes, node);
    }
}

/**
 * ful_graph_probe_new:
 * @graph: the numbers of a graph
 * @thread: number of its thread
 * @cpu_percent: as for @graph
 * @derived: derived from any threads, with the filters that are set
 * @cache: that @derived was derived with
 * @tree: its call tree
 * @x: from the left, in the pixels of @graph
 * @height: 0 at the bottom of the graph, 1 at its top; below 0 for the strip of samples under it
 *
 * O(samples within a few pixels of @x): too long for the main thread when
 * there are millions. References nothing afterwards but the profile.
 *
 * Returns: (transfer full) (nullable): the sample at that point; %NULL if the range of @graph is not within that
 *   of @derived
 */
FulGraphProbe *
ful_graph_probe_new (const FulTrackGraph *graph,
                     guint                thread,
                     const guint8        *cpu_percent,
                     FulDerivedThread    *derived,
                     FulDeriveCache      *cache,
                     FulCallTree         *tree,
                     double               x,
                     double               height)
{
  FulProfile *profile = derived->profile;
  FulThread *at = ful_profile_get_thread (profile, thread);
  FulCallNodeTable *nodes = tree->nodes;
  g_autoptr(FulGraphProbe) self = g_new0 (FulGraphProbe, 1);
  g_autoptr(FulDerivedThread) alone = ful_derived_thread_new_for_thread (derived, cache, thread, graph->range);
  g_autoptr(FulSampleRows) rows = NULL;
  FulStackIndex stack;
  guint begin, end;

  if (!alone || alone->stacks->table_serial != derived->stacks->table_serial ||
      graph->range.start < derived->range.start || graph->range.end > derived->range.end)
    return NULL;

  self->profile = g_object_ref (profile);
  self->thread = thread;
  self->cpu_is_known = ful_cpu_use_is_known (profile, at);

  rows = ful_derived_thread_get_rows (alone, NULL);
  self->hit = ful_track_graph_find_hit (graph, profile, at, cpu_percent, rows, nodes, tree->inverted != NULL,
                                        (guint) CLAMP (x, 0, graph->width - 1), MAX (height, 0));
  if (height < 0)
    {
      self->hit.sample = ful_track_graph_find_sample (graph, profile, at, x);
      stack = self->hit.sample == FUL_NONE ? FUL_NONE : at->samples->stack[self->hit.sample];
      self->hit.category = stack == FUL_NONE ? FUL_NONE : ful_stack_table_get_category (profile->stacks, stack);
    }

  if (self->hit.sample == FUL_NONE)
    return g_steal_pointer (&self);

  ful_time_range_find_rows (graph->range, at->samples->time, at->samples->table.n_rows, &begin, &end);
  stack = ful_sample_rows_get_stack (rows, (guint) self->hit.sample - begin);
  if (stack != FUL_NONE)
    take_path (self, nodes, nodes->stack_to_node[stack]);

  return g_steal_pointer (&self);
}

void
ful_graph_probe_free (FulGraphProbe *self)
{
  g_clear_object (&self->profile);
  g_free ((gpointer) self->path);
  g_free ((gpointer) self->categories);
  g_free (self);
}
