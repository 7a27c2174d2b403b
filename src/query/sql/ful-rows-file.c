/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A table of profiles as a file (sql.md 5): Parquet, a group for each profile, column by column; or CSV in gzip, or a table of an SQLite
 * file, row by row. With the memory of a column. */

#include "config.h"

#include "ful-rows-file.h"

#include "base/ful-bytes.h"
#include "export/ful-csv.h"
#include "export/parquet/ful-parquet-writer.h"
#include "io/bytes/ful-file-replace.h"

#include <string.h>

struct _FulRowsFile
{
  FulRowsFormat      format;
  const FulSqlTable *table;
  guint             *columns;      /* of the table */
  guint              n_columns;
  FulParquetColumn  *parquet_columns;
  FulFileReplace    *file;         /* (nullable) */
  GOutputStream     *stream;       /* (nullable): to it */
  FulParquetWriter  *parquet;      /* (nullable) */
  FulBytes           text;         /* of CSV */
  gpointer           insert;       /* (nullable): of SQLite */
};

/* A row of a profile. */
typedef struct
{
  guint part;
  guint row;
} Place;

static guint
get_n_parts (const FulRowsFile *self,
             FulSqlProfile     *profile)
{
  return self->table->get_n_parts ? self->table->get_n_parts (profile) : 1;
}

/* Moves @place to a row that is there. Returns: whether there is one */
static gboolean
find_row (const FulRowsFile *self,
          FulSqlProfile     *profile,
          Place             *place)
{
  guint n_parts = get_n_parts (self, profile);

  while (place->part < n_parts && place->row >= self->table->get_n_rows (profile, place->part))
    {
      place->part++;
      place->row = 0;
    }

  return place->part < n_parts;
}

static void
get_cell (const FulRowsFile *self,
          FulSqlProfile     *profile,
          const Place       *place,
          guint              column,
          FulSqlValue       *value)
{
  *value = (FulSqlValue) { FUL_SQL_VALUE_NULL };
  if (column == 0)
    ful_sql_value_set_text (value, profile->key);
  else
    self->table->get (profile, place->part, place->row, column, value);
}

/* What others say is left out: it would be a quarter of the bytes of samples. */
static gboolean
is_written (const FulSqlTable *table,
            guint              column)
{
  return !(g_str_equal (table->name, "samples") && g_str_equal (table->columns[column].name, "duration"));
}

static gboolean
begin_csv (FulRowsFile  *self,
           GError      **error)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      ful_csv_append (self->table->columns[self->columns[i]].name, &self->text);
      ful_bytes_append_s (&self->text, i + 1 < self->n_columns ? "," : "\r\n");
    }

  return g_output_stream_write_all (self->stream, self->text.data, self->text.n, NULL, NULL, error);
}

static gboolean
begin (FulRowsFile  *self,
       const char   *path,
       gpointer      database,
       GError      **error)
{
  g_autoptr(GFile) file = path ? g_file_new_for_path (path) : NULL;
  g_autoptr(GConverter) gzip = NULL;

  if (self->format == FUL_ROWS_SQLITE)
    return ful_rows_database_create (database, self->table, self->columns, self->n_columns, &self->insert, error);

  self->file = ful_file_replace_begin (file, NULL, error);
  if (self->file == NULL)
    return FALSE;
  if (self->format == FUL_ROWS_PARQUET)
    {
      self->stream = g_buffered_output_stream_new_sized (self->file->stream, 1 << 16);
      self->parquet = ful_parquet_writer_new (self->stream, self->parquet_columns, self->n_columns);
      return TRUE;
    }
  gzip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1));
  self->stream = g_converter_output_stream_new (self->file->stream, gzip);
  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (self->stream), FALSE);

  return begin_csv (self, error);
}

/**
 * ful_rows_file_new:
 * @path: (nullable): of the file
 * @database: (nullable): with %FUL_ROWS_SQLITE instead
 */
FulRowsFile *
ful_rows_file_new (FulRowsFormat       format,
                   const FulSqlTable  *table,
                   const char         *path,
                   gpointer            database,
                   GError            **error)
{
  static const FulParquetType types[] = { FUL_PARQUET_INTEGER, FUL_PARQUET_REAL, FUL_PARQUET_TEXT };
  g_autoptr(FulRowsFile) self = g_new0 (FulRowsFile, 1);

  self->format = format;
  self->table = table;
  self->columns = g_new (guint, table->n_columns);
  self->parquet_columns = g_new (FulParquetColumn, table->n_columns);
  for (guint i = 0; i < table->n_columns; i++)
    if (is_written (table, i))
      {
        self->parquet_columns[self->n_columns] = (FulParquetColumn) { table->columns[i].name, types[table->columns[i].type] };
        self->columns[self->n_columns++] = i;
      }

  return begin (self, path, database, error) ? g_steal_pointer (&self) : NULL;
}

