/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of programs → rows of frames MARKERS, COUNTS and LOSS (record.md 7). Strings are those of the tables now, so the
 * rows have to be put before these are emptied. */

#include "config.h"

#include "ful-record-marker-rows.h"

#include "base/ful-hash.h"
#include "buffer/ful-record-frame.h"
#include "wire/ful-wire-encoder.h"

#include <math.h>
#include <string.h>

/* Bytes of fields in a frame, at least; a marker has less. */
#define FRAME_BYTES 16384
#define MAX_FRAME_ROWS 1024

typedef struct
{
  guint         thread;
  gsize         fields, n_fields;   /* bytes in @fields of the rows */
  FulWireMarker marker;
} Marker;

void
ful_record_marker_rows_init (FulRecordMarkerRows *self,
                             FulRecordThreads    *threads,
                             FulPerfProcesses    *processes,
                             FulImportTables     *tables,
                             FulRecordCounters   *counters)
{
  *self = (FulRecordMarkerRows) {
    .threads = threads,
    .processes = processes,
    .tables = tables,
    .counters = counters,
    .numbers = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL),
    .markers = g_array_new (FALSE, FALSE, sizeof (Marker)),
    .losses = g_array_new (FALSE, FALSE, sizeof (FulWireLoss)),
  };
  ful_record_kinds_init (&self->kinds);
}

void
ful_record_marker_rows_clear (FulRecordMarkerRows *self)
{
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  g_clear_pointer (&self->markers, g_array_unref);
  g_clear_pointer (&self->losses, g_array_unref);
  ful_bytes_clear (&self->fields);
  ful_record_kinds_clear (&self->kinds);
}

static gint64
to_time (const FulRecordMarkerRows *self,
         guint64                 time,
         guint64                 now)
{
  guint64 start = self->threads->start;

  return time > start ? (gint64) (MIN (time, now) - start) : 0;
}

static FulStringIndex
add_string (FulRecordMarkerRows *self,
            FulRecordText     text)
{
  return ful_import_tables_string (self->tables, text.data, (gssize) text.n);
}

static void
put_field (FulRecordMarkerRows     *self,
           const FulRecordField *field)
{
  FulWireField to = { .key = (guint64) add_string (self, field->key) };

  switch (field->kind)
    {
    case FUL_RECORD_FIELD_INT:
    case FUL_RECORD_FIELD_BYTES:
      to.kind = FUL_WIRE_FIELD_SINT;
      to.sint = field->integer;
      break;
    case FUL_RECORD_FIELD_NUMBER:
    case FUL_RECORD_FIELD_DURATION:
    case FUL_RECORD_FIELD_PERCENT:
      to.kind = isfinite (field->number) ? FUL_WIRE_FIELD_F64 : FUL_WIRE_FIELD_NULL;
      to.f64 = field->number;
      break;
    case FUL_RECORD_FIELD_TEXT:
    case FUL_RECORD_FIELD_URL:
    case FUL_RECORD_N_FIELD_KINDS:
    default:
      to.kind = FUL_WIRE_FIELD_TEXT;
      to.text = (FulWireText) { field->text.data, field->text.n };
      break;
    }
  ful_wire_put_field (&self->fields, &to);
}

/* Its type, and its fields. Returns: how many fields */
static guint
put_fields (FulRecordMarkerRows     *self,
            FulRecordText         name,
            const FulRecordField *fields,
            guint                 n)
{
  const char *type = ful_record_kinds_get_type (&self->kinds, name, fields, n);
  FulRecordText text = { type ? type : "Text", type ? (guint) strlen (type) : 4 };
  FulWireField field = { .key = (guint64) add_string (self, (FulRecordText) { "type", 4 }), .kind = FUL_WIRE_FIELD_TEXT };

  field.text = (FulWireText) { text.data, text.n };
  ful_wire_put_field (&self->fields, &field);
  for (guint i = 0; i < n; i++)
    put_field (self, &fields[i]);

  return n + 1;
}

