/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Self and total of call nodes over a range of rows (call-tree.md 5).
 *
 * Rows without weights are counted by stack first, or have sums of ranges; everything
 * else is O(stacks + call nodes). Weighted rows without such sums are added
 * in their own order, so that sums of fractions equal those of the reference. */

#include "config.h"

#include "ful-call-tree.h"

#include "tree/nodes/ful-sort-by-total.h"
#include "tree/samples/ful-stack-sums.h"

#include <math.h>

static void
ful_call_tree_clear (gpointer data)
{
  FulCallTree *self = data;

  g_clear_pointer (&self->inverted_numbers, ful_inverted_numbers_free);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->nodes, ful_call_node_table_unref);
  g_clear_pointer (&self->listed_nodes, ful_call_node_table_unref);
  g_clear_pointer (&self->inverted, ful_inverted_tree_unref);
  if (self->base)
    ful_call_tree_unref (self->base);
  else
    g_free ((gpointer) self->self);
  g_free ((gpointer) self->total);
  g_free ((gpointer) self->has_children);
  g_free ((gpointer) self->order);
}

/* @sums: (array): weight of each stack of the profile */
static void
add_stacks (const FulCallNodeTable *nodes,
            const FulSampleRows    *rows,
            const double           *sums,
            double                 *self)
{
  guint n_stacks = nodes->profile->stacks->table.n_rows;

  for (guint s = 0; s < n_stacks; s++)
    {
      FulStackIndex stack;

      if (sums[s] == 0)
        continue;

      stack = rows->map ? rows->map[s] : (FulStackIndex) s;
      if (stack != FUL_NONE)
        self[nodes->stack_to_node[stack]] += sums[s];
    }
}

static gboolean
add_rows (const FulCallNodeTable  *nodes,
          const FulSampleRows     *rows,
          guint                    first,
          const double            *weight,
          double                  *self,
          GCancellable            *cancellable,
          GError                 **error)
{
  for (guint i = first; i < rows->n_rows; i++)
    {
      FulStackIndex stack = ful_sample_rows_get_stack (rows, i);

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (stack != FUL_NONE)
        self[nodes->stack_to_node[stack]] += weight ? weight[i] : 1;
    }

  return TRUE;
}

static gboolean
sum_self (const FulCallNodeTable  *nodes,
          FulSampleRows           *rows,
          guint                    first,
          const double            *weight,
          double                  *self,
          GCancellable            *cancellable,
          GError                 **error)
{
  const double *sums = NULL;
  g_autofree double *counts = NULL;

  if (first == 0 && weight == rows->weight)
    {
      if (!ful_sample_rows_get_stack_sums (rows, &sums, cancellable, error))
        return FALSE;
    }
  else if (weight == NULL && ful_sample_rows_are_many (rows, first))
    {
      sums = counts = g_new (double, MAX (nodes->profile->stacks->table.n_rows, 1));
      if (!ful_sample_rows_count_stacks (rows, first, counts, cancellable, error))
        return FALSE;
    }

  if (sums == NULL)
    return add_rows (nodes, rows, first, weight, self, cancellable, error);

  add_stacks (nodes, rows, sums, self);

  return TRUE;
}

/* Bottom-up: children come after their parent. */
static void
sum_totals (const FulCallNodeTable *nodes,
            const double           *self,
            double                 *total,
            guint8                 *has_children)
{
  for (guint i = nodes->n_nodes; i > 0; i--)
    {
      FulCallNodeIndex node = (FulCallNodeIndex) (i - 1);
      FulCallNodeIndex prefix = nodes->prefix[node];

      total[node] += self[node];
      if (prefix == FUL_NONE)
        continue;

      total[prefix] += total[node];
      has_children[prefix] |= has_children[node] | (total[node] != 0);
    }
}

static FulCallTree *
create (FulCallNodeTable *nodes,
        FulInvertedTree  *inverted,
        FulWeightType     weight_type,
        const char       *weight_word,
        const double     *self)
{
  FulCallTree *tree = g_atomic_rc_box_new0 (FulCallTree);

  tree->profile = g_object_ref (nodes->profile);
  tree->nodes = ful_call_node_table_ref (nodes);
  tree->inverted = inverted ? ful_inverted_tree_ref (inverted) : NULL;
  tree->weight_type = weight_type;
  tree->weight_word = weight_word;
  tree->self = self;

  return tree;
}

