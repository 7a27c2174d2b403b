/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bytes of a file, ready for a parser.
 *
 * A thread reads, decompresses, and repairs UTF-8; the parser reads finished chunks
 * from a short queue. With zlib, decompression is two thirds of the work of opening
 * a profile, so the two run side by side. At most N_CHUNKS chunks exist at a time, more if the parser has asked for
 * them.
 * A byte order mark is left out, UTF-16 becomes UTF-8.
 *
 * Of a file of slabs, which is binary, the chunks after the first are what the reader
 * of slabs makes of the bytes, on the same thread. */

#include "config.h"

#include "ful-byte-stream.h"
#include "ful-decoding-input.h"

#include "base/ful-bytes.h"
#include "ful-text-encoding.h"
#include "ful-utf8.h"

#include <string.h>

#define N_CHUNKS 4

/* Of slabs: as much text as is parsed while a large numeric slab is read. */
#define MAX_CHUNKS 32

struct _FulByteStream
{
  FulDecodingInput *input;
  GCancellable   *outer;         /* (nullable): the caller's */
  GCancellable   *cancellable;   /* ends a read that waits; also when the stream is freed */
  gulong          cancelled_id;
  FulIsTextFunc   is_text;       /* (nullable) */
  GThread        *thread;

  /* The thread's own. */
  char            carry[4];      /* beginning of a character that the next chunk continues */
  gsize           n_carry;
  FulUtf16        utf16;         /* of a text in UTF-16 */
  char           *units;         /* (nullable): such a text, not decoded yet */
  gsize           units_begin, units_end;
  gboolean        units_ended;
  gboolean        binary;
  FulChunkFunc    fill;          /* (nullable): set by ful_byte_stream_read_slabs() */
  gpointer        fill_data;
  char            head[FUL_HEAD_BYTES];
  gsize           n_head;
  gsize           n_mark;        /* bytes of the byte order mark of a text in UTF-8 */

  GMutex          mutex;
  GCond           cond;
  FulChunk        chunks[MAX_CHUNKS];
  guint           n_chunks;      /* how many are in use */
  GQueue          ready;         /* FulChunk */
  GQueue          unused;        /* FulChunk */
  gboolean        ended;         /* no more chunks will be ready */
  gboolean        closed;        /* not needed any more */
  GError         *error;
  gsize           n_bad_utf8;
  guint64         first_bad_utf8;
};

/**
 * ful_byte_stream_set_truncated_error:
 * @self: a stream that has ended
 * @error: gets %FUL_ERROR_TRUNCATED
 */
void
ful_byte_stream_set_truncated_error (FulByteStream  *self,
                                     GError        **error)
{
  ful_decoding_input_set_truncated_error (self->input, error);
}

/**
 * ful_byte_stream_read:
 * @to: where bytes go
 * @room: how many are wanted
 * @error: any error of reading or decompressing
 *
 * For the thread of the stream, and for the reader of slabs until it calls
 * ful_byte_stream_read_slabs().
 *
 * Returns: number of bytes; 0 at the end, -1 after an error
 */
gssize
ful_byte_stream_read (FulByteStream  *self,
                      char           *to,
                      gsize           room,
                      GError        **error)
{
  return ful_decoding_input_read (self->input, to, room, error);
}

static FulChunk *
take_unused (FulByteStream *self)
{
  FulChunk *chunk;

  g_mutex_lock (&self->mutex);
  while (g_queue_is_empty (&self->unused) && !self->closed)
    g_cond_wait (&self->cond, &self->mutex);
  chunk = self->closed ? NULL : g_queue_pop_head (&self->unused);
  g_mutex_unlock (&self->mutex);
  if (chunk && chunk->data == NULL)
    chunk->data = (char *) g_malloc (FUL_CHUNK_HEADROOM + FUL_CHUNK_BYTES + FUL_BYTES_PADDING) + FUL_CHUNK_HEADROOM;

  return chunk;
}

