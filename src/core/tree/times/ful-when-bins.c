/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When nodes of a tree ran (call-tree.md 13), for as many nodes as a screen has.
 *
 * Call nodes are put into classes: those with the same listed nodes on their path. A
 * sample is added to the class of its call node, and at the end of each bin classes
 * are added to the node that they stand for, and to the class of the nodes above it.
 * So a sample costs one addition, whatever the number of nodes. */

#include "config.h"

#include "ful-when-bins.h"

#include "base/ful-bisect.h"
#include "tree/nodes/ful-recursion.h"

#include <math.h>
#include <string.h>

enum
{
  CLASS_FILTERED_OUT,
  CLASS_UNLISTED,   /* of no listed node */
  N_FIXED_CLASSES,
};

typedef struct
{
  guint32 parent;   /* a class before this one */
  guint32 place;    /* of the node that it stands for, in the list */
} Class;

typedef struct
{
  FulCallNodeIndex node;
  guint32          place;
} Listed;

typedef struct
{
  const FulCallNodeTable *nodes;      /* of the samples */
  guint32                *class_of;   /* for each call node */
  GArray                 *classes;    /* Class; the first ones are fixed */
} Classes;

static guint32
add_class (Classes *self,
           guint32  parent,
           guint32  place)
{
  Class class = { parent, place };

  g_assert (parent < self->classes->len);
  g_array_append_val (self->classes, class);

  return self->classes->len - 1;
}

static guint32
get_class_of_prefix (const Classes *self,
                     guint          node)
{
  FulCallNodeIndex prefix = self->nodes->prefix[node];

  return prefix == FUL_NONE ? CLASS_UNLISTED : self->class_of[prefix];
}

/* @listed: ascending by node */
static void
classify_by_node (Classes      *self,
                  const Listed *listed,
                  guint         n_listed)
{
  guint k = 0;

  for (guint i = 0; i < self->nodes->n_nodes; i++)
    {
      self->class_of[i] = get_class_of_prefix (self, i);
      if (k < n_listed && listed[k].node == (FulCallNodeIndex) i)
        self->class_of[i] = add_class (self, self->class_of[i], listed[k++].place);
    }
}

/* Only the topmost node of a function on a path is a class: recursion counts once. */
static void
classify_by_func (Classes                *self,
                  const FulCallNodeTable *roots,
                  const Listed           *listed,
                  guint                   n_listed)
{
  const FulCallNodeTable *nodes = self->nodes;
  g_autofree guint32 *place_of_func = g_new0 (guint32, MAX (nodes->n_funcs, 1));   /* + 1; 0: not listed */
  g_autofree FulCallNodeIndex *covered_until = g_new0 (FulCallNodeIndex, MAX (nodes->n_funcs, 1));

  for (guint k = 0; k < n_listed; k++)
    place_of_func[roots->func[listed[k].node]] = listed[k].place + 1;

  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulFuncIndex func = nodes->func[i];

      self->class_of[i] = get_class_of_prefix (self, i);
      if (place_of_func[func] == 0 || (FulCallNodeIndex) i < covered_until[func])
        continue;

      covered_until[func] = nodes->subtree_end[i];
      self->class_of[i] = add_class (self, self->class_of[i], place_of_func[func] - 1);
    }
}

/* Inverted nodes come after their parents, and their members are members of these: the last one that has a call node
 * is the deepest. @listed: ascending by node */
static void
classify_by_members (Classes         *self,
                     FulInvertedTree *inverted,
                     const Listed    *listed,
                     guint            n_listed)
{
  for (guint i = 0; i < self->nodes->n_nodes; i++)
    self->class_of[i] = CLASS_UNLISTED;

  for (guint k = 0; k < n_listed; k++)
    {
      guint n_members, n_runs;
      const FulCallNodeIndex *members;
      const FulInvertedRun *runs;
      guint32 class;

      ful_inverted_tree_lock (inverted);
      members = ful_inverted_tree_peek_members (inverted, listed[k].node, &n_members);
      runs = ful_inverted_tree_peek_runs (inverted, listed[k].node, &n_runs);
      if (n_members > 0 || n_runs > 0)
        {
          class = add_class (self, self->class_of[n_members > 0 ? members[0] : runs[0].member], listed[k].place);
          for (guint i = 0; i < n_members; i++)
            self->class_of[members[i]] = class;
          for (guint i = 0; i < n_runs; i++)
            for (gint32 m = 0; m < runs[i].n; m++)
              self->class_of[runs[i].member + m * runs[i].recursion->stride] = class;
        }
      ful_inverted_tree_unlock (inverted);
    }
}

static int
compare_listed (gconstpointer a,
                gconstpointer b)
{
  const Listed *x = a, *y = b;

  return (x->node > y->node) - (x->node < y->node);
}

static void
classify (Classes                *self,
          FulCallTree            *tree,
          const FulCallNodeIndex *nodes,
          guint                   n_nodes)
{
  g_autofree Listed *listed = g_new (Listed, MAX (n_nodes, 1));

  for (guint i = 0; i < n_nodes; i++)
    listed[i] = (Listed) { nodes[i], i };
  qsort (listed, n_nodes, sizeof *listed, compare_listed);

  if (tree->is_list)
    classify_by_func (self, tree->nodes, listed, n_nodes);
  else if (tree->inverted)
    classify_by_members (self, tree->inverted, listed, n_nodes);
  else
    classify_by_node (self, listed, n_nodes);
}

