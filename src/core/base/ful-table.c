/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columnar tables, driven by descriptions of their columns.
 *
 * A table is a counted struct that begins with a FulTable, followed by one typed
 * pointer for each column; hot loops use these pointers, generic code the buffers. */

#include "config.h"

#include "ful-table.h"

#include <math.h>
#include <string.h>

static void
ful_table_clear (gpointer data)
{
  FulTable *self = data;

  for (guint i = 0; i < self->klass->n_columns; i++)
    g_clear_pointer (&self->buffers[i], ful_buffer_unref);
}

/**
 * ful_table_new:
 * @klass: its columns
 * @n_rows: number of rows; every buffer holds at least as many elements
 * @buffers: (array): one for each column, %NULL only where the column is optional or all cells are missing
 *
 * The table takes references on the buffers.
 *
 * Returns: (transfer full): a table of the type that @klass describes
 */
gpointer
ful_table_new (const FulTableClass  *klass,
               guint                 n_rows,
               FulBuffer           **buffers)
{
  FulTable *self = g_atomic_rc_box_alloc0 (klass->struct_size);

  g_assert (klass->n_columns <= FUL_TABLE_MAX_COLUMNS);

  self->klass = klass;
  self->n_rows = n_rows;

  for (guint i = 0; i < klass->n_columns; i++)
    {
      const FulColumn *column = &klass->columns[i];
      gpointer slot = G_STRUCT_MEMBER_P (self, column->offset);

      g_assert (buffers[i] || (column->flags & (FUL_COLUMN_OPTIONAL | FUL_COLUMN_PACKED_INT)));
      if (buffers[i] == NULL)
        continue;

      self->buffers[i] = ful_buffer_ref (buffers[i]);
      if (column->flags & FUL_COLUMN_I32_OR_F64)
        {
          FulI32OrF64 *numbers = slot;

          if (buffers[i]->type == FUL_TYPE_I32)
            numbers->i32 = buffers[i]->data;
          else
            numbers->f64 = buffers[i]->data;
          continue;
        }

      if (column->flags & FUL_COLUMN_PACKED_INT)
        {
          *(FulPackedInt *) slot = (FulPackedInt) { buffers[i]->data, buffers[i]->type };
          continue;
        }

      g_assert (buffers[i]->type == column->type);
      *(gconstpointer *) slot = buffers[i]->data;
    }

  return self;
}

gpointer
ful_table_ref (gpointer table)
{
  return g_atomic_rc_box_acquire (table);
}

void
ful_table_unref (gpointer table)
{
  g_atomic_rc_box_release_full (table, ful_table_clear);
}

static void
replace (gpointer   *place,
         guint       n_rows,
         FulBuffer **buffers)
{
  FulTable *from = *place;

  *place = ful_table_new (from->klass, n_rows, buffers);
  ful_table_unref (from);
}

/* Puts @buffer, which it takes, in the place of a column. */
static void
replace_column (gpointer   place,
                guint      column,
                FulBuffer *buffer)
{
  const FulTable *from = *(gpointer *) place;
  FulBuffer *buffers[FUL_TABLE_MAX_COLUMNS];

  memcpy (buffers, from->buffers, sizeof buffers);
  buffers[column] = buffer;
  replace (place, from->n_rows, buffers);
  g_clear_pointer (&buffer, ful_buffer_unref);
}

/**
 * ful_table_get_row:
 * @table: a table
 * @column: a column of row numbers, which is not missing
 *
 * Returns: the number in row @i, or %FUL_NONE
 */
gint64
ful_table_get_row (gconstpointer table,
                   guint         column,
                   guint         i)
{
  const FulBuffer *buffer = ((const FulTable *) table)->buffers[column];

  return ful_packed_int_get (&(FulPackedInt) { buffer->data, buffer->type }, i);
}

/**
 * ful_table_edit_column:
 * @place: (inout): where a pointer to a table is
 * @column: a column that is not missing
 *
 * Replaces the table with one that has a copy of @column.
 *
 * Returns: (transfer none): its cells, to be changed before others see the table
 */
gpointer
ful_table_edit_column (gpointer place,
                       guint    column)
{
  const FulTable *from = *(gpointer *) place;
  FulBuffer *copy = ful_buffer_new (from->buffers[column]->type, from->n_rows);

  copy->n = from->n_rows;
  memcpy (copy->data, from->buffers[column]->data, from->n_rows * ful_type_get_size (copy->type));
  replace_column (place, column, copy);

  return copy->data;
}

/**
 * ful_table_drop_column:
 * @place: (inout): where a pointer to a table is
 * @column: an optional column
 *
 * Replaces the table with one without @column.
 */
void
ful_table_drop_column (gpointer place,
                       guint    column)
{
  replace_column (place, column, NULL);
}

