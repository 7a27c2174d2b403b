/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol buffers: keys of a number and a type, each with a number or bytes. What the bytes are is for the caller to
 * know; fields that it does not know it skips by asking for the next one. */

#include "config.h"

#include "ful-proto-reader.h"

#include "base/ful-cursor.h"

#define MAX_VARINT 10               /* bytes */
#define MAX_HEAD (2 * MAX_VARINT)   /* of a key and a length */
#define MAX_NUMBER ((1u << 29) - 1)

/* Returns: the length of the number at @p, or 0 if it is none or does not end before @end */
static inline guint
read_varint (const guint8 *p,
             const guint8 *end,
             guint64      *out)
{
  guint64 value = 0;

  for (guint i = 0; i < MAX_VARINT && p + i < end; i++)
    {
      value |= (guint64) (p[i] & 0x7f) << (7 * i);
      if (p[i] < 0x80)
        {
          *out = value;
          return i + 1;
        }
    }

  return 0;
}

/* Reads a key and a number or a length; @data and @offset are left alone.
 * Returns: the bytes it took, or 0 */
static guint
read_head (const guint8  *p,
           const guint8  *end,
           FulProtoField *field,
           guint64       *out_length)
{
  guint64 key;
  guint n_key = read_varint (p, end, &key);
  guint n_value = 0;

  *out_length = 0;
  if (n_key == 0 || key >> 3 == 0 || key >> 3 > MAX_NUMBER)
    return 0;

  field->number = (guint32) (key >> 3);
  field->type = (FulProtoType) (key & 7);
  p += n_key;
  switch (field->type)
    {
    case FUL_PROTO_VARINT:
      n_value = read_varint (p, end, &field->value);
      break;
    case FUL_PROTO_BYTES:
      n_value = read_varint (p, end, out_length);
      field->value = *out_length;
      break;
    case FUL_PROTO_FIXED64:
    case FUL_PROTO_FIXED32:
      n_value = field->type == FUL_PROTO_FIXED64 ? 8 : 4;
      if ((gsize) (end - p) < n_value)
        return 0;
      field->value = n_value == 8 ? ful_read_u64 (p) : ful_read_u32 (p);
      break;
    default:
      /* Groups are not written any more. */
      break;
    }

  return n_value == 0 ? 0 : n_key + n_value;
}

/**
 * ful_proto_reader_init:
 * @self: a reader
 * @message: a field of type %FUL_PROTO_BYTES with data, which outlives the reader
 */
void
ful_proto_reader_init (FulProtoReader      *self,
                       const FulProtoField *message)
{
  *self = (FulProtoReader) { .p = message->data, .end = message->data + message->n, .offset = message->offset };
}

/**
 * ful_proto_reader_next:
 * @self: a reader
 * @field: (out): the next field
 *
 * Returns: whether there is one
 */
gboolean
ful_proto_reader_next (FulProtoReader *self,
                       FulProtoField  *field)
{
  guint64 length;
  guint n_head;

  if (self->p == self->end || self->is_bad)
    return FALSE;

  n_head = read_head (self->p, self->end, field, &length);
  if (n_head == 0 || length > (guint64) (self->end - self->p - n_head))
    {
      self->is_bad = TRUE;
      return FALSE;
    }

  self->p += n_head;
  self->offset += n_head;
  field->offset = self->offset;
  field->data = field->type == FUL_PROTO_BYTES ? self->p : NULL;
  field->n = (gsize) length;
  self->p += length;
  self->offset += length;

  return TRUE;
}

/**
 * ful_proto_stream_next:
 * @self: a stream; initialized with its @bytes only
 * @field: (out): the next field; its data is valid until the next call
 *
 * Returns: whether there is one. A field that the file ends in is none.
 */
gboolean
ful_proto_stream_next (FulProtoStream *self,
                       FulProtoField  *field)
{
  const guint8 *p;
  guint64 length;
  gsize n;
  guint n_head;

  ful_byte_reader_take (self->bytes, self->n_to_take);
  self->n_to_take = 0;
  p = ful_byte_reader_peek (self->bytes, MAX_HEAD, &n);
  if (n == 0 || self->is_bad)
    return FALSE;

  n_head = read_head (p, p + n, field, &length);
  if (n_head == 0)
    {
      self->is_bad = TRUE;
      return FALSE;
    }

  field->offset = ful_byte_reader_get_offset (self->bytes) + n_head;
  field->data = NULL;
  field->n = 0;
  if (length > FUL_BYTE_READER_MAX - n_head)
    {
      /* A claim like this may be false: the file need not be that long. */
      ful_byte_reader_take (self->bytes, n_head);
      self->is_bad = ful_byte_reader_skip (self->bytes, length) < length;
      return !self->is_bad;
    }

  p = ful_byte_reader_peek (self->bytes, n_head + (gsize) length, &n);
  if (n < n_head + length)
    {
      self->is_bad = TRUE;
      return FALSE;
    }
  if (field->type == FUL_PROTO_BYTES)
    field->data = p + n_head;
  field->n = (gsize) length;
  self->n_to_take = n;

  return TRUE;
}

/**
 * ful_proto_field_next_number:
 * @self: a field of a repeated number: one, or packed ones; it is used up
 * @out_number: (out): the next number
 *
 * Returns: whether there is one
 */
gboolean
ful_proto_field_next_number (FulProtoField *self,
                             guint64       *out_number)
{
  guint n;

  if (self->type == FUL_PROTO_VARINT && self->n == 0)
    {
      *out_number = self->value;
      self->n = 1;
      return TRUE;
    }
  if (self->type != FUL_PROTO_BYTES || self->data == NULL)
    return FALSE;

  n = read_varint (self->data, self->data + self->n, out_number);
  self->data += n;
  self->n -= n;
  self->offset += n;

  return n > 0;
}
