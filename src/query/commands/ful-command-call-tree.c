/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query call-tree: the fully expanded call tree of a view.
 *
 * JSON: {"nodeCount", "total", "weightType", "rows"}. Its rows are in canonical order, those of text and CSV in the
 * order of the window. */

#include "config.h"

#include "ful-canonical-rows.h"

#include "ful-commands.h"
#include "ful-query-json.h"
#include "ful-query-table.h"

#include "model/ful-thread-tables.h"

static const FulQueryColumn columns[] = {
  { NULL, "total %", FUL_UNIT_SHARE },
  { "depth", NULL, FUL_UNIT_DEPTH },
  { "function", "function", FUL_UNIT_NAME },
  { "total", "total", FUL_UNIT_WEIGHT },
  { "self", "self", FUL_UNIT_WEIGHT },
};

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  FulQueryView *view = table->data;
  FulCallTreeRow row;

  if (i == FUL_QUERY_TOTALS)
    {
      ful_query_view_fill_totals (view, TRUE, cells);
      return;
    }

  row = g_array_index (view->list, FulCallTreeRow, i);
  ful_query_view_fill_row (view, row.depth, ful_call_tree_get_func (view->tree, row.node),
                           ful_call_tree_get_total (view->tree, row.node), ful_call_tree_get_self (view->tree, row.node), cells);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  FulQueryView *view = table->data;

  ful_query_json_number_member (json, "nodeCount", (double) ful_call_tree_count_visible (view->tree, NULL, NULL));
  ful_query_json_number_member (json, "total", view->tree->root_total);
  ful_query_json_string_member (json, "weightType", ful_weight_type_to_string (view->tree->weight_type));
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

  view->list = query->json ? ful_canonical_rows_new (view->tree, ful_query_get_n_made (query))
                           : ful_call_tree_expand_all (view->tree, FUL_NONE, ful_query_get_n_made (query), NULL, error);
  if (view->list == NULL)
    return NULL;

  table = ful_query_view_to_table (g_steal_pointer (&view), columns, G_N_ELEMENTS (columns));
  table->has_totals = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_call_tree = {
  "call-tree", "the call tree of a view, fully expanded", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, make_table, NULL,
};
