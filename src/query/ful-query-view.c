/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The results for a view, and what its tables have in common. */

#include "config.h"

#include "ful-query.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "threads/ful-view-options.h"
#include "tree/ful-function-tree.h"

/**
 * ful_query_view_new:
 * @query: a query
 * @index: which of its views
 * @error: %FUL_ERROR_ARGUMENT for a thread that does not exist
 *
 * Returns: (transfer full): the results for that view
 */
FulQueryView *
ful_query_view_new (FulQuery  *query,
                    guint      index,
                    GError   **error)
{
  g_autoptr(FulQueryView) view = g_new0 (FulQueryView, 1);
  FulViewOptions *options = g_ptr_array_index (query->views, index);

  view->query = query;
  view->derived = ful_derived_thread_new (query->profile, options, query->reader.cache, NULL, error);
  if (view->derived == NULL)
    return NULL;
  view->nodes = ful_derived_thread_get_nodes (view->derived, query->reader.cache, NULL, error);
  if (view->nodes == NULL)
    return NULL;
  if (options->invert)
    view->inverted = ful_derived_thread_get_inverted (view->derived, view->nodes, query->reader.cache);

  view->rows = ful_derived_thread_get_rows (view->derived, NULL);
  view->tree = ful_call_tree_new (view->nodes, view->inverted, view->rows, NULL, error);
  if (view->tree == NULL)
    return NULL;

  return g_steal_pointer (&view);
}

void
ful_query_view_free (FulQueryView *self)
{
  g_clear_pointer (&self->derived, ful_derived_thread_unref);
  g_clear_pointer (&self->nodes, ful_call_node_table_unref);
  g_clear_pointer (&self->inverted, ful_inverted_tree_unref);
  g_clear_pointer (&self->rows, ful_sample_rows_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_pointer (&self->list, g_array_unref);
  g_clear_pointer (&self->when, ful_when_bins_unref);
  g_free (self);
}

/* Returns: how many rows a table needs: the limit is about sorted rows, and one more says that there are more */
guint
ful_query_get_n_made (FulQuery *query)
{
  return query->sort || query->limit == G_MAXUINT ? G_MAXUINT : query->limit + 1;
}

/* Returns: (transfer full): name and origin of a function for text output */
char *
ful_query_dup_shown_func (FulQuery     *query,
                          FulFuncIndex  func)
{
  g_autofree char *name = ful_format_visible (ful_profile_get_shown_name (query->profile, func), "");
  g_autofree char *origin = ful_func_get_origin (query->profile, func);
  g_autofree char *visible = ful_format_visible (origin, "");

  if (*visible == '\0')
    return g_steal_pointer (&name);

  return g_strdup_printf ("%s  %s%s%s", name, query->color ? "\033[2m" : "", visible, query->color ? "\033[0m" : "");
}

/* Adds the cells of a row of a table of functions. @depth: negative if the table has none */
void
ful_query_view_fill_row (FulQueryView *self,
                         gint32        depth,
                         FulFuncIndex  func,
                         double        total,
                         double        own,
                         FulQueryRow  *cells)
{
  if (!ful_query_row_skip (cells))
    ful_query_row_add_number (cells, total / self->tree->root_total);
  if (depth >= 0)
    ful_query_row_add_number (cells, depth);
  ful_query_row_add_text (cells, ful_profile_get_func_name (self->query->profile, func));
  if (!self->query->json && !self->query->csv)
    ful_query_row_take_shown (cells, ful_query_dup_shown_func (self->query, func));
  ful_query_row_add_number (cells, total);
  ful_query_row_add_number (cells, own);
}

/* Returns: what the weights of the view count */
const char *
ful_query_view_get_unit (const FulQueryView *self)
{
  static const char *const units[] = { "samples", "ms", "bytes" };

  return self->tree->weight_word ? self->tree->weight_word : units[self->tree->weight_type];
}

/* Adds the cells of %FUL_QUERY_TOTALS to a table of functions. */
void
ful_query_view_fill_totals (FulQueryView *self,
                            gboolean      has_depth,
                            FulQueryRow  *cells)
{
  ful_query_row_add_number (cells, 1);
  if (has_depth)
    ful_query_row_add_number (cells, 0);
  ful_query_row_add_text (cells, ful_query_view_get_unit (self));
  ful_query_row_add_number (cells, self->tree->root_total);
  ful_query_row_add_null (cells);
}

/**
 * ful_query_view_to_table:
 * @self: (transfer full): a view with its list
 * @columns: columns of the table
 * @n_columns: number of columns
 *
 * Returns: (transfer full): a table of the rows of the list, with the view as data; it needs its functions
 */
FulQueryTable *
ful_query_view_to_table (FulQueryView         *self,
                         const FulQueryColumn *columns,
                         guint                 n_columns)
{
  FulQueryTable *table = ful_query_table_new (columns, n_columns, 0);

  table->data = ful_query_table_attach (table, self, (GDestroyNotify) ful_query_view_free);
  table->n_rows = self->list->len;
  table->rows_key = "rows";
  table->weight_type = self->tree->weight_type;
  table->found = self->tree->root_total != 0;

  return table;
}

/* Returns: (transfer full) (element-type FulFunctionRow): the functions. The list belongs to the plain tree, also in an inverted view. */
GArray *
ful_query_view_list_functions (FulQueryView  *self,
                               GError       **error)
{
  g_autoptr(FulCallTree) tree = NULL;

  if (self->inverted == NULL)
    return ful_function_list_new (self->tree, NULL, error);

  tree = ful_call_tree_new (self->nodes, NULL, self->rows, NULL, error);

  return tree ? ful_function_list_new (tree, NULL, error) : NULL;
}
