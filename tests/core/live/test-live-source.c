/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sources against a server in another thread of the test. */

#include "ful-test-files.h"
#include "ful-test-stream.h"
#include "ful-test-wire.h"

#include "live/ful-live-source.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define N_CONNECTS 1000
#define N_CUTS 60
#define N_STREAMS 5
#define N_TICKS 10
#define INTERVAL_MS 1

/* Serves one client after the other with the bytes, in pieces. */
typedef struct
{
  char       *folder;
  char       *address;
  GByteArray *bytes;
  gsize       n_sent;       /* of the bytes */
  GRand      *cuts;         /* (nullable) */
  GArray     *stops;        /* (nullable): of gsize: waits there until the client has a snapshot */
  GAsyncQueue *snapshots;
  gboolean    stays;        /* until the client has gone */
  int         listener;
  GThread    *thread;
} Server;

static void
send_bytes (Server *self,
            int     fd,
            gsize   begin,
            gsize   end)
{
  while (begin < end)
    {
      gsize n = self->cuts ? (gsize) g_rand_int_range (self->cuts, 1, 200) : end - begin;
      ssize_t sent = send (fd, self->bytes->data + begin, MIN (n, end - begin), MSG_NOSIGNAL);

      if (sent <= 0)
        return;
      begin += (gsize) sent;
      if (self->cuts)
        g_thread_yield ();
    }
}

static void
serve (Server *self,
       int     fd)
{
  char data[4096];
  gsize begin = 0;

  for (guint i = 0; self->stops && i < self->stops->len; i++)
    {
      gsize end = g_array_index (self->stops, gsize, i);

      send_bytes (self, fd, begin, end);
      begin = end;
      g_async_queue_pop (self->snapshots);
      g_usleep (2 * INTERVAL_MS * 1000);
    }
  send_bytes (self, fd, begin, self->n_sent);
  if (!self->stays)
    shutdown (fd, SHUT_WR);
  while (recv (fd, data, sizeof data, 0) > 0)
    ;
  close (fd);
}

static gpointer
accept_all (gpointer data)
{
  Server *self = data;
  int fd;

  while ((fd = accept (self->listener, NULL, NULL)) >= 0)
    serve (self, fd);

  return NULL;
}

static void
server_start (Server *self)
{
  struct sockaddr_un to = { .sun_family = AF_UNIX };

  self->folder = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  self->address = g_build_filename (self->folder, "s", NULL);
  if (self->bytes == NULL)
    self->bytes = ful_test_wire_from_hex (ful_test_wire_server);
  if (self->n_sent == 0)
    self->n_sent = self->bytes->len;
  g_strlcpy (to.sun_path, self->address, sizeof to.sun_path);
  self->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_cmpint (bind (self->listener, (struct sockaddr *) &to, sizeof to), ==, 0);
  g_assert_cmpint (listen (self->listener, 16), ==, 0);
  self->thread = g_thread_new ("server", accept_all, self);
}

static void
server_stop (Server *self)
{
  shutdown (self->listener, SHUT_RDWR);
  g_thread_join (self->thread);
  close (self->listener);
  g_unlink (self->address);
  g_rmdir (self->folder);
  g_byte_array_unref (self->bytes);
  g_free (self->address);
  g_free (self->folder);
}

/* What a client saw. */
typedef struct
{
  GMainContext *context;
  GString      *text;        /* a letter for each event */
  FulProfile   *profile;     /* (nullable) */
  FulLiveEnd    end;
  gboolean      has_ended;
  int           code;        /* of the last failure */
  GThread      *thread;
  GPtrArray    *profiles;    /* (nullable): gets all of them */
  GAsyncQueue  *snapshots;   /* (nullable): told of each */
} Client;

