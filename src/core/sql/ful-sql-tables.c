/* SPDX-License-Identifier: GPL-3.0-or-later */

/* All tables, in the order in which help lists them. */

#include "config.h"

#include "ful-sql-tables.h"

#include <string.h>

const FulSqlTable *const ful_sql_tables[] = {
  &ful_sql_table_profiles,
  &ful_sql_table_profile_labels,
  &ful_sql_table_threads,
  &ful_sql_table_samples,
  &ful_sql_table_sample_values,
  &ful_sql_table_sample_labels,
  &ful_sql_table_stacks,
  &ful_sql_table_frames,
  &ful_sql_table_funcs,
  &ful_sql_table_resources,
  &ful_sql_table_libs,
  &ful_sql_table_native_symbols,
  &ful_sql_table_sources,
  &ful_sql_table_categories,
  &ful_sql_table_subcategories,
  &ful_sql_table_markers,
  &ful_sql_table_marker_fields,
  &ful_sql_table_counters,
  &ful_sql_table_counter_samples,
  &ful_sql_table_allocations,
  &ful_sql_table_pages,
  &ful_sql_table_import_log,
  NULL,
};

const FulSqlColumn ful_sql_process_columns[] = {
  FUL_SQL_PROFILE,
  { "pid", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "process_type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "process_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "etld1", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "main_thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "n_threads", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
};
const guint ful_sql_n_process_columns = G_N_ELEMENTS (ful_sql_process_columns);

/* Returns: (nullable): the table with this name */
const FulSqlTable *
ful_sql_tables_find (const char *name)
{
  for (guint i = 0; ful_sql_tables[i]; i++)
    if (g_ascii_strcasecmp (ful_sql_tables[i]->name, name) == 0)
      return ful_sql_tables[i];

  return NULL;
}
