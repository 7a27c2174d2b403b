/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query call-tree: the fully expanded call tree of a view. */

#include "config.h"

#include "ful-canonical-rows.h"

#include "ful-commands.h"
#include "ful-query-json.h"
#include "ful-query-text.h"

static gboolean
write_json (FulQuery      *query,
            FulQueryView  *view,
            FulQueryJson  *json,
            GError       **error)
{
  g_autoptr(GArray) rows = ful_canonical_rows_new (view->tree, query->limit);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "nodeCount", (double) ful_call_tree_count_visible (view->tree, NULL, NULL));
  ful_query_json_number_member (json, "total", view->tree->root_total);
  ful_query_json_string_member (json, "weightType", ful_weight_type_to_string (view->tree->weight_type));
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);

      ful_query_json_begin_array (json);
      ful_query_json_number (json, row.depth);
      ful_query_json_string (json, ful_call_tree_get_name (view->tree, row.node));
      ful_query_json_number (json, ful_call_tree_get_total (view->tree, row.node));
      ful_query_json_number (json, ful_call_tree_get_self (view->tree, row.node));
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
  g_autoptr(GArray) rows = ful_call_tree_expand_all (view->tree, FUL_NONE, query->limit, NULL, error);

  if (rows == NULL)
    return FALSE;

  ful_query_text_print_heading (query, view);
  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);

      ful_query_text_print_row (query, view, ful_call_tree_get_func (view->tree, row.node), row.depth,
                                ful_call_tree_get_total (view->tree, row.node),
                                ful_call_tree_get_self (view->tree, row.node));
    }
  if (rows->len == query->limit)
    g_print ("…\n");

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_views (query, write_json, print_text, error);
}

const FulCommand ful_command_call_tree = {
  "call-tree", "the call tree of a view, fully expanded", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
  "rows", "depth,function,total,self",
};
