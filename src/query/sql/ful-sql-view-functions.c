/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Table-valued functions of a view (sql.md 3): rows of what the commands of these names answer, by the same code. */

#include "config.h"

#include "ful-sql-view-functions.h"

#include "ful-canonical-rows.h"
#include "ful-sql-view-rows.h"

#include "markers/list/ful-marker-list.h"
#include "sql/ful-sql-tables.h"
#include "threads/ful-view-options.h"
#include "tree/ful-function-tree.h"

static gpointer
run_functions (FulSql             *sql G_GNUC_UNUSED,
               FulSqlProfile      *profile,
               const FulSqlValue  *arguments,
               GError            **error)
{
  g_autoptr(FulSqlViewRows) self = ful_sql_view_rows_new_of_tree (profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->list = ful_query_view_list_functions (self->view, error);

  return self->list ? g_steal_pointer (&self) : NULL;
}

static void
set_name (FulSqlViewRows         *self,
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
  FulSqlViewRows *self = rows;
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

static const FulSqlFunction functions = { &ful_sql_info_functions, TRUE, run_functions, ful_sql_view_rows_get_n, ful_sql_view_rows_get_size, get_function, ful_sql_view_rows_free };

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
  g_autoptr(FulSqlViewRows) self = ful_sql_view_rows_new_of_tree (profile, arguments, error);

  if (self == NULL)
    return NULL;
  self->list = ful_canonical_rows_new (self->view->tree, G_MAXUINT);
  self->parents = find_parents (self->list);

  return g_steal_pointer (&self);
}

static FulCategoryIndex
get_category (FulCallTree      *tree,
              FulCallNodeIndex  node)
{
  FulCategoryIndex category;
  gint32 subcategory;

  ful_call_tree_get_category (tree, node, &category, &subcategory);

  return category;
}

static void
get_node (gpointer     rows,
          guint        row,
          guint        column,
          FulSqlValue *value)
{
  FulSqlViewRows *self = rows;
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
      ful_sql_value_set_real (value, ful_call_tree_get_self (tree, of->node));
      break;
    case 8:
      ful_sql_value_set_integer (value, get_category (tree, of->node));
      break;
    case 9:
    default:
      ful_sql_value_set_text (value, ful_profile_get_category (self->query.profile, get_category (tree, of->node))->name);
      break;
    }
}

static const FulSqlFunction call_tree = { &ful_sql_info_call_tree, TRUE, run_call_tree, ful_sql_view_rows_get_n, ful_sql_view_rows_get_size, get_node, ful_sql_view_rows_free };

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
  g_autoptr(FulSqlViewRows) self = ful_sql_view_rows_new (profile, arguments, error);

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
  FulSqlViewRows *self = rows;
  guint marker = g_array_index (self->list, guint, row);

  ful_sql_table_markers.get (self->of, (guint) self->markers->list->thread[marker], self->places[marker], column, value);
}

static const FulSqlFunction find_markers = { &ful_sql_info_find_markers, TRUE, run_find_markers, ful_sql_view_rows_get_n, ful_sql_view_rows_get_size, get_found, ful_sql_view_rows_free };

static gpointer
run_marker_statistics (FulSql             *sql,
                       FulSqlProfile      *profile,
                       const FulSqlValue  *arguments,
                       GError            **error)
{
  FulSqlViewRows *self = run_find_markers (sql, profile, arguments, error);

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
  FulSqlViewRows *self = rows;
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

static const FulSqlFunction marker_statistics = { &ful_sql_info_marker_statistics, TRUE, run_marker_statistics, ful_sql_view_rows_get_n, ful_sql_view_rows_get_size, get_statistics, ful_sql_view_rows_free };

const FulSqlFunction *const ful_sql_view_functions[] = { &functions, &call_tree, &ful_sql_view_filtered_samples, &find_markers,
                                                        &marker_statistics, &ful_sql_view_activity, NULL };
