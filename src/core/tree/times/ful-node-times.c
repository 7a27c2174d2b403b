/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When one call node ran, by category: the bins of ful-when-bins.c, divided. The category of a row is that of its own stack as
 * recorded, as in ful-node-breakdown.c. */

#include "config.h"

#include "ful-node-times.h"

#include "base/ful-bisect.h"
#include "model/ful-shared-tables.h"
#include "tree/ful-node-breakdown.h"

#include <math.h>

/* Sums of a bin, which become shares of it. */
static void
divide (double *sums,
        guint   n_sums,
        double  all)
{
  for (guint c = 0; c < n_sums; c++)
    sums[c] = all > 0 ? sums[c] / all : 0;
}

/* Adds the rows of a bin. Returns: the absolute weight of all of them that have a stack */
static double
add_rows (FulNodeTimes        *self,
          FulCallTree         *tree,
          const FulSampleRows *rows,
          guint                begin,
          guint                end,
          const guint8        *marks,
          double              *sums)
{
  FulProfile *profile = tree->profile;
  double all = 0;

  for (guint i = begin; i < end; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      FulStackIndex recorded = rows->recorded_stack[i];
      double weight = rows->weight ? fabs (rows->weight[i]) : 1;

      if (stack == FUL_NONE || weight == 0)
        continue;
      all += weight;
      if (marks[tree->nodes->stack_to_node[stack]] == 0)
        continue;

      if (isnan (self->first))
        self->first = rows->time[i];
      self->last = rows->time[i];
      sums[recorded != FUL_NONE ? ful_stack_table_get_category (profile->stacks, recorded) : profile->default_category] += weight;
    }

  return all;
}

static void
ful_node_times_clear (gpointer data)
{
  g_free ((gpointer) ((FulNodeTimes *) data)->shares);
}

/**
 * ful_node_times_new:
 * @tree: a tree of @thread, not a list; whatever the preview range
 * @thread: the derived thread
 * @node: a node of @tree, or %FUL_NONE
 * @of_func: whether to add up all nodes of its function, each row once
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows + call nodes).
 *
 * Returns: (transfer full): when @node ran, or %NULL with @error set
 */
FulNodeTimes *
ful_node_times_new (FulCallTree       *tree,
                    FulDerivedThread  *thread,
                    FulCallNodeIndex   node,
                    gboolean           of_func,
                    GCancellable      *cancellable,
                    GError           **error)
{
  g_autoptr(FulNodeTimes) self = g_atomic_rc_box_new0 (FulNodeTimes);
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
  g_autofree guint8 *marks = ful_call_tree_mark_rows (tree, node, of_func);
  double *shares;
  guint begin = 0;

  self->range = ful_derived_thread_get_shown_range (thread);
  self->n_categories = tree->profile->categories->len;
  self->shares = shares = g_new0 (double, (gsize) FUL_WHEN_N_BINS * MAX (self->n_categories, 1));
  self->first = self->last = NAN;

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      double edge = ful_when_bins_get_edge (self->range, bin + 1) + thread->root_range.start, all = 0;
      guint end = bin == FUL_WHEN_N_BINS - 1 ? rows->n_rows : FUL_BISECT (begin, rows->n_rows, i, !(rows->time[i] < edge));

      while (begin < end)
        {
          guint next = begin + MIN (end - begin, 16 * FUL_CANCEL_CHECK_ROWS);

          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return NULL;
          all += add_rows (self, tree, rows, begin, next, marks, shares + bin * self->n_categories);
          begin = next;
        }
      divide (shares + bin * self->n_categories, self->n_categories, all);
    }
  self->first -= thread->root_range.start;
  self->last -= thread->root_range.start;

  return g_steal_pointer (&self);
}

FulNodeTimes *
ful_node_times_ref (FulNodeTimes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_node_times_unref (FulNodeTimes *self)
{
  g_atomic_rc_box_release_full (self, ful_node_times_clear);
}
