/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query display: the rows of a call tree as the window shows them.
 *
 * JSON: {"rows": [[depth, name, library or origin, category, total, self, percent, badge], …]} */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "base/ful-format.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-tables.h"
#include "tree/ful-call-node-table.h"
#include "tree/ful-call-tree-rows.h"

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

static gboolean
write_json (FulQuery      *query,
            FulQueryView  *view,
            FulQueryJson  *json,
            GError       **error)
{
  g_autoptr(GArray) rows = ful_call_tree_expand_all (view->tree, FUL_NONE, query->limit, NULL, error);

  if (rows == NULL)
    return FALSE;

  ful_query_json_begin_object (json);
  ful_query_json_key (json, "rows");
  ful_query_json_begin_array (json);
  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);
      double total = ful_call_tree_get_total (view->tree, row.node);
      g_autofree char *origin = ful_func_get_origin (query->profile, ful_call_tree_get_func (view->tree, row.node));
      g_autofree char *category = category_to_text (query, view, row.node);
      g_autofree char *total_text = weight_to_text (query, view, total);
      g_autofree char *self_text = weight_to_text (query, view, ful_call_tree_get_self (view->tree, row.node));
      g_autofree char *percent = ful_format_percent (total / view->tree->root_total);

      ful_query_json_begin_array (json);
      ful_query_json_number (json, row.depth);
      ful_query_json_string (json, ful_call_tree_get_name (view->tree, row.node));
      ful_query_json_string (json, origin);
      ful_query_json_string (json, category);
      ful_query_json_string (json, total_text);
      ful_query_json_string (json, self_text);
      ful_query_json_string (json, percent);
      ful_query_json_string (json, get_badge (query, view, row.node));
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

  for (guint i = 0; i < rows->len; i++)
    {
      FulCallTreeRow row = g_array_index (rows, FulCallTreeRow, i);
      double total = ful_call_tree_get_total (view->tree, row.node);
      g_autofree char *category = category_to_text (query, view, row.node);
      g_autofree char *total_text = weight_to_text (query, view, total);
      g_autofree char *self_text = weight_to_text (query, view, ful_call_tree_get_self (view->tree, row.node));
      g_autofree char *percent = ful_format_percent (total / view->tree->root_total);

      g_print ("%8s %12s %12s  %*s%s  [%s]\n", percent, total_text, self_text, 2 * row.depth, "",
               ful_call_tree_get_shown_name (view->tree, row.node), category);
    }

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_views (query, write_json, print_text, error);
}

const FulCommand ful_command_display = {
  "display", "the rows of a call tree as the window shows them", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT, run,
  "rows", "depth,name,origin,category,total,self,percent,badge",
};