static void
sum_up (FulCallTree *tree)
{
  guint n = tree->nodes->n_nodes;

  if (tree->inverted)
    {
      tree->inverted_numbers = ful_inverted_numbers_new (tree->nodes, tree->inverted, tree->self);
      return;
    }

  tree->total = g_new0 (double, MAX (n, 1));
  tree->has_children = g_new0 (guint8, MAX (n, 1));
  sum_totals (tree->nodes, tree->self, (double *) tree->total, (guint8 *) tree->has_children);
}

/* Goes on from the sums of the first rows that @before has. */
static FulCallTree *
compute (FulCallNodeTable  *nodes,
         FulInvertedTree   *inverted,
         FulSampleRows     *rows,
         const double      *weight,
         FulWeightType      weight_type,
         FulCallTree       *before,
         guint              n_before,
         GCancellable      *cancellable,
         GError           **error)
{
  double *self = before ? g_memdup2 (before->self, MAX (nodes->n_nodes, 1) * sizeof *self)
                        : g_new0 (double, MAX (nodes->n_nodes, 1));
  g_autoptr(FulCallTree) tree = create (nodes, inverted, weight_type, rows->weight_word, self);

  if (!sum_self (nodes, rows, n_before, weight, self, cancellable, error))
    return NULL;

  for (guint i = 0; i < nodes->n_nodes; i++)
    tree->root_total += fabs (self[i]);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  sum_up (tree);

  return g_steal_pointer (&tree);
}

/**
 * ful_call_tree_new:
 * @nodes: the call nodes of a derived thread
 * @inverted: (nullable): the inverted tree of @nodes, to show that one
 * @rows: rows of the same derived thread
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Sums @rows into call nodes. O(rows + stacks + call nodes).
 *
 * Returns: (transfer full): the tree, or %NULL with @error set
 */
FulCallTree *
ful_call_tree_new (FulCallNodeTable  *nodes,
                   FulInvertedTree   *inverted,
                   FulSampleRows     *rows,
                   GCancellable      *cancellable,
                   GError           **error)
{
  return compute (nodes, inverted, rows, rows->weight, rows->weight_type, NULL, 0, cancellable, error);
}

/**
 * ful_call_tree_extend:
 * @self: a tree of the first @n_before of @rows, no list
 * @inverted: (nullable): the inverted tree of its nodes, or %NULL to show the nodes themselves
 * @rows: rows of which ful_sample_rows_begin_with() those of @self
 * @n_before: how many rows @self has
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Adds the new rows to the sums of @self. Numbers are equal to those of ful_call_tree_new() to the last bit, since
 * each node has its weights added in the same order. O(new rows + call nodes), and O(stacks) if these are few.
 *
 * Returns: (transfer full): the tree, @self if nothing is new, or %NULL with @error set
 */
FulCallTree *
ful_call_tree_extend (FulCallTree      *self,
                      FulInvertedTree  *inverted,
                      FulSampleRows    *rows,
                      guint             n_before,
                      GCancellable     *cancellable,
                      GError          **error)
{
  if (rows->n_rows == n_before && self->inverted == inverted)
    return ful_call_tree_ref (self);

  return compute (self->nodes, inverted, rows, rows->weight, rows->weight_type, self, n_before, cancellable, error);
}

/**
 * ful_call_tree_with_direction:
 * @self: a tree, no list
 * @inverted: (nullable): the inverted tree of its nodes, or %NULL to show the nodes themselves
 *
 * O(call nodes), independent of the number of rows, whose sums @self has.
 *
 * Returns: (transfer full): the tree of the same rows seen from the other end
 */
FulCallTree *
ful_call_tree_with_direction (FulCallTree     *self,
                              FulInvertedTree *inverted)
{
  FulCallTree *tree = create (self->nodes, inverted, self->weight_type, self->weight_word, self->self);

  tree->base = ful_call_tree_ref (self->base ? self->base : self);
  tree->root_total = self->root_total;
  sum_up (tree);

  return tree;
}

/**
 * ful_call_tree_new_traced:
 *
 * As ful_call_tree_new(), with the time to the next row as weight: traced time
 * in ms. The last row lasts one interval.
 *
 * Returns: (transfer full) (nullable): the tree; %NULL without an error if @rows have weights of their own
 */