/**
 * ful_table_map_column:
 * @place: (inout): where a pointer to a table is
 * @column: a column of row numbers, which is not missing
 * @map: for each of these, except %FUL_NONE, the new one
 *
 * Replaces the table with one that has other cells in @column.
 */
void
ful_table_map_column (gpointer      place,
                      guint         column,
                      const gint32 *map)
{
  const FulTable *from = *(gpointer *) place;
  FulBuffer *mapped = ful_buffer_new (FUL_TYPE_I32, from->n_rows);

  for (guint i = 0; i < from->n_rows; i++)
    {
      gint64 row = ful_table_get_row (from, column, i);

      ((gint32 *) mapped->data)[i] = row == FUL_NONE ? FUL_NONE : map[row];
    }
  mapped->n = from->n_rows;
  replace_column (place, column, mapped);
}

/**
 * ful_table_move_rows:
 * @place: (inout): where a pointer to a table is
 * @map: for each row its new number, or %FUL_NONE if it is left out
 * @n_rows: number of rows after that; those that no row moves to are 0
 */
void
ful_table_move_rows (gpointer      place,
                     const gint32 *map,
                     guint         n_rows)
{
  const FulTable *from = *(gpointer *) place;
  FulBuffer *buffers[FUL_TABLE_MAX_COLUMNS] = { NULL };

  for (guint c = 0; c < from->klass->n_columns; c++)
    {
      gsize size;

      if (from->buffers[c] == NULL)
        continue;
      size = ful_type_get_size (from->buffers[c]->type);
      buffers[c] = ful_buffer_new (from->buffers[c]->type, n_rows);
      buffers[c]->n = n_rows;
      memset (buffers[c]->data, 0, n_rows * size);
      for (guint i = 0; i < from->n_rows; i++)
        if (map[i] != FUL_NONE)
          memcpy ((char *) buffers[c]->data + (gsize) map[i] * size, (const char *) from->buffers[c]->data + i * size, size);
    }
  replace (place, n_rows, buffers);
  for (guint c = 0; c < FUL_TABLE_MAX_COLUMNS; c++)
    g_clear_pointer (&buffers[c], ful_buffer_unref);
}

void
ful_table_builder_init (FulTableBuilder     *self,
                        const FulTableClass *klass)
{
  *self = (FulTableBuilder) { .klass = klass };

  for (guint i = 0; i < klass->n_columns; i++)
    if (!(klass->columns[i].flags & FUL_COLUMN_OPTIONAL))
      self->buffers[i] = ful_buffer_new (klass->columns[i].type, 0);
}

/**
 * ful_table_builder_init_copy:
 * @self: a builder to initialize
 * @table: a table without missing columns
 * @n_more: number of rows that may be appended
 *
 * Begins with a copy of the rows of @table.
 */
void
ful_table_builder_init_copy (FulTableBuilder *self,
                             gconstpointer    table,
                             guint            n_more)
{
  const FulTable *from = table;

  ful_table_builder_init (self, from->klass);
  for (guint i = 0; i < from->klass->n_columns; i++)
    {
      const FulBuffer *buffer = from->buffers[i];

      g_clear_pointer (&self->buffers[i], ful_buffer_unref);
      self->buffers[i] = ful_buffer_new (buffer->type, (gsize) from->n_rows + n_more);
      memcpy (self->buffers[i]->data, buffer->data, from->n_rows * ful_type_get_size (buffer->type));
      self->buffers[i]->n = from->n_rows;
    }
  self->n_rows = from->n_rows;
}

void
ful_table_builder_clear (FulTableBuilder *self)
{
  for (guint i = 0; self->klass && i < self->klass->n_columns; i++)
    g_clear_pointer (&self->buffers[i], ful_buffer_unref);

  self->n_rows = self->n_published = 0;
}

static void
fill_missing (FulBuffer       *buffer,
              const FulColumn *column,
              gsize            n)
{
  gboolean nullable = (column->flags & FUL_COLUMN_NULLABLE) != 0;
  gint32 missing = (column->flags & FUL_COLUMN_I32_OR_F64) ? G_MININT32 : nullable ? FUL_NONE : 0;
  gsize end = buffer->n + n;

  switch (buffer->type)
    {
    case FUL_TYPE_U8:
      memset ((guint8 *) buffer->data + buffer->n, 0, n);
      break;
    case FUL_TYPE_I32:
      for (gsize i = buffer->n; i < end; i++)
        ((gint32 *) buffer->data)[i] = missing;
      break;
    case FUL_TYPE_I64:
      for (gsize i = buffer->n; i < end; i++)
        ((gint64 *) buffer->data)[i] = nullable ? FUL_NONE : 0;
      break;
    case FUL_TYPE_F64:
      for (gsize i = buffer->n; i < end; i++)
        ((double *) buffer->data)[i] = nullable ? NAN : 0;
      break;
    default:
      g_assert_not_reached ();
    }

  buffer->n = end;
}

