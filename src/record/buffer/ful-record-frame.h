/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/* What the tables of each epoch begin with, so that markers of the buffer itself have their names: strings of these numbers. */
enum { FUL_RECORD_STRING_LOST, FUL_RECORD_STRING_DISCARDED, FUL_RECORD_STRING_TYPE, FUL_RECORD_STRING_TEXT, FUL_RECORD_N_STRINGS };
#define FUL_RECORD_STRINGS { "Lost", "Discarded", "type", "text" }

/**
 * FulRecordCounts:
 * @samples: rows; @markers and @counts likewise
 * @lost: rows that LOSS frames name
 * @bytes: of frames with rows
 *
 * What is in a part of a recording.
 */
typedef struct
{
  guint64 samples;
  guint64 markers;
  guint64 counts;
  guint64 lost;
  guint64 bytes;
} FulRecordCounts;

/* Reasons of LOSS (wire.md 3). */
enum { FUL_RECORD_RING_OVERFLOW = 1, FUL_RECORD_TOO_SLOW = 2 };

/**
 * FulRecordFrame:
 * @n: bytes, with the length field
 * @id: of the thread, counter or library; 0 where there is none
 * @thread: of a counter
 *
 * What is needed of a frame of ours to keep it, or send it.
 */
typedef struct
{
  FulWireType type;
  gsize       n;
  guint64     id;
  guint64     thread;
  guint64     n_rows;
} FulRecordFrame;

void     ful_record_frame_read     (FulRecordFrame       *self,
                                    const guint8         *data);
gboolean ful_record_frame_has_rows (const FulRecordFrame *self);
void     ful_record_frame_count    (const FulRecordFrame *self,
                                    FulRecordCounts      *counts);
void     ful_record_put_marker     (FulBytes             *to,
                                    guint64               thread,
                                    gint64                time,
                                    int                   name,
                                    const char           *text);
void     ful_record_put_loss       (FulBytes             *to,
                                    guint8                kind,
                                    gint64                start,
                                    gint64                end,
                                    guint64               n,
                                    guint8                reason);

G_END_DECLS
