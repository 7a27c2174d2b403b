/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections to peers on this machine. Each attempt has a time limit, and a request to stop or detach
 * ends it. Nothing is sent to a process of another user. */

#include "config.h"

#include "ful-live-connect.h"

#include "ful-live-credentials.h"

#include <gio/gnetworking.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>

#define MAX_CONNECT_S 5
#define RETRY_MS 50

static GSocketConnection *
connect_to (GSocketAddress  *to,
            FulLiveChannel  *channel,
            GError         **error)
{
  g_autoptr(GSocketClient) client = g_socket_client_new ();
  g_autoptr(GError) flaw = NULL;
  gint64 due = g_get_monotonic_time () + MAX_CONNECT_S * G_TIME_SPAN_SECOND;
  GSocketConnection *connection;

  g_socket_client_set_timeout (client, MAX_CONNECT_S);
  g_socket_client_set_enable_proxy (client, FALSE);
  connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (to), ful_live_channel_get_leave (channel), &flaw);
  /* Too many wait at a Unix socket. */
  while (connection == NULL && g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK) && g_get_monotonic_time () < due &&
         !ful_live_channel_wait_for_leave (channel, RETRY_MS))
    {
      g_clear_error (&flaw);
      connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (to), ful_live_channel_get_leave (channel), &flaw);
    }
  if (connection == NULL)
    g_propagate_error (error, g_steal_pointer (&flaw));

  return connection;
}

/**
 * ful_live_connect:
 * @channel: whose requests end the attempt
 * @error: %FUL_LIVE_ERROR
 *
 * Returns: (transfer full) (nullable): a connection whose socket does not block
 */
GSocketConnection *
ful_live_connect (const FulLiveAddress  *address,
                  FulLiveChannel        *channel,
                  GError               **error)
{
  gboolean is_any = address->host && g_ascii_strcasecmp (address->host, "localhost") == 0;
  const char *const hosts[] = { is_any ? "127.0.0.1" : address->host, is_any ? "::1" : NULL };
  g_autofree char *name = ful_live_address_to_text (address);
  g_autoptr(GSocketConnection) connection = NULL;
  g_autoptr(GError) flaw = NULL;
  GSocket *socket;

  for (guint i = 0; connection == NULL && (i == 0 || (i < G_N_ELEMENTS (hosts) && hosts[i])); i++)
    {
      g_autoptr(GSocketAddress) to = address->path ? g_unix_socket_address_new (address->path)
                                                   : g_inet_socket_address_new_from_string (hosts[i], address->port);

      g_clear_error (&flaw);
      connection = connect_to (to, channel, &flaw);
    }
  if (connection == NULL)
    {
      g_set_error (error, FUL_LIVE_ERROR,
                   g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_TIMED_OUT) ||
                   g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK) ? FUL_LIVE_ERROR_TIMEOUT : FUL_LIVE_ERROR_CONNECT,
                   _("Cannot connect to “%s”: %s"), name, flaw->message);
      return NULL;
    }

  socket = g_socket_connection_get_socket (connection);
  if (address->path && !ful_live_credentials_check (socket, &flaw))
    {
      if (flaw)
        g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TOKEN, _("Cannot connect to “%s”: %s"), name, flaw->message);
      else
        g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TOKEN, _("“%s” belongs to a process of another user"), name);
      return NULL;
    }
  if (address->host)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);

  g_socket_set_blocking (socket, FALSE);
  g_socket_set_timeout (socket, 0);

  return g_steal_pointer (&connection);
}
