/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a raw tree → buffers of tables, by the columns' descriptions.
 *
 * A value that does not fit its cell (a fraction in a row number, text in a number)
 * becomes a missing cell with an entry in the import log; the row is kept. */

#include "config.h"

#include "ful-column-reader.h"

#include "io/raw/ful-raw-get.h"

#include <math.h>

static void
log_column (FulColumnReader *self,
            FulSeverity      severity,
            const char      *name,
            gint64           row,
            const char      *message)
{
  g_autofree char *place = g_strdup_printf ("%s.%s", self->where, name);

  ful_import_log_add (self->log, severity, place, row, -1, "%s", message);
}

/* The shortest of the columns that a file that is cut off has in part. */
static guint
count_cut_rows (const FulRawNode *table,
                guint             n_rows)
{
  for (const FulRawMember *member = table->members; member; member = member->next)
    if (ful_raw_is (member->value, FUL_RAW_ARRAY) && member->value->column->is_cut)
      n_rows = MIN (n_rows, member->value->column->n);

  return n_rows;
}

/**
 * ful_column_reader_count_rows:
 * @self: a reader
 * @table: an object of equally long arrays
 * @needed: (array zero-terminated=1): columns without which a row means nothing
 *
 * Columns of different length are a flaw: rows that some needed column lacks are
 * left out. `length` counts only if it is not longer than that. Of a file that is cut
 * off, rows that any column lacks are left out.
 *
 * Returns: the number of rows to read
 */
guint
ful_column_reader_count_rows (FulColumnReader   *self,
                              const FulRawNode  *table,
                              const char *const *needed)
{
  double length = ful_raw_get_number (table, "length");
  guint shortest = G_MAXUINT;
  guint longest = 0;

  for (guint i = 0; needed[i]; i++)
    {
      FulRawColumn *column = ful_raw_get_column (table, needed[i]);

      if (column == NULL)
        {
          log_column (self, length > 0 ? FUL_SEVERITY_DATA_LOSS : FUL_SEVERITY_INFO, needed[i], -1,
                      "required column is missing; skipped the rows");
          return 0;
        }
      shortest = MIN (shortest, column->n);
      longest = MAX (longest, column->n);
    }
  if (shortest == G_MAXUINT)
    shortest = 0;
  if (ful_raw_is (table, FUL_RAW_OBJECT))
    shortest = count_cut_rows (table, shortest);

  if (length >= 0 && length < shortest)
    {
      log_column (self, FUL_SEVERITY_INFO, "length", -1, "columns are longer than the table; truncated them");
      return (guint) length;
    }
  if (longest > shortest || length > shortest)
    log_column (self, FUL_SEVERITY_DATA_LOSS, "length", shortest,
                "columns differ in length; skipped incomplete rows");

  return shortest;
}

static gboolean
is_whole (double value,
          double limit)
{
  return value == floor (value) && fabs (value) < limit;
}

/* Missing cells of a column that was shorter than the table, or absent. */
static void
pad (FulBuffer       *buffer,
     const FulColumn *description,
     guint            n_rows)
{
  gboolean nullable = (description->flags & FUL_COLUMN_NULLABLE) != 0;

  for (gsize i = buffer->n; i < n_rows; i++)
    {
      switch (buffer->type)
        {
        case FUL_TYPE_U8:
          ((guint8 *) buffer->data)[i] = 0;
          break;
        case FUL_TYPE_I32:
          ((gint32 *) buffer->data)[i] = (description->flags & FUL_COLUMN_I32_OR_F64) ? G_MININT32 : nullable ? FUL_NONE : 0;
          break;
        case FUL_TYPE_I64:
          ((gint64 *) buffer->data)[i] = nullable ? FUL_NONE : 0;
          break;
        case FUL_TYPE_F64:
        default:
          ((double *) buffer->data)[i] = nullable ? NAN : 0;
          break;
        }
    }
  buffer->n = n_rows;
}

/* A reference to a row that has to be there is repaired by the builder, and logged. */
static gint32
missing_i32 (const FulColumn *description)
{
  return (description->flags & FUL_COLUMN_NULLABLE) || description->refers_to != FUL_REF_NOTHING ? FUL_NONE : 0;
}

