/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server and its clients, in one thread: requests, states, capabilities. What frames a feed gives is
 * tests/serve/test-live-replay.c; sockets and limits are tests/cli/test-serve.py. */

#include "base/ful-bytes.h"
#include "live/ful-live-channel.h"
#include "live/ful-live-event.h"
#include "live/server/ful-live-listener.h"
#include "live/server/ful-live-server.h"
#include "wire/ful-wire-decoder.h"
#include "wire/ful-wire-encoder.h"

#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>

#define WINDOW (1 << 20)
#define ALL (FUL_WIRE_CAN_START | FUL_WIRE_CAN_STOP | FUL_WIRE_CAN_PAUSE | FUL_WIRE_CAN_MARK)

typedef struct
{
  char            *folder;
  FulLiveListener *listener;
  FulLiveServer   *server;
  GString         *requests;    /* that reached the owner: "CLIENT WHAT TEXT, " */
  guint            n_ticks;     /* that feeds may send */
  guint            stopped_by;  /* client whose STOP ends all */
} Fixture;

typedef struct
{
  GSocket        *socket;
  FulWireDecoder *decoder;
  GString        *seen;        /* frames: "TYPE DETAILS, " */
} Client;

typedef struct
{
  Fixture *fixture;
  guint    client;
  guint    n_sent;
} Feed;

static gpointer
open_feed (guint                   client,
           const FulWireSubscribe *subscribe G_GNUC_UNUSED,
           gpointer                user_data)
{
  Feed *feed = g_new0 (Feed, 1);

  feed->fixture = user_data;
  feed->client = client;

  return feed;
}

static void
end_feed (gpointer          data G_GNUC_UNUSED,
          FulWireEndReason  reason,
          FulBytes         *to)
{
  FulWireFrame end = { FUL_WIRE_END, .end = { .reason = (guint8) reason } };

  ful_wire_encode (to, &end);
}

static FulLiveFeedResult
next_of_feed (gpointer  data,
              FulBytes *to,
              gint64   *out_due_us G_GNUC_UNUSED)
{
  FulWireFrame frame = { FUL_WIRE_TICK };
  Feed *feed = data;

  if (feed->n_sent < feed->fixture->n_ticks)
    {
      frame.tick.now = (gint64) ++feed->n_sent;
      ful_wire_encode (to, &frame);
      return FUL_LIVE_FEED_FRAME;
    }
  if (feed->fixture->stopped_by == 0)
    return FUL_LIVE_FEED_WAIT;
  end_feed (feed, feed->client == feed->fixture->stopped_by ? FUL_WIRE_END_STOPPED : FUL_WIRE_END_STOPPED_OTHER, to);

  return FUL_LIVE_FEED_ENDED;
}

static const FulLiveFeedClass feed_class = { open_feed, next_of_feed, end_feed, g_free };

static void
client_cb (guint               client G_GNUC_UNUSED,
           FulLiveClientEvent  event G_GNUC_UNUSED,
           gpointer            feed G_GNUC_UNUSED,
           guint64             n_bytes G_GNUC_UNUSED,
           const char         *text G_GNUC_UNUSED,
           gpointer            user_data G_GNUC_UNUSED)
{
}

/* The first client controls, others may mark. */
static guint64
choose_cb (guint       client,
           const char *name,
           gpointer    user_data G_GNUC_UNUSED)
{
  g_assert_cmpstr (name, ==, "test");

  return client == 1 ? ALL : FUL_WIRE_CAN_MARK;
}

static char *
request_cb (guint           client,
            FulLiveRequest  request,
            const char     *text,
            gpointer        user_data)
{
  static const char *const names[] = {
    [FUL_LIVE_REQUEST_START] = "start", [FUL_LIVE_REQUEST_STOP] = "stop", [FUL_LIVE_REQUEST_PAUSE] = "pause",
    [FUL_LIVE_REQUEST_RESUME] = "resume", [FUL_LIVE_REQUEST_MARK] = "mark",
  };
  Fixture *self = user_data;

  g_string_append_printf (self->requests, "%u %s%s%s, ", client, names[request], text ? " " : "", text ? text : "");
  if (request == FUL_LIVE_REQUEST_START)
    return g_strdup ("It runs already");
  if (request == FUL_LIVE_REQUEST_STOP)
    {
      self->stopped_by = client;
      ful_live_server_set_state (self->server, &(FulWireState) { 3, 30 });
      ful_live_server_wake (self->server);
    }
  if (request == FUL_LIVE_REQUEST_PAUSE || request == FUL_LIVE_REQUEST_RESUME)
    ful_live_server_set_state (self->server, &(FulWireState) { request == FUL_LIVE_REQUEST_PAUSE ? 2 : 1, 20 });

  return NULL;
}

