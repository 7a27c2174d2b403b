/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-buffer.h"
#include "ful-types.h"

G_BEGIN_DECLS

/**
 * FulRef:
 *
 * The table that the numbers of a column refer to.
 */
typedef enum
{
  FUL_REF_NOTHING,
  FUL_REF_STRING,           /* the profile's shared strings */
  FUL_REF_TEXT,             /* the profile's inline texts */
  FUL_REF_STACK,
  FUL_REF_EARLIER_STACK,    /* a stack before this one */
  FUL_REF_FRAME,
  FUL_REF_FUNC,
  FUL_REF_RESOURCE,
  FUL_REF_NATIVE_SYMBOL,
  FUL_REF_SOURCE,
  FUL_REF_SOURCE_LOCATION,
  FUL_REF_LIB,
  FUL_REF_CATEGORY,
} FulRef;

typedef enum
{
  FUL_COLUMN_NONE     = 0,
  FUL_COLUMN_NULLABLE = 1 << 0,   /* a cell may be missing: FUL_NONE, or NaN in a FUL_TYPE_F64 column */
  FUL_COLUMN_OPTIONAL = 1 << 1,   /* the whole column may be missing: NULL */
  FUL_COLUMN_BOOL     = 1 << 2,   /* FUL_TYPE_U8 as boolean */
  FUL_COLUMN_I32_OR_F64  = 1 << 3,   /* stored as I32 or F64, whichever is enough: FulI32OrF64 */
  FUL_COLUMN_MINUS_ONE = 1 << 4,  /* files hold -1 for a missing cell, not null */
  FUL_COLUMN_PACKED_INT  = 1 << 5,  /* published as FulPackedInt: appended as I32 or I64, then narrowed */
} FulColumnFlags;

/**
 * FulColumn:
 * @name: name of the column in the processed format
 * @type: type of its elements
 * @refers_to: table or list its numbers are rows of
 * @flags: see #FulColumnFlags
 * @offset: place of the typed pointer in the table's struct
 *
 * One column of a table. The descriptions drive the code that would otherwise
 * be written once for each table: reading and writing, checks of row
 * references, appending.
 */
typedef struct
{
  const char     *name;
  FulType         type;
  FulRef          refers_to;
  FulColumnFlags  flags;
  gsize           offset;
} FulColumn;

/**
 * FulI32OrF64:
 * @i32: whole numbers, %G_MININT32 is a missing one; or %NULL
 * @f64: numbers, NaN is a missing one; or %NULL
 *
 * A column of numbers that takes four bytes a row when all are small and whole.
 * At most one member is not %NULL; both are when the column is missing.
 */
typedef struct
{
  const gint32 *i32;
  const double *f64;
} FulI32OrF64;

/**
 * FulPackedInt:
 * @data: (nullable): the cells; %NULL if all are missing
 * @type: their type; unsigned ones hold one more than the number
 *
 * A column of rows, lengths or offsets, in the narrowest type that holds them all.
 */
typedef struct
{
  gconstpointer data;
  FulType       type;
} FulPackedInt;

typedef struct
{
  const char      *name;         /* of the table in the processed format */
  const FulColumn *columns;
  guint            n_columns;
  gsize            struct_size;  /* of the table's own struct, which begins with a FulTable */
} FulTableClass;

#define FUL_TABLE_MAX_COLUMNS 12

/**
 * FulTable:
 * @klass: its columns
 * @n_rows: number of rows, and the length of every column
 * @buffers: memory of the columns; %NULL for a missing optional column
 *
 * What all tables have in common. Immutable, counted, usable from any thread.
 */
typedef struct
{
  const FulTableClass *klass;
  guint                n_rows;
  FulBuffer           *buffers[FUL_TABLE_MAX_COLUMNS];
} FulTable;

gpointer ful_table_new   (const FulTableClass  *klass,
                          guint                 n_rows,
                          FulBuffer           **buffers);
gpointer ful_table_ref   (gpointer              table);
void     ful_table_unref (gpointer              table);
gint64   ful_table_get_row (gconstpointer       table,
                            guint               column,
                            guint               i);
gpointer ful_table_edit_column (gpointer        place,
                                guint           column);
void     ful_table_drop_column (gpointer        place,
                                guint           column);
void     ful_table_map_column (gpointer         place,
                               guint            column,
                               const gint32    *map);
void     ful_table_move_rows (gpointer          place,
                              const gint32     *map,
                              guint             n_rows);

/**
 * FulTableBuilder:
 * @klass: columns of the table
 * @n_rows: rows appended so far
 * @n_published: rows that others may read, and nobody may change
 * @buffers: memory of the columns, owned by the builder
 *
 * Appends rows and publishes them as a table, any number of times. One thread only.
 * All fields are read-only to users.
 */
typedef struct
{
  const FulTableClass *klass;
  guint                n_rows;
  guint                n_published;
  FulBuffer           *buffers[FUL_TABLE_MAX_COLUMNS];
} FulTableBuilder;

void     ful_table_builder_init    (FulTableBuilder     *self,
                                    const FulTableClass *klass);
void     ful_table_builder_init_copy (FulTableBuilder   *self,
                                      gconstpointer      table,
                                      guint              n_more);
void     ful_table_builder_clear   (FulTableBuilder     *self);
void     ful_table_builder_reserve (FulTableBuilder     *self,
                                    guint                n_more);
guint    ful_table_builder_append  (FulTableBuilder     *self,
                                    guint                n_more);
void     ful_table_builder_drop_rows (FulTableBuilder   *self,
                                      guint              n_rows);
void     ful_table_builder_reorder (FulTableBuilder     *self,
                                    guint                first,
                                    const guint         *order);
void     ful_table_builder_add_column (FulTableBuilder  *self,
                                       guint             column);
void     ful_table_builder_narrow  (FulTableBuilder     *self);
gpointer ful_table_builder_publish (FulTableBuilder     *self);

/* Cells of the column @column of a builder; valid until the next append. */
#define FUL_CELLS(builder, column, ctype) ((ctype *) (builder)->buffers[column]->data)

/**
 * ful_i32_or_f64_get:
 *
 * Returns: the number in row @i, or NaN if it or the whole column is missing
 */
static inline double
ful_i32_or_f64_get (const FulI32OrF64 *self,
                    guint              i)
{
  if (self->i32)
    return self->i32[i] == G_MININT32 ? (double) __builtin_nan ("") : self->i32[i];

  return self->f64 ? self->f64[i] : (double) __builtin_nan ("");
}

/**
 * ful_packed_int_get:
 *
 * Returns: the number in row @i, or %FUL_NONE if it or the whole column is missing
 */
static inline gint64
ful_packed_int_get (const FulPackedInt *self,
                    guint               i)
{
  switch (self->type)
    {
    case FUL_TYPE_U8:
      return self->data ? ((const guint8 *) self->data)[i] - 1 : FUL_NONE;
    case FUL_TYPE_U16:
      return ((const guint16 *) self->data)[i] - 1;
    case FUL_TYPE_I32:
      return ((const gint32 *) self->data)[i];
    case FUL_TYPE_I64:
    default:
      return ((const gint64 *) self->data)[i];
    }
}

static inline gboolean
ful_i32_or_f64_exist (const FulI32OrF64 *self)
{
  return self->i32 || self->f64;
}

G_END_DECLS
