/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of a builder → LIB and TABLE frames (wire.md 4). They have the numbers of the builder. */

#include "config.h"

#include "ful-record-tables.h"

#include "ful-record-buffer.h"

#include "base/ful-buffer.h"
#include "base/ful-string-table.h"
#include "export/ful-processed-objects.h"
#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire-rows.h"

/* Of a frame. */
#define CHUNK_ROWS 4096
#define CHUNK_BYTES (1u << 20)
#define MAX_STRING_BYTES (1u << 16)

/* Tables whose rows refer to those of the ones before. */
static const struct { FulWireTableNumber number; gsize offset; } tables[] = {
  { FUL_WIRE_RESOURCES, G_STRUCT_OFFSET (FulProfileBuilder, resources) },
  { FUL_WIRE_FUNCS, G_STRUCT_OFFSET (FulProfileBuilder, funcs) },
  { FUL_WIRE_FRAMES, G_STRUCT_OFFSET (FulProfileBuilder, frames) },
  { FUL_WIRE_STACKS, G_STRUCT_OFFSET (FulProfileBuilder, stacks) },
};

/**
 * ful_record_tables_init:
 * @self: all 0, or that of the epoch before
 * @rows: empty but for libraries
 */
void
ful_record_tables_init (FulRecordTables *self,
                        FulImportTables *rows)
{
  static const char *const strings[] = FUL_RECORD_STRINGS;

  self->rows = rows;
  memset (self->n_put, 0, sizeof self->n_put);
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    ful_import_tables_string (rows, strings[i], -1);
}

static void
put_libs (FulRecordTables *self,
          FulBytes        *to)
{
  const GPtrArray *libs = self->rows->builder->profile->libs;
  FulBytes object = { NULL };

  for (; self->n_libs < libs->len; self->n_libs++)
    {
      FulWireFrame frame = { FUL_WIRE_LIB, .object = { .id = self->n_libs } };

      object.n = 0;
      ful_processed_put_lib (&object, g_ptr_array_index (libs, self->n_libs));
      frame.object.object = (FulWireText) { object.data, object.n };
      ful_wire_encode (to, &frame);
    }
  ful_bytes_clear (&object);
}

static void
put_strings (FulRecordTables *self,
             FulBytes        *to)
{
  guint n_strings = ful_string_table_get_n (self->rows->builder->strings);
  FulWireText texts[CHUNK_ROWS / 16];

  while (self->n_put[FUL_WIRE_STRINGS] < n_strings)
    {
      guint first = self->n_put[FUL_WIRE_STRINGS], n = 0;
      gsize n_bytes = 0;

      for (; n < MIN (n_strings - first, G_N_ELEMENTS (texts)) && n_bytes < CHUNK_BYTES; n++)
        {
          texts[n].data = ful_string_table_get (self->rows->builder->strings, (FulStringIndex) (first + n));
          texts[n].n = MIN (strlen (texts[n].data), MAX_STRING_BYTES);
          n_bytes += texts[n].n;
        }
      ful_wire_encode_table (to, FUL_WIRE_STRINGS, first, n, NULL, texts);
      self->n_put[FUL_WIRE_STRINGS] += n;
    }
}

static gint64
get_cell (const FulBuffer *buffer,
          guint            row)
{
  if (buffer == NULL)
    return FUL_NONE;
  switch (buffer->type)
    {
    case FUL_TYPE_U8: return ((const guint8 *) buffer->data)[row];
    case FUL_TYPE_I32: return ((const gint32 *) buffer->data)[row];
    case FUL_TYPE_I64: return ((const gint64 *) buffer->data)[row];
    default: return FUL_NONE;
    }
}

static void
put_rows (FulRecordTables       *self,
          FulWireTableNumber     number,
          const FulTableBuilder *table,
          FulBytes              *to)
{
  const char *columns = ful_wire_table_columns (number);
  guint first = self->n_put[number];
  guint n = MIN (table->n_rows - first, CHUNK_ROWS);
  g_autofree gint64 *cells = g_new (gint64, strlen (columns) * n);

  for (guint c = 0; columns[c]; c++)
    for (guint i = 0; i < n; i++)
      {
        gint64 cell = get_cell (table->buffers[c], first + i);

        cells[(gsize) c * n + i] = columns[c] != 'p' ? MAX (cell, FUL_NONE) : cell == FUL_NONE ? 0 : (gint64) (first + i) - cell;
      }
  ful_wire_encode_table (to, number, first, n, cells, NULL);
  self->n_put[number] += n;
}

/**
 * ful_record_tables_put:
 * @to: gets frames with the rows that came since the last time
 */
void
ful_record_tables_put (FulRecordTables *self,
                       FulBytes        *to)
{
  put_libs (self, to);
  put_strings (self, to);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      const FulTableBuilder *table = (const FulTableBuilder *) ((const char *) self->rows->builder + tables[i].offset);

      while (self->n_put[tables[i].number] < table->n_rows)
        put_rows (self, tables[i].number, table, to);
    }
}
