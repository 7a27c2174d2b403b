/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query display: the rows of a call tree as the window shows them.
 *
 * JSON: {"rows": [[depth, name, library or origin, category, total, self, percent, badge], …]}. With --when rows end
 * with the bins of the row, an array; with --initial=hot there is also "selected", the number of a row; in text output these are bars of its share in each. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"
#include "ful-query-table.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "document/rows/ful-tree-rows.h"
#include "model/ful-func-origin.h"
#include "model/ful-thread-tables.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/nodes/ful-call-node-table.h"
#include "tree/times/ful-when-bins.h"

/* Rows whose bins are made together: 18 MiB. */
#define N_WHEN_ROWS 65536

static const FulQueryColumn columns[] = {
  { "depth", NULL, FUL_UNIT_DEPTH },
  { "name", "function", FUL_UNIT_NAME },
  { "origin", NULL, FUL_UNIT_TEXT },
  { "category", "category", FUL_UNIT_TEXT },
  { "total", "total", FUL_UNIT_NUMBER },
  { "self", "self", FUL_UNIT_NUMBER },
  { "percent", "total %", FUL_UNIT_NUMBER },
  { "badge", NULL, FUL_UNIT_TEXT },
  { "when", "when", FUL_UNIT_TEXT },   /* only with --when */
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
make_bins (FulQueryView *view,
           guint         first)
{
  guint n = MIN (view->list->len - first, N_WHEN_ROWS);
  g_autofree FulCallNodeIndex *nodes = g_new (FulCallNodeIndex, n);

  for (guint i = 0; i < n; i++)
    nodes[i] = g_array_index (view->list, FulCallTreeRow, first + i).node;
  g_clear_pointer (&view->when, ful_when_bins_unref);
  view->when = ful_when_bins_new (view->tree, view->derived, nodes, n, 1, NULL, NULL);
  view->first_when = first;
}

/* Any weight has a bar, and what is all there is has the longest. */
static char *
bins_to_bars (const double *bins,
              const double *all)
{
  static const char *const bars[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  GString *text = g_string_new (NULL);

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    g_string_append (text, bins[bin] > 0 ? bars[CLAMP ((int) (bins[bin] / all[bin] * 8), 0, 7)] : " ");

  return g_string_free (text, FALSE);
}

static void
add_bins (FulQueryView *view,
          guint         i,
          FulQueryRow  *cells)
{
  const double *bins;
  FulQueryJson json;
  char *text = NULL;

  if (view->when == NULL || i - view->first_when >= view->when->n_nodes)
    make_bins (view, i - i % N_WHEN_ROWS);
  bins = view->when->bins + (gsize) (i - view->first_when) * FUL_WHEN_N_BINS;

  ful_query_json_init (&json, &text);
  ful_query_json_begin_array (&json);
  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    ful_query_json_number (&json, bins[bin]);
  ful_query_json_end_array (&json);
  ful_query_json_finish (&json);
  ful_query_row_take_json (cells, text);
  ful_query_row_take_shown (cells, bins_to_bars (bins, view->when->all));
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
  if (query->when && !ful_query_row_skip (cells))
    add_bins (view, i, cells);
}

/* Returns: (transfer full) (nullable) (element-type FulCallTreeRow): the rows that are open when the window shows the tree for the first time */
static GArray *
open_hot (FulQueryView  *view,
          GError       **error)
{
  FulTreeRows *rows = ful_tree_rows_new (view->tree, view->derived, NULL, error);
  GArray *list;

  if (rows == NULL)
    return NULL;

  list = g_array_sized_new (FALSE, FALSE, sizeof (FulCallTreeRow), rows->n_rows);
  g_array_append_vals (list, rows->rows, rows->n_rows);
  view->selected = rows->selected;
  ful_tree_rows_unref (rows);

  return list;
}

static void
write_selected (FulQueryTable *table,
                FulQueryJson  *json)
{
  const FulQueryView *view = table->data;

  ful_query_json_key (json, "selected");
  for (guint i = 0; view->selected != FUL_NONE && i < view->list->len; i++)
    if (g_array_index (view->list, FulCallTreeRow, i).node == view->selected)
      {
        ful_query_json_number (json, i);
        return;
      }
  ful_query_json_null (json);
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
  if (query->initial && !g_str_equal (query->initial, "hot") && !g_str_equal (query->initial, "reference"))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--initial=%s: there are “hot” and “reference”", query->initial);
      return NULL;
    }
  if (query->when && !query->profile->has_times)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "--when: nothing in this profile has a time");
      return NULL;
    }

  view->selected = FUL_NONE;
  if (query->initial && g_str_equal (query->initial, "hot"))
    view->list = open_hot (view, error);
  else
    view->list = ful_call_tree_expand_all (view->tree, FUL_NONE, ful_query_get_n_made (query), NULL, error);
  if (view->list == NULL)
    return NULL;

  table = ful_query_view_to_table (g_steal_pointer (&view), columns,
                                   G_N_ELEMENTS (columns) - (query->when ? 0 : 1));
  table->fill = fill;
  if (query->initial && g_str_equal (query->initial, "hot"))
    table->write_json = write_selected;

  return table;
}

const FulCommand ful_command_display = {
  "display", "the rows of a call tree as the window shows them", FUL_COMMAND_VIEWS | FUL_COMMAND_LIMIT | FUL_COMMAND_DISPLAY,
  make_table, NULL,
};
