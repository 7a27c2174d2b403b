/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Protocol buffers of other tools, by the numbers and types of their fields: they have no signature. Both begin with their
 * first field. */

#define _GNU_SOURCE   /* memmem() */

#include "config.h"

#include "ful-foreign-proto.h"

#include "io/bytes/ful-proto-reader.h"

#include "base/ful-memmem.h"

#include <string.h>

/* Packets, each of them the first field. */
gboolean
ful_foreign_is_perfetto (const char *head,
                         gsize       n)
{
  FulProtoField field = { .type = FUL_PROTO_BYTES, .data = (const guint8 *) head, .n = n };
  FulProtoReader reader;
  guint n_packets = 0;

  if (n < 2 || head[0] != '\n')
    return FALSE;
  if (memmem (head, n, "perfetto", strlen ("perfetto")))
    return TRUE;

  ful_proto_reader_init (&reader, &field);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == 1 && field.type == FUL_PROTO_BYTES)
      n_packets++;
    else
      return FALSE;

  return n_packets > 2;
}

/* The field that the head ends in. */
static gboolean
cut_field (const FulProtoReader *reader,
           FulProtoField        *field)
{
  const guint8 *p = reader->p;

  if (p == reader->end || (*p & 7) != FUL_PROTO_BYTES)
    return FALSE;
  *field = (FulProtoField) { .number = *p >> 3, .type = FUL_PROTO_BYTES };
  for (p++; p < reader->end && (*p & 0x80); )
    p++;
  if (p == reader->end)
    return FALSE;
  field->data = p + 1;
  field->n = (gsize) (reader->end - p - 1);

  return TRUE;
}

/* Whether @message, which may be cut, has messages and texts only, numbered up to @last. */
static gboolean
has_messages (const FulProtoField *message,
              guint                last)
{
  FulProtoReader reader;
  FulProtoField field;
  gboolean has_field = FALSE;

  ful_proto_reader_init (&reader, message);
  for (; ful_proto_reader_next (&reader, &field) || (reader.is_bad && cut_field (&reader, &field)); has_field = TRUE)
    if (field.type != FUL_PROTO_BYTES || field.number == 0 || field.number > last)
      return FALSE;
    else if (reader.is_bad)
      return TRUE;

  return has_field;
}

/* Profiles of resources: the resource, its profiles and a URL; then a dictionary of seven tables. Packets of Perfetto have numbers. */
gboolean
ful_foreign_is_otlp (const char *head,
                     gsize       n)
{
  static const guint last[] = { 0, 3, 7 };
  FulProtoField file = { .type = FUL_PROTO_BYTES, .data = (const guint8 *) head, .n = n };
  FulProtoField field;
  FulProtoReader reader;
  gboolean has_field = FALSE;

  if (n < 2 || head[0] != '\n')
    return FALSE;

  ful_proto_reader_init (&reader, &file);
  for (; ful_proto_reader_next (&reader, &field) || (reader.is_bad && cut_field (&reader, &field)); has_field = TRUE)
    if (field.type != FUL_PROTO_BYTES || field.number == 0 || field.number > 2 || !has_messages (&field, last[field.number]))
      return FALSE;
    else if (reader.is_bad)
      return TRUE;

  return has_field;
}