FulCallTree *
ful_call_tree_new_traced (FulCallNodeTable  *nodes,
                          FulInvertedTree   *inverted,
                          FulSampleRows     *rows,
                          GCancellable      *cancellable,
                          GError           **error)
{
  g_autofree double *weight = NULL;

  if (rows->weight || rows->weight_type != FUL_WEIGHT_TYPE_SAMPLES)
    return NULL;

  weight = g_new (double, MAX (rows->n_rows, 1));
  for (guint i = 0; i + 1 < rows->n_rows; i++)
    weight[i] = rows->time[i + 1] - rows->time[i];
  if (rows->n_rows > 0)
    weight[rows->n_rows - 1] = nodes->profile->interval;

  return compute (nodes, inverted, rows, weight, FUL_WEIGHT_TYPE_TRACING_MS, NULL, 0, cancellable, error);
}

/**
 * ful_call_tree_new_list:
 * @nodes: roots alone
 * @tree: a tree of the same rows, not inverted, whose unit and total are those of the list
 * @self: (transfer full) (array): a number for each node
 * @total: (transfer full) (array): their totals
 *
 * Returns: (transfer full): a tree that is a list, in the order of @nodes
 */
FulCallTree *
ful_call_tree_new_list (FulCallNodeTable *nodes,
                        FulCallTree      *tree,
                        double           *self,
                        double           *total)
{
  FulCallTree *list = g_atomic_rc_box_new0 (FulCallTree);

  list->profile = g_object_ref (nodes->profile);
  list->nodes = ful_call_node_table_ref (nodes);
  list->weight_type = tree->weight_type;
  list->weight_word = tree->weight_word;
  list->root_total = tree->root_total;
  list->self = self;
  list->total = total;
  list->has_children = g_new0 (guint8, MAX (nodes->n_nodes, 1));
  list->is_list = TRUE;
  list->listed_nodes = ful_call_node_table_ref (tree->nodes);

  return list;
}

/**
 * ful_call_tree_new_of_values:
 * @nodes: the call nodes
 * @weight_word: what the values are; never freed
 * @self: (transfer full) (array): a value for each node
 * @order: (transfer full) (nullable) (array): see #FulCallTree
 *
 * Returns: (transfer full): a tree of values that are no sums of rows
 */
FulCallTree *
ful_call_tree_new_of_values (FulCallNodeTable *nodes,
                             const char       *weight_word,
                             double           *self,
                             double           *order)
{
  FulCallTree *tree = create (nodes, NULL, FUL_WEIGHT_TYPE_SAMPLES, weight_word, self);

  tree->order = order;
  for (guint i = 0; i < nodes->n_nodes; i++)
    tree->root_total += fabs (self[i]);
  sum_up (tree);

  return tree;
}

