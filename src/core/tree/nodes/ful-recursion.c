/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds deep recursion, so that the inverted tree need not process its calls one by
 * one. In the call node table, which is depth-first, such calls are consecutive as
 * long as the recursive call is the first child. */

#include "config.h"

#include "ful-recursion.h"

/* Shorter recursion is not detected. */
#define N_REPEATS_MIN 64

/* Of windows side by side, each chain of N_REPEATS_MIN nodes fills one. */
#define WINDOW (N_REPEATS_MIN / 2)

static gboolean
has_same_columns (const FulCallNodeTable *nodes,
                  FulCallNodeIndex        a,
                  FulCallNodeIndex        b)
{
  return nodes->func[a] == nodes->func[b] &&
         ful_call_node_table_get_category (nodes, a) == ful_call_node_table_get_category (nodes, b) &&
         ful_call_node_table_get_subcategory (nodes, a) == ful_call_node_table_get_subcategory (nodes, b) &&
         ful_call_node_table_get_inlined_into (nodes, a) == ful_call_node_table_get_inlined_into (nodes, b);
}

static gboolean
take (GArray             *found,
      const FulRecursion *recursion)
{
  if (recursion->stride == 0 || (recursion->end - recursion->begin) / recursion->stride < N_REPEATS_MIN)
    return FALSE;

  g_array_append_vals (found, recursion, 1);

  return TRUE;
}

/* Finds recursion in call nodes each of which is called by the one before. @last:
 * for each function its last node; ignored if before @begin */
static void
find_in_chain (const FulCallNodeTable *nodes,
               FulCallNodeIndex        begin,
               FulCallNodeIndex        end,
               FulCallNodeIndex       *last,
               GArray                 *found)
{
  FulRecursion current = { 0 };

  for (FulCallNodeIndex i = begin; i < end; i++)
    {
      FulCallNodeIndex again = last[nodes->func[i]];

      last[nodes->func[i]] = i;
      if (current.stride > 0 && has_same_columns (nodes, i, i - current.stride))
        continue;

      current.end = i;
      if (take (found, &current))
        begin = i;
      current.begin = again;
      current.stride = again >= begin && has_same_columns (nodes, i, again) ? i - again : 0;
    }
  current.end = end;
  take (found, &current);
}

/**
 * ful_recursion_find_all:
 * @nodes: call nodes
 *
 * O(call nodes). Finds recursion in which some function occurs once in each period.
 *
 * Returns: (transfer full) (element-type FulRecursion): recursion of 64 periods or more; ascending, disjoint
 */
GArray *
ful_recursion_find_all (const FulCallNodeTable *nodes)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (FulRecursion));
  g_autofree FulCallNodeIndex *last = g_new0 (FulCallNodeIndex, MAX (nodes->n_funcs, 1));
  FulCallNodeIndex n = nodes->max_depth < N_REPEATS_MIN - 1 ? 0 : (FulCallNodeIndex) nodes->n_nodes;

  for (FulCallNodeIndex window = 0; window + WINDOW <= n; window += WINDOW)
    {
      FulCallNodeIndex begin = window, end = window + WINDOW;

      /* One deeper with each node: each is called by the one before. */
      if (nodes->depth[end - 1] - nodes->depth[begin] != WINDOW - 1)
        continue;

      while (begin > 0 && nodes->prefix[begin] == begin - 1)
        begin--;
      while (end < n && nodes->prefix[end] == end - 1)
        end++;
      find_in_chain (nodes, begin, end, last, found);
      window = end - WINDOW;
    }

  return found;
}

static int
compare_runs (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  const FulCallNodeTable *nodes = user_data;
  const FulInvertedRun *x = a, *y = b;
  FulFuncIndex left = nodes->func[x->ancestor], right = nodes->func[y->ancestor];

  return left != right ? (left > right) - (left < right) : (x->member > y->member) - (x->member < y->member);
}

/* Ascending by the function of their ancestors, from @first on. */
static void
sort (GArray                 *runs,
      guint                   first,
      const FulCallNodeTable *nodes)
{
  g_assert (first <= runs->len);

  if (first == runs->len)
    return;

  g_qsort_with_data ((FulInvertedRun *) (gpointer) runs->data + first, (int) (runs->len - first),
                     sizeof (FulInvertedRun), compare_runs, (gpointer) nodes);
}

/**
 * ful_inverted_runs_new:
 * @nodes: call nodes
 * @recursion: (element-type FulRecursion): in them; has to outlive the runs
 *
 * Returns: (transfer full) (element-type FulInvertedRun): all call nodes of @recursion, being their own ancestors;
 *   ascending by function
 */
GArray *
ful_inverted_runs_new (const FulCallNodeTable *nodes,
                       const GArray           *recursion)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (FulInvertedRun));

  for (guint i = 0; i < recursion->len; i++)
    {
      const FulRecursion *part = &g_array_index (recursion, FulRecursion, i);

      for (FulCallNodeIndex node = part->begin; node < part->begin + part->stride; node++)
        {
          FulInvertedRun run = { part, node, node, (part->end - 1 - node) / part->stride + 1 };

          g_array_append_val (runs, run);
        }
    }
  sort (runs, 0, nodes);

  return runs;
}

/**
 * ful_inverted_runs_to_callers:
 * @runs: (element-type FulInvertedRun): gets runs at the end
 * @first: the first run
 * @n: number of runs
 * @nodes: call nodes
 *
 * Adds the same call nodes with the callers of their ancestors, except those
 * without a caller; ascending by function. All ancestors in a recursion but its
 * first one have the same caller; that one becomes a run of one.
 *
 * Returns: the first one that was added
 */
guint
ful_inverted_runs_to_callers (GArray                 *runs,
                              guint                   first,
                              guint                   n,
                              const FulCallNodeTable *nodes)
{
  guint added = runs->len;

  for (guint i = first; i < first + n; i++)
    {
      FulInvertedRun run = g_array_index (runs, FulInvertedRun, i);

      if (run.n == 1 || run.ancestor == run.recursion->begin)
        {
          FulInvertedRun single = { run.recursion, run.member, nodes->prefix[run.ancestor], 1 };

          if (single.ancestor != FUL_NONE)
            g_array_append_val (runs, single);
          run.member += run.recursion->stride;
          run.ancestor += run.recursion->stride;
          run.n--;
        }
      run.ancestor--;
      if (run.n > 0)
        g_array_append_val (runs, run);
    }
  sort (runs, added, nodes);

  return added;
}
