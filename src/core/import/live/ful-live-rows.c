/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows come in any order after the time that is complete; they are appended in order of time once
 * the producer has promised that none before them is missing. A row that breaks the promise gets
 * the time of the promise. */

#include "config.h"

#include "ful-live-rows.h"

#include "base/ful-memory.h"
#include "model/ful-thread-tables.h"

#include <math.h>

void
ful_live_rows_init (FulLiveRows     *self,
                    FulTableBuilder *table,
                    const guint8    *columns,
                    guint            n_columns)
{
  g_assert (n_columns <= FUL_LIVE_MAX_CELLS);

  *self = (FulLiveRows) { table, columns, n_columns, g_array_new (FALSE, FALSE, sizeof (FulLiveRow)), 0, 0 };
}

void
ful_live_rows_clear (FulLiveRows *self)
{
  g_clear_pointer (&self->waiting, g_array_unref);
}

static gboolean
is_before (const FulLiveRow *a,
           const FulLiveRow *b)
{
  return a->time != b->time ? a->time < b->time : a->order < b->order;
}

/* The waiting rows are a binary heap, so that a promise costs what it completes. */
static void
push (FulLiveRows *self,
      FulLiveRow   row)
{
  FulLiveRow *heap;
  guint i = self->waiting->len;

  row.order = self->n_added++;
  g_array_append_val (self->waiting, row);
  heap = (FulLiveRow *) self->waiting->data;
  for (; i > 0 && is_before (&row, &heap[(i - 1) / 2]); i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = row;
}

static FulLiveRow
pop (FulLiveRows *self)
{
  FulLiveRow *heap = (FulLiveRow *) self->waiting->data;
  FulLiveRow first = heap[0];
  guint n = self->waiting->len - 1;
  FulLiveRow last = heap[n];
  guint i = 0;

  for (guint child; (child = 2 * i + 1) < n; i = child)
    {
      if (child + 1 < n && is_before (&heap[child + 1], &heap[child]))
        child++;
      if (!is_before (&heap[child], &last))
        break;
      heap[i] = heap[child];
    }
  heap[i] = last;
  g_array_set_size (self->waiting, n);

  return first;
}

/**
 * ful_live_rows_add:
 * @self: rows
 * @row: the first of them
 * @n_rows: how many, with the same cells
 * @step: ns between two of them
 * @complete: what has been promised
 *
 * Returns: %FALSE if a table or the memory has no room for them
 */
gboolean
ful_live_rows_add (FulLiveRows      *self,
                   const FulLiveRow *row,
                   guint64           n_rows,
                   guint64           step,
                   gint64            complete)
{
  FulLiveRow next = *row;

  if ((guint64) self->table->n_rows + self->waiting->len + n_rows > FUL_MAX_ROWS ||
      (n_rows > 1 && !ful_memory_is_available ((self->waiting->len + n_rows) * sizeof *row)))
    return FALSE;

  for (guint64 i = 0; i < n_rows; i++)
    {
      gint64 time = (gint64) ((guint64) row->time + i * step);

      next.time = MAX (time, complete);
      self->n_late += time < complete;
      push (self, next);
    }

  return TRUE;
}

/* What a cell is in rows without it. */
static double
missing_cell (const FulTableBuilder *table,
              guint                  column)
{
  if (table->klass == &ful_sample_table_class && column == FUL_SAMPLE_WEIGHT)
    return 1;
  if (table->klass->columns[column].flags & FUL_COLUMN_NULLABLE)
    return table->klass->columns[column].type == FUL_TYPE_F64 ? NAN : FUL_NONE;

  return 0;
}

static void
set_cell (FulBuffer *buffer,
          guint      row,
          double     cell)
{
  if (buffer->type == FUL_TYPE_F64)
    ((double *) buffer->data)[row] = cell;
  else if (buffer->type == FUL_TYPE_I32)
    ((gint32 *) buffer->data)[row] = (gint32) cell;
  else
    ((guint8 *) buffer->data)[row] = (guint8) cell;
}

/* The column is created with its first cell. */
static void
put_cell (FulTableBuilder *table,
          guint            column,
          guint            row,
          double           cell)
{
  FulBuffer *buffer = table->buffers[column];

  if (buffer == NULL && isnan (cell))
    return;
  if (buffer == NULL)
    {
      buffer = ful_buffer_new (table->klass->columns[column].type, table->n_rows);
      buffer->n = table->n_rows;
      for (guint i = 0; i < table->n_rows; i++)
        set_cell (buffer, i, missing_cell (table, column));
      table->buffers[column] = buffer;
    }
  set_cell (buffer, row, isnan (cell) ? missing_cell (table, column) : cell);
}

/**
 * ful_live_rows_complete:
 * @self: rows
 * @complete: rows before it are final
 */
void
ful_live_rows_complete (FulLiveRows *self,
                        gint64       complete)
{
  while (self->waiting->len > 0 && g_array_index (self->waiting, FulLiveRow, 0).time < complete)
    {
      FulLiveRow row = pop (self);
      guint i = ful_table_builder_append (self->table, 1);

      FUL_CELLS (self->table, 0, double)[i] = (double) row.time / 1e6;
      for (guint c = 0; c < self->n_columns; c++)
        put_cell (self->table, self->columns[c], i, row.cells[c]);
    }
}
