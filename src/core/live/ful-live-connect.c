/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Connections to peers on this machine. Each attempt has a time limit, and a request to stop or detach
 * ends it. Nothing is sent to a process of another user. */

#define _GNU_SOURCE   /* struct ucred */

#include "config.h"

#include "ful-live-connect.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_CONNECT_MS 5000
#define RETRY_MS 50

typedef struct
{
  FulLiveChannel *channel;
  char           *name;      /* of the address, for people */
  gint64          due;
} Attempt;

static gboolean
set_error (Attempt  *self,
           int       code,
           GError  **error)
{
  g_set_error (error, FUL_LIVE_ERROR, code == ETIMEDOUT ? FUL_LIVE_ERROR_TIMEOUT : FUL_LIVE_ERROR_CONNECT,
               _("Cannot connect to “%s”: %s"), self->name, g_strerror (code));

  return FALSE;
}

/* Whether the user gave up meanwhile. */
static gboolean
is_cancelled (Attempt *self)
{
  FulLiveRequest request;

  do
    {
      g_autofree char *text = NULL;

      request = ful_live_channel_next_request (self->channel, &text);
      if (request == FUL_LIVE_REQUEST_DETACH || request == FUL_LIVE_REQUEST_STOP)
        return TRUE;
    }
  while (request != FUL_LIVE_REQUEST_NONE);

  return FALSE;
}

/* Waits until the socket is connected, or, without one, a moment. */
static gboolean
wait_for (Attempt  *self,
          int       fd,
          GError  **error)
{
  for (;;)
    {
      struct pollfd polled[] = { { ful_live_channel_get_fd (self->channel), POLLIN, 0 }, { fd, POLLOUT, 0 } };
      gint64 left = (self->due - g_get_monotonic_time ()) / 1000;

      if (left <= 0)
        return set_error (self, ETIMEDOUT, error);
      if (poll (polled, 2, fd < 0 ? RETRY_MS : (int) left) < 0 && errno != EINTR)
        return set_error (self, errno, error);
      if (polled[0].revents && is_cancelled (self))
        return set_error (self, ECANCELED, error);
      if (fd < 0 || polled[1].revents)
        return TRUE;
    }
}

/* Returns: a descriptor, or -1 with @error set */
static int
connect_to (Attempt                *self,
            const struct sockaddr  *to,
            socklen_t               n_to,
            GError                **error)
{
  int fd = socket (to->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  int code = 0;
  socklen_t n_code = sizeof code;
  gboolean done = fd >= 0 || set_error (self, errno, error);

  while (done && connect (fd, to, n_to) != 0 && errno != EISCONN)
    if (errno == EINPROGRESS || errno == EALREADY)
      {
        done = wait_for (self, fd, error);
        if (done && getsockopt (fd, SOL_SOCKET, SO_ERROR, &code, &n_code) == 0 && code == 0)
          break;
        if (done)
          done = set_error (self, code, error);
      }
    else if (errno == EAGAIN)     /* too many wait at a Unix socket */
      done = wait_for (self, -1, error);
    else if (errno != EINTR)
      done = set_error (self, errno, error);

  if (done)
    return fd;
  if (fd >= 0)
    close (fd);

  return -1;
}

static gboolean
check_user (Attempt  *self,
            int       fd,
            GError  **error)
{
  struct ucred peer;
  socklen_t n = sizeof peer;

  if (getsockopt (fd, SOL_SOCKET, SO_PEERCRED, &peer, &n) == 0 && (peer.uid == geteuid () || peer.uid == 0))
    return TRUE;

  g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TOKEN, _("“%s” belongs to a process of another user"), self->name);

  return FALSE;
}

static int
connect_unix (Attempt     *self,
              const char  *path,
              GError     **error)
{
  struct sockaddr_un to = { .sun_family = AF_UNIX };
  int fd;

  g_strlcpy (to.sun_path, path, sizeof to.sun_path);
  fd = connect_to (self, (struct sockaddr *) &to, sizeof to, error);
  if (fd < 0 || check_user (self, fd, error))
    return fd;
  close (fd);

  return -1;
}

static int
connect_tcp (Attempt     *self,
             const char  *host,
             guint16      port,
             GError     **error)
{
  g_autoptr(GInetAddress) inet = g_inet_address_new_from_string (host);
  g_autoptr(GSocketAddress) address = g_inet_socket_address_new (inet, port);
  struct sockaddr_storage to;
  static const int yes = 1;
  int fd;

  if (!g_socket_address_to_native (address, &to, sizeof to, error))
    return -1;
  fd = connect_to (self, (struct sockaddr *) &to, (socklen_t) g_socket_address_get_native_size (address), error);
  if (fd >= 0)
    setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);

  return fd;
}

/**
 * ful_live_connect:
 * @channel: whose requests end the attempt
 * @error: %FUL_LIVE_ERROR
 *
 * Returns: a socket that does not block, or -1
 */
int
ful_live_connect (const FulLiveAddress  *address,
                  FulLiveChannel        *channel,
                  GError               **error)
{
  g_autofree char *name = ful_live_address_to_text (address);
  Attempt attempt = { channel, name, g_get_monotonic_time () + MAX_CONNECT_MS * G_TIME_SPAN_MILLISECOND };
  int fd;

  if (address->path)
    return connect_unix (&attempt, address->path, error);
  if (g_ascii_strcasecmp (address->host, "localhost") != 0)
    return connect_tcp (&attempt, address->host, address->port, error);

  fd = connect_tcp (&attempt, "127.0.0.1", address->port, NULL);

  return fd >= 0 ? fd : connect_tcp (&attempt, "::1", address->port, error);
}
