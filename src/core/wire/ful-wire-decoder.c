/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes → frames (wire.md 1 to 3, 8).
 *
 * Bytes are fed however they are cut; a frame comes out once it is whole and valid, so that a flaw
 * costs the whole frame, and the connection, but nothing before it. A frame that lies in the bytes
 * fed is not copied. Of one that does not, only bytes that have arrived take memory: at most twice
 * the largest frame. Objects are not parsed here. */

#include "config.h"

#include "ful-wire-decoder.h"

#include "ful-wire-rows.h"

#include "base/ful-bytes.h"
#include "base/ful-cursor.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>

struct _FulWireDecoder
{
  gboolean      from_client;
  gboolean      has_hello;
  GError       *error;                       /* (nullable): no frames after it */

  const guint8 *fed;                         /* not read yet */
  gsize         n_fed;
  FulBytes      part;                        /* a frame of which some bytes came before */
  guint64       offset;                      /* of the next frame in the stream */
  gsize         n_frame;                     /* bytes of the frame given out last, length field included */

  guint64       n_libs;
  guint64       n_rows[FUL_WIRE_N_TABLES];
  guint64       epoch;
};

FulWireDecoder *
ful_wire_decoder_new (gboolean from_client)
{
  FulWireDecoder *self = g_new0 (FulWireDecoder, 1);

  self->from_client = from_client;

  return self;
}

void
ful_wire_decoder_free (FulWireDecoder *self)
{
  g_clear_error (&self->error);
  ful_bytes_clear (&self->part);
  g_free (self);
}

/**
 * ful_wire_decoder_feed:
 * @self: a decoder whose ful_wire_decoder_next() gave %FALSE, or a new one
 * @data: the next bytes of the stream; must stay valid until it does again
 * @n: how many
 */
void
ful_wire_decoder_feed (FulWireDecoder *self,
                       const void     *data,
                       gsize           n)
{
  g_assert (self->n_fed == 0 || self->error);

  self->fed = data;
  self->n_fed = n;
}

/**
 * ful_wire_decoder_get_offset:
 *
 * Returns: bytes of the stream that were given out as frames, skipped ones included
 */
guint64
ful_wire_decoder_get_offset (FulWireDecoder *self)
{
  return self->offset + self->n_frame;
}

/**
 * ful_wire_error_get_code:
 * @error: an error of ful_wire_decoder_next()
 *
 * Returns: the code to send to the peer
 */
FulWireErrorCode
ful_wire_error_get_code (const GError *error)
{
  if (error->domain != FUL_ERROR)
    return FUL_WIRE_ERROR_OTHER;

  switch (error->code)
    {
    case FUL_ERROR_UNKNOWN_FORMAT:
      return FUL_WIRE_ERROR_PROTOCOL;
    case FUL_ERROR_VERSION:
      return FUL_WIRE_ERROR_VERSION;
    case FUL_ERROR_TOO_LARGE:
      return FUL_WIRE_ERROR_LENGTH;
    case FUL_ERROR_FORMAT:
      return FUL_WIRE_ERROR_MALFORMED;
    default:
      return FUL_WIRE_ERROR_OTHER;
    }
}

static void
check_length (FulWireDecoder *self,
              guint32         length)
{
  guint max = self->from_client ? FUL_WIRE_MAX_CLIENT_BYTES : FUL_WIRE_MAX_BYTES;

  if (length == 0 || length > max)
    self->error = g_error_new (FUL_ERROR, FUL_ERROR_TOO_LARGE,
                               _("The frame at byte %ju of the stream announces %u bytes; 1 to %u were expected"),
                               (uintmax_t) self->offset, length, max);
}

