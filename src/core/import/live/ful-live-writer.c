/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Frames of a server → builder (wire.md 3 to 8).
 *
 * Rows are checked as they come, against what was defined before them, so the rows of the builder are
 * numbered by maps of the epoch. Objects are validated at once and read at the end: the last one of
 * a thread holds. Flaws cost the flawed cell or row, with an entry in the import log; an object that
 * is none, or without needed members, ends the stream. */

#include "config.h"

#include "ful-live-writer.h"

#include "ful-live-rows.h"

#include "base/ful-buffer.h"
#include "base/ful-error.h"
#include "import/ful-payload.h"
#include "import/processed/ful-processed-reader.h"
#include "io/ful-raw-get.h"
#include "model/ful-shared-tables.h"
#include "wire/ful-wire-rows.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <stdint.h>

static const guint8 sample_columns[] = {
  FUL_SAMPLE_STACK, FUL_SAMPLE_WEIGHT, FUL_SAMPLE_CPU_DELTA, FUL_SAMPLE_EVENT_DELAY,
};
static const guint8 js_columns[] = {
  FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_CLASS_NAME, FUL_ALLOCATION_TYPE_NAME,
  FUL_ALLOCATION_COARSE_TYPE, FUL_ALLOCATION_IN_NURSERY,
};
static const guint8 native_columns[] = {
  FUL_ALLOCATION_STACK, FUL_ALLOCATION_WEIGHT, FUL_ALLOCATION_MEMORY_ADDRESS, FUL_ALLOCATION_THREAD_ID,
};
static const guint8 count_columns[] = { FUL_COUNTER_SAMPLE_COUNT, FUL_COUNTER_SAMPLE_NUMBER };

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

typedef struct
{
  FulThreadBuilder *builder;
  FulLiveRows       samples;
  FulLiveRows       js_allocations;
  FulLiveRows       native_allocations;
  char             *place;     /* "threads[0]" */
  char             *object;
} LiveThread;

typedef struct
{
  guint64          thread;
  FulTableBuilder  samples;
  FulLiveRows      rows;
  char            *object;
} LiveCounter;

struct _FulLiveWriter
{
  FulProfileBuilder *builder;
  FulRawTree        *tree;                     /* of one object at a time */
  char              *meta;                     /* (nullable) */
  GPtrArray         *threads;                  /* LiveThread or NULL, by number on the wire */
  GPtrArray         *counters;                 /* LiveCounter or NULL, likewise */
  GArray            *rows[FUL_WIRE_N_TABLES];  /* of gint32: row of the builder for each row of the epoch */
  GHashTable        *known;                    /* (nullable): row by content, from the first SYNC on */
  GHashTable        *seen;                     /* (nullable): rows with that content in this epoch */
  gint32             unknown_func;             /* for those that do not exist; FUL_NONE until the first */
  gint64             complete;
  guint64            offset;                   /* of the frame that is added */
  FulWireEnd         received;                 /* rows so far */
  gboolean           ended;
};

static void
live_thread_free (gpointer data)
{
  LiveThread *self = data;

  if (self == NULL)
    return;
  ful_live_rows_clear (&self->samples);
  ful_live_rows_clear (&self->js_allocations);
  ful_live_rows_clear (&self->native_allocations);
  g_free (self->place);
  g_free (self->object);
  g_free (self);
}

static void
live_counter_free (gpointer data)
{
  LiveCounter *self = data;

  if (self == NULL)
    return;
  ful_live_rows_clear (&self->rows);
  ful_table_builder_clear (&self->samples);
  g_free (self->object);
  g_free (self);
}

/**
 * ful_live_writer_new:
 * @builder: an empty builder; must outlive the writer
 */
FulLiveWriter *
ful_live_writer_new (FulProfileBuilder *builder)
{
  FulLiveWriter *self = g_new0 (FulLiveWriter, 1);

  self->builder = builder;
  self->tree = ful_raw_tree_new ();
  self->threads = g_ptr_array_new_with_free_func (live_thread_free);
  self->counters = g_ptr_array_new_with_free_func (live_counter_free);
  for (guint i = 0; i < FUL_WIRE_N_TABLES; i++)
    self->rows[i] = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->unknown_func = FUL_NONE;
  self->complete = G_MININT64;

  return self;
}

