/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Before slabs: bytes of theirs are no text. */
#define FUL_SLABS_MAGIC "\xdc\xdf\x4a\x53\x4c\x42\x01\x00"
#define FUL_SLABS_MAGIC_BYTES 8

typedef enum
{
  FUL_COMPRESSION_NONE,
  FUL_COMPRESSION_GZIP,
  FUL_COMPRESSION_ZSTD,
} FulCompression;

typedef enum
{
  FUL_DECODER_MORE,     /* needs more input or output space */
  FUL_DECODER_DONE,     /* a member is complete; another one may follow */
  FUL_DECODER_ERROR,
} FulDecoderStatus;

/**
 * FulDecoder:
 *
 * Decompresses one stream, block by block. One thread at a time.
 */
typedef struct _FulDecoder FulDecoder;

FulCompression    ful_compression_detect (const guint8    *head,
                                          gsize            n);
FulDecoder       *ful_decoder_new        (FulCompression   compression,
                                          GError         **error);
void              ful_decoder_free       (FulDecoder      *self);
FulDecoderStatus  ful_decoder_run        (FulDecoder      *self,
                                          const guint8   **in,
                                          gsize           *n_in,
                                          guint8         **out,
                                          gsize           *n_out,
                                          GError         **error);
void              ful_decoder_reset      (FulDecoder      *self);
gboolean          ful_decoder_check_expansion (guint64     n_in,
                                          guint64          n_out,
                                          GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulDecoder, ful_decoder_free)

G_END_DECLS
