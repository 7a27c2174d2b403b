/* SPDX-License-Identifier: GPL-3.0-or-later */

/* fulgens-query schema: the tables that sql knows; of one table if it is named.
 *
 * JSON: {"version", "tables": [{"name", "about", "columns": [{"name", "type", "key", "wide", "unit", "about"}]}], "functions": likewise with
 * "arguments"}. Columns are added, never renamed. */

#include "config.h"

#include "ful-commands.h"

#include "base/ful-error.h"
#include "sql/ful-query-schema.h"

#include <stdio.h>

/* A table for text: keys have an asterisk, wide columns a plus sign. */
static void
print_columns (const FulSqlColumn *columns,
               guint               n_columns)
{
  for (guint i = 0; i < n_columns; i++)
    printf ("  %s%s %s%s%s%s%s\n", columns[i].name,
            columns[i].flags & FUL_SQL_COLUMN_KEY ? "*" : columns[i].flags & FUL_SQL_COLUMN_WIDE ? "+" : "", ful_query_schema_get_type (&columns[i]),
            columns[i].unit ? " " : "", columns[i].unit ? columns[i].unit : "", columns[i].about ? " – " : "", columns[i].about ? columns[i].about : "");
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
      const FulQuerySchemaEntry *entry = &g_array_index (entries, FulQuerySchemaEntry, i);

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

static FulExitStatus
run (FulQuery  *query,
     GError   **error)
{
  g_autoptr(GArray) entries = ful_query_schema_list (query->text);

  if (entries->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "There is no table “%s”", query->text);
      return FUL_EXIT_USAGE;
    }
  if (query->json)
    {
      FulQueryJson json;

      ful_query_json_init (&json, NULL);
      ful_query_schema_write_json (entries, &json);
      ful_query_json_finish (&json);
    }
  else
    print_text (entries, query->text == NULL);

  return FUL_EXIT_OK;
}

const FulCommand ful_command_schema = {
  "schema", "the tables that sql knows", FUL_COMMAND_ALONE | FUL_COMMAND_OPTIONAL, NULL, run,
};
