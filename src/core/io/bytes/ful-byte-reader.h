/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-byte-stream.h"

G_BEGIN_DECLS

/* The longest record that is held in one piece. */
#define FUL_BYTE_READER_MAX (16 * 1024 * 1024)

/**
 * FulByteReader:
 *
 * The bytes of a stream by lines or by numbers of bytes, in one pass. Holds a chunk
 * and the current record.
 */
typedef struct _FulByteReader FulByteReader;

FulByteReader *ful_byte_reader_new            (FulByteStream *stream,
                                               FulChunk      *first);
void           ful_byte_reader_free           (FulByteReader *self);
const guint8  *ful_byte_reader_peek           (FulByteReader *self,
                                               gsize          n,
                                               gsize         *out_n);
const guint8  *ful_byte_reader_peek_piece     (FulByteReader *self,
                                               gsize         *out_n);
void           ful_byte_reader_take           (FulByteReader *self,
                                               gsize          n);
guint64        ful_byte_reader_skip           (FulByteReader *self,
                                               guint64        n);
char          *ful_byte_reader_next_line      (FulByteReader *self,
                                               gsize         *out_n);
GBytes        *ful_byte_reader_read_at        (FulByteReader *self,
                                               guint64        offset,
                                               gsize          max);
guint64        ful_byte_reader_get_offset     (FulByteReader *self);
guint64        ful_byte_reader_get_n_cut      (FulByteReader *self);
FulChunk      *ful_byte_reader_steal_all      (FulByteReader *self,
                                               FulByteStream **out_stream);
gboolean       ful_byte_reader_check          (FulByteReader *self,
                                               GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulByteReader, ful_byte_reader_free)

G_END_DECLS
