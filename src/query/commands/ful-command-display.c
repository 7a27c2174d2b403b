/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query display: the rows of a call tree as the window shows them.
 *
 * JSON: {"rows": [[depth, name, library or origin, category, total, self, percent, badge], …]} */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-tables.h"
#include "tree/nodes/ful-call-node-table.h"
#include "tree/ful-call-tree-rows.h"

static const FulQueryColumn columns[] = {
  { "depth", NULL, FUL_UNIT_DEPTH },
  { "name", "function", FUL_UNIT_NAME },
  { "origin", NULL, FUL_UNIT_TEXT },
  { "category", "category", FUL_UNIT_TEXT },
  { "total", "total", FUL_UNIT_NUMBER },
  { "self", "self", FUL_UNIT_NUMBER },
  { "percent", "total %", FUL_UNIT_NUMBER },
  { "badge", NULL, FUL_UNIT_TEXT },
};

/* Numbers of JS tracer threads are fractions of a ms. */
static char *
weight_to_text (FulQuery     *query,
                FulQueryView *view,
                double        weight)
{
  FulThread *thread = ful_profile_get_thread (query->profile, view->derived->threads->threads[0]);
  int max_fraction = view->tree->weight_type == FUL_WEIGHT_TYPE_TRACING_MS ? 1 : 0;

  if (weight == 0)
    return g_strdup ("—");

  return ful_format_number (weight, 3, thread->is_js_tracer ? 3 : max_fraction);
}

static char *
category_to_text (FulQuery         *query,
                  FulQueryView     *view,
                  FulCallNodeIndex  node)
{
  FulCategoryIndex index;
  gint32 subcategory;
  FulCategory *category;

  ful_call_tree_get_category (view->tree, node, &index, &subcategory);
  category = ful_profile_get_category (query->profile, index);
  if (subcategory == 0)
    return g_strdup (category->name);

  return g_strdup_printf ("%s: %s", category->name, category->subcategories[subcategory]);
}

/* Whether the node was inlined, and into what: NULL, "" or the outer function. */
static const char *
get_badge (FulQuery         *query,
           FulQueryView     *view,
           FulCallNodeIndex  node)
{
  gint32 symbol = ful_call_tree_get_inlined_into (view->tree, node);

  if (symbol == FUL_INLINED_NEVER)
    return NULL;
  if (symbol == FUL_INLINED_DIVERGENT)
    return "";

  return ful_profile_get_string (query->profile, query->profile->native_symbols->name[symbol]);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  FulQueryView *view = table->data;
  FulQuery *query = view->query;
  FulCallTreeRow row = g_array_index (view->list, FulCallTreeRow, i);
  FulFuncIndex func = ful_call_tree_get_func (view->tree, row.node);
  double total = ful_call_tree_get_total (view->tree, row.node);

  ful_query_row_add_number (cells, row.depth);
  ful_query_row_add_text (cells, ful_call_tree_get_name (view->tree, row.node));
  ful_query_row_take_shown (cells, ful_query_dup_shown_func (query, func));
  ful_query_row_take_text (cells, ful_func_get_origin (query->profile, func));
  ful_query_row_take_text (cells, category_to_text (query, view, row.node));
  ful_query_row_take_text (cells, weight_to_text (query, view, total));
  ful_query_row_take_text (cells, weight_to_text (query, view, ful_call_tree_get_self (view->tree, row.node)));
  ful_query_row_take_text (cells, ful_format_percent (total / view->tree->root_total));
  ful_query_row_add_text (cells, get_badge (query, view, row.node));
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  g_autoptr(FulQueryView) view = ful_query_view_new (query, index, error);
  FulQueryTable *table;

  if (view == NULL)
    return NULL;

  view->list = ful_call_tree_expand_all (view->tree, FUL_NONE, ful_query_get_n_made (query), NULL, error);
  if (view->list == NULL)
    return NULL;

  table = ful_query_view_to_table (g_steal_pointer (&view), columns, G_N_ELEMENTS (columns));
  table->fill = fill;

  return table;
}

const FulCommand ful_command_display = {
  "display", "the rows of a call tree as the window shows them", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, make_table, NULL,
};
