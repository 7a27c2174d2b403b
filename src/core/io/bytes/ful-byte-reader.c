/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of a byte stream. A record within a chunk is read where it is; one that crosses the end of a
 * chunk begins in the space before the next one, or is joined in a buffer if it is longer than that. */

#include "config.h"

#include "ful-byte-reader.h"

#include <string.h>

struct _FulByteReader
{
  FulByteStream *stream;
  FulChunk      *chunk;       /* (nullable): what p points into, unless that is @joined */
  char          *p, *end;     /* unread bytes in one piece; *end may be written */
  GByteArray    *joined;
  char          *long_line;   /* (nullable): the beginning of one */
  guint64        offset;      /* of p in the uncompressed file */
  guint64        n_cut;
  gboolean       ended;
  GError        *error;
};

/**
 * ful_byte_reader_new:
 * @stream: a stream that outlives the reader
 * @first: (transfer full): its first chunk
 */
FulByteReader *
ful_byte_reader_new (FulByteStream *stream,
                     FulChunk      *first)
{
  FulByteReader *self = g_new0 (FulByteReader, 1);

  self->stream = stream;
  self->chunk = first;
  self->p = first->data;
  self->end = first->data + first->n;
  self->offset = ful_byte_stream_get_n_mark (stream);
  self->joined = g_byte_array_new ();

  return self;
}

void
ful_byte_reader_free (FulByteReader *self)
{
  if (self->chunk)
    ful_byte_stream_release (self->stream, self->chunk);
  g_byte_array_unref (self->joined);
  g_free (self->long_line);
  g_clear_error (&self->error);
  g_free (self);
}

static void
set_chunk (FulByteReader *self,
           FulChunk      *chunk)
{
  if (self->chunk)
    ful_byte_stream_release (self->stream, self->chunk);
  self->chunk = chunk;
}

/* Appends the next chunk to the unread bytes. */
static gboolean
read_more (FulByteReader *self)
{
  FulChunk *next = self->ended ? NULL : ful_byte_stream_next (self->stream, &self->error);
  gsize n = (gsize) (self->end - self->p);
  gboolean is_joined = self->chunk == NULL;

  if (next == NULL)
    {
      self->ended = TRUE;
      return FALSE;
    }
  if (n <= FUL_CHUNK_HEADROOM)
    {
      memcpy (next->data - n, self->p, n);
      set_chunk (self, next);
      self->p = next->data - n;
      self->end = next->data + next->n;
      return TRUE;
    }

  if (is_joined && self->p != (char *) self->joined->data)
    g_byte_array_remove_range (self->joined, 0, (guint) (self->p - (char *) self->joined->data));
  else if (!is_joined)
    {
      g_byte_array_set_size (self->joined, 0);
      g_byte_array_append (self->joined, (guint8 *) self->p, (guint) n);
    }
  g_byte_array_set_size (self->joined, (guint) n);
  g_byte_array_append (self->joined, (guint8 *) next->data, (guint) next->n);
  g_byte_array_append (self->joined, (const guint8 *) "", 1);   /* room for the end of a line */
  ful_byte_stream_release (self->stream, next);
  set_chunk (self, NULL);
  self->p = (char *) self->joined->data;
  self->end = self->p + self->joined->len - 1;

  return TRUE;
}

/**
 * ful_byte_reader_peek:
 * @self: a reader
 * @n: how many bytes are wanted, up to %FUL_BYTE_READER_MAX
 * @out_n: (out): how many there are: fewer only at the end
 *
 * Returns: (transfer none): the next bytes, which stay the next ones; valid until the next call
 */
const guint8 *
ful_byte_reader_peek (FulByteReader *self,
                      gsize          n,
                      gsize         *out_n)
{
  n = MIN (n, FUL_BYTE_READER_MAX);
  while ((gsize) (self->end - self->p) < n && read_more (self))
    ;
  *out_n = MIN (n, (gsize) (self->end - self->p));

  return (const guint8 *) self->p;
}

/**
 * ful_byte_reader_peek_piece:
 * @self: a reader
 * @out_n: (out): how many bytes there are; 0 only at the end
 *
 * Returns: (transfer none): the next bytes, as many as are at hand; valid until the next call
 */
const guint8 *
ful_byte_reader_peek_piece (FulByteReader *self,
                            gsize         *out_n)
{
  while (self->p == self->end && read_more (self))
    ;
  *out_n = (gsize) (self->end - self->p);

  return (const guint8 *) self->p;
}

