/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The client side of the live protocol (wire.md 2, 7). One loop reads, gives the bytes to the spool and to the
 * capture, and acknowledges them then, so that a peer is never ahead of us by more than the window. What goes
 * wrong ends the loop; what came before stays. */

#include "config.h"

#include "ful-live-socket.h"

#include "ful-live-capture.h"
#include "ful-live-connect.h"
#include "ful-live-spool.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define WINDOW_BYTES (4u << 20)
#define READ_BYTES (256u << 10)
#define ACK_US (50 * G_TIME_SPAN_MILLISECOND)
#define STATUS_US G_TIME_SPAN_SECOND
#define MAX_HELLO_US (5 * G_TIME_SPAN_SECOND)
#define STALL_US (3 * G_TIME_SPAN_SECOND)
#define MAX_STOP_US (10 * G_TIME_SPAN_SECOND)   /* without a frame after STOP */
#define ALL_KINDS 15

typedef struct
{
  FulLiveChannel       *channel;
  const FulLiveOptions *options;
  FulLiveCapture       *capture;
  const FulLivePeer    *peer;
  FulLiveSpool         *spool;            /* (nullable) */
  GSocket              *socket;
  char                 *buffer;

  FulBytes              out;              /* to be sent */
  gboolean              cannot_send;
  guint64               n_received;
  guint64               n_acknowledged;
  gboolean              has_subscribed;
  gboolean              has_started;      /* or was refused */
  gboolean              is_stopping;

  /* µs */
  gint64                began;
  gint64                last_frame;
  gint64                ack_due;          /* if not all is acknowledged */
  gint64                status_due;
} Connection;

static void
put (Connection         *self,
     const FulWireFrame *frame)
{
  if (!self->cannot_send && !ful_wire_encode (&self->out, frame))
    g_assert_not_reached ();
}

static void
put_hello (Connection *self)
{
  static const char name[] = "fulgens " PACKAGE_VERSION;
  const char *token = self->options->token ? self->options->token : "";
  FulWireFrame frame = { FUL_WIRE_HELLO, .hello = {
    .from_client = TRUE, .minor = FUL_WIRE_MINOR, .token = { token, strlen (token) }, .name = { name, sizeof name - 1 },
  } };

  put (self, &frame);
}

/* Reports an error of the peer to it. */
static void
put_error (Connection   *self,
           const GError *error)
{
  FulWireFrame frame = { FUL_WIRE_ERROR, .error = {
    ful_live_capture_get_code (error), TRUE,
    { error->message, strlen (error->message) },
  } };

  put (self, &frame);
}

/* Sends as much as fits in the socket. */
static void
send_waiting (Connection *self)
{
  g_autoptr(GError) flaw = NULL;
  gssize sent;

  if (self->out.n == 0)
    return;

  sent = g_socket_send (self->socket, self->out.data, self->out.n, NULL, &flaw);
  if (sent > 0)
    {
      self->out.n -= (gsize) sent;
      memmove (self->out.data, self->out.data + sent, self->out.n);
    }
  else if (sent < 0 && !g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    {
      /* The peer may have sent a reason before it closed the connection. */
      self->cannot_send = TRUE;
      self->out.n = 0;
    }
}

static void
acknowledge (Connection *self,
             gint64      now)
{
  guint64 n = self->n_received - self->n_acknowledged;
  FulWireFrame frame = { FUL_WIRE_ACK, .number = self->n_received };

  g_assert (self->n_acknowledged <= self->n_received);

  if (!self->has_subscribed || self->out.n > 0 || n == 0 || (n < WINDOW_BYTES / 4 && now < self->ack_due))
    return;

  put (self, &frame);
  self->n_acknowledged = self->n_received;
}

/* After HELLO of the peer. */
static void
subscribe (Connection *self)
{
  FulWireFrame frame = { FUL_WIRE_SUBSCRIBE, .subscribe = { ALL_KINDS, TRUE, WINDOW_BYTES } };

  g_assert (self->peer->has_hello && !self->has_subscribed);

  put (self, &frame);
  self->has_subscribed = TRUE;
}

/* After the first STATE. Returns: FALSE with @error set if there will be no capture */
static gboolean
start_capture (Connection  *self,
               GError     **error)
{
  const char *object = self->options->start;
  FulWireFrame frame = { FUL_WIRE_START, .object = { .object = { object, strlen (object) } } };

  g_assert (object && !self->has_started);

  self->has_started = TRUE;
  if (self->peer->state != FUL_LIVE_IDLE)
    {
      ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, _("The capture was started before"));
      return TRUE;
    }
  if (!(self->peer->capabilities & FUL_WIRE_CAN_START))
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_REFUSED, _("The peer cannot start captures"));
      return FALSE;
    }
  put (self, &frame);
  ful_live_capture_expect_start (self->capture);

  return TRUE;
}

