/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "compare/document/ful-compared-times.h"

#include "threads/ful-time-range.h"
#include "ful-test-profile.h"

#include <math.h>

/* A profile with threads of these names, NULL at the end, each of which has a sample every ms from @start on: the first thread 8,
 * the others one less each. */
static FulProfile *
new_profile (double             start,
             const char *const *names)
{
  FulTestProfile *test = ful_test_profile_new ();

  for (guint i = 0; names[i]; i++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");

      g_free (thread->thread->name);
      thread->thread->name = g_strdup (names[i]);
      for (guint k = 0; k + i < 8; k++)
        ful_test_profile_sample (thread, start + k, ful_test_profile_stack (test, "AB"));
    }

  return ful_test_profile_seal (test);
}

static FulComparedTimes *
compare (FulProfile        *before,
         FulViewOptions    *options_before,
         FulProfile        *after,
         FulViewOptions    *options_after,
         const char *const  ranges[FUL_N_SIDES],
         const char        *moment,
         GError           **error)
{
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(FulComparedPart) part_before = ful_compared_part_new_view (NULL, "b", before, options_before ? options_before : all);
  g_autoptr(FulComparedPart) part_after = ful_compared_part_new_view (NULL, "a", after, options_after ? options_after : all);
  g_autoptr(FulComparedNames) names = ful_compared_names_new ();
  g_autoptr(GHashTable) renames = g_hash_table_new (NULL, NULL);
  FulComparedView *view = ful_compared_view_new (names, all, ranges, renames, NULL);
  FulComparedTimes *times = ful_compared_times_new ((FulComparedPart *const []) { part_before, part_after }, view, moment, NULL, error);

  ful_compared_view_unref (view);

  return times;
}

static char *
describe_pairs (const FulComparedTimes *times)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < times->pairs->len; i++)
    {
      const FulTrackPair *pair = times->pairs->pdata[i];

      g_string_append_printf (text, "%s %d %d\n", pair->name, pair->tracks[FUL_BEFORE] ? pair->tracks[FUL_BEFORE]->thread : -1,
                              pair->tracks[FUL_AFTER] ? pair->tracks[FUL_AFTER]->thread : -1);
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Numbers at the end do not count; several of a name are paired in their order, and what one side has alone is alone. */
static void
test_pairs (void)
{
  const char *const whole[] = { NULL, NULL };
  g_autoptr(FulProfile) before = new_profile (0, (const char *[]) { "Main", "Pool #1", "Pool #2", "Old", NULL });
  g_autoptr(FulProfile) after = new_profile (0, (const char *[]) { "Main", "New", "Pool #7", "Pool #9", NULL });
  g_autoptr(GError) error = NULL;
  g_autoptr(FulComparedTimes) times = compare (before, NULL, after, NULL, whole, NULL, &error);
  g_autofree char *pairs = NULL;

  g_assert_no_error (error);
  pairs = describe_pairs (times);
  g_assert_cmpstr (pairs, ==, "Main 0 0\n"
                              "New -1 1\n"
                              "Pool 1 2\n"
                              "Pool 2 3\n"
                              "Old 3 -1\n");
}

/* One thread of each side is a pair whatever it is called. */
static void
test_chosen (void)
{
  const char *const whole[] = { NULL, NULL };
  g_autoptr(FulProfile) profile = new_profile (0, (const char *[]) { "Main", "Other", NULL });
  g_autoptr(FulViewOptions) first = ful_view_options_new ();
  g_autoptr(FulViewOptions) second = ful_view_options_new ();
  g_autoptr(FulComparedTimes) times = NULL;
  g_autofree char *pairs = NULL;

  ful_view_options_set_threads (first, &(guint) { 0 }, 1);
  ful_view_options_set_threads (second, &(guint) { 1 }, 1);
  times = compare (profile, first, profile, second, whole, NULL, NULL);
  pairs = describe_pairs (times);
  g_assert_cmpstr (pairs, ==, "Other 0 1\n");
}

/* Zero is where the range of either begins; both ranges have the length of the longer one. */
static void
test_axis (void)
{
  const char *const ranges[] = { "2,5", NULL };
  g_autoptr(FulProfile) before = new_profile (100, (const char *[]) { "Main", NULL });
  g_autoptr(FulProfile) after = new_profile (2000, (const char *[]) { "Main", NULL });
  g_autoptr(FulComparedTimes) times = compare (before, NULL, after, NULL, ranges, NULL, NULL);
  FulTimeRange axis = ful_root_range_compute (times->axis), root = ful_root_range_compute (after);

  g_assert_true (ful_time_range_equal (axis, ((FulTimeRange) { 0, root.end - root.start })));
  g_assert_cmpfloat (axis.end, >, 5);
  g_assert_cmpfloat (times->runs[FUL_BEFORE].zero, ==, 102);
  g_assert_cmpfloat (times->runs[FUL_BEFORE].options->range.start, ==, 2);
  g_assert_cmpfloat (times->runs[FUL_BEFORE].options->range.end, ==, 2 + axis.end);
  g_assert_cmpfloat (times->runs[FUL_AFTER].zero, ==, 2000);
  g_assert_cmpfloat (times->runs[FUL_AFTER].options->range.end, ==, axis.end);
}

/* A profile of one thread with a sample every ms from @start to 7 ms later, and markers: their names, and ms after @start, 0 at the end. */
static FulProfile *
new_marked (double             start,
            const char *const *names,
            const double      *times)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");

  for (guint k = 0; k < 8; k++)
    ful_test_profile_sample (thread, start + k, ful_test_profile_stack (test, "AB"));
  for (guint i = 0; names[i]; i++)
    ful_test_profile_mark (test, thread, names[i], FUL_MARKER_PHASE_INSTANT, start + times[i], NAN, NULL);

  return ful_test_profile_seal (test);
}