/* As early as possible: a peer with another protocol may wait for an answer. A server may say ERROR instead. */
static void
check_magic (FulWireDecoder *self,
             const guint8   *bytes,
             gsize           n)
{
  static const guint8 magic[] = { FUL_WIRE_HELLO, 'F', 'P', 'L', 'S' };

  if (self->has_hello || n <= FUL_WIRE_LENGTH_BYTES)
    return;
  if (!self->from_client && bytes[FUL_WIRE_LENGTH_BYTES] == FUL_WIRE_ERROR)
    return;

  n = MIN (n, ful_read_u32 (bytes) + FUL_WIRE_LENGTH_BYTES) - FUL_WIRE_LENGTH_BYTES;
  if (memcmp (bytes + FUL_WIRE_LENGTH_BYTES, magic, MIN (n, sizeof magic)) != 0)
    self->error = g_error_new_literal (FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT,
                                       _("The stream does not begin with the HELLO of the live protocol"));
}

static void
take (FulWireDecoder *self,
      gsize           wanted)
{
  gsize n = MIN (wanted - self->part.n, self->n_fed);

  if (n == 0)
    return;

  ful_bytes_append (&self->part, (const char *) self->fed, n);
  self->fed += n;
  self->n_fed -= n;
}

/* The next whole frame; NULL if bytes of it are missing, and after an error. */
static const guint8 *
next_whole (FulWireDecoder *self,
            gsize          *out_n)
{
  const guint8 *frame;
  gsize n;

  if (self->part.n == 0 && self->n_fed >= FUL_WIRE_LENGTH_BYTES)
    {
      frame = self->fed;
      n = FUL_WIRE_LENGTH_BYTES + (gsize) ful_read_u32 (frame);
      check_length (self, ful_read_u32 (frame));
      if (self->error == NULL)
        check_magic (self, frame, self->n_fed);
      if (self->error)
        return NULL;
      if (self->n_fed >= n)
        {
          self->fed += n;
          self->n_fed -= n;
          *out_n = n;
          return frame;
        }
    }

  if (self->part.n < FUL_WIRE_LENGTH_BYTES)
    take (self, FUL_WIRE_LENGTH_BYTES);
  if (self->part.n < FUL_WIRE_LENGTH_BYTES)
    return NULL;

  frame = (const guint8 *) self->part.data;
  check_length (self, ful_read_u32 (frame));
  if (self->error)
    return NULL;

  n = FUL_WIRE_LENGTH_BYTES + (gsize) ful_read_u32 (frame);
  take (self, n);
  frame = (const guint8 *) self->part.data;
  check_magic (self, frame, self->part.n);
  if (self->error || self->part.n < n)
    return NULL;
  *out_n = n;

  return frame;
}

static void
read_hello (FulWireDecoder *self,
            FulWireReader  *reader,
            FulWireHello   *hello)
{
  guint8 major;

  ful_wire_reader_read_bytes (reader, FUL_WIRE_MAGIC_BYTES);
  major = ful_wire_reader_read_u8 (reader);
  if (reader->error == NULL && major != FUL_WIRE_MAJOR)
    {
      self->error = g_error_new (FUL_ERROR, FUL_ERROR_VERSION,
                                 _("Version %u of the live protocol is not known; version %u was expected"),
                                 major, FUL_WIRE_MAJOR);
      return;
    }

  *hello = (FulWireHello) { .from_client = self->from_client };
  hello->minor = ful_wire_reader_read_u8 (reader);
  hello->capabilities = ful_wire_reader_read_uint (reader);
  if (self->from_client)
    hello->token = ful_wire_reader_read_text (reader);
  else
    hello->capture = ful_wire_reader_read_bytes (reader, FUL_WIRE_CAPTURE_BYTES);
  hello->name = ful_wire_reader_read_text (reader);
}

/* A number below @end. */
static guint64
read_below (FulWireReader *reader,
            guint64        end,
            const char    *message)
{
  const guint8 *at = reader->at;
  guint64 number = ful_wire_reader_read_uint (reader);

  if (number >= end)
    ful_wire_reader_fail (reader, at, message);

  return number;
}

