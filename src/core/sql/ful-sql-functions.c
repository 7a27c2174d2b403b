/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What table-valued functions take and give. */

#include "config.h"

#include "ful-sql-functions.h"

#include "ful-sql-tables.h"

#define VIEW_ARGUMENTS \
  { "threads", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "'3', '0,2', 3; '*': all" }, \
  { "range_start", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL }, \
  { "range_end", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL }, \
  { "implementation", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "combined, js, cpp or own" }, \
  { "invert", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL }, \
  { "search", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "of markers that of the marker table" }, \
  { "strategy", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "timing, cpu, js-allocations, …" }, \
  { "transforms", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "JSON list, each as -T takes it or as in a view" }, \
  { "view", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "a whole view in JSON, instead of the others" }

static const FulSqlColumn view_arguments[FUL_SQL_N_VIEW_ARGUMENTS] = { VIEW_ARGUMENTS };

static const FulSqlColumn function_columns[] = {
  FUL_SQL_PROFILE,
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "function", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "its name" },
  { "resource_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "total", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "self", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

const FulSqlFunctionInfo ful_sql_info_functions = {
  "functions", "The function list of a view, as the command of this name.",
  function_columns, G_N_ELEMENTS (function_columns), view_arguments, G_N_ELEMENTS (view_arguments),
};

static const FulSqlColumn node_columns[] = {
  FUL_SQL_PROFILE,
  { "place", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "in the open tree, from 0" },
  { "parent", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "place of the calling node" },
  { "depth", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "function", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "its name" },
  { "total", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "self", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "category_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

const FulSqlFunctionInfo ful_sql_info_call_tree = {
  "call_tree", "The call tree of a view.",
  node_columns, G_N_ELEMENTS (node_columns), view_arguments, G_N_ELEMENTS (view_arguments),
};

static const FulSqlColumn sample_columns[] = {
  FUL_SQL_PROFILE,
  { "thread", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "sample", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "as in samples; NULL: an allocation" },
  { "time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "as recorded" },
  { "weight", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of the innermost frame that is left" },
  { "function", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "its name" },
};

const FulSqlFunctionInfo ful_sql_info_filtered_samples = {
  "filtered_samples", "The samples of a view that still have a stack.",
  sample_columns, G_N_ELEMENTS (sample_columns), view_arguments, G_N_ELEMENTS (view_arguments),
};

static const FulSqlColumn found_columns[] = {
  FUL_SQL_MARKER_COLUMNS (FUL_SQL_COLUMN_NONE),
};

const FulSqlFunctionInfo ful_sql_info_find_markers = {
  "find_markers", "Markers that a search finds.",
  found_columns, G_N_ELEMENTS (found_columns), view_arguments, G_N_ELEMENTS (view_arguments),
};

static const FulSqlColumn statistics_columns[] = {
  FUL_SQL_PROFILE,
  { "name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "category_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "n", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "n_durations", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "of those with both ends" },
  { "total", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "mean", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "median", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "p95", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "shortest", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "longest", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
};

const FulSqlFunctionInfo ful_sql_info_marker_statistics = {
  "marker_statistics", "Durations of markers by name, as markers --statistics.",
  statistics_columns, G_N_ELEMENTS (statistics_columns), view_arguments, G_N_ELEMENTS (view_arguments),
};

static const FulSqlColumn share_columns[] = {
  FUL_SQL_PROFILE,
  { "slot", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "from 0" },
  { "start_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "end_time", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, "ms", NULL },
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "category_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "percent", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, "of a CPU" },
};

static const FulSqlColumn activity_arguments[] = {
  VIEW_ARGUMENTS,
  { "slots", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "into which the time is divided: 200" },
};

const FulSqlFunctionInfo ful_sql_info_activity = {
  "activity", "How busy the first thread of a view is, by category, in slots of time.",
  share_columns, G_N_ELEMENTS (share_columns), activity_arguments, G_N_ELEMENTS (activity_arguments),
};

static const FulSqlColumn weight_columns[] = {
  FUL_SQL_PROFILE,
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_KEY, NULL, NULL },
  { "n", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "samples" },
  { "weight", FUL_SQL_REAL, FUL_SQL_COLUMN_NONE, NULL, "their sum" },
};

const FulSqlFunctionInfo ful_sql_info_stack_weights = {
  "stack_weights", "Sums of samples by stack: the fast way to what depends on the stack alone.",
  weight_columns, G_N_ELEMENTS (weight_columns), view_arguments, FUL_SQL_VIEW_RANGE_END + 1,
};

static const FulSqlColumn path_columns[] = {
  { "depth", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, "0: the root" },
  { "stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "frame", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
  { "function", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "its name" },
  { "category_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

static const FulSqlColumn path_arguments[] = {
  { "profile", FUL_SQL_TEXT, FUL_SQL_COLUMN_NONE, NULL, "may be NULL if there is one" },
  { "of_stack", FUL_SQL_INTEGER, FUL_SQL_COLUMN_NONE, NULL, NULL },
};

const FulSqlFunctionInfo ful_sql_info_path = {
  "path", "The frames of a stack, the outermost first.",
  path_columns, G_N_ELEMENTS (path_columns), path_arguments, G_N_ELEMENTS (path_arguments),
};

const FulSqlFunctionInfo *const ful_sql_functions[] = {
  &ful_sql_info_functions,
  &ful_sql_info_call_tree,
  &ful_sql_info_filtered_samples,
  &ful_sql_info_find_markers,
  &ful_sql_info_marker_statistics,
  &ful_sql_info_activity,
  &ful_sql_info_stack_weights,
  &ful_sql_info_path,
  NULL,
};
