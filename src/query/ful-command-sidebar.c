/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query sidebar: the numbers of one call node by category. Without
 * --path the node is the first root. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "base/ful-error.h"
#include "io/ful-json-document.h"
#include "model/ful-profile.h"
#include "threads/ful-view-options.h"
#include "tree/ful-node-breakdown.h"


/* Descends by name, to the heaviest child of that name. */
static gboolean
find_node (FulQuery          *query,
           FulQueryView      *view,
           FulCallNodeIndex  *out_node,
           GError           **error)
{
  g_autoptr(GArray) children = g_array_new (FALSE, FALSE, sizeof (FulCallNodeIndex));
  g_autoptr(JsonNode) root = NULL;
  const char *text = query->paths ? query->paths[0] : NULL;
  FulViewOptions *options = view->derived->options;
  JsonArray *path;

  *out_node = FUL_NONE;
  for (guint i = 0; query->paths && query->paths[i] && i < query->views->len; i++)
    if (g_ptr_array_index (query->views, i) == options)
      text = query->paths[i];

  if (text == NULL)
    {
      ful_call_tree_get_children (view->tree, FUL_NONE, children);
      if (children->len > 0)
        *out_node = g_array_index (children, FulCallNodeIndex, 0);
      return TRUE;
    }

  root = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, NULL);
  if (root == NULL || !JSON_NODE_HOLDS_ARRAY (root))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "The path “%s” is not a JSON list of names", text);
      return FALSE;
    }

  path = json_node_get_array (root);
  for (guint i = 0; i < json_array_get_length (path); i++)
    {
      JsonNode *element = json_array_get_element (path, i);
      const char *name = JSON_NODE_HOLDS_VALUE (element) && json_node_get_value_type (element) == G_TYPE_STRING
                           ? json_node_get_string (element)
                           : "";
      guint k = 0;

      ful_call_tree_get_children (view->tree, *out_node, children);
      while (k < children->len &&
             !g_str_equal (ful_call_tree_get_name (view->tree, g_array_index (children, FulCallNodeIndex, k)), name))
        k++;
      if (k == children->len)
        {
          *out_node = FUL_NONE;
          return TRUE;
        }
      *out_node = g_array_index (children, FulCallNodeIndex, k);
    }

  return TRUE;
}

static void
write_breakdown (FulQuery               *query,
                 const FulNodeBreakdown *breakdown,
                 gboolean                has,
                 const double           *cells,
                 FulQueryJson           *json)
{
  if (!has)
    {
      ful_query_json_null (json);
      return;
    }

  ful_query_json_begin_object (json);
  for (guint c = 0; c < query->profile->categories->len; c++)
    {
      FulCategory *category = ful_profile_get_category (query->profile, (FulCategoryIndex) c);
      double sum = 0;
      gboolean any = FALSE;

      for (guint i = breakdown->first_cell[c]; i < breakdown->first_cell[c + 1]; i++)
        {
          sum += cells[i];
          any |= cells[i] != 0;
        }
      if (!any)
        continue;

      ful_query_json_key (json, category->name);
      ful_query_json_begin_object (json);
      ful_query_json_number_member (json, "value", sum);
      ful_query_json_key (json, "sub");
      ful_query_json_begin_object (json);
      for (guint i = breakdown->first_cell[c]; i < breakdown->first_cell[c + 1]; i++)
        if (cells[i] != 0)
          {
            const char *name = category->subcategories[i - breakdown->first_cell[c]];

            /* A category without a list has the cell itself. */
            ful_query_json_key (json, name ? name : category->name);
            ful_query_json_number (json, cells[i]);
          }
      ful_query_json_end_object (json);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_object (json);
}

static gboolean
write_json (FulQuery      *query,
            FulQueryView  *view,
            FulQueryJson  *json,
            GError       **error)
{
  g_autoptr(FulNodeBreakdown) breakdown = NULL;
  g_autoptr(FulCallTree) traced = NULL;
  FulCallNodeIndex node;

  if (!find_node (query, view, &node, error))
    return FALSE;

  breakdown = ful_node_breakdown_new (view->tree, view->rows, node, FALSE, NULL, error);
  if (breakdown == NULL)
    return FALSE;
  traced = ful_call_tree_new_traced (view->nodes, view->inverted, view->rows, NULL, NULL);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "self", breakdown->self);
  ful_query_json_number_member (json, "total", breakdown->total);
  ful_query_json_number_member (json, "rootTime", breakdown->root_time);
  ful_query_json_key (json, "selfByCategory");
  write_breakdown (query, breakdown, breakdown->has_self, breakdown->self_by_category, json);
  ful_query_json_key (json, "totalByCategory");
  write_breakdown (query, breakdown, breakdown->has_total, breakdown->total_by_category, json);
  ful_query_json_key (json, "tracedTotalRootMs");
  if (traced)
    ful_query_json_number (json, traced->root_total);
  else
    ful_query_json_null (json);
  ful_query_json_end_object (json);

  return TRUE;
}

static gboolean
print_text (FulQuery      *query,
            FulQueryView  *view,
            GError       **error)
{
  g_autoptr(FulNodeBreakdown) breakdown = NULL;
  FulCallNodeIndex node;

  if (!find_node (query, view, &node, error))
    return FALSE;

  breakdown = ful_node_breakdown_new (view->tree, view->rows, node, FALSE, NULL, error);
  if (breakdown == NULL)
    return FALSE;
  if (node == FUL_NONE)
    {
      g_print ("No such call node\n");
      return TRUE;
    }

  g_print ("%s\ntotal %g of %g, self %g\n", ful_call_tree_get_shown_name (view->tree, node), breakdown->total,
           breakdown->root_time, breakdown->self);
  for (guint c = 0; c < query->profile->categories->len; c++)
    {
      FulCategory *category = ful_profile_get_category (query->profile, (FulCategoryIndex) c);

      for (guint i = breakdown->first_cell[c]; i < breakdown->first_cell[c + 1]; i++)
        if (breakdown->total_by_category[i] != 0)
          {
            const char *name = category->subcategories[i - breakdown->first_cell[c]];

            g_print ("%12g %12g  %s: %s\n", breakdown->total_by_category[i], breakdown->self_by_category[i],
                     category->name, name ? name : category->name);
          }
    }

  return TRUE;
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  return ful_query_answer_views (query, write_json, print_text, error);
}

const FulCommand ful_command_sidebar = {
  "sidebar", "the numbers of one call node by category", FUL_COMMAND_VIEWS | FUL_COMMAND_PATHS, run,
  "totalByCategory", "@category,value,sub",
};
