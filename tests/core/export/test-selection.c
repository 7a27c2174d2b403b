/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "export/sanitize/ful-selection.h"
#include "ful-test-profile.h"

#include <math.h>

/* Samples at 0 … 4 ms. */
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
  g_autoptr(FulProfile) part = ful_selection_cut (&(FulSelection) { TRUE, { 1, 3 } }, profile, NULL, NULL);
  FulThread *thread = ful_profile_get_thread (part, 0);
  FulTimeRange root = ful_root_range_compute (part);

  g_assert_cmpuint (part->threads->len, ==, 2);
  g_assert_cmpuint (thread->samples->table.n_rows, ==, 2);
  g_assert_cmpfloat (thread->samples->time[0], ==, 1);
  g_assert_cmpuint (thread->markers->table.n_rows, ==, 3);
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
  part = ful_selection_cut (&(FulSelection) { .threads = threads }, profile, NULL, NULL);

  g_assert_cmpuint (part->threads->len, ==, 1);
  g_assert_cmpstr (ful_profile_get_thread (part, 0)->tid, ==, ful_profile_get_thread (profile, 1)->tid);
  g_assert_cmpuint (part->funcs->table.n_rows, ==, 1);
}

/* A range without anything is an error, and a whole profile is itself. */
static void
test_nothing_and_all (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(FulProfile) all = ful_selection_cut (&(FulSelection) { FALSE }, profile, NULL, NULL);
  g_autoptr(GError) error = NULL;

  g_assert_true (all == profile);
  g_assert_null (ful_selection_cut (&(FulSelection) { TRUE, { 50, 60 } }, profile, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/selection/range", test_range);
  g_test_add_func ("/selection/threads", test_threads);
  g_test_add_func ("/selection/nothing-and-all", test_nothing_and_all);

  return g_test_run ();
}
