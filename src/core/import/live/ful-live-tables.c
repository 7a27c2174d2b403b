/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tables of the wire → tables of the builder (wire.md 4). After a SYNC rows with the content of earlier ones are these. */

#include "config.h"

#include "ful-live-writer-private.h"

#include "base/ful-buffer.h"
#include "base/ful-hash.h"
#include "model/ful-shared-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* The columns of each table of the wire: what their references refer to. */
static const struct { const char *where; gsize table; FulWireTableNumber refers_to[FUL_WIRE_MAX_COLUMNS]; } tables[] = {
  [FUL_WIRE_RESOURCES] = { "shared.resourceTable", G_STRUCT_OFFSET (FulProfileBuilder, resources),
    { FUL_WIRE_STRINGS, FUL_WIRE_STRINGS } },
  [FUL_WIRE_SOURCES] = { "shared.sources", G_STRUCT_OFFSET (FulProfileBuilder, sources),
    { FUL_WIRE_STRINGS, FUL_WIRE_STRINGS, 0, 0, FUL_WIRE_STRINGS, FUL_WIRE_STRINGS } },
  [FUL_WIRE_FUNCS] = { "shared.funcTable", G_STRUCT_OFFSET (FulProfileBuilder, funcs),
    { FUL_WIRE_STRINGS, 0, 0, FUL_WIRE_RESOURCES, FUL_WIRE_SOURCES, 0, 0, FUL_WIRE_SOURCE_LOCATIONS } },
  [FUL_WIRE_NATIVE_SYMBOLS] = { "shared.nativeSymbols", G_STRUCT_OFFSET (FulProfileBuilder, native_symbols),
    { 0, 0, FUL_WIRE_STRINGS } },
  [FUL_WIRE_FRAMES] = { "shared.frameTable", G_STRUCT_OFFSET (FulProfileBuilder, frames),
    { 0, 0, 0, 0, 0, FUL_WIRE_FUNCS, FUL_WIRE_NATIVE_SYMBOLS, 0, 0, 0, FUL_WIRE_SOURCE_LOCATIONS } },
  [FUL_WIRE_STACKS] = { "shared.stackTable", G_STRUCT_OFFSET (FulProfileBuilder, stacks), { FUL_WIRE_FRAMES } },
  [FUL_WIRE_SOURCE_LOCATIONS] = { "shared.sourceLocationTable", G_STRUCT_OFFSET (FulProfileBuilder, source_locations),
    { FUL_WIRE_SOURCES } },
};

/* The row of the builder for a row of the epoch; FUL_NONE for none and, with an entry in the log, for one
 * that does not exist. */
gint32
ful_live_tables_map_row (FulLiveWriter      *self,
                         FulWireTableNumber  table,
                         gint64              row,
                         const char         *where)
{
  if (row < 0)
    return FUL_NONE;
  if (row < self->rows[table]->len)
    return g_array_index (self->rows[table], gint32, row);

  ful_live_writer_log (self, FUL_SEVERITY_ERROR, where, _("row reference out of range; replaced it"));

  return FUL_NONE;
}

gint32
ful_live_tables_map_string (FulLiveWriter *self,
                            guint64        row,
                            const char    *where)
{
  gint32 string = ful_live_tables_map_row (self, FUL_WIRE_STRINGS, ful_live_row_of_uint (row), where);

  return string == FUL_NONE ? ful_string_table_intern (self->builder->strings, "<unknown>", -1) : string;
}

/* The same as one of the inline texts. */
gint32
ful_live_tables_map_text (FulLiveWriter *self,
                          gint32         string)
{
  if (string == FUL_NONE)
    return FUL_NONE;

  return ful_string_table_intern (self->builder->texts, ful_string_table_get (self->builder->strings, string), -1);
}

/* Libraries and categories are no tables of the wire. */
static gint64
map_number (FulLiveWriter *self,
            FulRef         refers_to,
            gint64         number,
            const char    *where)
{
  gint64 mapped = number;

  if (number == FUL_NONE)
    return FUL_NONE;
  if (refers_to == FUL_REF_LIB)
    mapped = number < self->libs->len ? g_array_index (self->libs, gint32, number) : FUL_NONE;
  else if (refers_to == FUL_REF_CATEGORY && number >= self->builder->profile->categories->len)
    mapped = FUL_NONE;
  if (mapped == FUL_NONE)
    ful_live_writer_log (self, FUL_SEVERITY_ERROR, where, _("row reference out of range; replaced it"));

  return mapped;
}

static FulTableBuilder *
get_builder (FulLiveWriter *self,
             guint          table)
{
  return G_STRUCT_MEMBER_P (self->builder, tables[table].table);
}

