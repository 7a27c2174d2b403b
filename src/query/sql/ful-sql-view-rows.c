/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The view that a function of it is about (sql.md 3): what an argument does not say is that of the command line. */

#include "config.h"

#include "ful-sql-view-rows.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"

#include <string.h>

static gboolean
is_given (const FulSqlValue *value)
{
  return value->kind != FUL_SQL_VALUE_NULL;
}

static gboolean
set_threads (const FulQuery     *query,
             FulViewOptions     *view,
             const FulSqlValue  *value,
             GError            **error)
{
  g_autoptr(GArray) threads = ful_sql_value_list_threads (value, query->profile->threads->len, error);

  if (threads == NULL)
    return FALSE;
  ful_view_options_set_threads (view, (guint *) (gpointer) threads->data, threads->len);

  return ful_thread_set_check (query->profile, view->threads, view->n_threads, error);
}

static void
set_range (const FulSqlProfile *of,
           FulViewOptions      *view,
           const FulSqlValue   *start,
           const FulSqlValue   *end)
{
  FulTimeRange range = { 0, of->duration };

  if (view->has_range)
    range = view->range;
  if (is_given (start))
    range.start = ful_sql_value_get_number (start, 0);
  if (is_given (end))
    range.end = ful_sql_value_get_number (end, 0);
  ful_view_options_set_range (view, &range);
}

/* @view: (inout): replaced */
static gboolean
add_transforms (FulQuery           *query,
                FulViewOptions    **view,
                const FulSqlValue  *value,
                GError            **error)
{
  g_autofree char *text = ful_sql_value_dup_text (value);
  g_autoptr(JsonNode) node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, error);
  JsonArray *list = node && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;

  if (node && list == NULL)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "transforms must be a list in JSON, as in '[\"merge-function:malloc\"]'");
  for (guint i = 0; list && i < json_array_get_length (list); i++)
    {
      JsonNode *element = json_array_get_element (list, i);
      const char *spec = ful_json_node_get_string (element);
      FulViewOptions *next = spec ? ful_transform_push_spec (*view, spec, &query->reader, error)
                                  : ful_transform_push_json (*view, element, &query->reader, error);

      if (next == NULL)
        return FALSE;
      ful_view_options_unref (*view);
      *view = next;
    }

  return list != NULL;
}

/* Returns: (transfer full): the view of the command line, changed by arguments */
static FulViewOptions *
make_view (FulSqlProfile      *of,
           FulQuery           *query,
           const FulSqlValue  *arguments,
           GError            **error)
{
  g_autoptr(FulViewOptions) view = NULL;
  g_autofree char *implementation = NULL;
  g_autofree char *strategy = NULL;

  if (is_given (&arguments[FUL_SQL_VIEW_VIEW]))
    {
      g_autofree char *text = ful_sql_value_dup_text (&arguments[FUL_SQL_VIEW_VIEW]);

      for (guint i = 0; i < FUL_SQL_VIEW_VIEW; i++)
        if (is_given (&arguments[i]))
          {
            g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "view takes the place of the other arguments");
            return NULL;
          }
      return ful_view_options_new_from_text (text, &query->reader, error);
    }

  view = ful_view_options_copy (g_ptr_array_index (query->views, 0));
  if (is_given (&arguments[FUL_SQL_VIEW_THREADS]) && !set_threads (query, view, &arguments[FUL_SQL_VIEW_THREADS], error))
    return NULL;
  if (is_given (&arguments[FUL_SQL_VIEW_RANGE_START]) || is_given (&arguments[FUL_SQL_VIEW_RANGE_END]))
    set_range (of, view, &arguments[FUL_SQL_VIEW_RANGE_START], &arguments[FUL_SQL_VIEW_RANGE_END]);
  implementation = is_given (&arguments[FUL_SQL_VIEW_IMPLEMENTATION]) ? ful_sql_value_dup_text (&arguments[FUL_SQL_VIEW_IMPLEMENTATION]) : NULL;
  if (implementation && !ful_implementation_parse (implementation, &view->implementation, error))
    return NULL;
  strategy = is_given (&arguments[FUL_SQL_VIEW_STRATEGY]) ? ful_sql_value_dup_text (&arguments[FUL_SQL_VIEW_STRATEGY]) : NULL;
  if (strategy && !ful_strategy_parse (strategy, &view->strategy, error))
    return NULL;
  if (is_given (&arguments[FUL_SQL_VIEW_INVERT]))
    view->invert = ful_sql_value_get_number (&arguments[FUL_SQL_VIEW_INVERT], 0) != 0;
  if (is_given (&arguments[FUL_SQL_VIEW_SEARCH]))
    {
      g_autofree char *search = ful_sql_value_dup_text (&arguments[FUL_SQL_VIEW_SEARCH]);

      ful_view_options_set_search (view, search, FUL_SEARCH_DEFAULT);
    }
  if (is_given (&arguments[FUL_SQL_VIEW_TRANSFORMS]) && !add_transforms (query, &view, &arguments[FUL_SQL_VIEW_TRANSFORMS], error))
    return NULL;

  return g_steal_pointer (&view);
}