static void
push_chunk (FulByteStream *self,
            FulChunk      *chunk,
            gsize          n_bad,
            guint64        first_bad)
{
  g_mutex_lock (&self->mutex);
  if (n_bad > 0)
    {
      if (self->n_bad_utf8 == 0)
        self->first_bad_utf8 = first_bad;
      self->n_bad_utf8 += n_bad;
    }
  g_queue_push_tail (&self->ready, chunk);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

static gboolean
read_slabs (FulByteStream  *self,
            GError        **error)
{
  FulChunk *chunk;

  g_mutex_lock (&self->mutex);
  while (self->fill == NULL && !self->closed)
    g_cond_wait (&self->cond, &self->mutex);
  g_mutex_unlock (&self->mutex);

  while ((chunk = take_unused (self)))
    {
      if (!self->fill (chunk, self->fill_data, error))
        return *error == NULL;
      push_chunk (self, chunk, 0, 0);
    }

  return TRUE;
}

static gboolean
is_slabs (const char *head,
          gsize       n)
{
  return n >= FUL_SLABS_MAGIC_BYTES && memcmp (head, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0;
}

/* As ful_byte_stream_read(), of a text in UTF-16. @room: at least %FUL_UTF16_ROOM of 2 bytes */
static gssize
read_utf16 (FulByteStream  *self,
            char           *to,
            gsize           room,
            gsize          *n_bad,
            GError        **error)
{
  gsize n_done = 0;

  while (n_done == 0 && !self->units_ended)
    {
      gsize n;

      if (self->units_begin == self->units_end)
        {
          gssize n_read = ful_byte_stream_read (self, self->units, FUL_CHUNK_BYTES, error);

          if (n_read < 0)
            return -1;
          self->units_begin = 0;
          self->units_end = (gsize) n_read;
          self->units_ended = n_read == 0;
        }
      n = MIN (self->units_end - self->units_begin, 2 * (room / 3) - 4);
      n_done = ful_utf16_decode (&self->utf16, self->units + self->units_begin, n, self->units_ended, to, n_bad);
      self->units_begin += n;
    }

  return (gssize) n_done;
}

static gssize
read_text (FulByteStream  *self,
           char           *to,
           gsize           room,
           gsize          *n_bad,
           GError        **error)
{
  return self->units ? read_utf16 (self, to, room, n_bad, error) : ful_byte_stream_read (self, to, room, error);
}

/* Reads until the head is whole: pipes deliver in small pieces, and may wait with the next one. */
static gssize
read_head (FulByteStream  *self,
           char           *to,
           gsize          *n_bad,
           GError        **error)
{
  gsize n = 0;

  while (n < FUL_HEAD_BYTES && !is_slabs (to, n))
    {
      gssize more = read_text (self, to + n, FUL_CHUNK_BYTES - n, n_bad, error);

      if (more < 0)
        return -1;
      if (more == 0)
        break;
      n += (gsize) more;
    }

  return (gssize) n;
}

/* The head, as a text without a mark. */
static gssize
read_first (FulByteStream  *self,
            char           *to,
            gsize          *n_bad,
            GError        **error)
{
  gssize n = read_head (self, to, n_bad, error);
  gsize mark;
  FulEncoding encoding = n > 0 ? ful_encoding_detect (to, (gsize) n, &mark) : FUL_ENCODING_UTF8;

  if (n <= 0)
    return n;
  if (encoding == FUL_ENCODING_UTF8)
    {
      memmove (to, to + mark, (gsize) n - mark);
      self->n_mark = mark;
      return n - (gssize) mark;
    }

  ful_utf16_init (&self->utf16, encoding);
  self->units = g_malloc (FUL_CHUNK_BYTES);
  self->units_end = (gsize) n - mark;
  memcpy (self->units, to + mark, self->units_end);

  return read_head (self, to, n_bad, error);
}

static gboolean
read_chunks (FulByteStream  *self,
             GError        **error)
{
  guint64 offset = 0;     /* of the chunk in the text */
  gboolean first = TRUE;
  gboolean is_text = TRUE;

  for (;;)
    {
      FulChunk *chunk = take_unused (self);
      gsize n_bad = 0, first_bad = 0, done;
      gssize n;

      if (chunk == NULL)
        return TRUE;

      memcpy (chunk->data, self->carry, self->n_carry);
      n = first ? read_first (self, chunk->data, &n_bad, error)
                : read_text (self, chunk->data + self->n_carry, FUL_CHUNK_BYTES - self->n_carry, &n_bad, error);
      if (n < 0)
        {
          g_mutex_lock (&self->mutex);
          g_queue_push_tail (&self->unused, chunk);
          g_mutex_unlock (&self->mutex);
          return FALSE;
        }

      if (first)
        {
          self->binary = is_slabs (chunk->data, (gsize) n);
          self->n_head = MIN ((gsize) n, FUL_HEAD_BYTES);
          memcpy (self->head, chunk->data, self->n_head);
          is_text = !self->binary && (self->is_text == NULL || self->is_text (self->head, self->n_head));
        }
      first = FALSE;

      chunk->n = self->n_carry + (gsize) n;
      done = !is_text ? chunk->n : ful_utf8_repair (chunk->data, chunk->n, n == 0, &n_bad, &first_bad);
      self->n_carry = chunk->n - done;
      memcpy (self->carry, chunk->data + done, self->n_carry);
      chunk->n = done;

      if (n == 0 && done == 0)
        return TRUE;
      push_chunk (self, chunk, n_bad, self->n_mark + offset + first_bad);
      offset += done;
      if (self->binary)
        return read_slabs (self, error);
    }
}

static gpointer
reader_thread (gpointer data)
{
  FulByteStream *self = data;
  GError *error = NULL;

  read_chunks (self, &error);

  g_mutex_lock (&self->mutex);
  self->error = error;
  self->ended = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);

  return NULL;
}

static void
cancelled_cb (GCancellable  *cancellable,
              FulByteStream *self)
{
  g_mutex_lock (&self->mutex);
  self->closed = TRUE;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
  g_cancellable_cancel (self->cancellable);
}

static void
add_chunks (FulByteStream *self,
            guint          n)
{
  for (; n > 0 && self->n_chunks < MAX_CHUNKS; n--)
    g_queue_push_tail (&self->unused, &self->chunks[self->n_chunks++]);
}

/**
 * ful_byte_stream_new:
 * @input: source of the bytes
 * @bytes_read: an atomic counter of the bytes read from @input; must outlive the stream
 * @partial: whether compressed data that ends too early is the end of the stream instead of an error
 * @is_text: (nullable): whether bytes that are not UTF-8 are replaced; without it they are, but not those of slabs
 * @cancellable: (nullable): makes ful_byte_stream_next() fail at once
 *
 * Starts reading.
 *
 * Returns: (transfer full): the stream
 */
FulByteStream *
ful_byte_stream_new (GInputStream *input,
                     guint64      *bytes_read,
                     gboolean      partial,
                     FulIsTextFunc is_text,
                     GCancellable *cancellable)
{
  FulByteStream *self = g_new0 (FulByteStream, 1);

  self->is_text = is_text;
  self->outer = cancellable ? g_object_ref (cancellable) : NULL;
  self->cancellable = g_cancellable_new ();
  self->input = ful_decoding_input_new (input, bytes_read, partial, self->cancellable);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->cond);
  add_chunks (self, N_CHUNKS);
  if (self->outer)
    self->cancelled_id = g_cancellable_connect (self->outer, G_CALLBACK (cancelled_cb), self, NULL);
  self->thread = g_thread_new ("read-profile", reader_thread, self);

  return self;
}

