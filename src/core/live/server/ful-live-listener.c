/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sockets that listen: Unix sockets of mode 0600, and TCP on loopback addresses only.
 *
 * A Unix socket is bound under another name with the umask of its mode, and renamed once it listens: other
 * users can never connect, a stale socket is replaced in one step, and a name always leads to a server. */

#include "config.h"

#include "ful-live-listener.h"

#include "base/ful-error.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Clients that wait to be accepted; a client that does not block is refused when there are more. */
#define BACKLOG 128

static void
prefix_error (GError     **error,
              const char  *address)
{
  g_prefix_error (error, _("“%s” cannot be listened on: "), address);
}

/* Whether nothing is at @path but a socket that no server listens on. */
static gboolean
check_stale (const char      *path,
             GSocketAddress  *address,
             GError         **error)
{
  g_autoptr(GSocket) socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
  g_autoptr(GError) refused = NULL;
  GStatBuf info;

  if (socket == NULL)
    return FALSE;
  if (g_lstat (path, &info) != 0)
    return TRUE;
  if (!S_ISSOCK (info.st_mode))
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” exists, and is no socket"), path);
      return FALSE;
    }

  g_socket_set_blocking (socket, FALSE);
  if (!g_socket_connect (socket, address, NULL, &refused) &&
      g_error_matches (refused, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return TRUE;
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("Another server listens on “%s”"), path);

  return FALSE;
}

static gboolean
listen_on (GSocket  *socket,
           GError  **error)
{
  g_socket_set_listen_backlog (socket, BACKLOG);

  return g_socket_listen (socket, error);
}

static gboolean
bind_private (GSocket         *socket,
              GSocketAddress  *address,
              GError         **error)
{
  mode_t mask = umask (0177);
  gboolean ok = g_socket_bind (socket, address, FALSE, error);

  umask (mask);

  return ok && listen_on (socket, error);
}

static gboolean
rename_socket (const char  *from,
               const char  *to,
               GError     **error)
{
  if (g_rename (from, to) == 0)
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, g_io_error_from_errno (errno), g_strerror (errno));

  return FALSE;
}

/**
 * ful_live_listener_new_unix:
 * @path: of the socket; its folder is made if it does not exist, for this user only
 * @error: %FUL_ERROR_ARGUMENT if a server listens there, or @path is something else or too long; #GIOErrorEnum
 */
FulLiveListener *
ful_live_listener_new_unix (const char  *path,
                            GError     **error)
{
  g_autoptr(FulLiveListener) self = g_new0 (FulLiveListener, 1);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *name = g_strdup_printf (".%x", (guint) getpid ());
  g_autofree char *other = g_build_filename (folder, name, NULL);
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr(GSocketAddress) other_address = g_unix_socket_address_new (other);
  GStatBuf info;

  if (MAX (strlen (path), strlen (other)) >= sizeof ((struct sockaddr_un *) NULL)->sun_path)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("“%s” is too long for the path of a socket"), path);
      return NULL;
    }
  g_mkdir_with_parents (folder, 0700);
  if (!check_stale (path, address, error))
    return NULL;

  self->socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, error);
  g_unlink (other);
  if (self->socket == NULL || !bind_private (self->socket, other_address, error) || !rename_socket (other, path, error))
    {
      g_unlink (other);
      prefix_error (error, path);
      return NULL;
    }
  self->path = g_strdup (path);
  self->address = g_strdup (path);
  if (g_lstat (path, &info) == 0)
    {
      self->device = info.st_dev;
      self->inode = info.st_ino;
    }

  return g_steal_pointer (&self);
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
  if (self->socket == NULL || !g_socket_bind (self->socket, to, TRUE, error) || !listen_on (self->socket, error) ||
      (local = g_socket_get_local_address (self->socket, error)) == NULL)
    {
      prefix_error (error, address);
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
