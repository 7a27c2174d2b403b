/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a thread was busy (insight.md 2): down from the root along the children that have at least half of what was not
 * idle, to the last function of the user's own there; without any, to a label, else to a library. */

#include "config.h"

#include "ful-hot-node.h"

#include "base/ful-doubles.h"
#include "base/ful-table.h"
#include "model/ful-shared-tables.h"
#include "stacks/ful-func-kind.h"
#include "threads/ful-cpu-time.h"
#include "threads/ful-cpu-use.h"
#include "tree/ful-call-tree-rows.h"

#include <math.h>

/* Of all that a path has to have. */
#define SHARE 0.5
/* A sample stands for so many times the usual distance to the next one at most. */
#define MAX_GAPS 2
/* The usual distance is that of so many samples, evenly chosen. */
#define MAX_LOOKED_AT 65536

/* Functions of the path: those of a library without names are one. */
typedef struct
{
  gint32  key;      /* function; of unnamed ones below FUL_NONE the resource */
  double  weight;
  GArray *nodes;
} Group;

typedef struct
{
  FulProfile       *profile;
  FulCallNodeTable *nodes;
  const guint8     *kinds;
  double           *weight;     /* of each node, with what it called */
  gboolean          of_scripts; /* whether the path is one of scripts and labels */
} Walk;

static gint32
get_key (const Walk   *self,
         FulFuncIndex  func)
{
  return self->kinds[func] == FUL_FUNC_KIND_UNNAMED ? -3 - self->profile->funcs->resource[func] : func;
}

static gboolean
is_of_script (const Walk   *self,
              FulFuncIndex  func)
{
  return self->profile->funcs->is_js[func] || self->profile->funcs->relevant_for_js[func];
}

/* The time to the next sample, of those that are not idle; of a profiler that only sees running threads each is the same. */
static void
weigh_by_time (FulSampleRows *rows,
               const guint8  *idle,
               double        *weight)
{
  guint step = rows->n_rows / MAX_LOOKED_AT + 1, n_gaps = 0;
  g_autofree double *gaps = g_new (double, rows->n_rows / step + 1);
  double usual;
  gboolean any = FALSE;

  for (guint i = 0; i < rows->n_rows; i++)
    {
      any |= idle[i];
      weight[i] = rows->weight ? fabs (rows->weight[i]) : 1;
    }
  if (!any || rows->weight || rows->n_rows < 2)
    return;

  for (guint i = 0; i + 1 < rows->n_rows; i++)
    weight[i] = rows->time[i + 1] - rows->time[i];
  for (guint i = 0; i + 1 < rows->n_rows; i += step)
    gaps[n_gaps++] = weight[i];
  qsort (gaps, n_gaps, sizeof *gaps, ful_doubles_compare);
  usual = gaps[n_gaps / 2];
  weight[rows->n_rows - 1] = usual;
  for (guint i = 0; usual > 0 && i < rows->n_rows; i++)
    weight[i] = MIN (weight[i], MAX_GAPS * usual);
}

/* CPU time since the sample before, at most the time that passed. Returns: whether the thread used any */
static gboolean
weigh_by_cpu (FulDerivedThread *thread,
              FulSampleRows    *rows,
              double           *weight)
{
  FulProfile *profile = thread->profile;
  FulThread *only = ful_profile_get_thread (profile, thread->threads->threads[0]);
  double reference = ful_cpu_use_get_reference (profile), sum = 0;

  if (thread->threads->n_threads > 1 || rows->n_rows == 0 || !ful_cpu_use_is_known (profile, only) ||
      rows->time < only->samples->time || rows->time + rows->n_rows > only->samples->time + only->samples->table.n_rows)
    return FALSE;

  for (guint i = 0, row = (guint) (rows->time - only->samples->time); i < rows->n_rows; i++, row++)
    {
      weight[i] = ful_cpu_time_get (only->samples, reference, row);
      sum += weight[i];
    }

  return sum > 0;
}

/* Sums up what was not idle by nodes, and finds whether scripts tell more about it than native code.
 * Returns: %FALSE if it was cancelled */
