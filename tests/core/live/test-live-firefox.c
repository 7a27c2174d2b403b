/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests that fulgens-query does not make, against a Firefox in another thread of the test. */

#include "live/ful-live-source.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

typedef struct
{
  char     *folder;
  char     *address;
  int       listener;
  GThread  *thread;
  gboolean  is_paused;
  GString  *marks;        /* expressions that add markers */
} Firefox;

static void
put (int         fd,
     const char *json)
{
  g_autofree char *packet = g_strdup_printf ("%zu:%s", strlen (json), json);

  /* The client may have gone. */
  (void) !send (fd, packet, strlen (packet), MSG_NOSIGNAL);
}

static void
evaluate (Firefox    *self,
          int         fd,
          const char *request)
{
  g_autofree char *status = g_strdup_printf ("\"hasException\":false,\"result\":\"[true,%s,12.5,0]\"",
                                             self->is_paused ? "true" : "false");
  g_autofree char *event = NULL;
  const char *result = "\"hasException\":false,\"result\":{\"type\":\"undefined\"}";

  if (strstr (request, "IsActive"))
    result = status;
  else if (strstr (request, "Pause"))
    self->is_paused = TRUE;
  else if (strstr (request, "Resume"))
    self->is_paused = FALSE;
  else if (strstr (request, "addProfilerMarker"))
    {
      g_string_append (self->marks, request);
      if (strstr (request, "bad"))
        result = "\"hasException\":true,\"exceptionMessage\":\"no\"";
    }
  put (fd, "{\"resultID\":\"1\",\"from\":\"console\"}");
  event = g_strdup_printf ("{\"type\":\"evaluationResult\",\"resultID\":\"1\",%s,\"from\":\"console\"}", result);
  put (fd, event);
}

static gpointer
serve (gpointer data)
{
  static const struct { const char *type, *reply; } replies[] = {
    { "\"getRoot\"", "{\"perfActor\":\"perf\",\"from\":\"root\"}" },
    { "\"getProcess\"", "{\"processDescriptor\":{\"actor\":\"process\"},\"from\":\"root\"}" },
    { "\"getTarget\"", "{\"process\":{\"consoleActor\":\"console\"},\"from\":\"process\"}" },
    { "\"getSupportedFeatures\"", "{\"value\":[\"js\"],\"from\":\"perf\"}" },
    { "\"isActive\"", "{\"value\":true,\"from\":\"perf\"}" },
  };
  Firefox *self = data;
  int fd = accept (self->listener, NULL, NULL);
  char request[4096];
  ssize_t n;

  put (fd, "{\"from\":\"root\",\"applicationType\":\"browser\"}");
  /* A client has one request under way, and those here are small: one read has it all. */
  while ((n = recv (fd, request, sizeof request - 1, 0)) > 0)
    {
      request[n] = '\0';
      if (strstr (request, "evaluateJSAsync"))
        evaluate (self, fd, request);
      for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
        if (strstr (request, replies[i].type))
          put (fd, replies[i].reply);
    }
  close (fd);

  return NULL;
}

static void
firefox_start (Firefox *self)
{
  struct sockaddr_un to = { .sun_family = AF_UNIX };

  self->folder = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  self->address = g_strdup_printf ("firefox:%s/s", self->folder);
  self->marks = g_string_new (NULL);
  g_snprintf (to.sun_path, sizeof to.sun_path, "%s/s", self->folder);
  self->listener = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_cmpint (bind (self->listener, (struct sockaddr *) &to, sizeof to), ==, 0);
  g_assert_cmpint (listen (self->listener, 1), ==, 0);
  self->thread = g_thread_new ("firefox", serve, self);
}

/* Once the client has gone. Returns: (transfer full): what it sent to add markers */
static char *
firefox_stop (Firefox *self)
{
  g_thread_join (self->thread);
  close (self->listener);
  g_unlink (self->address + strlen ("firefox:"));
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->address);

  return g_string_free (self->marks, FALSE);
}

static void
event_cb (FulLiveSource *source,
          FulLiveEvent  *event,
          GString       *text)
{
  if (event->type == FUL_LIVE_STATE)
    g_string_append_printf (text, "%s %g\n", ful_live_state_get_name (event->change.state), event->change.since);
  else if (event->type == FUL_LIVE_FAILURE)
    g_string_append_printf (text, "%s: %s\n", ful_live_error_get_name (event->failure), event->failure->message);
}

static void
wait_for (GString    *text,
          const char *expected)
{
  while (text->len < strlen (expected))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (text->str, ==, expected);
}

/* In the order in which they were asked for; who drops the source waits for nothing. */
static void
test_requests (void)
{
  static const FulLiveOptions options = { 0 };
  Firefox firefox = { NULL };
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *marks = NULL;
  FulLiveSource *source;

  firefox_start (&firefox);
  source = ful_live_source_new (firefox.address, &options, NULL);
  g_signal_connect (source, "event", G_CALLBACK (event_cb), text);
  ful_live_source_start (source);
  wait_for (text, "recording 12.5\n");
  ful_live_source_pause (source);
  ful_live_source_mark (source, "bad");
  ful_live_source_mark (source, "say \"hi\"\n\\");
  ful_live_source_resume (source);
  wait_for (text, "recording 12.5\npaused 12.5\nrefused: Firefox reports: no\nrecording 12.5\n");
  g_object_unref (source);

  marks = firefox_stop (&firefox);

  /* JSON within JSON. */
  g_assert_nonnull (strstr (marks, "addProfilerMarker('Mark',{},\\\"say \\\\\\\"hi\\\\\\\"\\\\n\\\\\\\\\\\")"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-firefox/requests", test_requests);

  return g_test_run ();
}
