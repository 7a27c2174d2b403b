/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The content of a member of a zip archive, by zlib. Its size and checksum are verified where it ends. */

#include "config.h"

#include "ful-zip-stream.h"

#include "ful-decoder.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <zlib.h>

#define INPUT_BYTES (64 * 1024)

#define FUL_TYPE_ZIP_STREAM (ful_zip_stream_get_type ())
G_DECLARE_FINAL_TYPE (FulZipStream, ful_zip_stream, FUL, ZIP_STREAM, GInputStream)

struct _FulZipStream
{
  GInputStream  parent_instance;

  GInputStream *input;
  guint64       next;           /* offset of the next compressed byte in @input */
  guint64       packed_left;
  guint64       total_in, total_out;
  guint64       size;           /* as the archive says, like @expected_crc */
  guint32       crc, expected_crc;
  gboolean      is_deflated;
  gboolean      ended;          /* the last block of the compressed data was read */
  char         *path;
  z_stream      inflate;
  guint8       *packed;
};

G_DEFINE_FINAL_TYPE (FulZipStream, ful_zip_stream, G_TYPE_INPUT_STREAM)

static gssize
fail (FulZipStream  *self,
      const char    *why,
      GError       **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“%s” in the zip archive is damaged (%s)"), self->path, why);

  return -1;
}

static gssize
read_packed (FulZipStream  *self,
             void          *to,
             gsize          n,
             GCancellable  *cancellable,
             GError       **error)
{
  gssize n_read;

  n = (gsize) MIN (n, self->packed_left);
  if (n == 0)
    return 0;
  if (!g_seekable_seek (G_SEEKABLE (self->input), (goffset) self->next, G_SEEK_SET, cancellable, error))
    return -1;
  n_read = g_input_stream_read (self->input, to, n, cancellable, error);
  if (n_read == 0)
    return fail (self, _("the file is too short"), error);
  if (n_read > 0)
    {
      self->next += (guint64) n_read;
      self->packed_left -= (guint64) n_read;
      self->total_in += (guint64) n_read;
    }

  return n_read;
}

static gssize
read_deflated (FulZipStream  *self,
               void          *to,
               gsize          n,
               GCancellable  *cancellable,
               GError       **error)
{
  self->inflate.next_out = to;
  self->inflate.avail_out = (uInt) MIN (n, G_MAXINT32);
  n = self->inflate.avail_out;
  while (self->inflate.avail_out == n && !self->ended)
    {
      int status;

      if (self->inflate.avail_in == 0)
        {
          gssize n_read = read_packed (self, self->packed, INPUT_BYTES, cancellable, error);

          if (n_read < 0)
            return -1;
          if (n_read == 0)
            return fail (self, _("its end is missing"), error);
          self->inflate.next_in = self->packed;
          self->inflate.avail_in = (uInt) n_read;
        }
      status = inflate (&self->inflate, Z_NO_FLUSH);
      if (status == Z_STREAM_END)
        self->ended = TRUE;
      else if (status != Z_OK && status != Z_BUF_ERROR)
        return fail (self, self->inflate.msg ? self->inflate.msg : _("invalid block"), error);
    }

  return (gssize) (n - self->inflate.avail_out);
}

static gssize
ful_zip_stream_read (GInputStream  *stream,
                     void          *buffer,
                     gsize          count,
                     GCancellable  *cancellable,
                     GError       **error)
{
  FulZipStream *self = FUL_ZIP_STREAM (stream);
  gssize n = self->is_deflated ? read_deflated (self, buffer, count, cancellable, error)
                               : read_packed (self, buffer, count, cancellable, error);

  if (n < 0 || count == 0)
    return n;
  self->total_out += (guint64) n;
  self->crc = (guint32) crc32 (self->crc, buffer, (uInt) n);
  if (self->total_out > self->size || (n == 0 && self->total_out != self->size))
    return fail (self, _("wrong size"), error);
  if (self->total_out == self->size && self->crc != self->expected_crc)
    return fail (self, _("wrong checksum"), error);
  if (!ful_decoder_check_expansion (self->total_in, self->total_out, error))
    return -1;

  return n;
}

static void
ful_zip_stream_finalize (GObject *object)
{
  FulZipStream *self = FUL_ZIP_STREAM (object);

  if (self->is_deflated)
    inflateEnd (&self->inflate);
  g_object_unref (self->input);
  g_free (self->path);
  g_free (self->packed);

  G_OBJECT_CLASS (ful_zip_stream_parent_class)->finalize (object);
}

static void
ful_zip_stream_class_init (FulZipStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_zip_stream_finalize;
  G_INPUT_STREAM_CLASS (klass)->read_fn = ful_zip_stream_read;
}

static void
ful_zip_stream_init (FulZipStream *self)
{
}

/**
 * ful_zip_stream_new:
 * @input: the archive; it can seek, and is not used for anything else between two reads
 * @content: what the archive says; its packed bytes are all in the file
 *
 * Returns: (transfer full): the content
 */
GInputStream *
ful_zip_stream_new (GInputStream        *input,
                    const FulZipContent *content)
{
  FulZipStream *self = g_object_new (FUL_TYPE_ZIP_STREAM, NULL);

  self->input = g_object_ref (input);
  self->next = content->begin;
  self->packed_left = content->packed_size;
  self->size = content->size;
  self->expected_crc = content->crc;
  self->path = g_strdup (content->path);
  if (content->is_deflated)
    {
      self->packed = g_malloc (INPUT_BYTES);
      if (inflateInit2 (&self->inflate, -15) != Z_OK)
        g_error ("zlib could not be initialised");
      self->is_deflated = TRUE;
    }

  return G_INPUT_STREAM (self);
}