static gboolean
sum_up (Walk              *self,
        FulDerivedThread  *thread,
        FulSampleRows     *rows,
        GCancellable      *cancellable,
        GError           **error)
{
  FulCallNodeTable *nodes = self->nodes;
  gint32 idle_category = self->profile->idle_category;
  g_autofree double *weight = g_new (double, MAX (rows->n_rows, 1));
  g_autofree guint8 *idle = g_new0 (guint8, MAX (rows->n_rows, 1));
  g_autofree guint8 *has_script = g_new0 (guint8, MAX (nodes->n_nodes, 1));
  double unnamed = 0, with_script = 0, all = 0;

  for (guint i = 0; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);
      FulFuncIndex leaf = stack == FUL_NONE ? FUL_NONE : nodes->func[nodes->stack_to_node[stack]];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      idle[i] = stack == FUL_NONE ||
                (idle_category != FUL_NONE && ful_stack_table_get_category (thread->stacks->stacks, stack) == idle_category) ||
                (self->kinds[leaf] == FUL_FUNC_KIND_META &&
                 g_str_equal (ful_profile_get_func_name (self->profile, leaf), "(idle)"));
    }
  if (!weigh_by_cpu (thread, rows, weight))
    weigh_by_time (rows, idle, weight);

  for (guint i = 0; i < rows->n_rows; i++)
    if (!idle[i])
      self->weight[nodes->stack_to_node[ful_sample_rows_get_stack (rows, i)]] += weight[i];
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  for (guint n = 0; n < nodes->n_nodes; n++)
    {
      has_script[n] = is_of_script (self, nodes->func[n]) || (nodes->prefix[n] != FUL_NONE && has_script[nodes->prefix[n]]);
      all += self->weight[n];
      unnamed += self->kinds[nodes->func[n]] == FUL_FUNC_KIND_UNNAMED ? self->weight[n] : 0;
      with_script += has_script[n] ? self->weight[n] : 0;
    }
  self->of_scripts = unnamed >= SHARE * all && with_script > (1 - SHARE) * all;
  for (guint n = nodes->n_nodes; n-- > 0; )
    if (nodes->prefix[n] != FUL_NONE)
      self->weight[nodes->prefix[n]] += self->weight[n];

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_array_unref (group->nodes);
  g_free (group);
}

/* Adds the nodes below one by their functions. What the path leaves out, and further unnamed functions of the library
 * that is left, count as that one. */
static void
add_children (const Walk *self,
              GHashTable *groups,
              gint32      key,
              GArray     *todo)
{
  while (todo->len > 0)
    {
      FulCallNodeIndex node = g_array_index (todo, FulCallNodeIndex, todo->len - 1);

      g_array_set_size (todo, todo->len - 1);
      for (FulCallNodeIndex child = ful_call_node_table_first_child (self->nodes, node); child != FUL_NONE;
           child = ful_call_node_table_next_sibling (self->nodes, child))
        {
          FulFuncIndex func = self->nodes->func[child];
          gint32 own_key = get_key (self, func);
          Group *group;

          if (self->weight[child] <= 0)
            continue;
          if ((self->of_scripts && !is_of_script (self, func)) || (own_key < FUL_NONE && own_key == key))
            {
              g_array_append_val (todo, child);
              continue;
            }
          group = g_hash_table_lookup (groups, GINT_TO_POINTER (own_key));
          if (group == NULL)
            {
              group = g_new (Group, 1);
              *group = (Group) { own_key, 0, g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex)) };
              g_hash_table_insert (groups, GINT_TO_POINTER (own_key), group);
            }
          group->weight += self->weight[child];
          g_array_append_val (group->nodes, child);
        }
    }
}

/* Returns: (transfer full): the heaviest group below the nodes of @todo, which becomes empty; %NULL if none has enough */
static Group *
find_heaviest (const Walk *self,
               gint32      key,
               GArray     *todo,
               double      least)
{
  g_autoptr(GHashTable) groups = g_hash_table_new_full (NULL, NULL, NULL, group_free);
  Group *heaviest = NULL, *group;
  GHashTableIter iter;

  add_children (self, groups, key, todo);
  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &group))
    if (group->weight >= least && (heaviest == NULL || group->weight > heaviest->weight ||
                                   (group->weight == heaviest->weight && group->key < heaviest->key)))
      heaviest = group;
  if (heaviest)
    g_hash_table_steal (groups, GINT_TO_POINTER (heaviest->key));

  return heaviest;
}

