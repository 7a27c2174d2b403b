/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-buffer.h"

G_BEGIN_DECLS

/**
 * FulRecordStream:
 *
 * A stored stream (wire.md 9) that is written while it is recorded, by a thread of its own: after any end it has whole frames, and
 * after one that is not in order perhaps a part of another one, which readers leave out.
 */
typedef struct _FulRecordStream FulRecordStream;

FulRecordStream *ful_record_stream_new    (FulRecordBuffer  *buffer,
                                           const char       *path,
                                           GError          **error);
gboolean         ful_record_stream_finish (FulRecordStream  *self,
                                           guint64          *out_bytes,
                                           GError          **error);
void             ful_record_stream_free   (FulRecordStream  *self);

G_END_DECLS
