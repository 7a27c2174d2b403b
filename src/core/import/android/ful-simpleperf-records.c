/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of simpleperf: messages of protocol buffers, each with its length before it (formats.md 14). */

#include "config.h"

#include "ful-simpleperf-private.h"

#include "base/ful-cursor.h"
#include "import/common/ful-import-samples.h"
#include "io/bytes/ful-proto-reader.h"
#include "model/ful-profile.h"

#include <glib/gi18n-lib.h>

enum { RECORD_SAMPLE = 1, RECORD_LOST, RECORD_FILE, RECORD_THREAD, RECORD_META };
enum { SAMPLE_TIME = 1, SAMPLE_THREAD, SAMPLE_CALL, SAMPLE_COUNT, SAMPLE_EVENT };
enum { CALL_ADDRESS = 1, CALL_FILE, CALL_SYMBOL };
enum { LOST_SAMPLES = 1, LOST_LOST };
enum { FILE_ID = 1, FILE_PATH, FILE_SYMBOL };
enum { THREAD_ID = 1, THREAD_PROCESS, THREAD_NAME };
enum { META_EVENT = 1, META_PACKAGE };

static char *
dup_text (const FulProtoField *field)
{
  return field->data ? g_utf8_make_valid ((const char *) field->data, (gssize) field->n) : g_strdup ("");
}

static void
log_bad (FulSimpleperfReader  *self,
         const FulProtoReader *reader)
{
  if (reader->is_bad)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "records", -1, (gint64) reader->offset,
                        _("a field is damaged; skipped the rest of its record"));
}

/* A frame for each place; its function and category follow. */
static FulFrameIndex
get_frame (FulSimpleperfReader      *self,
           const FulSimpleperfPlace *place)
{
  gint32 keys[] = { (gint32) place->file, place->symbol, (gint32) (guint32) place->address, (gint32) (place->address >> 32) };
  guint number = ful_interner_intern (self->frames, keys);
  FulImportFrame frame = FUL_IMPORT_FRAME ((FulFuncIndex) number, FUL_SIMPLEPERF_OTHER);

  if (number == self->places->len)
    {
      g_array_append_val (self->places, *place);
      ful_import_tables_frame (&self->tables, &frame);
    }

  return (FulFrameIndex) number;
}

static void
read_call (FulSimpleperfReader *self,
           const FulProtoField *message)
{
  FulSimpleperfPlace place = { .symbol = -1 };
  FulProtoReader reader;
  FulProtoField field;
  FulFrameIndex frame;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == CALL_ADDRESS)
      place.address = field.value;
    else if (field.number == CALL_FILE)
      place.file = (guint32) field.value;
    else if (field.number == CALL_SYMBOL)
      place.symbol = MAX ((gint32) field.value, -1);
  log_bad (self, &reader);

  if (place.symbol >= 0)
    place.address = 0;
  frame = get_frame (self, &place);
  g_array_append_val (self->calls, frame);
}

static FulSimpleperfThread *
get_thread (FulSimpleperfReader *self,
            gint32               tid)
{
  FulSimpleperfThread *thread = g_hash_table_lookup (self->threads, GINT_TO_POINTER (tid));

  if (thread == NULL)
    {
      thread = g_new0 (FulSimpleperfThread, 1);
      thread->builder = ful_profile_builder_add_thread (self->import->builder);
      thread->weights = g_array_new (FALSE, FALSE, sizeof (FulSimpleperfWeight));
      g_hash_table_insert (self->threads, GINT_TO_POINTER (tid), thread);
    }

  return thread;
}

static void
read_sample (FulSimpleperfReader *self,
             const FulProtoField *message)
{
  FulStackIndex stack = FUL_NONE;
  guint64 time = 0;
  gint32 tid = 0;
  FulSimpleperfWeight weight = { 0 };
  FulProtoReader reader;
  FulProtoField field;
  FulSimpleperfThread *thread;

  g_array_set_size (self->calls, 0);
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == SAMPLE_TIME)
      time = field.value;
    else if (field.number == SAMPLE_THREAD)
      tid = (gint32) field.value;
    else if (field.number == SAMPLE_CALL && field.data)
      read_call (self, &field);
    else if (field.number == SAMPLE_COUNT)
      weight.count = (double) field.value;
    else if (field.number == SAMPLE_EVENT)
      weight.event = (guint32) field.value;
  log_bad (self, &reader);

  for (guint i = self->calls->len; i-- > 0; )
    stack = ful_import_tables_stack (&self->tables, stack, g_array_index (self->calls, FulFrameIndex, i));
  thread = get_thread (self, tid);
  ful_import_samples_add (thread->builder, (double) time / 1e6, stack);
  g_array_append_val (thread->weights, weight);
  self->n_samples++;
}

