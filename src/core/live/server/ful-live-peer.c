/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One client of a server (wire.md 2, 7, 8).
 *
 * HELLO within 5 s; then frames of the feed, as long as credit and the socket take them. At most
 * SEND_BYTES and one frame wait for the socket. After END or a fatal ERROR the connection is shut down for
 * writing, and closed once the client closes it or a few seconds later, so that what was sent arrives. */

#include "config.h"

#include "ful-live-server-private.h"

#include "live/ful-live-credentials.h"

#include "wire/ful-wire-decoder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define HELLO_US (5 * G_USEC_PER_SEC)
#define LINGER_US (5 * G_USEC_PER_SEC)
#define SEND_BYTES (64u << 10)
#define TURN_BYTES (256u << 10)    /* sent before other clients have their turn */
#define RECEIVE_BYTES (16u << 10)
#define KEEP_BYTES (1u << 20)      /* of an empty buffer */

static void pump (FulLivePeer *self);

static void
close_peer (FulLivePeer *self)
{
  ful_live_peer_report (self, FUL_LIVE_CLIENT_CLOSED, NULL);
  ful_live_server_drop (self->server, self);
}

/* Returns: FALSE if the peer is closed */
static gboolean
read_some (FulLivePeer *self)
{
  g_autoptr(GError) error = NULL;
  char bytes[RECEIVE_BYTES];
  gssize n = g_socket_receive (self->socket, bytes, sizeof bytes, NULL, &error);
  FulWireFrame frame;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
    return TRUE;
  if (n <= 0)
    {
      close_peer (self);
      return FALSE;
    }
  if (self->finishing)
    return TRUE;

  ful_wire_decoder_feed (self->decoder, bytes, (gsize) n);
  while (!self->finishing && ful_wire_decoder_next (self->decoder, &frame, &error))
    ful_live_peer_receive (self, &frame);
  if (error)
    ful_live_peer_put_error (self, ful_wire_error_get_code (error), TRUE, error->message);

  return TRUE;
}

static gboolean
input_cb (GSocket      *socket,
          GIOCondition  condition,
          gpointer      user_data)
{
  FulLivePeer *self = user_data;

  if (read_some (self))
    pump (self);

  return G_SOURCE_CONTINUE;
}

static gboolean
output_cb (GSocket      *socket,
           GIOCondition  condition,
           gpointer      user_data)
{
  pump (user_data);

  return G_SOURCE_CONTINUE;
}

static gboolean
timer_cb (gpointer user_data)
{
  FulLivePeer *self = user_data;

  g_source_set_ready_time (self->timer, -1);
  if (self->shut)
    {
      close_peer (self);
      return G_SOURCE_CONTINUE;
    }
  if (!self->greeted)
    ful_live_peer_put_error (self, FUL_WIRE_ERROR_OTHER, TRUE, _("No HELLO within 5 s"));
  pump (self);

  return G_SOURCE_CONTINUE;
}

static gboolean
dispatch_timer (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  return callback (user_data);
}

/* Stops or starts to wait for @condition. */
static void
watch (FulLivePeer  *self,
       GSource     **source,
       GIOCondition  condition,
       gboolean      wanted)
{
  if (wanted == (*source != NULL))
    return;
  if (!wanted)
    {
      g_source_destroy (*source);
      g_clear_pointer (source, g_source_unref);
      return;
    }
  *source = g_socket_create_source (self->socket, condition, NULL);
  g_source_set_callback (*source, condition == G_IO_IN ? G_SOURCE_FUNC (input_cb) : G_SOURCE_FUNC (output_cb), self, NULL);
  g_source_attach (*source, g_main_context_get_thread_default ());
}

/* Begins frames while there is credit for them and room. */
static void
fill (FulLivePeer *self)
{
  if (self->n_taken > 0 && self->pending.n - self->n_taken < SEND_BYTES)
    {
      memmove (self->pending.data, self->pending.data + self->n_taken, self->pending.n - self->n_taken);
      self->pending.n -= self->n_taken;
      self->n_taken = 0;
    }
  if (self->pending.n == 0 && self->pending.capacity > KEEP_BYTES)
    ful_bytes_clear (&self->pending);

  if (self->is_state_due && !self->finishing && self->pending.n - self->n_taken < SEND_BYTES)
    ful_live_peer_put_state (self);
  while (self->feed && !self->finishing && self->pending.n - self->n_taken < SEND_BYTES &&
         self->n_started - self->n_acked < self->window)
    {
      gsize n = self->pending.n;
      gint64 due_us = -1;
      FulLiveFeedResult result = self->server->options.feed_class->next (self->feed, &self->pending, &due_us);

      self->n_started += self->pending.n - n;
      if (result == FUL_LIVE_FEED_WAIT)
        {
          g_source_set_ready_time (self->timer, due_us);
          return;
        }
      if (result == FUL_LIVE_FEED_ENDED)
        self->finishing = self->ended = TRUE;
    }
}

