/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "export/ful-selection.h"
#include "ful-test-profile.h"

#include <math.h>

/* Samples at 0 … 4 ms; of markers those that reach into the range. */
static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, "A  B  C  D  E\n");

  ful_test_profile_add (test, "A  A\n");
  ful_test_profile_mark (test, first, "M", FUL_MARKER_PHASE_INTERVAL, 0, 0.5, NULL);
  ful_test_profile_mark (test, first, "M", FUL_MARKER_PHASE_INTERVAL, 0, 3, NULL);
  ful_test_profile_mark (test, first, "M", FUL_MARKER_PHASE_INSTANT, 2, NAN, NULL);
  ful_test_profile_mark (test, first, "M", FUL_MARKER_PHASE_INTERVAL_END, NAN, 3.5, NULL);

  return ful_test_profile_seal (test);
}

static void
test_range (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulProfile) part = ful_selection_new (profile, &(FulTimeRange) { 1, 3 }, NULL, NULL, NULL);
  FulThread *thread = ful_profile_get_thread (part, 0);
  FulTimeRange root = ful_root_range_compute (part);

  g_assert_cmpuint (part->threads->len, ==, 2);
  g_assert_cmpuint (thread->samples->table.n_rows, ==, 2);
  g_assert_cmpfloat (thread->samples->time[0], ==, 1);
  g_assert_cmpuint (thread->markers->table.n_rows, ==, 2);
  g_assert_cmpfloat (thread->markers->end_time[0], ==, 3);
  g_assert_cmpfloat (thread->markers->start_time[1], ==, 2);
  g_assert_cmpfloat (root.start, ==, 1);
  g_assert_cmpfloat (root.end, ==, 3);
  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, 5);
}

static void
test_threads (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulProfile) part = NULL;

  g_array_append_vals (threads, &(guint) { 1 }, 1);
  part = ful_selection_new (profile, NULL, threads, NULL, NULL);

  g_assert_cmpuint (part->threads->len, ==, 1);
  g_assert_true (ful_profile_get_thread (part, 0) == ful_profile_get_thread (profile, 1));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/selection/range", test_range);
  g_test_add_func ("/selection/threads", test_threads);

  return g_test_run ();
}
