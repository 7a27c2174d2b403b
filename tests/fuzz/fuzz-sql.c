/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Statements of strangers, of one profile or two: each ends in time, with rows or an error, and the tables are the same afterwards. */

#include "ful-fuzz.h"
#include "ful-query-options.h"

#include "base/ful-error.h"
#include "base/ful-memory.h"
#include "sql/ful-query-tables.h"
#include "sql/ful-sql-view-functions.h"
#include "sql/ful-sql.h"

#include <string.h>

#define SECONDS 0.3
#define BYTES (4 << 20)
#define MAX_ROWS 2000
#define MAX_STATEMENTS 8

static FulQueryTables tables;
static GPtrArray *first;   /* of them */

static FulExitStatus
run_nothing (FulQuery  *query,
             GError   **error)
{
  return FUL_EXIT_OK;
}

static const FulCommand command = { "sql", "", FUL_COMMAND_SQL | FUL_COMMAND_VIEWS, NULL, run_nothing };
static FulQueryOptions options;

static void
open_profiles (void)
{
  static const char *const files[] = { "processed-v70-two-processes.ok.json", "pprof.ok.pb" };
  static char *labels[] = { (char *) "version=1", NULL };
  static FulQuery query = { .command = &command, .options = &options, .sql.labels = labels };

  ful_memory_init ();
  ful_query_tables_init (&tables);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (FUL_FIXTURES, files[i], NULL);
      g_autoptr(GError) error = NULL;
      FulExitStatus status;

      if (!ful_query_tables_add (&tables, &query, path, &status, &error))
        g_error ("%s", error->message);
    }
  first = g_ptr_array_new ();
  g_ptr_array_add (first, tables.profiles->pdata[0]);
}

static void
read_rows (FulSqlStatement *statement)
{
  g_autoptr(GError) error = NULL;

  for (guint n = 0; n < MAX_ROWS && ful_sql_statement_next (statement, &error); n++)
    for (guint i = 0; i < ful_sql_statement_get_n_columns (statement); i++)
      {
        FulSqlValue value = ful_sql_statement_get (statement, i);

        g_assert (ful_sql_statement_get_type (statement, i) && ful_sql_statement_get_name (statement, i));
        if (value.kind == FUL_SQL_VALUE_TEXT)
          g_assert (strnlen (value.text, value.n) <= value.n);
      }
  g_assert (error == NULL || *error->message != '\0');
}

/* What a statement cannot change. A busy machine may leave no time for it. */
static void
check_tables (FulSql *sql)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulSqlStatement) statement = ful_sql_prepare (sql, "SELECT count(*), (SELECT count(*) FROM sqlite_schema) FROM threads", &error);
  gboolean has_row = statement && ful_sql_statement_next (statement, &error);

  if (error && strstr (error->message, "--timeout"))
    return;
  if (error)
    g_error ("%s", error->message);
  g_assert (has_row);
  g_assert (ful_sql_statement_get (statement, 0).integer > 0);
  g_assert (ful_sql_statement_get (statement, 1).integer == 1);   /* a view */
}

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  FulSqlLimits limits = { .seconds = SECONDS, .bytes = BYTES };
  const char *at = text;

  if (first == NULL)
    open_profiles ();

  for (guint n_profiles = 1; n_profiles <= 2; n_profiles++)
    {
      g_autoptr(FulSql) sql = ful_sql_new (n_profiles == 1 ? first : tables.profiles, &limits);

      for (guint i = 0; ful_sql_view_functions[i]; i++)
        ful_sql_add_function (sql, ful_sql_view_functions[i]);
      at = text;
      for (guint i = 0; i < MAX_STATEMENTS && *at; i++)
        {
          gsize end = ful_sql_find_end (at);
          g_autofree char *one = end > 0 ? g_strndup (at, end) : g_strdup (at);
          g_autoptr(GError) error = NULL;
          g_autoptr(FulSqlStatement) statement = ful_sql_prepare (sql, one, &error);

          g_assert ((statement != NULL) == (error == NULL));
          if (statement)
            read_rows (statement);
          at += end > 0 ? end : strlen (at);
        }
      check_tables (sql);
    }

  return 0;
}
