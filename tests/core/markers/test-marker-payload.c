/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/list/ful-marker-payload.h"

#include <math.h>

#define START FUL_MARKER_PHASE_INTERVAL_START
#define END FUL_MARKER_PHASE_INTERVAL_END

typedef struct
{
  const char     *name;
  FulMarkerPhase  phase;
  const char     *payload;
} Mark;

/* The payload of the only marker that is made of @first, and of @second if that has a name. */
static void
assert_payload (Mark        first,
                Mark        second,
                const char *expected)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autofree char *json = NULL;

  ful_test_profile_mark (test, thread, first.name, first.phase, 1, first.phase == START ? NAN : 2, first.payload);
  if (second.name)
    ful_test_profile_mark (test, thread, second.name, second.phase, second.phase == END ? NAN : 3, 4, second.payload);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &(guint) { 0 }, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  json = ful_marker_payload_dup_json (list, 0);
  g_assert_cmpstr (json, ==, expected);
}

static void
test_pairs (void)
{
  const char *first = "{\"type\":\"T\",\"a\":1,\"b\":[1,{\"x\":2}]}";
  const char *second = "{\"type\":\"T\",\"c\":\"ü\\n\",\"a\":null}";

  assert_payload ((Mark) { "m", START, first }, (Mark) { "m", END, second },
                  "{\"type\":\"T\",\"a\":null,\"b\":[1,{\"x\":2}],\"c\":\"ü\\n\"}");
  assert_payload ((Mark) { "m", START, first }, (Mark) { "m", END, NULL }, first);
  assert_payload ((Mark) { "m", START, NULL }, (Mark) { "m", END, second }, second);
  assert_payload ((Mark) { "m", START, NULL }, (Mark) { "m", END, NULL }, NULL);
  /* Neither end found the other. */
  assert_payload ((Mark) { "m", START, first }, (Mark) { 0 }, first);
  assert_payload ((Mark) { "m", END, second }, (Mark) { 0 }, second);
}

static void
test_kinds (void)
{
  const char *start = "{\"type\":\"Network\",\"id\":1,\"status\":\"STATUS_START\",\"a\":1}";
  const char *stop = "{\"type\":\"Network\",\"id\":1,\"status\":\"STATUS_STOP\",\"b\":2}";
  const char *shot = "{\"type\":\"CompositorScreenshot\",\"windowID\":\"w\",\"url\":1}";
  const char *next = "{\"type\":\"CompositorScreenshot\",\"windowID\":\"w\",\"url\":2}";

  assert_payload ((Mark) { "m", FUL_MARKER_PHASE_INTERVAL, start }, (Mark) { "m", FUL_MARKER_PHASE_INTERVAL, stop }, stop);
  assert_payload ((Mark) { "m", FUL_MARKER_PHASE_INTERVAL, start }, (Mark) { 0 }, start);
  assert_payload ((Mark) { "CompositorScreenshot", FUL_MARKER_PHASE_INSTANT, shot },
                  (Mark) { "CompositorScreenshot", FUL_MARKER_PHASE_INSTANT, next }, shot);
}

/* An object or nothing. */
static void
test_parse (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(JsonObject) object = NULL;

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INSTANT, 1, NAN, "{\"type\":\"T\",\"n\":7}");
  ful_test_profile_mark (test, thread, "b", FUL_MARKER_PHASE_INSTANT, 2, NAN, NULL);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &(guint) { 0 }, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);

  object = ful_marker_payload_parse (list, 0);
  g_assert_cmpint (json_object_get_int_member (object, "n"), ==, 7);
  g_assert_null (ful_marker_payload_parse (list, 1));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-payload/pairs", test_pairs);
  g_test_add_func ("/marker-payload/kinds", test_kinds);
  g_test_add_func ("/marker-payload/parse", test_parse);

  return g_test_run ();
}
