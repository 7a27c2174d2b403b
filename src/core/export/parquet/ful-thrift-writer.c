/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Thrift's compact protocol, as far as Parquet needs it.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md */

#include "config.h"

#include "ful-thrift-writer.h"

enum { TYPE_I32 = 5, TYPE_I64 = 6, TYPE_BINARY = 8, TYPE_LIST = 9, TYPE_STRUCT = 12 };

void
ful_thrift_append_varint (FulBytes *to,
                          guint64   number)
{
  while (number >= 0x80)
    {
      ful_bytes_append_c (to, (char) (number | 0x80));
      number >>= 7;
    }
  ful_bytes_append_c (to, (char) number);
}

static guint64
to_zigzag (gint64 number)
{
  return (guint64) number << 1 ^ (guint64) (number >> 63);
}

static void
append_header (FulThriftWriter *self,
               gint16           field,
               guint            type)
{
  gint16 *last = &self->last[self->depth - 1];
  int step = field - *last;

  if (step > 0 && step <= 15)
    ful_bytes_append_c (self->to, (char) (step << 4 | (int) type));
  else
    {
      ful_bytes_append_c (self->to, (char) type);
      ful_thrift_append_varint (self->to, to_zigzag (field));
    }
  *last = field;
}

/* Begins the outermost struct. */
void
ful_thrift_begin (FulThriftWriter *self,
                  FulBytes        *to)
{
  *self = (FulThriftWriter) { .to = to, .depth = 1 };
}

/* Ends a struct, or an element of a list of them. */
void
ful_thrift_end (FulThriftWriter *self)
{
  ful_bytes_append_c (self->to, 0);
  self->depth--;
}

void
ful_thrift_i32 (FulThriftWriter *self,
                gint16           field,
                gint32           number)
{
  append_header (self, field, TYPE_I32);
  ful_thrift_append_varint (self->to, to_zigzag (number));
}

void
ful_thrift_i64 (FulThriftWriter *self,
                gint16           field,
                gint64           number)
{
  append_header (self, field, TYPE_I64);
  ful_thrift_append_varint (self->to, to_zigzag (number));
}

void
ful_thrift_binary (FulThriftWriter *self,
                   gint16           field,
                   const char      *data,
                   gsize            n)
{
  append_header (self, field, TYPE_BINARY);
  ful_thrift_append_varint (self->to, n);
  ful_bytes_append (self->to, data, n);
}

void
ful_thrift_begin_struct (FulThriftWriter *self,
                         gint16           field)
{
  append_header (self, field, TYPE_STRUCT);
  ful_thrift_begin_element (self);
}

static void
append_list (FulThriftWriter *self,
             gint16           field,
             guint            type,
             guint            n)
{
  append_header (self, field, TYPE_LIST);
  ful_bytes_append_c (self->to, (char) (MIN (n, 15) << 4 | type));
  if (n >= 15)
    ful_thrift_append_varint (self->to, n);
}

void
ful_thrift_i32_list (FulThriftWriter *self,
                     gint16           field,
                     const gint32    *numbers,
                     guint            n)
{
  append_list (self, field, TYPE_I32, n);
  for (guint i = 0; i < n; i++)
    ful_thrift_append_varint (self->to, to_zigzag (numbers[i]));
}

/* A list of one text. */
void
ful_thrift_binary_list (FulThriftWriter *self,
                        gint16           field,
                        const char      *text)
{
  append_list (self, field, TYPE_BINARY, 1);
  ful_thrift_append_varint (self->to, strlen (text));
  ful_bytes_append_s (self->to, text);
}

/* Of @n structs; ful_thrift_begin_element() and ful_thrift_end() are called for each. */
void
ful_thrift_begin_structs (FulThriftWriter *self,
                          gint16           field,
                          guint            n)
{
  append_list (self, field, TYPE_STRUCT, n);
}

void
ful_thrift_begin_element (FulThriftWriter *self)
{
  g_assert (self->depth < FUL_THRIFT_MAX_DEPTH);
  self->last[self->depth++] = 0;
}
