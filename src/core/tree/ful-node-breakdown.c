/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which categories, threads and labels the time of a call node is spent in, and who
 * calls a function (call-tree.md 10). The category of a row is that of its own stack as
 * recorded, not of the node. */

#include "config.h"

#include "ful-node-breakdown.h"

#include "base/ful-hash.h"
#include "tree/samples/ful-stack-sums.h"

#include "model/ful-shared-tables.h"

#include <math.h>
#include <string.h>

static void
ful_node_breakdown_clear (gpointer data)
{
  FulNodeBreakdown *self = data;

  g_free ((gpointer) self->root_by_category);
  g_free ((gpointer) self->total_by_category);
  g_free ((gpointer) self->self_by_category);
  g_free ((gpointer) self->total_by_thread);
  g_free ((gpointer) self->first_cell);
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->callers, g_array_unref);
}

static void
clear_label_weight (gpointer data)
{
  g_free (((FulLabelWeight *) data)->label);
}

static int
compare_label_weights (gconstpointer a,
                       gconstpointer b)
{
  const FulLabelWeight *left = a, *right = b;

  if (fabs (left->weight) != fabs (right->weight))
    return fabs (left->weight) > fabs (right->weight) ? -1 : 1;

  return strcmp (left->label, right->label);
}

static void
add_weight (GHashTable *weights,
            gpointer    key,
            double      weight)
{
  double *sum = g_hash_table_lookup (weights, key);

  if (sum == NULL)
    g_hash_table_insert (weights, key, g_memdup2 (&weight, sizeof weight));
  else
    *sum += weight;
}

/* @by_set: shared string → weight */
static GArray *
list_labels (FulProfile *profile,
             GHashTable *by_set)
{
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (FulLabelWeight));
  g_autoptr(GHashTable) by_label = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, g_free);
  g_autoptr(GStringChunk) lines = g_string_chunk_new (1024);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, by_set);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      g_auto(GStrv) set = g_strsplit (ful_profile_get_string (profile, GPOINTER_TO_INT (key)), "\n", -1);

      for (guint i = 0; set[i]; i++)
        add_weight (by_label, g_string_chunk_insert_const (lines, set[i]), *(double *) value);
    }
  g_array_set_clear_func (labels, clear_label_weight);
  g_hash_table_iter_init (&iter, by_label);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      FulLabelWeight label = { g_strdup (key), *(double *) value };

      g_array_append_val (labels, label);
    }
  g_array_sort (labels, compare_label_weights);

  return labels;
}

/**
 * ful_call_tree_mark_rows:
 * @tree: a call tree
 * @node: a node of it, or %FUL_NONE
 * @of_func: whether to mark all nodes of its function
 *
 * Returns: (transfer full): one byte for each call node of the rows: 1 counts to the total of @node, 3 to self as well
 */
guint8 *
ful_call_tree_mark_rows (FulCallTree      *tree,
                         FulCallNodeIndex  node,
                         gboolean          of_func)
{
  const FulCallNodeTable *nodes = tree->nodes;
  guint8 *marks = g_new0 (guint8, MAX (nodes->n_nodes, 1));

  g_assert (node == FUL_NONE || tree->inverted || (guint) node < nodes->n_nodes);

  if (node == FUL_NONE)
    return marks;

  if (of_func)
    {
      FulFuncIndex func = ful_call_tree_get_func (tree, node);

      for (guint i = 0; i < nodes->n_nodes; i++)
        marks[i] = nodes->func[i] == func ? 3 : nodes->prefix[i] != FUL_NONE && marks[nodes->prefix[i]] ? 1 : 0;
      return marks;
    }

  if (tree->inverted == NULL)
    {
      for (FulCallNodeIndex i = node; i < nodes->subtree_end[node]; i++)
        marks[i] = 1;
      marks[node] = 3;
      return marks;
    }

  ful_inverted_tree_mark_members (tree->inverted, node, 1, marks);

  return marks;
}

static int
compare_caller_weights (gconstpointer a,
                        gconstpointer b)
{
  const FulCallerWeight *left = a, *right = b;

  if (fabs (left->weight) != fabs (right->weight))
    return fabs (left->weight) > fabs (right->weight) ? -1 : 1;

  return (left->func > right->func) - (left->func < right->func);
}

/* @weights: (array): for each call node, the weight of the rows that end in it; replaced. Recursion is no call from outside. */
static GArray *
list_callers (const FulCallNodeTable *nodes,
              FulFuncIndex            func,
              double                 *weights)
{
  GArray *callers = g_array_new (FALSE, FALSE, sizeof (FulCallerWeight));
  g_autofree double *by_func = g_new0 (double, MAX (nodes->n_funcs, 1));

  for (guint i = nodes->n_nodes; i-- > 0; )
    if (nodes->prefix[i] != FUL_NONE)
      weights[nodes->prefix[i]] += weights[i];
  for (guint i = 0; i < nodes->n_nodes; )
    {
      if (nodes->func[i] != func)
        {
          i++;
          continue;
        }
      if (nodes->prefix[i] != FUL_NONE)
        by_func[nodes->func[nodes->prefix[i]]] += weights[i];
      i = (guint) nodes->subtree_end[i];
    }
  for (guint f = 0; f < nodes->n_funcs; f++)
    if (by_func[f] != 0)
      g_array_append_vals (callers, &(FulCallerWeight) { (FulFuncIndex) f, by_func[f] }, 1);
  g_array_sort (callers, compare_caller_weights);

  return callers;
}