static void
read_expected (FulWireReader *reader,
               guint64        expected,
               const char    *message)
{
  const guint8 *at = reader->at;

  if (ful_wire_reader_read_uint (reader) != expected)
    ful_wire_reader_fail (reader, at, message);
}

static guint
read_n_rows (FulWireReader *reader)
{
  return (guint) read_below (reader, FUL_WIRE_MAX_ROWS + 1, N_("the frame announces more than 1,048,576 rows"));
}

static void
read_object (FulWireDecoder *self,
             FulWireReader  *reader,
             FulWireType     type,
             FulWireObject  *object)
{
  *object = (FulWireObject) { 0 };
  if (type == FUL_WIRE_THREAD)
    object->id = read_below (reader, FUL_WIRE_MAX_THREADS, N_("the number of a thread is too large"));
  if (type == FUL_WIRE_COUNTER)
    {
      object->id = read_below (reader, FUL_WIRE_MAX_COUNTERS, N_("the number of a counter is too large"));
      object->thread = ful_wire_reader_read_uint (reader);
    }
  if (type == FUL_WIRE_LIB)
    {
      read_expected (reader, self->n_libs, N_("the lib is not the next one"));
      object->id = self->n_libs++;
    }
  object->object = ful_wire_reader_read_text (reader);
}

static void
skip_cell (FulWireReader *reader,
           char           kind)
{
  if (kind == 't')
    ful_wire_reader_read_text (reader);
  else if (kind == 'b')
    ful_wire_reader_read_u8 (reader);
  else
    ful_wire_reader_read_uint (reader);
}

/* Returns: FALSE for a table that is not known. */
static gboolean
read_table (FulWireDecoder *self,
            FulWireReader  *reader,
            FulWireTable   *table)
{
  guint8 number = ful_wire_reader_read_u8 (reader);
  const char *columns;

  if (reader->error == NULL && (number == 0 || number >= FUL_WIRE_N_TABLES))
    return FALSE;

  *table = (FulWireTable) { .number = number };
  if (reader->error)
    return TRUE;
  columns = ful_wire_table_columns (number);
  read_expected (reader, self->n_rows[number], N_("the first row of the table is not the next one"));
  table->first_row = self->n_rows[number];
  table->n_rows = read_n_rows (reader);
  for (guint c = 0; columns[c]; c++)
    {
      table->columns[c] = *reader;
      for (guint i = 0; i < table->n_rows && reader->error == NULL; i++)
        skip_cell (reader, columns[c]);
    }
  if (reader->error == NULL)
    self->n_rows[number] += table->n_rows;

  return TRUE;
}

static void
read_rows (FulWireReader *reader,
           FulWireType    type,
           FulWireRows   *rows)
{
  FulWireRows check;
  FulWireSample sample;
  FulWireMarker marker;
  FulWireCount count;
  FulWireAllocation allocation;

  *rows = (FulWireRows) { .id = ful_wire_reader_read_uint (reader), .stack = -1 };
  if (type == FUL_WIRE_ALLOCATIONS)
    {
      const guint8 *at = reader->at;

      rows->kind = ful_wire_reader_read_u8 (reader);
      if (rows->kind > 1)
        ful_wire_reader_fail (reader, at, N_("allocations of an unknown kind"));
    }
  rows->n_rows = rows->n_left = read_n_rows (reader);
  rows->time = ful_wire_reader_read_sint (reader);
  if (reader->error)
    return;

  rows->reader = *reader;
  check = *rows;
  if (type == FUL_WIRE_SAMPLES)
    while (ful_wire_rows_next_sample (&check, &sample));
  else if (type == FUL_WIRE_MARKERS)
    while (ful_wire_rows_next_marker (&check, &marker));
  else if (type == FUL_WIRE_COUNTS)
    while (ful_wire_rows_next_count (&check, &count));
  else
    while (ful_wire_rows_next_allocation (&check, &allocation));
  *reader = check.reader;
}