/* Markers that both have, the first one of each; both are there at the same time of the axis, which begins with the side that begins
 * earlier and ends with the one that ends later. */
static void
test_aligned (void)
{
  const char *const whole[] = { NULL, NULL }, *const late[] = { NULL, "4,6" };
  g_autoptr(FulProfile) before = new_marked (100, (const char *[]) { "Load", "Old", "Load", NULL }, (double[]) { 1, 2, 3 });
  g_autoptr(FulProfile) after = new_marked (2000, (const char *[]) { "New", "Load", "Load", NULL }, (double[]) { 1, 5, 3 });
  g_autoptr(FulComparedTimes) times = compare (before, NULL, after, NULL, whole, "Load", NULL);
  g_autoptr(FulComparedTimes) ranged = compare (before, NULL, after, NULL, late, "Load", NULL);
  g_autoptr(FulComparedTimes) unknown = compare (before, NULL, after, NULL, whole, "Old", NULL);
  FulTimeRange axis = ful_root_range_compute (times->axis), root = ful_root_range_compute (before);

  g_assert_cmpuint (times->moments->len, ==, 1);
  g_assert_cmpstr (((const FulSharedMoment *) times->moments->pdata[0])->name, ==, "Load");
  g_assert_cmpstr (times->aligned, ==, "Load");
  g_assert_cmpfloat (times->origin, ==, 3);
  g_assert_cmpfloat (times->runs[FUL_BEFORE].zero, ==, 98);
  g_assert_cmpfloat (times->runs[FUL_AFTER].zero, ==, 2000);
  g_assert_cmpfloat (axis.end, ==, root.end - 98);
  g_assert_cmpfloat (times->runs[FUL_BEFORE].options->range.start, ==, -2);
  g_assert_cmpfloat (times->runs[FUL_AFTER].options->range.start, ==, 0);
  g_assert_cmpfloat (times->runs[FUL_AFTER].options->range.end, ==, axis.end);

  /* In the range of AFTER it is the second one. */
  g_assert_cmpfloat (ranged->origin, ==, 1);
  g_assert_cmpfloat (ranged->runs[FUL_BEFORE].zero, ==, 100);
  g_assert_cmpfloat (ranged->runs[FUL_AFTER].zero, ==, 2004);

  g_assert_null (unknown->aligned);
  g_assert_cmpfloat (unknown->origin, ==, 0);
  g_assert_cmpfloat (unknown->runs[FUL_BEFORE].zero, ==, 100);
}

