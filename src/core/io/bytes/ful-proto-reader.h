/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-byte-reader.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_PROTO_VARINT,
  FUL_PROTO_FIXED64,
  FUL_PROTO_BYTES,
  FUL_PROTO_FIXED32 = 5,
} FulProtoType;

/**
 * FulProtoField:
 * @number: of the field, from 1
 * @type: how it is stored
 * @value: of a number
 * @data: (nullable): of %FUL_PROTO_BYTES: a text, a message or packed numbers; %NULL if it is longer than
 *   %FUL_BYTE_READER_MAX and was skipped
 * @n: its length
 * @offset: of @data in the uncompressed file; of a number, where it ends
 *
 * A field of a protocol buffer. All members are read-only.
 */
typedef struct
{
  guint32       number;
  FulProtoType  type;
  guint64       value;
  const guint8 *data;
  gsize         n;
  guint64       offset;
} FulProtoField;

/**
 * FulProtoReader:
 * @p: the next byte; @end is behind the last one
 * @offset: of @p in the uncompressed file
 * @is_bad: whether the fields ended at bytes that are none, which are at @offset
 *
 * The fields of a message that is in memory.
 */
typedef struct
{
  const guint8 *p;
  const guint8 *end;
  guint64       offset;
  gboolean      is_bad;
} FulProtoReader;

/**
 * FulProtoStream:
 * @bytes: the file
 * @n_to_take: of the field that was read last
 * @is_bad: whether the fields ended at bytes that are none, which are the next ones of @bytes
 *
 * The fields of a message that is a whole file, one at a time.
 */
typedef struct
{
  FulByteReader *bytes;
  gsize          n_to_take;
  gboolean       is_bad;
} FulProtoStream;

void     ful_proto_reader_init       (FulProtoReader      *self,
                                      const FulProtoField *message);
gboolean ful_proto_reader_next       (FulProtoReader      *self,
                                      FulProtoField       *field);
gboolean ful_proto_stream_next       (FulProtoStream      *self,
                                      FulProtoField       *field);
gboolean ful_proto_field_next_number (FulProtoField       *self,
                                      guint64             *out_number);

G_END_DECLS