FulCallTree *
ful_call_tree_ref (FulCallTree *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_call_tree_unref (FulCallTree *self)
{
  g_atomic_rc_box_release_full (self, ful_call_tree_clear);
}

/**
 * ful_call_tree_get_children:
 * @self: a call tree
 * @node: a node, or %FUL_NONE for the roots
 * @children: (element-type FulCallNodeIndex): replaced with the children that are shown, in display order:
 *   descending absolute total, equal ones in the order of call-tree.md 5; or that of the column of the tree
 */
void
ful_call_tree_get_children (FulCallTree      *self,
                            FulCallNodeIndex  node,
                            GArray           *children)
{
  g_autoptr(GArray) totals = NULL;
  FulCallNodeIndex child, end;

  g_array_set_size (children, 0);
  if (self->inverted)
    {
      ful_inverted_numbers_list_children (self->inverted_numbers, node, children);
      return;
    }
  if (node != FUL_NONE && !ful_call_tree_has_children (self, node))
    return;
  if (self->is_list)
    {
      for (guint i = 0; i < self->nodes->n_nodes; i++)
        g_array_append_val (children, i);
      return;
    }

  totals = g_array_new (FALSE, FALSE, sizeof (FulRadixEntry));
  child = node == FUL_NONE ? 0 : node + 1;
  end = node == FUL_NONE ? (FulCallNodeIndex) self->nodes->n_nodes : self->nodes->subtree_end[node];
  for (; child < end; child = self->nodes->subtree_end[child])
    if (self->total[child] != 0 || self->has_children[child])
      {
        FulRadixEntry entry = { self->order ? ~ful_radix_key (self->order[child]) : 0, child };

        if (self->order)
          g_array_append_val (totals, entry);
        else
          ful_totals_add (totals, child, self->total[child]);
      }
  ful_sort_by_total (totals, children);
}

/**
 * ful_call_tree_has_children:
 *
 * Returns: whether ful_call_tree_get_children() would find any
 */
gboolean
ful_call_tree_has_children (FulCallTree      *self,
                            FulCallNodeIndex  node)
{
  return self->inverted ? ful_inverted_numbers_get (self->inverted_numbers, node).has_children
                        : self->has_children[node];
}

/**
 * ful_call_tree_is_visible:
 *
 * Returns: whether the node is among the children of its parent
 */
gboolean
ful_call_tree_is_visible (FulCallTree      *self,
                          FulCallNodeIndex  node)
{
  FulInvertedNumber number;

  if (self->inverted == NULL)
    return self->total[node] != 0 || self->has_children[node];

  number = ful_inverted_numbers_get (self->inverted_numbers, node);
  if (node < (FulCallNodeIndex) self->nodes->n_funcs)
    return number.known;

  return number.total != 0 || number.has_children;
}

FulCallNodeIndex
ful_call_tree_get_parent (FulCallTree      *self,
                          FulCallNodeIndex  node)
{
  return self->inverted ? ful_inverted_tree_get_parent (self->inverted, node) : self->nodes->prefix[node];
}

gint32
ful_call_tree_get_depth (FulCallTree      *self,
                         FulCallNodeIndex  node)
{
  return self->inverted ? ful_inverted_tree_get_depth (self->inverted, node) : self->nodes->depth[node];
}

double
ful_call_tree_get_total (FulCallTree      *self,
                         FulCallNodeIndex  node)
{
  return self->inverted ? ful_inverted_numbers_get (self->inverted_numbers, node).total : self->total[node];
}

/**
 * ful_call_tree_get_self:
 *
 * Returns: the self weight; that of an inverted root is its total, of the nodes below it 0
 */
double
ful_call_tree_get_self (FulCallTree      *self,
                        FulCallNodeIndex  node)
{
  if (self->inverted == NULL)
    return self->self[node];

  return node < (FulCallNodeIndex) self->nodes->n_funcs ? ful_call_tree_get_total (self, node) : 0;
}

FulFuncIndex
ful_call_tree_get_func (FulCallTree      *self,
                        FulCallNodeIndex  node)
{
  return self->inverted ? ful_inverted_tree_get_func (self->inverted, node) : self->nodes->func[node];
}

/**
 * ful_call_tree_get_name:
 *
 * Returns: (transfer none): the function's name; lives as long as the profile
 */
const char *
ful_call_tree_get_name (FulCallTree      *self,
                        FulCallNodeIndex  node)
{
  return ful_profile_get_func_name (self->profile, ful_call_tree_get_func (self, node));
}

/**
 * ful_call_tree_get_shown_name:
 *
 * Returns: (transfer none): the function's name for people; lives as long as the profile
 */
const char *
ful_call_tree_get_shown_name (FulCallTree      *self,
                              FulCallNodeIndex  node)
{
  return ful_profile_get_shown_name (self->profile, ful_call_tree_get_func (self, node));
}

void
ful_call_tree_get_category (FulCallTree      *self,
                            FulCallNodeIndex  node,
                            FulCategoryIndex *out_category,
                            gint32           *out_subcategory)
{
  if (self->inverted)
    {
      ful_inverted_tree_get_category (self->inverted, node, out_category, out_subcategory);
      return;
    }

  *out_category = ful_call_node_table_get_category (self->nodes, node);
  *out_subcategory = ful_call_node_table_get_subcategory (self->nodes, node);
}

/**
 * ful_call_tree_get_inlined_into:
 *
 * Returns: the native symbol the node is inlined into, or a FUL_INLINED_… value
 */
gint32
ful_call_tree_get_inlined_into (FulCallTree      *self,
                                FulCallNodeIndex  node)
{
  return self->inverted ? ful_inverted_tree_get_inlined_into (self->inverted, node)
                        : ful_call_node_table_get_inlined_into (self->nodes, node);
}
