/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables → JSON text or slabs, by the descriptions of their columns.
 *
 * Columns that are typed arrays in the reference become slabs, and so do other
 * columns of integers without a missing cell, which can only be a null of JSON text
 * (formats.md 1.3). */

#include "config.h"

#include "ful-output-private.h"

#include "io/bytes/ful-gzip-compressor.h"
#include "io/raw/ful-raw-get.h"

#include <math.h>

#define FLUSH_BYTES (256 * 1024)

/**
 * ful_output_flush:
 *
 * Writes the text so far, unless it has to wait for slabs, and moves the progress.
 */
void
ful_output_flush (FulOutput *self)
{
  if (self->progress && self->n_total_cells > 0)
    g_atomic_int_set (self->progress, (gint) MIN (1000, 1000 * self->n_cells / self->n_total_cells));
  if (self->stream == NULL || self->slabs)
    return;
  if (self->error == NULL)
    g_output_stream_write_all (self->stream, self->text.data, self->text.n, NULL, self->cancellable, &self->error);
  if (self->text.n > 0)
    self->last = self->text.data[self->text.n - 1];
  self->text.n = 0;
}

/**
 * ful_output_flush_sometimes:
 *
 * Like ful_output_flush(), if enough text is buffered.
 */
void
ful_output_flush_sometimes (FulOutput *self)
{
  if (self->text.n >= FLUSH_BYTES)
    ful_output_flush (self);
}

/**
 * ful_output_pack:
 * @stream: target of compressed bytes; not closed
 *
 * Returns: (transfer full): a stream that compresses with gzip; it has to be closed
 */
GOutputStream *
ful_output_pack (GOutputStream *stream)
{
  g_autoptr(GConverter) compressor = ful_gzip_compressor_new ();
  GOutputStream *packed = g_converter_output_stream_new (stream, compressor);

  g_filter_output_stream_set_close_base_stream (G_FILTER_OUTPUT_STREAM (packed), FALSE);

  return packed;
}

/**
 * ful_output_finish:
 * @error: the first error of writing
 *
 * Writes buffered text and frees the output.
 *
 * Returns: %FALSE if writing failed
 */
gboolean
ful_output_finish (FulOutput  *self,
                   GError    **error)
{
  ful_output_flush (self);
  ful_bytes_clear (&self->text);
  if (self->error == NULL)
    return TRUE;

  g_propagate_error (error, self->error);

  return FALSE;
}

/* A comma, unless the object has just begun. */
void
ful_output_comma (FulOutput *self)
{
  char last = self->text.n > 0 ? self->text.data[self->text.n - 1] : self->last;

  if (last != '{')
    ful_bytes_append_c (&self->text, ',');
}

/**
 * ful_output_key:
 *
 * Begins a member: a comma where one is needed, the name, a colon.
 */
void
ful_output_key (FulOutput  *self,
                const char *key)
{
  ful_output_comma (self);
  ful_raw_write_string (key, &self->text);
  ful_bytes_append_c (&self->text, ':');
}

static void
placeholder (FulOutput *self)
{
  char text[40];

  g_snprintf (text, sizeof text, "{\"$s\":%u}", self->slabs->len - 1);
  ful_bytes_append_s (&self->text, text);
}

/**
 * ful_output_slab:
 * @self: an output that collects slabs
 * @type: a numeric type
 * @data: elements, which outlive the output
 * @n_bytes: their length
 *
 * Adds a slab and writes its placeholder.
 */
void
ful_output_slab (FulOutput     *self,
                 FulSlabType    type,
                 gconstpointer  data,
                 gsize          n_bytes)
{
  FulOutputSlab slab = { .type = type, .data = data, .n_bytes = n_bytes, .first = self->slabs->len };

  g_array_append_val (self->slabs, slab);
  placeholder (self);
}

/**
 * ful_output_begin_slab:
 * @outer: (out caller-allocates): stores the text around the following value
 *
 * The text until ful_output_end_slab() becomes a separate JSON slab; has no effect
 * in plain JSON.
 */