/**
 * ful_byte_reader_take:
 * @self: a reader
 * @n: not more than was peeked at
 */
void
ful_byte_reader_take (FulByteReader *self,
                      gsize          n)
{
  g_assert (n <= (gsize) (self->end - self->p));

  self->p += n;
  self->offset += n;
}

/**
 * ful_byte_reader_skip:
 *
 * Returns: how many of @n bytes there were
 */
guint64
ful_byte_reader_skip (FulByteReader *self,
                      guint64        n)
{
  guint64 left = n;

  for (;;)
    {
      gsize step = (gsize) MIN (left, (guint64) (self->end - self->p));

      ful_byte_reader_take (self, step);
      left -= step;
      if (left == 0 || !read_more (self))
        return n - left;
    }
}

/* Skips the rest of a line that is too long to be held. */
static void
skip_line (FulByteReader *self)
{
  do
    {
      char *newline = memchr (self->p, '\n', (gsize) (self->end - self->p));

      ful_byte_reader_take (self, (gsize) ((newline ? newline + 1 : self->end) - self->p));
      if (newline)
        return;
    }
  while (read_more (self));
}

/**
 * ful_byte_reader_next_line:
 * @self: a reader
 * @out_n: (out) (optional): its length
 *
 * Reads a line that ends with LF, CR LF or the file. Of one longer than %FUL_BYTE_READER_MAX the rest is skipped.
 *
 * Returns: (transfer none) (nullable): the line without its end, NUL-terminated; valid until the next call
 */
char *
ful_byte_reader_next_line (FulByteReader *self,
                           gsize         *out_n)
{
  gsize searched = 0;
  char *line, *newline;
  gsize n;

  for (;;)
    {
      gsize available = (gsize) (self->end - self->p);

      newline = memchr (self->p + searched, '\n', available - searched);
      if (newline || available >= FUL_BYTE_READER_MAX)
        break;
      searched = available;
      if (!read_more (self))
        break;
    }

  if (self->error || self->p == self->end)
    return NULL;

  line = self->p;
  n = (gsize) ((newline ? newline : self->end) - line);
  if (newline || self->ended)
    ful_byte_reader_take (self, n + (newline != NULL));
  else
    {
      g_free (self->long_line);
      line = self->long_line = g_strndup (line, n);
      self->n_cut++;
      skip_line (self);
    }
  if (n > 0 && line[n - 1] == '\r')
    n--;
  line[n] = '\0';
  if (out_n)
    *out_n = n;

  return line;
}

/**
 * ful_byte_reader_read_at:
 *
 * Returns: (transfer full) (nullable): see ful_byte_stream_read_at()
 */
GBytes *
ful_byte_reader_read_at (FulByteReader *self,
                         guint64        offset,
                         gsize          max)
{
  return ful_byte_stream_read_at (self->stream, offset, max);
}

/**
 * ful_byte_reader_get_offset:
 *
 * Returns: offset of the next byte in the uncompressed file
 */
guint64
ful_byte_reader_get_offset (FulByteReader *self)
{
  return self->offset;
}

/**
 * ful_byte_reader_get_n_cut:
 *
 * Returns: number of lines that were longer than %FUL_BYTE_READER_MAX
 */
guint64
ful_byte_reader_get_n_cut (FulByteReader *self)
{
  return self->n_cut;
}

/**
 * ful_byte_reader_steal_all:
 * @self: a reader of which nothing was taken; it has no more bytes then
 * @out_stream: (out) (transfer none): its stream
 *
 * For a reader of another kind.
 *
 * Returns: (transfer full): the first chunk of the stream
 */
FulChunk *
ful_byte_reader_steal_all (FulByteReader  *self,
                           FulByteStream **out_stream)
{
  g_assert (self->chunk && self->p == self->chunk->data);
  *out_stream = self->stream;
  self->p = self->end;
  self->offset = self->chunk->n;
  self->ended = TRUE;

  return g_steal_pointer (&self->chunk);
}

/**
 * ful_byte_reader_check:
 * @self: a reader that has no more bytes
 * @error: any error of reading or decompressing
 *
 * Returns: whether it has read the whole file
 */
gboolean
ful_byte_reader_check (FulByteReader  *self,
                       GError        **error)
{
  if (self->error == NULL)
    return TRUE;

  g_propagate_error (error, g_error_copy (self->error));

  return FALSE;
}
