/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests that fulgens-query does not make, against a Firefox in another thread of the test. */

#include "live/firefox/ful-live-firefox-presets.h"
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
  int       is_idle;      /* atomic: without a capture that was started elsewhere */
  int       fd;           /* atomic: of the only connection */
  int       n_flooded;    /* atomic: whether all of the flood was sent */
  int       n_late;       /* atomic: marks “late”, which were never answered */
  char     *owed;         /* (nullable): packet that comes before the next answer of the console */
} Firefox;

static void
put (int         fd,
     const char *json)
{
  g_autofree char *packet = g_strdup_printf ("%zu:%s", strlen (json), json);

  /* The client may have gone. */
  (void) !send (fd, packet, strlen (packet), MSG_NOSIGNAL);
}

/* A profile with one sample. */
static const char capture[] =
  "{\"meta\":{\"version\":36,\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0,\"product\":\"x\","
  "\"processType\":0,\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}],"
  "\"markerSchema\":[]},\"libs\":[],\"pages\":[],\"shared\":{\"stringArray\":[\"f\"],"
  "\"stackTable\":{\"length\":1,\"frame\":[0],\"prefix\":[null]},"
  "\"frameTable\":{\"length\":1,\"address\":[-1],\"inlineDepth\":[0],\"category\":[0],\"subcategory\":[0],\"func\":[0],"
  "\"nativeSymbol\":[null],\"innerWindowID\":[null],\"line\":[null],\"column\":[null]},"
  "\"funcTable\":{\"length\":1,\"name\":[0],\"isJS\":[false],\"relevantForJS\":[false],\"resource\":[-1],\"source\":[null],"
  "\"lineNumber\":[null],\"columnNumber\":[null]},"
  "\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],\"type\":[]},"
  "\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[]},"
  "\"sources\":{\"length\":0,\"id\":[],\"filename\":[]}},"
  "\"threads\":[{\"name\":\"GeckoMain\",\"pid\":\"1\",\"tid\":1,\"processType\":\"default\",\"registerTime\":0,"
  "\"processStartupTime\":0,\"pausedRanges\":[],\"isMainThread\":true,"
  "\"samples\":{\"length\":1,\"stack\":[0],\"time\":[1],\"weight\":null,\"weightType\":\"samples\"},"
  "\"markers\":{\"length\":0,\"data\":[],\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[]}}]}";

static const char started[] = "{\"type\":\"profiler-started\",\"from\":\"perf\"}";
static const char stopped[] = "{\"type\":\"profiler-stopped\",\"from\":\"perf\"}";

static void
evaluate (Firefox    *self,
          int         fd,
          const char *request)
{
  g_autofree char *status = g_strdup_printf ("\"hasException\":false,\"result\":\"[true,%s,12.5,0]\"",
                                             self->is_paused ? "true" : "false");
  g_autofree char *event = NULL;
  const char *result = "\"hasException\":false,\"result\":{\"type\":\"undefined\"}";
  g_autofree char *base64 = g_base64_encode ((const guchar *) capture, sizeof capture - 1);
  g_autofree char *end = g_strdup_printf ("\"hasException\":false,\"result\":\"%s\"", base64);
  g_autofree char *words = g_strnfill (100000, 'x');
  g_autofree char *long_refusal = g_strdup_printf ("\"hasException\":true,\"exceptionMessage\":\"%s\"", words);
  static const char reply[] = "{\"resultID\":\"0\",\"from\":\"console\"}";

  if (strstr (request, "IsActive"))
    result = status;
  else if (strstr (request, "StopProfiler"))
    {
      put (fd, stopped);
      result = end;
    }
  else if (strstr (request, "fulgensSources"))
    result = "\"hasException\":false,\"result\":\"bnVsbA==\"";
  else if (strstr (request, "Pause"))
    self->is_paused = TRUE;
  else if (strstr (request, "Resume"))
    self->is_paused = FALSE;
  else if (strstr (request, "addProfilerMarker"))
    {
      g_string_append (self->marks, request);
      if (strstr (request, "bad"))
        result = "\"hasException\":true,\"exceptionMessage\":\"no\"";
      if (strstr (request, "verbose"))
        result = long_refusal;
    }
  if (strstr (request, "late"))
    {
      if (g_atomic_int_get (&self->n_late) % 2 == 0)
        put (fd, reply);
      else
        self->owed = g_strdup (reply);
      g_atomic_int_inc (&self->n_late);
      return;
    }
  if (self->owed)
    {
      put (fd, self->owed);
      put (fd, "{\"type\":\"evaluationResult\",\"resultID\":\"0\",\"hasException\":true,\"from\":\"console\"}");
      g_clear_pointer (&self->owed, g_free);
    }
  put (fd, "{\"resultID\":\"1\",\"from\":\"console\"}");
  event = g_strdup_printf ("{\"type\":\"evaluationResult\",\"resultID\":\"1\",%s,\"from\":\"console\"}", result);
  put (fd, event);
}

