/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Table-valued functions of a view (sql.md 3): rows of what the commands of these names answer, by the same code. What an argument does
 * not say is that of the command line. */

#include "config.h"

#include "ful-sql-view-functions.h"

#include "ful-canonical-rows.h"
#include "ful-query-markers.h"
#include "ful-query.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"
#include "markers/find/ful-marker-statistics.h"
#include "sql/ful-sql-tables.h"
#include "stacks/ful-implementation.h"
#include "stacks/ful-search.h"
#include "threads/ful-thread-set.h"
#include "threads/ful-view-options.h"
#include "tree/ful-function-tree.h"

#include <string.h>

/**
 * Rows:
 * @of: the profile
 * @query: that the others refer to: of this view alone
 */
typedef struct
{
  FulSqlProfile       *of;
  FulQuery             query;
  FulQueryView        *view;         /* (nullable): one of these */
  FulQueryMarkers     *markers;
  FulMarkerStatistics *statistics;
  GArray              *list;         /* (nullable): rows of the view */
  guint               *parents;      /* (nullable): of nodes of a tree: their places; G_MAXUINT: none */
  guint               *places;       /* (nullable): of markers, in the table */
} Rows;

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
      const char *spec = ful_json_node_get_string (json_array_get_element (list, i));
      FulViewOptions *next = spec ? ful_transform_push_spec (*view, spec, &query->reader, error) : NULL;

      if (next == NULL)
        {
          if (spec == NULL)
            g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "a transform must be a text");
          return FALSE;
        }
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

static void
free_rows (gpointer data)
{
  Rows *self = data;

  g_clear_pointer (&self->view, ful_query_view_free);
  g_clear_pointer (&self->statistics, ful_marker_statistics_unref);
  g_clear_pointer (&self->markers, ful_query_markers_free);
  g_clear_pointer (&self->list, g_array_unref);
  g_clear_pointer (&self->query.views, g_ptr_array_unref);
  g_free (self->parents);
  g_free (self->places);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Rows, free_rows)

/* Returns: (transfer full): without rows */
static Rows *
make_rows (FulSqlProfile      *of,
           const FulSqlValue  *arguments,
           GError            **error)
{
  FulQuery *query = of->view;
  g_autoptr(Rows) self = g_new0 (Rows, 1);
  FulViewOptions *view = make_view (of, query, arguments, error);

  self->of = of;
  self->query = *query;
  self->query.views = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_view_options_unref);
  if (view == NULL)
    return NULL;
  g_ptr_array_add (self->query.views, view);

  return g_steal_pointer (&self);
}

static Rows *
make_rows_of_view (FulSqlProfile      *of,
                   const FulSqlValue  *arguments,
                   GError            **error)
{
  g_autoptr(Rows) self = make_rows (of, arguments, error);

  if (self == NULL)
    return NULL;
  self->view = ful_query_view_new (&self->query, 0, error);

  return self->view ? g_steal_pointer (&self) : NULL;
}

static guint
get_n (gpointer rows)
{
  return ((Rows *) rows)->list->len;
}

static gsize
get_size (gpointer rows)
{
  const Rows *self = rows;
  gsize size_bytes = (gsize) self->list->len * g_array_get_element_size (self->list);

  if (self->view)
    size_bytes += ful_call_node_table_get_size (self->view->nodes) + (gsize) self->view->nodes->n_nodes * 2 * sizeof (double);
  if (self->parents)
    size_bytes += (gsize) self->list->len * sizeof *self->parents;
  if (self->places)
    size_bytes += (gsize) self->markers->list->n_markers * sizeof *self->places;

  return size_bytes;
}

static gpointer
run_functions (FulSql             *sql G_GNUC_UNUSED,
               FulSqlProfile      *profile,
               const FulSqlValue  *arguments,
               GError            **error)
{
  g_autoptr(Rows) self = make_rows_of_view (profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->list = ful_query_view_list_functions (self->view, error);

  return self->list ? g_steal_pointer (&self) : NULL;
}

static void
set_name (Rows         *self,
          FulSqlValue  *value,
          FulFuncIndex  func)
{
  ful_sql_value_set_text (value, ful_profile_get_func_name (self->query.profile, func));
}

static void
get_function (gpointer     rows,
              guint        row,
              guint        column,
              FulSqlValue *value)
{
  Rows *self = rows;
  const FulFunctionRow *of = &g_array_index (self->list, FulFunctionRow, row);

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, of->func);
      break;
    case 2:
      set_name (self, value, of->func);
      break;
    case 3:
      ful_sql_value_set_resource_name (value, self->of, of->func);
      break;
    case 4:
      ful_sql_value_set_real (value, of->total);
      break;
    case 5:
    default:
      ful_sql_value_set_real (value, of->self);
      break;
    }
}

static const FulSqlFunction functions = { &ful_sql_info_functions, TRUE, run_functions, get_n, get_size, get_function, free_rows };

/* Where the node that calls each one is. */
static guint *
find_parents (const GArray *list)
{
  guint *parents = g_new (guint, MAX (list->len, 1));
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < list->len; i++)
    {
      guint depth = (guint) g_array_index (list, FulCallTreeRow, i).depth;

      g_array_set_size (open, MIN (depth, open->len));
      parents[i] = open->len > 0 ? g_array_index (open, guint, open->len - 1) : G_MAXUINT;
      g_array_append_val (open, i);
    }

  return parents;
}