void
ful_live_writer_free (FulLiveWriter *self)
{
  ful_raw_tree_free (self->tree);
  g_free (self->meta);
  g_ptr_array_unref (self->threads);
  g_ptr_array_unref (self->counters);
  for (guint i = 0; i < FUL_WIRE_N_TABLES; i++)
    g_array_unref (self->rows[i]);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->seen, g_hash_table_unref);
  g_free (self);
}

static void
log_flaw (FulLiveWriter *self,
          FulSeverity    severity,
          const char    *where,
          const char    *message)
{
  ful_import_log_add (self->builder->log, severity, where, -1, (gint64) self->offset, "%s", message);
}

static gboolean
set_full (GError **error)
{
  g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The stream has more rows than a profile can hold"));

  return FALSE;
}

/* UTF-8 with a NUL after it. */
static char *
dup_text (FulLiveWriter *self,
          FulWireText    text,
          const char    *where)
{
  if (g_utf8_validate_len (text.data, text.n, NULL) && memchr (text.data, '\0', text.n) == NULL)
    return g_strndup (text.data, text.n);

  log_flaw (self, FUL_SEVERITY_ERROR, where, _("replaced bytes of a text that are not UTF-8"));

  return g_utf8_make_valid (text.data, (gssize) text.n);
}

/* The row of the builder for a row of the epoch; FUL_NONE for none and, with an entry in the log, for one
 * that does not exist. */
static gint32
map_row (FulLiveWriter      *self,
         FulWireTableNumber  table,
         gint64              row,
         const char         *where)
{
  if (row < 0)
    return FUL_NONE;
  if (row < self->rows[table]->len)
    return g_array_index (self->rows[table], gint32, row);

  log_flaw (self, FUL_SEVERITY_ERROR, where, _("row reference out of range; replaced it"));

  return FUL_NONE;
}

static gint64
row_of_uint (guint64 number)
{
  return (gint64) MIN (number, (guint64) G_MAXINT64);
}

static gint32
map_string (FulLiveWriter *self,
            guint64        row,
            const char    *where)
{
  gint32 string = map_row (self, FUL_WIRE_STRINGS, row_of_uint (row), where);

  return string == FUL_NONE ? ful_string_table_intern (self->builder->strings, "<unknown>", -1) : string;
}

/* The same as one of the inline texts. */
static gint32
map_text (FulLiveWriter *self,
          gint32         string)
{
  if (string == FUL_NONE)
    return FUL_NONE;

  return ful_string_table_intern (self->builder->texts, ful_string_table_get (self->builder->strings, string), -1);
}

static gint32
get_unknown_func (FulLiveWriter *self)
{
  FulTableBuilder *funcs = &self->builder->funcs;

  if (self->unknown_func == FUL_NONE)
    {
      self->unknown_func = (gint32) ful_table_builder_append (funcs, 1);
      FUL_CELLS (funcs, FUL_FUNC_NAME, gint32)[self->unknown_func] =
        ful_string_table_intern (self->builder->strings, "<unknown>", -1);
    }

  return self->unknown_func;
}

static FulRawNode *
parse_object (FulLiveWriter  *self,
              const char     *text,
              GError        **error)
{
  g_autoptr(GError) flaw = NULL;
  FulRawNode *node;

  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, text, strlen (text), &flaw);
  if (ful_raw_is (node, FUL_RAW_OBJECT))
    return node;

  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The frame at byte %ju of the stream: %s"),
               (uintmax_t) self->offset, flaw ? flaw->message : _("the JSON text is not an object"));

  return NULL;
}

