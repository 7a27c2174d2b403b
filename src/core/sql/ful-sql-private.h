/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-profile.h"
#include "ful-sql.h"
#include "ful-sql-tables.h"

#include <sqlite3.h>

G_BEGIN_DECLS

struct _FulSql
{
  sqlite3      *database;
  GPtrArray    *profiles;      /* FulSqlProfile */
  FulSqlLimits  limits;
  gint64        end_us;        /* when the time of the statement is over; 0: never */
  gboolean      is_open;       /* tables are made: all is allowed */
  gboolean      is_time_over;
  char         *refused;       /* (nullable): a function that is not allowed */
};

void     ful_sql_module_add      (FulSql              *self,
                                  const FulSqlTable   *table);
void     ful_sql_rows_add        (FulSql              *self,
                                  const FulSqlFunction *function);
void     ful_sql_scalars_add     (FulSql              *self);
void     ful_sql_set_result      (sqlite3_context     *context,
                                  FulSqlValue         *value);
gboolean ful_sql_is_over         (FulSql              *self);
void     ful_sql_memory_set_limit (guint64             bytes);
gboolean ful_sql_memory_add      (gssize               bytes);
gboolean ful_sql_memory_is_over  (void);
FulSqlProfile *ful_sql_find_profile (FulSql           *self,
                                  sqlite3_value       *key);
void     ful_sql_append_columns  (GString             *to,
                                  const FulSqlColumn  *columns,
                                  guint                n_columns);
void     ful_sql_set_message     (char               **place,
                                  const char          *message);

extern const FulSqlFunction ful_sql_function_path;
extern const FulSqlFunction ful_sql_function_stack_weights;

G_END_DECLS
