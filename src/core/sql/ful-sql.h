/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-functions.h"
#include "ful-sql-profile.h"
#include "ful-sql-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulSqlLimits:
 * @seconds: of a statement; 0: none
 * @bytes: of memory of the engine and of rows that functions make; 0: none
 * @cancellable: (nullable): ends a statement
 */
typedef struct
{
  double        seconds;
  guint64       bytes;
  GCancellable *cancellable;
} FulSqlLimits;

/**
 * FulSql:
 *
 * Answers statements about profiles, by the tables of ful_sql_tables. Nothing is copied, nothing can be changed, and nothing outside the
 * profiles can be reached. For one thread.
 */
typedef struct _FulSql FulSql;

/**
 * FulSqlStatement:
 *
 * A statement that is being answered.
 */
typedef struct _FulSqlStatement FulSqlStatement;

/**
 * FulSqlFunction:
 * @is_of_profile: whether the first column is `profile`, which the engine fills in, and @run is called for each one; else it is called
 *   once, with %NULL
 * @run: makes the rows (transfer full); @arguments: (array) those that are not given are NULL
 * @get_n: the number of its rows
 * @get_size: bytes that they take
 *
 * What a table-valued function does.
 */
typedef struct
{
  const FulSqlFunctionInfo *info;
  gboolean            is_of_profile;
  gpointer          (*run)   (FulSql             *sql,
                              FulSqlProfile      *profile,
                              const FulSqlValue  *arguments,
                              GError            **error);
  guint             (*get_n) (gpointer            rows);
  gsize             (*get_size) (gpointer         rows);
  void              (*get)   (gpointer            rows,
                              guint               row,
                              guint               column,
                              FulSqlValue        *value);
  void              (*free)  (gpointer            rows);
} FulSqlFunction;

FulSql          *ful_sql_new              (GPtrArray            *profiles,
                                           const FulSqlLimits   *limits);
void             ful_sql_free             (FulSql               *self);
void             ful_sql_add_function     (FulSql               *self,
                                           const FulSqlFunction *function);
FulSqlStatement *ful_sql_prepare          (FulSql               *self,
                                           const char           *text,
                                           GError              **error);
gboolean         ful_sql_statement_next   (FulSqlStatement      *self,
                                           GError              **error);
guint            ful_sql_statement_get_n_columns (FulSqlStatement *self);
const char      *ful_sql_statement_get_name (FulSqlStatement    *self,
                                           guint                 column);
FulSqlValue      ful_sql_statement_get    (FulSqlStatement      *self,
                                           guint                 column);
const char      *ful_sql_statement_get_type (FulSqlStatement    *self,
                                           guint                 column);
void             ful_sql_statement_free   (FulSqlStatement      *self);
FulSqlProfile   *ful_sql_get_profile      (FulSql               *self,
                                           const FulSqlValue    *key,
                                           GError              **error);
GPtrArray       *ful_sql_get_profiles     (FulSql               *self);
gsize            ful_sql_find_end         (const char           *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSql, ful_sql_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulSqlStatement, ful_sql_statement_free)

G_END_DECLS
