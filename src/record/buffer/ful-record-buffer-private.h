/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-buffer.h"

G_BEGIN_DECLS

/**
 * FulRecordChunk:
 * @number: in the recording
 * @epoch: of the tables that its rows refer to
 * @before: what the recording had before
 * @first: ns; what it has happened after that; @last likewise, before
 * @n: bytes of whole frames
 */
typedef struct
{
  guint64         number;
  guint64         epoch;
  FulRecordCounts before;
  gint64          first;
  gint64          last;
  gsize           n;
  guint8          data[];
} FulRecordChunk;

/**
 * FulRecordEpoch:
 * @frames: (element-type GBytes): TABLE frames, as they came
 */
typedef struct
{
  guint64    number;
  GPtrArray *frames;
  gsize      n_bytes;
} FulRecordEpoch;

/**
 * FulRecordDefinition:
 * @key: type and number
 * @serial: the later it came, the greater
 * @last_chunk: the last one with its rows
 *
 * META, THREAD, COUNTER or LIB.
 */
typedef struct
{
  guint64  key;
  guint64  serial;
  GBytes  *frame;
  guint64  thread;
  guint64  last_chunk;
  gboolean has_ended;
  GList    link;
} FulRecordDefinition;

#define FUL_RECORD_DEFINITION_KEY(type, id) ((guint64) (type) << 32 | (id))

struct _FulRecordBuffer
{
  gatomicrefcount    n_refs;
  guint64            max_bytes;
  gint64             keep;           /* ns; 0: as long as there is room */
  gsize              chunk_bytes;
  guint8             capture[FUL_WIRE_CAPTURE_BYTES];

  GMutex             mutex;          /* of all that follows */
  GQueue             chunks;         /* FulRecordChunk, the oldest first */
  guint64            n_chunks;       /* so far */
  GQueue             epochs;         /* FulRecordEpoch, likewise */
  gsize              table_bytes;    /* of all epochs */
  GHashTable        *definitions;    /* FulRecordDefinition, its own key */
  GQueue             order;          /* of them, by serial */
  guint64            serial;
  gboolean           has_ended;      /* some of them have */
  FulRecordCounts    counts;         /* appended so far */
  FulRecordDiscarded discarded;
  guint64            n_refused;      /* rows that fit into no chunk */
  guint64            n_missed;       /* rows that clients did not get */
  gint64             complete;       /* ns: what was before is there */
  gboolean           is_finished;
  FulWireEndReason   reason;
  gint64             end;            /* ns */
};

FulRecordChunk *ful_record_buffer_get_chunk (FulRecordBuffer *self,
                                             guint64          number);
FulRecordEpoch *ful_record_buffer_get_epoch (FulRecordBuffer *self,
                                             guint64          number);

G_END_DECLS
