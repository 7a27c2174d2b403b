/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-private.h"
#include "ful-sql-table.h"

G_BEGIN_DECLS

/* A table of a statement, as SQLite knows it. */
typedef struct
{
  sqlite3_vtab       base;
  FulSql            *sql;
  const FulSqlTable *table;
} FulSqlPlanTable;

/* What a scan is limited by: of idxNum, values in this order. */
enum
{
  FUL_SQL_BY_PROFILE = 1 << 0,
  FUL_SQL_BY_PART    = 1 << 1,
  FUL_SQL_BY_ROW     = 1 << 2,
  FUL_SQL_BY_PARENT  = 1 << 3,
  FUL_SQL_BY_LOWER   = 1 << 4,
  FUL_SQL_BY_UPPER   = 1 << 5,
  FUL_SQL_BY_KIND    = 1 << 6,
  FUL_SQL_BY_TEXT    = 1 << 7,   /* of the column whose number is from FUL_SQL_TEXT_BIT on */
  FUL_SQL_N_LIMITS   = 8,
  FUL_SQL_BY_GROUP   = 1 << 8,   /* likewise */
  FUL_SQL_DESCENDING = 1 << 9,
  FUL_SQL_GROUP_BIT  = 10,
  FUL_SQL_TEXT_BIT   = 15,
  FUL_SQL_COLUMN_MASK = 31,
};

int ful_sql_plan (sqlite3_vtab       *base,
                  sqlite3_index_info *info);

G_END_DECLS