void
ful_rows_file_free (FulRowsFile *self)
{
  g_clear_pointer (&self->parquet, ful_parquet_writer_free);
  g_clear_object (&self->stream);
  g_clear_pointer (&self->file, ful_file_replace_free);
  ful_bytes_clear (&self->text);
  g_free (self->columns);
  g_free (self->parquet_columns);
  g_free (self);
}

static void
add_cell (FulParquetCells *cells,
          FulSqlValue     *value)
{
  if (value->kind == FUL_SQL_VALUE_NULL)
    ful_parquet_cells_add_nothing (cells);
  else if (value->kind == FUL_SQL_VALUE_TEXT)
    (value->owned ? ful_parquet_cells_add_text : ful_parquet_cells_add_lasting_text) (cells, value->text, value->n);
  else if (value->kind == FUL_SQL_VALUE_REAL)
    ful_parquet_cells_add_real (cells, value->real);
  else
    ful_parquet_cells_add_integer (cells, value->integer);
  g_free (value->owned);
}

/* @place: (inout): moved behind the group */
static gboolean
add_group (FulRowsFile    *self,
           FulSqlProfile  *profile,
           Place          *place,
           GError        **error)
{
  Place begin = *place;
  FulParquetCells cells = { 0 };
  gboolean is_right = TRUE;

  for (guint c = 0; c < self->n_columns && is_right; c++)
    {
      ful_parquet_cells_begin (&cells, self->parquet_columns[c].type);
      *place = begin;
      for (guint n = 0; n < FUL_PARQUET_MAX_ROWS && find_row (self, profile, place); n++)
        {
          FulSqlValue value;

          get_cell (self, profile, place, self->columns[c], &value);
          add_cell (&cells, &value);
          place->row++;
        }
      is_right = ful_parquet_writer_add_column (self->parquet, &cells, error);
    }
  ful_parquet_cells_clear (&cells);

  return is_right;
}

static void
append_csv (const FulSqlValue *value,
            FulBytes          *to)
{
  g_autofree char *text = NULL;
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (value->kind == FUL_SQL_VALUE_INTEGER)
    text = g_strdup_printf ("%" G_GINT64_FORMAT, value->integer);
  else if (value->kind == FUL_SQL_VALUE_REAL)
    text = g_strdup (g_ascii_dtostr (number, sizeof number, value->real));
  else if (value->kind == FUL_SQL_VALUE_TEXT)
    text = g_utf8_make_valid (value->text, (gssize) value->n);
  if (text)
    ful_csv_append (text, to);
}

static gboolean
add_row (FulRowsFile    *self,
         FulSqlProfile  *profile,
         const Place    *place,
         FulSqlValue    *values,
         GError        **error)
{
  gboolean is_right = TRUE;

  self->text.n = 0;
  for (guint c = 0; c < self->n_columns; c++)
    {
      get_cell (self, profile, place, self->columns[c], &values[c]);
      if (self->format == FUL_ROWS_CSV)
        {
          append_csv (&values[c], &self->text);
          ful_bytes_append_s (&self->text, c + 1 < self->n_columns ? "," : "\r\n");
        }
    }
  is_right = self->format == FUL_ROWS_CSV ? g_output_stream_write_all (self->stream, self->text.data, self->text.n, NULL, NULL, error)
                                          : ful_rows_database_insert (self->insert, values, self->n_columns, error);
  for (guint c = 0; c < self->n_columns; c++)
    g_free (values[c].owned);

  return is_right;
}

/* Adds all rows of a profile. */
gboolean
ful_rows_file_add (FulRowsFile    *self,
                   FulSqlProfile  *profile,
                   GError        **error)
{
  g_autofree FulSqlValue *values = g_new0 (FulSqlValue, self->n_columns);
  Place place = { 0, 0 };

  while (find_row (self, profile, &place))
    {
      if (self->format == FUL_ROWS_PARQUET)
        {
          if (!add_group (self, profile, &place, error))
            return FALSE;
          continue;
        }
      if (!add_row (self, profile, &place, values, error))
        return FALSE;
      place.row++;
    }

  return TRUE;
}

/* Writes what is left; the file does not take its place yet. */
gboolean
ful_rows_file_complete (FulRowsFile  *self,
                        GError      **error)
{
  if (self->format == FUL_ROWS_SQLITE)
    return TRUE;
  if (self->parquet && !ful_parquet_writer_finish (self->parquet, error))
    return FALSE;

  return self->format == FUL_ROWS_CSV ? g_output_stream_close (self->stream, NULL, error) : g_output_stream_flush (self->stream, NULL, error);
}

/* After ful_rows_file_complete(): the file takes its place. */
gboolean
ful_rows_file_finish (FulRowsFile  *self,
                      GError      **error)
{
  return self->format == FUL_ROWS_SQLITE || ful_file_replace_finish (self->file, NULL, error);
}
