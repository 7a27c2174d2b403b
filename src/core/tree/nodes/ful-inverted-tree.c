/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The inverted tree, created on demand (call-tree.md 3).
 *
 * All call nodes are in one array, ordered so that the members of an inverted node
 * are a range of it. Roots are the ranges of equal function. Expanding a node
 * groups its members by the function one step up, within its range: the set in a
 * range never changes, the order inside does. Each member has its ancestor that the
 * innermost node created so far with that member refers to.
 *
 * Creating all nodes would need 32 million of them where the non-inverted tree has
 * half a million.
 *
 * Recursion a hundred thousand deep would have each level list all of its members
 * again. Those are runs instead; an inverted node has a list of them in addition to
 * its range: one step up, the first member of a run may have left the recursion,
 * and the others have a function in common. */

#include "config.h"

#include "ful-inverted-tree.h"

#include <stdlib.h>

#define NOT_MADE (-1)

/* Columns that change together are next to each other. */
typedef struct
{
  guint32          begin;          /* members */
  guint32          end;
  FulCategoryIndex category;
  gint32           subcategory;
  gint32           inlined_into;
  FulFuncIndex     func;
  FulCallNodeIndex parent;
  gint32           depth;
  FulCallNodeIndex first_child;
  gint32           n_children;     /* or NOT_MADE */
  guint32          first_run;
  guint32          n_runs;
} InvertedNode;

struct _FulInvertedTree
{
  FulCallNodeTable *table;
  GMutex            lock;
  FulCallNodeIndex *members;       /* all call nodes but those in recursion */
  FulCallNodeIndex *ancestor;      /* one for each member */
  GArray           *nodes;         /* InvertedNode */
  GArray           *recursion;     /* FulRecursion */
  GArray           *runs;          /* FulInvertedRun */
};

static void
ful_inverted_tree_clear (gpointer data)
{
  FulInvertedTree *self = data;

  ful_call_node_table_unref (self->table);
  g_mutex_clear (&self->lock);
  g_free (self->members);
  g_free (self->ancestor);
  g_array_unref (self->nodes);
  g_array_unref (self->recursion);
  g_array_unref (self->runs);
}

/* Merges the columns of an ancestor into those of @node, as those of stacks are. */
static inline void
merge_columns (const FulCallNodeTable *table,
               InvertedNode           *node,
               FulCallNodeIndex        ancestor,
               gboolean                first)
{
  FulCategoryIndex category = ful_call_node_table_get_category (table, ancestor);
  gint32 subcategory = ful_call_node_table_get_subcategory (table, ancestor);
  gint32 inlined_into = ful_call_node_table_get_inlined_into (table, ancestor);

  if (first)
    {
      node->category = category;
      node->subcategory = subcategory;
      node->inlined_into = inlined_into;
      return;
    }

  if (node->category != category)
    {
      node->category = table->profile->default_category;
      node->subcategory = 0;
    }
  else if (node->subcategory != subcategory)
    node->subcategory = 0;
  if (node->inlined_into != inlined_into)
    node->inlined_into = FUL_INLINED_DIVERGENT;
}

/* Lets @node have the runs from @first on that have its function. Returns: the first one after them */
static guint
take_runs (FulInvertedTree *self,
           InvertedNode    *node,
           guint            first,
           gboolean         has_members)
{
  guint i = first;

  g_assert (first <= self->runs->len);

  for (; i < self->runs->len; i++)
    {
      FulCallNodeIndex ancestor = g_array_index (self->runs, FulInvertedRun, i).ancestor;

      if (self->table->func[ancestor] != node->func)
        break;
      merge_columns (self->table, node, ancestor, !has_members && i == first);
    }
  node->first_run = first;
  node->n_runs = i - first;

  return i;
}

/**
 * ful_inverted_tree_new:
 * @nodes: a call node table
 *
 * Creates the roots. O(call nodes + functions).
 *
 * Returns: (transfer full): the inverted tree
 */
