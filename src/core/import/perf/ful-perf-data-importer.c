/* SPDX-License-Identifier: GPL-3.0-or-later */

/* perf.data, as perf record writes it into files and pipes (formats.md 12). */

#include "config.h"

#include "ful-perf-features.h"
#include "ful-perf-session.h"

#include "base/ful-error.h"
#include "import/common/ful-import-meta.h"
#include "import/ful-importer.h"
#include "io/bytes/ful-decoder.h"
#include "perf/ful-perf-queue.h"
#include "perf/ful-perf-records.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

#define MAGIC "PERFILE2"
#define SWAPPED_MAGIC "2ELIFREP"
#define MAGIC_BYTES 8
#define PIPE_HEADER_BYTES 16
#define FILE_HEADER_BYTES 104
#define N_FEATURES 256
#define MAX_RECORD_BYTES 65536

/* Records may decompress to this, and beyond it to so many times their size. */
#define FREE_BYTES (G_GUINT64_CONSTANT (256) << 20)
#define MAX_RATIO 200

typedef struct
{
  FulPerfSession   session;
  FulPerfQueue     queue;
  FulPerfFeatures  features;
  FulImportLog    *log;
  gboolean         is_big_endian;
  FulDecoder      *decoder;        /* (nullable): of compressed records, which are one stream */
  FulBytes         decoded;        /* the beginning of a record that goes on in the next compressed one */
  guint64          n_compressed;
  guint64          n_decoded;
  gboolean         is_over;        /* what follows is not understood */
  gboolean         is_cut;        /* the file ends before its records */
} PerfReader;

typedef struct
{
  guint64 offset;
  guint64 size;
} Section;

static void
stop (PerfReader *self,
      guint64     offset,
      const char *what)
{
  if (!self->is_over)
    ful_import_log_add (self->log, FUL_SEVERITY_DATA_LOSS, "perf.data", -1, (gint64) offset,
                        _("%s; what follows is not read"), what);
  self->is_over = TRUE;
}

static FulCursor
make_cursor (const PerfReader *self,
             gconstpointer     bytes,
             gsize             n)
{
  return (FulCursor) { bytes, n, self->is_big_endian, FALSE };
}

static void handle_compressed (PerfReader    *self,
                               FulCursor      data,
                               guint64        offset);

static void
read_attr_record (PerfReader    *self,
                  FulCursor      body)
{
  gsize n = ful_perf_attrs_add (&self->session.attrs, body);

  if (n > 0 && ful_cursor_skip (&body, n))
    ful_perf_attrs_add_ids (&self->session.attrs, body);
}

static void
read_feature (PerfReader    *self,
              guint64        feature,
              FulCursor      data)
{
  ful_perf_features_read (&self->features, feature, data, &self->session.libs, &self->session.attrs);
  self->session.stacks.jit.is_here = g_strcmp0 (self->features.host, g_get_host_name ()) == 0;
}

/* @record: all of it; @offset: in the file */
static void
handle_record (PerfReader    *self,
               FulCursor      record,
               guint64        offset)
{
  FulCursor body = record;
  guint32 type = ful_cursor_u32 (&body);

  ful_cursor_skip (&body, 4);
  switch (type)
    {
    case FUL_PERF_RECORD_ATTR:
      read_attr_record (self, body);
      break;
    case FUL_PERF_RECORD_BUILD_ID:
      ful_perf_features_read_build_id (record, &self->session.libs);
      break;
    case FUL_PERF_RECORD_FEATURE:
      {
        guint64 feature = ful_cursor_u64 (&body);

        read_feature (self, feature, body);
      }
      break;
    case FUL_PERF_RECORD_FINISHED_ROUND:
      ful_perf_queue_end_round (&self->queue, self->is_big_endian);
      break;
    case FUL_PERF_RECORD_COMPRESSED2:
      {
        guint64 n = ful_cursor_u64 (&body);

        body.n = (gsize) MIN (body.n, n);
        handle_compressed (self, body, offset);
      }
      break;
    case FUL_PERF_RECORD_COMPRESSED:
      handle_compressed (self, body, offset);
      break;
    default:
      if (type < FUL_PERF_RECORD_FIRST_OF_TOOL)
        ful_perf_queue_push (&self->queue, record);
      break;
    }
}