void
ful_sql_view_rows_free (gpointer rows)
{
  FulSqlViewRows *self = rows;

  g_clear_pointer (&self->view, ful_query_view_free);
  g_clear_pointer (&self->statistics, ful_marker_statistics_unref);
  g_clear_pointer (&self->markers, ful_query_markers_free);
  g_clear_pointer (&self->list, g_array_unref);
  g_clear_pointer (&self->query.views, g_ptr_array_unref);
  g_clear_pointer (&self->graph, ful_track_graph_unref);
  g_free (self->parents);
  g_free (self->places);
  g_free (self);
}

/**
 * ful_sql_view_rows_new:
 * @arguments: (array): of the function
 *
 * Returns: (transfer full): the view, without rows
 */
FulSqlViewRows *
ful_sql_view_rows_new (FulSqlProfile      *of,
                       const FulSqlValue  *arguments,
                       GError            **error)
{
  FulQuery *query = of->view;
  g_autoptr(FulSqlViewRows) self = g_new0 (FulSqlViewRows, 1);
  FulViewOptions *view = make_view (of, query, arguments, error);

  self->of = of;
  self->query = *query;
  self->query.views = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_view_options_unref);
  if (view == NULL)
    return NULL;
  g_ptr_array_add (self->query.views, view);

  return g_steal_pointer (&self);
}

/* Returns: (transfer full): likewise, with its tree */
FulSqlViewRows *
ful_sql_view_rows_new_of_tree (FulSqlProfile      *of,
                               const FulSqlValue  *arguments,
                               GError            **error)
{
  g_autoptr(FulSqlViewRows) self = ful_sql_view_rows_new (of, arguments, error);

  if (self == NULL)
    return NULL;
  self->view = ful_query_view_new (&self->query, 0, error);

  return self->view ? g_steal_pointer (&self) : NULL;
}

guint
ful_sql_view_rows_get_n (gpointer rows)
{
  return ((FulSqlViewRows *) rows)->list->len;
}

/* Returns: bytes of what was made for these rows */
gsize
ful_sql_view_rows_get_size (gpointer rows)
{
  const FulSqlViewRows *self = rows;
  gsize size_bytes = (gsize) self->list->len * g_array_get_element_size (self->list);

  if (self->view)
    size_bytes += ful_call_node_table_get_size (self->view->nodes) + (gsize) self->view->nodes->n_nodes * 2 * sizeof (double);
  if (self->parents)
    size_bytes += (gsize) self->list->len * sizeof *self->parents;
  if (self->places)
    size_bytes += (gsize) self->markers->list->n_markers * sizeof *self->places;

  return size_bytes;
}
