/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-call-tree.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

/**
 * FulLabelWeight:
 * @label: KEY=VALUE
 * @weight: of the samples that have it; a sample may have several
 */
typedef struct
{
  char   *label;
  double  weight;
} FulLabelWeight;

/**
 * FulCallerWeight:
 * @func: a function that calls the one of the node
 * @weight: of the samples in which it does, outside of all other calls of that one
 */
typedef struct
{
  FulFuncIndex func;
  double       weight;
} FulCallerWeight;

/**
 * FulNodeBreakdown:
 * @is_of_func: whether the numbers are those of all nodes of the node's function
 * @root_time: sum of the absolute weights of all rows with a stack
 * @n_categories: number of categories
 * @root_by_category: (array length=n_categories): the part of @root_time that is of each category
 * @total: weight of the rows through the node
 * @self: weight of the rows that end in it
 * @has_total: whether any row contributes to @total_by_category
 * @has_self: likewise
 * @total_by_category: (array): weight by category and subcategory, of @n_cells each
 * @self_by_category: (array): likewise
 * @n_threads: how many threads the rows are of
 * @total_by_thread: (array length=n_threads): the part of @total that is of each thread
 * @labels: (element-type FulLabelWeight): labels of samples through the node, the greatest weight first
 * @callers: (element-type FulCallerWeight): of a function its callers, the greatest weight first; else none
 * @first_cell: (array): for each category, and one more, the first of its subcategories in the
 *   arrays
 *
 * The numbers of one node, or one function, by the category (call-tree.md 10) and the thread of the
 * rows: for the details pane. Immutable, counted.
 */
typedef struct
{
  gboolean      is_of_func;
  double        root_time;
  guint         n_categories;
  const double *root_by_category;
  double        total;
  double        self;
  gboolean      has_total;
  gboolean      has_self;
  guint         n_cells;
  const double *total_by_category;
  const double *self_by_category;
  guint         n_threads;
  const double *total_by_thread;
  GArray       *labels;
  GArray       *callers;
  const guint  *first_cell;
} FulNodeBreakdown;

FulNodeBreakdown *ful_node_breakdown_new   (FulCallTree       *tree,
                                            FulSampleRows     *rows,
                                            FulCallNodeIndex   node,
                                            gboolean           of_func,
                                            GCancellable      *cancellable,
                                            GError           **error);
guint8           *ful_call_tree_mark_rows  (FulCallTree       *tree,
                                            FulCallNodeIndex   node,
                                            gboolean           of_func);
FulNodeBreakdown *ful_node_breakdown_ref   (FulNodeBreakdown  *self);
void              ful_node_breakdown_unref (FulNodeBreakdown  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulNodeBreakdown, ful_node_breakdown_unref)

G_END_DECLS