/* The common cases, in which the elements are used without a copy. */
static FulBuffer *
take_over (FulRawColumn    *column,
           const FulColumn *description,
           guint            n_rows)
{
  gboolean numbers = (description->flags & FUL_COLUMN_I32_OR_F64) != 0;
  FulType type;

  if (column->n < n_rows || column->i32 == NULL)
    return NULL;

  if (column->type == FUL_RAW_I32 && (description->type == FUL_TYPE_I32 || numbers))
    {
      gint32 missing = missing_i32 (description);
      gint32 *cells = column->i32;

      type = FUL_TYPE_I32;
      if (!numbers && column->n_nulls > 0)
        for (guint i = 0; i < n_rows; i++)
          cells[i] = cells[i] == G_MININT32 ? missing : cells[i];
    }
  else if (column->type == FUL_RAW_F64 && description->type == FUL_TYPE_F64
           && (column->n_nulls == 0 || (description->flags & FUL_COLUMN_NULLABLE)))
    type = FUL_TYPE_F64;
  else if (column->type == FUL_RAW_BOOLS && description->type == FUL_TYPE_U8)
    {
      type = FUL_TYPE_U8;
      for (guint i = 0; i < n_rows; i++)
        column->bools[i] &= 1;
    }
  else
    return NULL;

  column->n = 0;

  return ful_buffer_new_take (type, g_steal_pointer (&column->i32), n_rows);
}

static gint32
take_text (FulColumnReader    *self,
           const FulRawColumn *column,
           guint               i,
           const char        **next)
{
  if (column->type == FUL_RAW_STRINGS)
    {
      const char *text = *next;

      *next += strlen (text) + 1;
      return ful_string_table_intern (self->texts, text, -1);
    }
  if (column->type == FUL_RAW_NODES && ful_raw_is (column->nodes[i], FUL_RAW_STRING))
    return ful_string_table_intern (self->texts, column->nodes[i]->string, -1);

  return FUL_NONE;
}

static void
convert_cell (FulBuffer       *buffer,
              const FulColumn *description,
              guint            i,
              double           value,
              gboolean        *wrong)
{
  gboolean nullable = (description->flags & FUL_COLUMN_NULLABLE) != 0;

  switch (buffer->type)
    {
    case FUL_TYPE_U8:
      ((guint8 *) buffer->data)[i] = (description->flags & FUL_COLUMN_BOOL) ? value != 0 && !isnan (value)
                                                                           : (guint8) CLAMP (isnan (value) ? 0 : value, 0, 255);
      break;
    case FUL_TYPE_I32:
      *wrong |= !isnan (value) && !is_whole (value, 2147483648.0);
      ((gint32 *) buffer->data)[i] = isnan (value) || *wrong ? missing_i32 (description) : (gint32) value;
      break;
    case FUL_TYPE_I64:
      *wrong |= !isnan (value) && !is_whole (value, 9223372036854774784.0);
      ((gint64 *) buffer->data)[i] = isnan (value) || *wrong ? (nullable ? FUL_NONE : 0) : (gint64) value;
      break;
    case FUL_TYPE_F64:
    default:
      *wrong |= isnan (value) && !nullable;
      ((double *) buffer->data)[i] = isnan (value) && !nullable ? 0 : value;
      break;
    }
}

static gboolean
is_null (const FulRawColumn *column,
         guint               i)
{
  switch (column->type)
    {
    case FUL_RAW_NODES:
      return column->nodes[i]->kind == FUL_RAW_NULL;
    case FUL_RAW_STRINGS:
      return FALSE;
    case FUL_RAW_TEXTS:
      return column->text_length[i] == 0;
    case FUL_RAW_I32:
    case FUL_RAW_F64:
    case FUL_RAW_BOOLS:
    default:
      return TRUE;   /* only called if the number is missing */
    }
}

/**
 * ful_column_reader_take:
 * @self: a reader
 * @name: name of the column, for the log
 * @column: (nullable): its elements, which are removed
 * @description: the column of the table
 * @n_rows: number of rows
 *
 * Returns: (transfer full): a buffer of @n_rows elements
 */
