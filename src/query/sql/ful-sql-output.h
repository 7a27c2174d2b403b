/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"

#include "sql/ful-sql.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_SQL_OUTPUT_TEXT,
  FUL_SQL_OUTPUT_CSV,
  FUL_SQL_OUTPUT_JSON,
} FulSqlOutputFormat;

/**
 * FulSqlOutput:
 * @format: how answers are written
 * @limit: rows to write, or %G_MAXUINT
 * @first: (nullable): name of a column before the others; its cells are given with each statement
 * @n_rows: that were written so far
 *
 * Writes the answers of one statement, of one engine after the other, to standard output as they come.
 */
typedef struct
{
  FulSqlOutputFormat format;
  guint              limit;
  const char        *first;
  guint              n_rows;

  /*< private >*/
  gboolean           has_more;
  gboolean           has_begun;
  FulQueryJson       json;
  GPtrArray         *cells;       /* of text: (nullable) char *, row by row, with the names first */
  GArray            *are_numbers; /* gboolean: of text, whether a column has numbers alone */
  guint              n_columns;
} FulSqlOutput;

gboolean ful_sql_output_add    (FulSqlOutput     *self,
                                FulSqlStatement  *statement,
                                const char       *first,
                                GError          **error);
void     ful_sql_output_finish (FulSqlOutput     *self);
void     ful_sql_output_clear  (FulSqlOutput     *self);

G_END_DECLS
