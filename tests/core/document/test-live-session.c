/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sessions against a server in another thread of the test, which sends a part of a stream to each client. */

#include "ful-test-files.h"
#include "ful-test-stream.h"

#include "document/live/ful-live-session.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define N_TICKS 30
#define TICK_US 3000
#define CAPABILITIES 6    /* of HELLO, after its letters */
#define CAPTURE 7
#define HISTORY 16

typedef struct
{
  guint    n_ticks;
  guint8   capture;       /* first byte of its id */
  gboolean has_history;
} Part;

typedef struct
{
  char          *folder;
  char          *address;
  FulTestStream *stream;
  const Part    *parts;
  guint          n_parts;
  int            listener;
  GThread       *thread;
} Server;

static void
serve (Server     *self,
       const Part *part,
       int         fd)
{
  g_autofree guint8 *bytes = g_memdup2 (self->stream->bytes.data, self->stream->bytes.n);
  guint8 *hello = bytes;
  gsize begin = 0;
  char data[4096];

  while (memcmp (hello, "FPLS", 4) != 0)
    hello++;
  hello[CAPABILITIES] = part->has_history ? HISTORY : 0;
  hello[CAPTURE] = part->capture;
  for (guint i = 0; i < part->n_ticks; i++)
    {
      gsize end = g_array_index (self->stream->tick_ends, gsize, i);

      if (send (fd, bytes + begin, end - begin, MSG_NOSIGNAL) < 0)
        break;
      begin = end;
      g_usleep (TICK_US);
    }
  shutdown (fd, SHUT_WR);
  while (recv (fd, data, sizeof data, 0) > 0)
    ;
  close (fd);
}

static gpointer
accept_all (gpointer data)
{
  Server *self = data;

  for (guint i = 0; i < self->n_parts; i++)
    serve (self, &self->parts[i], accept (self->listener, NULL, NULL));

  return NULL;
}

static void
server_start (Server     *self,
              const Part *parts,
              guint       n_parts)
{
  struct sockaddr_un to = { .sun_family = AF_UNIX };

  self->folder = g_dir_make_tmp ("live-session-XXXXXX", NULL);
  self->address = g_build_filename (self->folder, "s", NULL);
  self->stream = ful_test_stream_new (4, N_TICKS);
  self->parts = parts;
  self->n_parts = n_parts;
  g_strlcpy (to.sun_path, self->address, sizeof to.sun_path);
  self->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_cmpint (bind (self->listener, (struct sockaddr *) &to, sizeof to), ==, 0);
  g_assert_cmpint (listen (self->listener, 16), ==, 0);
  self->thread = g_thread_new ("server", accept_all, self);
}

static void
server_stop (Server *self)
{
  g_thread_join (self->thread);
  close (self->listener);
  g_unlink (self->address);
  g_rmdir (self->folder);
  ful_test_stream_free (self->stream);
  g_free (self->address);
  g_free (self->folder);
}

static FulLiveSession *
session_start_with (Server   *server,
                    gboolean  has_spool)
{
  const FulLiveOptions options = { .snapshot_interval_ms = 1, .has_spool = has_spool };
  g_autoptr(GError) error = NULL;
  FulLiveSession *session = ful_live_session_new (server->address, &options, &error);

  g_assert_no_error (error);
  ful_live_session_start (session);

  return session;
}

static FulLiveSession *
session_start (Server *server)
{
  return session_start_with (server, FALSE);
}