FulInvertedTree *
ful_inverted_tree_new (FulCallNodeTable *nodes)
{
  FulInvertedTree *self = g_atomic_rc_box_new0 (FulInvertedTree);
  guint n = nodes->n_nodes;
  guint n_funcs = nodes->n_funcs;
  g_autofree guint32 *next = g_new0 (guint32, (gsize) n_funcs + 1);
  guint run = 0, r = 0;

  self->table = ful_call_node_table_ref (nodes);
  g_mutex_init (&self->lock);
  self->members = g_new (FulCallNodeIndex, MAX (n, 1));
  self->ancestor = g_new (FulCallNodeIndex, MAX (n, 1));
  self->nodes = g_array_sized_new (FALSE, TRUE, sizeof (InvertedNode), n_funcs);
  g_array_set_size (self->nodes, n_funcs);
  self->recursion = ful_recursion_find_all (nodes);
  self->runs = ful_inverted_runs_new (nodes, self->recursion);

  for (guint i = 0; i < n; i++)
    next[nodes->func[i] + 1]++;
  for (guint i = 0; i < self->runs->len; i++)
    {
      const FulInvertedRun *taken = &g_array_index (self->runs, FulInvertedRun, i);

      next[nodes->func[taken->member] + 1] -= (guint32) taken->n;
    }
  for (guint i = 0; i < n_funcs; i++)
    next[i + 1] += next[i];
  for (guint i = 0; i < n_funcs; i++)
    {
      InvertedNode *root = &g_array_index (self->nodes, InvertedNode, i);

      root->begin = next[i];
      root->end = next[i + 1];
      root->func = (FulFuncIndex) i;
      root->parent = FUL_NONE;
      root->n_children = NOT_MADE;
      root->category = nodes->profile->default_category;
      root->inlined_into = FUL_INLINED_NEVER;
    }
  for (guint i = 0; i < n; i++)
    {
      InvertedNode *root = &g_array_index (self->nodes, InvertedNode, nodes->func[i]);
      guint32 place;

      if (r < self->recursion->len && (gint32) i == g_array_index (self->recursion, FulRecursion, r).begin)
        {
          i = (guint) g_array_index (self->recursion, FulRecursion, r++).end - 1;
          continue;
        }

      place = next[nodes->func[i]]++;
      self->members[place] = self->ancestor[place] = (FulCallNodeIndex) i;
      merge_columns (nodes, root, (FulCallNodeIndex) i, place == root->begin);
    }
  while (run < self->runs->len)
    {
      FulFuncIndex func = nodes->func[g_array_index (self->runs, FulInvertedRun, run).ancestor];
      InvertedNode *root = &g_array_index (self->nodes, InvertedNode, func);

      run = take_runs (self, root, run, root->begin < root->end);
    }

  return self;
}

FulInvertedTree *
ful_inverted_tree_ref (FulInvertedTree *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_inverted_tree_unref (FulInvertedTree *self)
{
  g_atomic_rc_box_release_full (self, ful_inverted_tree_clear);
}

typedef struct
{
  FulFuncIndex     func;     /* of the caller; -1 sorts those without one first */
  guint32          place;    /* keeps the sort stable */
  FulCallNodeIndex member;
  FulCallNodeIndex caller;
} Step;

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const Step *x = a;
  const Step *y = b;

  if (x->func != y->func)
    return x->func < y->func ? -1 : 1;

  return x->place < y->place ? -1 : 1;
}

/* Stable; by counting where there are many rows for the functions. */
static Step *
sort_steps (Step  *steps,
            guint  n,
            guint  n_funcs)
{
  g_autofree guint32 *next = NULL;
  Step *sorted;
  gboolean in_order = TRUE;

  for (guint i = 1; i < n && in_order; i++)
    in_order = steps[i - 1].func <= steps[i].func;
  if (in_order)
    return steps;

  if (n < 64 || n < n_funcs / 16)
    {
      qsort (steps, n, sizeof *steps, compare_steps);
      return steps;
    }

  next = g_new0 (guint32, (gsize) n_funcs + 2);
  for (guint i = 0; i < n; i++)
    next[steps[i].func + 2]++;
  for (guint i = 0; i <= n_funcs; i++)
    next[i + 1] += next[i];
  sorted = g_new (Step, n);
  for (guint i = 0; i < n; i++)
    sorted[next[steps[i].func + 1]++] = steps[i];
  g_free (steps);

  return sorted;
}

/* The lowest function among the callers that are left: steps, and runs from @run on. */
static FulFuncIndex
next_func (const FulInvertedTree *self,
           const Step            *steps,
           guint                  n_steps,
           guint                  run)
{
  FulFuncIndex func = n_steps > 0 ? steps[0].func : G_MAXINT32;

  g_assert (run <= self->runs->len);
  g_assert (n_steps > 0 || run < self->runs->len);

  if (run < self->runs->len)
    func = MIN (func, self->table->func[g_array_index (self->runs, FulInvertedRun, run).ancestor]);

  return func;
}

