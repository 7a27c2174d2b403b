/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "export/markers/ful-marker-copy.h"

#include <math.h>

static void
assert_copy (FulMarkerView *view,
             FulMarkerCopy  format,
             const char    *expected)
{
  g_autofree char *text = ful_marker_view_copy (view, format, NULL, NULL);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_copy (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A A A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulMarkerView) view = NULL;

  test->builder->profile->meta_json = g_strdup (
    "{\"markerSchema\":[{\"name\":\"T\",\"tableLabel\":\"{marker.data.what}\",\"display\":[\"marker-table\"],"
    "\"fields\":[{\"key\":\"what\",\"format\":\"string\"}]}]}");
  ful_test_profile_mark (test, thread, "b", FUL_MARKER_PHASE_INTERVAL, 0, 4, NULL);
  ful_test_profile_mark (test, thread, "a|x", FUL_MARKER_PHASE_INTERVAL, 1, 3,
                         "{\"type\":\"T\",\"what\":\"say \\\"hi\\\", you\"}");
  ful_test_profile_mark (test, thread, "C", FUL_MARKER_PHASE_INSTANT, 2, NAN, NULL);
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  view = ful_marker_view_new (profile, all, FUL_MARKER_VIEW_TABLE, "name:a|,name:C", NULL, 0, cache, NULL, NULL);

  assert_copy (view, FUL_MARKER_COPY_TEXT,
               " Start  Duration  Name  Details\n"
               "0.001s       2ms  a|x   say \"hi\", you\n"
               "0.002s            C\n");
  assert_copy (view, FUL_MARKER_COPY_MARKDOWN,
               "| Start | Duration | Name | Details |\n"
               "| ---: | ---: | --- | --- |\n"
               "| 0.001s | 2ms | a\\|x | say \"hi\", you |\n"
               "| 0.002s |  | C |  |\n");
  assert_copy (view, FUL_MARKER_COPY_CSV,
               "start,end,duration,name,category,thread,type,label,data.what\r\n"
               "1,3,2,a|x,Other,0,T,\"say \"\"hi\"\", you\",\"say \"\"hi\"\", you\"\r\n"
               "2,,,C,Other,0,,,\r\n");
  assert_copy (view, FUL_MARKER_COPY_JSON,
               "[\n{\"name\":\"a|x\",\"category\":\"Other\",\"start\":1,\"end\":3,"
               "\"data\":{\"type\":\"T\",\"what\":\"say \\\"hi\\\", you\"}},\n"
               "{\"name\":\"C\",\"category\":\"Other\",\"start\":2,\"end\":null,\"data\":null}\n]\n");
}

static void
test_json_of_two_rows (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autofree char *json = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL_START, 1, NAN, "{\"type\":\"T\",\"x\":1,\"y\":2}");
  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INTERVAL_END, NAN, 2, "{\"type\":\"T\",\"y\":3}");
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  json = ful_marker_to_json (list, 0, 0);
  g_assert_cmpstr (json, ==, "{\"name\":\"a\",\"category\":\"Other\",\"start\":1,\"end\":2,"
                             "\"data\":{\"type\":\"T\",\"x\":1,\"y\":3}}");
}

static void
test_cancellation (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulMarkerView) view = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  ful_test_profile_mark (test, thread, "a", FUL_MARKER_PHASE_INSTANT, 1, NAN, NULL);
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  view = ful_marker_view_new (profile, all, FUL_MARKER_VIEW_TABLE, "", NULL, 0, cache, NULL, NULL);
  g_cancellable_cancel (cancellable);
  for (guint format = 0; format < FUL_N_MARKER_COPIES; format++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_marker_view_copy (view, (FulMarkerCopy) format, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-copy/formats", test_copy);
  g_test_add_func ("/marker-copy/json-of-two-rows", test_json_of_two_rows);
  g_test_add_func ("/marker-copy/cancellation", test_cancellation);

  return g_test_run ();
}
