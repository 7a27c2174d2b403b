/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison by nodes as call trees, so that what shows, searches and writes call trees does so with both sides (compare.md
 * 7): a profile of its own whose functions are items, whose stacks are the paths, and which has no rows. No profile of a run
 * is needed. O(items + nodes). */

#include "config.h"

#include "ful-comparison-tree.h"

#include "compare/pairing/ful-item-funcs.h"
#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-filtered-stacks.h"
#include "tree/nodes/ful-call-node-table.h"

#include <math.h>

/* What is smaller than this share of the total is a rounding error. */
#define ROUNDING 1e-9

/* Adds a function and a frame for each item, with its number. */
static void
add_items (FulProfileBuilder *builder,
           const FulPairing  *pairing)
{
  FulTableBuilder *frames = &builder->frames;
  g_auto(FulItemFuncs) funcs;
  guint n = ful_pairing_get_n_items (pairing);

  ful_item_funcs_init (&funcs, builder);
  ful_table_builder_append (frames, n);
  for (guint i = 0; i < n; i++)
    {
      ful_item_funcs_append (&funcs, ful_pairing_get_item (pairing, (gint32) i));
      FUL_CELLS (frames, FUL_FRAME_ADDRESS, gint64)[i] = FUL_NONE;
      FUL_CELLS (frames, FUL_FRAME_LIB, gint32)[i] = FUL_NONE;
      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[i] = (gint32) i;
      FUL_CELLS (frames, FUL_FRAME_NATIVE_SYMBOL, gint32)[i] = FUL_NONE;
      FUL_CELLS (frames, FUL_FRAME_LINE, gint32)[i] = FUL_NONE;
      FUL_CELLS (frames, FUL_FRAME_COLUMN, gint32)[i] = FUL_NONE;
    }
}

/* Returns: (transfer full) (nullable): a profile whose stacks are the nodes of @paths but for the root, in order */
static FulProfile *
new_profile (const FulPathTree  *paths,
             const FulPairing   *pairing,
             GCancellable       *cancellable,
             GError            **error)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulTableBuilder *stacks = &builder->stacks;
  guint n = paths->prefix->len - 1;

  add_items (builder, pairing);
  ful_table_builder_append (stacks, n);
  for (guint i = 0; i < n; i++)
    {
      gint32 prefix = ful_path_tree_get_prefix (paths, (gint32) i + 1);

      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[i] = ful_path_tree_get_key (paths, (gint32) i + 1);
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[i] = prefix == FUL_PATH_ROOT ? FUL_NONE : prefix - 1;
    }
  ful_profile_builder_add_thread (builder);

  return ful_profile_builder_seal (builder, cancellable, error);
}

static void
find_rows (FulComparisonTree      *self,
           const FulCallNodeTable *nodes)
{
  self->row_of_func = g_new (gint32, nodes->n_funcs + 1);
  for (guint i = 0; i < nodes->n_funcs; i++)
    self->row_of_func[i] = FUL_NONE;
  for (guint i = 0; i < self->functions->len; i++)
    self->row_of_func[g_array_index (self->functions, FulComparedRow, i).item] = (gint32) i;
  self->row_of_node = g_new (gint32, nodes->n_nodes + 1);
  for (guint i = 0; i < nodes->n_nodes; i++)
    self->row_of_node[i] = FUL_NONE;
  for (guint i = 0; i < self->rows->len; i++)
    self->row_of_node[nodes->stack_to_node[g_array_index (self->rows, FulComparedRow, i).node - 1]] = (gint32) i;
}

/* Returns: (transfer full): what of the mean of each node its children do not have */
static double *
compute_self (const FulComparisonTree *self,
              const FulCallNodeTable  *nodes,
              FulSide                  side)
{
  double *own = g_new0 (double, nodes->n_nodes + 1), largest = 0;

  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      const FulComparedRow *row = ful_comparison_tree_get_row (self, (FulCallNodeIndex) i);
      double mean = row ? row->change.mean[side] : 0;

      own[i] += mean;
      if (nodes->prefix[i] != FUL_NONE)
        own[nodes->prefix[i]] -= mean;
      largest = MAX (largest, fabs (mean));
    }
  for (guint i = 0; i < nodes->n_nodes; i++)
    if (fabs (own[i]) <= ROUNDING * largest)
      own[i] = 0;

  return own;
}