/**
 * ful_byte_stream_stop:
 *
 * Ends the thread, without waiting for pending input.
 */
void
ful_byte_stream_stop (FulByteStream *self)
{
  g_cancellable_disconnect (self->outer, self->cancelled_id);
  self->cancelled_id = 0;
  cancelled_cb (NULL, self);
  g_clear_pointer (&self->thread, g_thread_join);
}

void
ful_byte_stream_free (FulByteStream *self)
{
  ful_byte_stream_stop (self);

  for (guint i = 0; i < self->n_chunks; i++)
    if (self->chunks[i].data)
      g_free (self->chunks[i].data - FUL_CHUNK_HEADROOM);
  g_queue_clear (&self->ready);
  g_queue_clear (&self->unused);
  ful_decoding_input_free (self->input);
  g_free (self->units);
  g_clear_error (&self->error);
  g_clear_object (&self->outer);
  g_object_unref (self->cancellable);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->cond);
  g_free (self);
}

/**
 * ful_byte_stream_next:
 * @self: a stream
 * @error: any error of reading or decompressing
 *
 * Waits for the next chunk. The caller owns its bytes until it releases it.
 *
 * Returns: (nullable): the chunk; %NULL without @error at the end
 */
FulChunk *
ful_byte_stream_next (FulByteStream  *self,
                      GError        **error)
{
  FulChunk *chunk;
  gboolean failed = FALSE;

  if (g_cancellable_set_error_if_cancelled (self->outer, error))
    return NULL;

  g_mutex_lock (&self->mutex);
  while (g_queue_is_empty (&self->ready) && !self->ended && !self->closed)
    g_cond_wait (&self->cond, &self->mutex);
  chunk = self->closed ? NULL : g_queue_pop_head (&self->ready);
  if (chunk == NULL && self->error && !self->closed)
    {
      g_propagate_error (error, g_error_copy (self->error));
      failed = TRUE;
    }
  g_mutex_unlock (&self->mutex);

  if (chunk == NULL && !failed)
    g_cancellable_set_error_if_cancelled (self->outer, error);

  return chunk;
}

