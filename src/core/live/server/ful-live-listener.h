/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLiveListener:
 * @socket: listens
 * @address: as clients write it
 *
 * A socket that clients of this user, or of this machine, can connect to.
 */
typedef struct
{
  GSocket *socket;
  char    *address;

  char    *path;        /* (nullable): of a Unix socket; the following tell whether it is still ours */
  guint64  device;
  guint64  inode;
} FulLiveListener;

FulLiveListener *ful_live_listener_new_unix (const char       *path,
                                             GError          **error);
FulLiveListener *ful_live_listener_new_tcp  (const char       *address,
                                             GError          **error);
void             ful_live_listener_free     (FulLiveListener  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveListener, ful_live_listener_free)

G_END_DECLS