/* What its members are: a key twice is one member, and `type` and `cause` mean something else. Returns: how many are left */
static guint
drop_fields (FulRecordRingRecord *record)
{
  guint n = 0;

  for (guint i = 0; i < record->n_fields; i++)
    {
      const FulRecordField field = record->fields[i];
      gboolean is_dropped = field.key.n == 0 || (field.key.n == 4 && memcmp (field.key.data, "type", 4) == 0) ||
                            (field.key.n == 5 && memcmp (field.key.data, "cause", 5) == 0);

      for (guint j = 0; j < n && !is_dropped; j++)
        is_dropped = record->fields[j].key.n == field.key.n && memcmp (record->fields[j].key.data, field.key.data, field.key.n) == 0;
      if (!is_dropped)
        record->fields[n++] = field;
    }

  return n;
}

/* Whether it is what somebody waits for. */
static void
look_at (FulRecordMarkerRows       *self,
         const FulRecordRingRecord *record,
         guint64                    duration)
{
  const char *name = self->watch.name;

  if (name && record->is_interval && duration > self->watch.ns && strlen (name) == record->name.n &&
      memcmp (name, record->name.data, record->name.n) == 0)
    self->watch.func (self->watch.user_data);
}

static void
add_marker (FulRecordMarkerRows    *self,
            guint                thread,
            FulRecordRingRecord *record,
            guint64              now)
{
  gint64 start = to_time (self, record->start, now);
  gint64 end = MAX (to_time (self, record->end, now), start);
  Marker marker = { .thread = thread, .fields = self->fields.n };

  look_at (self, record, (guint64) (end - start));
  if (record->has_text && record->n_fields == 0)
    record->fields[record->n_fields++] =
      (FulRecordField) { .kind = FUL_RECORD_FIELD_TEXT, .key = { "text", 4 }, .text = record->text };
  record->n_fields = drop_fields (record);
  marker.marker = (FulWireMarker) {
    .phase = record->is_interval ? 1 : 0,
    .time = start,
    .duration = (guint64) (end - start),
    .name = (guint64) add_string (self, record->name),
    .category = ful_record_kinds_get_category (&self->kinds, record->category),
  };
  if (record->n_fields > 0)
    marker.marker.n_fields = put_fields (self, record->name, record->fields, record->n_fields);
  marker.n_fields = self->fields.n - marker.fields;
  g_array_append_val (self->markers, marker);
}

/* Returns: whether there is a counter for it */
static gboolean
add_value (FulRecordMarkerRows          *self,
           FulPerfThread             *thread,
           const FulRecordRingRecord *record,
           guint64                    complete,
           guint64                    now)
{
  FulPerfThread *main_thread = ful_perf_processes_find_thread (self->processes, thread->process->pid, thread->process->pid);
  guint number = ful_record_threads_get_number (self->threads, main_thread ? main_thread : thread);
  g_autofree char *name = g_strndup (record->name.data, record->name.n);
  g_autofree char *category = g_strndup (record->category.data, record->category.n);
  g_autofree char *key = g_strdup_printf ("%d.%u\n%s\n%s", thread->process->pid, thread->process->use, category, name);
  gpointer counter = g_hash_table_lookup (self->numbers, key);

  if (counter == NULL)
    {
      g_autofree char *unit = g_strndup (record->text.data, record->text.n);
      FulRecordCounterInfo info = {
        .thread = number,
        .pid = ful_record_threads_get_pid (self->threads, thread),
        .category = category,
        .name = name,
        .description = "",
        .unit = unit,
      };
      int added = ful_record_counters_add (self->counters, &info);

      if (added < 0)
        return FALSE;
      counter = GINT_TO_POINTER (added + 1);
      g_hash_table_insert (self->numbers, g_steal_pointer (&key), counter);
    }
  ful_record_counters_set_value (self->counters, GPOINTER_TO_INT (counter) - 1, to_time (self, MAX (record->start, complete), now),
                                 record->value);

  return TRUE;
}

static void
set_name (FulRecordMarkerRows          *self,
          FulPerfThread             *thread,
          const FulRecordRingRecord *record)
{
  g_autofree char *name = g_strndup (record->name.data, record->name.n);

  if (*name)
    ful_record_threads_set_name (self->threads, thread, record->start, name);
}