void
ful_output_begin_slab (FulOutput      *self,
                       FulOutputOuter *outer)
{
  if (self->slabs == NULL)
    return;
  *outer = (FulOutputOuter) { self->text, self->slabs->len };
  self->text = (FulBytes) { 0 };
}

void
ful_output_end_slab (FulOutput      *self,
                     FulOutputOuter *outer)
{
  FulOutputSlab slab = { .type = FUL_SLAB_JSON };

  if (self->slabs == NULL)
    return;
  slab.text = self->text;
  slab.n_bytes = slab.text.n;
  slab.first = outer->first;
  self->text = outer->text;
  g_array_append_val (self->slabs, slab);
  placeholder (self);
}

static void
write_i32 (FulBytes *to,
           gint32    value)
{
  char digits[12];
  guint n = 0;
  guint32 rest = value < 0 ? 0u - (guint32) value : (guint32) value;

  do
    digits[n++] = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    digits[n++] = '-';
  ful_bytes_reserve (to, n);
  while (n > 0)
    to->data[to->n++] = digits[--n];
}

static void
write_cell (FulOutput       *self,
            FulProfile      *profile,
            const FulColumn *column,
            const FulBuffer *buffer,
            guint            i)
{
  FulBytes *text = &self->text;
  gint64 value;

  if (column->flags & FUL_COLUMN_BOOL)
    {
      ful_bytes_append_s (text, ((const guint8 *) buffer->data)[i] ? "true" : "false");
      return;
    }

  switch (buffer->type)
    {
    case FUL_TYPE_U8:
      write_i32 (text, ((const guint8 *) buffer->data)[i]);
      return;
    case FUL_TYPE_F64:
      ful_raw_write_number (((const double *) buffer->data)[i], text);
      return;
    case FUL_TYPE_I64:
      value = ((const gint64 *) buffer->data)[i];
      break;
    case FUL_TYPE_I32:
    default:
      value = ((const gint32 *) buffer->data)[i];
      break;
    }

  if (column->refers_to == FUL_REF_EARLIER_STACK)
    write_i32 (text, value == FUL_NONE ? 0 : (gint32) (i - value));
  else if ((column->flags & FUL_COLUMN_I32_OR_F64) ? value == G_MININT32
           : value == FUL_NONE && (column->flags & FUL_COLUMN_NULLABLE) && !(column->flags & FUL_COLUMN_MINUS_ONE))
    ful_bytes_append_s (text, "null");
  else if (column->refers_to == FUL_REF_TEXT)
    ful_raw_write_string (ful_string_table_get (profile->texts, (FulStringIndex) value), text);
  else if (buffer->type == FUL_TYPE_I32)
    write_i32 (text, (gint32) value);
  else
    ful_raw_write_number ((double) value, text);
}

/* Whether each cell is a number that a typed array can hold. A missing first CPU
 * delta counts as 0: it means nothing in either form. A missing caller is an offset of 0. */
static gboolean
is_complete (const FulColumn *column,
             const FulBuffer *buffer,
             guint            n)
{
  const gint32 *cells = buffer->data;
  gboolean numbers = (column->flags & FUL_COLUMN_I32_OR_F64) != 0;
  gboolean missing = FALSE;

  if (!(column->flags & FUL_COLUMN_NULLABLE) || (column->flags & FUL_COLUMN_MINUS_ONE)
      || column->refers_to == FUL_REF_EARLIER_STACK)
    return TRUE;
  for (guint i = numbers ? 1 : 0; i < n; i++)
    missing |= cells[i] == (numbers ? G_MININT32 : FUL_NONE);

  return !missing;
}

