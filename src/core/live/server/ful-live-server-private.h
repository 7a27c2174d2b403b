/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-server.h"

#include "base/ful-bytes.h"
#include "wire/ful-wire-decoder.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

typedef struct _FulLivePeer FulLivePeer;

/* A client. */
struct _FulLivePeer
{
  FulLiveServer  *server;
  guint           number;
  GSocket        *socket;
  FulWireDecoder *decoder;
  gpointer        feed;          /* from SUBSCRIBE on */
  GSource        *input;
  GSource        *output;        /* (nullable): while bytes wait for the socket */
  GSource        *timer;         /* ready when the next frame is due, or time is up */
  gboolean        greeted;
  gboolean        is_state_due;  /* another one than was sent */
  gboolean        finishing;     /* no frames after those that wait */
  gboolean        ended;         /* the last of them is END */
  gboolean        shut;          /* only the client's end is awaited */
  guint64         capabilities;  /* from HELLO on */
  guint64         window;
  guint64         n_started;     /* bytes of frames that were begun */
  guint64         n_sent;
  guint64         n_acked;
  FulBytes        pending;
  gsize           n_taken;       /* bytes of @pending that the socket took */
};

struct _FulLiveServer
{
  FulLiveServerOptions  options;
  guint8                capture[FUL_WIRE_CAPTURE_BYTES];
  GSocket              *listener;
  GSource              *accept_source;
  GPtrArray            *peers;       /* FulLivePeer */
  guint                 n_accepted;
};

FulLivePeer *ful_live_peer_new    (FulLiveServer *server,
                                   GSocket       *socket,
                                   guint          number,
                                   gboolean       is_busy);
void         ful_live_peer_free   (FulLivePeer   *self);
void         ful_live_peer_stop   (FulLivePeer   *self);
void         ful_live_peer_wake   (FulLivePeer   *self);
void         ful_live_peer_report (FulLivePeer        *self,
                                   FulLiveClientEvent  event,
                                   const char         *text);
void         ful_live_peer_put_error (FulLivePeer      *self,
                                      FulWireErrorCode  code,
                                      gboolean          fatal,
                                      const char       *message);
void         ful_live_peer_put_state (FulLivePeer *self);
void         ful_live_peer_put_end (FulLivePeer      *self,
                                    FulWireEndReason  reason);
void         ful_live_peer_receive (FulLivePeer  *self,
                                    FulWireFrame *frame);
void         ful_live_server_drop (FulLiveServer *self,
                                   FulLivePeer   *peer);

G_END_DECLS
