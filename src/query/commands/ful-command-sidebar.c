/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query sidebar: the numbers of one call node by category. Without
 * --path the node is the first root. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "io/json/ful-json-document.h"
#include "model/ful-profile.h"
#include "threads/ful-view-options.h"
#include "model/ful-sample-type.h"
#include "tree/ful-node-breakdown.h"

#include <math.h>

static const FulQueryColumn columns[] = {
  { "category", "category", FUL_UNIT_TEXT },
  { "subcategory", "subcategory", FUL_UNIT_NAME },
  { "total", "total", FUL_UNIT_WEIGHT },
  { "self", "self", FUL_UNIT_WEIGHT },
};

typedef struct
{
  FulQueryView     *view;
  FulNodeBreakdown *breakdown;
  GArray           *cells;       /* Cell: those with a total */
} Sidebar;

typedef struct
{
  FulCategoryIndex category;
  guint            cell;
} Cell;

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

/* A category without a list of subcategories has the cell itself. */
static const char *
get_subcategory (FulCategory *category,
                 guint        subcategory)
{
  const char *name = category->subcategories[subcategory];

  return name ? name : category->name;
}

static void
write_breakdown (FulProfile             *profile,
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
  for (guint c = 0; c < profile->categories->len; c++)
    {
      FulCategory *category = ful_profile_get_category (profile, (FulCategoryIndex) c);
      double sum = 0;
      gboolean any = FALSE;

      for (guint i = breakdown->first_cell[c]; i < breakdown->first_cell[c + 1]; i++)
        {
          sum += cells[i];
          any |= cells[i] != 0;
        }
      if (!any)
        continue;

      ful_query_json_begin_object_member (json, category->name);
      ful_query_json_number_member (json, "value", sum);
      ful_query_json_begin_object_member (json, "sub");
      for (guint i = breakdown->first_cell[c]; i < breakdown->first_cell[c + 1]; i++)
        if (cells[i] != 0)
          ful_query_json_number_member (json, get_subcategory (category, i - breakdown->first_cell[c]), cells[i]);
      ful_query_json_end_object (json);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_object (json);
}

static void
write_labels (const FulNodeBreakdown *breakdown,
              FulQueryJson           *json)
{
  ful_query_json_begin_array_member (json, "labels");
  for (guint i = 0; i < breakdown->labels->len; i++)
    {
      const FulLabelWeight *label = &g_array_index (breakdown->labels, FulLabelWeight, i);

      ful_query_json_begin_array (json);
      ful_query_json_string (json, label->label);
      ful_query_json_number (json, label->weight);
      ful_query_json_end_array (json);
    }
  ful_query_json_end_array (json);
}

static void
write_json (FulQueryTable *table,
            FulQueryJson  *json)
{
  Sidebar *self = table->data;
  FulQueryView *view = self->view;
  const FulNodeBreakdown *breakdown = self->breakdown;
  FulProfile *profile = view->query->profile;
  g_autoptr(FulCallTree) traced = ful_call_tree_new_traced (view->nodes, view->inverted, view->rows, NULL, NULL);

  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "self", breakdown->self);
  ful_query_json_number_member (json, "total", breakdown->total);
  ful_query_json_number_member (json, "rootTime", breakdown->root_time);
  ful_query_json_key (json, "selfByCategory");
  write_breakdown (profile, breakdown, breakdown->has_self, breakdown->self_by_category, json);
  ful_query_json_key (json, "totalByCategory");
  write_breakdown (profile, breakdown, breakdown->has_total, breakdown->total_by_category, json);
  ful_query_json_number_member (json, "tracedTotalRootMs", traced ? traced->root_total : NAN);
  if (breakdown->labels->len > 0)
    write_labels (breakdown, json);
  ful_query_json_end_object (json);
}

static void
fill (FulQueryTable *table,
      guint          i,
      FulQueryRow   *cells)
{
  Sidebar *self = table->data;
  Cell cell = g_array_index (self->cells, Cell, i);
  FulCategory *category = ful_profile_get_category (self->view->query->profile, cell.category);

  ful_query_row_add_text (cells, category->name);
  ful_query_row_add_text (cells, get_subcategory (category, cell.cell - self->breakdown->first_cell[cell.category]));
  ful_query_row_add_number (cells, self->breakdown->total_by_category[cell.cell]);
  ful_query_row_add_number (cells, self->breakdown->self_by_category[cell.cell]);
}

static char *
dup_summary (FulQueryView           *view,
             FulCallNodeIndex        node,
             const FulNodeBreakdown *breakdown)
{
  g_autofree char *name = NULL, *total = NULL, *all = NULL, *self = NULL;

  if (node == FUL_NONE)
    return g_strdup ("No such call node\n");

  name = ful_format_visible (ful_call_tree_get_shown_name (view->tree, node), "");

  total = ful_weight_format (breakdown->total, view->tree->weight_type, view->tree->weight_word);
  all = ful_weight_format (breakdown->root_time, view->tree->weight_type, view->tree->weight_word);
  self = ful_weight_format (breakdown->self, view->tree->weight_type, view->tree->weight_word);

  return g_strdup_printf ("%s\ntotal %s of %s, self %s\n", name, total, all, self);
}

static FulQueryTable *
make_table (FulQuery  *query,
            guint      index,
            GError   **error)
{
  g_autoptr(FulQueryView) view = ful_query_view_new (query, index, error);
  FulNodeBreakdown *breakdown;
  FulCallNodeIndex node;
  FulQueryTable *table;
  Sidebar *self;

  if (view == NULL || !find_node (query, view, &node, error))
    return NULL;
  breakdown = ful_node_breakdown_new (view->tree, view->rows, node, FALSE, NULL, error);
  if (breakdown == NULL)
    return NULL;

  table = ful_query_table_new (columns, G_N_ELEMENTS (columns), sizeof (Sidebar));
  self = table->data;
  self->view = ful_query_table_attach (table, g_steal_pointer (&view), (GDestroyNotify) ful_query_view_free);
  self->breakdown = ful_query_table_attach (table, breakdown, (GDestroyNotify) ful_node_breakdown_unref);
  self->cells = ful_query_table_attach (table, g_array_new (FALSE, FALSE, sizeof (Cell)), (GDestroyNotify) g_array_unref);
  for (guint c = 0; c < query->profile->categories->len; c++)
    for (guint i = breakdown->first_cell[c]; i < breakdown->first_cell[c + 1]; i++)
      if (breakdown->total_by_category[i] != 0)
        {
          Cell cell = { (FulCategoryIndex) c, i };

          g_array_append_val (self->cells, cell);
        }

  table->n_rows = self->cells->len;
  table->weight_type = self->view->tree->weight_type;
  table->found = self->view->tree->root_total != 0;
  table->before = dup_summary (self->view, node, breakdown);
  table->is_nested = TRUE;
  table->fill = fill;
  table->write_json = write_json;

  return table;
}

const FulCommand ful_command_sidebar = {
  "sidebar", "the numbers of one call node by category", FUL_COMMAND_VIEWS | FUL_COMMAND_PATHS, make_table, NULL,
};