/**
 * ful_record_marker_rows_add:
 * @thread: that says it
 * @record: may be changed
 * @complete: ns; what was before it has been sent, but for markers
 * @now: ns; nothing is later
 *
 * Returns: %FALSE if there are too many counters for it
 */
gboolean
ful_record_marker_rows_add (FulRecordMarkerRows *self,
                            FulPerfThread       *thread,
                            FulRecordRingRecord *record,
                            guint64              complete,
                            guint64              now)
{
  if (record->kind != FUL_RECORD_RING_THREAD_NAME && !ful_record_threads_is_shown (self->threads, thread))
    return TRUE;

  switch (record->kind)
    {
    case FUL_RECORD_RING_MARKER:
      add_marker (self, ful_record_threads_get_number (self->threads, thread), record, now);
      break;
    case FUL_RECORD_RING_COUNTER:
      return add_value (self, thread, record, complete, now);
    case FUL_RECORD_RING_THREAD_NAME:
    default:
      set_name (self, thread, record);
      break;
    }

  return TRUE;
}

/**
 * ful_record_marker_rows_add_loss:
 * @thread: of whose process they were
 * @n: markers that a ring had no room for
 * @start: ns; when it had room at last
 *
 * A frame, and a marker for files, which have no such frames.
 */
void
ful_record_marker_rows_add_loss (FulRecordMarkerRows *self,
                                 FulPerfThread       *thread,
                                 guint                n,
                                 guint64              start,
                                 guint64              now)
{
  guint number = ful_record_threads_get_number (self->threads, thread);
  FulWireLoss loss = { .thread = number, .kind = 2, .start = to_time (self, start, now), .n_rows = n, .reason = 1, .text = { "", 0 } };

  loss.duration = (guint64) (to_time (self, now, now) - loss.start);
  g_array_append_val (self->losses, loss);
}

static int
compare_threads (gconstpointer a,
                 gconstpointer b)
{
  guint thread_a = ((const Marker *) a)->thread, thread_b = ((const Marker *) b)->thread;

  return (thread_a > thread_b) - (thread_a < thread_b);
}

/* A frame of markers of one thread, from @first on. Returns: how many */
static guint
put_frame (FulRecordMarkerRows *self,
           guint             first,
           FulWireMarker    *frame,
           FulBytes         *to)
{
  const Marker *markers = (const Marker *) self->markers->data + first;
  guint n_left = self->markers->len - first, n = 0;

  for (gsize n_bytes = 0; n < MIN (n_left, MAX_FRAME_ROWS) && n_bytes < FRAME_BYTES && markers[n].thread == markers[0].thread; n++)
    {
      frame[n] = markers[n].marker;
      frame[n].fields.at = (const guint8 *) self->fields.data + markers[n].fields;
      frame[n].fields.end = frame[n].fields.at + markers[n].n_fields;
      n_bytes += markers[n].n_fields;
    }
  ful_wire_encode_markers (to, markers[0].thread, frame[0].time, frame, n);

  return n;
}

/**
 * ful_record_marker_rows_put:
 * @to: gets frames with what was added since the last time; tables, threads and META must have been put
 */
void
ful_record_marker_rows_put (FulRecordMarkerRows *self,
                            FulBytes            *to)
{
  g_autofree FulWireMarker *frame = self->markers->len > 0 ? g_new (FulWireMarker, MAX_FRAME_ROWS) : NULL;

  /* Those of a thread stay in order. */
  g_array_sort (self->markers, compare_threads);
  for (guint i = 0; i < self->markers->len; )
    i += put_frame (self, i, frame, to);
  for (guint i = 0; i < self->losses->len; i++)
    {
      FulWireFrame loss = { FUL_WIRE_LOSS, .loss = g_array_index (self->losses, FulWireLoss, i) };
      g_autofree char *text = g_strdup_printf ("%" G_GUINT64_FORMAT " markers came faster than they were read", loss.loss.n_rows);

      ful_wire_encode (to, &loss);
      ful_record_put_marker (to, (guint64) loss.loss.thread, loss.loss.start, FUL_RECORD_STRING_LOST, text);
    }
  g_array_set_size (self->markers, 0);
  g_array_set_size (self->losses, 0);
  self->fields.n = 0;
}
