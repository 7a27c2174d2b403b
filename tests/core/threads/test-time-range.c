/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "threads/ful-time-range.h"

#include <math.h>

static void
add_marker (FulThreadBuilder *thread,
            FulMarkerPhase    phase,
            double            start,
            double            end)
{
  guint row = ful_table_builder_append (&thread->markers, 1);

  FUL_CELLS (&thread->markers, FUL_MARKER_PHASE, guint8)[row] = (guint8) phase;
  FUL_CELLS (&thread->markers, FUL_MARKER_START_TIME, double)[row] = start;
  FUL_CELLS (&thread->markers, FUL_MARKER_END_TIME, double)[row] = end;
}

static void
assert_root_range (FulTestProfile *test,
                   double          start,
                   double          end)
{
  g_autoptr(FulProfile) profile = ful_test_profile_seal (test);
  FulTimeRange range = ful_root_range_compute (profile);

  g_assert_cmpfloat (range.start, ==, start);
  g_assert_cmpfloat (range.end, ==, end);
}

static void
test_root_range (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread;

  /* Samples and one interval; markers do not widen a thread with samples. */
  thread = ful_test_profile_add (test, "A  A  A\n");
  add_marker (thread, FUL_MARKER_PHASE_INTERVAL, -50, 50);
  assert_root_range (test, 0, 3);

  /* Markers alone, and allocations. */
  test = ful_test_profile_new ();
  thread = ful_test_profile_add (test, "A\n");
  thread->samples.n_rows = 0;
  add_marker (thread, FUL_MARKER_PHASE_INTERVAL_END, NAN, 9);
  add_marker (thread, FUL_MARKER_PHASE_INTERVAL_START, 7, NAN);
  ful_test_profile_allocate (thread, 20, FUL_NONE, 1, 1);
  assert_root_range (test, 7, 21);

  /* What meta says; an end of 0 counts as missing. */
  test = ful_test_profile_new ();
  ful_test_profile_add (test, "A  A\n");
  test->builder->profile->profiling_start_time = 0;
  test->builder->profile->profiling_end_time = 7;
  assert_root_range (test, 0, 7);
  test = ful_test_profile_new ();
  ful_test_profile_add (test, "A  A\n");
  test->builder->profile->profiling_start_time = 1;
  test->builder->profile->profiling_end_time = 0;
  assert_root_range (test, 0, 2);

  test = ful_test_profile_new ();
  ful_test_profile_add (test, "");
  assert_root_range (test, 0, 0);
}

static void
test_find_rows (void)
{
  const double time[] = { 1, 2, 2, 2, 5 };

  for (double start = 0; start < 7; start += 0.5)
    for (double end = 0; end < 7; end += 0.5)
      {
        guint begin, stop, n = 0;

        ful_time_range_find_rows ((FulTimeRange) { start, end }, time, G_N_ELEMENTS (time), &begin, &stop);
        for (guint i = 0; i < G_N_ELEMENTS (time); i++)
          n += time[i] >= start && time[i] < end;
        g_assert_cmpuint (stop - begin, ==, n);
        if (n > 0)
          g_assert_true (time[begin] >= start && (begin == 0 || time[begin - 1] < start));
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/time-range/root-range", test_root_range);
  g_test_add_func ("/time-range/find-rows", test_find_rows);

  return g_test_run ();
}
