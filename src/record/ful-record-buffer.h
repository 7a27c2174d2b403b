/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "live/server/ful-live-server.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulRecordCounts:
 * @lost: rows that frames say are missing
 * @bytes: of frames
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

/**
 * FulRecordBuffer:
 *
 * The frames of a recording (wire.md), batch by batch. One thread appends, any may read: a batch never changes.
 */
typedef struct _FulRecordBuffer FulRecordBuffer;

FulRecordBuffer *ful_record_buffer_new       (guint64           max_bytes);
FulRecordBuffer *ful_record_buffer_ref       (FulRecordBuffer  *self);
void             ful_record_buffer_unref     (FulRecordBuffer  *self);
gboolean         ful_record_buffer_append    (FulRecordBuffer  *self,
                                              FulBytes         *frames,
                                              gint64            complete);
void             ful_record_buffer_finish    (FulRecordBuffer  *self,
                                              FulWireEndReason  reason,
                                              gint64            time);
GBytes          *ful_record_buffer_get_batch (FulRecordBuffer  *self,
                                              guint             i);
guint            ful_record_buffer_get_n     (FulRecordBuffer  *self);
gint64           ful_record_buffer_get_complete (FulRecordBuffer *self);
FulRecordCounts  ful_record_buffer_get_counts (FulRecordBuffer *self);
void             ful_record_buffer_put_head  (FulRecordBuffer  *self,
                                              const char       *name,
                                              FulBytes         *to);
void             ful_record_buffer_put_end   (FulRecordBuffer  *self,
                                              FulBytes         *to);

/* What the server sends of a buffer, its user data. */
extern const FulLiveFeedClass ful_record_feed_class;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRecordBuffer, ful_record_buffer_unref)

G_END_DECLS
