/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-cursor.h"

G_BEGIN_DECLS

#define FUL_RECORD_MAX_FIELDS 32

typedef enum
{
  FUL_RECORD_RING_MARKER = 1,
  FUL_RECORD_RING_COUNTER = 2,
  FUL_RECORD_RING_THREAD_NAME = 3,
} FulRecordRingKind;

/* Of fields; the numbers are those of programs. */
typedef enum
{
  FUL_RECORD_FIELD_TEXT,
  FUL_RECORD_FIELD_INT,
  FUL_RECORD_FIELD_NUMBER,
  FUL_RECORD_FIELD_BYTES,
  FUL_RECORD_FIELD_DURATION,
  FUL_RECORD_FIELD_PERCENT,
  FUL_RECORD_FIELD_URL,
  FUL_RECORD_N_FIELD_KINDS,
} FulRecordFieldKind;

/* UTF-8 without NUL, not terminated; of the record. */
typedef struct
{
  const char *data;
  guint       n;
} FulRecordText;

typedef struct
{
  FulRecordFieldKind kind;
  FulRecordText      key;
  FulRecordText      text;      /* TEXT, URL */
  gint64             integer;   /* INT, BYTES */
  double             number;    /* the others */
} FulRecordField;

/**
 * FulRecordRingRecord:
 * @tid: as the process knows it
 * @start: CLOCK_MONOTONIC, ns, as the program says; @end likewise
 * @category: of a marker or counter; may be empty
 * @name: likewise, or of a thread
 * @text: of a marker, or the unit of a counter
 * @value: of a counter
 *
 * What a program says in a record. Texts live as long as the bytes.
 */
typedef struct
{
  FulRecordRingKind kind;
  gboolean          is_interval;
  gboolean          has_text;
  gint32            tid;
  guint64           start;
  guint64           end;
  FulRecordText     category;
  FulRecordText     name;
  FulRecordText     text;
  double            value;
  guint             n_fields;
  FulRecordField    fields[FUL_RECORD_MAX_FIELDS];
} FulRecordRingRecord;

typedef enum
{
  FUL_RECORD_RING_END,       /* there are no more */
  FUL_RECORD_RING_RECORD,
  FUL_RECORD_RING_NOTHING,   /* one that says nothing */
  FUL_RECORD_RING_BROKEN,    /* one that cannot be understood */
} FulRecordRingResult;

FulRecordRingResult ful_record_ring_next (FulCursor           *records,
                                          FulRecordRingRecord *out_record);

G_END_DECLS
