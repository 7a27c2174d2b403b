/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The records of markers in rings that programs write (record.md 7): what they say is checked, and texts are made UTF-8. */

#include "config.h"

#include "ful-record-ring-records.h"

#define KIND_PADDING 4
#define FLAG_HAS_TEXT 1
#define FLAG_IS_INTERVAL 2

/* In place: each byte that is wrong becomes a question mark. */
static void
make_utf8 (char  *text,
           gsize  n)
{
  const char *wrong;

  while (n > 0 && !g_utf8_validate_len (text, n, &wrong))
    {
      n -= (gsize) (wrong - text);
      text = (char *) wrong;
      /* A NUL is none, too. */
      *text++ = '?';
      n--;
    }
}

static FulRecordText
read_text (FulCursor *cursor)
{
  guint n = ful_cursor_u16 (cursor);
  const guint8 *data = ful_cursor_skip (cursor, n);

  if (data == NULL)
    return (FulRecordText) { "", 0 };
  make_utf8 ((char *) data, n);

  return (FulRecordText) { (const char *) data, n };
}

static double
read_number (FulCursor *cursor)
{
  guint64 bits = ful_cursor_u64 (cursor);
  double number;

  memcpy (&number, &bits, sizeof number);

  return number;
}

static gboolean
read_field (FulCursor      *cursor,
            FulRecordField *field)
{
  const guint8 *kind = ful_cursor_skip (cursor, 1);

  if (kind == NULL || *kind >= FUL_RECORD_N_FIELD_KINDS)
    return FALSE;

  *field = (FulRecordField) { .kind = (FulRecordFieldKind) *kind, .key = read_text (cursor) };
  switch (field->kind)
    {
    case FUL_RECORD_FIELD_TEXT:
    case FUL_RECORD_FIELD_URL:
      field->text = read_text (cursor);
      break;
    case FUL_RECORD_FIELD_INT:
    case FUL_RECORD_FIELD_BYTES:
      field->integer = (gint64) ful_cursor_u64 (cursor);
      break;
    case FUL_RECORD_FIELD_NUMBER:
    case FUL_RECORD_FIELD_DURATION:
    case FUL_RECORD_FIELD_PERCENT:
    case FUL_RECORD_N_FIELD_KINDS:
    default:
      field->number = read_number (cursor);
      break;
    }

  return !cursor->failed;
}

static gboolean
read_texts (FulCursor           *body,
            FulRecordRingRecord *record)
{
  if (record->kind != FUL_RECORD_RING_THREAD_NAME)
    record->category = read_text (body);
  record->name = read_text (body);
  if (record->has_text || record->kind == FUL_RECORD_RING_COUNTER)
    record->text = read_text (body);

  return !body->failed;
}

static gboolean
read_record (FulCursor           *body,
             FulRecordRingKind    kind,
             guint8               flags,
             guint                n_fields,
             FulRecordRingRecord *record)
{
  record->kind = kind;
  record->has_text = kind == FUL_RECORD_RING_MARKER && flags & FLAG_HAS_TEXT;
  record->is_interval = kind == FUL_RECORD_RING_MARKER && flags & FLAG_IS_INTERVAL;
  record->n_fields = 0;
  record->category = record->text = (FulRecordText) { "", 0 };
  record->tid = (gint32) ful_cursor_u32 (body);
  ful_cursor_u32 (body);
  record->start = ful_cursor_u64 (body);
  record->end = ful_cursor_u64 (body);
  if (n_fields > FUL_RECORD_MAX_FIELDS || !read_texts (body, record))
    return FALSE;

  for (; record->n_fields < n_fields; record->n_fields++)
    if (!read_field (body, &record->fields[record->n_fields]))
      return FALSE;
  if (kind != FUL_RECORD_RING_COUNTER)
    return TRUE;
  record->value = record->fields[0].number;

  return n_fields == 1 && record->fields[0].kind == FUL_RECORD_FIELD_NUMBER;
}

/**
 * ful_record_ring_next:
 * @records: whole records; moved behind the next one. Its texts are changed where they are no UTF-8
 * @out_record: (out): what it says
 */
FulRecordRingResult
ful_record_ring_next (FulCursor           *records,
                      FulRecordRingRecord *out_record)
{
  FulCursor body;
  guint32 length, numbers;
  guint8 kind;

  if (records->n == 0 || records->failed)
    return FUL_RECORD_RING_END;

  length = ful_cursor_u32 (records);
  numbers = ful_cursor_u32 (records);
  kind = (guint8) numbers;
  if (records->failed || length < 8)
    {
      records->failed = TRUE;
      return FUL_RECORD_RING_BROKEN;
    }
  body = *records;
  body.n = length - 8;
  if (ful_cursor_skip (records, length - 8) == NULL)
    return FUL_RECORD_RING_BROKEN;
  if (kind == KIND_PADDING)
    return FUL_RECORD_RING_NOTHING;
  if (kind < FUL_RECORD_RING_MARKER || kind > FUL_RECORD_RING_THREAD_NAME ||
      !read_record (&body, (FulRecordRingKind) kind, (guint8) (numbers >> 8), numbers >> 16 & 0xff, out_record))
    return FUL_RECORD_RING_BROKEN;

  return FUL_RECORD_RING_RECORD;
}
