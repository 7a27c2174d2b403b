/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Unix sockets that listen, of mode 0600.
 *
 * One is bound under another name with the umask of its mode, and renamed once it listens: other users can never
 * connect, a stale socket is replaced in one step, and a name always leads to a server. */

#include "config.h"

#include "ful-live-listener-private.h"

#include "base/ful-error.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

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
bind_private (GSocket         *socket,
              GSocketAddress  *address,
              GError         **error)
{
  mode_t mask = umask (0177);
  gboolean ok = g_socket_bind (socket, address, FALSE, error);

  umask (mask);

  return ok && ful_live_listener_listen (socket, error);
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
      g_prefix_error (error, _("“%s” cannot be listened on: "), path);
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