/* Called with the lock held. */
static void
make_children (FulInvertedTree  *self,
               FulCallNodeIndex  index)
{
  const FulCallNodeTable *table = self->table;
  InvertedNode parent = g_array_index (self->nodes, InvertedNode, index);
  guint n = parent.end - parent.begin;
  Step *steps = g_new (Step, MAX (n, 1));
  FulCallNodeIndex first = (FulCallNodeIndex) self->nodes->len;
  guint run = ful_inverted_runs_to_callers (self->runs, parent.first_run, parent.n_runs, table);
  guint i = 0;

  g_assert ((guint) index < self->nodes->len);
  g_assert (parent.n_children == NOT_MADE);

  for (guint k = 0; k < n; k++)
    {
      FulCallNodeIndex caller = table->prefix[self->ancestor[parent.begin + k]];

      steps[k] = (Step) { caller == FUL_NONE ? FUL_NONE : table->func[caller], k,
                          self->members[parent.begin + k], caller };
    }
  steps = sort_steps (steps, n, table->n_funcs);
  for (guint k = 0; k < n; k++)
    {
      self->members[parent.begin + k] = steps[k].member;
      self->ancestor[parent.begin + k] = steps[k].caller;
    }

  while (i < n && steps[i].caller == FUL_NONE)
    i++;
  while (i < n || run < self->runs->len)
    {
      InvertedNode child = {
        .begin = parent.begin + i,
        .func = next_func (self, steps + i, n - i, run),
        .parent = index,
        .depth = parent.depth + 1,
        .n_children = NOT_MADE,
      };

      while (i < n && steps[i].func == child.func)
        i++;
      child.end = parent.begin + i;
      for (guint k = child.begin; k < child.end; k++)
        merge_columns (table, &child, self->ancestor[k], k == child.begin);
      run = take_runs (self, &child, run, child.begin < child.end);
      g_assert (self->nodes->len < FUL_MAX_ROWS);
      g_array_append_val (self->nodes, child);
    }
  g_free (steps);

  g_array_index (self->nodes, InvertedNode, index).first_child = first;
  g_array_index (self->nodes, InvertedNode, index).n_children = (gint32) self->nodes->len - first;
}

/**
 * ful_inverted_tree_get_children:
 * @self: an inverted tree
 * @node: a node
 * @out_first: (out): the first child; the others follow by number, ascending by function
 *
 * Creates the children on the first call: O(members × log members), where a run counts as one.
 *
 * Returns: the number of children
 */
guint
ful_inverted_tree_get_children (FulInvertedTree  *self,
                                FulCallNodeIndex  node,
                                FulCallNodeIndex *out_first)
{
  guint n;

  g_assert ((guint) node < self->nodes->len);

  g_mutex_lock (&self->lock);
  if (g_array_index (self->nodes, InvertedNode, node).n_children == NOT_MADE)
    make_children (self, node);
  *out_first = g_array_index (self->nodes, InvertedNode, node).first_child;
  n = (guint) g_array_index (self->nodes, InvertedNode, node).n_children;
  g_mutex_unlock (&self->lock);

  return n;
}

static InvertedNode
get_node (FulInvertedTree  *self,
          FulCallNodeIndex  node)
{
  InvertedNode copy;

  g_assert ((guint) node < self->nodes->len);

  g_mutex_lock (&self->lock);
  copy = g_array_index (self->nodes, InvertedNode, node);
  g_mutex_unlock (&self->lock);

  return copy;
}

FulCallNodeIndex
ful_inverted_tree_get_parent (FulInvertedTree  *self,
                              FulCallNodeIndex  node)
{
  return get_node (self, node).parent;
}

FulFuncIndex
ful_inverted_tree_get_func (FulInvertedTree  *self,
                            FulCallNodeIndex  node)
{
  return get_node (self, node).func;
}

gint32
ful_inverted_tree_get_depth (FulInvertedTree  *self,
                             FulCallNodeIndex  node)
{
  return get_node (self, node).depth;
}

void
ful_inverted_tree_get_category (FulInvertedTree  *self,
                                FulCallNodeIndex  node,
                                FulCategoryIndex *out_category,
                                gint32           *out_subcategory)
{
  InvertedNode copy = get_node (self, node);

  *out_category = copy.category;
  *out_subcategory = copy.subcategory;
}

