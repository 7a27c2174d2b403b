/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bytes of a file that may be compressed, one read after the other. Compression is detected by magic number at the
 * first read: gzip (several members as well), zstd, or none. What a file expands to has a limit. */

#include "config.h"

#include "ful-decoding-input.h"
#include "ful-decoder.h"

#include "base/ful-error.h"
#include "base/ful-format.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <string.h>

#define INPUT_BYTES (128 * 1024)

struct _FulDecodingInput
{
  GInputStream   *input;
  GMutex          lock;               /* of the position in @input */
  GCancellable   *cancellable;
  guint64        *bytes_read;
  gboolean        partial;            /* compressed data may end too early */
  FulCompression  compression;
  FulDecoder     *decoder;            /* (nullable): there is one if it is compressed */
  guint8         *raw;                /* (nullable): bytes as they are in the file; the first at first */
  const guint8   *raw_next;
  gsize           raw_left;
  gboolean        input_ended;
  gboolean        member_done;
  guint64         total_in, total_out;
  gboolean        trailing_garbage;
  gboolean        truncated;          /* compressed data ended too early */
};

/**
 * ful_decoding_input_new:
 * @input: source of the bytes
 * @bytes_read: an atomic counter of the bytes read from @input; must outlive the object
 * @partial: whether compressed data that ends too early is the end instead of an error
 * @cancellable: ends a read that waits
 *
 * Returns: (transfer full): a new one, which has read nothing
 */
FulDecodingInput *
ful_decoding_input_new (GInputStream *input,
                        guint64      *bytes_read,
                        gboolean      partial,
                        GCancellable *cancellable)
{
  FulDecodingInput *self = g_new0 (FulDecodingInput, 1);

  self->input = g_object_ref (input);
  g_mutex_init (&self->lock);
  self->bytes_read = bytes_read;
  self->partial = partial;
  self->cancellable = g_object_ref (cancellable);

  return self;
}

void
ful_decoding_input_free (FulDecodingInput *self)
{
  g_clear_pointer (&self->decoder, ful_decoder_free);
  g_free (self->raw);
  g_object_unref (self->input);
  g_mutex_clear (&self->lock);
  g_object_unref (self->cancellable);
  g_free (self);
}

static gssize
read_input (FulDecodingInput  *self,
            gpointer           to,
            gsize              room,
            GError           **error)
{
  gssize n;

  g_mutex_lock (&self->lock);
  n = g_input_stream_read (self->input, to, room, self->cancellable, error);
  g_mutex_unlock (&self->lock);

  return n;
}

static gboolean
read_raw (FulDecodingInput  *self,
          GError           **error)
{
  gssize n = read_input (self, self->raw, INPUT_BYTES, error);

  if (n < 0)
    return FALSE;

  self->raw_next = self->raw;
  self->raw_left = (gsize) n;
  self->input_ended = n == 0;
  self->total_in += (gsize) n;
  __atomic_store_n (self->bytes_read, self->total_in, __ATOMIC_RELAXED);

  return TRUE;
}

/**
 * ful_decoding_input_set_truncated_error:
 * @self: one that has ended
 * @error: gets %FUL_ERROR_TRUNCATED
 */
void
ful_decoding_input_set_truncated_error (FulDecodingInput  *self,
                                        GError           **error)
{
  g_autofree char *size = ful_format_bytes ((double) self->total_in);

  g_set_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED, _("The file ends after %s: is the download complete?"), size);
}

/* Fills @to, as far as input is available. Returns -1 on error. */
static gssize
decompress (FulDecodingInput  *self,
            guint8            *to,
            gsize              room,
            GError           **error)
{
  guint8 *out = to;
  gsize left = room;

  while (left > 0)
    {
      gsize before = left;
      FulDecoderStatus status;

      if (self->raw_left == 0 && !self->input_ended && !read_raw (self, error))
        return -1;
      if (self->input_ended && self->raw_left == 0 && self->member_done)
        break;

      if (self->member_done)
        {
          if (ful_compression_detect (self->raw_next, self->raw_left) != self->compression && self->raw_left >= 4)
            {
              self->trailing_garbage = TRUE;
              self->raw_left = 0;
              self->input_ended = TRUE;
              break;
            }
          ful_decoder_reset (self->decoder);
          self->member_done = FALSE;
        }

      status = ful_decoder_run (self->decoder, &self->raw_next, &self->raw_left, &out, &left, error);
      if (status == FUL_DECODER_ERROR)
        {
          g_prefix_error (error, _("Near byte %ju of the compressed file: "),
                          (uintmax_t) (self->total_in - self->raw_left));
          return -1;
        }
      self->member_done = status == FUL_DECODER_DONE;
      self->total_out += before - left;

      if (self->input_ended && self->raw_left == 0 && !self->member_done && before == left)
        {
          self->truncated = TRUE;
          if (self->partial)
            break;
          ful_decoding_input_set_truncated_error (self, error);
          return -1;
        }
      if (!ful_decoder_check_expansion (self->total_in, self->total_out, error))
        return -1;
    }

  return (gssize) (room - left);
}

