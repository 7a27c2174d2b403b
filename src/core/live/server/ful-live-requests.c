/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a client says to a server, and what it is answered (wire.md 2, 3, 8). */

#include "config.h"

#include "ful-live-server-private.h"

#include "live/ful-live-event.h"

#include "base/ful-format.h"
#include "wire/ful-wire-encoder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

void
ful_live_peer_report (FulLivePeer        *self,
                      FulLiveClientEvent  event,
                      const char         *text)
{
  const FulLiveServerOptions *options = &self->server->options;

  if (options->client_cb)
    options->client_cb (self->number, event, self->feed, self->n_sent, text, options->user_data);
}

static void
put_frame (FulLivePeer        *self,
           const FulWireFrame *frame)
{
  gsize n = self->pending.n;

  ful_wire_encode (&self->pending, frame);
  self->n_started += self->pending.n - n;
}

void
ful_live_peer_put_error (FulLivePeer      *self,
                         FulWireErrorCode  code,
                         gboolean          fatal,
                         const char       *message)
{
  FulWireFrame frame = { FUL_WIRE_ERROR, .error = { code, fatal, { message, strlen (message) } } };

  if (self->finishing)
    return;
  put_frame (self, &frame);
  if (!fatal)
    return;
  self->finishing = TRUE;
  ful_live_peer_report (self, FUL_LIVE_CLIENT_REFUSED, message);
}

void
ful_live_peer_put_state (FulLivePeer *self)
{
  FulWireFrame frame = { FUL_WIRE_STATE, .state = self->server->options.state };

  self->is_state_due = FALSE;
  put_frame (self, &frame);
}

void
ful_live_peer_put_end (FulLivePeer      *self,
                       FulWireEndReason  reason)
{
  gsize n = self->pending.n;

  self->server->options.feed_class->end (self->feed, reason, &self->pending);
  self->n_started += self->pending.n - n;
  self->finishing = self->ended = TRUE;
}

/* In a time that does not depend on where they differ. */
static gboolean
is_token (const char  *token,
          FulWireText  given)
{
  gsize n = strlen (token);
  guint8 different = given.n != n;

  for (gsize i = 0; i < given.n; i++)
    different |= (guint8) (given.data[i] ^ token[i % n]);

  return !different;
}

/* Returns: (transfer full): UTF-8, and not long */
static char *
dup_text (FulWireText text)
{
  g_autofree char *valid = g_utf8_make_valid (text.data, (gssize) MIN (text.n, 4 * (FUL_LIVE_TEXT_CHARS + 1)));

  return ful_format_excerpt (valid, "", FUL_LIVE_TEXT_CHARS);
}

static void
receive_hello (FulLivePeer        *self,
               const FulWireHello *hello)
{
  const FulLiveServerOptions *options = &self->server->options;
  FulWireFrame reply = { FUL_WIRE_HELLO, .hello = { .capture = self->server->capture,
                         .name = { options->name, strlen (options->name) } } };
  g_autofree char *name = dup_text (hello->name);

  if (options->token && !is_token (options->token, hello->token))
    {
      ful_live_peer_put_error (self, FUL_WIRE_ERROR_TOKEN, TRUE, _("The token is not the one of this server"));
      return;
    }
  self->capabilities = options->choose_cb ? options->choose_cb (self->number, name, options->user_data) : options->capabilities;
  reply.hello.capabilities = self->capabilities;
  self->greeted = TRUE;
  g_source_set_ready_time (self->timer, -1);
  put_frame (self, &reply);
  ful_live_peer_put_state (self);
  ful_live_peer_report (self, FUL_LIVE_CLIENT_GREETED, name);
}

static void
receive_subscribe (FulLivePeer            *self,
                   const FulWireSubscribe *subscribe)
{
  if (self->feed)
    {
      ful_live_peer_put_error (self, FUL_WIRE_ERROR_REFUSED, FALSE, _("SUBSCRIBE is sent once"));
      return;
    }
  self->window = subscribe->window_bytes;
  self->feed = self->server->options.feed_class->open (self->number, subscribe, self->server->options.user_data);
  ful_live_peer_report (self, FUL_LIVE_CLIENT_SUBSCRIBED, NULL);
}

static void
receive_ack (FulLivePeer *self,
             guint64      n_bytes)
{
  if (n_bytes > self->n_sent)
    {
      ful_live_peer_put_error (self, FUL_WIRE_ERROR_MALFORMED, TRUE, _("ACK of more bytes than were sent"));
      return;
    }
  self->n_acked = MAX (self->n_acked, n_bytes);
}

static void
refuse (FulLivePeer *self,
        const char  *message)
{
  ful_live_peer_put_error (self, FUL_WIRE_ERROR_REFUSED, FALSE, message);
}

/* Where the owner serves no requests. */
static void
stop_feed (FulLivePeer *self)
{
  if (self->feed)
    ful_live_peer_put_end (self, FUL_WIRE_END_STOPPED);
  else
    refuse (self, _("There is nothing to stop before SUBSCRIBE"));
}

static void
receive_request (FulLivePeer         *self,
                 FulWireCapabilities  capability,
                 FulLiveRequest       request,
                 const char          *text)
{
  const FulLiveServerOptions *options = &self->server->options;
  g_autofree char *refusal = NULL;

  if (!(self->capabilities & capability) || (options->request_cb == NULL && request != FUL_LIVE_REQUEST_STOP))
    {
      refuse (self, _("This server has no such request"));
      return;
    }
  if (options->request_cb == NULL)
    {
      stop_feed (self);
      return;
    }
  refusal = options->request_cb (self->number, request, text, options->user_data);
  if (refusal)
    refuse (self, refusal);
}

static void
receive_start (FulLivePeer *self,
               FulWireText  object)
{
  g_autofree char *text = g_utf8_make_valid (object.data, (gssize) object.n);

  receive_request (self, FUL_WIRE_CAN_START, FUL_LIVE_REQUEST_START, text);
}

static void
receive_mark (FulLivePeer *self,
              FulWireText  text)
{
  g_autofree char *copy = dup_text (text);

  receive_request (self, FUL_WIRE_CAN_MARK, FUL_LIVE_REQUEST_MARK, copy);
}

void
ful_live_peer_receive (FulLivePeer  *self,
                       FulWireFrame *frame)
{
  switch ((int) frame->type)
    {
    case FUL_WIRE_HELLO:
      receive_hello (self, &frame->hello);
      return;
    case FUL_WIRE_ERROR:
      self->finishing = self->finishing || frame->error.fatal;
      return;
    case FUL_WIRE_SUBSCRIBE:
      receive_subscribe (self, &frame->subscribe);
      return;
    case FUL_WIRE_ACK:
      receive_ack (self, frame->number);
      return;
    case FUL_WIRE_START:
      receive_start (self, frame->object.object);
      return;
    case FUL_WIRE_STOP:
      receive_request (self, FUL_WIRE_CAN_STOP, FUL_LIVE_REQUEST_STOP, NULL);
      return;
    case FUL_WIRE_PAUSE:
      receive_request (self, FUL_WIRE_CAN_PAUSE, FUL_LIVE_REQUEST_PAUSE, NULL);
      return;
    case FUL_WIRE_RESUME:
      receive_request (self, FUL_WIRE_CAN_PAUSE, FUL_LIVE_REQUEST_RESUME, NULL);
      return;
    case FUL_WIRE_MARK:
      receive_mark (self, frame->text);
      return;
    default:
      return;
    }
}