/* Text of an object: JSON parsers read some bytes after it. */
static char *
dup_object (FulLiveWriter *self,
            FulWireText    text,
            const char    *where)
{
  g_autofree char *valid = dup_text (self, text, where);
  gsize n = strlen (valid);
  char *padded = g_malloc0 (n + FUL_BYTES_PADDING);

  memcpy (padded, valid, n);

  return padded;
}

static gboolean
check_members (FulLiveWriter     *self,
               const FulRawNode  *object,
               const char *const *needed,
               GError           **error)
{
  for (guint i = 0; needed[i]; i++)
    if (ful_raw_get (object, needed[i]) == NULL)
      {
        g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The frame at byte %ju of the stream: member “%s” is missing"),
                     (uintmax_t) self->offset, needed[i]);
        return FALSE;
      }

  return TRUE;
}

static gboolean
add_meta (FulLiveWriter  *self,
          FulWireObject  *object,
          GError        **error)
{
  static const char *const needed[] = { "interval", "startTime", "categories", NULL };
  g_autofree char *text = dup_object (self, object->object, "meta");
  FulRawNode *root = parse_object (self, text, error);

  if (root == NULL || !check_members (self, ful_raw_get (root, "meta"), needed, error))
    return FALSE;

  g_free (self->meta);
  self->meta = g_steal_pointer (&text);

  return TRUE;
}

static gboolean
add_thread (FulLiveWriter  *self,
            FulWireObject  *object,
            GError        **error)
{
  static const char *const needed[] = { "name", "pid", NULL };
  g_autofree char *text = dup_object (self, object->object, "threads");
  FulRawNode *node = parse_object (self, text, error);
  LiveThread *thread;

  if (node == NULL || !check_members (self, node, needed, error))
    return FALSE;

  if (object->id >= self->threads->len)
    g_ptr_array_set_size (self->threads, (gint) object->id + 1);
  thread = g_ptr_array_index (self->threads, object->id);
  if (thread == NULL)
    {
      thread = g_new0 (LiveThread, 1);
      thread->place = g_strdup_printf ("threads[%u]", self->builder->threads->len);
      thread->builder = ful_profile_builder_add_thread (self->builder);
      ful_live_rows_init (&thread->samples, &thread->builder->samples, sample_columns, G_N_ELEMENTS (sample_columns));
      ful_live_rows_init (&thread->js_allocations, &thread->builder->js_allocations, js_columns, G_N_ELEMENTS (js_columns));
      ful_live_rows_init (&thread->native_allocations, &thread->builder->native_allocations, native_columns,
                          G_N_ELEMENTS (native_columns));
      g_ptr_array_index (self->threads, object->id) = thread;
    }
  g_free (thread->object);
  thread->object = g_steal_pointer (&text);

  return TRUE;
}

static gboolean
add_counter (FulLiveWriter  *self,
             FulWireObject  *object,
             GError        **error)
{
  g_autofree char *text = dup_object (self, object->object, "counters");
  LiveCounter *counter;

  if (parse_object (self, text, error) == NULL)
    return FALSE;

  if (object->id >= self->counters->len)
    g_ptr_array_set_size (self->counters, (gint) object->id + 1);
  counter = g_ptr_array_index (self->counters, object->id);
  if (counter == NULL)
    {
      counter = g_new0 (LiveCounter, 1);
      ful_table_builder_init (&counter->samples, &ful_counter_sample_table_class);
      ful_live_rows_init (&counter->rows, &counter->samples, count_columns, G_N_ELEMENTS (count_columns));
      g_ptr_array_index (self->counters, object->id) = counter;
    }
  counter->thread = object->thread;
  g_free (counter->object);
  counter->object = g_steal_pointer (&text);

  return TRUE;
}