/* A cell as the column stores it. */
static gint64
stored_cell (FulType type,
             gint64  cell)
{
  if (type == FUL_TYPE_U8)
    return CLAMP (cell, 0, G_MAXUINT8);
  if (type == FUL_TYPE_I32)
    return MIN (cell, G_MAXINT32);

  return type == FUL_TYPE_F64 ? MAX (cell, 0) : cell;
}

static void
put_cell (FulBuffer *buffer,
          guint      row,
          gint64     cell)
{
  if (buffer->type == FUL_TYPE_U8)
    ((guint8 *) buffer->data)[row] = (guint8) cell;
  else if (buffer->type == FUL_TYPE_I32)
    ((gint32 *) buffer->data)[row] = (gint32) cell;
  else if (buffer->type == FUL_TYPE_I64)
    ((gint64 *) buffer->data)[row] = cell;
  else
    ((double *) buffer->data)[row] = (double) cell;
}

static gint64
get_cell (const FulBuffer *buffer,
          guint            row)
{
  double number;

  if (buffer->type == FUL_TYPE_U8)
    return ((const guint8 *) buffer->data)[row];
  if (buffer->type == FUL_TYPE_I32)
    return ((const gint32 *) buffer->data)[row];
  if (buffer->type == FUL_TYPE_I64)
    return ((const gint64 *) buffer->data)[row];

  /* None that is stored is negative. */
  number = ((const double *) buffer->data)[row];

  return isnan (number) ? -1 : (gint64) number;
}

static gint64
read_cell (FulLiveWriter *self,
           FulWireTable  *table,
           guint          c,
           gint32         row)
{
  FulWireReader *reader = &table->columns[c];
  FulWireTableNumber refers_to = tables[table->number].refers_to[c];
  const FulColumn *column = &get_builder (self, table->number)->klass->columns[c];
  const char *where = tables[table->number].where;
  gint64 cell;

  switch (ful_wire_table_columns (table->number)[c])
    {
    case 'b':
      return ful_wire_reader_read_u8 (reader) ? 1 : 0;
    case 'p':
      cell = ful_live_row_of_uint (ful_wire_reader_read_uint (reader));
      if (cell == 0)
        return FUL_NONE;
      cell = (gint64) table->first_row + row - cell;
      if (cell >= 0)
        return ful_live_tables_map_row (self, FUL_WIRE_STACKS, cell, where);
      ful_live_writer_log (self, FUL_SEVERITY_ERROR, where, _("stack refers to later caller; made it a root"));
      return FUL_NONE;
    default:
      cell = ful_wire_reader_read_ref (reader);
      break;
    }
  cell = refers_to != 0 ? ful_live_tables_map_row (self, refers_to, cell, where)
                        : map_number (self, column->refers_to, cell, where);
  if (cell == FUL_NONE && !(column->flags & FUL_COLUMN_NULLABLE))
    return ful_profile_builder_get_unknown (self->builder, column->refers_to);
  if (table->number == FUL_WIRE_SOURCES && (c == FUL_SOURCE_ID || c == FUL_SOURCE_CONTENT))
    return ful_live_tables_map_text (self, (gint32) cell);

  return cell;
}

/* Content of a row, as a key: of rows of an epoch that are equal, the first is the first of the epoch before, and
 * so on, as rows of one epoch are never merged. */
static GBytes *
make_key (FulLiveWriter      *self,
          FulWireTableNumber  table,
          gconstpointer       content,
          gsize               n)
{
  GByteArray *bytes = g_byte_array_new ();
  guint8 number = (guint8) table;
  g_autoptr(GBytes) key = NULL;
  guint nth;

  g_byte_array_append (bytes, &number, 1);
  g_byte_array_append (bytes, content, (guint) n);
  key = g_bytes_new (bytes->data, bytes->len);
  nth = GPOINTER_TO_UINT (g_hash_table_lookup (self->seen, key));
  g_hash_table_replace (self->seen, g_bytes_ref (key), GUINT_TO_POINTER (nth + 1));
  g_byte_array_append (bytes, (const guint8 *) &nth, sizeof nth);

  return g_byte_array_free_to_bytes (bytes);
}

/* The row of the builder with the content of the next row of this epoch; FUL_NONE if it is a new one, @next. */
static gint32
find_row (FulLiveWriter      *self,
          FulWireTableNumber  table,
          gconstpointer       content,
          gsize               n,
          gint32              next)
{
  g_autoptr(GBytes) key = NULL;
  gpointer found;

  if (self->known == NULL)
    return FUL_NONE;
  key = make_key (self, table, content, n);
  if (g_hash_table_lookup_extended (self->known, key, NULL, &found))
    return GPOINTER_TO_INT (found);
  g_hash_table_insert (self->known, g_steal_pointer (&key), GINT_TO_POINTER (next));

  return FUL_NONE;
}

