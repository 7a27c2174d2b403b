/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/network/ful-network-bar.h"

#include <math.h>

/* The one request of a thread, which lasts from 10 to 20 ms. */
static FulNetworkRequest *
read_request (const char *members)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autofree char *payload = g_strdup_printf ("{\"type\":\"Network\",\"id\":1%s}", members);
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "Load 1", FUL_MARKER_PHASE_INTERVAL, 10, 12,
                         "{\"type\":\"Network\",\"id\":1,\"status\":\"STATUS_START\"}");
  ful_test_profile_mark (test, thread, "Load 1", FUL_MARKER_PHASE_INTERVAL, 12, 20, payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  g_assert_cmpuint (list->n_markers, ==, 1);
  g_assert_true (ful_network_is_request (list, 0));

  return ful_network_request_new (list, 0, reader);
}

/* "member start-end; …", those before the request in brackets. */
static char *
phases_to_text (const FulNetworkRequest *request)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < request->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (request->phases, FulNetworkPhase, i);

      g_string_append_printf (text, phase->is_preconnect ? "[%s %g-%g] " : "%s %g-%g ",
                              ful_network_moment_get_key (phase->moment), phase->start, phase->end);
    }

  return g_string_free (text, FALSE);
}

static void
test_phases (void)
{
  static const struct { const char *members; const char *expected; } cases[] = {
    { "", "responseStart 10-20 " },
    { ",\"status\":\"STATUS_START\"", "" },
    { ",\"requestStart\":11", "startTime 10-11 requestStart 11-20 " },
    { ",\"responseEnd\":19,\"responseStart\":18,\"requestStart\":15,\"connectEnd\":14,\"secureConnectionStart\":13.5,"
      "\"tcpConnectEnd\":13,\"connectStart\":12,\"domainLookupEnd\":11.5,\"domainLookupStart\":11",
      "startTime 10-11 domainLookupStart 11-11.5 domainLookupEnd 11.5-12 connectStart 12-13 tcpConnectEnd 13-13.5 "
      "secureConnectionStart 13.5-14 connectEnd 14-15 requestStart 15-18 responseStart 18-19 responseEnd 19-20 " },
    /* The connection was there before. */
    { ",\"domainLookupStart\":1,\"domainLookupEnd\":2,\"connectStart\":3,\"connectEnd\":5,\"requestStart\":12",
      "[domainLookupStart 1-2] [domainLookupEnd 2-3] [connectStart 3-5] startTime 10-12 requestStart 12-20 " },
    { ",\"domainLookupStart\":1,\"domainLookupEnd\":2", "[domainLookupStart 1-2] responseStart 10-20 " },
    /* It was not ready when the request began. */
    { ",\"domainLookupStart\":1,\"domainLookupEnd\":2,\"connectEnd\":10",
      "startTime 10-1 domainLookupStart 1-2 domainLookupEnd 2-10 connectEnd 10-20 " },
    { ",\"domainLookupEnd\":2,\"connectEnd\":3,\"requestStart\":11",
      "startTime 10-2 domainLookupEnd 2-3 connectEnd 3-11 requestStart 11-20 " },
    /* Only numbers count. */
    { ",\"domainLookupStart\":null,\"connectEnd\":\"3\",\"requestStart\":true,\"responseStart\":[13]", "responseStart 10-20 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulNetworkRequest) request = read_request (cases[i].members);
      g_autofree char *text = phases_to_text (request);

      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

static void
test_members (void)
{
  g_autoptr(FulNetworkRequest) request = read_request (
    ",\"status\":\"STATUS_REDIRECT\",\"URI\":\"https://a.example/x\",\"requestMethod\":\"GET\",\"contentType\":\"text/plain\","
    "\"httpVersion\":\"h2\",\"cache\":\"Hit\",\"responseStatus\":301,\"count\":12");
  g_autoptr(FulNetworkRequest) empty = read_request (",\"contentType\":null,\"count\":\"many\",\"URI\":\"\"");

  g_assert_cmpstr (request->url, ==, "https://a.example/x");
  g_assert_cmpstr (ful_network_status_get_label (request->status), ==, "Redirecting request");
  g_assert_cmpstr (request->method, ==, "GET");
  g_assert_cmpstr (request->mime_type, ==, "text/plain");
  g_assert_false (request->mime_type_is_guessed);
  g_assert_cmpstr (request->http_version, ==, "2");
  g_assert_cmpstr (request->cache, ==, "Hit");
  g_assert_cmpfloat (request->response_status, ==, 301);
  g_assert_cmpfloat (request->size_bytes, ==, 12);

  g_assert_cmpstr (empty->url, ==, "Load 1");
  g_assert_null (empty->status);
  g_assert_null (ful_network_status_get_label (empty->status));
  g_assert_null (empty->mime_type);
  g_assert_true (isnan (empty->response_status));
  g_assert_true (isnan (empty->size_bytes));
}

static void
test_guessed_types (void)
{
  static const struct { const char *url; const char *mime_type; } cases[] = {
    { "https://a.example/x.min.js?v=1.png", "application/javascript" }, { "https://a.example/x.css#a.js", "text/css" },
    { "https://a.example/x.jpeg", "image/jpeg" }, { "https://a.example/x.svg", "image/svg+xml" },
    { "https://a.js/", NULL }, { "https://a.example/x.unknown", NULL }, { "no address", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *members = g_strdup_printf (",\"URI\":\"%s\"", cases[i].url);
      g_autoptr(FulNetworkRequest) request = read_request (members);

      g_assert_cmpstr (request->mime_type, ==, cases[i].mime_type);
      g_assert_cmpint (request->mime_type_is_guessed, ==, cases[i].mime_type != NULL);
    }
}

/* "start-end:opacity …", the bar before the request in brackets. */
static void
test_segments (void)
{
  static const struct { const char *members; const char *expected; } cases[] = {
    { "", "10-20:3 " },
    { ",\"status\":\"STATUS_START\"", "10-20:3 " },
    { ",\"requestStart\":11", "10-11:0 11-20:0 " },
    { ",\"requestStart\":12,\"responseStart\":14,\"responseEnd\":19", "10-12:0 12-14:2 14-19:3 19-20:0 " },
    { ",\"domainLookupStart\":11,\"requestStart\":12,\"responseEnd\":19", "10-11:0 11-12:1 12-19:3 19-20:0 " },
    { ",\"domainLookupStart\":1,\"domainLookupEnd\":2,\"connectStart\":3,\"connectEnd\":5,\"requestStart\":12",
      "[1-5:1] 10-12:0 12-20:0 " },
    { ",\"domainLookupStart\":1,\"domainLookupEnd\":2", "[1-2:1] 10-20:3 " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulNetworkRequest) request = read_request (cases[i].members);
      g_autoptr(GArray) segments = ful_network_request_get_segments (request, 10, 20);
      g_autoptr(GString) text = g_string_new (NULL);

      for (guint k = 0; k < segments->len; k++)
        {
          const FulNetworkSegment *segment = &g_array_index (segments, FulNetworkSegment, k);

          g_string_append_printf (text, segment->is_preconnect ? "[%g-%g:%u] " : "%g-%g:%u ", segment->start,
                                  segment->end, segment->opacity);
        }
      g_assert_cmpstr (text->str, ==, cases[i].expected);
    }
}

static void
test_hues (void)
{
  static const struct { const char *members; const char *expected; } cases[] = {
    { "", "grey" },
    { ",\"contentType\":\"text/html\"", "blue" },
    { ",\"contentType\":\"image/webp\"", "green" },
    { ",\"contentType\":\"text/plain\"", "grey" },
    { ",\"URI\":\"https://a.b/c.css?d\"", "purple" },
    { ",\"URI\":\"https://a.b/c.js\"", "yellow" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulNetworkRequest) request = read_request (cases[i].members);

      g_assert_cmpstr (ful_network_request_get_hue (request)->name, ==, cases[i].expected);
    }
}

static void
test_names (void)
{
  static const struct { const char *name, *file, *host; } cases[] = {
    { "Load 12: https://a.b:80/c/d.html?e=/f#g/h", "d.html", "a.b:80" },
    { "Load 3: http://a/", "/", "a" },
    { "Load 3: http://a/b/", "/", "a" },
    { "Load 3: http://a?b/c", "/", "a" },
    { "https://a/b", "b", "a" },
    { "Load 3", "Load 3", "" },
    { "", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *file = NULL;
      g_autofree char *host = NULL;

      ful_network_split_name (cases[i].name, &file, &host);
      g_assert_cmpstr (file, ==, cases[i].file);
      g_assert_cmpstr (host, ==, cases[i].host);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/network-request/phases", test_phases);
  g_test_add_func ("/network-request/members", test_members);
  g_test_add_func ("/network-request/guessed-types", test_guessed_types);
  g_test_add_func ("/network-request/segments", test_segments);
  g_test_add_func ("/network-request/hues", test_hues);
  g_test_add_func ("/network-request/names", test_names);

  return g_test_run ();
}
