/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-table.h"

G_BEGIN_DECLS

/**
 * FulSqlFunctionInfo:
 * @columns: of its rows; the first one is `profile`, or an argument tells the profile
 * @arguments: in this order, or by name in WHERE
 *
 * A table-valued function, for the engine and help.
 */
typedef struct
{
  const char         *name;
  const char         *about;
  const FulSqlColumn *columns;
  guint               n_columns;
  const FulSqlColumn *arguments;
  guint               n_arguments;
} FulSqlFunctionInfo;

extern const FulSqlFunctionInfo ful_sql_info_functions;
extern const FulSqlFunctionInfo ful_sql_info_call_tree;
extern const FulSqlFunctionInfo ful_sql_info_filtered_samples;
extern const FulSqlFunctionInfo ful_sql_info_find_markers;
extern const FulSqlFunctionInfo ful_sql_info_marker_statistics;
extern const FulSqlFunctionInfo ful_sql_info_activity;
extern const FulSqlFunctionInfo ful_sql_info_stack_weights;
extern const FulSqlFunctionInfo ful_sql_info_path;

extern const FulSqlFunctionInfo *const ful_sql_functions[];   /* %NULL-terminated */

/* The arguments of functions of a view, which is else that of the command line. */
enum
{
  FUL_SQL_VIEW_THREADS, FUL_SQL_VIEW_RANGE_START, FUL_SQL_VIEW_RANGE_END, FUL_SQL_VIEW_IMPLEMENTATION, FUL_SQL_VIEW_INVERT,
  FUL_SQL_VIEW_SEARCH, FUL_SQL_VIEW_STRATEGY, FUL_SQL_VIEW_TRANSFORMS, FUL_SQL_VIEW_VIEW, FUL_SQL_N_VIEW_ARGUMENTS,
};

G_END_DECLS
