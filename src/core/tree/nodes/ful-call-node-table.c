/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stacks joined by function (call-tree.md 2), in O(stacks):
 *
 * 1. each stack looks up the node (node of its prefix, func); nodes are numbered in
 * order of discovery; 2. nodes are renumbered in
 * depth-first order with siblings ascending by function, which makes a subtree a
 * range of rows; 3. what describes a node is merged over its stacks. */

#include "config.h"

#include "ful-call-node-table.h"

#include "base/ful-prefix-tree.h"

#include <string.h>

/* Columns of 4 bytes, one after the other in one block, the last one only if a frame is inlined; then one of a byte. */
enum { PREFIX, FUNC, SUBTREE_END, DEPTH, FIRST_STACK, N_COLUMNS, INLINED_INTO = N_COLUMNS };

static void
ful_call_node_table_clear (gpointer data)
{
  FulCallNodeTable *self = data;

  g_clear_object (&self->profile);
  g_clear_pointer (&self->stacks, ful_table_unref);
  g_clear_pointer (&self->frames, ful_table_unref);
  g_free (self->columns);
  g_free (self->name_ranks);
  g_free (self->func_categories);
  g_free ((gpointer) self->stack_to_node);
}

/* Numbers the nodes in depth-first order, siblings ascending by function. Returns:
 * new number by old number, not of all if cancelled */