static void
wait_for_end (FulLiveSession *session)
{
  while (ful_live_session_is_reconnecting (session) || ful_live_session_get (session)->end == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static FulProfile *
get_shown (FulLiveSession *session)
{
  return ful_document_get_profile (ful_live_session_get (session)->document);
}

static void
wait_for_shown (FulLiveSession *session)
{
  while (get_shown (session) != ful_live_session_get (session)->profile)
    g_main_context_iteration (NULL, TRUE);
}

/* A document that nobody sees stays as it is; once it is seen, it has what came. */
static void
test_hidden (void)
{
  const Part parts[] = { { N_TICKS, 1, TRUE } };
  Server server = { NULL };
  g_autoptr(FulLiveSession) session = NULL;
  FulProfile *first;

  server_start (&server, parts, G_N_ELEMENTS (parts));
  session = session_start (&server);
  while (ful_live_session_get (session)->document == NULL)
    g_main_context_iteration (NULL, TRUE);
  first = get_shown (session);
  wait_for_end (session);
  g_assert_true (get_shown (session) == first);
  g_assert_true (ful_live_session_get (session)->profile != first);

  ful_live_session_set_visible (session, TRUE);
  wait_for_shown (session);
  server_stop (&server);
}

static gboolean
is_following (FulLiveSession *session)
{
  g_autoptr(GVariant) described = g_variant_ref_sink (ful_live_session_describe (session));
  gboolean following;

  g_assert_true (g_variant_lookup (described, "following", "b", &following));

  return following;
}

/* A view that is paused when the capture ends shows what came after once it goes on. One that has all of it is not
 * paused any more. */
static void
test_paused_over_end (void)
{
  const Part parts[] = { { N_TICKS, 1, TRUE } };
  Server server = { NULL };
  g_autoptr(FulLiveSession) session = NULL;
  FulProfile *first;

  server_start (&server, parts, G_N_ELEMENTS (parts));
  session = session_start (&server);
  ful_live_session_set_visible (session, TRUE);
  g_assert_false (ful_live_session_can_pause (session));
  while (ful_live_session_get (session)->document == NULL)
    g_main_context_iteration (NULL, TRUE);
  first = get_shown (session);
  g_assert_true (is_following (session));
  g_assert_true (ful_live_session_can_pause (session));
  ful_live_session_set_paused (session, TRUE);
  g_assert_false (is_following (session));
  wait_for_end (session);
  g_assert_true (get_shown (session) == first);
  g_assert_true (ful_live_session_get (session)->profile != first);
  g_assert_true (ful_live_session_get (session)->is_paused);
  g_assert_true (ful_live_session_can_pause (session));
  g_assert_false (is_following (session));

  ful_live_session_set_paused (session, FALSE);
  wait_for_shown (session);
  g_assert_false (ful_live_session_can_pause (session));
  g_assert_true (is_following (session));
  server_stop (&server);
}

/* The capture goes on: what came stays until there is as much again, and its numbers stay. */
static void
test_reconnect (void)
{
  const Part parts[] = { { 20, 1, TRUE }, { 8, 1, TRUE }, { N_TICKS, 1, TRUE } };
  Server server = { NULL };
  g_autoptr(FulLiveSession) session = NULL;
  g_autoptr(FulProfile) before = NULL;
  g_autoptr(FulProfile) whole = NULL;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;

  server_start (&server, parts, G_N_ELEMENTS (parts));
  session = session_start (&server);
  ful_live_session_set_visible (session, TRUE);
  wait_for_end (session);
  wait_for_shown (session);
  before = g_object_ref (get_shown (session));

  ful_live_session_reconnect (session);
  g_assert_true (ful_live_session_is_reconnecting (session));
  while (ful_live_session_is_reconnecting (session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ful_live_session_is_catching_up (session));
  wait_for_end (session);
  g_assert_false (ful_live_session_is_catching_up (session));
  g_assert_true (get_shown (session) == before);
  g_assert_true (ful_live_session_get (session)->profile == before);

  ful_live_session_reconnect (session);
  wait_for_end (session);
  wait_for_shown (session);
  whole = ful_test_load (server.stream->bytes.data, g_array_index (server.stream->tick_ends, gsize, N_TICKS - 1), NULL);
  text = ful_test_profile_text (get_shown (session));
  expected = ful_test_profile_text (whole);
  g_assert_cmpstr (text, ==, expected);
  g_assert_false (ful_profile_has_rows_of (get_shown (session), before));
  g_assert_true (ful_profile_has_numbers_of (get_shown (session), before));
  server_stop (&server);
}

/* Returns: (transfer full): what is kept of captures that nobody saved */
static GPtrArray *
list_spools (const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    g_ptr_array_add (paths, g_build_filename (folder, name, NULL));

  return paths;
}

/* The stored stream is that of the connection with the most: a second loss costs nothing that the first one left, and a
 * connection that gave all replaces it. */
static void
test_stored_after_losses (void)
{
  static const Part parts[] = { { 20, 1, TRUE }, { 8, 1, TRUE }, { N_TICKS, 1, TRUE } };
  static const guint expected_ticks[] = { 20, 20, N_TICKS };
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "fulgens", "live", NULL);

  for (guint n_parts = 1; n_parts <= G_N_ELEMENTS (parts); n_parts++)
    {
      gsize n_expected;
      g_autoptr(GPtrArray) paths = NULL;
      g_autoptr(FulProfile) stored = NULL;
      g_autoptr(FulProfile) expected = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *data = NULL;
      g_autofree char *text = NULL;
      g_autofree char *expected_text = NULL;
      FulLiveSession *session;
      Server server = { NULL };
      gsize n;

      server_start (&server, parts, n_parts);
      session = session_start_with (&server, TRUE);
      for (guint i = 0; i < n_parts; i++)
        {
          if (i > 0)
            ful_live_session_reconnect (session);
          wait_for_end (session);
        }
      g_object_unref (session);

      paths = list_spools (folder);
      g_assert_cmpuint (paths->len, ==, 1);
      g_file_get_contents (g_ptr_array_index (paths, 0), &data, &n, &error);
      g_assert_no_error (error);
      n_expected = g_array_index (server.stream->tick_ends, gsize, expected_ticks[n_parts - 1] - 1);
      g_assert_cmpuint (n, ==, n_expected);
      stored = ful_test_load (data, n, &error);
      g_assert_no_error (error);
      expected = ful_test_load (server.stream->bytes.data, n_expected, &error);
      g_assert_no_error (error);
      text = ful_test_profile_text (stored);
      expected_text = ful_test_profile_text (expected);
      g_assert_cmpstr (text, ==, expected_text);
      g_unlink (g_ptr_array_index (paths, 0));
      server_stop (&server);
    }
  g_rmdir (folder);
}

/* What comes after the person said so is not asked about again. */
static void
test_discard (void)
{
  const Part parts[] = { { N_TICKS, 1, TRUE } };
  Server server = { NULL };
  g_autoptr(FulLiveSession) session = NULL;
  g_autoptr(FulProfile) before = NULL;

  server_start (&server, parts, G_N_ELEMENTS (parts));
  session = session_start (&server);
  while (ful_live_session_get (session)->profile == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ful_live_session_is_unsaved (session));
  before = g_object_ref (ful_live_session_get (session)->profile);
  ful_live_session_discard (session);
  wait_for_end (session);
  g_assert_true (ful_live_session_get (session)->profile != before);
  g_assert_false (ful_live_session_is_unsaved (session));
  server_stop (&server);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* Another capture, or a peer that has not all of it, changes nothing here. */
static void
test_other_capture (void)
{
  const Part parts[] = { { 20, 1, TRUE }, { N_TICKS, 2, TRUE }, { N_TICKS, 1, FALSE } };
  Server server = { NULL };
  g_autoptr(FulLiveSession) session = NULL;
  FulProfile *before;
  guint n_other = 0;

  server_start (&server, parts, G_N_ELEMENTS (parts));
  session = session_start (&server);
  ful_live_session_set_visible (session, TRUE);
  g_signal_connect_swapped (session, "other-capture", G_CALLBACK (count_cb), &n_other);
  wait_for_end (session);
  wait_for_shown (session);
  before = get_shown (session);

  for (guint i = 1; i < G_N_ELEMENTS (parts); i++)
    {
      ful_live_session_reconnect (session);
      wait_for_end (session);
      g_assert_cmpuint (n_other, ==, i);
      g_assert_true (get_shown (session) == before);
      g_assert_true (ful_live_session_get (session)->profile == before);
    }
  server_stop (&server);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *state = g_dir_make_tmp ("live-session-XXXXXX", NULL);
  g_autofree char *parent = g_build_filename (state, "fulgens", NULL);
  int status;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-session/hidden", test_hidden);
  g_test_add_func ("/live-session/paused-over-end", test_paused_over_end);
  g_test_add_func ("/live-session/discard", test_discard);
  g_test_add_func ("/live-session/reconnect", test_reconnect);
  g_test_add_func ("/live-session/stored-after-losses", test_stored_after_losses);
  g_test_add_func ("/live-session/other-capture", test_other_capture);
  status = g_test_run ();

  g_rmdir (parent);
  g_rmdir (state);

  return status;
}