static gboolean
add_lib (FulLiveWriter  *self,
         FulWireObject  *object,
         GError        **error)
{
  g_autofree char *text = dup_object (self, object->object, "libs");
  FulRawNode *node = parse_object (self, text, error);

  if (node == NULL)
    return FALSE;
  g_ptr_array_add (self->builder->profile->libs, ful_processed_read_lib (node));

  return TRUE;
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
  if (buffer->type == FUL_TYPE_U8)
    return ((const guint8 *) buffer->data)[row];
  if (buffer->type == FUL_TYPE_I32)
    return ((const gint32 *) buffer->data)[row];
  if (buffer->type == FUL_TYPE_I64)
    return ((const gint64 *) buffer->data)[row];

  return (gint64) ((const double *) buffer->data)[row];
}

static gint64
read_cell (FulLiveWriter *self,
           FulWireTable  *table,
           guint          c,
           gint32         row)
{
  FulWireReader *reader = &table->columns[c];
  FulWireTableNumber refers_to = tables[table->number].refers_to[c];
  const char *where = tables[table->number].where;
  gint64 cell;

  switch (ful_wire_table_columns (table->number)[c])
    {
    case 'b':
      return ful_wire_reader_read_u8 (reader) ? 1 : 0;
    case 'p':
      cell = row_of_uint (ful_wire_reader_read_uint (reader));
      if (cell == 0)
        return FUL_NONE;
      cell = (gint64) table->first_row + row - cell;
      if (cell >= 0)
        return map_row (self, FUL_WIRE_STACKS, cell, where);
      log_flaw (self, FUL_SEVERITY_ERROR, where, _("stack refers to later caller; made it a root"));
      return FUL_NONE;
    default:
      cell = ful_wire_reader_read_ref (reader);
      break;
    }
  if (refers_to == 0)
    return cell;

  cell = map_row (self, refers_to, cell, where);
  if (refers_to == FUL_WIRE_FUNCS && cell == FUL_NONE)
    return get_unknown_func (self);
  if (table->number == FUL_WIRE_SOURCES && (c == FUL_SOURCE_ID || c == FUL_SOURCE_CONTENT))
    return map_text (self, (gint32) cell);

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

/* The rows so far, which are those of one epoch. */
static void
make_known (FulLiveWriter *self)
{
  FulStringTable *strings = self->builder->strings;

  self->known = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  for (guint i = 0; i < ful_string_table_get_n (strings); i++)
    {
      const char *text = ful_string_table_get (strings, (gint32) i);

      find_row (self, FUL_WIRE_STRINGS, text, strlen (text), (gint32) i);
    }
  for (guint t = FUL_WIRE_STRINGS + 1; t < FUL_WIRE_N_TABLES; t++)
    {
      FulTableBuilder *table = G_STRUCT_MEMBER_P (self->builder, tables[t].table);
      guint n_columns = strlen (ful_wire_table_columns (t));

      for (guint i = 0; i < table->n_rows; i++)
        {
          gint64 cells[FUL_WIRE_MAX_COLUMNS];

          for (guint c = 0; c < n_columns; c++)
            cells[c] = get_cell (table->buffers[c], i);
          find_row (self, t, cells, n_columns * sizeof *cells, (gint32) i);
        }
    }
}

static void
begin_epoch (FulLiveWriter *self)
{
  for (guint i = 0; i < FUL_WIRE_N_TABLES; i++)
    g_array_set_size (self->rows[i], 0);
  if (self->seen == NULL)
    self->seen = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  if (self->known == NULL)
    make_known (self);
  g_hash_table_remove_all (self->seen);
}

static void
add_string (FulLiveWriter *self,
            FulWireText    bytes)
{
  FulStringTable *strings = self->builder->strings;
  g_autofree char *text = dup_text (self, bytes, "shared.stringArray");
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
  FulTableBuilder *to = G_STRUCT_MEMBER_P (self->builder, tables[table->number].table);
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

static gboolean
add_table (FulLiveWriter  *self,
           FulWireTable   *table,
           GError        **error)
{
  guint n_rows = ful_string_table_get_n (self->builder->strings);

  if (table->number != FUL_WIRE_STRINGS)
    n_rows = ((FulTableBuilder *) G_STRUCT_MEMBER_P (self->builder, tables[table->number].table))->n_rows;
  if ((guint64) n_rows + table->n_rows >= FUL_MAX_ROWS)
    return set_full (error);

  for (guint i = 0; i < table->n_rows; i++)
    if (table->number == FUL_WIRE_STRINGS)
      add_string (self, ful_wire_reader_read_text (&table->columns[0]));
    else
      add_row (self, table, i);

  return TRUE;
}

static gboolean
add_samples (FulLiveWriter  *self,
             LiveThread     *thread,
             FulWireRows    *rows,
             GError        **error)
{
  FulWireSample sample;

  while (ful_wire_rows_next_sample (rows, &sample))
    {
      FulLiveRow row = { sample.time, 0, {
        map_row (self, FUL_WIRE_STACKS, sample.stack, thread->place),
        sample.has_weight ? sample.weight : NAN,
        sample.has_cpu ? (double) sample.cpu : NAN,
        sample.has_event_delay ? (double) sample.event_delay / 1e6 : NAN,
      } };

      if (!ful_live_rows_add (&thread->samples, &row, sample.n_rows, sample.step, self->complete))
        return set_full (error);
    }

  return TRUE;
}

static void
write_json (FulLiveWriter *self,
            FulWireText    text,
            const char    *where,
            FulBytes      *to)
{
  g_autofree char *json = dup_object (self, text, where);
  FulRawNode *node;

  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, json, strlen (json), NULL);
  if (node == NULL)
    log_flaw (self, FUL_SEVERITY_ERROR, where, _("a field of a marker is not JSON; cleared it"));
  if (node)
    ful_raw_write (node, to);
  else
    ful_bytes_append_s (to, "null");
}

static void
write_field (FulLiveWriter *self,
             FulWireField  *field,
             const char    *where,
             FulBytes      *to)
{
  FulStringTable *strings = self->builder->strings;
  g_autofree char *text = NULL;

  ful_raw_write_string (ful_string_table_get (strings, map_string (self, field->key, where)), to);
  ful_bytes_append_c (to, ':');
  switch (field->kind)
    {
    case FUL_WIRE_FIELD_FALSE:
      ful_bytes_append_s (to, "false");
      break;
    case FUL_WIRE_FIELD_TRUE:
      ful_bytes_append_s (to, "true");
      break;
    case FUL_WIRE_FIELD_SINT:
      text = g_strdup_printf ("%" G_GINT64_FORMAT, field->sint);
      ful_bytes_append_s (to, text);
      break;
    case FUL_WIRE_FIELD_F64:
      if (isfinite (field->f64))
        ful_raw_write_number (field->f64, to);
      else
        ful_bytes_append_s (to, "null");
      break;
    case FUL_WIRE_FIELD_TEXT:
      text = dup_text (self, field->text, where);
      ful_raw_write_string (text, to);
      break;
    case FUL_WIRE_FIELD_STRING:
      ful_raw_write_string (ful_string_table_get (strings, map_string (self, field->string, where)), to);
      break;
    case FUL_WIRE_FIELD_STRING_NUMBER:
      ful_raw_write_number (map_string (self, field->string, where), to);
      break;
    case FUL_WIRE_FIELD_JSON:
      write_json (self, field->text, where, to);
      break;
    case FUL_WIRE_FIELD_NULL:
    default:
      ful_bytes_append_s (to, "null");
      break;
    }
}

static void
write_payload (FulLiveWriter *self,
               FulWireMarker *marker,
               gint32         stack,
               const char    *where,
               FulBytes      *to)
{
  char separator = '{';

  for (guint64 i = 0; i < marker->n_fields; i++)
    {
      FulWireField field;

      ful_wire_read_field (&marker->fields, &field);
      ful_bytes_append_c (to, separator);
      write_field (self, &field, where, to);
      separator = ',';
    }
  if (stack != FUL_NONE)
    {
      g_autofree char *cause = g_strdup_printf ("%c\"cause\":{\"stack\":%d}", separator, stack);

      ful_bytes_append_s (to, cause);
      separator = ',';
    }
  if (separator == ',')
    ful_bytes_append_c (to, '}');
}

static gboolean
add_markers (FulLiveWriter  *self,
             LiveThread     *thread,
             FulWireRows    *rows,
             GError        **error)
{
  FulTableBuilder *markers = &thread->builder->markers;
  FulBytes *payloads = &thread->builder->payloads;
  FulWireMarker marker;

  if ((guint64) markers->n_rows + rows->n_rows > FUL_MAX_ROWS)
    return set_full (error);
  while (ful_wire_rows_next_marker (rows, &marker))
    {
      guint i = ful_table_builder_append (markers, 1);
      double time = (double) marker.time / 1e6;
      gint32 stack = marker.has_stack ? map_row (self, FUL_WIRE_STACKS, row_of_uint (marker.stack), thread->place) : FUL_NONE;
      gsize begin = payloads->n;

      FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[i] = map_string (self, marker.name, thread->place);
      FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[i] = marker.phase;
      FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[i] = (gint32) MIN (marker.category, (guint64) G_MAXINT32);
      if (marker.phase != FUL_MARKER_PHASE_INTERVAL_END)
        FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[i] = time;
      else
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[i] = time;
      if (marker.phase == FUL_MARKER_PHASE_INTERVAL)
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[i] = (double) (marker.time + (gint64) marker.duration) / 1e6;

      write_payload (self, &marker, stack, thread->place, payloads);
      if (payloads->n > begin)
        {
          FulPayloadInfo info = ful_payload_scan (self->builder->texts, payloads->data + begin, payloads->n - begin);

          FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[i] = (gint64) begin;
          FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[i] = (gint32) (payloads->n - begin);
          FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[i] = info.type;
          FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[i] = stack;
        }
    }

  return TRUE;
}

static gboolean
add_allocations (FulLiveWriter  *self,
                 LiveThread     *thread,
                 FulWireRows    *rows,
                 GError        **error)
{
  FulLiveRows *to = rows->kind == 0 ? &thread->js_allocations : &thread->native_allocations;
  FulWireAllocation allocation;

  if (rows->kind == 0)
    thread->builder->has_js_allocations = TRUE;
  else
    thread->builder->has_native_allocations = TRUE;
  while (ful_wire_rows_next_allocation (rows, &allocation))
    {
      FulLiveRow row = { allocation.time, 0, {
        map_row (self, FUL_WIRE_STACKS, allocation.stack, thread->place), (double) allocation.bytes,
        allocation.has_address ? (double) allocation.address : NAN,
        allocation.has_address ? (double) allocation.thread_id : NAN,
      } };

      for (guint i = 0; rows->kind == 0 && i < G_N_ELEMENTS (allocation.strings); i++)
        row.cells[2 + i] = map_text (self, map_string (self, allocation.strings[i], thread->place));
      if (rows->kind == 0)
        row.cells[5] = allocation.in_nursery;
      if (!ful_live_rows_add (to, &row, 1, 0, self->complete))
        return set_full (error);
    }

  return TRUE;
}

static gboolean
add_counts (FulLiveWriter  *self,
            FulWireRows    *rows,
            GError        **error)
{
  LiveCounter *counter = rows->id < self->counters->len ? g_ptr_array_index (self->counters, rows->id) : NULL;
  FulWireCount count;

  self->received.n_counts += rows->n_rows;
  if (counter == NULL)
    {
      log_flaw (self, FUL_SEVERITY_DATA_LOSS, "counters", _("rows of a counter that is not defined; left out"));
      return TRUE;
    }
  while (ful_wire_rows_next_count (rows, &count))
    {
      FulLiveRow row = { count.time, 0, { count.is_f64 ? count.f64 : (double) count.sint,
                                          count.has_number ? (double) count.number : NAN } };

      if (!ful_live_rows_add (&counter->rows, &row, 1, 0, self->complete))
        return set_full (error);
    }

  return TRUE;
}

static gboolean
add_rows (FulLiveWriter  *self,
          FulWireFrame   *frame,
          GError        **error)
{
  FulWireRows *rows = &frame->rows;
  LiveThread *thread = rows->id < self->threads->len ? g_ptr_array_index (self->threads, rows->id) : NULL;

  if (frame->type == FUL_WIRE_SAMPLES)
    self->received.n_samples += rows->n_rows;
  else if (frame->type == FUL_WIRE_MARKERS)
    self->received.n_markers += rows->n_rows;
  else
    self->received.n_allocations += rows->n_rows;
  if (thread == NULL)
    {
      log_flaw (self, FUL_SEVERITY_DATA_LOSS, "threads", _("rows of a thread that is not defined; left out"));
      return TRUE;
    }

  if (frame->type == FUL_WIRE_SAMPLES)
    return add_samples (self, thread, rows, error);
  if (frame->type == FUL_WIRE_MARKERS)
    return add_markers (self, thread, rows, error);

  return add_allocations (self, thread, rows, error);
}

static void
log_late (FulLiveWriter     *self,
          const FulLiveRows *rows,
          const char        *where)
{
  if (rows->n_late > 0)
    ful_import_log_add (self->builder->log, FUL_SEVERITY_ERROR, where, -1, -1,
                        _("%ju rows came after the stream was said to be complete at their time; moved them there"),
                        (uintmax_t) rows->n_late);
}

static void
complete (FulLiveWriter *self,
          gint64         time)
{
  if (time <= self->complete)
    return;

  self->complete = time;
  for (guint i = 0; i < self->threads->len; i++)
    {
      LiveThread *thread = g_ptr_array_index (self->threads, i);

      if (thread == NULL)
        continue;
      ful_live_rows_complete (&thread->samples, time);
      ful_live_rows_complete (&thread->js_allocations, time);
      ful_live_rows_complete (&thread->native_allocations, time);
    }
  for (guint i = 0; i < self->counters->len; i++)
    {
      LiveCounter *counter = g_ptr_array_index (self->counters, i);

      if (counter)
        ful_live_rows_complete (&counter->rows, time);
    }
}

static void
add_loss (FulLiveWriter     *self,
          const FulWireLoss *loss)
{
  static const char *const kinds[] = { N_("rows"), N_("samples"), N_("markers"), N_("counts"), N_("allocations") };
  const char *kind = kinds[loss->kind < G_N_ELEMENTS (kinds) ? loss->kind : 0];
  LiveThread *thread = loss->thread >= 0 && loss->thread < self->threads->len ?
                       g_ptr_array_index (self->threads, loss->thread) : NULL;

  self->received.n_lost += loss->n_rows;
  ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, thread ? thread->place : "threads", -1,
                      (gint64) self->offset, _("%ju %s from %g ms to %g ms were lost"), (uintmax_t) loss->n_rows, _(kind),
                      (double) loss->start / 1e6, ((double) loss->start + (double) loss->duration) / 1e6);
}