static void
answer (Firefox    *self,
        int         fd,
        const char *request)
{
  if (strstr (request, "\"isActive\""))
    put (fd, g_atomic_int_get (&self->is_idle) ? "{\"value\":false,\"from\":\"perf\"}" : "{\"value\":true,\"from\":\"perf\"}");
  else if (strstr (request, "\"startProfiler\""))
    {
      put (fd, started);
      put (fd, "{\"value\":true,\"from\":\"perf\"}");
    }
}

/* Returns: (transfer full) (nullable): the first packet, if all of it is there. A client that no longer waits for an answer has
 * two requests under way. */
static char *
take_request (GString *received)
{
  const char *colon = strchr (received->str, ':');
  gsize begin, n;
  char *request;

  if (colon == NULL)
    return NULL;
  begin = (gsize) (colon + 1 - received->str);
  n = g_ascii_strtoull (received->str, NULL, 10);
  if (received->len < begin + n)
    return NULL;

  request = g_strndup (received->str + begin, n);
  g_string_erase (received, 0, (gssize) (begin + n));

  return request;
}

static gpointer
serve (gpointer data)
{
  static const struct { const char *type, *reply; } replies[] = {
    { "\"getRoot\"", "{\"perfActor\":\"perf\",\"from\":\"root\"}" },
    { "\"getProcess\"", "{\"processDescriptor\":{\"actor\":\"process\"},\"from\":\"root\"}" },
    { "\"getTarget\"", "{\"process\":{\"consoleActor\":\"console\"},\"from\":\"process\"}" },
    { "\"getSupportedFeatures\"", "{\"value\":[\"js\"],\"from\":\"perf\"}" },
  };
  Firefox *self = data;
  int fd = accept (self->listener, NULL, NULL);
  g_autoptr(GString) received = g_string_new (NULL);
  char bytes[4096];
  ssize_t n;

  g_atomic_int_set (&self->fd, fd);
  put (fd, "{\"from\":\"root\",\"applicationType\":\"browser\"}");
  while ((n = recv (fd, bytes, sizeof bytes, 0)) > 0)
    {
      g_string_append_len (received, bytes, n);
      for (char *request; (request = take_request (received)); g_free (request))
        {
          if (strstr (request, "evaluateJSAsync"))
            evaluate (self, fd, request);
          answer (self, fd, request);
          for (guint i = 0; i < G_N_ELEMENTS (replies); i++)
            if (strstr (request, replies[i].type))
              put (fd, replies[i].reply);
        }
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
  g_free (self->owed);

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

/* What Firefox says is kept as far as there is room for it. */
static void
test_long_refusal (void)
{
  static const FulLiveOptions options = { 0 };
  Firefox firefox = { NULL };
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *words = g_strnfill (200, 'x');
  g_autofree char *expected = g_strdup_printf ("recording 12.5\nrefused: Firefox reports: %s…\n", words);
  FulLiveSource *source;

  firefox_start (&firefox);
  source = ful_live_source_new (firefox.address, &options, NULL);
  g_signal_connect (source, "event", G_CALLBACK (event_cb), text);
  ful_live_source_start (source);
  wait_for (text, "recording 12.5\n");
  ful_live_source_mark (source, "verbose");
  wait_for (text, expected);
  g_object_unref (source);
  g_free (firefox_stop (&firefox));
}

typedef struct
{
  GString  *text;
  gboolean  has_ended;
  guint     n_samples;
  guint     n_begun;
} Course;

static void
course_cb (FulLiveSource *source,
           FulLiveEvent  *event,
           Course        *course)
{
  event_cb (source, event, course->text);
  if (event->type == FUL_LIVE_SNAPSHOT)
    course->n_samples = ful_profile_get_thread (event->profile, 0)->samples->table.n_rows;
  else if (event->type == FUL_LIVE_END)
    course->has_ended = TRUE;
  else if (event->type == FUL_LIVE_BEGUN)
    course->n_begun++;
}

static FulLiveSource *
follow (Firefox    *firefox,
        const char *start,
        Course     *course)
{
  const FulLiveOptions options = { .start = start, .has_next = TRUE };
  FulLiveSource *source = ful_live_source_new (firefox->address, &options, NULL);

  g_assert_true (ful_live_source_has_next (source));
  g_signal_connect (source, "event", G_CALLBACK (course_cb), course);
  ful_live_source_start (source);

  return source;
}

static void
follow_next (FulLiveSource *source,
             const char    *start,
             Course        *course)
{
  course->has_ended = FALSE;
  course->n_samples = 0;
  g_string_truncate (course->text, 0);
  ful_live_source_start_next (source, start);
}

static void
finish (Course *course)
{
  while (!course->has_ended)
    g_main_context_iteration (NULL, TRUE);
}

/* Captures come one after the other on a connection, which is the only one that is accepted: started here, again, and
 * elsewhere. */
static void
test_several_captures (void)
{
  Firefox firefox = { .is_idle = TRUE };
  g_autoptr(GString) text = g_string_new (NULL);
  Course course = { text };
  FulLiveSource *source;

  firefox_start (&firefox);
  source = follow (&firefox, "{}", &course);
  for (guint i = 0; i < 2; i++)
    {
      if (i > 0)
        follow_next (source, "{}", &course);
      wait_for (text, "idle 12.5\nrecording 12.5\n");
      ful_live_source_stop (source);
      finish (&course);
      g_assert_cmpstr (text->str, ==, "idle 12.5\nrecording 12.5\nfinished 12.5\n");
      g_assert_cmpuint (course.n_samples, ==, 1);
    }

  /* What was started by us is over. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (course.n_begun, ==, 0);
  g_atomic_int_set (&firefox.is_idle, FALSE);
  put (g_atomic_int_get (&firefox.fd), started);
  while (course.n_begun == 0)
    g_main_context_iteration (NULL, TRUE);
  follow_next (source, NULL, &course);
  wait_for (text, "recording 12.5\n");

  /* It ends and another one begins, both elsewhere. */
  put (g_atomic_int_get (&firefox.fd), stopped);
  put (g_atomic_int_get (&firefox.fd), started);
  finish (&course);
  g_assert_nonnull (strstr (text->str, "stopped elsewhere"));
  while (course.n_begun == 1)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (course.n_begun, ==, 2);
  follow_next (source, NULL, &course);
  wait_for (text, "recording 12.5\n");
  ful_live_source_stop (source);
  finish (&course);
  g_assert_cmpuint (course.n_samples, ==, 1);

  g_object_unref (source);
  g_free (firefox_stop (&firefox));
}

/* The answer that is not waited for any longer comes during the next capture. */
static void
test_stop_during_mark (void)
{
  Firefox firefox = { .is_idle = TRUE };
  g_autoptr(GString) text = g_string_new (NULL);
  Course course = { text };
  FulLiveSource *source;

  firefox_start (&firefox);
  source = follow (&firefox, "{}", &course);
  for (int i = 1; i <= 4; i++)
    {
      if (i > 1)
        follow_next (source, "{}", &course);
      wait_for (text, "idle 12.5\nrecording 12.5\n");
      ful_live_source_mark (source, "late");
      while (g_atomic_int_get (&firefox.n_late) < i)
        g_usleep (1000);
      ful_live_source_stop (source);
      finish (&course);
      g_assert_cmpstr (text->str, ==, "idle 12.5\nrecording 12.5\nfinished 12.5\n");
      g_assert_cmpuint (course.n_samples, ==, 1);
    }
  g_object_unref (source);
  g_free (firefox_stop (&firefox));
}

/* A connection that ended meanwhile is made again, as far as there is a peer. */
static void
test_lost_between (void)
{
  Firefox firefox = { .is_idle = TRUE };
  g_autoptr(GString) text = g_string_new (NULL);
  Course course = { text };
  FulLiveSource *source;

  firefox_start (&firefox);
  source = follow (&firefox, "{}", &course);
  wait_for (text, "idle 12.5\nrecording 12.5\n");
  ful_live_source_stop (source);
  finish (&course);
  shutdown (g_atomic_int_get (&firefox.fd), SHUT_RDWR);
  g_thread_join (firefox.thread);
  firefox.thread = g_thread_new ("firefox", serve, &firefox);
  follow_next (source, "{}", &course);
  wait_for (text, "idle 12.5\nrecording 12.5\n");

  /* Who leaves a capture leaves the connection; the next one has another. */
  ful_live_source_detach (source);
  finish (&course);
  g_thread_join (firefox.thread);
  firefox.thread = g_thread_new ("firefox", serve, &firefox);
  follow_next (source, NULL, &course);
  wait_for (text, "idle 12.5\n");
  ful_live_source_detach (source);
  finish (&course);
  g_free (firefox_stop (&firefox));

  follow_next (source, NULL, &course);
  finish (&course);
  g_assert_true (g_str_has_prefix (text->str, "connect: "));
  g_object_unref (source);
}

/* Who drops the source between two captures ends the thread, and with it the connection. */
static void
test_drop_between (void)
{
  Firefox firefox = { .is_idle = TRUE };
  g_autoptr(GString) text = g_string_new (NULL);
  Course course = { text };
  FulLiveSource *source;

  firefox_start (&firefox);
  source = follow (&firefox, "{}", &course);
  wait_for (text, "idle 12.5\nrecording 12.5\n");
  ful_live_source_stop (source);
  finish (&course);
  g_object_unref (source);
  g_free (firefox_stop (&firefox));
}

/* What a capture starts with. */
static void
test_presets (void)
{
  g_autoptr(JsonObject) start = json_object_new ();

  for (guint i = 0; ful_live_presets[i].id; i++)
    {
      const FulLivePreset *preset = &ful_live_presets[i];

      g_assert_true (ful_live_preset_find (preset->id) == preset);
      g_assert_null (preset->features[FUL_LIVE_MAX_PRESET_NAMES - 1]);
      g_assert_null (preset->threads[FUL_LIVE_MAX_PRESET_NAMES - 1]);
      g_assert_cmpstr (preset->threads[0], ==, "GeckoMain");
    }
  g_assert_null (ful_live_preset_find ("Web"));
  g_assert_null (ful_live_preset_find (NULL));

  json_object_set_int_member (start, "entries", 7);
  ful_live_preset_apply (ful_live_preset_find ("power"), start);
  g_assert_cmpfloat (json_object_get_double_member (start, "interval"), ==, 10);
  g_assert_cmpint (json_object_get_int_member (start, "entries"), ==, 7);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (start, "features")), ==, 11);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (start, "threads")), ==, 2);
  g_assert_cmpstr (json_array_get_string_element (json_object_get_array_member (start, "threads"), 1), ==, "Renderer");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-firefox/presets", test_presets);
  g_test_add_func ("/live-firefox/requests", test_requests);
  g_test_add_func ("/live-firefox/long-refusal", test_long_refusal);
  g_test_add_func ("/live-firefox/several-captures", test_several_captures);
  g_test_add_func ("/live-firefox/stop-during-mark", test_stop_during_mark);
  g_test_add_func ("/live-firefox/lost-between", test_lost_between);
  g_test_add_func ("/live-firefox/drop-between", test_drop_between);

  return g_test_run ();
}
