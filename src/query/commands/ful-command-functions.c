/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query functions: the functions of a view as a flat list.
 *
 * JSON: {"count", "total", "rows"}. Its rows with equal totals are sorted by name and self. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "model/ful-profile.h"
#include "tree/ful-function-tree.h"

#include <math.h>
#include <string.h>

static const FulQueryColumn columns[] = {
  { NULL, "total %", FUL_UNIT_SHARE },
  { "function", "function", FUL_UNIT_NAME },
  { "total", "total", FUL_UNIT_WEIGHT },
  { "self", "self", FUL_UNIT_WEIGHT },
};

/* Equal totals are sorted by name and self, to be independent of function numbers. */
static int
compare_canonically (gconstpointer a,
                     gconstpointer b,
                     gpointer      user_data)
{
  const FulFunctionRow *x = a;
  const FulFunctionRow *y = b;
  double total_x = floor (fabs (x->total) * 1e6 + 0.5);
  double total_y = floor (fabs (y->total) * 1e6 + 0.5);
  int order;

  if (total_x != total_y)
    return total_x > total_y ? -1 : 1;

  order = strcmp (ful_profile_get_func_name (user_data, x->func), ful_profile_get_func_name (user_data, y->func));
  if (order != 0)
    return order;

  return x->self > y->self ? -1 : x->self < y->self;
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  FulQueryView *view = table->data;
  FulFunctionRow row;

  if (i == FUL_QUERY_TOTALS)
    {
      ful_query_view_fill_totals (view, FALSE, cells);
      return;
    }

  row = g_array_index (view->list, FulFunctionRow, i);
  ful_query_view_fill_row (view, -1, row.func, row.total, row.self, cells);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  ful_query_json_number_member (json, "total", ((FulQueryView *) table->data)->tree->root_total);
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

  view->list = ful_query_view_list_functions (view, error);
  if (view->list == NULL)
    return NULL;

  if (query->json)
    g_array_sort_with_data (view->list, compare_canonically, query->profile);
  table = ful_query_view_to_table (g_steal_pointer (&view), columns, G_N_ELEMENTS (columns));
  table->count_key = "count";
  table->has_totals = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_functions = {
  "functions", "the functions of a view", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, make_table, NULL,
};
