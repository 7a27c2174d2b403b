/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds recursion that goes on for long, so that others need not take its calls
 * one by one. In the call node table, which is depth-first, such calls follow one
 * another as long as the function that comes back is the first child. */

#include "config.h"

#include "ful-recursion.h"

/* Shorter recursion is not worth a name. */
#define N_REPEATS_MIN 64

/* Of windows side by side, each chain of N_REPEATS_MIN nodes fills one. */
#define WINDOW (N_REPEATS_MIN / 2)

static gboolean
has_same_columns (const FulCallNodeTable *nodes,
                  FulCallNodeIndex        a,
                  FulCallNodeIndex        b)
{
  return nodes->func[a] == nodes->func[b] && nodes->category[a] == nodes->category[b] &&
         nodes->subcategory[a] == nodes->subcategory[b] && nodes->inlined_into[a] == nodes->inlined_into[b];
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

/* Of call nodes each of which is called by the one before.
 * @last: for each function a node, which does not matter if it is before @begin */
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
 * O(call nodes). Recursion is found in which some function comes once in each turn.
 *
 * Returns: (transfer full) (element-type FulRecursion): recursion of 64 turns or more; ascending, without a node in common
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
