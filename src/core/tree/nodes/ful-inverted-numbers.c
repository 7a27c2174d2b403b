/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The numbers of inverted nodes are sums over their members, computed when the
 * children of their parent are listed, and cached. */

#include "config.h"

#include "ful-inverted-numbers.h"

#include "ful-sort-by-total.h"

/* Of a call node in recursion, and those of its function before it. A sum is kept with its rounding
 * error, so that the difference of two is 0 where the weights between them cancel out. */
typedef struct
{
  double  self;
  double  rest;
  gint32  n;      /* how many have self weight */
} RunSum;

struct _FulInvertedNumbers
{
  const FulCallNodeTable *nodes;
  FulInvertedTree        *tree;
  const double           *node_self;
  RunSum                 *run_sums;   /* (nullable): for each call node, if any are in recursion */
  GArray                 *roots;
  GMutex                  lock;       /* of the nodes below */
  GArray                 *numbers;
};

/* Functions that end rows, in the order of their first node with self weight. */
static void
sum_roots (FulInvertedNumbers *self)
{
  const FulCallNodeTable *nodes = self->nodes;
  FulInvertedNumber *numbers = (FulInvertedNumber *) (gpointer) self->numbers->data;
  g_autoptr(GArray) totals = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  g_autoptr(GArray) met = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));

  for (guint i = 0; i < nodes->n_nodes; i++)
    {
      FulFuncIndex func = nodes->func[i];

      if (self->node_self[i] == 0)
        continue;

      if (!numbers[func].known)
        g_array_append_val (met, func);
      numbers[func].known = TRUE;
      numbers[func].total += self->node_self[i];
      numbers[func].has_children |= nodes->depth[i] > 0;
    }

  for (guint i = 0; i < met->len; i++)
    {
      FulFuncIndex func = g_array_index (met, FulFuncIndex, i);

      ful_totals_add (totals, func, numbers[func].total);
    }
  ful_sort_by_total (totals, self->roots);
}

static void
sum_recursion (FulInvertedNumbers *self)
{
  const GArray *recursion = ful_inverted_tree_get_recursion (self->tree);
  RunSum *sums;

  if (recursion->len == 0)
    return;

  self->run_sums = sums = g_new (RunSum, self->nodes->n_nodes);
  for (guint i = 0; i < recursion->len; i++)
    {
      FulRecursion part = g_array_index (recursion, FulRecursion, i);

      for (FulCallNodeIndex node = part.begin; node < part.end; node++)
        {
          RunSum before = node - part.stride < part.begin ? (RunSum) { 0 } : sums[node - part.stride];
          double weight = self->node_self[node];
          double sum = before.self + weight;
          double added = sum - before.self;

          sums[node] = (RunSum) { sum, before.rest + (before.self - (sum - added)) + (weight - added),
                                  before.n + (weight != 0) };
        }
    }
}

/* Of the call nodes of a run, but the first @n_skipped, 0 or 1. */
static RunSum
sum_run (FulInvertedNumbers   *self,
         const FulInvertedRun *run,
         gint32                n_skipped)
{
  const RunSum *sums = self->run_sums;
  gint32 stride = run->recursion->stride;
  FulCallNodeIndex before = run->member + (n_skipped - 1) * stride;
  RunSum sum = sums[run->member + (run->n - 1) * stride];

  g_assert (n_skipped == 0 || n_skipped == 1);
  g_assert (run->n > 0);

  if (before >= run->recursion->begin)
    {
      sum.self -= sums[before].self;
      sum.rest -= sums[before].rest;
      sum.n -= sums[before].n;
    }
  sum.self += sum.rest;

  return sum;
}