static gpointer
run_call_tree (FulSql             *sql G_GNUC_UNUSED,
               FulSqlProfile      *profile,
               const FulSqlValue  *arguments,
               GError            **error)
{
  g_autoptr(Rows) self = make_rows_of_view (profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->list = ful_canonical_rows_new (self->view->tree, G_MAXUINT);
  self->parents = find_parents (self->list);

  return g_steal_pointer (&self);
}

static void
get_node (gpointer     rows,
          guint        row,
          guint        column,
          FulSqlValue *value)
{
  Rows *self = rows;
  FulCallTree *tree = self->view->tree;
  const FulCallTreeRow *of = &g_array_index (self->list, FulCallTreeRow, row);

  switch (column)
    {
    case 1:
      ful_sql_value_set_integer (value, row);
      break;
    case 2:
      if (self->parents[row] != G_MAXUINT)
        ful_sql_value_set_integer (value, self->parents[row]);
      break;
    case 3:
      ful_sql_value_set_integer (value, of->depth);
      break;
    case 4:
      ful_sql_value_set_integer (value, ful_call_tree_get_func (tree, of->node));
      break;
    case 5:
      set_name (self, value, ful_call_tree_get_func (tree, of->node));
      break;
    case 6:
      ful_sql_value_set_real (value, ful_call_tree_get_total (tree, of->node));
      break;
    case 7:
    default:
      ful_sql_value_set_real (value, ful_call_tree_get_self (tree, of->node));
      break;
    }
}

static const FulSqlFunction call_tree = { &ful_sql_info_call_tree, TRUE, run_call_tree, get_n, get_size, get_node, free_rows };

/* Where markers are in the list of their thread. They have the same order there; of several threads there are no janks. */
static guint *
find_places (FulSqlProfile       *profile,
             const FulMarkerList *list)
{
  g_autofree guint *next = g_new0 (guint, list->profile->threads->len);
  guint *places = g_new (guint, MAX (list->n_markers, 1));

  for (guint i = 0; i < list->n_markers; i++)
    {
      guint thread = (guint) list->thread[i];
      const FulMarkerList *of_thread = ful_sql_profile_get_markers (profile, thread);

      while (list->kind[i] != FUL_MARKER_KIND_JANK && of_thread->kind[next[thread]] == FUL_MARKER_KIND_JANK)
        next[thread]++;
      places[i] = next[thread]++;
    }

  return places;
}

static gpointer
run_find_markers (FulSql             *sql G_GNUC_UNUSED,
                  FulSqlProfile      *profile,
                  const FulSqlValue  *arguments,
                  GError            **error)
{
  g_autoptr(Rows) self = make_rows (profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->markers = ful_query_markers_new (&self->query, 0, error);
  if (self->markers == NULL)
    return NULL;
  self->list = g_array_ref (self->markers->found);
  self->places = find_places (profile, self->markers->list);

  return g_steal_pointer (&self);
}

static void
get_found (gpointer     rows,
           guint        row,
           guint        column,
           FulSqlValue *value)
{
  Rows *self = rows;
  guint marker = g_array_index (self->list, guint, row);

  ful_sql_table_markers.get (self->of, (guint) self->markers->list->thread[marker], self->places[marker], column, value);
}

static const FulSqlFunction find_markers = { &ful_sql_info_find_markers, TRUE, run_find_markers, get_n, get_size, get_found, free_rows };

static gpointer
run_marker_statistics (FulSql             *sql,
                       FulSqlProfile      *profile,
                       const FulSqlValue  *arguments,
                       GError            **error)
{
  Rows *self = run_find_markers (sql, profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->statistics = ful_marker_statistics_new (self->markers->list, self->markers->found, NULL, NULL);
  g_array_unref (self->list);
  self->list = g_array_ref (self->statistics->rows);

  return self;
}

static void
get_statistics (gpointer     rows,
                guint        row,
                guint        column,
                FulSqlValue *value)
{
  Rows *self = rows;
  const FulMarkerSummary *summary = &g_array_index (self->list, FulMarkerSummary, row);
  const FulMarkerFigures *figures = ful_marker_summary_get_durations (summary);

  if (column == 1)
    ful_sql_value_set_text (value, summary->name);
  else if (column == 2)
    ful_sql_value_set_text (value, ful_profile_get_category (self->query.profile, summary->category)->name);
  else if (column == 3)
    ful_sql_value_set_integer (value, summary->n_markers);
  else if (column == 4)
    ful_sql_value_set_integer (value, figures ? figures->n : 0);
  else if (figures)
    {
      const double numbers[] = { figures->sum, figures->mean, figures->median, figures->p95, figures->min, figures->max };

      ful_sql_value_set_real (value, numbers[column - 5]);
    }
}

static const FulSqlFunction marker_statistics = { &ful_sql_info_marker_statistics, TRUE, run_marker_statistics, get_n, get_size, get_statistics, free_rows };

const FulSqlFunction *const ful_sql_view_functions[] = { &functions, &call_tree, &find_markers, &marker_statistics, NULL };