static void
make_trees (FulComparisonTree *self,
            FulCallNodeTable  *nodes,
            const char        *unit)
{
  g_autoptr(FulInvertedTree) inverted = ful_inverted_tree_new (nodes);
  double *larger = g_new0 (double, nodes->n_nodes + 1), *order = g_new0 (double, nodes->n_nodes + 1);
  double *differences = g_new0 (double, nodes->n_nodes + 1);
  const char *word = g_intern_string (unit);

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      double *own = compute_self (self, nodes, side);

      for (guint i = 0; i < nodes->n_nodes; i++)
        {
          larger[i] = MAX (larger[i], fabs (own[i]));
          differences[i] += side == FUL_AFTER ? own[i] : -own[i];
        }
      self->sides[side] = ful_call_tree_new_of_values (nodes, word, own, NULL);
    }
  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      const FulComparedRow *row = ful_comparison_tree_get_row (self, (FulCallNodeIndex) i);

      order[i] = row ? row->change.difference : 0;
      differences[i] = fabs (differences[i]);
    }
  self->tree = ful_call_tree_new_of_values (nodes, word, larger, order);
  self->difference = ful_call_tree_new_of_values (nodes, word, differences, NULL);
  self->inverted = ful_call_tree_with_direction (self->tree, inverted);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    self->inverted_sides[side] = ful_call_tree_with_direction (self->sides[side], inverted);
}

/**
 * ful_comparison_tree_new:
 * @comparison: of nodes, by %FUL_MEASURE_TOTAL, with all rows
 * @functions: of the same runs by %FUL_MEASURE_SELF
 * @pairing: its items; not needed any more afterwards
 * @cancellable: (nullable)
 * @error: %G_IO_ERROR_CANCELLED, or %FUL_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): the trees
 */
FulComparisonTree *
ful_comparison_tree_new (const FulComparison  *comparison,
                         const FulComparison  *functions,
                         const FulPairing     *pairing,
                         GCancellable         *cancellable,
                         GError              **error)
{
  g_autoptr(FulComparisonTree) self = g_new0 (FulComparisonTree, 1);
  g_autoptr(FulProfile) profile = new_profile (comparison->tree, pairing, cancellable, error);
  g_autoptr(FulFilteredStacks) stacks = NULL;
  g_autoptr(FulCallNodeTable) nodes = NULL;

  self->rows = g_array_ref (comparison->rows);
  self->functions = g_array_ref (functions->rows);
  /* Rows descend by it. */
  self->greatest = self->rows->len > 0 ? fabs (g_array_index (self->rows, FulComparedRow, 0).change.difference) : 0;
  if (profile == NULL)
    return NULL;
  stacks = ful_filtered_stacks_new (profile);
  nodes = ful_call_node_table_new (stacks, cancellable, error);
  if (nodes == NULL)
    return NULL;
  find_rows (self, nodes);
  make_trees (self, nodes, comparison->unit);

  return g_steal_pointer (&self);
}

void
ful_comparison_tree_free (FulComparisonTree *self)
{
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->difference, ful_call_tree_unref);
  g_clear_pointer (&self->inverted, ful_call_tree_unref);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      g_clear_pointer (&self->sides[side], ful_call_tree_unref);
      g_clear_pointer (&self->inverted_sides[side], ful_call_tree_unref);
    }
  g_array_unref (self->rows);
  g_array_unref (self->functions);
  g_free (self->row_of_node);
  g_free (self->row_of_func);
  g_free (self);
}

/**
 * ful_comparison_tree_get_row:
 * @node: a node of its trees, which are not inverted
 *
 * Returns: (transfer none) (nullable): what happened to the total of @node
 */
const FulComparedRow *
ful_comparison_tree_get_row (const FulComparisonTree *self,
                             FulCallNodeIndex         node)
{
  gint32 row = self->row_of_node[node];

  return row == FUL_NONE ? NULL : &g_array_index (self->rows, FulComparedRow, row);
}

/**
 * ful_comparison_tree_get_inverted_row:
 * @node: a node of the inverted trees
 * @row: (out caller-allocates): what happened to it. Below the roots there is no interval, and the verdict is
 *   %FUL_N_VERDICTS: how the sum of several nodes varies is not known
 */
void
ful_comparison_tree_get_inverted_row (const FulComparisonTree *self,
                                      FulCallNodeIndex         node,
                                      FulComparedRow          *row)
{
  FulFuncIndex func = ful_call_tree_get_func (self->inverted, node);
  gboolean is_root = ful_call_tree_get_depth (self->inverted, node) == 0;
  FulChange *change = &row->change;

  if (is_root && self->row_of_func[func] != FUL_NONE)
    {
      *row = g_array_index (self->functions, FulComparedRow, self->row_of_func[func]);
      return;
    }

  *row = (FulComparedRow) { .item = func, .node = node };
  *change = (FulChange) {
    .interval = { NAN, NAN }, .ratio = NAN, .ratio_interval = { NAN, NAN }, .p = NAN, .q = NAN, .detectable = NAN,
    .effective = { NAN, NAN }, .runs_needed = NAN, .verdict = FUL_N_VERDICTS,
  };
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      change->mean[side] = ful_call_tree_get_total (self->inverted_sides[side], node);
      row->is_on[side] = change->mean[side] != 0;
    }
  change->difference = change->mean[FUL_AFTER] - change->mean[FUL_BEFORE];
  if (change->mean[FUL_BEFORE] > 0 && change->mean[FUL_AFTER] >= 0)
    change->ratio = change->mean[FUL_AFTER] / change->mean[FUL_BEFORE];
}