/**
 * ful_byte_stream_add_chunks:
 * @self: a stream
 * @n: how many more chunks may exist at a time; at most as many as slabs need are
 *
 * For readers that hold more than one.
 */
void
ful_byte_stream_add_chunks (FulByteStream *self,
                            guint          n)
{
  g_mutex_lock (&self->mutex);
  add_chunks (self, n);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/**
 * ful_byte_stream_read_slabs:
 * @self: a stream whose first chunk begins with %FUL_SLABS_MAGIC
 * @fill: makes the following chunks, on the stream's thread
 * @user_data: for @fill; must live until ful_byte_stream_stop()
 */
void
ful_byte_stream_read_slabs (FulByteStream *self,
                            FulChunkFunc   fill_func,
                            gpointer       user_data)
{
  g_mutex_lock (&self->mutex);
  add_chunks (self, MAX_CHUNKS);
  self->fill = fill_func;
  self->fill_data = user_data;
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/**
 * ful_byte_stream_read_at:
 * @self: a stream that has had a chunk
 * @offset: in the file
 * @max: bytes that are wanted
 *
 * Reads out of order what a plain file has, up to its end. Other streams come in one pass.
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL if it is no plain file
 */
GBytes *
ful_byte_stream_read_at (FulByteStream *self,
                         guint64        offset,
                         gsize          max)
{
  return ful_decoding_input_read_at (self->input, offset, max);
}

void
ful_byte_stream_release (FulByteStream *self,
                         FulChunk      *chunk)
{
  g_mutex_lock (&self->mutex);
  g_queue_push_head (&self->unused, chunk);
  g_cond_broadcast (&self->cond);
  g_mutex_unlock (&self->mutex);
}

/* The following are known when the first chunk was delivered, and complete at the end. */

/**
 * ful_byte_stream_get_head:
 * @self: a stream that has delivered a chunk
 * @out_n: (out): number of bytes
 *
 * Returns: (transfer none): the first bytes, at most %FUL_HEAD_BYTES, decompressed, without a byte order mark, not repaired
 */
const char *
ful_byte_stream_get_head (FulByteStream *self,
                          gsize         *out_n)
{
  *out_n = self->n_head;

  return self->head;
}

/**
 * ful_byte_stream_get_n_mark:
 * @self: a stream that has delivered a chunk
 *
 * Returns: bytes before the first chunk in the uncompressed file: a byte order mark of UTF-8
 */
gsize
ful_byte_stream_get_n_mark (FulByteStream *self)
{
  return self->n_mark;
}

/**
 * ful_byte_stream_get_n_bad_utf8:
 * @self: a stream that has ended
 * @out_first_offset: (out): uncompressed offset of the first of them; set only if there is one
 *
 * Returns: number of bytes, or units of UTF-16, that were no characters and were replaced
 */
gsize
ful_byte_stream_get_n_bad_utf8 (FulByteStream *self,
                                guint64       *out_first_offset)
{
  gsize n;

  g_mutex_lock (&self->mutex);
  n = self->n_bad_utf8;
  if (n > 0)
    *out_first_offset = self->first_bad_utf8;
  g_mutex_unlock (&self->mutex);

  return n;
}

/**
 * ful_byte_stream_get_trailing_garbage:
 *
 * Returns: whether bytes after the last compressed member were ignored
 */
gboolean
ful_byte_stream_get_trailing_garbage (FulByteStream *self)
{
  gboolean garbage;

  g_mutex_lock (&self->mutex);
  garbage = ful_decoding_input_get_trailing_garbage (self->input);
  g_mutex_unlock (&self->mutex);

  return garbage;
}

/**
 * ful_byte_stream_get_truncated:
 * @self: a stream that has ended
 *
 * Returns: whether the compressed data ended too early
 */
gboolean
ful_byte_stream_get_truncated (FulByteStream *self)
{
  gboolean truncated;

  g_mutex_lock (&self->mutex);
  truncated = ful_decoding_input_get_truncated (self->input);
  g_mutex_unlock (&self->mutex);

  return truncated;
}
