/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-live-server.h"

G_BEGIN_DECLS

typedef struct _FulLivePeer FulLivePeer;

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
void         ful_live_server_drop (FulLiveServer *self,
                                   FulLivePeer   *peer);

G_END_DECLS