static FulInvertedNumber
sum_members (FulInvertedNumbers *self,
             FulCallNodeIndex    node)
{
  FulInvertedNumber number = { .known = TRUE };
  gint32 depth = ful_inverted_tree_get_depth (self->tree, node);
  const FulCallNodeIndex *members;
  const FulInvertedRun *runs;
  guint n;

  ful_inverted_tree_lock (self->tree);
  members = ful_inverted_tree_peek_members (self->tree, node, &n);
  for (guint i = 0; i < n; i++)
    {
      number.total += self->node_self[members[i]];
      number.has_children |= self->node_self[members[i]] != 0 && self->nodes->depth[members[i]] > depth;
    }
  runs = ful_inverted_tree_peek_runs (self->tree, node, &n);
  for (guint i = 0; i < n; i++)
    {
      gboolean ends = self->nodes->prefix[runs[i].ancestor] == FUL_NONE;

      number.total += sum_run (self, &runs[i], 0).self;
      number.has_children |= sum_run (self, &runs[i], ends ? 1 : 0).n > 0;
    }
  ful_inverted_tree_unlock (self->tree);

  return number;
}

/**
 * ful_inverted_numbers_new:
 * @nodes: the call nodes; like @tree and @node_self, they have to live longer
 * @tree: their inverted tree
 * @node_self: (array): the self weight of each call node
 *
 * O(call nodes).
 *
 * Returns: (transfer full): the numbers, of which those of roots are summed
 */
FulInvertedNumbers *
ful_inverted_numbers_new (const FulCallNodeTable *nodes,
                          FulInvertedTree        *tree,
                          const double           *node_self)
{
  FulInvertedNumbers *self = g_new0 (FulInvertedNumbers, 1);

  self->nodes = nodes;
  self->tree = tree;
  self->node_self = node_self;
  self->roots = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  self->numbers = g_array_sized_new (FALSE, TRUE, sizeof (FulInvertedNumber), nodes->n_funcs);
  g_array_set_size (self->numbers, nodes->n_funcs);
  g_mutex_init (&self->lock);
  sum_roots (self);
  sum_recursion (self);

  return self;
}

void
ful_inverted_numbers_free (FulInvertedNumbers *self)
{
  g_free (self->run_sums);
  g_array_unref (self->roots);
  g_array_unref (self->numbers);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/**
 * ful_inverted_numbers_get:
 *
 * O(members) the first time, where a run counts as one.
 *
 * Returns: the numbers of an inverted node
 */
FulInvertedNumber
ful_inverted_numbers_get (FulInvertedNumbers *self,
                          FulCallNodeIndex    node)
{
  FulInvertedNumber number;

  g_mutex_lock (&self->lock);
  if (self->numbers->len <= (guint) node)
    g_array_set_size (self->numbers, (guint) node + 1);
  number = g_array_index (self->numbers, FulInvertedNumber, node);
  g_mutex_unlock (&self->lock);

  if (number.known || node < (FulCallNodeIndex) self->nodes->n_funcs)
    return number;

  number = sum_members (self, node);

  g_mutex_lock (&self->lock);
  g_array_index (self->numbers, FulInvertedNumber, node) = number;
  g_mutex_unlock (&self->lock);

  return number;
}

guint
ful_inverted_numbers_count_roots (FulInvertedNumbers *self)
{
  return self->roots->len;
}

/**
 * ful_inverted_numbers_list_children:
 * @node: a node, or %FUL_NONE for the roots
 * @children: (element-type FulCallNodeIndex): set to those that are shown, in display order
 */
void
ful_inverted_numbers_list_children (FulInvertedNumbers *self,
                                    FulCallNodeIndex    node,
                                    GArray             *children)
{
  g_autoptr(GArray) totals = NULL;
  FulCallNodeIndex first;
  guint n;

  if (node == FUL_NONE)
    {
      g_array_append_vals (children, self->roots->data, self->roots->len);
      return;
    }
  if (!ful_inverted_numbers_get (self, node).has_children)
    return;

  totals = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  n = ful_inverted_tree_get_children (self->tree, node, &first);
  for (guint i = 0; i < n; i++)
    {
      FulCallNodeIndex child = first + (FulCallNodeIndex) i;
      FulInvertedNumber number = ful_inverted_numbers_get (self, child);

      if (number.total != 0 || number.has_children)
        ful_totals_add (totals, child, number.total);
    }
  ful_sort_by_total (totals, children);
}
