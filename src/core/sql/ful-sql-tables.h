/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-table.h"

G_BEGIN_DECLS

extern const FulSqlTable ful_sql_table_profiles;
extern const FulSqlTable ful_sql_table_profile_labels;
extern const FulSqlTable ful_sql_table_threads;
extern const FulSqlTable ful_sql_table_samples;
extern const FulSqlTable ful_sql_table_sample_values;
extern const FulSqlTable ful_sql_table_sample_labels;
extern const FulSqlTable ful_sql_table_stacks;
extern const FulSqlTable ful_sql_table_frames;
extern const FulSqlTable ful_sql_table_funcs;
extern const FulSqlTable ful_sql_table_resources;
extern const FulSqlTable ful_sql_table_libs;
extern const FulSqlTable ful_sql_table_native_symbols;
extern const FulSqlTable ful_sql_table_sources;
extern const FulSqlTable ful_sql_table_categories;
extern const FulSqlTable ful_sql_table_subcategories;
extern const FulSqlTable ful_sql_table_markers;
extern const FulSqlTable ful_sql_table_marker_fields;
extern const FulSqlTable ful_sql_table_counters;
extern const FulSqlTable ful_sql_table_counter_samples;
extern const FulSqlTable ful_sql_table_allocations;
extern const FulSqlTable ful_sql_table_pages;
extern const FulSqlTable ful_sql_table_import_log;

const FulSqlTable *ful_sql_tables_find       (const char        *name);

/* Columns of markers; of @wide those that are computed. */
#define FUL_SQL_MARKER_COLUMNS(wide) \
  FUL_SQL_PROFILE, \
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL }, \
  { "marker", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, "its place in the list of the thread" }, \
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL }, \
  { "start_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL }, \
  { "end_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "NULL: an instant" }, \
  { "duration", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", "NULL: an instant" }, \
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL }, \
  { "category_name", FUL_SQL_TEXT, wide, NULL, NULL }, \
  { "type", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "of its data: marker_fields has its fields" }, \
  { "incomplete", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "1: one end was not recorded" }, \
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of its cause" }, \
  { "cause_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL }, \
  { "inner_window_id", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of its page" }, \
  { "data", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "JSON: data ->> '$.URI'" }, \
  { "label", FUL_SQL_TEXT, wide, NULL, "as the marker table shows it" }

/* A view of others that the engine knows, too. */
extern const FulSqlColumn ful_sql_process_columns[];
extern const guint ful_sql_n_process_columns;
#define FUL_SQL_PROCESSES "processes"
#define FUL_SQL_PROCESSES_ABOUT "Processes: a view of threads."
#define FUL_SQL_PROCESSES_VIEW \
  "CREATE VIEW processes AS SELECT profile, pid, max (process_type) AS process_type, max (process_name) AS process_name, max (etld1) AS etld1, " \
  "coalesce (min (CASE WHEN is_main THEN thread END), min (thread)) AS main_thread, count(*) AS n_threads FROM threads GROUP BY profile, pid"

G_END_DECLS
