/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gzip by ISA-L where it was found at build time, else by zlib; zstd where it was
 * found. Checksums are verified by the libraries. */

#include "config.h"

#include "ful-decoder.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#ifdef HAVE_ISAL
#include <isa-l/igzip_lib.h>
#else
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

/* Limits on the expansion of a profile: real ones are below 60:1. */
#define MAX_EXPANSION 200
#define MAX_EXPANSION_FREE_BYTES (G_GUINT64_CONSTANT (256) << 20)

struct _FulDecoder
{
  FulCompression        compression;
#ifdef HAVE_ISAL
  struct inflate_state  gzip;
#else
  z_stream              gzip;
  gboolean              gzip_ready;
#endif
#ifdef HAVE_ZSTD
  ZSTD_DStream         *zstd;
#endif
};

/**
 * ful_compression_detect:
 * @head: first bytes of a file
 * @n: number of bytes
 *
 * Returns: how the file is compressed, by its magic number
 */
FulCompression
ful_compression_detect (const guint8 *head,
                        gsize         n)
{
  if (n >= 3 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8)
    return FUL_COMPRESSION_GZIP;
  if (n >= 4 && head[0] == 0x28 && head[1] == 0xb5 && head[2] == 0x2f && head[3] == 0xfd)
    return FUL_COMPRESSION_ZSTD;

  return FUL_COMPRESSION_NONE;
}

/**
 * ful_decoder_new:
 * @compression: not %FUL_COMPRESSION_NONE
 * @error: %FUL_ERROR_UNKNOWN_FORMAT if this build cannot decompress it
 *
 * Returns: (transfer full): a decoder at the start of a stream, or %NULL
 */
FulDecoder *
ful_decoder_new (FulCompression   compression,
                 GError         **error)
{
  g_autoptr(FulDecoder) self = g_new0 (FulDecoder, 1);

  self->compression = compression;

  if (compression == FUL_COMPRESSION_ZSTD)
    {
#ifdef HAVE_ZSTD
      self->zstd = ZSTD_createDStream ();
#else
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT,
                           _("The file is compressed with zstd, which this build cannot read; decompress it with \"unzstd\" first"));
      return NULL;
#endif
    }
  else
    {
#ifndef HAVE_ISAL
      if (inflateInit2 (&self->gzip, 15 + 16) != Z_OK)
        g_error ("zlib could not be initialised");
      self->gzip_ready = TRUE;
#endif
    }
  ful_decoder_reset (self);

  return g_steal_pointer (&self);
}

void
ful_decoder_free (FulDecoder *self)
{
#ifndef HAVE_ISAL
  if (self->gzip_ready)
    inflateEnd (&self->gzip);
#endif
#ifdef HAVE_ZSTD
  ZSTD_freeDStream (self->zstd);
#endif
  g_free (self);
}

/**
 * ful_decoder_reset:
 * @self: a decoder
 *
 * Gets ready for another member.
 */
void
ful_decoder_reset (FulDecoder *self)
{
  if (self->compression == FUL_COMPRESSION_ZSTD)
    {
#ifdef HAVE_ZSTD
      ZSTD_DCtx_reset (self->zstd, ZSTD_reset_session_only);
#endif
      return;
    }

#ifdef HAVE_ISAL
  isal_inflate_init (&self->gzip);
  self->gzip.crc_flag = ISAL_GZIP;
#else
  inflateReset (&self->gzip);
#endif
}

static FulDecoderStatus
run_gzip (FulDecoder    *self,
          const guint8 **in,
          gsize         *n_in,
          guint8       **out,
          gsize         *n_out,
          GError       **error)
{
#ifdef HAVE_ISAL
  int status;

  self->gzip.next_in = (guint8 *) *in;
  self->gzip.avail_in = (guint32) *n_in;
  self->gzip.next_out = *out;
  self->gzip.avail_out = (guint32) *n_out;
  status = isal_inflate (&self->gzip);
  *in = self->gzip.next_in;
  *n_in = self->gzip.avail_in;
  *out = self->gzip.next_out;
  *n_out = self->gzip.avail_out;
  if (status < 0 || status == ISAL_NEED_DICT)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The gzip data is damaged (%s)"),
                   status == ISAL_INCORRECT_CHECKSUM ? _("wrong checksum") : _("invalid block"));
      return FUL_DECODER_ERROR;
    }

  return self->gzip.block_state == ISAL_BLOCK_FINISH ? FUL_DECODER_DONE : FUL_DECODER_MORE;
#else
  int status;

  self->gzip.next_in = (guint8 *) *in;
  self->gzip.avail_in = (uInt) *n_in;
  self->gzip.next_out = *out;
  self->gzip.avail_out = (uInt) *n_out;
  status = inflate (&self->gzip, Z_NO_FLUSH);
  *in = self->gzip.next_in;
  *n_in = self->gzip.avail_in;
  *out = self->gzip.next_out;
  *n_out = self->gzip.avail_out;
  if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The gzip data is damaged (%s)"),
                   self->gzip.msg ? self->gzip.msg : _("invalid block"));
      return FUL_DECODER_ERROR;
    }

  return status == Z_STREAM_END ? FUL_DECODER_DONE : FUL_DECODER_MORE;
#endif
}

/**
 * ful_decoder_run:
 * @self: a decoder
 * @in: (inout): next byte of input; moved after the consumed ones
 * @n_in: (inout): bytes left there
 * @out: (inout): next byte of output; moved after the written ones
 * @n_out: (inout): room left there
 * @error: %FUL_ERROR_FORMAT if the data is damaged
 *
 * Decompresses until input or room is used up or a member ends.
 */
FulDecoderStatus
ful_decoder_run (FulDecoder    *self,
                 const guint8 **in,
                 gsize         *n_in,
                 guint8       **out,
                 gsize         *n_out,
                 GError       **error)
{
#ifdef HAVE_ZSTD
  if (self->compression == FUL_COMPRESSION_ZSTD)
    {
      ZSTD_inBuffer input = { *in, *n_in, 0 };
      ZSTD_outBuffer output = { *out, *n_out, 0 };
      size_t status = ZSTD_decompressStream (self->zstd, &output, &input);

      *in += input.pos;
      *n_in -= input.pos;
      *out += output.pos;
      *n_out -= output.pos;
      if (ZSTD_isError (status))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The zstd data is damaged (%s)"), ZSTD_getErrorName (status));
          return FUL_DECODER_ERROR;
        }

      return status == 0 ? FUL_DECODER_DONE : FUL_DECODER_MORE;
    }
#endif

  return run_gzip (self, in, n_in, out, n_out, error);
}

/**
 * ful_decoder_check_expansion:
 * @n_in: compressed bytes so far
 * @n_out: what they became
 * @error: %FUL_ERROR_TOO_LARGE
 *
 * Returns: whether a profile may be compressed so well
 */
gboolean
ful_decoder_check_expansion (guint64   n_in,
                             guint64   n_out,
                             GError  **error)
{
  if (n_out <= MAX_EXPANSION_FREE_BYTES || n_out / MAX_EXPANSION <= n_in)
    return TRUE;

  g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE,
               _("The compressed data expands more than %d-fold (%ju bytes so far): this is not a profile"),
               MAX_EXPANSION, (uintmax_t) n_out);

  return FALSE;
}