static void
event_cb (FulLiveSource *source,
          FulLiveEvent  *event,
          Client        *self)
{
  static const char letters[] = "csSlfpe";

  g_assert_true (g_thread_self () == self->thread);
  g_string_append_c (self->text, letters[event->type]);
  if (event->type == FUL_LIVE_SNAPSHOT)
    g_set_object (&self->profile, event->profile);
  if (event->type == FUL_LIVE_SNAPSHOT && self->profiles)
    {
      g_ptr_array_add (self->profiles, g_object_ref (event->profile));
      g_async_queue_push (self->snapshots, self);
    }
  if (event->type == FUL_LIVE_FAILURE)
    self->code = event->failure->code;
  if (event->type == FUL_LIVE_END)
    self->end = event->end;
  self->has_ended |= event->type == FUL_LIVE_END;
}

static FulLiveSource *
client_start (Client     *self,
              const char *address)
{
  const FulLiveOptions options = { .snapshot_interval_ms = self->profiles ? INTERVAL_MS : 0 };
  g_autoptr(GError) error = NULL;
  FulLiveSource *source = ful_live_source_new (address, &options, &error);

  g_assert_no_error (error);
  self->thread = g_thread_self ();
  self->text = g_string_new (NULL);
  g_signal_connect (source, "event", G_CALLBACK (event_cb), self);
  ful_live_source_start (source);

  return source;
}

static void
client_wait (Client *self)
{
  while (!self->has_ended)
    g_main_context_iteration (self->context, TRUE);
}

static void
client_clear (Client *self)
{
  g_clear_object (&self->profile);
  g_string_free (self->text, TRUE);
}

static void
assert_same (FulProfile   *profile,
             gconstpointer bytes,
             gsize         n)
{
  g_autoptr(FulProfile) loaded = ful_test_load (bytes, n, NULL);
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;

  g_assert_true ((profile == NULL) == (loaded == NULL));
  if (profile == NULL)
    return;

  text = ful_test_profile_text (profile);
  expected = ful_test_profile_text (loaded);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, ful_import_log_get_n (loaded->log));
  for (guint i = 0; i < ful_import_log_get_n (loaded->log); i++)
    g_assert_cmpstr (ful_import_log_get (profile->log, i)->message, ==, ful_import_log_get (loaded->log, i)->message);
}

/* However the bytes are cut into reads, and wherever they end, the profile is that of one load. */
static void
test_same_as_load (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (17);

  for (guint i = 0; i < N_CUTS; i++)
    {
      Server server = { .cuts = rand, .n_sent = i % 3 == 0 ? 0 : (gsize) g_rand_int_range (rand, 1, 736) };
      Client client = { NULL };
      g_autoptr(FulLiveSource) source = NULL;

      server_start (&server);
      source = client_start (&client, server.address);
      client_wait (&client);
      g_assert_cmpint (client.end.is_whole, ==, i % 3 == 0);
      assert_same (client.profile, server.bytes->data, server.n_sent);
      g_assert_true (g_str_has_suffix (client.text->str, client.profile ? "pe" : "fe"));
      client_clear (&client);
      server_stop (&server);
    }
}

static guint
count_descriptors (void)
{
  g_autoptr(GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir))
    n++;

  return n;
}

/* Sources that end, and sources that are dropped in the midst, leave no descriptor. */
static void
test_connects (void)
{
  Server server = { .stays = TRUE };
  guint n_before, n_tries = 0;

  server_start (&server);
  n_before = count_descriptors ();
  for (guint i = 0; i < N_CONNECTS; i++)
    {
      Client client = { NULL };
      g_autoptr(FulLiveSource) source = client_start (&client, server.address);

      if (i % 4 != 0)
        {
          client_wait (&client);
          g_assert_true (client.end.is_whole);
        }
      client_clear (&client);
      g_signal_handlers_disconnect_by_data (source, &client);
    }
  /* Threads end soon after. */
  while (count_descriptors () > n_before && n_tries++ < 2000)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
  g_assert_cmpuint (count_descriptors (), <=, n_before);
  server_stop (&server);
}