/* The arrays of a breakdown, while they are filled. */
typedef struct
{
  FulNodeBreakdown *to;
  FulProfile       *profile;
  const FulSampleRows *rows;
  const gint32     *stack_to_node;
  const guint8     *marks;
  const guint      *first_cell;
  double           *root;
  double           *total;
  double           *own;
  double           *by_thread;
  double           *by_node;   /* (nullable) */
  GHashTable       *by_set;
} Filling;

/* @row: one of the rows, or %G_MAXUINT: @weight is that of all rows of a stack */
static inline void
add_stack (Filling       *self,
           FulStackIndex  stack,
           FulStackIndex  recorded,
           double         weight,
           guint          row)
{
  FulNodeBreakdown *to = self->to;
  FulCategoryIndex category;
  FulCallNodeIndex node;
  guint cell;

  category = recorded != FUL_NONE ? ful_stack_table_get_category (self->profile->stacks, recorded) : self->profile->default_category;
  to->root_time += fabs (weight);
  self->root[category] += fabs (weight);
  node = self->stack_to_node[stack];
  if (self->marks[node] == 0)
    return;

  cell = self->first_cell[category];
  if (recorded != FUL_NONE)
    cell += (guint) ful_stack_table_get_subcategory (self->profile->stacks, recorded);
  to->total += weight;
  self->total[cell] += weight;
  self->by_thread[self->rows->thread ? self->rows->thread[row] : 0] += weight;
  to->has_total = TRUE;
  if (self->by_node)
    self->by_node[node] += weight;
  if (self->rows->labels && self->rows->labels[row] != FUL_NONE)
    add_weight (self->by_set, GINT_TO_POINTER (self->rows->labels[row]), weight);
  if (self->marks[node] == 3)
    {
      to->self += weight;
      self->own[cell] += weight;
      to->has_self = TRUE;
    }
}

static gboolean
add_stacks (Filling       *self,
            FulSampleRows *rows,
            gboolean       any_marks,
            GCancellable  *cancellable,
            GError       **error)
{
  const double *sums = NULL;
  guint n;

  /* Rows of a stack have the same category, but not the same thread and labels. */
  if ((!any_marks || (!rows->thread && !rows->labels)) && !ful_sample_rows_get_stack_sums (rows, &sums, cancellable, error))
    return FALSE;

  n = sums ? self->profile->stacks->table.n_rows : rows->n_rows;
  for (guint i = 0; i < n; i++)
    {
      FulStackIndex stack;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (sums && sums[i] == 0)
        continue;

      stack = sums ? rows->map ? rows->map[i] : (FulStackIndex) i : ful_sample_rows_get_stack (rows, i);
      if (stack != FUL_NONE)
        add_stack (self, stack, sums ? (FulStackIndex) i : rows->recorded_stack[i],
                   sums ? sums[i] : rows->weight ? rows->weight[i] : 1, i);
    }

  return TRUE;
}

/**
 * ful_node_breakdown_new:
 * @tree: a call tree
 * @rows: the rows that the tree was made of
 * @node: a node of it, or %FUL_NONE
 * @of_func: whether to add up all nodes of its function, each row once
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows + call nodes), or O(stacks + call nodes) if the rows have sums of their stacks.
 *
 * Returns: (transfer full): the numbers of @node, or %NULL with @error set
 */
FulNodeBreakdown *
ful_node_breakdown_new (FulCallTree       *tree,
                        FulSampleRows     *rows,
                        FulCallNodeIndex   node,
                        gboolean           of_func,
                        GCancellable      *cancellable,
                        GError           **error)
{
  g_autoptr(FulNodeBreakdown) self = g_atomic_rc_box_new0 (FulNodeBreakdown);
  FulProfile *profile = tree->profile;
  g_autofree guint8 *marks = ful_call_tree_mark_rows (tree, node, of_func);
  gboolean inverted_root = !of_func && tree->inverted && node != FUL_NONE && node < (FulCallNodeIndex) tree->nodes->n_funcs;
  g_autoptr(GHashTable) by_set = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autofree double *by_node = of_func && node != FUL_NONE ? g_new0 (double, MAX (tree->nodes->n_nodes, 1)) : NULL;
  guint *first_cell = g_new0 (guint, profile->categories->len + 1);
  Filling filling = { self, profile, rows, tree->nodes->stack_to_node, marks, first_cell, .by_node = by_node, .by_set = by_set };

  self->is_of_func = of_func;
  self->first_cell = first_cell;
  for (guint i = 0; i < profile->categories->len; i++)
    first_cell[i + 1] = first_cell[i] + MAX (g_strv_length (ful_profile_get_category (profile, i)->subcategories), 1);
  self->n_cells = first_cell[profile->categories->len];
  self->n_categories = profile->categories->len;
  self->root_by_category = filling.root = g_new0 (double, MAX (profile->categories->len, 1));
  self->total_by_category = filling.total = g_new0 (double, MAX (self->n_cells, 1));
  self->self_by_category = filling.own = g_new0 (double, MAX (self->n_cells, 1));
  self->n_threads = rows->n_threads;
  self->total_by_thread = filling.by_thread = g_new0 (double, rows->n_threads);

  if (!add_stacks (&filling, rows, node != FUL_NONE, cancellable, error))
    return NULL;

  if (inverted_root)
    self->self = self->total;
  self->labels = list_labels (profile, by_set);
  self->callers = by_node ? list_callers (tree->nodes, ful_call_tree_get_func (tree, node), by_node)
                          : g_array_new (FALSE, FALSE, sizeof (FulCallerWeight));

  return g_steal_pointer (&self);
}

FulNodeBreakdown *
ful_node_breakdown_ref (FulNodeBreakdown *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_node_breakdown_unref (FulNodeBreakdown *self)
{
  g_atomic_rc_box_release_full (self, ful_node_breakdown_clear);
}