static gint32 *
relabel (FulPrefixNode *nodes,
         guint          n,
         guint          n_funcs,
         GCancellable  *cancellable)
{
  g_autofree guint *func_begin = g_new0 (guint, (gsize) n_funcs + 1);
  gint32 *renamed = g_new (gint32, n);
  gint32 *by_func = renamed;   /* until nodes are renamed */
  gint32 first_root = FUL_NONE;
  gint32 node, next = 0;

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

  /* Pre-order walk. */
  for (node = first_root; node != FUL_NONE; )
    {
      if (next % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      renamed[node] = next++;
      if (nodes[node].first_child != FUL_NONE)
        {
          node = nodes[node].first_child;
          continue;
        }
      while (nodes[node].next_sibling == FUL_NONE && nodes[node].parent != FUL_NONE)
        node = nodes[node].parent;
      node = nodes[node].next_sibling;
    }

  return renamed;
}

static void
allocate (FulCallNodeTable *self,
          guint             n_nodes,
          gboolean          has_inlined)
{
  gsize n_columns = N_COLUMNS + (has_inlined ? 1 : 0);
  gint32 *columns = g_malloc0_n (MAX (n_nodes, 1), n_columns * sizeof (gint32) + 1);

  self->n_nodes = n_nodes;
  self->columns = columns;
  self->prefix = columns + (gsize) PREFIX * n_nodes;
  self->func = columns + (gsize) FUNC * n_nodes;
  self->subtree_end = columns + (gsize) SUBTREE_END * n_nodes;
  self->depth = columns + (gsize) DEPTH * n_nodes;
  self->first_stack = columns + (gsize) FIRST_STACK * n_nodes;
  self->inlined_into = has_inlined ? columns + (gsize) INLINED_INTO * n_nodes : NULL;
  self->differs = (guint8 *) (columns + n_columns * n_nodes);
}

static gint32
get_inlined_into (const FulFrameTable *frames,
                  FulFrameIndex        frame)
{
  return frames->inline_depth[frame] > 0 && frames->native_symbol[frame] != FUL_NONE ? frames->native_symbol[frame]
                                                                                     : FUL_INLINED_NEVER;
}

static gboolean
has_inlined_frames (const FulFrameTable *frames)
{
  for (guint i = 0; i < frames->table.n_rows; i++)
    if (get_inlined_into (frames, (FulFrameIndex) i) != FUL_INLINED_NEVER)
      return TRUE;

  return FALSE;
}

/* A stack belongs to @node (call-tree.md 2, step 3). */
static inline void
merge_stack (FulCallNodeTable *self,
             FulCallNodeIndex  node,
             FulStackIndex     stack)
{
  const FulStackTable *stacks = self->stacks;
  FulStackIndex first = self->first_stack[node];
  guint8 *differs = (guint8 *) self->differs + node;
  gint32 *inlined_into = self->inlined_into ? (gint32 *) self->inlined_into + node : NULL;

  if (first == FUL_NONE)
    {
      FulStackIndex prefix = stacks->prefix[stack];

      ((gint32 *) self->first_stack)[node] = stack;
      ((gint32 *) self->prefix)[node] = prefix == FUL_NONE ? FUL_NONE : self->stack_to_node[prefix];
      ((gint32 *) self->func)[node] = self->frames->func[stacks->frame[stack]];
      if (inlined_into)
        *inlined_into = get_inlined_into (self->frames, stacks->frame[stack]);
      return;
    }

  if (ful_stack_table_get_category (stacks, stack) != ful_stack_table_get_category (stacks, first))
    *differs |= FUL_DIFFERS_CATEGORY;
  if (ful_stack_table_get_subcategory (stacks, stack) != ful_stack_table_get_subcategory (stacks, first))
    *differs |= FUL_DIFFERS_SUBCATEGORY;
  if (inlined_into && *inlined_into != get_inlined_into (self->frames, stacks->frame[stack]))
    *inlined_into = FUL_INLINED_DIVERGENT;
}

/* What follows from the callers, which come before the called. */
static void
fill_tree (FulCallNodeTable *self)
{
  gint32 *subtree_end = (gint32 *) self->subtree_end;
  gint32 *depth = (gint32 *) self->depth;
  gint32 n = (gint32) self->n_nodes;

  self->max_depth = -1;
  for (gint32 i = 0; i < n; i++)
    {
      subtree_end[i] = i + 1;
      depth[i] = self->prefix[i] == FUL_NONE ? 0 : depth[self->prefix[i]] + 1;
      self->max_depth = MAX (self->max_depth, depth[i]);
    }
  for (gint32 i = n; i-- > 0; )
    if (self->prefix[i] != FUL_NONE)
      subtree_end[self->prefix[i]] = MAX (subtree_end[self->prefix[i]], subtree_end[i]);
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

  n = ful_prefix_tree_get_n (tree);
  nodes = ful_prefix_tree_free_to_nodes (g_steal_pointer (&tree));

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  /* The columns take the place of the nodes. */
  renamed = relabel (nodes, n, self->n_funcs, cancellable);
  g_clear_pointer (&nodes, g_free);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  allocate (self, n, has_inlined_frames (self->frames));
  if (n > 0)
    memset ((gint32 *) self->first_stack, 0xff, (gsize) n * sizeof *self->first_stack);
  for (guint i = 0; i < n_stacks; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      stack_to_node[i] = renamed[stack_to_node[i]];
      merge_stack (self, stack_to_node[i], (FulStackIndex) i);
    }
  fill_tree (self);

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
  FulTableBuilder stacks;

  allocate (self, n_funcs, FALSE);
  self->profile = g_object_ref (profile);
  self->n_funcs = profile->funcs->table.n_rows;
  self->max_depth = n_funcs > 0 ? 0 : -1;

  /* Categories are those of stacks. */
  ful_table_builder_init (&stacks, &ful_stack_table_class);
  ful_table_builder_add_column (&stacks, FUL_STACK_CATEGORY);
  ful_table_builder_add_column (&stacks, FUL_STACK_SUBCATEGORY);
  ful_table_builder_append (&stacks, n_funcs);
  memcpy (FUL_CELLS (&stacks, FUL_STACK_CATEGORY, gint32), categories, n_funcs * sizeof *categories);
  self->stacks = ful_table_builder_publish (&stacks);
  ful_table_builder_clear (&stacks);

  for (guint i = 0; i < n_funcs; i++)
    {
      ((gint32 *) self->prefix)[i] = FUL_NONE;
      ((gint32 *) self->func)[i] = funcs[i];
      ((gint32 *) self->subtree_end)[i] = (gint32) i + 1;
      ((gint32 *) self->first_stack)[i] = (gint32) i;
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
  return ((gsize) self->n_nodes * (N_COLUMNS + (self->inlined_into ? 1 : 0)) + self->n_stacks) * sizeof (gint32) + self->n_nodes;
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
