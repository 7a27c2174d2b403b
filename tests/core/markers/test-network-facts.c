/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "markers/network/ful-network-facts.h"
#include "markers/network/ful-network-summary.h"

#include <math.h>

/* Facts as "label: text" lines. */
static char *
to_text (GArray *facts)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < facts->len; i++)
    {
      const FulMarkerFact *fact = &g_array_index (facts, FulMarkerFact, i);

      g_string_append_printf (text, "%s: %s\n", fact->label, fact->text);
    }

  return g_string_free (text, FALSE);
}

static void
test_failed (void)
{
  static const struct { const char *status; double code; gboolean failed; } cases[] = {
    { "STATUS_STOP", 200, FALSE }, { "STATUS_STOP", 399, FALSE }, { "STATUS_STOP", 400, TRUE }, { "STATUS_STOP", 500, TRUE },
    { "STATUS_STOP", NAN, FALSE }, { "STATUS_CANCEL", NAN, TRUE }, { "STATUS_REDIRECT", 302, FALSE }, { NULL, NAN, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulNetworkRequest request = { .status = (char *) cases[i].status, .response_status = cases[i].code };

      g_assert_cmpint (ful_network_request_has_failed (&request), ==, cases[i].failed);
    }
}

/* What is not known is left out. */
static void
test_summary (void)
{
  FulNetworkRequest answered = { .status = (char *) "STATUS_STOP", .response_status = 404, .size_bytes = NAN,
                                 .mime_type = (char *) "text/html" };
  FulNetworkRequest waiting = { .status = (char *) "STATUS_START", .response_status = NAN, .size_bytes = NAN };
  g_autofree char *long_text = ful_network_request_summarize (&answered, 100);
  g_autofree char *text = ful_network_request_summarize (&answered, NAN);
  g_autofree char *short_text = ful_network_request_summarize (&waiting, NAN);

  g_assert_true (g_str_has_prefix (long_text, "404 · text/html · 100"));
  g_assert_cmpstr (text, ==, "404 · text/html");
  g_assert_cmpstr (short_text, ==, "Waiting for response");
}

static void
test_facts (void)
{
  FulNetworkRequest request = { .status = (char *) "STATUS_STOP", .response_status = 200, .size_bytes = NAN,
                                .method = (char *) "GET", .mime_type = (char *) "image/png", .mime_type_is_guessed = TRUE };
  g_autoptr(GArray) facts = ful_network_request_list_facts (&request);
  g_autofree char *text = to_text (facts);

  g_assert_cmpstr (text, ==, "Status: Response received\nStatus code: 200\nMethod: GET\nGuessed type: image/png\n");
}

/* One row a phase, as long as it lasted. */
static void
test_phases (void)
{
  g_autoptr(GArray) phases = g_array_new (FALSE, FALSE, sizeof (FulNetworkPhase));
  FulNetworkRequest request = { .response_status = NAN, .size_bytes = NAN, .phases = phases };
  FulNetworkPhase phase = { .moment = 0, .start = 10, .end = 12.5 };
  g_autoptr(GArray) none = ful_network_request_list_phases (&request);
  g_autoptr(GArray) facts = NULL;

  g_assert_cmpuint (none->len, ==, 0);
  g_array_append_val (phases, phase);
  facts = ful_network_request_list_phases (&request);
  g_assert_cmpuint (facts->len, ==, 1);
  g_assert_true (g_str_has_prefix (g_array_index (facts, FulMarkerFact, 0).text, "2.5"));
}

/* Groups as "name n bytes ms" lines. */
static void
assert_groups (const FulMarkerList *list,
               const GArray        *markers,
               FulNetworkSummaryBy  by,
               const char          *expected)
{
  g_autoptr(GArray) groups = ful_network_summarize (list, markers, by);
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < groups->len; i++)
    {
      const FulNetworkGroup *group = &g_array_index (groups, FulNetworkGroup, i);

      g_string_append_printf (text, "%s %u %g %g\n", group->name, group->n_requests, group->size_bytes, group->duration);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Responses without a start begin with the recording. */
static void
test_groups (void)
{
  static const struct { double start, end; const char *payload; } requests[] = {
    { 0, 4, "{\"type\":\"Network\",\"URI\":\"https://b.org/x\",\"contentType\":\"text/html\",\"count\":100}" },
    { 1, 9, "{\"type\":\"Network\",\"URI\":\"http://a:8080/y\",\"contentType\":\"image/png\",\"count\":7}" },
    { 2, 3, "{\"type\":\"Network\",\"URI\":\"https://b.org/z\",\"contentType\":\"image/png\"}" },
    { 3, 3, "{\"type\":\"Network\",\"URI\":\"no address\"}" },
  };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  guint zero = 0;

  for (guint i = 0; i < G_N_ELEMENTS (requests); i++)
    ful_test_profile_mark (test, thread, "Load", FUL_MARKER_PHASE_INTERVAL, requests[i].start, requests[i].end, requests[i].payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  for (guint i = 0; i < list->n_markers; i++)
    g_array_append_val (all, i);

  assert_groups (list, all, FUL_NETWORK_BY_HOST, "a:8080 1 7 9\nb.org 2 100 7\n 1 0 3\n");
  assert_groups (list, all, FUL_NETWORK_BY_TYPE, "image/png 2 7 12\ntext/html 1 100 4\n 1 0 3\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/network-facts/failed", test_failed);
  g_test_add_func ("/network-facts/summary", test_summary);
  g_test_add_func ("/network-facts/facts", test_facts);
  g_test_add_func ("/network-facts/phases", test_phases);
  g_test_add_func ("/network-facts/groups", test_groups);

  return g_test_run ();
}
