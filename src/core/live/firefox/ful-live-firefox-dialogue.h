/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live/ful-live-address.h"
#include "live/ful-live-channel.h"
#include "live/ful-live-event.h"
#include "ful-live-rdp.h"

#include "base/ful-bytes.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/* Time limits of replies, µs. They begin again with every byte. */
#define FUL_FIREFOX_REPLY_US (10 * G_TIME_SPAN_SECOND)
#define FUL_FIREFOX_GATHER_US (2 * G_TIME_SPAN_MINUTE)     /* the parts of all processes, compressed */

/**
 * FulFirefox:
 * @status: posted each second once @status_due is set; the caller updates its numbers
 * @status_due: µs; 0: not yet
 * @has_started: the event “profiler-started” came; the caller resets it
 * @has_stopped: likewise “profiler-stopped”
 * @is_stopping: the user asks to end the capture
 * @is_leaving: the user asks to end the connection
 * @is_cancelled: the user asks to end the current wait too
 * @requests: (element-type FulFirefoxRequest): other requests, in order
 * @has_given_up: a reply of the profiler to an abandoned request may still come
 *
 * A dialogue with Firefox: one request at a time. While one waits, statuses are posted, and events and requests of the
 * user are noted; a second request to detach ends every wait with %G_IO_ERROR_CANCELLED.
 */
typedef struct
{
  FulLiveStatus  status;
  gint64         status_due;
  gboolean       has_started;
  gboolean       has_stopped;
  gboolean       is_stopping;
  gboolean       is_leaving;
  gboolean       is_cancelled;
  gboolean       has_given_up;
  GQueue         requests;

  FulLiveChannel *channel;
  FulLiveRdp     *rdp;
  GSocketConnection *connection;
  GSocket        *socket;         /* of it */
  char           *buffer;
  char           *perf;           /* actors */
  char           *console;
  guint           n_owed;         /* pending replies to abandoned requests */
  gint64          began;          /* µs */
  gint64          last_read;
  gint64          asked;          /* 0: no reply is waited for */
} FulFirefox;

typedef struct
{
  FulLiveRequest  request;
  char           *text;      /* (nullable) */
} FulFirefoxRequest;

/* The packet that a wait ends with: the next reply of an actor, or its next event of a type. */
typedef struct
{
  const char *actor;
  const char *event;     /* (nullable) */
  const char *result;    /* (nullable): which evaluation */
  gint64      limit;
  gboolean    can_stop;  /* ends when the user stops the capture */
} FulFirefoxWanted;

FulFirefox *ful_firefox_new          (const FulLiveAddress    *address,
                                      FulLiveChannel          *channel,
                                      GError                 **error);
void        ful_firefox_free         (FulFirefox              *self);
void        ful_firefox_reset        (FulFirefox              *self);
gboolean    ful_firefox_wait         (FulFirefox              *self,
                                      gint64                   due,
                                      GError                 **error);
void        ful_firefox_post_status  (FulFirefox              *self);
gboolean    ful_firefox_send_request (FulFirefox              *self,
                                      JsonObject              *object,
                                      GError                 **error);
JsonObject *ful_firefox_await_packet (FulFirefox              *self,
                                      const FulFirefoxWanted  *wanted,
                                      GError                 **error);
JsonObject *ful_firefox_new_request  (const char              *to,
                                      const char              *type);
JsonObject *ful_firefox_ask          (FulFirefox              *self,
                                      JsonObject              *request,
                                      gboolean                 can_stop,
                                      GError                 **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFirefox, ful_firefox_free)

G_END_DECLS