static void
set_up (Fixture  *self,
        gboolean  has_owner)
{
  FulLiveServerOptions options = {
    .name = "server",
    .capabilities = FUL_WIRE_CAN_STOP | FUL_WIRE_CAN_MARK,
    .state = { 1, 10 },
    .feed_class = &feed_class,
    .client_cb = client_cb,
    .choose_cb = has_owner ? choose_cb : NULL,
    .request_cb = has_owner ? request_cb : NULL,
    .user_data = self,
  };
  g_autofree char *path = NULL;
  g_autoptr(GError) error = NULL;

  *self = (Fixture) { .folder = g_dir_make_tmp ("fulgens-XXXXXX", NULL), .requests = g_string_new (NULL) };
  path = g_build_filename (self->folder, "s", NULL);
  self->listener = ful_live_listener_new_unix (path, &error);
  g_assert_no_error (error);
  self->server = ful_live_server_new (self->listener->socket, &options);
}

static void
tear_down (Fixture *self)
{
  ful_live_server_free (self->server);
  ful_live_listener_free (self->listener);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_string_free (self->requests, TRUE);
}

static void
send_frame (Client             *client,
            const FulWireFrame *frame)
{
  FulBytes bytes = { NULL };
  g_autoptr(GError) error = NULL;

  ful_wire_encode (&bytes, frame);
  g_assert_cmpint (g_socket_send (client->socket, bytes.data, bytes.n, NULL, &error), ==, (gssize) bytes.n);
  g_assert_no_error (error);
  ful_bytes_clear (&bytes);
}

