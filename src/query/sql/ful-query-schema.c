/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tables that sql knows, and rows writes, from their one description. */

#include "config.h"

#include "ful-query-schema.h"

#include "sql/ful-sql-functions.h"
#include "sql/ful-sql-tables.h"

/* Returns: the name of its type */
const char *
ful_query_schema_get_type (const FulSqlColumn *column)
{
  static const char *const types[] = { "integer", "real", "text" };

  return types[column->type];
}

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
      ful_query_json_string_member (json, "type", ful_query_schema_get_type (&columns[i]));
      ful_query_json_boolean_member (json, "key", (columns[i].flags & FUL_SQL_COLUMN_KEY) != 0);
      ful_query_json_boolean_member (json, "wide", (columns[i].flags & FUL_SQL_COLUMN_WIDE) != 0);
      ful_query_json_string_member (json, "unit", columns[i].unit);
      ful_query_json_string_member (json, "about", columns[i].about);
      ful_query_json_end_object (json);
    }
  ful_query_json_end_array (json);
}

/* Returns: (transfer full) (element-type FulQuerySchemaEntry): that have the name, if one is given */
GArray *
ful_query_schema_list (const char *name)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (FulQuerySchemaEntry));
  FulQuerySchemaEntry processes = { FUL_SQL_PROCESSES, FUL_SQL_PROCESSES_ABOUT, ful_sql_process_columns, ful_sql_n_process_columns, NULL, 0 };

  for (guint i = 0; ful_sql_tables[i]; i++)
    {
      const FulSqlTable *table = ful_sql_tables[i];

      g_array_append_val (entries, ((FulQuerySchemaEntry) { table->name, table->about, table->columns, table->n_columns, NULL, 0 }));
    }
  g_array_append_val (entries, processes);
  for (guint i = 0; ful_sql_functions[i]; i++)
    {
      const FulSqlFunctionInfo *of = ful_sql_functions[i];

      g_array_append_val (entries, ((FulQuerySchemaEntry) { of->name, of->about, of->columns, of->n_columns, of->arguments, of->n_arguments }));
    }
  for (guint i = entries->len; name && i-- > 0; )
    if (g_ascii_strcasecmp (g_array_index (entries, FulQuerySchemaEntry, i).name, name) != 0)
      g_array_remove_index (entries, i);

  return entries;
}

/* Writes an object. */
void
ful_query_schema_write_json (const GArray *entries,
                             FulQueryJson *json)
{
  ful_query_json_begin_object (json);
  ful_query_json_number_member (json, "version", FUL_QUERY_SCHEMA_VERSION);
  for (guint functions = 0; functions < 2; functions++)
    {
      ful_query_json_begin_array_member (json, functions ? "functions" : "tables");
      for (guint i = 0; i < entries->len; i++)
        {
          const FulQuerySchemaEntry *entry = &g_array_index (entries, FulQuerySchemaEntry, i);

          if ((entry->arguments != NULL) != functions)
            continue;
          ful_query_json_begin_object (json);
          ful_query_json_string_member (json, "name", entry->name);
          ful_query_json_string_member (json, "about", entry->about);
          if (functions)
            write_json_columns (json, "arguments", entry->arguments, entry->n_arguments);
          write_json_columns (json, "columns", entry->columns, entry->n_columns);
          ful_query_json_end_object (json);
        }
      ful_query_json_end_array (json);
    }
  ful_query_json_end_object (json);
}
