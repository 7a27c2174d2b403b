/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-channel.h"
#include "ful-live-event.h"

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulLivePeer:
 * @has_hello: whether it said HELLO; before, the other fields are 0
 * @capabilities: #FulWireCapabilities
 * @has_state: whether it said its @state
 * @has_thread: whether a thread came
 * @frame_bytes: length of all whole frames so far
 * @has_failed: whether it said that it ends the connection because of an error
 *
 * What a peer said about itself.
 */
typedef struct
{
  gboolean     has_hello;
  guint64      capabilities;
  gboolean     has_state;
  FulLiveState state;
  gboolean     has_thread;
  guint64      frame_bytes;
  gboolean     has_failed;
} FulLivePeer;

/**
 * FulLiveCapture:
 *
 * Turns the bytes of a peer into events and rows of a profile. One thread.
 */
typedef struct _FulLiveCapture FulLiveCapture;

FulLiveCapture    *ful_live_capture_new         (FulLiveChannel  *channel,
                                                 const char      *address,
                                                 guint            snapshot_interval_ms);
void               ful_live_capture_free        (FulLiveCapture  *self);
guint64            ful_live_capture_get_code    (const GError    *error);
const FulLivePeer *ful_live_capture_get_peer    (FulLiveCapture  *self);
gboolean           ful_live_capture_feed        (FulLiveCapture  *self,
                                                 gconstpointer    data,
                                                 gsize            n,
                                                 GError         **error);
void               ful_live_capture_expect_start (FulLiveCapture *self);
void               ful_live_capture_post_status (FulLiveCapture  *self,
                                                 double           elapsed,
                                                 gboolean         is_stalled);
void               ful_live_capture_finish      (FulLiveCapture  *self,
                                                 const GError    *failure);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveCapture, ful_live_capture_free)

G_END_DECLS
