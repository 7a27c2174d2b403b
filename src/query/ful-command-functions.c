/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query functions: the functions of a view as a flat list. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-text.h"

#include "model/ful-profile.h"
#include "tree/ful-function-tree.h"

#include <math.h>
#include <string.h>

/* The list belongs to the plain tree, also in an inverted view. */
static GArray *
list_functions (FulQueryView  *view,
                GError       **error)
{
  g_autoptr(FulCallTree) tree = NULL;

  if (view->inverted == NULL)
    return ful_function_list_new (view->tree, NULL, error);

  tree = ful_call_tree_new (view->nodes, NULL, view->rows, NULL, error);

  return tree ? ful_function_list_new (tree, NULL, error) : NULL;
}

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

static gboolean
write_json (FulQuery      *query,
            FulQueryView  *view,
            FulQueryJson  *json,
            GError       **error)
{
  g_autoptr(GArray) rows = list_functions (view, error);

  if (rows == NULL)
    return FALSE;

  g_array_sort_with_data (rows, compare_canonically, query->profile);
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "count", rows->len);
  ful_query_json_number_member (json, "total", view->tree->root_total);
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < MIN (rows->len, query->limit); i++)
    {
      FulFunctionRow row = g_array_index (rows, FulFunctionRow, i);

      ful_query_json_begin_array (json);
      ful_query_json_string (json, ful_profile_get_func_name (query->profile, row.func));
      ful_query_json_number (json, row.total);
      ful_query_json_number (json, row.self);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
  ful_query_json_end_object (json);

  return TRUE;
}

static gboolean
print_text (FulQuery      *query,
            FulQueryView  *view,
            GError       **error)
{
  g_autoptr(GArray) rows = list_functions (view, error);

  if (rows == NULL)
    return FALSE;

  ful_query_text_print_heading (query, view);
  for (guint i = 0; i < MIN (rows->len, query->limit); i++)
    {
      FulFunctionRow row = g_array_index (rows, FulFunctionRow, i);

      ful_query_text_print_row (query, view, row.func, 0, row.total, row.self);
    }
  if (rows->len > query->limit)
    g_print ("…\n");

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_views (query, write_json, print_text, error);
}

const FulCommand ful_command_functions = {
  "functions", "the functions of a view", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
  "rows", "function,total,self",
};