static void
read_loss (FulWireReader *reader,
           FulWireLoss   *loss)
{
  *loss = (FulWireLoss) { .thread = ful_wire_reader_read_ref (reader) };
  loss->kind = ful_wire_reader_read_u8 (reader);
  loss->start = ful_wire_reader_read_sint (reader);
  loss->duration = ful_wire_reader_read_uint (reader);
  loss->n_rows = ful_wire_reader_read_uint (reader);
  loss->reason = ful_wire_reader_read_u8 (reader);
  loss->text = ful_wire_reader_read_text (reader);
}

static void
read_tick (FulWireReader *reader,
           FulWireTick   *tick)
{
  *tick = (FulWireTick) { .now = ful_wire_reader_read_sint (reader) };
  tick->complete = ful_wire_reader_read_sint (reader);
  tick->backlog_bytes = ful_wire_reader_read_uint (reader);
  tick->n_lost = ful_wire_reader_read_uint (reader);
  tick->cpu_ns = ful_wire_reader_read_uint (reader);
}

static void
read_end (FulWireReader *reader,
          FulWireEnd    *end)
{
  *end = (FulWireEnd) { .reason = ful_wire_reader_read_u8 (reader) };
  end->time = ful_wire_reader_read_sint (reader);
  end->n_samples = ful_wire_reader_read_uint (reader);
  end->n_markers = ful_wire_reader_read_uint (reader);
  end->n_counts = ful_wire_reader_read_uint (reader);
  end->n_allocations = ful_wire_reader_read_uint (reader);
  end->n_lost = ful_wire_reader_read_uint (reader);
  end->text = ful_wire_reader_read_text (reader);
}

static void
read_subscribe (FulWireReader    *reader,
                FulWireSubscribe *subscribe)
{
  const guint8 *at;

  *subscribe = (FulWireSubscribe) { .kinds = ful_wire_reader_read_uint (reader) };
  subscribe->history = ful_wire_reader_read_u8 (reader) != 0;
  at = reader->at;
  subscribe->window_bytes = ful_wire_reader_read_uint (reader);
  if (subscribe->window_bytes < FUL_WIRE_MIN_WINDOW || subscribe->window_bytes > FUL_WIRE_MAX_WINDOW)
    ful_wire_reader_fail (reader, at, N_("the window is not 65,536 to 1,073,741,824 bytes"));
}

/* Returns: FALSE for a frame to be skipped. */
static gboolean
read_both (FulWireDecoder *self,
           FulWireReader  *reader,
           FulWireFrame   *frame)
{
  if (frame->type == FUL_WIRE_HELLO)
    {
      if (self->has_hello)
        return FALSE;
      self->has_hello = TRUE;
      read_hello (self, reader, &frame->hello);
      return TRUE;
    }
  if (frame->type != FUL_WIRE_ERROR)
    return FALSE;

  frame->error = (FulWireError) { .code = ful_wire_reader_read_uint (reader) };
  frame->error.fatal = ful_wire_reader_read_u8 (reader) != 0;
  frame->error.message = ful_wire_reader_read_text (reader);

  return TRUE;
}

static gboolean
read_of_client (FulWireDecoder *self,
                FulWireReader  *reader,
                FulWireFrame   *frame)
{
  switch ((int) frame->type)
    {
    case FUL_WIRE_SUBSCRIBE:
      read_subscribe (reader, &frame->subscribe);
      return TRUE;
    case FUL_WIRE_ACK:
      frame->number = ful_wire_reader_read_uint (reader);
      return TRUE;
    case FUL_WIRE_START:
      read_object (self, reader, frame->type, &frame->object);
      return TRUE;
    case FUL_WIRE_STOP:
    case FUL_WIRE_PAUSE:
    case FUL_WIRE_RESUME:
      return TRUE;
    case FUL_WIRE_MARK:
      frame->text = ful_wire_reader_read_text (reader);
      return TRUE;
    default:
      return read_both (self, reader, frame);
    }
}