static void
check_totals (FulLiveWriter    *self,
              const FulWireEnd *end)
{
  const FulWireEnd *received = &self->received;

  if (received->n_samples != end->n_samples || received->n_markers != end->n_markers || received->n_counts != end->n_counts ||
      received->n_allocations != end->n_allocations || received->n_lost != end->n_lost)
    log_flaw (self, FUL_SEVERITY_DATA_LOSS, "stream", _("the number of rows differs from that at the end of the stream"));
}

/**
 * ful_live_writer_add:
 * @self: a writer
 * @frame: a frame of a server; its readers are used up
 * @error: %FUL_ERROR_FORMAT an object without needed members, %FUL_ERROR_TOO_LARGE too many rows
 *
 * Returns: %FALSE if the stream cannot go on; what came before stays
 */
gboolean
ful_live_writer_add (FulLiveWriter  *self,
                     FulWireFrame   *frame,
                     GError        **error)
{
  self->offset = frame->offset;
  switch ((int) frame->type)
    {
    case FUL_WIRE_META:
      return add_meta (self, &frame->object, error);
    case FUL_WIRE_THREAD:
      return add_thread (self, &frame->object, error);
    case FUL_WIRE_COUNTER:
      return add_counter (self, &frame->object, error);
    case FUL_WIRE_LIB:
      return add_lib (self, &frame->object, error);
    case FUL_WIRE_TABLE:
      return add_table (self, &frame->table, error);
    case FUL_WIRE_SYNC:
      begin_epoch (self);
      return TRUE;
    case FUL_WIRE_SAMPLES:
    case FUL_WIRE_MARKERS:
    case FUL_WIRE_ALLOCATIONS:
      return add_rows (self, frame, error);
    case FUL_WIRE_COUNTS:
      return add_counts (self, &frame->rows, error);
    case FUL_WIRE_LOSS:
      add_loss (self, &frame->loss);
      return TRUE;
    case FUL_WIRE_TICK:
      complete (self, frame->tick.complete);
      return TRUE;
    case FUL_WIRE_END:
      self->ended = TRUE;
      check_totals (self, &frame->end);
      return TRUE;
    default:
      return TRUE;
    }
}