static void
read_file (FulSimpleperfReader *self,
           const FulProtoField *message)
{
  FulSimpleperfFile *file = g_new0 (FulSimpleperfFile, 1);
  FulProtoReader reader;
  FulProtoField field;
  guint32 id = 0;

  file->symbols = g_array_new (FALSE, FALSE, sizeof (FulStringIndex));
  file->resource = FUL_NONE;
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == FILE_ID)
      id = (guint32) field.value;
    else if (field.number == FILE_PATH)
      {
        g_free (file->path);
        file->path = dup_text (&field);
      }
    else if (field.number == FILE_SYMBOL)
      {
        g_autofree char *name = dup_text (&field);
        FulStringIndex string = ful_import_tables_string (&self->tables, name, -1);

        g_array_append_val (file->symbols, string);
      }
  log_bad (self, &reader);
  if (file->path == NULL)
    file->path = g_strdup ("");
  g_hash_table_insert (self->files, GUINT_TO_POINTER (id), file);
}

static void
read_thread (FulSimpleperfReader *self,
             const FulProtoField *message)
{
  g_autofree char *name = NULL;
  gint32 tid = 0, pid = 0;
  FulProtoReader reader;
  FulProtoField field;
  FulSimpleperfThread *thread;
  FulThread *to;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == THREAD_ID)
      tid = (gint32) field.value;
    else if (field.number == THREAD_PROCESS)
      pid = (gint32) field.value;
    else if (field.number == THREAD_NAME)
      {
        g_free (name);
        name = dup_text (&field);
      }
  log_bad (self, &reader);

  thread = get_thread (self, tid);
  if (thread->is_known)
    return;
  thread->is_known = TRUE;
  g_ptr_array_add (self->in_order, thread->builder);
  to = thread->builder->thread;
  to->name = name ? g_steal_pointer (&name) : g_strdup ("");
  to->process_type = g_strdup ("default");
  to->pid = g_strdup_printf ("%d", pid);
  to->tid = g_strdup_printf ("%d", tid);
  to->tid_is_number = TRUE;
  to->is_main_thread = pid == tid;
}

static void
read_lost (FulSimpleperfReader *self,
           const FulProtoField *message)
{
  FulProtoReader reader;
  FulProtoField field;

  self->n_claimed = self->n_lost = 0;
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == LOST_SAMPLES)
      self->n_claimed = (gint64) (field.value & G_MAXINT64);
    else if (field.number == LOST_LOST)
      self->n_lost = (gint64) (field.value & G_MAXINT64);
  log_bad (self, &reader);
}

static void
read_meta (FulSimpleperfReader *self,
           const FulProtoField *message)
{
  FulProtoReader reader;
  FulProtoField field;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == META_EVENT)
      g_ptr_array_add (self->events, dup_text (&field));
    else if (field.number == META_PACKAGE)
      {
        g_free (self->package);
        self->package = dup_text (&field);
      }
  log_bad (self, &reader);
}

static void
read_record (FulSimpleperfReader *self,
             const FulProtoField *message)
{
  static void (*const readers[]) (FulSimpleperfReader *, const FulProtoField *) = {
    [RECORD_SAMPLE] = read_sample, [RECORD_LOST] = read_lost, [RECORD_FILE] = read_file,
    [RECORD_THREAD] = read_thread, [RECORD_META] = read_meta,
  };
  FulProtoReader reader;
  FulProtoField field;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number < G_N_ELEMENTS (readers) && readers[field.number] && field.data)
      readers[field.number] (self, &field);
  log_bad (self, &reader);
}

void
ful_simpleperf_read_records (FulSimpleperfReader *self,
                             FulByteReader       *bytes)
{
  while (!ful_profile_builder_is_full (self->import->builder))
    {
      guint64 offset = ful_byte_reader_get_offset (bytes);
      gsize n, n_there;
      const guint8 *p = ful_byte_reader_peek (bytes, 4, &n_there);
      FulProtoField message = { .type = FUL_PROTO_BYTES, .offset = offset + 4 };

      n = n_there < 4 ? 0 : ful_read_u32 (p);
      if (n_there == 4 && n == 0)
        return;
      if (n_there == 4 && n <= FUL_BYTE_READER_MAX - 4)
        p = ful_byte_reader_peek (bytes, n + 4, &n_there);
      if (n == 0 || n_there < n + 4)
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "records", -1, (gint64) offset,
                              _("the report ends before its last record"));
          return;
        }
      message.data = p + 4;
      message.n = n;
      read_record (self, &message);
      ful_byte_reader_take (bytes, n + 4);
    }
}