static void
add_seen (Client             *self,
          const FulWireFrame *frame)
{
  switch ((int) frame->type)
    {
    case FUL_WIRE_HELLO:
      g_string_append_printf (self->seen, "hello %u, ", (guint) frame->hello.capabilities);
      break;
    case FUL_WIRE_STATE:
      g_string_append_printf (self->seen, "state %u %d, ", frame->state.state, (int) frame->state.since);
      break;
    case FUL_WIRE_TICK:
      g_string_append_printf (self->seen, "tick %d, ", (int) frame->tick.now);
      break;
    case FUL_WIRE_END:
      g_string_append_printf (self->seen, "end %u, ", frame->end.reason);
      break;
    case FUL_WIRE_ERROR:
      g_string_append_printf (self->seen, "%s %u: %.*s, ", frame->error.fatal ? "fatal" : "error", (guint) frame->error.code,
                              (int) frame->error.message.n, frame->error.message.data);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Lets all be sent, and reads it. */
static void
read_frames (Client *self)
{
  g_autoptr(GError) error = NULL;
  FulWireFrame frame;
  char bytes[4096];
  gssize n;

  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  while ((n = g_socket_receive (self->socket, bytes, sizeof bytes, NULL, NULL)) > 0)
    {
      ful_wire_decoder_feed (self->decoder, bytes, (gsize) n);
      while (ful_wire_decoder_next (self->decoder, &frame, &error))
        add_seen (self, &frame);
      g_assert_no_error (error);
    }
}

static void
assert_seen (Client     *self,
             const char *expected)
{
  read_frames (self);
  g_assert_cmpstr (self->seen->str, ==, expected);
  g_string_truncate (self->seen, 0);
}

static void
begin (Fixture *fixture,
       Client  *self)
{
  g_autoptr(GSocketAddress) address = g_unix_socket_address_new (fixture->listener->path);
  g_autoptr(GError) error = NULL;
  FulWireFrame hello = { FUL_WIRE_HELLO, .hello = { .from_client = TRUE, .name = { "test", 4 } } };

  self->socket = g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error);
  g_assert_no_error (error);
  g_socket_connect (self->socket, address, NULL, &error);
  g_assert_no_error (error);
  g_socket_set_blocking (self->socket, FALSE);
  self->decoder = ful_wire_decoder_new (FALSE);
  self->seen = g_string_new (NULL);
  send_frame (self, &hello);
}

static void
subscribe (Client *self)
{
  send_frame (self, &(FulWireFrame) { FUL_WIRE_SUBSCRIBE, .subscribe = { .kinds = 15, .window_bytes = WINDOW } });
}

static void
request (Client      *self,
         FulWireType  type)
{
  send_frame (self, &(FulWireFrame) { type });
}

static void
end (Client *self)
{
  g_clear_object (&self->socket);
  ful_wire_decoder_free (self->decoder);
  g_string_free (self->seen, TRUE);
}

/* Each client may do what the owner chose for it. */
static void
test_capabilities (void)
{
  Client first, second;
  Fixture self;

  set_up (&self, TRUE);
  begin (&self, &first);
  assert_seen (&first, "hello 15, state 1 10, ");
  begin (&self, &second);
  assert_seen (&second, "hello 8, state 1 10, ");
  request (&second, FUL_WIRE_PAUSE);
  request (&second, FUL_WIRE_STOP);
  assert_seen (&second, "error 6: This server has no such request, error 6: This server has no such request, ");
  g_assert_cmpstr (self.requests->str, ==, "");
  send_frame (&second, &(FulWireFrame) { FUL_WIRE_MARK, .text = { "here \377", 6 } });
  assert_seen (&second, "");
  g_assert_cmpstr (self.requests->str, ==, "2 mark here \357\277\275, ");
  end (&first);
  end (&second);
  tear_down (&self);
}

/* A state is everyone's; a refusal is of the one who asked. */
static void
test_requests (void)
{
  Client first, second, third;
  Fixture self;

  set_up (&self, TRUE);
  begin (&self, &first);
  assert_seen (&first, "hello 15, state 1 10, ");
  begin (&self, &second);
  subscribe (&second);
  assert_seen (&second, "hello 8, state 1 10, ");
  request (&first, FUL_WIRE_PAUSE);
  assert_seen (&first, "state 2 20, ");
  assert_seen (&second, "state 2 20, ");
  begin (&self, &third);
  assert_seen (&third, "hello 8, state 2 20, ");
  request (&first, FUL_WIRE_RESUME);
  send_frame (&first, &(FulWireFrame) { FUL_WIRE_START, .object = { .object = { "{\"a\":1}", 7 } } });
  assert_seen (&first, "error 6: It runs already, state 1 20, ");
  assert_seen (&second, "state 1 20, ");
  assert_seen (&third, "state 1 20, ");
  g_assert_cmpstr (self.requests->str, ==, "1 pause, 1 resume, 1 start {\"a\":1}, ");

  /* Further frames of a capture that stops reach all, and each is told whether it asked. */
  subscribe (&first);
  self.n_ticks = 2;
  request (&first, FUL_WIRE_STOP);
  assert_seen (&first, "state 3 30, tick 1, tick 2, end 1, ");
  assert_seen (&second, "state 3 30, tick 1, tick 2, end 2, ");
  assert_seen (&third, "state 3 30, ");
  end (&first);
  end (&second);
  end (&third);
  tear_down (&self);
}

static void
test_wake (void)
{
  Client client;
  Fixture self;

  set_up (&self, TRUE);
  begin (&self, &client);
  subscribe (&client);
  assert_seen (&client, "hello 15, state 1 10, ");
  self.n_ticks = 1;
  assert_seen (&client, "");
  ful_live_server_wake (self.server);
  assert_seen (&client, "tick 1, ");
  end (&client);
  tear_down (&self);
}

/* Of the states that a client does not take, it gets the last one. */
static void
test_slow (void)
{
  Client client;
  Fixture self;
  gsize n_states = 0;

  set_up (&self, TRUE);
  begin (&self, &client);
  assert_seen (&client, "hello 15, state 1 10, ");
  for (guint i = 0; i < 200000; i++)
    {
      ful_live_server_set_state (self.server, &(FulWireState) { 1 + i % 2, (gint64) i });
      g_main_context_iteration (NULL, FALSE);
    }
  for (guint i = 0; i < 100; i++)
    read_frames (&client);
  g_assert_true (g_str_has_suffix (client.seen->str, "state 2 199999, "));
  for (const char *p = client.seen->str; (p = strstr (p, "state")); p++)
    n_states++;
  g_assert_cmpuint (n_states, <, 100000);
  end (&client);
  tear_down (&self);
}

/* Without an owner that serves requests STOP is of the client that asks. */
static void
test_without_owner (void)
{
  Client first, second;
  Fixture self;

  set_up (&self, FALSE);
  begin (&self, &first);
  request (&first, FUL_WIRE_STOP);
  request (&first, FUL_WIRE_MARK);
  assert_seen (&first, "hello 10, state 1 10, error 6: There is nothing to stop before SUBSCRIBE, "
                       "error 6: This server has no such request, ");
  begin (&self, &second);
  subscribe (&first);
  subscribe (&second);
  request (&first, FUL_WIRE_STOP);
  assert_seen (&first, "end 1, ");
  assert_seen (&second, "hello 10, state 1 10, ");
  end (&first);
  end (&second);
  tear_down (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-server/capabilities", test_capabilities);
  g_test_add_func ("/live-server/requests", test_requests);
  g_test_add_func ("/live-server/wake", test_wake);
  g_test_add_func ("/live-server/slow", test_slow);
  g_test_add_func ("/live-server/without-owner", test_without_owner);

  return g_test_run ();
}