/* Returns: the key of the last function of the best kind on the path; FUL_NONE if there is no path */
static gint32
walk_down (const Walk *self,
           double      all)
{
  gint32 last_of_kind[] = { [FUL_FUNC_KIND_OWN] = FUL_NONE, [FUL_FUNC_KIND_LABEL] = FUL_NONE, [FUL_FUNC_KIND_LIBRARY] = FUL_NONE,
                            [FUL_FUNC_KIND_UNNAMED] = FUL_NONE, [FUL_FUNC_KIND_META] = FUL_NONE };
  g_autoptr(GArray) todo = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  FulCallNodeIndex root = FUL_NONE;
  gint32 last = FUL_NONE;
  Group *group;

  g_array_append_val (todo, root);
  while ((group = find_heaviest (self, last, todo, SHARE * all)))
    {
      last = group->key;
      if (last >= 0)
        last_of_kind[self->kinds[last]] = last;
      g_array_append_vals (todo, group->nodes->data, group->nodes->len);
      group_free (group);
    }

  return last_of_kind[FUL_FUNC_KIND_OWN] != FUL_NONE ? last_of_kind[FUL_FUNC_KIND_OWN]
         : last_of_kind[FUL_FUNC_KIND_LABEL] != FUL_NONE ? last_of_kind[FUL_FUNC_KIND_LABEL]
         : last_of_kind[FUL_FUNC_KIND_LIBRARY] != FUL_NONE ? last_of_kind[FUL_FUNC_KIND_LIBRARY]
         : last;
}

/**
 * ful_hot_node_find:
 * @tree: a tree that is not inverted
 * @thread: its derived thread
 * @out_node: (out): of the nodes of the hot function the one with the greatest total, the outermost of equal ones;
 *   %FUL_NONE if nothing has half of what the thread did
 *
 * Looks at CPU time, where the thread has it, else at the time between samples. O(samples + nodes + functions).
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_hot_node_find (FulCallTree       *tree,
                   FulDerivedThread  *thread,
                   FulCallNodeIndex  *out_node,
                   GCancellable      *cancellable,
                   GError           **error)
{
  FulCallNodeTable *nodes = tree->nodes;
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
  const guint8 *kinds = ful_func_kinds_get (thread->profile);
  g_autofree double *weight = g_new0 (double, MAX (nodes->n_nodes, 1));
  Walk self = { thread->profile, nodes, kinds, weight, FALSE };
  FulCallNodeIndex hot = FUL_NONE;
  double all = 0;
  gint32 key;

  *out_node = FUL_NONE;
  if (!sum_up (&self, thread, rows, cancellable, error))
    return FALSE;

  for (FulCallNodeIndex root = ful_call_node_table_first_child (nodes, FUL_NONE); root != FUL_NONE;
       root = ful_call_node_table_next_sibling (nodes, root))
    all += weight[root];
  key = all > 0 ? walk_down (&self, all) : FUL_NONE;
  if (key == FUL_NONE)
    return TRUE;

  for (FulCallNodeIndex node = 0; (guint) node < nodes->n_nodes; node++)
    if (get_key (&self, nodes->func[node]) == key && ful_call_tree_is_visible (tree, node) &&
        (hot == FUL_NONE || fabs (ful_call_tree_get_total (tree, node)) > fabs (ful_call_tree_get_total (tree, hot))))
      hot = node;
  *out_node = hot;

  return TRUE;
}

/**
 * ful_hot_node_choose:
 * @tree: any tree
 * @thread: its derived thread
 * @out_node: (out): the node that is selected while nobody has selected one: the hot one; without one, and in an inverted
 *   tree, the first of the heaviest path; %FUL_NONE if there is no node
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_hot_node_choose (FulCallTree       *tree,
                     FulDerivedThread  *thread,
                     FulCallNodeIndex  *out_node,
                     GCancellable      *cancellable,
                     GError           **error)
{
  g_autoptr(GArray) nodes = NULL;

  *out_node = FUL_NONE;
  if (!tree->inverted && !ful_hot_node_find (tree, thread, out_node, cancellable, error))
    return FALSE;
  if (*out_node != FUL_NONE)
    return TRUE;

  nodes = ful_call_tree_initial_expansion (tree, out_node);
  if (nodes->len > 0)
    *out_node = g_array_index (nodes, FulCallNodeIndex, 0);

  return TRUE;
}