/* For each stack as recorded, and before them for none, its class: one random access a sample. */
static guint32 *
classify_stacks (const Classes       *self,
                 const FulSampleRows *rows)
{
  guint n = self->nodes->profile->stacks->table.n_rows;
  guint32 *class_of_stack = g_new (guint32, (gsize) n + 1);

  class_of_stack[0] = CLASS_FILTERED_OUT;
  for (guint s = 0; s < n; s++)
    {
      FulStackIndex stack = rows->map ? rows->map[s] : (FulStackIndex) s;

      class_of_stack[s + 1] = stack == FUL_NONE ? CLASS_FILTERED_OUT
                                                : self->class_of[self->nodes->stack_to_node[stack]];
    }

  return class_of_stack;
}

static void
add_rows (const FulSampleRows *rows,
          guint                begin,
          guint                end,
          guint                step,
          const guint32       *class_of_stack,
          double              *sums)
{
  const FulStackIndex *stack = rows->stack;
  const double *weight = rows->weight;

  if (weight)
    for (guint i = begin; i < end; i += step)
      sums[class_of_stack[stack[i] + 1]] += fabs (weight[i]);
  else
    for (guint i = begin; i < end; i += step)
      sums[class_of_stack[stack[i] + 1]] += 1;
}

/* Adds the sums of a bin to the numbers of nodes, and resets them. */
static void
spread (const Classes *self,
        double        *sums,
        guint          bin,
        double        *all,
        double        *bins)
{
  const Class *classes = (const Class *) (gconstpointer) self->classes->data;

  for (guint c = self->classes->len - 1; c >= N_FIXED_CLASSES; c--)
    if (sums[c] != 0)
      {
        bins[(gsize) classes[c].place * FUL_WHEN_N_BINS + bin] += sums[c];
        sums[classes[c].parent] += sums[c];
        sums[c] = 0;
      }
  all[bin] = sums[CLASS_UNLISTED];
  sums[CLASS_UNLISTED] = sums[CLASS_FILTERED_OUT] = 0;
}

static gboolean
sum_up (const Classes        *self,
        FulWhenBins          *result,
        FulTimeRange          root_range,
        const FulSampleRows  *rows,
        guint                 step,
        GCancellable         *cancellable,
        GError              **error)
{
  g_autofree guint32 *class_of_stack = classify_stacks (self, rows);
  g_autofree double *sums = g_new0 (double, self->classes->len);
  guint begin = 0;

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    {
      double edge = ful_when_bins_get_edge (result->range, bin + 1) + root_range.start;
      guint end = bin == FUL_WHEN_N_BINS - 1 ? rows->n_rows
                                             : FUL_BISECT (begin, rows->n_rows, i, !(rows->time[i] < edge));

      for (guint first = begin; first < end; first += MIN (end - first, 16 * FUL_CANCEL_CHECK_ROWS))
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          add_rows (rows, first, first + MIN (end - first, 16 * FUL_CANCEL_CHECK_ROWS), step, class_of_stack, sums);
        }
      spread (self, sums, bin, (double *) result->all, (double *) result->bins);
      begin = end;
    }

  return TRUE;
}

static void
ful_when_bins_clear (gpointer data)
{
  FulWhenBins *self = data;

  g_free ((gpointer) self->all);
  g_free ((gpointer) self->bins);
}

/**
 * ful_when_bins_new:
 * @tree: a tree of @thread, or a list of its functions; whatever the preview range
 * @thread: the derived thread
 * @nodes: (array length=n_nodes): nodes of @tree, each once
 * @step: 1; more: only one in so many samples counts
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Sums the samples of the committed range into bins. Weights count by their absolute
 * value. O(rows / step + stacks + call nodes), and O(members) of listed inverted nodes.
 *
 * Returns: (transfer full): the bins of @nodes, or %NULL with @error set
 */
FulWhenBins *
ful_when_bins_new (FulCallTree             *tree,
                   FulDerivedThread        *thread,
                   const FulCallNodeIndex  *nodes,
                   guint                    n_nodes,
                   guint                    step,
                   GCancellable            *cancellable,
                   GError                 **error)
{
  g_autoptr(FulWhenBins) self = g_atomic_rc_box_new0 (FulWhenBins);
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
  Classes classes = { .nodes = tree->is_list ? tree->listed_nodes : tree->nodes };
  gboolean ok;

  g_return_val_if_fail (step > 0, NULL);

  self->range = ful_derived_thread_get_shown_range (thread);
  self->n_nodes = n_nodes;
  self->all = g_new0 (double, FUL_WHEN_N_BINS);
  self->bins = g_new0 (double, MAX ((gsize) n_nodes, 1) * FUL_WHEN_N_BINS);

  classes.class_of = g_new (guint32, MAX (classes.nodes->n_nodes, 1));
  classes.classes = g_array_new (FALSE, TRUE, sizeof (Class));
  g_array_set_size (classes.classes, N_FIXED_CLASSES);
  classify (&classes, tree, nodes, n_nodes);
  ok = sum_up (&classes, self, thread->root_range, rows, step, cancellable, error);
  g_array_unref (classes.classes);
  g_free (classes.class_of);

  return ok ? g_steal_pointer (&self) : NULL;
}

FulWhenBins *
ful_when_bins_ref (FulWhenBins *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_when_bins_unref (FulWhenBins *self)
{
  g_atomic_rc_box_release_full (self, ful_when_bins_clear);
}

/**
 * ful_when_bins_get_edge:
 * @range: the range of bins
 * @bin: a bin, or #FUL_WHEN_N_BINS
 *
 * Returns: when the bin begins, ms on the time line of @range; the last edge is the end of it
 */
double
ful_when_bins_get_edge (FulTimeRange range,
                        guint        bin)
{
  if (bin == 0 || bin == FUL_WHEN_N_BINS)
    return bin == 0 ? range.start : range.end;

  return range.start + (range.end - range.start) * bin / FUL_WHEN_N_BINS;
}
