/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a call tree: all of a subtree in display order, how many there are,
 * and which are open at first (call-tree.md 6.1).
 *
 * The tree from the roots is walked over its flat columns, without a call for
 * each node. */

#include "config.h"

#include "ful-call-tree-rows.h"

#include <math.h>
#include <stdlib.h>

typedef struct
{
  double           key;
  FulCallNodeIndex node;
} Entry;

/* Equal totals keep the order of the table, which is that of functions. */
static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *x = a;
  const Entry *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;

  return x->node > y->node ? -1 : 1;
}

/* Ascending, since the stack is popped from its end. */
static void
sort_entries (Entry *entries,
              guint  n)
{
  if (n > 16)
    {
      qsort (entries, n, sizeof *entries, compare_entries);
      return;
    }

  for (guint i = 1; i < n; i++)
    {
      Entry entry = entries[i];
      guint k = i;

      for (; k > 0 && compare_entries (&entries[k - 1], &entry) > 0; k--)
        entries[k] = entries[k - 1];
      entries[k] = entry;
    }
}

typedef struct
{
  Entry *entries;
  guint  n;
  guint  capacity;
} EntryStack;

static void
entry_stack_clear (EntryStack *self)
{
  g_free (self->entries);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EntryStack, entry_stack_clear)

static inline void
push_shown (EntryStack        *stack,
            const FulCallTree *tree,
            FulCallNodeIndex   child,
            FulCallNodeIndex   end)
{
  const FulCallNodeIndex *subtree_end = tree->nodes->subtree_end;
  guint first = stack->n;

  for (; child < end; child = subtree_end[child])
    {
      if (tree->total[child] == 0 && !tree->has_children[child])
        continue;

      if (stack->n == stack->capacity)
        {
          stack->capacity = MAX (stack->capacity * 2, 256);
          stack->entries = g_renew (Entry, stack->entries, stack->capacity);
        }
      stack->entries[stack->n++] = (Entry) { fabs (tree->total[child]), child };
    }

  if (stack->n - first > 1)
    sort_entries (stack->entries + first, stack->n - first);
}

