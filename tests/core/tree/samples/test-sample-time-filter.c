/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/samples/ful-sample-time-filter.h"
#include "viewtext/ful-view-options-text.h"

#include <math.h>

#define FILTER(type, filter) \
  "{ \"thread\": 0, \"transforms\": [{ \"type\": \"filter-samples\", \"filterType\": \"" type "\", \"filter\": \"" filter "\" }]"

static void
test_join (void)
{
  static const FulTimeRange ranges[] = {
    { 5, 6 }, { 1, 2 }, { 2, 3 }, { 9, 9 }, { 1.5, 1.75 }, { 8, 7 }, { 5.5, 7 }, { 0, 0 },
  };
  g_autoptr(GArray) joined = ful_sample_time_filter_join (ranges, G_N_ELEMENTS (ranges));

  g_assert_cmpuint (joined->len, ==, 2);
  g_assert_cmpfloat (g_array_index (joined, FulTimeRange, 0).start, ==, 1);
  g_assert_cmpfloat (g_array_index (joined, FulTimeRange, 0).end, ==, 3);
  g_assert_cmpfloat (g_array_index (joined, FulTimeRange, 1).start, ==, 5);
  g_assert_cmpfloat (g_array_index (joined, FulTimeRange, 1).end, ==, 7);
}

/* Samples at 0, 1, … ms. */
static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  B  C  D  E  F\n");

  ful_test_profile_mark (test, thread, "two", FUL_MARKER_PHASE_INTERVAL, 1, 3, NULL);
  ful_test_profile_mark (test, thread, "more", FUL_MARKER_PHASE_INTERVAL, 2.5, 4.5, NULL);
  ful_test_profile_mark (test, thread, "instant", FUL_MARKER_PHASE_INSTANT, 0, NAN, NULL);
  ful_test_profile_mark (test, thread, "empty", FUL_MARKER_PHASE_INTERVAL, 5, 5, NULL);
  ful_test_profile_mark (test, thread, "open", FUL_MARKER_PHASE_INTERVAL_START, 5, NAN, NULL);
  ful_test_profile_allocate (thread, 2, ful_test_profile_stack (test, "A"), 10, 64);
  ful_test_profile_allocate (thread, 3, ful_test_profile_stack (test, "B"), 7, 65);

  return ful_test_profile_seal (test);
}

static void
test_markers (void)
{
  g_autoptr(FulProfile) profile = make_profile ();

  ful_test_assert_call_tree (profile, FILTER ("marker-search", "two") "}", "B 1 1\nC 1 1\n");   /* the end does not count */
  ful_test_assert_call_tree (profile, FILTER ("outside-marker", "two") "}", "A 1 1\nD 1 1\nE 1 1\nF 1 1\n");
  ful_test_assert_call_tree (profile, FILTER ("marker-search", "name:two,more") "}", "B 1 1\nC 1 1\nD 1 1\nE 1 1\n");
  ful_test_assert_call_tree (profile, FILTER ("marker-search", "open") "}", "F 1 1\n");
  ful_test_assert_call_tree (profile, FILTER ("marker-search", "instant,empty") "}", "");
  ful_test_assert_call_tree (profile, FILTER ("marker-search", "nowhere") "}", "");
  ful_test_assert_call_tree (profile, FILTER ("outside-marker", "nowhere") "}", "A 1 1\nB 1 1\nC 1 1\nD 1 1\nE 1 1\nF 1 1\n");
  /* Markers outside of the committed range count as well. */
  ful_test_assert_call_tree (profile, FILTER ("marker-search", "two") ", \"range\": [2, 9] }", "C 1 1\n");
  ful_test_assert_call_tree (profile, FILTER ("marker-search", "two") ", \"strategy\": \"native-allocations\" }", "A 10 10\n");
}

static void
test_cancellation (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  FulSampleTimeFilter *filter;
  guint zero = 0;

  ful_transform_reader_init (&reader, profile, NULL);
  options = ful_view_options_new_from_text (FILTER ("marker-search", "two") "}", &reader, &error);
  g_assert_no_error (error);
  set = ful_thread_set_new (profile, &zero, 1, NULL, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_false (ful_sample_time_filter_derive (&filter, set, options, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/sample-time-filter/join", test_join);
  g_test_add_func ("/sample-time-filter/markers", test_markers);
  g_test_add_func ("/sample-time-filter/cancellation", test_cancellation);

  return g_test_run ();
}
