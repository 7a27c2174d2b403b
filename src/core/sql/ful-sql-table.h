/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-sql-profile.h"

#include "model/ful-profile.h"

#include <math.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_SQL_INTEGER,
  FUL_SQL_REAL,
  FUL_SQL_TEXT,
} FulSqlType;

typedef enum
{
  FUL_SQL_COLUMN_NONE = 0,
  FUL_SQL_COLUMN_KEY  = 1 << 0,
  FUL_SQL_COLUMN_WIDE = 1 << 1,   /* computed from others, and not in SELECT * */
} FulSqlColumnFlags;

/**
 * FulSqlColumn:
 * @unit: (nullable): of a number: "ms", "bytes"
 * @about: what it is, where the name does not say it
 */
typedef struct
{
  const char        *name;
  FulSqlType         type;
  FulSqlColumnFlags  flags;
  const char        *unit;
  const char        *about;
} FulSqlColumn;

typedef enum
{
  FUL_SQL_VALUE_NULL,
  FUL_SQL_VALUE_INTEGER,
  FUL_SQL_VALUE_REAL,
  FUL_SQL_VALUE_TEXT,
} FulSqlValueKind;

/**
 * FulSqlValue:
 * @text: as long as the profile, or @owned; @n bytes of it
 *
 * A cell.
 */
typedef struct
{
  FulSqlValueKind  kind;
  gint64           integer;
  double           real;
  const char      *text;
  gsize            n;
  char            *owned;
} FulSqlValue;

/**
 * FulSqlTable:
 * @about: a sentence
 * @columns: the first one is `profile`
 * @part_column: which has the number of the thread or counter that rows are of; 0: there are none
 * @n_parts_each: parts with the same number
 * @kind_column: which has the kind of these parts; 0: none
 * @kinds: (nullable) (array length=n_parts_each): with @kind_column
 * @row_column: which has the number of the row in its part; 0: none
 * @time_column: which has times that do not decrease in a part; 0: none
 * @parent_column: whose rows of a value ful_sql_profile_get_first_child() says; 0: none
 * @group_columns: a bit for each column whose rows can come in groups: whole numbers, or texts of the profile
 * @text_columns: a bit for each column whose texts have numbers in @get_text_number; those are compared once each
 * @get_n_parts: (nullable): %NULL: one
 * @get_time: (nullable): ms of a row, NaN if it has none; with @time_column
 * @get_text_number: (nullable): of a cell; less than 0: it has none; with @text_columns
 * @get: a cell but that of the first column
 *
 * One of the tables of a profile, row by row, without copies. The one description of it: for the engine, files and help.
 */
typedef struct _FulSqlTable
{
  const char         *name;
  const char         *about;
  const FulSqlColumn *columns;
  guint               n_columns;
  guint               part_column;
  guint               n_parts_each;
  guint               kind_column;
  const char * const *kinds;
  guint               row_column;
  guint               time_column;
  guint               parent_column;
  guint32             group_columns;
  guint32             text_columns;
  guint             (*get_n_parts) (FulSqlProfile *profile);
  guint             (*get_n_rows)  (FulSqlProfile *profile,
                                    guint          part);
  double            (*get_time)    (FulSqlProfile *profile,
                                    guint          part,
                                    guint          row);
  gint32            (*get_text_number) (FulSqlProfile *profile,
                                        guint          part,
                                        guint          row,
                                        guint          column);
  void              (*get)         (FulSqlProfile *profile,
                                    guint          part,
                                    guint          row,
                                    guint          column,
                                    FulSqlValue   *value);
} FulSqlTable;

extern const FulSqlTable *const ful_sql_tables[];   /* %NULL-terminated */

#define FUL_SQL_PROFILE { "profile", FUL_SQL_TEXT, FUL_SQL_COLUMN_KEY, NULL, "base name of the file" }

/* Setters: what is missing stays NULL. */

static inline void
ful_sql_value_set_integer (FulSqlValue *self,
                           gint64       integer)
{
  self->kind = FUL_SQL_VALUE_INTEGER;
  self->integer = integer;
}

static inline void
ful_sql_value_set_boolean (FulSqlValue *self,
                           gboolean     boolean)
{
  ful_sql_value_set_integer (self, boolean != FALSE);
}

/* @row: %FUL_NONE for a missing one */
static inline void
ful_sql_value_set_row (FulSqlValue *self,
                       gint64       row)
{
  if (row != FUL_NONE)
    ful_sql_value_set_integer (self, row);
}

/* @real: NaN for a missing one */
static inline void
ful_sql_value_set_real (FulSqlValue *self,
                        double       real)
{
  if (isnan (real))
    return;
  self->kind = FUL_SQL_VALUE_REAL;
  self->real = real;
}

/* @text: (nullable) */
static inline void
ful_sql_value_set_text (FulSqlValue *self,
                        const char  *text)
{
  if (text == NULL)
    return;
  self->kind = FUL_SQL_VALUE_TEXT;
  self->text = text;
  self->n = strlen (text);
}

/* @text: (transfer full) (nullable) */
static inline void
ful_sql_value_take_text (FulSqlValue *self,
                         char        *text)
{
  ful_sql_value_set_text (self, text);
  self->owned = text;
}

/* @string: of the profile, or %FUL_NONE */
static inline void
ful_sql_value_set_string (FulSqlValue   *self,
                          FulSqlProfile *profile,
                          FulStringIndex string)
{
  if (string != FUL_NONE)
    ful_sql_value_set_text (self, ful_profile_get_string (profile->profile, string));
}

double  ful_sql_value_get_number   (const FulSqlValue  *self,
                                    double              none);
char   *ful_sql_value_dup_text     (const FulSqlValue  *self);
GArray *ful_sql_value_list_threads (const FulSqlValue  *self,
                                    guint               n_threads,
                                    GError            **error);
void ful_sql_value_set_resource_name (FulSqlValue   *value,
                                      FulSqlProfile *profile,
                                      FulFuncIndex   func);
void ful_sql_value_set_of_stack (FulSqlValue   *self,
                                 FulSqlProfile *profile,
                                 FulStackIndex  stack,
                                 guint          which);

/* The wide columns of a stack, in this order: of its innermost frame. */
#define FUL_SQL_WIDE_OF_STACK \
  { "func", FUL_SQL_INTEGER, FUL_SQL_COLUMN_WIDE, NULL, "of the innermost frame" }, \
  { "function", FUL_SQL_TEXT, FUL_SQL_COLUMN_WIDE, NULL, "its name" }
#define FUL_SQL_WIDE_CATEGORIES \
  { "category", FUL_SQL_INTEGER, FUL_SQL_COLUMN_WIDE, NULL, "of the innermost frame, or what it inherits" }, \
  { "subcategory", FUL_SQL_INTEGER, FUL_SQL_COLUMN_WIDE, NULL, "likewise" }, \
  { "category_name", FUL_SQL_TEXT, FUL_SQL_COLUMN_WIDE, NULL, NULL }

enum { FUL_SQL_WIDE_FUNC, FUL_SQL_WIDE_FUNCTION, FUL_SQL_WIDE_RESOURCE_NAME, FUL_SQL_WIDE_CATEGORY, FUL_SQL_WIDE_SUBCATEGORY, FUL_SQL_WIDE_CATEGORY_NAME };

G_END_DECLS
