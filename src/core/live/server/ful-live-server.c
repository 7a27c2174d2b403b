/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The serving end of the live protocol: accepts clients; each is a FulLivePeer. */

#include "config.h"

#include "ful-live-server-private.h"

#define MAX_CLIENTS 64

static gboolean
accept_cb (GSocket      *listener,
           GIOCondition  condition,
           gpointer      user_data)
{
  FulLiveServer *self = user_data;
  g_autoptr(GSocket) socket = g_socket_accept (listener, NULL, NULL);

  if (socket)
    {
      gboolean is_busy = self->peers->len >= MAX_CLIENTS;

      /* Refused clients are few at a time: they are closed soon. */
      if (self->peers->len < 2 * MAX_CLIENTS)
        g_ptr_array_add (self->peers, ful_live_peer_new (self, socket, ++self->n_accepted, is_busy));
    }

  return G_SOURCE_CONTINUE;
}

/**
 * ful_live_server_new:
 * @listener: a socket that listens
 * @options: what to serve
 */
FulLiveServer *
ful_live_server_new (GSocket                    *listener,
                     const FulLiveServerOptions *options)
{
  FulLiveServer *self = g_new0 (FulLiveServer, 1);

  self->options = *options;
  self->options.name = g_strdup (options->name);
  self->options.token = g_strdup (options->token);
  for (guint i = 0; i < sizeof self->capture; i++)
    self->capture[i] = (guint8) g_random_int_range (0, 256);
  self->peers = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_live_peer_free);
  self->listener = g_object_ref (listener);
  g_socket_set_blocking (listener, FALSE);
  self->accept_source = g_socket_create_source (listener, G_IO_IN, NULL);
  g_source_set_callback (self->accept_source, G_SOURCE_FUNC (accept_cb), self, NULL);
  g_source_attach (self->accept_source, g_main_context_get_thread_default ());

  return self;
}

static void
stop_accepting (FulLiveServer *self)
{
  if (self->accept_source == NULL)
    return;
  g_source_destroy (self->accept_source);
  g_clear_pointer (&self->accept_source, g_source_unref);
  g_socket_close (self->listener, NULL);
}

/**
 * ful_live_server_free:
 *
 * Closes what is open.
 */
void
ful_live_server_free (FulLiveServer *self)
{
  stop_accepting (self);
  g_ptr_array_unref (self->peers);
  g_object_unref (self->listener);
  g_free ((char *) self->options.name);
  g_free ((char *) self->options.token);
  g_free (self);
}

/**
 * ful_live_server_stop:
 *
 * Accepts no more clients, and sends END to those that subscribed. ful_live_server_get_n_clients() says when all are gone.
 */
void
ful_live_server_stop (FulLiveServer *self)
{
  stop_accepting (self);
  for (guint i = self->peers->len; i > 0; i--)
    ful_live_peer_stop (g_ptr_array_index (self->peers, i - 1));
}

/**
 * ful_live_server_set_state:
 * @state: of the capture from now on
 *
 * Sends it to all clients, in the next turn of the main loop, and to those that come. One that takes nothing gets the last
 * state alone.
 */
void
ful_live_server_set_state (FulLiveServer      *self,
                           const FulWireState *state)
{
  self->options.state = *state;
  for (guint i = 0; i < self->peers->len; i++)
    {
      FulLivePeer *peer = g_ptr_array_index (self->peers, i);

      peer->is_state_due = peer->greeted;
      ful_live_peer_wake (peer);
    }
}

/**
 * ful_live_server_wake:
 *
 * Feeds that had nothing to send are asked again, in the next turn of the main loop.
 */
void
ful_live_server_wake (FulLiveServer *self)
{
  for (guint i = 0; i < self->peers->len; i++)
    ful_live_peer_wake (g_ptr_array_index (self->peers, i));
}

guint
ful_live_server_get_n_clients (FulLiveServer *self)
{
  return self->peers->len;
}

/* Frees @peer. */
void
ful_live_server_drop (FulLiveServer *self,
                      FulLivePeer   *peer)
{
  g_ptr_array_remove (self->peers, peer);
}