/* Handles the records in decompressed bytes as far as they are whole. */
static void
handle_decoded (PerfReader *self,
                guint64     offset)
{
  gsize at = 0;

  while (!self->is_over && self->decoded.n - at >= FUL_PERF_HEADER_BYTES)
    {
      FulCursor record = make_cursor (self, self->decoded.data + at, self->decoded.n - at);
      FulCursor header = record;
      guint32 type = ful_cursor_u32 (&header);
      guint16 size;

      ful_cursor_skip (&header, 2);
      size = ful_cursor_u16 (&header);
      if (size < FUL_PERF_HEADER_BYTES || type == FUL_PERF_RECORD_COMPRESSED || type == FUL_PERF_RECORD_COMPRESSED2)
        {
          stop (self, offset, _("a compressed record holds no records"));
          break;
        }
      if (size > record.n)
        break;
      record.n = size;
      handle_record (self, record, offset);
      at += size;
    }
  memmove (self->decoded.data, self->decoded.data + at, self->decoded.n - at);
  self->decoded.n -= at;
}

static void
handle_compressed (PerfReader    *self,
                   FulCursor      data,
                   guint64        offset)
{
  g_autoptr(GError) error = NULL;
  const guint8 *in = data.p;
  gsize n_in = data.n, n_out = 0;

  if (self->decoder == NULL)
    self->decoder = ful_decoder_new (FUL_COMPRESSION_ZSTD, &error);
  self->n_compressed += n_in;
  /* What did not fit comes without further input. */
  while (self->decoder && (n_in > 0 || n_out == 0) && !self->is_over)
    {
      gsize n_before = n_in;
      FulDecoderStatus status;
      guint8 *out;

      n_out = MAX_RECORD_BYTES;
      ful_bytes_reserve (&self->decoded, n_out);
      out = (guint8 *) self->decoded.data + self->decoded.n;
      status = ful_decoder_run (self->decoder, &in, &n_in, &out, &n_out, &error);
      if (status == FUL_DECODER_ERROR)
        break;
      if (status == FUL_DECODER_DONE)
        ful_decoder_reset (self->decoder);
      self->decoded.n += MAX_RECORD_BYTES - n_out;
      self->n_decoded += MAX_RECORD_BYTES - n_out;
      if (n_out == MAX_RECORD_BYTES && n_in == n_before)
        break;
      if (self->n_decoded > FREE_BYTES && self->n_decoded / MAX_RATIO > self->n_compressed)
        stop (self, offset, _("compressed records become more than 200 times as large"));
      handle_decoded (self, offset);
    }
  if (error)
    stop (self, offset, error->message);
}

static void
stop_at_cut (PerfReader *self,
             guint64     offset)
{
  self->is_cut = TRUE;
  stop (self, offset, _("the recording is cut off here"));
}

/* Records of these types are followed by bytes that they do not count. Returns: how many */
static guint64
get_trailing (const PerfReader *self,
              FulCursor         record)
{
  guint32 type = ful_cursor_u32 (&record);

  ful_cursor_skip (&record, 4);
  if (type == FUL_PERF_RECORD_TRACING_DATA)
    return ((guint64) ful_cursor_u32 (&record) + 7) & ~G_GUINT64_CONSTANT (7);
  if (type == FUL_PERF_RECORD_AUXTRACE)
    return ful_cursor_u64 (&record);

  return 0;
}

