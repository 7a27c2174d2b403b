/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "base/ful-string-table.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Rows of a group, at most. */
#define FUL_PARQUET_MAX_ROWS 1000000

typedef enum
{
  FUL_PARQUET_INTEGER,
  FUL_PARQUET_REAL,
  FUL_PARQUET_TEXT,
} FulParquetType;

/**
 * FulParquetColumn:
 *
 * Any cell may be missing.
 */
typedef struct
{
  const char     *name;
  FulParquetType  type;
} FulParquetColumn;

typedef struct _FulParquetText FulParquetText;

/**
 * FulParquetCells:
 * @is_there: (array length=n_rows): 0 or 1
 * @numbers: (array length=n_numbers): of those that are there: integers, or the bits of doubles, or where texts are among @texts
 * @texts: (nullable): different ones
 *
 * The cells of a column in a group.
 */
typedef struct
{
  FulParquetType  type;
  guint32        *is_there;
  guint           n_rows;
  guint64        *numbers;
  guint           n_numbers;
  FulStringTable *texts;

  /*< private >*/
  guint           n_room;     /* of both arrays */
  FulParquetText *recent;     /* (nullable) */
} FulParquetCells;

/**
 * FulParquetWriter:
 *
 * Writes a file of a table, group by group and column by column: the memory of one column.
 */
typedef struct _FulParquetWriter FulParquetWriter;

void              ful_parquet_cells_begin            (FulParquetCells         *self,
                                                      FulParquetType           type);
void              ful_parquet_cells_clear            (FulParquetCells         *self);
void              ful_parquet_cells_add_nothing      (FulParquetCells         *self);
void              ful_parquet_cells_add_integer      (FulParquetCells         *self,
                                                      gint64                   integer);
void              ful_parquet_cells_add_real         (FulParquetCells         *self,
                                                      double                   real);
void              ful_parquet_cells_add_text         (FulParquetCells         *self,
                                                      const char              *text,
                                                      gsize                    n);
void              ful_parquet_cells_add_lasting_text (FulParquetCells         *self,
                                                      const char              *text,
                                                      gsize                    n);

FulParquetWriter *ful_parquet_writer_new             (GOutputStream           *stream,
                                                      const FulParquetColumn  *columns,
                                                      guint                    n_columns);
void              ful_parquet_writer_free            (FulParquetWriter        *self);
gboolean          ful_parquet_writer_add_column      (FulParquetWriter        *self,
                                                      const FulParquetCells   *cells,
                                                      GError                 **error);
gboolean          ful_parquet_writer_finish          (FulParquetWriter        *self,
                                                      GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulParquetWriter, ful_parquet_writer_free)

G_END_DECLS