static void
shut_down (FulLivePeer *self)
{
  self->shut = TRUE;
  if (self->ended)
    ful_live_peer_report (self, FUL_LIVE_CLIENT_ENDED, NULL);
  watch (self, &self->output, G_IO_OUT, FALSE);
  g_source_set_ready_time (self->timer, g_get_monotonic_time () + LINGER_US);
  g_socket_shutdown (self->socket, FALSE, TRUE, NULL);
}

/* Sends what can be sent, and waits for what has to be waited for. */
static void
pump (FulLivePeer *self)
{
  gsize n_turn = 0;

  if (self->shut)
    return;
  for (;;)
    {
      g_autoptr(GError) error = NULL;
      gssize n;

      fill (self);
      if (self->n_taken == self->pending.n)
        break;
      n = n_turn < TURN_BYTES ? g_socket_send (self->socket, self->pending.data + self->n_taken,
                                               self->pending.n - self->n_taken, NULL, &error) : 0;
      if (n < 0 && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        {
          close_peer (self);
          return;
        }
      if (n <= 0)
        break;
      self->n_taken += (gsize) n;
      self->n_sent += (guint64) n;
      n_turn += (gsize) n;
    }

  if (self->n_taken == self->pending.n && self->finishing)
    {
      shut_down (self);
      watch (self, &self->input, G_IO_IN, TRUE);
      return;
    }
  watch (self, &self->output, G_IO_OUT, self->n_taken < self->pending.n);
  /* A client that sends requests without reading replies has to wait. */
  watch (self, &self->input, G_IO_IN, self->pending.n - self->n_taken < TURN_BYTES || self->feed == NULL);
}

static gboolean
check_user (FulLivePeer  *self,
            GError      **error)
{
  if (self->server->options.token || ful_live_credentials_check (self->socket, error))
    return TRUE;
  if (*error == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED, _("This is the socket of another user"));

  return FALSE;
}

/**
 * ful_live_peer_new:
 * @is_busy: whether to refuse the client
 */
FulLivePeer *
ful_live_peer_new (FulLiveServer *server,
                   GSocket       *socket,
                   guint          number,
                   gboolean       is_busy)
{
  static GSourceFuncs timer_funcs = { .dispatch = dispatch_timer };
  FulLivePeer *self = g_new0 (FulLivePeer, 1);
  g_autoptr(GError) error = NULL;

  self->server = server;
  self->number = number;
  self->socket = g_object_ref (socket);
  g_socket_set_blocking (socket, FALSE);
  self->decoder = ful_wire_decoder_new (TRUE);
  self->timer = g_source_new (&timer_funcs, sizeof (GSource));
  g_source_set_callback (self->timer, timer_cb, self, NULL);
  g_source_set_ready_time (self->timer, g_get_monotonic_time () + HELLO_US);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  ful_live_peer_report (self, FUL_LIVE_CLIENT_CONNECTED, NULL);

  if (!check_user (self, &error))
    ful_live_peer_put_error (self, FUL_WIRE_ERROR_TOKEN, TRUE, error->message);
  else if (is_busy)
    ful_live_peer_put_error (self, FUL_WIRE_ERROR_BUSY, TRUE, _("There are too many clients"));
  /* Sent from the main loop, where a peer can be freed. */
  watch (self, self->finishing ? &self->output : &self->input, self->finishing ? G_IO_OUT : G_IO_IN, TRUE);

  return self;
}

void
ful_live_peer_free (FulLivePeer *self)
{
  watch (self, &self->input, G_IO_IN, FALSE);
  watch (self, &self->output, G_IO_OUT, FALSE);
  g_source_destroy (self->timer);
  g_source_unref (self->timer);
  if (self->feed)
    self->server->options.feed_class->close (self->feed);
  ful_wire_decoder_free (self->decoder);
  ful_bytes_clear (&self->pending);
  g_object_unref (self->socket);
  g_free (self);
}

/* What there is to send is sent from the main loop: a peer that is served may not be freed under its caller. */
void
ful_live_peer_wake (FulLivePeer *self)
{
  if (self->greeted && !self->shut)
    g_source_set_ready_time (self->timer, 0);
}

/* The server ends. May free @self. */
void
ful_live_peer_stop (FulLivePeer *self)
{
  if (self->feed == NULL && !self->finishing)
    {
      close_peer (self);
      return;
    }
  if (!self->finishing)
    ful_live_peer_put_end (self, FUL_WIRE_END_SERVER_ENDS);
  pump (self);
}
