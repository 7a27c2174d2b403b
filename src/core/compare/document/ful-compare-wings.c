/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Wings are sums of call nodes that were read, so that no file is read again: those below the outermost calls of the function,
 * and their totals by who called it. Nodes that are added up are never above one another; the sum of their sampling variances
 * is no less than that of their sum, as a row is in one of them only. */

#include "config.h"

#include "ful-compare-wings.h"

#include "compare/ful-comparison.h"
#include "compare/pairing/ful-path-tree.h"
#include "compare/runs/ful-run.h"


/* Callers that are added up in all runs, and levels that each call has at least. */
#define MAX_STEPS (8u << 20)
#define LEAST_LEVELS 16

static void
clear (gpointer data)
{
  FulCompareWings *self = data;

  for (guint wing = 0; wing < FUL_N_WINGS; wing++)
    g_clear_pointer (&self->trees[wing], ful_comparison_tree_free);
  ful_compare_answer_unref (self->answer);
}

FulCompareWings *
ful_compare_wings_ref (FulCompareWings *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_compare_wings_unref (FulCompareWings *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* A wing while it is made. */
typedef struct
{
  const FulComparedRuns *runs;
  FulPathTree           *tree;       /* its nodes, by key */
  gint32                *node_of;    /* of callees: by node of the runs, or FUL_NONE; of the outermost calls that of the function */
  guint                  n_levels;   /* of callers that are added up */
} Wing;

/* Finds the nodes of a side that are the function, or below it. Of callers only the outermost calls have one. */
static void
find_nodes (Wing    *self,
            FulWing  wing,
            FulSide  side,
            gint32   item)
{
  const FulPathTree *paths = self->runs->paths;

  self->node_of[FUL_PATH_ROOT] = FUL_NONE;
  for (guint i = FUL_PATH_ROOT + 1; i < paths->prefix->len; i++)
    {
      gint32 above = self->node_of[ful_path_tree_get_prefix (paths, (gint32) i)], key = ful_path_tree_get_key (paths, (gint32) i);

      if (above != FUL_NONE)
        self->node_of[i] = wing == FUL_WING_CALLEES ? ful_path_tree_add (self->tree, above, key) : FUL_PATH_ROOT;
      else if (ful_pairing_get_item_of (self->runs->pairing, side, key) == item)
        self->node_of[i] = ful_path_tree_add (self->tree, FUL_PATH_ROOT, key);
      else
        self->node_of[i] = FUL_NONE;
    }
}

static void
add_sum (GArray           *sums,
         gint32            node,
         const FulItemSum *more)
{
  FulItemSum *sum;

  if ((guint) node >= sums->len)
    g_array_set_size (sums, (guint) node + 1);
  sum = &g_array_index (sums, FulItemSum, node);
  sum->x += more->x;
  sum->u_rows += more->u_rows;
  sum->u_pieces += more->u_pieces;
  ful_item_sum_add_rows (sum, more->rows);
}

/* Adds an outermost call to all that called it. */
static void
add_callers (const Wing       *self,
             GArray           *sums,
             gint32            node,
             const FulItemSum *sum)
{
  const FulPathTree *paths = self->runs->paths;
  gint32 at = self->node_of[node];

  for (guint level = 0; ; level++)
    {
      add_sum (sums, at, sum);
      node = ful_path_tree_get_prefix (paths, node);
      if (node == FUL_PATH_ROOT || level == self->n_levels)
        return;
      at = ful_path_tree_add (self->tree, at, ful_path_tree_get_key (paths, node));
    }
}

/* Returns: (transfer full): @run with the nodes of the wing */
static FulRun *
new_run (const Wing   *self,
         FulWing       wing,
         const FulRun *run)
{
  g_autoptr(GArray) sums = g_array_new (FALSE, TRUE, sizeof (FulItemSum));
  FulRun *copy = g_new0 (FulRun, 1);

  copy->name = g_strdup (run->name);
  copy->unit = run->unit;
  copy->total = run->total;
  copy->duration = run->duration;
  copy->cpu_time = run->cpu_time;
  copy->n_markers = run->n_markers;
  copy->items = g_array_new (FALSE, FALSE, sizeof (FulItemSum));
  for (guint i = 0; i < run->items->len; i++)
    {
      const FulItemSum *value = &g_array_index (run->items, FulItemSum, i);
      gint32 node = self->node_of[value->key];

      if (wing == FUL_WING_CALLEES && node != FUL_NONE)
        add_sum (sums, node, value);
      else if (wing == FUL_WING_CALLERS && node > FUL_PATH_ROOT)
        add_callers (self, sums, value->key, value);
    }
  for (guint i = 0; i < sums->len; i++)
    {
      FulItemSum sum = g_array_index (sums, FulItemSum, i);

      sum.key = (gint32) i;
      if (sum.rows > 0)
        g_array_append_val (copy->items, sum);
    }

  return copy;
}

/* Every call has as many levels as the work allows. */
static guint
count_levels (const FulCompareAnswer *answer,
              gint32                  item)
{
  const FulComparedRuns *runs = answer->runs;
  guint64 n_calls = 1;

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      guint n = 0;

      for (guint i = FUL_PATH_ROOT + 1; i < runs->paths->prefix->len; i++)
        n += ful_pairing_get_item_of (runs->pairing, side, ful_path_tree_get_key (runs->paths, (gint32) i)) == item;
      n_calls += (guint64) n * runs->runs[FUL_COMPARED_NODES][side]->len;
    }

  return (guint) MAX (MAX_STEPS / n_calls, LEAST_LEVELS);
}

/* Returns: (transfer full) (nullable): a wing; without @error: no run has the function */
static FulComparisonTree *
new_tree (FulCompareAnswer  *answer,
          FulWing            wing,
          gint32             item,
          GCancellable      *cancellable,
          GError           **error)
{
  const FulComparedRuns *runs = answer->runs;
  g_autoptr(FulPathTree) tree = ful_path_tree_new ();
  g_autofree gint32 *node_of = g_new (gint32, runs->paths->prefix->len);
  g_autoptr(GPtrArray) before = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
  g_autoptr(GPtrArray) after = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_run_free);
  FulComparisonRequest request = {
    .runs = { before, after }, .pairing = runs->pairing, .tree = tree, .per = answer->per, .rules = answer->rules,
  };
  Wing self = { runs, tree, node_of, count_levels (answer, item) };
  g_autoptr(FulComparison) comparison = NULL;

  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      find_nodes (&self, wing, side, item);
      for (guint i = 0; i < runs->runs[FUL_COMPARED_NODES][side]->len; i++)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          g_ptr_array_add (request.runs[side], new_run (&self, wing, runs->runs[FUL_COMPARED_NODES][side]->pdata[i]));
        }
    }
  comparison = ful_compare_answer_compare (answer, &request, error);
  if (comparison == NULL || comparison->rows->len == 0)
    return NULL;

  return ful_comparison_tree_new (comparison, answer->lists[FUL_COMPARED_SELF], runs->pairing, cancellable, error);
}

/**
 * ful_compare_wings_new:
 * @item: a function of @answer
 * @cancellable: (nullable)
 * @error: %G_IO_ERROR_CANCELLED
 *
 * O(call nodes of all runs), and at most 8 Mi callers: if there are more the outer ones are left out.
 *
 * Returns: (transfer full): its wings
 */
FulCompareWings *
ful_compare_wings_new (FulCompareAnswer  *answer,
                       gint32             item,
                       GCancellable      *cancellable,
                       GError           **error)
{
  g_autoptr(FulCompareWings) self = g_atomic_rc_box_new0 (FulCompareWings);
  GError *local = NULL;

  self->answer = ful_compare_answer_ref (answer);
  self->item = item;
  for (FulWing wing = 0; wing < FUL_N_WINGS; wing++)
    {
      self->trees[wing] = new_tree (answer, wing, item, cancellable, &local);
      if (local)
        {
          g_propagate_error (error, local);
          return NULL;
        }
    }

  return g_steal_pointer (&self);
}
