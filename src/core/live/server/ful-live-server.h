/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/ful-bytes.h"
#include "live/ful-live-channel.h"
#include "wire/ful-wire.h"

#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_LIVE_FEED_FRAME,   /* one was appended */
  FUL_LIVE_FEED_WAIT,    /* the next one is not due yet */
  FUL_LIVE_FEED_ENDED,   /* none after END */
} FulLiveFeedResult;

/**
 * FulLiveFeedClass:
 * @open: makes what is sent to a client that subscribed
 * @next: appends the next frame; else the monotonic time in µs at which to ask again, -1: after ful_live_server_wake()
 * @end: appends END with a reason, unless there was one
 * @close: frees it
 *
 * Where the frames of a server come from.
 */
typedef struct
{
  gpointer          (*open)  (guint                   client,
                              const FulWireSubscribe *subscribe,
                              gpointer                user_data);
  FulLiveFeedResult (*next)  (gpointer                feed,
                              FulBytes               *to,
                              gint64                 *out_due_us);
  void              (*end)   (gpointer                feed,
                              FulWireEndReason        reason,
                              FulBytes               *to);
  void              (*close) (gpointer                feed);
} FulLiveFeedClass;

typedef enum
{
  FUL_LIVE_CLIENT_CONNECTED,
  FUL_LIVE_CLIENT_GREETED,
  FUL_LIVE_CLIENT_SUBSCRIBED,
  FUL_LIVE_CLIENT_REFUSED,   /* an ERROR was sent */
  FUL_LIVE_CLIENT_ENDED,     /* END was sent, and nothing is after it */
  FUL_LIVE_CLIENT_CLOSED,
} FulLiveClientEvent;

/**
 * FulLiveServerOptions:
 * @name: of the server
 * @token: (nullable): what clients must send; %NULL: clients are checked by their user, on a Unix socket
 * @capabilities: #FulWireCapabilities of all clients
 * @state: sent after HELLO
 * @client_cb: (nullable): called with the number of a client, its bytes so far, and what happened; the text is of the ERROR
 * @choose_cb: (nullable): instead of @capabilities, called with the number of a client that was accepted and the name it
 *   gave; what it answers holds for the connection
 * @request_cb: (nullable): called with a request that the capabilities of the client allow, #FulLiveRequest: START,
 *   STOP, PAUSE, RESUME or MARK, and its text: the JSON object of START, else the text of MARK, UTF-8, at most
 *   %FUL_LIVE_TEXT_CHARS characters. Returns: (transfer full) (nullable): why it is refused. %NULL: STOP ends what is sent to
 *   the client that asks, and nothing else is served
 *
 * Callbacks may call ful_live_server_set_state() and ful_live_server_wake(), and nothing else of the server.
 * Texts are copied.
 */
typedef struct
{
  const char             *name;
  const char             *token;
  guint64                 capabilities;
  FulWireState            state;
  const FulLiveFeedClass *feed_class;
  void                  (*client_cb) (guint               client,
                                      FulLiveClientEvent  event,
                                      gpointer            feed,
                                      guint64             n_bytes,
                                      const char         *text,
                                      gpointer            user_data);
  guint64               (*choose_cb) (guint               client,
                                      const char         *name,
                                      gpointer            user_data);
  char                 *(*request_cb) (guint              client,
                                      FulLiveRequest      request,
                                      const char         *text,
                                      gpointer            user_data);
  gpointer                user_data;
} FulLiveServerOptions;

/**
 * FulLiveServer:
 *
 * Serves one capture to any number of clients, in the thread-default main context. Never blocks.
 */
typedef struct _FulLiveServer FulLiveServer;

FulLiveServer *ful_live_server_new           (GSocket                    *listener,
                                              const FulLiveServerOptions *options);
void           ful_live_server_free          (FulLiveServer              *self);
void           ful_live_server_stop          (FulLiveServer              *self);
void           ful_live_server_set_state     (FulLiveServer              *self,
                                              const FulWireState         *state);
void           ful_live_server_wake          (FulLiveServer              *self);
guint          ful_live_server_get_n_clients (FulLiveServer              *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveServer, ful_live_server_free)

G_END_DECLS
