/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-buffer.h"

#include "base/ful-bytes.h"
#include "live/server/ful-live-server.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulRecordCursor:
 *
 * A place in a buffer: what one client gets, or a file. What is discarded before it was read is missing, and said to be. For one
 * thread, any.
 */
typedef struct _FulRecordCursor FulRecordCursor;

FulRecordCursor *ful_record_cursor_new     (FulRecordBuffer       *buffer,
                                            gboolean               with_history);
void             ful_record_cursor_free    (FulRecordCursor       *self);
gboolean         ful_record_cursor_next    (FulRecordCursor       *self,
                                            FulBytes              *to);
void             ful_record_cursor_put_end (FulRecordCursor       *self,
                                            FulWireEndReason       reason,
                                            FulBytes              *to);

/* What the server sends of a buffer, its user data. */
extern const FulLiveFeedClass ful_record_feed_class;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRecordCursor, ful_record_cursor_free)

G_END_DECLS
