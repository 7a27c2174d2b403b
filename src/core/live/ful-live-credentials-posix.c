/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whose process a peer is, of POSIX systems: the kernel says so. */

#include "config.h"

#include "ful-live-credentials.h"

#include <unistd.h>

/**
 * ful_live_credentials_check:
 * @socket: a connected Unix socket
 * @error: %G_IO_ERROR where the system does not say whose process it is
 *
 * Returns: whether the peer is a process of this user or root; %FALSE without @error if it is not
 */
gboolean
ful_live_credentials_check (GSocket  *socket,
                            GError  **error)
{
  g_autoptr(GCredentials) credentials = g_socket_get_credentials (socket, error);
  uid_t user = credentials ? g_credentials_get_unix_user (credentials, error) : (uid_t) -1;

  return user == geteuid () || user == 0;
}
