/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-record-frame.h"

#include "base/ful-types.h"
#include "wire/ful-wire-encoder.h"

#include <string.h>

static guint64
read_uint (const guint8 **p)
{
  guint64 number = 0;
  guint shift = 0;
  guint8 byte;

  do
    {
      byte = *(*p)++;
      number |= (guint64) (byte & 0x7f) << shift;
      shift += 7;
    }
  while (byte & 0x80);

  return number;
}

/* @p: behind the type */
static guint64
read_lost (const guint8 *p)
{
  read_uint (&p);   /* thread */
  p++;              /* kind */
  read_uint (&p);   /* start */
  read_uint (&p);   /* duration */

  return read_uint (&p);
}

/**
 * ful_record_frame_read:
 * @data: a whole frame that was made here: nothing is checked
 */
void
ful_record_frame_read (FulRecordFrame *self,
                       const guint8   *data)
{
  const guint8 *p = data + FUL_WIRE_LENGTH_BYTES + 1;
  guint32 n;

  memcpy (&n, data, sizeof n);
  *self = (FulRecordFrame) { .type = p[-1], .n = (gsize) GUINT32_FROM_LE (n) + FUL_WIRE_LENGTH_BYTES };
  switch (self->type)
    {
    case FUL_WIRE_COUNTER:
      self->id = read_uint (&p);
      self->thread = read_uint (&p);
      break;
    case FUL_WIRE_THREAD:
    case FUL_WIRE_LIB:
      self->id = read_uint (&p);
      break;
    case FUL_WIRE_SAMPLES:
    case FUL_WIRE_MARKERS:
    case FUL_WIRE_COUNTS:
      self->id = read_uint (&p);
      self->n_rows = read_uint (&p);
      break;
    case FUL_WIRE_LOSS:
      self->n_rows = read_lost (p);
      break;
    default:
      break;
    }
}

/* Whether it belongs to a time: one that is not kept is a loss. */
gboolean
ful_record_frame_has_rows (const FulRecordFrame *self)
{
  return self->type == FUL_WIRE_SAMPLES || self->type == FUL_WIRE_MARKERS || self->type == FUL_WIRE_COUNTS ||
         self->type == FUL_WIRE_LOSS;
}

void
ful_record_frame_count (const FulRecordFrame *self,
                        FulRecordCounts      *counts)
{
  counts->samples += self->type == FUL_WIRE_SAMPLES ? self->n_rows : 0;
  counts->markers += self->type == FUL_WIRE_MARKERS ? self->n_rows : 0;
  counts->counts += self->type == FUL_WIRE_COUNTS ? self->n_rows : 0;
  counts->lost += self->type == FUL_WIRE_LOSS ? self->n_rows : 0;
  counts->bytes += self->n;
}

/**
 * ful_record_put_marker:
 * @time: ns; of an instant
 * @name: of the strings that each epoch begins with
 */
void
ful_record_put_marker (FulBytes   *to,
                       guint64     thread,
                       gint64      time,
                       int         name,
                       const char *text)
{
  const FulWireField fields[] = {
    { FUL_RECORD_STRING_TYPE, FUL_WIRE_FIELD_STRING, .string = (guint64) name },
    { FUL_RECORD_STRING_TEXT, FUL_WIRE_FIELD_TEXT, .text = { text, strlen (text) } },
  };
  FulWireMarker marker = { .time = time, .name = (guint64) name, .n_fields = G_N_ELEMENTS (fields), .has_payload = TRUE };
  FulBytes encoded = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    ful_wire_put_field (&encoded, &fields[i]);
  marker.fields = (FulWireReader) { .at = (const guint8 *) encoded.data, .end = (const guint8 *) encoded.data + encoded.n };
  ful_wire_encode_markers (to, thread, time, &marker, 1);
  ful_bytes_clear (&encoded);
}

/**
 * ful_record_put_loss:
 * @kind: 0 several, 1 samples, 2 markers, 3 counts
 * @start: ns; @end likewise
 * @n: rows
 */
void
ful_record_put_loss (FulBytes *to,
                     guint8    kind,
                     gint64    start,
                     gint64    end,
                     guint64   n,
                     guint8    reason)
{
  FulWireFrame loss = { FUL_WIRE_LOSS,
    .loss = { .thread = FUL_NONE, .kind = kind, .start = start, .duration = (guint64) MAX (end - start, 0), .n_rows = n, .reason = reason } };

  ful_wire_encode (to, &loss);
}