static gboolean
ask (Connection          *self,
     FulWireCapabilities  capability,
     const FulWireFrame  *frame,
     const char          *refusal)
{
  if (!(self->peer->capabilities & capability))
    {
      ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, refusal);
      return FALSE;
    }
  if (!self->cannot_send && !ful_wire_encode (&self->out, frame))
    {
      ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_REFUSED, _("The text is too long"));
      return FALSE;
    }

  return TRUE;
}

/* Returns: FALSE if the connection is to be ended */
static gboolean
serve_request (Connection     *self,
               FulLiveRequest  request,
               const char     *text,
               gint64          now)
{
  FulWireFrame frame = { FUL_WIRE_STOP };

  switch (request)
    {
    case FUL_LIVE_REQUEST_STOP:
      if (!self->peer->has_hello || !ask (self, FUL_WIRE_CAN_STOP, &frame, _("The peer cannot stop the capture")))
        return FALSE;
      self->is_stopping = TRUE;
      self->last_frame = now;
      return TRUE;
    case FUL_LIVE_REQUEST_PAUSE:
      frame.type = FUL_WIRE_PAUSE;
      ask (self, FUL_WIRE_CAN_PAUSE, &frame, _("The peer cannot pause the capture"));
      return TRUE;
    case FUL_LIVE_REQUEST_RESUME:
      frame.type = FUL_WIRE_RESUME;
      ask (self, FUL_WIRE_CAN_PAUSE, &frame, _("The peer cannot pause the capture"));
      return TRUE;
    case FUL_LIVE_REQUEST_MARK:
      frame.type = FUL_WIRE_MARK;
      frame.text = (FulWireText) { text, strlen (text) };
      ask (self, FUL_WIRE_CAN_MARK, &frame, _("The peer cannot add markers"));
      return TRUE;
    case FUL_LIVE_REQUEST_DETACH:
      return FALSE;
    case FUL_LIVE_REQUEST_NONE:
    default:
      return TRUE;
    }
}

static gboolean
serve_requests (Connection *self,
                gint64      now)
{
  for (;;)
    {
      g_autofree char *text = NULL;
      FulLiveRequest request = ful_live_channel_next_request (self->channel, &text);

      if (request == FUL_LIVE_REQUEST_NONE)
        return TRUE;
      if (!serve_request (self, request, text, now))
        return FALSE;
    }
}

static void
post_status (Connection *self,
             gint64      now)
{
  ful_live_capture_post_status (self->capture, (double) (now - self->began) / G_USEC_PER_SEC,
                                now - self->last_frame >= STALL_US);
}

static gboolean
check_time (Connection  *self,
            gint64       now,
            GError     **error)
{
  if (!self->peer->has_hello && now - self->began >= MAX_HELLO_US)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT, _("The peer did not say HELLO in time"));
      return FALSE;
    }
  if (self->is_stopping && now - self->last_frame >= MAX_STOP_US)
    {
      g_set_error_literal (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_TIMEOUT, _("The peer did not end the capture in time"));
      return FALSE;
    }
  if (self->peer->has_hello && now >= self->status_due)
    {
      post_status (self, now);
      self->status_due = now + STATUS_US;
    }

  return TRUE;
}

static void
spool (Connection *self,
       gsize       n)
{
  g_autoptr(GError) error = NULL;

  g_assert (n > 0 && n <= READ_BYTES);

  if (self->options->has_spool && self->n_received == 0)
    {
      self->spool = ful_live_spool_new (&error);
      if (self->spool)
        ful_live_channel_set_spool (self->channel, self->spool);
    }
  if (self->spool && !ful_live_spool_write (self->spool, self->buffer, n, &error))
    g_clear_pointer (&self->spool, ful_live_spool_unref);
  if (error)
    ful_live_channel_post_failure (self->channel, FUL_LIVE_ERROR_OTHER, error->message);
}