gint32
ful_inverted_tree_get_inlined_into (FulInvertedTree  *self,
                                    FulCallNodeIndex  node)
{
  return get_node (self, node).inlined_into;
}

/**
 * ful_inverted_tree_find_path:
 * @path: (array length=n_funcs): functions from the leaf
 *
 * Creates the nodes on the path.
 *
 * Returns: the node of that path, or %FUL_NONE if there is none or the path is empty
 */
FulCallNodeIndex
ful_inverted_tree_find_path (FulInvertedTree    *self,
                             const FulFuncIndex *path,
                             guint               n_funcs)
{
  FulCallNodeIndex node;
  InvertedNode root;

  if (n_funcs == 0 || path[0] < 0 || path[0] >= (FulFuncIndex) self->table->n_funcs)
    return FUL_NONE;

  node = path[0];
  root = get_node (self, node);
  if (root.begin == root.end && root.n_runs == 0)
    return FUL_NONE;

  for (guint i = 1; i < n_funcs; i++)
    {
      FulCallNodeIndex first;
      guint n = ful_inverted_tree_get_children (self, node, &first);
      guint k = 0;

      while (k < n && ful_inverted_tree_get_func (self, first + (FulCallNodeIndex) k) != path[i])
        k++;
      if (k == n)
        return FUL_NONE;
      node = first + (FulCallNodeIndex) k;
    }

  return node;
}

/**
 * ful_inverted_tree_mark_members:
 * @self: an inverted tree
 * @node: a node
 * @mark: any value
 * @marks: (array): for each call node; set to @mark for the members of @node
 */
void
ful_inverted_tree_mark_members (FulInvertedTree  *self,
                                FulCallNodeIndex  node,
                                guint8            mark,
                                guint8           *marks)
{
  InvertedNode copy;

  g_assert ((guint) node < self->nodes->len);

  g_mutex_lock (&self->lock);
  copy = g_array_index (self->nodes, InvertedNode, node);
  for (guint i = copy.begin; i < copy.end; i++)
    marks[self->members[i]] = mark;
  for (guint i = 0; i < copy.n_runs; i++)
    {
      const FulInvertedRun *run = &g_array_index (self->runs, FulInvertedRun, copy.first_run + i);

      for (gint32 k = 0; k < run->n; k++)
        marks[run->member + k * run->recursion->stride] = mark;
    }
  g_mutex_unlock (&self->lock);
}

/**
 * ful_inverted_tree_get_recursion:
 *
 * Returns: (transfer none) (element-type FulRecursion): the recursion that the runs are part of
 */
const GArray *
ful_inverted_tree_get_recursion (FulInvertedTree *self)
{
  return self->recursion;
}

/**
 * ful_inverted_tree_lock:
 *
 * Keeps the members of all nodes in their order until ful_inverted_tree_unlock().
 * No other function of the tree but ful_inverted_tree_peek_members() and
 * ful_inverted_tree_peek_runs() may be called in between.
 */
void
ful_inverted_tree_lock (FulInvertedTree *self)
{
  g_mutex_lock (&self->lock);
}

void
ful_inverted_tree_unlock (FulInvertedTree *self)
{
  g_mutex_unlock (&self->lock);
}

/**
 * ful_inverted_tree_peek_members:
 * @self: an inverted tree, locked
 * @node: a node
 * @out_n: (out): number of members
 *
 * Returns: (transfer none) (array length=out_n): the members of @node, except those of its runs;
 *   valid while locked
 */
const FulCallNodeIndex *
ful_inverted_tree_peek_members (FulInvertedTree  *self,
                                FulCallNodeIndex  node,
                                guint            *out_n)
{
  const InvertedNode *inverted = &g_array_index (self->nodes, InvertedNode, node);

  *out_n = inverted->end - inverted->begin;

  return self->members + inverted->begin;
}

/**
 * ful_inverted_tree_peek_runs:
 * @self: an inverted tree, locked
 * @node: a node
 * @out_n: (out): number of runs
 *
 * Returns: (transfer none) (nullable) (array length=out_n): the other members of @node; valid while locked
 */
const FulInvertedRun *
ful_inverted_tree_peek_runs (FulInvertedTree  *self,
                             FulCallNodeIndex  node,
                             guint            *out_n)
{
  const InvertedNode *inverted = &g_array_index (self->nodes, InvertedNode, node);

  *out_n = inverted->n_runs;

  return inverted->n_runs > 0 ? &g_array_index (self->runs, FulInvertedRun, inverted->first_run) : NULL;
}