/* Whoever does not want them any more need not wait for the markers. */
static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = new_marked (0, (const char *[]) { "Load", NULL }, (double[]) { 1 });
  g_autoptr(FulViewOptions) all = ful_view_options_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  FulProfile *profiles[] = { profile, profile };
  FulViewOptions *options[] = { all, all };

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_shared_moments_new (profiles, options, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A thread of 10 ms from @start on, and a counter that has these counts at these ms after it, n of them. */
static FulProfile *
new_counted (double        start,
             const double *times,
             const double *counts,
             guint         n)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulCounter *counter = ful_counter_new ();
  FulTableBuilder *samples;

  for (guint k = 0; k < 10; k++)
    ful_test_profile_sample (thread, start + k, ful_test_profile_stack (test, "A"));
  counter->name = g_strdup ("malloc");
  counter->category = g_strdup ("Memory");
  counter->pid = g_strdup (thread->thread->pid);
  samples = &ful_profile_builder_add_counter (test->builder, counter)->samples;
  for (guint i = 0; i < n; i++)
    {
      guint row = ful_table_builder_append (samples, 1);

      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_TIME, double)[row] = start + times[i];
      FUL_CELLS (samples, FUL_COUNTER_SAMPLE_COUNT, double)[row] = counts[i];
    }

  return ful_test_profile_seal (test);
}

/* Of paired counters: after less before, from where both were counted first to where one was counted last; what was there before
 * that does not count. */
static void
test_difference (void)
{
  const char *const whole[] = { NULL, NULL };
  g_autoptr(FulProfile) before = new_counted (100, (double[]) { 0, 2, 4, 6 }, (double[]) { 1000, 10, 20, -5 }, 4);
  g_autoptr(FulProfile) after = new_counted (2000, (double[]) { 1, 2, 5, 9 }, (double[]) { 500, 11, 7, 100 }, 4);
  g_autoptr(FulProfile) once = new_counted (0, (double[]) { 1 }, (double[]) { 5 }, 1);
  g_autoptr(FulComparedTimes) times = compare (before, NULL, after, NULL, whole, NULL, NULL);
  g_autoptr(FulComparedTimes) exchanged = compare (after, NULL, before, NULL, whole, NULL, NULL);
  g_autoptr(FulComparedTimes) alone = compare (before, NULL, once, NULL, whole, NULL, NULL);
  const FulTrackPair *thread = times->pairs->pdata[0], *pair = times->pairs->pdata[1], *other = exchanged->pairs->pdata[1];
  const FulCounter *counter = g_ptr_array_index (times->axis->counters, pair->difference->counter);
  const FulCounter *turned = g_ptr_array_index (exchanged->axis->counters, other->difference->counter);
  const double expected_times[] = { 1, 2, 4, 5, 6 }, expected[] = { 0, 1, -20, 7, 5 };

  g_assert_null (thread->difference);
  g_assert_cmpstr (counter->name, ==, "After − before: malloc");
  g_assert_cmpuint (counter->samples->table.n_rows, ==, G_N_ELEMENTS (expected));
  g_assert_cmpuint (turned->samples->table.n_rows, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpfloat (counter->samples->time[i], ==, expected_times[i]);
      g_assert_cmpfloat (counter->samples->count[i], ==, expected[i]);
      g_assert_cmpfloat (turned->samples->count[i], ==, -expected[i]);
    }

  g_assert_cmpuint (alone->pairs->len, ==, 2);
  g_assert_null (((const FulTrackPair *) alone->pairs->pdata[1])->difference);
}

static void
test_no_times (void)
{
  const char *const whole[] = { NULL, NULL };
  g_autoptr(FulProfile) profile = new_profile (0, (const char *[]) { "Main", NULL });
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread;
  g_autoptr(FulProfile) without = NULL;
  g_autoptr(FulComparedTimes) times = NULL;

  /* All samples at the same time. */
  thread = ful_test_profile_add (test, "");
  for (guint i = 0; i < 2; i++)
    ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "A"));
  without = ful_test_profile_seal (test);
  g_assert_false (without->has_times);
  times = compare (profile, NULL, without, NULL, whole, NULL, NULL);
  g_assert_cmpstr (times->timeless, ==, "a");
  g_assert_cmpuint (times->pairs->len, ==, 0);
  g_assert_false (times->runs[FUL_BEFORE].options->has_range);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/compared-times/pairs", test_pairs);
  g_test_add_func ("/compared-times/chosen", test_chosen);
  g_test_add_func ("/compared-times/axis", test_axis);
  g_test_add_func ("/compared-times/aligned", test_aligned);
  g_test_add_func ("/compared-times/cancelled", test_cancelled);
  g_test_add_func ("/compared-times/difference", test_difference);
  g_test_add_func ("/compared-times/no-times", test_no_times);

  return g_test_run ();
}