/* Returns: FALSE if the capture ended, or with @error set */
static gboolean
receive (Connection  *self,
         GError     **error)
{
  g_autoptr(GError) flaw = NULL;
  gssize n = g_socket_receive (self->socket, self->buffer, READ_BYTES, NULL, &flaw);
  guint64 frame_bytes = self->peer->frame_bytes;
  gboolean goes_on;
  gint64 now;

  if (g_error_matches (flaw, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return TRUE;
  if (n <= 0)
    {
      g_set_error (error, FUL_LIVE_ERROR, FUL_LIVE_ERROR_CLOSED, _("The connection ended before the capture: %s"),
                   n < 0 ? flaw->message : _("closed by the peer"));
      return FALSE;
    }

  spool (self, (gsize) n);
  goes_on = ful_live_capture_feed (self->capture, self->buffer, (gsize) n, error);
  now = g_get_monotonic_time ();
  if (self->n_received == self->n_acknowledged)
    self->ack_due = now + ACK_US;
  self->n_received += (guint64) n;
  if (self->peer->frame_bytes != frame_bytes)
    self->last_frame = now;
  if (!goes_on)
    return FALSE;

  if (self->peer->has_hello && !self->has_subscribed)
    {
      subscribe (self);
      self->status_due = now + STATUS_US;
    }

  return !self->peer->has_state || self->options->start == NULL || self->has_started || start_capture (self, error);
}

static gint64
get_timeout_us (Connection *self,
                gint64      now)
{
  gint64 due = self->peer->has_hello ? self->status_due : self->began + MAX_HELLO_US;

  if (self->has_subscribed && self->n_received > self->n_acknowledged && self->out.n == 0)
    due = MIN (due, self->ack_due);

  return MAX (due - now, 0) + G_TIME_SPAN_MILLISECOND;
}

/* Runs until the capture ends or the user leaves it, or until an error, with @error set. */
static void
follow (Connection  *self,
        GError     **error)
{
  put_hello (self);
  for (;;)
    {
      gint64 now = g_get_monotonic_time ();
      gboolean is_ready;

      if (!check_time (self, now, error))
        return;
      acknowledge (self, now);
      send_waiting (self);
      is_ready = ful_live_channel_wait_for_socket (self->channel, self->socket, self->out.n > 0 ? G_IO_IN | G_IO_OUT : G_IO_IN,
                                                   get_timeout_us (self, now));
      if (!serve_requests (self, now))
        return;
      if (is_ready && !receive (self, error))
        return;
    }
}

/**
 * ful_live_socket_follow:
 * @address: of a socket
 * @explain: (nullable): called if the capture failed, before that is posted
 *
 * Follows a capture like #FulLiveKind.run.
 */
void
ful_live_socket_follow (FulLiveChannel       *channel,
                        const FulLiveAddress *address,
                        const FulLiveOptions *options,
                        FulLiveExplain        explain,
                        gpointer              user_data)
{
  g_autofree char *name = ful_live_address_to_text (address);
  g_autoptr(FulLiveCapture) capture = ful_live_capture_new (channel, name, options->snapshot_interval_ms);
  g_autoptr(GError) error = NULL;
  g_autoptr(GSocketConnection) connection = ful_live_connect (address, channel, &error);
  Connection self = { channel, options, capture, ful_live_capture_get_peer (capture) };

  if (connection)
    {
      self.socket = g_socket_connection_get_socket (connection);
      self.buffer = g_malloc (READ_BYTES);
      self.began = self.last_frame = g_get_monotonic_time ();
      follow (&self, &error);
      if (self.peer->has_hello)
        post_status (&self, g_get_monotonic_time ());
      if (error && error->code >= FUL_LIVE_ERROR_PROTOCOL && error->code <= FUL_LIVE_ERROR_MALFORMED &&
          !self.peer->has_failed)
        put_error (&self, error);
      send_waiting (&self);
      g_clear_object (&connection);
    }
  if (self.spool && !self.peer->has_thread)
    ful_live_spool_remove (self.spool);
  if (error && explain)
    explain (&error, user_data);
  ful_live_capture_finish (capture, error);

  g_clear_pointer (&self.spool, ful_live_spool_unref);
  ful_bytes_clear (&self.out);
  g_free (self.buffer);
}

/* Posts the events of a capture that could not begin. */
void
ful_live_socket_fail (FulLiveChannel       *channel,
                      const FulLiveAddress *address,
                      const GError         *error)
{
  g_autofree char *name = ful_live_address_to_text (address);
  g_autoptr(FulLiveCapture) capture = ful_live_capture_new (channel, name, 0);

  ful_live_capture_finish (capture, error);
}

static void
run (FulLiveChannel       *channel,
     const FulLiveAddress *address,
     const FulLiveOptions *options)
{
  ful_live_socket_follow (channel, address, options, NULL, NULL);
}

const FulLiveKind ful_live_socket = { .scheme = "", .run = run };