static gboolean
read_of_server (FulWireDecoder *self,
                FulWireReader  *reader,
                FulWireFrame   *frame)
{
  switch ((int) frame->type)
    {
    case FUL_WIRE_STATE:
      frame->state = (FulWireState) { .state = ful_wire_reader_read_u8 (reader) };
      frame->state.since = ful_wire_reader_read_sint (reader);
      return TRUE;
    case FUL_WIRE_META:
    case FUL_WIRE_THREAD:
    case FUL_WIRE_COUNTER:
    case FUL_WIRE_LIB:
      read_object (self, reader, frame->type, &frame->object);
      return TRUE;
    case FUL_WIRE_TABLE:
      return read_table (self, reader, &frame->table);
    case FUL_WIRE_SYNC:
      read_expected (reader, self->epoch + 1, N_("the epoch is not the next one"));
      frame->number = ++self->epoch;
      memset (self->n_rows, 0, sizeof self->n_rows);
      return TRUE;
    case FUL_WIRE_SAMPLES:
    case FUL_WIRE_MARKERS:
    case FUL_WIRE_COUNTS:
    case FUL_WIRE_ALLOCATIONS:
      read_rows (reader, frame->type, &frame->rows);
      return TRUE;
    case FUL_WIRE_LOSS:
      read_loss (reader, &frame->loss);
      return TRUE;
    case FUL_WIRE_TICK:
      read_tick (reader, &frame->tick);
      return TRUE;
    case FUL_WIRE_END:
      read_end (reader, &frame->end);
      return TRUE;
    default:
      return read_both (self, reader, frame);
    }
}

static gboolean
read_frame (FulWireDecoder *self,
            const guint8   *bytes,
            gsize           n,
            FulWireFrame   *frame)
{
  FulWireReader reader = { bytes + FUL_WIRE_LENGTH_BYTES + 1, bytes + n, NULL, NULL };
  gboolean known;

  frame->type = bytes[FUL_WIRE_LENGTH_BYTES];
  frame->offset = self->offset;
  known = self->from_client ? read_of_client (self, &reader, frame) : read_of_server (self, &reader, frame);
  if (reader.error && self->error == NULL)
    self->error = g_error_new (FUL_ERROR, FUL_ERROR_FORMAT,
                               _("Byte %ju of the stream, in the frame of type 0x%02x at byte %ju: %s"),
                               (uintmax_t) (self->offset + (guint64) (reader.error_at - bytes)), frame->type,
                               (uintmax_t) self->offset, _(reader.error));

  return known;
}

/**
 * ful_wire_decoder_next:
 * @self: a decoder
 * @frame: (out caller-allocates): the next frame; its texts and readers are valid until the next call
 * @error: #FulError: %FUL_ERROR_TOO_LARGE a wrong length, %FUL_ERROR_UNKNOWN_FORMAT another protocol,
 *   %FUL_ERROR_VERSION another version of it, %FUL_ERROR_FORMAT a malformed frame
 *
 * Frames and tables of unknown type are skipped. After an error there are no more frames.
 *
 * Returns: %FALSE without @error if all bytes fed are read
 */
gboolean
ful_wire_decoder_next (FulWireDecoder  *self,
                       FulWireFrame    *frame,
                       GError         **error)
{
  for (;;)
    {
      gboolean known = FALSE;
      const guint8 *bytes;

      self->offset += self->n_frame;
      if (self->n_frame > 0)
        self->part.n = 0;
      self->n_frame = 0;

      bytes = self->error ? NULL : next_whole (self, &self->n_frame);
      if (bytes)
        known = read_frame (self, bytes, self->n_frame, frame);
      if (self->error)
        {
          self->n_frame = 0;
          g_propagate_error (error, g_error_copy (self->error));
          return FALSE;
        }
      if (bytes == NULL || known)
        return bytes != NULL;
    }
}
