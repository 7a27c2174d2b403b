/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-decoder.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* Space before a chunk, for the unread bytes of the previous one. */
#define FUL_CHUNK_HEADROOM 4096

/**
 * FulChunk:
 * @data: bytes, with %FUL_CHUNK_HEADROOM writable bytes before and
 *   %FUL_BYTES_PADDING writable bytes after them
 * @n: how many
 * @is_last: of the text of a slab
 * @run_begin: (nullable): where in it @run begins
 * @run: (nullable): what was read of it ahead, see ful-raw-run.h
 */
typedef struct
{
  char              *data;
  gsize              n;
  gboolean           is_last;
  const char        *run_begin;
  struct _FulRawRun *run;
} FulChunk;

#define FUL_CHUNK_BYTES (256 * 1024)

/* Writes up to %FUL_CHUNK_BYTES to @chunk. Returns FALSE at the end, and after an error. */
typedef gboolean (*FulChunkFunc) (FulChunk  *chunk,
                                  gpointer   user_data,
                                  GError   **error);

/* Whether a file that begins with @head, up to %FUL_HEAD_BYTES of it, is text. Called on the stream's thread. */
typedef gboolean (*FulIsTextFunc) (const char *head,
                                   gsize       n);

#define FUL_HEAD_BYTES (64 * 1024)

/**
 * FulByteStream:
 *
 * The uncompressed bytes of a file, read and decompressed on a thread of their own. Text is UTF-8 without a byte order mark;
 * offsets are those of the uncompressed file, but for a text in UTF-16, where they are those of its UTF-8.
 */
typedef struct _FulByteStream FulByteStream;

FulByteStream  *ful_byte_stream_new           (GInputStream   *input,
                                               guint64        *bytes_read,
                                               gboolean        partial,
                                               FulIsTextFunc   is_text,
                                               GCancellable   *cancellable);
void            ful_byte_stream_free          (FulByteStream  *self);
void            ful_byte_stream_stop          (FulByteStream  *self);
FulChunk       *ful_byte_stream_next          (FulByteStream  *self,
                                               GError        **error);
void            ful_byte_stream_read_slabs    (FulByteStream  *self,
                                               FulChunkFunc    fill,
                                               gpointer        user_data);
void            ful_byte_stream_add_chunks    (FulByteStream  *self,
                                               guint           n);
gssize          ful_byte_stream_read          (FulByteStream  *self,
                                               char           *to,
                                               gsize           room,
                                               GError        **error);
GBytes         *ful_byte_stream_read_at       (FulByteStream  *self,
                                               guint64         offset,
                                               gsize           max);
void            ful_byte_stream_release       (FulByteStream  *self,
                                               FulChunk       *chunk);
const char     *ful_byte_stream_get_head      (FulByteStream  *self,
                                               gsize          *out_n);
gsize           ful_byte_stream_get_n_mark    (FulByteStream  *self);
gsize           ful_byte_stream_get_n_bad_utf8 (FulByteStream *self,
                                               guint64        *out_first_offset);
gboolean        ful_byte_stream_get_trailing_garbage (FulByteStream *self);
void            ful_byte_stream_set_truncated_error (FulByteStream *self,
                                               GError        **error);
gboolean        ful_byte_stream_get_truncated (FulByteStream  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulByteStream, ful_byte_stream_free)

G_END_DECLS
