/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stacks joined by function (call-tree.md 2), in O(stacks):
 *
 * 1. each stack looks up the node (node of its prefix, func); nodes are numbered in
 * order of discovery; 2. nodes are renumbered in
 * depth-first order with siblings ascending by function, which makes a subtree a
 * range of rows; 3. the columns that describe a node are merged over its stacks. */

#include "config.h"

#include "ful-call-node-table.h"

#include "base/ful-prefix-tree.h"

#include <string.h>

/* Columns of 4 bytes, one after the other in one block. */
enum { PREFIX, FUNC, SUBTREE_END, DEPTH, N_TREE_COLUMNS, CATEGORY = N_TREE_COLUMNS, SUBCATEGORY, INLINED_INTO, FIRST_STACK, N_COLUMNS };

static void
ful_call_node_table_clear (gpointer data)
{
  FulCallNodeTable *self = data;

  g_clear_object (&self->profile);
  g_clear_pointer (&self->stacks, ful_table_unref);
  g_clear_pointer (&self->frames, ful_table_unref);
  g_free (self->columns);
  g_free ((gpointer) self->stack_to_node);
}

/* Numbers the nodes in depth-first order, siblings ascending by function. Returns:
 * new number by old number; fills in the columns of the tree */
static gint32 *
relabel (FulPrefixNode *nodes,
         guint          n,
         guint          n_funcs,
         gint32        *columns,
         int           *out_max_depth)
{
  g_autofree guint *func_begin = g_new0 (guint, (gsize) n_funcs + 1);
  gint32 *renamed = g_new (gint32, n);
  gint32 *prefix = columns + (gsize) PREFIX * n;
  gint32 *func = columns + (gsize) FUNC * n;
  gint32 *subtree_end = columns + (gsize) SUBTREE_END * n;
  gint32 *depth = columns + (gsize) DEPTH * n;
  gint32 *by_func = depth;   /* until depths are filled in */
  gint32 first_root = FUL_NONE;
  gint32 node, parent = FUL_NONE, next = 0;

  /* Counting sort by function, then lists filled from the greatest function on. */
  for (guint i = 0; i < n; i++)
    {
      nodes[i].first_child = FUL_NONE;
      func_begin[nodes[i].key + 1]++;
    }
  for (guint i = 0; i < n_funcs; i++)
    func_begin[i + 1] += func_begin[i];
  for (guint i = 0; i < n; i++)
    by_func[func_begin[nodes[i].key]++] = (gint32) i;

  for (guint i = n; i > 0; i--)
    {
      FulPrefixNode *child = &nodes[by_func[i - 1]];
      gint32 *list = child->parent == FUL_NONE ? &first_root : &nodes[child->parent].first_child;

      child->next_sibling = *list;
      *list = by_func[i - 1];
    }

  /* Pre-order walk. @node and @parent are old numbers, @next the new one. */
  *out_max_depth = -1;
  node = first_root;
  while (node != FUL_NONE)
    {
      gint32 row = next++;
      gint32 caller = parent == FUL_NONE ? FUL_NONE : renamed[parent];

      renamed[node] = row;
      prefix[row] = caller;
      func[row] = nodes[node].key;
      depth[row] = caller == FUL_NONE ? 0 : depth[caller] + 1;
      *out_max_depth = MAX (*out_max_depth, depth[row]);

      if (nodes[node].first_child != FUL_NONE)
        {
          parent = node;
          node = nodes[node].first_child;
          continue;
        }

      subtree_end[row] = next;
      while (nodes[node].next_sibling == FUL_NONE && parent != FUL_NONE)
        {
          node = parent;
          parent = nodes[node].parent;
          subtree_end[renamed[node]] = next;
        }
      node = nodes[node].next_sibling;
    }

  return renamed;
}