static GArray *
expand_normal (FulCallTree       *tree,
               FulCallNodeIndex   node,
               guint              max_rows,
               GCancellable      *cancellable,
               GError           **error)
{
  const FulCallNodeTable *nodes = tree->nodes;
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  g_auto(EntryStack) stack = { NULL };
  guint capacity = node == FUL_NONE ? nodes->n_nodes : (guint) (nodes->subtree_end[node] - node - 1);
  FulCallTreeRow *row;
  guint n = 0;

  g_assert (tree->inverted == NULL);
  g_assert (node == FUL_NONE || (guint) node < nodes->n_nodes);

  g_array_set_size (rows, MIN (capacity, max_rows));
  row = (FulCallTreeRow *) (gpointer) rows->data;

  if (node == FUL_NONE)
    push_shown (&stack, tree, 0, (FulCallNodeIndex) nodes->n_nodes);
  else
    push_shown (&stack, tree, node + 1, nodes->subtree_end[node]);

  while (stack.n > 0 && n < rows->len)
    {
      FulCallNodeIndex next = stack.entries[--stack.n].node;

      if (n % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      row[n++] = (FulCallTreeRow) { next, nodes->depth[next] };
      if (tree->has_children[next])
        push_shown (&stack, tree, next + 1, nodes->subtree_end[next]);
    }
  g_array_set_size (rows, n);

  return g_steal_pointer (&rows);
}

static GArray *
expand_by_children (FulCallTree       *tree,
                    FulCallNodeIndex   node,
                    guint              max_rows,
                    GCancellable      *cancellable,
                    GError           **error)
{
  g_autoptr(GArray) rows = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (FulCallTreeRow));
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  FulCallTreeRow row = { node, node == FUL_NONE ? -1 : ful_call_tree_get_depth (tree, node) };

  for (gboolean first = TRUE; rows->len < max_rows; first = FALSE)
    {
      if (!first)
        {
          if (open->len == 0)
            break;
          row = g_array_index (open, FulCallTreeRow, open->len - 1);
          g_array_set_size (open, open->len - 1);
          g_array_append_val (rows, row);
        }

      if (rows->len % 64 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;

      ful_call_tree_get_children (tree, row.node, children);
      for (guint i = children->len; i > 0; i--)
        {
          FulCallTreeRow child = { g_array_index (children, FulCallNodeIndex, i - 1), row.depth + 1 };

          g_array_append_val (open, child);
        }
    }

  return g_steal_pointer (&rows);
}

/**
 * ful_call_tree_expand_all:
 * @tree: a call tree
 * @node: a node, or %FUL_NONE for the whole tree
 * @max_rows: stop after this many rows: the inverted tree can be a hundred times larger than the other
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Lists all nodes below @node in display order. O(nodes), a few ns each; in an inverted tree a few
 * hundred ns each, as its nodes are created.
 *
 * Returns: (transfer full) (element-type FulCallTreeRow): the rows, or %NULL with @error set
 */
GArray *
ful_call_tree_expand_all (FulCallTree       *tree,
                          FulCallNodeIndex   node,
                          guint              max_rows,
                          GCancellable      *cancellable,
                          GError           **error)
{
  if (tree->inverted || tree->is_list || tree->order)
    return expand_by_children (tree, node, max_rows, cancellable, error);

  return expand_normal (tree, node, max_rows, cancellable, error);
}

/* A call node that ends rows, while the inverted tree is counted. */
typedef struct
{
  FulFuncIndex     func;     /* of the caller */
  FulCallNodeIndex caller;
  double           self;
} Contribution;

static int
compare_contributions (gconstpointer a,
                       gconstpointer b)
{
  const Contribution *x = a;
  const Contribution *y = b;

  return x->func < y->func ? -1 : x->func > y->func;
}

typedef struct
{
  guint begin;
  guint end;
} Group;

/* Counts without making nodes: groups of contributing call nodes are split by
 * the function one step up until none has a caller. Done in place, depth first,
 * since a group is finished when its subgroups are. */
static guint64
count_inverted (FulCallTree   *tree,
                GCancellable  *cancellable,
                GError       **error)
{
  const FulCallNodeTable *nodes = tree->nodes;
  g_autoptr(GArray) contributions = g_array_new (FALSE, FALSE, sizeof (Contribution));
  g_autoptr(GArray) groups = g_array_new (FALSE, FALSE, sizeof (Group));
  Contribution *all;
  Group group;
  guint64 count = ful_inverted_numbers_count_roots (tree->inverted_numbers);
  guint rounds = 0;

  g_assert (tree->inverted);

  for (guint i = 0; i < nodes->n_nodes; i++)
    if (tree->self[i] != 0)
      {
        Contribution contribution = { nodes->func[i], (FulCallNodeIndex) i, tree->self[i] };

        g_array_append_val (contributions, contribution);
      }
  all = (Contribution *) (gpointer) contributions->data;
  if (contributions->len > 1)
    qsort (all, contributions->len, sizeof *all, compare_contributions);

  for (group.begin = 0; group.begin < contributions->len; group.begin = group.end)
    {
      for (group.end = group.begin; group.end < contributions->len; group.end++)
        if (all[group.end].func != all[group.begin].func)
          break;
      g_array_append_val (groups, group);
    }

  while (groups->len > 0)
    {
      guint kept;

      if (rounds++ % 256 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return 0;

      group = g_array_index (groups, Group, groups->len - 1);
      g_array_set_size (groups, groups->len - 1);

      kept = group.begin;
      for (guint i = group.begin; i < group.end; i++)
        {
          FulCallNodeIndex caller = nodes->prefix[all[i].caller];

          if (caller != FUL_NONE)
            all[kept++] = (Contribution) { nodes->func[caller], caller, all[i].self };
        }
      if (kept - group.begin > 1)
        qsort (all + group.begin, kept - group.begin, sizeof *all, compare_contributions);

      for (guint i = group.begin; i < kept; )
        {
          Group next = { i, i };
          double total = 0;
          gboolean has_children = FALSE;

          for (; i < kept && all[i].func == all[next.begin].func; i++)
            {
              total += all[i].self;
              has_children |= nodes->prefix[all[i].caller] != FUL_NONE;
            }
          next.end = i;
          count += total != 0 || has_children;
          if (has_children)
            g_array_append_val (groups, next);
        }
    }

  return count;
}

/**
 * ful_call_tree_count_visible:
 * @tree: a call tree
 * @cancellable: (nullable): checked now and then
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Counts the rows of the completely expanded tree, without making inverted
 * nodes. O(nodes), or for an inverted tree O(nodes with self weight × depth).
 *
 * Returns: the number of rows; 0 with @error set
 */
guint64
ful_call_tree_count_visible (FulCallTree   *tree,
                             GCancellable  *cancellable,
                             GError       **error)
{
  guint64 count = 0;

  if (tree->inverted)
    return count_inverted (tree, cancellable, error);

  for (guint i = 0; i < tree->nodes->n_nodes; i++)
    count += tree->total[i] != 0 || tree->has_children[i];

  return count;
}

/* The first child that is not idle, or the first; children are sorted by weight.
 * FUL_NONE if there is none. */
static FulCallNodeIndex
find_heaviest_child (FulCallTree      *tree,
                     FulCallNodeIndex  node,
                     GArray           *children)
{
  FulCategoryIndex idle = tree->profile->idle_category;
  FulCategoryIndex category;
  gint32 subcategory;

  ful_call_tree_get_children (tree, node, children);
  for (guint i = 0; i < children->len; i++)
    {
      ful_call_tree_get_category (tree, g_array_index (children, FulCallNodeIndex, i), &category, &subcategory);
      if (category != idle || idle == FUL_NONE)
        return g_array_index (children, FulCallNodeIndex, i);
    }

  return children->len > 0 ? g_array_index (children, FulCallNodeIndex, 0) : FUL_NONE;
}

/**
 * ful_call_tree_find_heaviest:
 * @tree: a call tree
 * @from: where to begin, or %FUL_NONE for the roots
 * @cancellable: (nullable): checked every few thousand nodes
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * The way down along the heaviest children that are not idle, to the end.
 *
 * Returns: the node at its end; @from if nothing is below it
 */
FulCallNodeIndex
ful_call_tree_find_heaviest (FulCallTree       *tree,
                             FulCallNodeIndex   from,
                             GCancellable      *cancellable,
                             GError           **error)
{
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  FulCallNodeIndex node = from;
  FulCallNodeIndex next;
  guint n_done = 0;

  while ((next = find_heaviest_child (tree, node, children)) != FUL_NONE)
    {
      if (++n_done % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FUL_NONE;
      node = next;
    }

  return node;
}

/**
 * ful_call_tree_initial_expansion:
 * @tree: a call tree
 * @out_selected: (out): the node to select, or %FUL_NONE
 *
 * The path from the first root along the heaviest children that are not idle: the expansion of a
 * tree that is shown for the first time.
 *
 * Returns: (transfer full) (element-type FulCallNodeIndex): the nodes to expand, from the root on
 */
GArray *
ful_call_tree_initial_expansion (FulCallTree      *tree,
                                 FulCallNodeIndex *out_selected)
{
  enum { MAX_STEPS = 17 };
  FulCategoryIndex idle = tree->profile->idle_category;
  FulCategoryIndex category;
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  GArray *expanded = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  FulCallNodeIndex node;
  gint32 subcategory;

  *out_selected = FUL_NONE;
  ful_call_tree_get_children (tree, FUL_NONE, children);
  if (children->len == 0)
    return expanded;

  node = g_array_index (children, FulCallNodeIndex, 0);
  for (guint step = 0; step < MAX_STEPS; step++)
    {
      FulCallNodeIndex next = find_heaviest_child (tree, node, children);

      if (next == FUL_NONE)
        break;

      g_array_append_val (expanded, node);
      node = next;
    }

  ful_call_tree_get_category (tree, node, &category, &subcategory);
  if (idle == FUL_NONE || category != idle)
    *out_selected = node;

  return expanded;
}