static gpointer
follow_elsewhere (gpointer data)
{
  g_autoptr(GMainContext) context = g_main_context_new ();
  g_autoptr(FulLiveSource) source = NULL;
  Client client = { context };

  g_main_context_push_thread_default (context);
  source = client_start (&client, data);
  client_wait (&client);
  g_assert_cmpstr (client.text->str, ==, "cslSpe");
  client_clear (&client);
  g_main_context_pop_thread_default (context);

  return NULL;
}

/* Events come where the source was started. */
static void
test_context (void)
{
  Server server = { NULL };

  server_start (&server);
  g_thread_join (g_thread_new ("elsewhere", follow_elsewhere, server.address));
  server_stop (&server);
}

/* Without descriptors a capture ends at once. */
static void
test_no_descriptors (void)
{
  struct rlimit limit, none;
  Server server = { NULL };
  Client client = { NULL };
  g_autoptr(FulLiveSource) source = NULL;

  server_start (&server);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  none = limit;
  none.rlim_cur = 0;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &none), ==, 0);
  source = client_start (&client, server.address);
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &limit), ==, 0);
  client_wait (&client);
  g_assert_cmpstr (client.text->str, ==, "fe");
  g_assert_cmpint (client.code, ==, FUL_LIVE_ERROR_OTHER);
  ful_live_source_stop (source);
  client_clear (&client);
  server_stop (&server);
}

/* Detached: what came stays. Before, there is no snapshot for who did not ask for any. */
static void
test_detach (void)
{
  Server server = { .stays = TRUE, .n_sent = 720 };
  Client client = { NULL };
  g_autoptr(FulLiveSource) source = NULL;

  server_start (&server);
  source = client_start (&client, server.address);
  while (strchr (client.text->str, 'S') == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (strchr (client.text->str, 'p'));
  ful_live_source_mark (source, "refused");
  ful_live_source_detach (source);
  client_wait (&client);
  g_assert_nonnull (strchr (client.text->str, 'f'));
  g_assert_false (client.end.is_whole);
  g_assert_false (client.end.has_announced);
  g_assert_cmpuint (client.end.received.n_samples, ==, 7);
  assert_same (client.profile, server.bytes->data, server.n_sent);
  client_clear (&client);
  server_stop (&server);
}

/* After each TICK, of the rows that are complete. */
static void
test_snapshots (void)
{
  for (guint seed = 0; seed < N_STREAMS; seed++)
    {
      g_autoptr(FulTestStream) stream = ful_test_stream_new (seed, N_TICKS);
      g_autoptr(GPtrArray) profiles = g_ptr_array_new_with_free_func (g_object_unref);
      g_autoptr(GAsyncQueue) snapshots = g_async_queue_new ();
      GByteArray *bytes = g_byte_array_new_take (g_memdup2 (stream->bytes.data, stream->bytes.n), stream->bytes.n);
      Server server = { .bytes = bytes, .stops = stream->tick_ends, .snapshots = snapshots };
      Client client = { .profiles = profiles, .snapshots = snapshots };
      g_autoptr(FulLiveSource) source = NULL;

      server_start (&server);
      source = client_start (&client, server.address);
      client_wait (&client);
      g_assert_cmpuint (profiles->len, ==, stream->tick_ends->len + 1);
      for (guint i = 0; i < profiles->len; i++)
        {
          gsize n = i < stream->tick_ends->len ? g_array_index (stream->tick_ends, gsize, i) : stream->bytes.n;
          g_autoptr(FulProfile) loaded = ful_test_load (stream->bytes.data, n, NULL);
          g_autofree char *text = ful_test_profile_text (g_ptr_array_index (profiles, i));
          g_autofree char *expected = ful_test_profile_text (loaded);

          g_assert_cmpstr (text, ==, expected);
        }
      client_clear (&client);
      server_stop (&server);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-source/same-as-load", test_same_as_load);
  g_test_add_func ("/live-source/connects", test_connects);
  g_test_add_func ("/live-source/context", test_context);
  g_test_add_func ("/live-source/no-descriptors", test_no_descriptors);
  g_test_add_func ("/live-source/detach", test_detach);
  g_test_add_func ("/live-source/snapshots", test_snapshots);

  return g_test_run ();
}