/* One stack more belongs to @node (call-tree.md 2, step 3). */
static inline void
merge_stack (FulCallNodeTable *self,
             gint32           *columns,
             FulCallNodeIndex  node,
             FulStackIndex     stack)
{
  gsize n = self->n_nodes;
  gint32 *category = &columns[CATEGORY * n + node];
  gint32 *subcategory = &columns[SUBCATEGORY * n + node];
  gint32 *inlined_into = &columns[INLINED_INTO * n + node];
  gint32 *first_stack = &columns[FIRST_STACK * n + node];
  FulFrameIndex frame = self->stacks->frame[stack];
  gint32 symbol = FUL_INLINED_NEVER;

  if (self->frames->inline_depth[frame] > 0 && self->frames->native_symbol[frame] != FUL_NONE)
    symbol = self->frames->native_symbol[frame];

  if (*first_stack == FUL_NONE)
    {
      *first_stack = stack;
      *category = self->stacks->category[stack];
      *subcategory = self->stacks->subcategory[stack];
      *inlined_into = symbol;
      return;
    }

  if (*category != self->stacks->category[stack])
    {
      *category = self->profile->default_category;
      *subcategory = 0;
    }
  else if (*subcategory != self->stacks->subcategory[stack])
    *subcategory = 0;

  if (*inlined_into != symbol)
    *inlined_into = FUL_INLINED_DIVERGENT;
}

/**
 * ful_call_node_table_new:
 * @stacks: the last stage of the filters
 * @cancellable: (nullable): checked every few thousand stacks
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Computes the call nodes of all stacks. O(stacks).
 *
 * Returns: (transfer full): the table, or %NULL with @error set
 */
FulCallNodeTable *
ful_call_node_table_new (FulFilteredStacks  *stacks,
                         GCancellable       *cancellable,
                         GError            **error)
{
  g_autoptr(FulCallNodeTable) self = g_atomic_rc_box_new0 (FulCallNodeTable);
  g_autoptr(FulPrefixTree) tree = ful_prefix_tree_new ();
  g_autofree FulPrefixNode *nodes = NULL;
  g_autofree gint32 *renamed = NULL;
  const FulStackTable *table = stacks->stacks;
  const FulFuncIndex *frame_func = stacks->frames->func;
  guint n_stacks = table->table.n_rows;
  guint n;
  FulCallNodeIndex *stack_to_node;
  gint32 *columns;

  self->profile = g_object_ref (stacks->profile);
  self->stacks = ful_table_ref (stacks->stacks);
  self->frames = ful_table_ref (stacks->frames);
  self->n_stacks = n_stacks;
  self->n_funcs = stacks->profile->funcs->table.n_rows;
  self->stack_to_node = stack_to_node = g_new (FulCallNodeIndex, n_stacks);

  for (guint i = 0; i < n_stacks; i++)
    {
      gint32 prefix = table->prefix[i] == FUL_NONE ? FUL_NONE : stack_to_node[table->prefix[i]];

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      stack_to_node[i] = ful_prefix_tree_get_child (tree, prefix, frame_func[table->frame[i]]);
    }

  self->n_nodes = n = ful_prefix_tree_get_n (tree);
  nodes = ful_prefix_tree_free_to_nodes (g_steal_pointer (&tree));

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  /* The other columns take the place of the nodes. */
  columns = g_new (gint32, (gsize) N_TREE_COLUMNS * n);
  renamed = relabel (nodes, n, self->n_funcs, columns, &self->max_depth);
  g_clear_pointer (&nodes, g_free);
  self->columns = columns = g_renew (gint32, columns, (gsize) N_COLUMNS * n);
  self->prefix = columns + (gsize) PREFIX * n;
  self->func = columns + (gsize) FUNC * n;
  self->subtree_end = columns + (gsize) SUBTREE_END * n;
  self->depth = columns + (gsize) DEPTH * n;
  self->category = columns + (gsize) CATEGORY * n;
  self->subcategory = columns + (gsize) SUBCATEGORY * n;
  self->inlined_into = columns + (gsize) INLINED_INTO * n;
  self->first_stack = columns + (gsize) FIRST_STACK * n;

  if (n > 0)
    memset (columns + (gsize) FIRST_STACK * n, 0xff, (gsize) n * sizeof *columns);
  for (guint i = 0; i < n_stacks; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      stack_to_node[i] = renamed[stack_to_node[i]];
      merge_stack (self, columns, stack_to_node[i], (FulStackIndex) i);
    }

  return g_steal_pointer (&self);
}

