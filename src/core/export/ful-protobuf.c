/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The two kinds of protocol buffer fields that pprof needs: numbers, and bytes,
 * which are texts, messages or packed numbers. */

#include "config.h"

#include "ful-protobuf.h"

enum { WIRE_VARINT = 0, WIRE_BYTES = 2 };

/**
 * ful_protobuf_write_varint:
 * @value: a number; a negative one as its two's complement
 */
void
ful_protobuf_write_varint (FulBytes *to,
                           guint64   value)
{
  for (; value >= 0x80; value >>= 7)
    ful_bytes_append_c (to, (char) (value | 0x80));
  ful_bytes_append_c (to, (char) value);
}

/**
 * ful_protobuf_write_number:
 *
 * Writes a field, unless it has the default, 0.
 */
void
ful_protobuf_write_number (FulBytes *to,
                           guint     field,
                           guint64   value)
{
  if (value == 0)
    return;

  ful_protobuf_write_varint (to, field << 3 | WIRE_VARINT);
  ful_protobuf_write_varint (to, value);
}

/**
 * ful_protobuf_write_bytes:
 *
 * Writes a text, a message or packed numbers, even an empty one.
 */
void
ful_protobuf_write_bytes (FulBytes   *to,
                          guint       field,
                          const char *data,
                          gsize       n)
{
  ful_protobuf_write_varint (to, field << 3 | WIRE_BYTES);
  ful_protobuf_write_varint (to, n);
  ful_bytes_append (to, data, n);
}
