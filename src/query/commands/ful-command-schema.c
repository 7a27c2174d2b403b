/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query schema: the tables that sql knows; of one table if it is named.
 *
 * JSON: {"tables": [{"name", "about", "columns": [{"name", "type", "key", "wide", "unit", "about"}]}], "functions": likewise with
 * "arguments"}. Columns are added, never renamed. */

#include "config.h"

#include "ful-commands.h"

#include "ful-query-json.h"

#include "base/ful-error.h"
#include "sql/ful-sql-functions.h"
#include "sql/ful-sql-tables.h"

#include <stdio.h>

static const char *const types[] = { "integer", "real", "text" };

static void
write_json_columns (FulQueryJson       *json,
                    const char         *member,
                    const FulSqlColumn *columns,
                    guint               n_columns)
{
  ful_query_json_begin_array_member (json, member);
  for (guint i = 0; i < n_columns; i++)
    {
      ful_query_json_begin_object (json);
      ful_query_json_string_member (json, "name", columns[i].name);
      ful_query_json_string_member (json, "type", types[columns[i].type]);
      ful_query_json_boolean_member (json, "key", (columns[i].flags & FUL_SQL_COLUMN_KEY) != 0);
      ful_query_json_boolean_member (json, "wide", (columns[i].flags & FUL_SQL_COLUMN_WIDE) != 0);
      ful_query_json_string_member (json, "unit", columns[i].unit);
      ful_query_json_string_member (json, "about", columns[i].about);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

/* A table for text: keys have an asterisk, wide columns a plus sign. */
static void
print_columns (const FulSqlColumn *columns,
               guint               n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    printf ("  %s%s %s%s%s%s%s\n", columns[i].name,
            columns[i].flags & FUL_SQL_COLUMN_KEY ? "*" : columns[i].flags & FUL_SQL_COLUMN_WIDE ? "+" : "", types[columns[i].type],
            columns[i].unit ? " " : "", columns[i].unit ? columns[i].unit : "", columns[i].about ? " – " : "", columns[i].about ? columns[i].about : "");
}

typedef struct
{
  const char         *name;
  const char         *about;
  const FulSqlColumn *columns;
  guint               n_columns;
  const FulSqlColumn *arguments;   /* (nullable): it is no function */
  guint               n_arguments;
} Entry;

/* Returns: (transfer full) (element-type Entry): that have the name, if one is given */
static GArray *
list_entries (const char *name)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  Entry processes = { FUL_SQL_PROCESSES, FUL_SQL_PROCESSES_ABOUT, ful_sql_process_columns, ful_sql_n_process_columns, NULL, 0 };

  for (guint i = 0; ful_sql_tables[i]; i++)
    {
      const FulSqlTable *table = ful_sql_tables[i];

      g_array_append_val (entries, ((Entry) { table->name, table->about, table->columns, table->n_columns, NULL, 0 }));
    }
  g_array_append_val (entries, processes);
  for (guint i = 0; ful_sql_functions[i]; i++)
    {
      const FulSqlFunctionInfo *of = ful_sql_functions[i];

      g_array_append_val (entries, ((Entry) { of->name, of->about, of->columns, of->n_columns, of->arguments, of->n_arguments }));
    }
  for (guint i = entries->len; name && i-- > 0; )
    if (g_ascii_strcasecmp (g_array_index (entries, Entry, i).name, name) != 0)
      g_array_remove_index (entries, i);

  return entries;
}

static void
print_text (const GArray *entries,
            gboolean      is_all)
{
  if (is_all)
    puts ("Keys have an asterisk: join by them, as in USING (profile, stack). Columns with a plus sign are computed, and not in SELECT *.\n"
          "Times are ms from the begin of the profile. What is missing is NULL.\n");
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      printf ("%s", entry->name);
      for (guint k = 0; k < entry->n_arguments; k++)
        printf ("%s%s%s", k == 0 ? "(" : ", ", entry->arguments[k].name, k + 1 == entry->n_arguments ? ")" : "");
      printf (": %s\n", entry->about);
      print_columns (entry->columns, entry->n_columns);
    }
  if (is_all)
    puts ("\nOf a stack: stack_has(profile, stack, name) – whether a function with this name is on it, GLOB with *; "
          "stack_text(profile, stack) – names, root first\nAggregates: median(x), quantile_disc(x, q)");
}

static void
print_json (const GArray *entries)
{
  FulQueryJson json;

  ful_query_json_init (&json, NULL);
  ful_query_json_begin_object (&json);
  for (guint functions = 0; functions < 2; functions++)
    {
      ful_query_json_begin_array_member (&json, functions ? "functions" : "tables");
      for (guint i = 0; i < entries->len; i++)
        {
          const Entry *entry = &g_array_index (entries, Entry, i);

          if ((entry->arguments != NULL) != functions)
            continue;
          ful_query_json_begin_object (&json);
          ful_query_json_string_member (&json, "name", entry->name);
          ful_query_json_string_member (&json, "about", entry->about);
          if (functions)
            write_json_columns (&json, "arguments", entry->arguments, entry->n_arguments);
          write_json_columns (&json, "columns", entry->columns, entry->n_columns);
          ful_query_json_end_object (&json);
        }
      ful_query_json_end_array (&json);
    }
  ful_query_json_end_object (&json);
  ful_query_json_finish (&json);
}

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(GArray) entries = list_entries (query->text);

  if (entries->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is no table “%s”", query->text);
      return FUL_EXIT_USAGE;
    }
  if (query->json)
    print_json (entries);
  else
    print_text (entries, query->text == NULL);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_schema = {
  "schema", "the tables that sql knows", FUL_COMMAND_ALONE | FUL_COMMAND_OPTIONAL, NULL, run,
};