/**
 * ful_call_node_table_new_roots:
 * @profile: a profile
 * @funcs: (array length=n_funcs): a function for each node, in the order of the nodes
 * @categories: (array length=n_funcs): their categories
 * @n_funcs: number of nodes
 *
 * Returns: (transfer full): a table of roots that no stack belongs to
 */
FulCallNodeTable *
ful_call_node_table_new_roots (FulProfile             *profile,
                               const FulFuncIndex     *funcs,
                               const FulCategoryIndex *categories,
                               guint                   n_funcs)
{
  FulCallNodeTable *self = g_atomic_rc_box_new0 (FulCallNodeTable);
  gint32 *columns = g_new0 (gint32, (gsize) N_COLUMNS * MAX (n_funcs, 1));

  self->profile = g_object_ref (profile);
  self->n_nodes = n_funcs;
  self->n_funcs = profile->funcs->table.n_rows;
  self->max_depth = n_funcs > 0 ? 0 : -1;
  self->columns = columns;
  self->prefix = columns + (gsize) PREFIX * n_funcs;
  self->func = columns + (gsize) FUNC * n_funcs;
  self->subtree_end = columns + (gsize) SUBTREE_END * n_funcs;
  self->depth = columns + (gsize) DEPTH * n_funcs;
  self->category = columns + (gsize) CATEGORY * n_funcs;
  self->subcategory = columns + (gsize) SUBCATEGORY * n_funcs;
  self->inlined_into = columns + (gsize) INLINED_INTO * n_funcs;
  self->first_stack = columns + (gsize) FIRST_STACK * n_funcs;

  for (guint i = 0; i < n_funcs; i++)
    {
      columns[(gsize) PREFIX * n_funcs + i] = FUL_NONE;
      columns[(gsize) FUNC * n_funcs + i] = funcs[i];
      columns[(gsize) SUBTREE_END * n_funcs + i] = (gint32) i + 1;
      columns[(gsize) CATEGORY * n_funcs + i] = categories[i];
      columns[(gsize) INLINED_INTO * n_funcs + i] = FUL_INLINED_NEVER;
      columns[(gsize) FIRST_STACK * n_funcs + i] = FUL_NONE;
    }

  return self;
}

FulCallNodeTable *
ful_call_node_table_ref (FulCallNodeTable *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_call_node_table_unref (FulCallNodeTable *self)
{
  g_atomic_rc_box_release_full (self, ful_call_node_table_clear);
}

/**
 * ful_call_node_table_get_size:
 *
 * Returns: bytes of its columns
 */
gsize
ful_call_node_table_get_size (const FulCallNodeTable *self)
{
  return ((gsize) self->n_nodes * N_COLUMNS + self->n_stacks) * sizeof (gint32);
}

/**
 * ful_call_node_table_find_path:
 * @self: a call node table
 * @path: (array length=n_funcs): functions from the root
 * @n_funcs: length of @path
 *
 * Returns: the node of that path, or %FUL_NONE if there is none or the path is empty
 */
FulCallNodeIndex
ful_call_node_table_find_path (const FulCallNodeTable *self,
                               const FulFuncIndex     *path,
                               guint                   n_funcs)
{
  FulCallNodeIndex node = FUL_NONE;

  for (guint i = 0; i < n_funcs; i++)
    {
      FulCallNodeIndex child = ful_call_node_table_first_child (self, node);

      while (child != FUL_NONE && self->func[child] != path[i])
        child = ful_call_node_table_next_sibling (self, child);
      if (child == FUL_NONE)
        return FUL_NONE;
      node = child;
    }

  return node;
}