static gboolean
detect (FulDecodingInput  *self,
        GError           **error)
{
  self->raw = g_malloc (INPUT_BYTES);

  /* Pipes deliver in small pieces; the magic numbers need eight bytes. */
  while (self->raw_left < 8)
    {
      gssize n = read_input (self, self->raw + self->raw_left, INPUT_BYTES - self->raw_left, error);

      if (n < 0)
        return FALSE;
      if (n == 0)
        {
          self->input_ended = TRUE;
          break;
        }
      self->raw_left += (gsize) n;
    }
  self->raw_next = self->raw;
  self->total_in = self->raw_left;

  self->compression = ful_compression_detect (self->raw, self->raw_left);
  if (self->compression == FUL_COMPRESSION_NONE)
    return TRUE;

  self->decoder = ful_decoder_new (self->compression, error);

  return self->decoder != NULL;
}

/**
 * ful_decoding_input_read:
 * @to: where bytes go
 * @room: how many are wanted
 * @error: any error of reading or decompressing
 *
 * Returns: number of bytes; 0 at the end, -1 after an error
 */
gssize
ful_decoding_input_read (FulDecodingInput  *self,
                         char              *to,
                         gsize              room,
                         GError           **error)
{
  gssize n;

  if (self->raw == NULL && !detect (self, error))
    return -1;
  if (self->decoder)
    return decompress (self, (guint8 *) to, room, error);

  /* The head that was read for detection is first. */
  if (self->raw_left > 0)
    {
      n = (gssize) MIN (room, self->raw_left);
      memcpy (to, self->raw_next, (gsize) n);
      self->raw_next += n;
      self->raw_left -= (gsize) n;
      self->total_out += (gsize) n;
      return n;
    }
  if (self->input_ended)
    return 0;

  n = read_input (self, to, room, error);
  if (n < 0)
    return -1;
  self->input_ended = n == 0;
  self->total_in += (gsize) n;
  self->total_out += (gsize) n;
  __atomic_store_n (self->bytes_read, self->total_in, __ATOMIC_RELAXED);

  return n;
}

/* Returns: the size of a plain file, or -1 */
static goffset
get_plain_size (FulDecodingInput *self)
{
  g_autoptr(GFileInfo) info = NULL;

  if (!g_seekable_can_seek (G_SEEKABLE (self->input)))
    return -1;
  info = g_file_input_stream_query_info (G_FILE_INPUT_STREAM (self->input),
                                         G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE, NULL, NULL);

  return info && g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR ? g_file_info_get_size (info) : -1;
}

/* Under the lock. */
static GBytes *
read_plain (FulDecodingInput *self,
            guint64           offset,
            gsize             max)
{
  GSeekable *seekable = G_SEEKABLE (self->input);
  goffset size = get_plain_size (self), before = g_seekable_tell (seekable);
  g_autofree guint8 *bytes = NULL;
  gsize n = 0;

  if (size < 0 || offset > (guint64) size || !g_seekable_seek (seekable, (goffset) offset, G_SEEK_SET, NULL, NULL))
    return NULL;

  max = (gsize) MIN (max, (guint64) size - offset);
  bytes = g_malloc (MAX (max, 1));
  g_input_stream_read_all (self->input, bytes, max, &n, NULL, NULL);
  /* Else the next bytes of the stream would be others. */
  if (!g_seekable_seek (seekable, before, G_SEEK_SET, NULL, NULL))
    return NULL;

  return g_bytes_new_take (g_steal_pointer (&bytes), n);
}

/**
 * ful_decoding_input_read_at:
 * @self: one that has been read from
 * @offset: in the file
 * @max: bytes that are wanted
 *
 * Reads out of order what a plain file has, up to its end. Others come in one pass. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): the bytes; %NULL if it is no plain file
 */
GBytes *
ful_decoding_input_read_at (FulDecodingInput *self,
                            guint64           offset,
                            gsize             max)
{
  GBytes *bytes;

  if (self->compression != FUL_COMPRESSION_NONE || !G_IS_FILE_INPUT_STREAM (self->input))
    return NULL;
  g_mutex_lock (&self->lock);
  bytes = read_plain (self, offset, max);
  g_mutex_unlock (&self->lock);

  return bytes;
}

/**
 * ful_decoding_input_get_trailing_garbage:
 * @self: one that has ended
 *
 * Returns: whether bytes after the last compressed member were ignored
 */
gboolean
ful_decoding_input_get_trailing_garbage (FulDecodingInput *self)
{
  return self->trailing_garbage;
}

/**
 * ful_decoding_input_get_truncated:
 * @self: one that has ended
 *
 * Returns: whether the compressed data ended too early
 */
gboolean
ful_decoding_input_get_truncated (FulDecodingInput *self)
{
  return self->truncated;
}
