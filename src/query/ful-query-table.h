/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-query-json.h"

#include "model/ful-thread-tables.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* How cells of a column are printed. */
typedef enum
{
  FUL_UNIT_TEXT,
  FUL_UNIT_NAME,     /* text that may be long: the last column, indented by depth */
  FUL_UNIT_NUMBER,
  FUL_UNIT_MS,
  FUL_UNIT_WEIGHT,   /* of the table */
  FUL_UNIT_SHARE,    /* of 1; as a percentage */
  FUL_UNIT_BYTES,
  FUL_UNIT_DEPTH,    /* not printed: indents the name */
} FulQueryUnit;

/**
 * FulQueryColumn:
 * @key: (nullable): name in JSON, CSV and --sort; %NULL for text output only
 * @title: (nullable): heading in text output; %NULL if it is not there
 * @unit: how cells are printed
 */
typedef struct
{
  const char   *key;
  const char   *title;
  FulQueryUnit  unit;
} FulQueryColumn;

typedef enum
{
  FUL_ROW_JSON,
  FUL_ROW_CSV,
  FUL_ROW_TEXT,
  FUL_ROW_ALL,   /* no cell is skipped */
} FulRowFormat;

typedef struct _FulQueryRow FulQueryRow;

FulQueryRow *ful_query_row_new          (const FulQueryColumn *columns,
                                         guint                 n_columns,
                                         FulWeightType         weight_type,
                                         FulRowFormat          format);
void         ful_query_row_free         (FulQueryRow          *self);
void         ful_query_row_clear        (FulQueryRow          *self);

/* Each adds the next cell. */
gboolean     ful_query_row_skip         (FulQueryRow          *self);
void         ful_query_row_add_null     (FulQueryRow          *self);
void         ful_query_row_add_number   (FulQueryRow          *self,
                                         double                number);
void         ful_query_row_add_boolean  (FulQueryRow          *self,
                                         gboolean              value);
void         ful_query_row_add_text     (FulQueryRow          *self,
                                         const char           *text);
void         ful_query_row_take_text    (FulQueryRow          *self,
                                         char                 *text);
void         ful_query_row_take_list    (FulQueryRow          *self,
                                         GPtrArray            *texts);
void         ful_query_row_take_json    (FulQueryRow          *self,
                                         char                 *json);
void         ful_query_row_take_shown   (FulQueryRow          *self,
                                         char                 *shown);

double       ful_query_row_get_number   (FulQueryRow          *self,
                                         guint                 column);
char        *ful_query_row_dup_cell     (FulQueryRow          *self,
                                         guint                 column);
char        *ful_query_row_dup_shown    (FulQueryRow          *self,
                                         guint                 column);
void         ful_query_row_write_cell   (FulQueryRow          *self,
                                         guint                 column,
                                         FulQueryJson         *json);

/* Row number of the totals. */
#define FUL_QUERY_TOTALS G_MAXUINT

typedef struct _FulQueryTable FulQueryTable;

/**
 * FulQueryTable:
 * @columns: what is in a row
 * @n_columns: number of columns
 * @n_outer: the first columns are not in JSON rows, but members around them
 * @rows_are_objects: whether a row is an object in JSON, not an array
 * @n_rows: number of rows
 * @limit: rows to write
 * @sort: (nullable): key of the column to sort by; with '-' before it the greatest comes first
 * @weight_type: unit of weights
 * @is_nested: whether the answer in JSON is not one list of rows, so that it cannot be sorted
 * @has_totals: whether text has a row %FUL_QUERY_TOTALS below the heading
 * @found: whether there is an answer
 * @before: (nullable): text above the table in text output
 * @after: (nullable): text below the table
 * @next: (nullable): another table that text output has below that
 * @fill: adds the cells of a row, one for each column
 * @count_key: (nullable): member of the answer in JSON for the number of rows
 * @rows_key: (nullable): its member for the rows; %NULL if the rows are the answer
 * @write_json: (nullable): writes further members; with @is_nested the whole answer
 * @write_csv: (nullable): writes the rows with the numbers @rows as CSV; %NULL for the columns
 * @data: for the functions
 * @owned: what is freed with the table; see ful_query_table_attach()
 *
 * The answer of a command for one view.
 */
struct _FulQueryTable
{
  const FulQueryColumn *columns;
  guint                 n_columns;
  guint                 n_outer;
  gboolean              rows_are_objects;
  guint                 n_rows;
  guint                 limit;
  const char           *sort;
  FulWeightType         weight_type;
  gboolean              is_nested;
  gboolean              has_totals;
  gboolean              found;
  char                 *before;
  char                 *after;
  FulQueryTable        *next;
  void                (*fill)       (FulQueryTable  *self,
                                     guint           row,
                                     FulQueryRow    *cells);
  const char           *count_key;
  const char           *rows_key;
  void                (*write_json) (FulQueryTable  *self,
                                     FulQueryJson   *json);
  gboolean            (*write_csv)  (FulQueryTable  *self,
                                     const guint    *rows,
                                     guint           n_rows,
                                     GError        **error);
  gpointer              data;
  GArray               *owned;
};

FulQueryTable *ful_query_table_new        (const FulQueryColumn  *columns,
                                           guint                  n_columns,
                                           gsize                  data_size);
FulQueryTable *ful_query_table_new_report (gpointer               data,
                                           GDestroyNotify         destroy,
                                           void                 (*write_json) (FulQueryTable *self,
                                                                               FulQueryJson  *json));
gpointer       ful_query_table_attach        (FulQueryTable         *self,
                                           gpointer               object,
                                           GDestroyNotify         destroy);
void           ful_query_table_free       (FulQueryTable         *self);
gboolean       ful_query_table_check_sort (FulQueryTable         *self,
                                           GError               **error);
void           ful_query_table_write_rows (FulQueryTable         *self,
                                           guint                  first,
                                           guint                  n_rows,
                                           FulQueryJson          *json);
void           ful_query_table_write_json (FulQueryTable         *self,
                                           FulQueryJson          *json);
gboolean       ful_query_table_write_csv  (FulQueryTable         *self,
                                           GError               **error);
void           ful_query_table_print      (FulQueryTable         *self,
                                           gboolean               color);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulQueryRow, ful_query_row_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulQueryTable, ful_query_table_free)

G_END_DECLS