FulBuffer *
ful_column_reader_take (FulColumnReader *self,
                        const char      *name,
                        FulRawColumn    *column,
                        const FulColumn *description,
                        guint            n_rows)
{
  FulBuffer *buffer = NULL;
  const char *next;
  guint n;

  if (column)
    buffer = take_over (column, description, n_rows);
  if (buffer)
    return buffer;

  buffer = ful_buffer_new ((description->flags & FUL_COLUMN_I32_OR_F64) ? FUL_TYPE_F64 : description->type, n_rows);
  if (column == NULL || (column->type != FUL_RAW_STRINGS && column->i32 == NULL))
    {
      pad (buffer, description, n_rows);
      return buffer;
    }

  n = MIN (column->n, n_rows);
  next = column->bytes.data;
  for (guint i = 0; i < n; i++)
    {
      gboolean wrong = FALSE;
      double value;

      if (description->refers_to == FUL_REF_TEXT)
        {
          ((gint32 *) buffer->data)[i] = take_text (self, column, i, &next);
          continue;
        }

      value = ful_raw_column_number (column, i);
      convert_cell (buffer, description, i, value, &wrong);
      wrong |= isnan (value) && !is_null (column, i);
      if (wrong)
        log_column (self, FUL_SEVERITY_ERROR, name, i,
                    description->type == FUL_TYPE_F64 ? "cell is not a number; cleared it"
                                                      : "cell is not an integer in range; cleared it");
    }
  buffer->n = n;
  if (n < n_rows)
    log_column (self, FUL_SEVERITY_ERROR, name, n, "column is shorter than its table; missing cells are empty");
  pad (buffer, description, n_rows);

  return buffer;
}

/**
 * ful_column_reader_read_table:
 * @self: a reader
 * @table: an object of equally long arrays
 * @n_rows: number of rows to read
 * @builder: an empty builder, whose columns are replaced
 * @first_column: columns before it are left to the caller
 *
 * Reads all columns that the builder's table has. An optional column that is
 * missing stays missing.
 */
void
ful_column_reader_read_table (FulColumnReader *self,
                              FulRawNode      *table,
                              guint            n_rows,
                              FulTableBuilder *builder,
                              guint            first_column)
{
  for (guint c = first_column; c < builder->klass->n_columns; c++)
    {
      const FulColumn *description = &builder->klass->columns[c];
      FulRawColumn *column = ful_raw_get_column (table, description->name);

      if (column == NULL && (description->flags & FUL_COLUMN_OPTIONAL))
        continue;
      g_clear_pointer (&builder->buffers[c], ful_buffer_unref);
      builder->buffers[c] = ful_column_reader_take (self, description->name, column, description, n_rows);
    }

  builder->n_rows = n_rows;
}

/**
 * ful_column_reader_take_times:
 * @self: a reader
 * @table: a table with a column `time`, or `timeDeltas` as differences to the row before
 * @n_rows: number of rows to read
 *
 * Returns: (transfer full): absolute times in ms
 */
FulBuffer *
ful_column_reader_take_times (FulColumnReader *self,
                              FulRawNode      *table,
                              guint            n_rows)
{
  static const FulColumn time = { "time", FUL_TYPE_F64, FUL_REF_NOTHING, FUL_COLUMN_NULLABLE, 0 };
  static const FulColumn deltas = { "timeDeltas", FUL_TYPE_F64, FUL_REF_NOTHING, FUL_COLUMN_NULLABLE, 0 };
  FulRawColumn *column = ful_raw_get_column (table, "time");
  FulBuffer *buffer;
  double *times;
  double now = 0;

  if (column)
    return ful_column_reader_take (self, "time", column, &time, n_rows);

  buffer = ful_column_reader_take (self, "timeDeltas", ful_raw_get_column (table, "timeDeltas"), &deltas, n_rows);
  times = buffer->data;
  for (guint i = 0; i < n_rows; i++)
    {
      if (G_UNLIKELY (isnan (times[i])))
        {
          log_column (self, FUL_SEVERITY_ERROR, "timeDeltas", i, "time difference is not a number; used 0");
          times[i] = 0;
        }
      now += times[i];
      times[i] = now;
    }

  return buffer;
}
