/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sockets that listen: TCP on loopback addresses only, and Unix sockets (ful-live-listener-posix.c). */

#include "config.h"

#include "ful-live-listener-private.h"

#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Clients that wait to be accepted; a client that does not block is refused when there are more. */
#define BACKLOG 128

/* Returns: whether @socket, which is bound, listens */
gboolean
ful_live_listener_listen (GSocket  *socket,
                          GError  **error)
{
  g_socket_set_listen_backlog (socket, BACKLOG);

  return g_socket_listen (socket, error);
}

static GSocketAddress *
parse_address (const char  *text,
               GError     **error)
{
  g_autoptr(GSocketConnectable) parsed = g_network_address_parse (text, G_MAXUINT16, NULL);
  g_autoptr(GInetAddress) host = NULL;
  const char *colon = strrchr (text, ':');
  const char *name;
  guint64 port;

  if (parsed == NULL || colon == NULL || !g_ascii_string_to_unsigned (colon + 1, 10, 0, G_MAXUINT16, &port, NULL))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” is not HOST:PORT"), text);
      return NULL;
    }
  name = g_network_address_get_hostname (G_NETWORK_ADDRESS (parsed));
  if (g_ascii_strcasecmp (name, "localhost") == 0)
    host = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  else
    host = g_inet_address_new_from_string (name);
  if (host == NULL || !g_inet_address_get_is_loopback (host))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                   _("“%s” is not a loopback address: localhost, 127.0.0.1 or [::1] was expected"), name);
      return NULL;
    }

  return g_inet_socket_address_new (host, (guint16) port);
}

/**
 * ful_live_listener_new_tcp:
 * @address: HOST:PORT, with brackets around a host of IPv6; port 0: one that is free
 * @error: %FUL_ERROR_ARGUMENT if it is not a loopback address; #GIOErrorEnum
 */
FulLiveListener *
ful_live_listener_new_tcp (const char  *address,
                           GError     **error)
{
  g_autoptr(FulLiveListener) self = g_new0 (FulLiveListener, 1);
  g_autoptr(GSocketAddress) to = parse_address (address, error);
  g_autoptr(GSocketAddress) local = NULL;

  if (to == NULL)
    return NULL;
  self->socket = g_socket_new (g_socket_address_get_family (to), G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
  if (self->socket == NULL || !g_socket_bind (self->socket, to, TRUE, error) || !ful_live_listener_listen (self->socket, error) ||
      (local = g_socket_get_local_address (self->socket, error)) == NULL)
    {
      g_prefix_error (error, _("“%s” cannot be listened on: "), address);
      return NULL;
    }
  self->address = g_socket_connectable_to_string (G_SOCKET_CONNECTABLE (local));

  return g_steal_pointer (&self);
}

/**
 * ful_live_listener_free:
 *
 * Removes a Unix socket, unless another server has replaced it.
 */
void
ful_live_listener_free (FulLiveListener *self)
{
  GStatBuf info;

  if (self->path && g_lstat (self->path, &info) == 0 && info.st_dev == self->device && info.st_ino == self->inode)
    g_unlink (self->path);
  g_clear_object (&self->socket);
  g_free (self->path);
  g_free (self->address);
  g_free (self);
}