/* Functions of resources are not of the stream. */
static gboolean
is_of_stream (FulProfileBuilder  *builder,
              FulWireTableNumber  table,
              guint               row)
{
  FulTableBuilder *resources = &builder->resources;
  gint32 resource = table == FUL_WIRE_FUNCS ? FUL_CELLS (&builder->funcs, FUL_FUNC_RESOURCE, gint32)[row] : FUL_NONE;

  return resource == FUL_NONE || (guint) resource >= builder->n_resource_funcs ||
         FUL_CELLS (resources, FUL_RESOURCE_FUNC, gint32)[resource] != (gint32) row;
}

/* The rows so far, which are those of one epoch. */
static void
make_known (FulLiveWriter *self)
{
  FulStringTable *strings = self->builder->strings;

  self->known = g_hash_table_new_full (ful_hash_shared_bytes, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  for (guint i = 0; i < ful_string_table_get_n (strings); i++)
    {
      const char *text = ful_string_table_get (strings, (gint32) i);

      find_row (self, FUL_WIRE_STRINGS, text, strlen (text), (gint32) i);
    }
  for (guint t = FUL_WIRE_STRINGS + 1; t < FUL_WIRE_N_TABLES; t++)
    {
      FulTableBuilder *table = get_builder (self, t);
      guint n_columns = strlen (ful_wire_table_columns (t));

      for (guint i = 0; i < table->n_rows; i++)
        {
          gint64 cells[FUL_WIRE_MAX_COLUMNS];

          if (!is_of_stream (self->builder, t, i))
            continue;
          for (guint c = 0; c < n_columns; c++)
            cells[c] = get_cell (table->buffers[c], i);
          find_row (self, t, cells, n_columns * sizeof *cells, (gint32) i);
        }
    }
}

void
ful_live_tables_begin_epoch (FulLiveWriter *self)
{
  for (guint i = 0; i < FUL_WIRE_N_TABLES; i++)
    g_array_set_size (self->rows[i], 0);
  if (self->seen == NULL)
    self->seen = g_hash_table_new_full (ful_hash_shared_bytes, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  if (self->known == NULL)
    make_known (self);
  g_hash_table_remove_all (self->seen);
}

static void
add_string (FulLiveWriter *self,
            FulWireText    bytes)
{
  FulStringTable *strings = self->builder->strings;
  g_autofree char *text = ful_live_writer_dup_text (self, bytes, "shared.stringArray");
  gint32 row = find_row (self, FUL_WIRE_STRINGS, text, strlen (text), (gint32) ful_string_table_get_n (strings));

  if (row == FUL_NONE)
    row = ful_string_table_append (strings, text, -1);
  g_array_append_val (self->rows[FUL_WIRE_STRINGS], row);
}

static void
add_row (FulLiveWriter *self,
         FulWireTable  *table,
         guint          i)
{
  FulTableBuilder *to = get_builder (self, table->number);
  guint n_columns = strlen (ful_wire_table_columns (table->number));
  gint64 cells[FUL_WIRE_MAX_COLUMNS];
  gint32 row;

  for (guint c = 0; c < n_columns; c++)
    cells[c] = stored_cell (to->buffers[c]->type, read_cell (self, table, c, (gint32) i));
  row = find_row (self, table->number, cells, n_columns * sizeof *cells, (gint32) to->n_rows);
  if (row == FUL_NONE)
    {
      row = (gint32) ful_table_builder_append (to, 1);
      for (guint c = 0; c < n_columns; c++)
        put_cell (to->buffers[c], (guint) row, cells[c]);
    }
  g_array_append_val (self->rows[table->number], row);
}

gboolean
ful_live_tables_add (FulLiveWriter  *self,
                     FulWireTable   *table,
                     GError        **error)
{
  guint n_rows = ful_string_table_get_n (self->builder->strings);

  if (table->number != FUL_WIRE_STRINGS)
    n_rows = get_builder (self, table->number)->n_rows;
  if ((guint64) n_rows + table->n_rows >= FUL_MAX_ROWS)
    return ful_live_writer_set_full (error);

  for (guint i = 0; i < table->n_rows; i++)
    if (table->number == FUL_WIRE_STRINGS)
      add_string (self, ful_wire_reader_read_text (&table->columns[0]));
    else
      add_row (self, table, i);

  /* Now, as the numbers of functions are those of the stream, whenever it is published. */
  if (table->number == FUL_WIRE_RESOURCES)
    ful_profile_builder_append_resource_funcs (self->builder);

  return TRUE;
}
