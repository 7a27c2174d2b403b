/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Fields of a payload. The first flaw ends the reading: nothing is left after it, so that loops
 * over rows end as well. */

#include "config.h"

#include "ful-wire-reader.h"

#include "base/ful-cursor.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_UINT_BYTES 10

/**
 * ful_wire_reader_fail:
 * @self: a reader
 * @at: where the flaw is
 * @message: what it is, marked with N_()
 *
 * Keeps the first flaw.
 */
void
ful_wire_reader_fail (FulWireReader *self,
                      const guint8  *at,
                      const char    *message)
{
  if (self->error)
    return;

  self->error = message;
  self->error_at = at;
  self->at = self->end;
}

/**
 * ful_wire_reader_read_bytes:
 *
 * Returns: (nullable): the next @n bytes; %NULL if there are fewer
 */
const guint8 *
ful_wire_reader_read_bytes (FulWireReader *self,
                            gsize          n)
{
  const guint8 *bytes = self->at;

  if ((gsize) (self->end - self->at) < n)
    {
      ful_wire_reader_fail (self, bytes, N_("the payload ends inside a field"));
      return NULL;
    }
  self->at += n;

  return bytes;
}

guint8
ful_wire_reader_read_u8 (FulWireReader *self)
{
  const guint8 *byte = ful_wire_reader_read_bytes (self, 1);

  return byte ? *byte : 0;
}

guint64
ful_wire_reader_read_uint (FulWireReader *self)
{
  const guint8 *begin = self->at;
  guint64 number = 0;

  for (guint i = 0; i < MAX_UINT_BYTES; i++)
    {
      guint8 byte = ful_wire_reader_read_u8 (self);

      if (self->error)
        return 0;
      if (i == MAX_UINT_BYTES - 1 && byte > 1)
        break;
      number |= (guint64) (byte & 0x7f) << (7 * i);
      if (byte < 0x80)
        return number;
    }
  ful_wire_reader_fail (self, begin, N_("a number has more than 10 bytes or 64 bits"));

  return 0;
}

gint64
ful_wire_reader_read_sint (FulWireReader *self)
{
  guint64 number = ful_wire_reader_read_uint (self);

  return (gint64) (number >> 1) ^ -(gint64) (number & 1);
}

/**
 * ful_wire_reader_read_ref:
 *
 * Returns: a row or number, or %FUL_NONE; %G_MAXINT64, which no table reaches, for larger ones
 */
gint64
ful_wire_reader_read_ref (FulWireReader *self)
{
  guint64 number = ful_wire_reader_read_uint (self);

  return number > G_MAXINT64 ? G_MAXINT64 : (gint64) number - 1;
}

double
ful_wire_reader_read_f64 (FulWireReader *self)
{
  const guint8 *bytes = ful_wire_reader_read_bytes (self, sizeof (double));
  guint64 bits;
  double number;

  if (bytes == NULL)
    return 0;

  bits = ful_read_u64 (bytes);
  memcpy (&number, &bits, sizeof number);

  return number;
}

FulWireText
ful_wire_reader_read_text (FulWireReader *self)
{
  const guint8 *begin = self->at;
  guint64 n = ful_wire_reader_read_uint (self);

  if (n > (gsize) (self->end - self->at))
    {
      ful_wire_reader_fail (self, begin, N_("the payload ends inside a field"));
      return (FulWireText) { "", 0 };
    }

  return (FulWireText) { (const char *) ful_wire_reader_read_bytes (self, (gsize) n), (gsize) n };
}