/* @n_bytes: of all records; G_MAXUINT64: up to the end of the file */
static void
read_records (PerfReader    *self,
              FulByteReader *bytes,
              guint64        n_bytes)
{
  guint64 end = n_bytes == G_MAXUINT64 ? n_bytes : ful_byte_reader_get_offset (bytes) + n_bytes;

  while (!self->is_over && ful_byte_reader_get_offset (bytes) < end)
    {
      guint64 offset = ful_byte_reader_get_offset (bytes);
      FulCursor record;
      const guint8 *p;
      guint64 n_trailing;
      guint16 size;
      gsize n;

      p = ful_byte_reader_peek (bytes, FUL_PERF_HEADER_BYTES, &n);
      if (n == 0 && n_bytes == G_MAXUINT64)
        break;
      record = make_cursor (self, p, n);
      ful_cursor_skip (&record, 6);
      size = ful_cursor_u16 (&record);
      if (record.failed)
        {
          stop_at_cut (self, offset);
          break;
        }
      if (size < FUL_PERF_HEADER_BYTES)
        {
          stop (self, offset, _("a record is shorter than its header"));
          break;
        }
      p = ful_byte_reader_peek (bytes, size, &n);
      if (n < size)
        {
          stop_at_cut (self, offset);
          break;
        }
      record = make_cursor (self, p, size);
      n_trailing = get_trailing (self, record);
      handle_record (self, record, offset);
      ful_byte_reader_take (bytes, size);
      if (n_trailing > 0)
        ful_byte_reader_skip (bytes, n_trailing);
      if (g_cancellable_is_cancelled (self->session.import->cancellable) ||
          ful_profile_builder_is_full (self->session.import->builder))
        return;
    }
  if (self->decoded.n > 0)
    stop (self, ful_byte_reader_get_offset (bytes), _("the last compressed record is cut off"));
  ful_perf_queue_flush (&self->queue, self->is_big_endian);
}

static FulCursor
get_section (const PerfReader *self,
             const guint8     *head,
             gsize             n,
             Section           section)
{
  if (section.offset > n || section.size > n - section.offset)
    return make_cursor (self, NULL, 0);

  return make_cursor (self, head + section.offset, (gsize) section.size);
}

static Section
read_section (FulCursor *from)
{
  Section section;

  section.offset = ful_cursor_u64 (from);
  section.size = ful_cursor_u64 (from);

  return section;
}

/* @head: the file up to the records */
static void
read_attrs (PerfReader   *self,
            const guint8 *head,
            gsize         n,
            guint64       attr_size,
            Section       section)
{
  FulCursor attrs = get_section (self, head, n, section);

  while (attr_size > 16 && attrs.n >= attr_size)
    {
      FulCursor attr = attrs, ids = attrs;

      ful_cursor_skip (&attrs, attr_size);
      ful_cursor_skip (&ids, attr_size - 16);
      attr.n = (gsize) attr_size;
      if (ful_perf_attrs_add (&self->session.attrs, attr) > 0)
        ful_perf_attrs_add_ids (&self->session.attrs, get_section (self, head, n, read_section (&ids)));
    }
}

/* @rest: what follows the records, from @start of the file on: places of features, and features */
static void
read_features (PerfReader    *self,
               const guint8  *rest,
               gsize          n,
               guint64        start,
               const guint64 *bits)
{
  FulCursor places = make_cursor (self, rest, n);

  for (guint i = 0; i < N_FEATURES; i++)
    if (bits[i / 64] >> i % 64 & 1)
      {
        Section section = read_section (&places);

        if (places.failed || section.offset < start)
          continue;
        section.offset -= start;
        read_feature (self, i, get_section (self, rest, n, section));
      }
}

static gboolean
read_file (PerfReader     *self,
           FulByteReader  *bytes,
           GError        **error)
{
  g_autoptr(GBytes) rest = NULL;
  guint64 bits[N_FEATURES / 64], attr_size;
  Section attrs, data;
  FulCursor header;
  const guint8 *head;
  gsize n;

  head = ful_byte_reader_peek (bytes, FILE_HEADER_BYTES, &n);
  header = make_cursor (self, head, n);
  ful_cursor_skip (&header, PIPE_HEADER_BYTES);
  attr_size = ful_cursor_u64 (&header);
  attrs = read_section (&header);
  data = read_section (&header);
  read_section (&header);
  for (guint i = 0; i < G_N_ELEMENTS (bits); i++)
    bits[i] = ful_cursor_u64 (&header);
  if (header.failed)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY,
                   _("This recording of perf is cut off in its header, after %zu bytes: copy the whole file"), n);
      return FALSE;
    }
  if (data.offset < FILE_HEADER_BYTES || data.offset > FUL_BYTE_READER_MAX ||
      attrs.offset > data.offset)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT,
                           _("The header of this perf.data is damaged: expected the events before the records"));
      return FALSE;
    }

  head = ful_byte_reader_peek (bytes, (gsize) data.offset, &n);
  read_attrs (self, head, n, attr_size, attrs);
  ful_byte_reader_take (bytes, n);
  self->is_cut = data.size == 0;
  if (data.size == 0)
    ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "perf.data", -1, -1,
                        _("perf was stopped before it could finish the file; read all that is there"));
  else
    rest = ful_byte_reader_read_at (bytes, data.offset + data.size, FUL_BYTE_READER_MAX);

  /* With the build ids at hand, files that took the place of those that were mapped are not mistaken for them. */
  if (rest)
    {
      head = g_bytes_get_data (rest, &n);
      read_features (self, head, n, data.offset + data.size, bits);
    }
  read_records (self, bytes, data.size == 0 ? G_MAXUINT64 : data.size);
  if (!rest && !self->is_over && data.size > 0)
    {
      guint64 start = ful_byte_reader_get_offset (bytes);

      head = ful_byte_reader_peek (bytes, FUL_BYTE_READER_MAX, &n);
      read_features (self, head, n, start, bits);
    }

  return TRUE;
}

