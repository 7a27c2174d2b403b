/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-event.h"
#include "ful-live-spool.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLiveRequest:
 * @FUL_LIVE_REQUEST_DETACH: end the connection, keep what came
 * @FUL_LIVE_REQUEST_STOP: ask the peer to end the capture, and wait for it
 * @FUL_LIVE_REQUEST_START: follow a further capture, after the end of one
 */
typedef enum
{
  FUL_LIVE_REQUEST_NONE,
  FUL_LIVE_REQUEST_DETACH,
  FUL_LIVE_REQUEST_STOP,
  FUL_LIVE_REQUEST_PAUSE,
  FUL_LIVE_REQUEST_RESUME,
  FUL_LIVE_REQUEST_MARK,
  FUL_LIVE_REQUEST_START,
} FulLiveRequest;

/**
 * FulLiveChannel:
 *
 * Between a source and its thread: events in one direction, requests in the other. Counted.
 */
typedef struct _FulLiveChannel FulLiveChannel;

typedef void (*FulLiveDeliver) (gpointer      owner,
                                FulLiveEvent *event);

FulLiveChannel *ful_live_channel_new          (GObject         *owner,
                                               FulLiveDeliver   deliver);
FulLiveChannel *ful_live_channel_ref          (FulLiveChannel  *self);
void            ful_live_channel_unref        (FulLiveChannel  *self);

/* The side of the source. */
void            ful_live_channel_request      (FulLiveChannel  *self,
                                               FulLiveRequest   request,
                                               const char      *text);
void            ful_live_channel_close        (FulLiveChannel  *self);
FulLiveSpool   *ful_live_channel_get_spool    (FulLiveChannel  *self);

/* The side of the thread. */
gboolean        ful_live_channel_can_wait     (FulLiveChannel  *self);
gboolean        ful_live_channel_wait         (FulLiveChannel  *self,
                                               int              timeout_ms);
gboolean        ful_live_channel_wait_for_socket (FulLiveChannel *self,
                                                  GSocket        *socket,
                                                  GIOCondition    condition,
                                                  gint64          timeout_us);
GCancellable   *ful_live_channel_get_leave    (FulLiveChannel  *self);
FulLiveRequest  ful_live_channel_next_request (FulLiveChannel  *self,
                                               char           **out_text);
gboolean        ful_live_channel_wait_for_leave (FulLiveChannel *self,
                                                 int             timeout_ms);
gboolean        ful_live_channel_is_closed    (FulLiveChannel  *self);
void            ful_live_channel_post         (FulLiveChannel  *self,
                                               FulLiveEvent    *event);
void            ful_live_channel_post_failure (FulLiveChannel  *self,
                                               FulLiveError     code,
                                               const char      *message);
void            ful_live_channel_set_spool    (FulLiveChannel  *self,
                                               FulLiveSpool    *spool);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveChannel, ful_live_channel_unref)

G_END_DECLS