/**
 * ful_table_builder_reserve:
 * @self: a builder
 * @n_more: number of rows that will be appended
 *
 * Reserves memory, if the number is known.
 */
void
ful_table_builder_reserve (FulTableBuilder *self,
                           guint            n_more)
{
  for (guint i = 0; i < self->klass->n_columns; i++)
    if (self->buffers[i])
      self->buffers[i] = ful_buffer_reserve (self->buffers[i], n_more);
}

/**
 * ful_table_builder_append:
 * @self: a builder
 * @n_more: number of rows to append
 *
 * Appends rows whose cells are missing (nullable columns) or zero. The caller
 * fills them in through FUL_CELLS() before it publishes.
 *
 * Returns: the first new row
 */
guint
ful_table_builder_append (FulTableBuilder *self,
                          guint            n_more)
{
  guint row = self->n_rows;

  for (guint i = 0; i < self->klass->n_columns; i++)
    {
      FulBuffer *buffer = self->buffers[i];

      if (buffer == NULL)
        continue;

      if (buffer->capacity - buffer->n < n_more)
        self->buffers[i] = ful_buffer_reserve (buffer, n_more);
      fill_missing (self->buffers[i], &self->klass->columns[i], n_more);
    }
  self->n_rows += n_more;

  return row;
}

/**
 * ful_table_builder_drop_rows:
 * @self: a builder
 * @n_rows: number of rows that are kept
 *
 * Removes rows at the end, of which nothing was published.
 */
void
ful_table_builder_drop_rows (FulTableBuilder *self,
                             guint            n_rows)
{
  for (guint i = 0; i < self->klass->n_columns; i++)
    if (self->buffers[i])
      self->buffers[i]->n = n_rows;
  self->n_rows = n_rows;
}

/**
 * ful_table_builder_reorder:
 * @self: a builder
 * @first: a row that was not published
 * @order: for each row from @first the one it becomes, counted from @first
 */
void
ful_table_builder_reorder (FulTableBuilder *self,
                           guint            first,
                           const guint     *order)
{
  gsize n = self->n_rows - first;

  for (guint c = 0; c < self->klass->n_columns; c++)
    {
      gsize size;
      g_autofree char *to = NULL;
      char *from;

      if (self->buffers[c] == NULL)
        continue;

      size = ful_type_get_size (self->buffers[c]->type);
      from = (char *) self->buffers[c]->data + first * size;
      to = g_malloc_n (n, size);
      for (gsize i = 0; i < n; i++)
        memcpy (to + i * size, from + order[i] * size, size);
      memcpy (from, to, n * size);
    }
}

/**
 * ful_table_builder_add_column:
 * @self: a builder
 * @column: an optional column
 *
 * Adds a column, if it is missing, whose cells are missing or zero in all rows so far. Tables that were published
 * stay without it.
 */
void
ful_table_builder_add_column (FulTableBuilder *self,
                              guint            column)
{
  if (self->buffers[column] != NULL)
    return;

  self->buffers[column] = ful_buffer_new (self->klass->columns[column].type, self->n_rows);
  fill_missing (self->buffers[column], &self->klass->columns[column], self->n_rows);
}

/* FUL_NONE in all of the rows that were appended. */
static gboolean
is_all_missing (const FulBuffer *buffer,
                gsize            n)
{
  if (buffer->type != FUL_TYPE_I32)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (((const gint32 *) buffer->data)[i] != FUL_NONE)
      return FALSE;

  return TRUE;
}

/**
 * ful_table_builder_narrow:
 * @self: a builder after the last append
 *
 * Narrows columns of integers to the least type that holds their numbers, unless rows were published.
 */
void
ful_table_builder_narrow (FulTableBuilder *self)
{
  if (self->n_published > 0)
    return;

  for (guint i = 0; i < self->klass->n_columns; i++)
    {
      if (self->buffers[i] == NULL || !(self->klass->columns[i].flags & FUL_COLUMN_PACKED_INT))
        continue;
      if (is_all_missing (self->buffers[i], self->n_rows))
        g_clear_pointer (&self->buffers[i], ful_buffer_unref);
      else
        ful_buffer_narrow (self->buffers[i], self->n_rows);
    }
}

/**
 * ful_table_builder_publish:
 * @self: a builder
 *
 * Creates a table of the rows so far, without a copy; appending may continue.
 * O(number of columns).
 *
 * Returns: (transfer full): the table
 */
gpointer
ful_table_builder_publish (FulTableBuilder *self)
{
  self->n_published = self->n_rows;

  return ful_table_new (self->klass, self->n_rows, self->buffers);
}
