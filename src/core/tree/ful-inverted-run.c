/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The call nodes of recursion in the inverted tree, without a list of them. */

#include "config.h"

#include "ful-inverted-run.h"

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
 * @first: the first run to raise
 * @n: number of runs to raise
 * @nodes: call nodes
 *
 * Adds the same call nodes with the callers of their ancestors, but those without
 * a caller; ascending by function. All ancestors in a recursion but its first one
 * have the same caller; the other goes on as a run of one.
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
