/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-frame.h"

#include "base/ful-bytes.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulRecordDiscarded:
 * @n_chunks: how many
 * @before: ns; what was before is not whole
 */
typedef struct
{
  guint64 n_chunks;
  gint64  before;
} FulRecordDiscarded;

/**
 * FulRecordBuffer:
 *
 * The frames of a recording (record.md 5): rows in chunks of one size, of which the oldest goes when there is no room for more;
 * tables by epoch; the newest of each definition. One thread appends, cursors read in any.
 */
typedef struct _FulRecordBuffer FulRecordBuffer;

FulRecordBuffer *ful_record_buffer_new       (guint64           max_bytes,
                                              gint64            keep);
FulRecordBuffer *ful_record_buffer_ref       (FulRecordBuffer  *self);
void             ful_record_buffer_unref     (FulRecordBuffer  *self);
void             ful_record_buffer_append    (FulRecordBuffer  *self,
                                              FulBytes         *frames,
                                              gint64            complete);
gboolean         ful_record_buffer_wants_epoch (FulRecordBuffer *self);
void             ful_record_buffer_end_thread (FulRecordBuffer *self,
                                               guint            thread);
void             ful_record_buffer_finish    (FulRecordBuffer  *self,
                                              FulWireEndReason  reason,
                                              gint64            time);
gint64           ful_record_buffer_get_complete (FulRecordBuffer *self);
FulRecordCounts  ful_record_buffer_get_counts (FulRecordBuffer *self);
FulRecordDiscarded ful_record_buffer_get_discarded (FulRecordBuffer *self);
guint64          ful_record_buffer_get_n_refused (FulRecordBuffer *self);
guint64          ful_record_buffer_get_n_missed (FulRecordBuffer *self);
void             ful_record_buffer_put_head  (FulRecordBuffer  *self,
                                              const char       *name,
                                              FulBytes         *to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRecordBuffer, ful_record_buffer_unref)

G_END_DECLS
