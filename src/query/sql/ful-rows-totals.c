/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Functions of each thread with their totals (sql.md 5): as the command functions answers them. */

#include "config.h"

#include "ful-rows-totals.h"

#include "ful-query.h"

#include "threads/ful-view-options.h"
#include "tree/ful-function-tree.h"

#define KEY "fulgens-function-totals"

/* Returns: (transfer full) (element-type FulFunctionRow): of a thread */
static GArray *
make_list (FulQuery *query,
           guint     thread)
{
  g_autoptr(FulViewOptions) options = ful_view_options_copy (g_ptr_array_index (query->views, 0));
  g_autoptr(GPtrArray) views = g_ptr_array_new ();
  g_autoptr(FulQueryView) view = NULL;
  FulQuery of_thread = *query;
  GArray *list;

  ful_view_options_set_threads (options, &thread, 1);
  g_ptr_array_add (views, options);
  of_thread.views = views;
  view = ful_query_view_new (&of_thread, 0, NULL);
  list = view ? ful_query_view_list_functions (view, NULL) : NULL;

  return list ? list : g_array_new (FALSE, FALSE, sizeof (FulFunctionRow));
}

static void
free_lists (gpointer data)
{
  g_ptr_array_unref (data);
}

static void
free_list (gpointer data)
{
  if (data)
    g_array_unref (data);
}

/* Returns: (transfer none) (element-type FulFunctionRow): of a thread; made once, as files ask for it column by column */
static GArray *
get_list (FulSqlProfile *profile,
          guint          thread)
{
  GPtrArray *lists = g_object_get_data (G_OBJECT (profile->profile), KEY);

  if (lists == NULL)
    {
      lists = g_ptr_array_new_with_free_func (free_list);
      g_ptr_array_set_size (lists, (int) profile->profile->threads->len);
      g_object_set_data_full (G_OBJECT (profile->profile), KEY, lists, free_lists);
    }
  if (lists->pdata[thread] == NULL)
    lists->pdata[thread] = make_list (profile->view, thread);

  return lists->pdata[thread];
}

static guint
get_n_threads (FulSqlProfile *profile)
{
  return profile->profile->threads->len;
}

static guint
get_n_rows (FulSqlProfile *profile,
            guint          thread)
{
  return get_list (profile, thread)->len;
}

static const FulSqlColumn columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "function", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "resource_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "total", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "self", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static void
get (FulSqlProfile *profile,
     guint          thread,
     guint          row,
     guint          column,
     FulSqlValue   *value)
{
  const FulFunctionRow *of = &g_array_index (get_list (profile, thread), FulFunctionRow, row);

  if (column == 1)
    ful_sql_value_set_integer (value, thread);
  else if (column == 2)
    ful_sql_value_set_text (value, ful_profile_get_func_name (profile->profile, of->func));
  else if (column == 3)
    ful_sql_value_set_resource_name (value, profile, of->func);
  else
    ful_sql_value_set_real (value, column == 4 ? of->total : of->self);
}

const FulSqlTable ful_rows_table_totals = {
  .name = "function_totals",
  .about = "Functions of each thread with their totals.",
  .columns = columns, .n_columns = G_N_ELEMENTS (columns), .part_column = 1, .n_parts_each = 1,
  .get_n_parts = get_n_threads, .get_n_rows = get_n_rows, .get = get,
};