static gboolean
write_slab (FulOutput       *self,
            const FulColumn *column,
            const FulBuffer *buffer,
            guint            n)
{
  gint32 *copy;

  if (self->slabs == NULL || n == 0 || column->refers_to == FUL_REF_TEXT || (column->flags & FUL_COLUMN_BOOL))
    return FALSE;

  switch (buffer->type)
    {
    case FUL_TYPE_U8:
      ful_output_slab (self, FUL_SLAB_U8, buffer->data, n);
      return TRUE;
    case FUL_TYPE_F64:
      if (column->flags & FUL_COLUMN_NULLABLE)
        return FALSE;
      ful_output_slab (self, FUL_SLAB_F64, buffer->data, n * sizeof (double));
      return TRUE;
    case FUL_TYPE_I32:
      break;
    case FUL_TYPE_I64:
    default:
      return FALSE;
    }

  if (!is_complete (column, buffer, n))
    return FALSE;

  if (column->refers_to != FUL_REF_EARLIER_STACK && !(column->flags & FUL_COLUMN_I32_OR_F64))
    {
      ful_output_slab (self, FUL_SLAB_I32, buffer->data, n * sizeof (gint32));
      return TRUE;
    }

  copy = g_memdup2 (buffer->data, n * sizeof *copy);
  g_ptr_array_add (self->owned, copy);
  if (column->flags & FUL_COLUMN_I32_OR_F64)
    copy[0] = copy[0] == G_MININT32 ? 0 : copy[0];
  else
    for (guint i = 0; i < n; i++)
      copy[i] = copy[i] == FUL_NONE ? 0 : (gint32) i - copy[i];
  ful_output_slab (self, FUL_SLAB_I32, copy, n * sizeof (gint32));

  return TRUE;
}

static void
write_text (FulOutput       *self,
            FulProfile      *profile,
            const FulColumn *column,
            const FulBuffer *buffer,
            guint            n)
{
  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      write_cell (self, profile, column, buffer, i);
      self->n_cells++;
      ful_output_flush_sometimes (self);
    }
  ful_bytes_append_c (&self->text, ']');
}

/**
 * ful_output_table:
 * @self: an output inside an object
 * @profile: profile of the table
 * @table: a table
 * @first_column: columns before it are left to the caller
 *
 * Writes columns as members, and `length`. Derived and missing columns are skipped.
 */
void
ful_output_table (FulOutput      *self,
                  FulProfile     *profile,
                  const FulTable *table,
                  guint           first_column)
{
  for (guint c = first_column; c < table->klass->n_columns; c++)
    {
      const FulColumn *column = &table->klass->columns[c];
      const FulBuffer *buffer = table->buffers[c];

      if (buffer == NULL || self->error)
        continue;
      if ((table->klass == &ful_stack_table_class && c >= FUL_STACK_CATEGORY) ||
          (table->klass == &ful_resource_table_class && c >= FUL_RESOURCE_FUNC))
        continue;

      ful_output_key (self, column->name);
      if (write_slab (self, column, buffer, table->n_rows))
        self->n_cells += table->n_rows;
      else
        write_text (self, profile, column, buffer, table->n_rows);
    }

  ful_output_key (self, "length");
  ful_raw_write_number (table->n_rows, &self->text);
}

/**
 * ful_output_numbers:
 * @numbers: (array length=n): numbers; NaN is null, or 0 in a slab
 *
 * Writes an array as a value.
 */
void
ful_output_numbers (FulOutput    *self,
                    const double *numbers,
                    guint         n)
{
  double *copy;

  if (self->slabs && n > 0)
    {
      copy = g_memdup2 (numbers, n * sizeof *copy);
      for (guint i = 0; i < n; i++)
        copy[i] = isnan (copy[i]) ? 0 : copy[i];
      g_ptr_array_add (self->owned, copy);
      ful_output_slab (self, FUL_SLAB_F64, copy, n * sizeof *copy);
      self->n_cells += n;
      return;
    }

  ful_bytes_append_c (&self->text, '[');
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        ful_bytes_append_c (&self->text, ',');
      ful_raw_write_number (numbers[i], &self->text);
      self->n_cells++;
      ful_output_flush_sometimes (self);
    }
  ful_bytes_append_c (&self->text, ']');
}