static gboolean
finish_meta (FulLiveWriter  *self,
             GError        **error)
{
  static const char empty[FUL_BYTES_PADDING + 16] = "{\"meta\":{}}";
  FulRawNode *root = parse_object (self, self->meta ? self->meta : empty, error);
  static const char *const known[] = { "meta", "libs", "shared", "threads", "counters" };

  if (root == NULL)
    return FALSE;
  ful_processed_read_meta (self->tree, ful_raw_get (root, "meta"), self->builder, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    ful_raw_remove (root, known[i]);
  self->builder->profile->rest_json = ful_raw_dup_members (root);

  return TRUE;
}

static gboolean
finish_counter (FulLiveWriter  *self,
                LiveCounter    *counter,
                GError        **error)
{
  LiveThread *thread = counter->thread < self->threads->len ? g_ptr_array_index (self->threads, counter->thread) : NULL;
  guint number = self->builder->profile->counters->len;
  FulRawNode *node = parse_object (self, counter->object, error);
  guint main_thread = G_MAXINT32;   /* not defined: repaired by seal () */

  if (node == NULL)
    return FALSE;
  if (thread)
    g_ptr_array_find (self->builder->threads, thread->builder, &main_thread);
  ful_raw_set_number (self->tree, node, "mainThreadIndex", main_thread);
  ful_processed_add_counter (node, number, &counter->samples, self->builder);

  return TRUE;
}

/**
 * ful_live_writer_finish:
 * @self: a writer; no frames can be added after it
 * @error: not expected: objects were validated before
 *
 * Completes everything. Then the builder can be sealed.
 */
gboolean
ful_live_writer_finish (FulLiveWriter  *self,
                        GError        **error)
{
  complete (self, G_MAXINT64);
  if (!self->ended)
    log_flaw (self, FUL_SEVERITY_DATA_LOSS, "stream", _("the stream ends without its END"));
  if (!finish_meta (self, error))
    return FALSE;

  for (guint i = 0; i < self->threads->len; i++)
    {
      LiveThread *thread = g_ptr_array_index (self->threads, i);
      FulRawNode *node;

      if (thread == NULL)
        continue;
      node = parse_object (self, thread->object, error);
      if (node == NULL)
        return FALSE;
      thread->builder->thread->weight_type = ful_processed_read_weight_type (node);
      ful_raw_remove (node, "weightType");
      ful_processed_read_thread_members (node, thread->builder->thread);
      log_late (self, &thread->samples, thread->place);
      log_late (self, &thread->js_allocations, thread->place);
      log_late (self, &thread->native_allocations, thread->place);
    }
  for (guint i = 0; i < self->counters->len; i++)
    {
      LiveCounter *counter = g_ptr_array_index (self->counters, i);

      if (counter && !finish_counter (self, counter, error))
        return FALSE;
      if (counter)
        log_late (self, &counter->rows, "counters");
    }

  return TRUE;
}