static void
write_meta (PerfReader *self)
{
  g_autofree char *writer = self->features.version ? g_strdup_printf ("perf %s", self->features.version) : NULL;
  double interval = ful_perf_attrs_get_interval (&self->session.attrs);
  FulImportMeta meta;

  ful_import_meta_init (&meta, "Linux perf", writer ? writer : "perf.data");
  meta.writer = writer;
  /* Of several events each has samples of its own. */
  if (interval > 0 && self->session.attrs.attrs->len == 1)
    ful_import_meta_set_interval (&meta, interval);
  else if (interval > 0)
    ful_import_meta_set_number (&meta, "interval", interval);
  ful_import_meta_set_bool (&meta, "symbolicated", FALSE);
  ful_perf_features_write (&self->features, &meta);
  ful_import_meta_add_category (&meta, "User", "yellow");
  ful_import_meta_add_category (&meta, "Kernel", "orange");
  ful_import_meta_finish (&meta, self->session.import);
}

static void
handle_record_cb (FulCursor record,
                  gpointer  session)
{
  ful_perf_session_handle (session, record);
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  PerfReader self = { .log = import->builder->log };
  gboolean success = TRUE;
  FulCursor header;
  const guint8 *head;
  gsize n;

  ful_perf_session_init (&self.session, import);
  ful_perf_queue_init (&self.queue, &self.session.attrs, handle_record_cb, &self.session);

  head = ful_byte_reader_peek (bytes, PIPE_HEADER_BYTES, &n);
  self.is_big_endian = n >= MAGIC_BYTES && memcmp (head, SWAPPED_MAGIC, MAGIC_BYTES) == 0;
  header = make_cursor (&self, head, n);
  ful_cursor_skip (&header, MAGIC_BYTES);
  if (ful_cursor_u64 (&header) == PIPE_HEADER_BYTES)
    {
      ful_byte_reader_take (bytes, PIPE_HEADER_BYTES);
      read_records (&self, bytes, G_MAXUINT64);
    }
  else
    success = read_file (&self, bytes, error);

  if (success && self.is_cut && import->builder->threads->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_EMPTY,
                   _("This recording of perf is cut off after %ju bytes, before its first sample: copy the whole file, or let perf end by itself"),
                   (uintmax_t) ful_byte_reader_get_offset (bytes));
      success = FALSE;
    }
  success = success && ful_perf_session_finish (&self.session, error);
  write_meta (&self);

  ful_perf_queue_clear (&self.queue);
  ful_perf_session_clear (&self.session);
  ful_perf_features_clear (&self.features);
  g_clear_pointer (&self.decoder, ful_decoder_free);
  ful_bytes_clear (&self.decoded);

  return success;
}

static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  return n >= MAGIC_BYTES && (memcmp (head, MAGIC, MAGIC_BYTES) == 0 || memcmp (head, SWAPPED_MAGIC, MAGIC_BYTES) == 0);
}

const FulImporter ful_perf_data_importer = {
  .name = N_("Recording of perf"),
  .kind = FUL_IMPORTER_BINARY,
  .mime_type = "application/x-perf-data",
  .suffixes = FUL_IMPORTER_LIST ("data"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
