/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers that are read ahead.
 *
 * Where a chunk of text begins is not known to whoever has only the chunk: in an array of numbers, in a string, in an object.
 * What follows the first comma is read as elements of an array of numbers, by the functions that the reader uses. If the
 * reader comes to that place in such an array, the numbers are what it would read from there, and it appends them; else
 * they are dropped. So nothing depends on a guess: the same columns, errors and offsets come of it.
 *
 * The numbers do not depend on the type that the column has there: the first ones are whole, as long as they are so, like
 * those of a column that begins, and mean the same as numbers of a column that is wider already. The one exception is a
 * negative zero, before which a run of whole numbers ends. */

#include "config.h"

#include "ful-raw-run.h"

#include "ful-raw-tree-private.h"

#include "io/bytes/ful-byte-stream.h"
#include "io/json/ful-json-number.h"

#include <math.h>

/* A number and what is after it are in the text that is there. The reader reads the rest. */
#define TAIL_BYTES (FUL_JSON_NUMBER_MAX + 1)

/* The first comma is near the beginning, in an array of numbers. */
#define HEAD_BYTES (FUL_JSON_NUMBER_MAX + 1)

/* The shortest number with its comma. */
#define NUMBER_BYTES 2

void
ful_raw_run_free (FulRawRun *self)
{
  g_free (self->i32);
  g_free (self->f64);
  g_free (self);
}

/* Returns: (transfer full) (nullable): %NULL if there is no memory for it */
FulRawRun *
ful_raw_run_new (void)
{
  FulRawRun *self = g_new0 (FulRawRun, 1);

  self->i32 = g_try_new (gint32, FUL_CHUNK_BYTES / NUMBER_BYTES);
  self->f64 = g_try_new (double, FUL_CHUNK_BYTES / NUMBER_BYTES);
  if (self->i32 == NULL || self->f64 == NULL)
    g_clear_pointer (&self, ful_raw_run_free);

  return self;
}

static void
copy_as_f64 (double       *to,
             const gint32 *from,
             guint         n)
{
  for (guint i = 0; i < n; i++)
    to[i] = from[i] == G_MININT32 ? (double) NAN : from[i];
}

/* What is no short whole number, in a column of such. Returns: its length, or 0 */
static gsize
read_other_number (FulRawRun  *self,
                   const char *p)
{
  FulRawColumn *column = &self->column;
  double number;
  gsize length = ful_json_number_parse (p, &number);

  if (length == 0 || length >= FUL_JSON_NUMBER_MAX || (number == 0 && signbit (number)))
    return 0;

  if (number == floor (number) && fabs (number) < 2147483648.0)
    column->i32[column->n++] = (gint32) number;
  else
    {
      copy_as_f64 (self->f64, column->i32, column->n);
      column->type = FUL_RAW_F64;
      column->f64 = self->f64;
      column->f64[column->n++] = number;
    }

  return length;
}

/**
 * ful_raw_run_read:
 * @self: a run; what was in it is dropped
 * @chunk: text; its run begins where the numbers do
 *
 * Reads the numbers at the beginning of a chunk, if that is in an array of them.
 */
void
ful_raw_run_read (FulRawRun *self,
                  FulChunk  *chunk)
{
  const char *comma = chunk->n > HEAD_BYTES + TAIL_BYTES ? memchr (chunk->data, ',', HEAD_BYTES) : NULL;
  gboolean more = comma != NULL;
  FulJsonReader reader;

  chunk->run_begin = NULL;
  self->is_last = FALSE;
  self->column = (FulRawColumn) { .type = FUL_RAW_I32, .capacity = FUL_CHUNK_BYTES / NUMBER_BYTES, .i32 = self->i32 };
  if (!more)
    return;

  ful_json_reader_init_memory (&reader, comma + 1, chunk->n - TAIL_BYTES - (gsize) (comma + 1 - chunk->data));
  while (more)
    {
      gsize length;

      if (self->column.type == FUL_RAW_I32)
        more = ful_raw_read_i32_run (&reader, &self->column);
      else
        more = ful_raw_read_f64_run (&reader, &self->column);
      if (!more || reader.p >= reader.end || self->column.type == FUL_RAW_F64)
        break;
      length = read_other_number (self, reader.p);
      if (length == 0)
        break;
      reader.p += length;
      more = ful_raw_another_element (&reader);
    }
  if (reader.error == NULL && self->column.n > 0)
    {
      chunk->run_begin = comma + 1;
      self->end = reader.p;
      self->is_last = !more;
    }
  ful_json_reader_clear (&reader);
}

/**
 * ful_raw_run_can_append:
 * @reader: a reader where the run of its chunk begins
 * @column: a column of numbers
 *
 * Errors of a column that gets too large say which number was too much, so the reader reads those itself.
 *
 * Returns: whether ful_raw_run_append() can be called
 */
gboolean
ful_raw_run_can_append (FulJsonReader *reader,
                        FulRawColumn  *column)
{
  guint64 n = (guint64) column->n + reader->chunk->run->column.n;

  return n <= FUL_MAX_ROWS && ful_json_reader_has_budget (reader, 2 * 8 * n);
}

/**
 * ful_raw_run_append:
 * @reader: a reader where the run of its chunk begins
 * @column: a column of numbers, which may become wider
 *
 * Does what reading the numbers one by one does.
 *
 * Returns: %FALSE after the end of the array, or an error
 */
gboolean
ful_raw_run_append (FulJsonReader *reader,
                    FulRawColumn  *column)
{
  const FulRawRun *run = reader->chunk->run;
  guint done = 0;

  if (run->column.type == FUL_RAW_F64 && column->type == FUL_RAW_I32)
    ful_raw_widen (column);
  while (done < run->column.n)
    {
      guint n;

      if (!ful_raw_make_room (reader, column))
        return FALSE;
      n = MIN (run->column.n - done, column->capacity - column->n);
      if (column->type == FUL_RAW_I32)
        memcpy (column->i32 + column->n, run->column.i32 + done, n * sizeof *column->i32);
      else if (run->column.type == FUL_RAW_F64)
        memcpy (column->f64 + column->n, run->column.f64 + done, n * sizeof *column->f64);
      else
        copy_as_f64 (column->f64 + column->n, run->column.i32 + done, n);
      column->n += n;
      done += n;
    }
  column->n_nulls += run->column.n_nulls;
  reader->p = run->end;
  if (!run->is_last)
    return TRUE;
  reader->depth--;

  return FALSE;
}
