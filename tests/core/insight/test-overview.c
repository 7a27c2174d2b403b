/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"

#include "insight/markers/ful-insight-limits.h"
#include "insight/overview/ful-overview.h"

#include <math.h>
#include <string.h>

static FulOverview *
look_at (FulProfile         *profile,
         const FulTimeRange *range)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  FulOverview *overview;

  for (guint i = 0; i < profile->threads->len; i++)
    g_ptr_array_add (names, g_strdup (ful_profile_get_thread (profile, i)->name));
  g_ptr_array_add (names, NULL);
  overview = ful_overview_new (profile, range, (char **) names->pdata, 0, cache, NULL, NULL);
  g_assert_nonnull (overview);

  return overview;
}

static void
append_functions (GString      *text,
                  const char   *title,
                  const GArray *functions)
{
  for (guint i = 0; i < functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (functions, FulOverviewFunction, i);

      g_string_append_printf (text, "%s %s %g %g\n", title, row->name, row->weight, row->total);
    }
}

/* What was busy, functions with weight and total, markers with their own time and number, limits, findings. */
static char *
to_text (const FulOverview *overview)
{
  static const char *const bases[] = { "cpu", "timing", "weight" };
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %g\n", bases[overview->weights->basis], overview->weights->busy);
  append_functions (text, "own", overview->own);
  append_functions (text, "self", overview->functions);
  for (guint i = 0; i < overview->markers->len; i++)
    {
      const FulOverviewMarker *row = &g_array_index (overview->markers, FulOverviewMarker, i);

      g_string_append_printf (text, "marker %s %g %u\n", row->name, row->self, row->n);
    }
  for (guint i = 0; i < overview->limits->len; i++)
    g_string_append_printf (text, "%s\n", ful_insight_limit_kind_to_word (g_array_index (overview->limits, FulInsightLimit, i).kind));
  for (guint i = 0; i < overview->findings->len; i++)
    g_string_append_printf (text, "%s\n", g_array_index (overview->findings, FulFinding, i).text);

  return g_string_free (text, FALSE);
}

static void
assert_overview (FulProfile *profile,
                 const char *expected)
{
  g_autoptr(FulOverview) overview = look_at (profile, NULL);
  g_autofree char *text = to_text (overview);

  g_assert_cmpstr (text, ==, expected);
}

static void
use_cpu (FulTestProfile   *test,
         FulThreadBuilder *thread,
         const double     *deltas,
         guint             n)
{
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_F64, n);

  g_assert_cmpuint (thread->samples.n_rows, ==, n);
  memcpy (buffer->data, deltas, n * sizeof *deltas);
  buffer->n = n;
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = buffer;
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_US;
}

/* Of a sample without CPU time nothing counts, and no more than the time that passed. */
static void
test_cpu (void)
{
  static const double deltas[] = { 700, 500, NAN, -200, 5000, 250 }, none[] = { 0, 0 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main main main main main main\n"
                                                         "a    a    b    b    c    a\n");
  FulThreadBuilder *waiting = ful_test_profile_add (test, "w w\n");
  g_autoptr(FulProfile) profile = NULL;

  use_cpu (test, thread, deltas, G_N_ELEMENTS (deltas));
  use_cpu (test, waiting, none, G_N_ELEMENTS (none));
  profile = ful_test_profile_seal (test);
  assert_overview (profile, "cpu 1.75\n"
                            "self c 1 1\n"
                            "self a 0.75 0.75\n"
                            "few-samples\n"
                            "Test was busy for 1.75 ms of 6 ms; 57 % of it in c.\n");
}

/* Whatever categories say. */
static void
test_idle_by_cpu (void)
{
  static const double none[] = { NAN, 0, -3 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a a b\n");
  g_autoptr(FulProfile) profile = NULL;

  use_cpu (test, thread, none, G_N_ELEMENTS (none));
  profile = ful_test_profile_seal (test);
  assert_overview (profile, "cpu 0\nall-idle\nNothing was busy: 1 thread, 3 samples, all idle.\n");
}

/* Idle samples say that each stands for the time to the next one; without any only running threads were seen. */
static void
test_timing (void)
{
  static const struct { const char *thread, *expected; } rows[] = {
    { "a a b[Idle] a\n", "timing 3\nself a 3 3\nno-stacks\nfew-samples\n" "The program was busy for 3 ms of 4 ms; 100 % of it in a.\n" },
    { "a a - b\n", "timing 3\nself a 2 2\nself b 1 1\nno-stacks\nfew-samples\n"
                   "The program was busy for 3 ms of 4 ms; 67 % of it in a.\n" },
    { "b[Idle] b[Idle] b[Idle]\n", "timing 0\nall-idle\nNothing was busy: 1 thread, 3 samples, all idle.\n" },
    { "- - -\n", "timing 0\nno-stacks\nNothing was busy: 1 thread, 3 samples, none with a stack.\n" },
    { "(idle) a[Idle]\n", "timing 0\nall-idle\nNothing was busy: 1 thread, 2 samples, all idle.\n" },
    { "a\n", "weight 1\nself a 1 1\nno-stacks\n1 sample in all; 100 % of it in a.\n" },
    { "", "weight 0\nno-samples\nNothing was busy: 1 thread, 0 samples.\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text (rows[i].thread);

      assert_overview (profile, rows[i].expected);
    }
}

/* Own code with the libraries it calls; recursion counts once. */
static void
test_own (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("main     main     main main\n"
                                                              "work     work     main main\n"
                                                              "fmt.Read work     main\n"
                                                              "         fmt.Read\n");

  assert_overview (profile, "timing 4\n"
                            "own main 2 4\n"
                            "own work 2 2\n"
                            "self fmt.Read 2 2\n"
                            "self main 2 4\n"
                            "few-samples\n"
                            "The program was busy for 4 ms of 4 ms; 50 % of it in main.\n");
}

/* Only what is in a range counts, also of markers. */
static void
test_range (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a a a b b b b b\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;
  g_autofree char *text = NULL;

  ful_test_profile_mark (test, thread, "m", FUL_MARKER_PHASE_INTERVAL, 0, 4, NULL);
  profile = ful_test_profile_seal (test);
  overview = look_at (profile, &(FulTimeRange) { 2, 5 });
  text = to_text (overview);
  g_assert_cmpstr (text, ==, "timing 3\nself b 2 2\nself a 1 1\nmarker m 2 1\nno-stacks\nfew-samples\n"
                             "The program was busy for 3 ms of 3 ms; 67 % of it in b.\n");
}

/* A thread lived for as long as it has samples, whatever its registration says, and is at most as busy as at its peak. */
static void
test_life_of_samples (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a a a a a a a a a a a a a a a a a a a a a\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;
  const FulOverviewThread *row;

  thread->thread->register_time = 2;
  thread->thread->unregister_time = 5;
  profile = ful_test_profile_seal (test);
  overview = look_at (profile, NULL);
  row = &g_array_index (overview->threads, FulOverviewThread, 0);
  g_assert_cmpfloat (row->life, ==, 20);
  g_assert_cmpfloat (row->use, ==, 1);
  g_assert_cmpfloat_with_epsilon (row->peak, 1, 1e-9);
  g_assert_cmpfloat (row->peak_length, ==, 20);
}

/* Weights that cancel each other are not idle. */
static void
test_weights_that_add_up_to_nothing (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a b\n");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_weigh (thread, (double[]) { -3, 3 }, 2);
  thread->thread->weight_type = FUL_WEIGHT_TYPE_BYTES;
  profile = ful_test_profile_seal (test);
  assert_overview (profile, "weight 0\nNothing has a share: the weights of 2 samples add up to 0 B.\n");
}

/* Each thread has its own categories, of those before it none. */
static void
test_categories_of_threads (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;
  const FulOverviewThread *thread;
  const FulOverviewShare *share;

  ful_test_profile_add (test, "a[Layout] a[Layout] a[Layout] b\n");
  ful_test_profile_add (test, "c[JavaScript] c[JavaScript] c[Idle]\n");
  profile = ful_test_profile_seal (test);
  overview = look_at (profile, NULL);
  g_assert_cmpuint (overview->threads->len, ==, 2);
  thread = &g_array_index (overview->threads, FulOverviewThread, 0);
  g_assert_cmpuint (thread->categories->len, ==, 2);
  share = &g_array_index (thread->categories, FulOverviewShare, 0);
  g_assert_cmpstr (share->name, ==, "Layout");
  g_assert_cmpfloat (share->share, ==, 0.75);
  thread++;
  g_assert_cmpuint (thread->categories->len, ==, 1);
  share = &g_array_index (thread->categories, FulOverviewShare, 0);
  g_assert_cmpstr (share->name, ==, "JavaScript");
  g_assert_cmpfloat (share->share, ==, 1);

  g_assert_cmpint (g_array_index (overview->findings, FulFinding, 0).subject, ==, FUL_FINDING_THREAD);
}

/* Each moment is of the innermost interval. Kinds that cross one another are beside the thread; one that never ends is open
 * until the end, one without a start counts as none. */
static void
test_markers (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;
  g_autofree char *text = NULL;

  ful_test_profile_mark (test, thread, "unbegun", FUL_MARKER_PHASE_INTERVAL_END, NAN, 5, NULL);
  ful_test_profile_mark (test, thread, "outer", FUL_MARKER_PHASE_INTERVAL, 10, 30, NULL);
  ful_test_profile_mark (test, thread, "inner", FUL_MARKER_PHASE_INTERVAL, 12, 18, NULL);
  ful_test_profile_mark (test, thread, "inner", FUL_MARKER_PHASE_INTERVAL, 20, 22, NULL);
  ful_test_profile_mark (test, thread, "backward", FUL_MARKER_PHASE_INTERVAL, 26, 24, NULL);
  ful_test_profile_mark (test, thread, "left", FUL_MARKER_PHASE_INTERVAL, 40, 50, NULL);
  ful_test_profile_mark (test, thread, "right", FUL_MARKER_PHASE_INTERVAL, 45, 55, NULL);
  ful_test_profile_mark (test, thread, "open", FUL_MARKER_PHASE_INTERVAL_START, 60, NAN, NULL);
  ful_test_profile_mark (test, thread, "LongTask", FUL_MARKER_PHASE_INTERVAL, 0, 70, NULL);
  test->has_flaws = TRUE;
  profile = ful_test_profile_seal (test);
  overview = look_at (profile, NULL);
  text = to_text (overview);
  g_assert_true (g_str_has_prefix (text, "timing 0\nmarker outer 12 1\nmarker open 1"));
  g_assert_nonnull (strstr (text, "\nmarker inner 8 2\n"));
  g_assert_null (strstr (text, "left"));
  g_assert_null (strstr (text, "backward"));
  g_assert_null (strstr (text, "unbegun"));
  g_assert_null (strstr (text, "LongTask"));
}

/* Returns: the share that the profiler took, NaN if it is no limit */
static double
get_overhead (const FulOverview *overview)
{
  for (guint i = 0; i < overview->limits->len; i++)
    if (g_array_index (overview->limits, FulInsightLimit, i).kind == FUL_INSIGHT_LIMIT_PROFILER_OVERHEAD)
      return g_array_index (overview->limits, FulInsightLimit, i).share;

  return NAN;
}

/* What the profiler measured of itself, in the process with most, within the range; what is no number has no part. */
static void
test_overhead (void)
{
  static const char overhead[] =
    "\"pages\":[],\"profilerOverhead\":[{},{\"samples\":{\"time\":[0,1],\"locking\":[5,5],\"length\":2}},"
    "{\"samples\":{\"time\":[0,1,2,9],\"counters\":[100,100,null,1e9],\"locking\":[50,-7,50],\"threads\":[0,\"x\",100,0],\"length\":4}}]";
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) all = NULL;
  g_autoptr(FulOverview) part = NULL;

  ful_test_profile_add (test, "a a a a\n");
  test->builder->profile->rest_json = g_strdup (overhead);
  profile = ful_test_profile_seal (test);

  /* 0.4 ms of 4, and 0.1 of 1. */
  all = look_at (profile, NULL);
  part = look_at (profile, &(FulTimeRange) { 1, 2 });
  g_assert_cmpfloat_with_epsilon (get_overhead (all), 0.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (get_overhead (part), 0.1, 1e-9);
}

/* "thread start duration place" of each. */
static char *
waits_to_text (const FulOverview *overview)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%u %g", overview->n_waits, overview->wait_ms);
  for (guint i = 0; i < overview->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (overview->waits, FulOverviewWait, i);

      g_string_append_printf (text, "; %u %g %g %s", row->thread, row->start, row->duration, row->place ? row->place->name : "-");
    }

  return g_string_free (text, FALSE);
}

/* Markers of perf say when a thread was off CPU; it left where its last sample was. */
static void
test_waits_of_perf (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main  main      main  main\n"
                                                         "work  fmt.Read  work\n"
                                                         "      0x1\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;
  g_autoptr(FulOverview) part = NULL;
  g_autofree char *all = NULL;
  g_autofree char *in_range = NULL;

  FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[3] = 120;
  ful_test_profile_mark (test, thread, "Off CPU", FUL_MARKER_PHASE_INTERVAL, 1, 60, NULL);
  ful_test_profile_mark (test, thread, "Off CPU", FUL_MARKER_PHASE_INTERVAL, 70, 75, NULL);
  ful_test_profile_mark (test, thread, "Preempted", FUL_MARKER_PHASE_INTERVAL, 80, 100, NULL);
  ful_test_profile_mark (test, thread, "Off CPU", FUL_MARKER_PHASE_INTERVAL, 100, 112, NULL);
  test->builder->profile->format = "Recording of perf";
  profile = ful_test_profile_seal (test);

  overview = look_at (profile, NULL);
  all = waits_to_text (overview);
  g_assert_cmpstr (all, ==, "2 71; 0 1 59 main; 0 100 12 work");
  part = look_at (profile, &(FulTimeRange) { 0, 40 });
  in_range = waits_to_text (part);
  g_assert_cmpstr (in_range, ==, "1 39; 0 1 39 main");
}

/* Idle samples of our own recordings are waits: of one stack, without CPU time since the first. */
static void
test_waits_of_recordings (void)
{
  static const double deltas[] = { 0, 900, 100, 0, 0, 300, 0, 500 };
  static const double times[] = { 0, 1, 2, 30, 60, 61, 90, 91 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main  main  main        main        main        main        main        main\n"
                                                         "            read[Idle]  read[Idle]  read[Idle]  read[Idle]  read[Idle]\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;
  g_autofree char *text = NULL;

  use_cpu (test, thread, deltas, G_N_ELEMENTS (deltas));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = times[i];
  test->builder->profile->writer = g_strdup ("Fulgens 1.0");
  profile = ful_test_profile_seal (test);

  overview = look_at (profile, NULL);
  text = waits_to_text (overview);
  g_assert_cmpstr (text, ==, "2 87; 0 2 58 read; 0 61 29 read");
}

/* Recursion over everything is walked without recursion. */
static void
test_deep (void)
{
  const guint depth = 100000;
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "f g\n");
  FulTableBuilder *stacks = &test->builder->stacks;
  g_autoptr(FulProfile) profile = NULL;
  guint first = ful_table_builder_append (stacks, depth);

  for (guint i = 0; i < depth; i++)
    {
      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[first + i] = (gint32) (i % 2);
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[first + i] = i == 0 ? FUL_NONE : (gint32) (first + i - 1);
    }
  ful_test_profile_sample (thread, 2, (FulStackIndex) (first + depth - 1));
  ful_test_profile_sample (thread, 3, (FulStackIndex) (first + depth - 2));
  profile = ful_test_profile_seal (test);
  assert_overview (profile, "timing 4\n"
                            "self f 2 3\n"
                            "self g 2 3\n"
                            "few-samples\n"
                            "The program was busy for 4 ms of 4 ms; 50 % of it in f.\n");
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("a a a\n");
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(GCancellable) cancelled = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  char *names[] = { (char *) "Test", NULL };

  g_cancellable_cancel (cancelled);
  g_assert_null (ful_overview_new (profile, NULL, names, 0, cache, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Of a function the category with most of what ends in it. */
static void
test_categories (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulOverview) overview = NULL;

  ful_test_profile_add (test, "main main      main          main          main\n"
                              "a    a[Layout] a[JavaScript] b[JavaScript] a[JavaScript]\n"
                              "     c[Layout]\n");
  profile = ful_test_profile_seal (test);
  overview = look_at (profile, NULL);

  for (guint i = 0; i < overview->functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (overview->functions, FulOverviewFunction, i);

      g_assert_cmpstr (ful_profile_get_category (profile, row->category)->name, ==, g_str_equal (row->name, "c") ? "Layout" : "JavaScript");
    }
  g_assert_cmpuint (overview->functions->len, ==, 3);
}

/* Random stacks: what is in functions and in categories is all that is not idle. */
static void
test_sums (void)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_random ();
      g_autoptr(FulOverview) overview = look_at (profile, NULL);
      double seen = 0, by_category = 0, by_thread = 0;

      for (guint i = 0; i < overview->functions->len; i++)
        seen += g_array_index (overview->functions, FulOverviewFunction, i).self;
      for (guint i = 0; i < overview->categories->len; i++)
        by_category += g_array_index (overview->categories, FulOverviewShare, i).weight;
      for (guint i = 0; i < overview->threads->len; i++)
        by_thread += g_array_index (overview->threads, FulOverviewThread, i).busy;
      g_assert_cmpfloat_with_epsilon (by_category, overview->weights->busy, 1e-6);
      g_assert_cmpfloat_with_epsilon (by_thread, overview->weights->busy, 1e-6);
      g_assert_cmpfloat (seen, <=, by_category + 1e-6);
      for (guint i = 0; i < overview->functions->len; i++)
        g_assert_cmpfloat (g_array_index (overview->functions, FulOverviewFunction, i).total, >=,
                           g_array_index (overview->functions, FulOverviewFunction, i).self - 1e-6);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overview/cpu", test_cpu);
  g_test_add_func ("/overview/idle-by-cpu", test_idle_by_cpu);
  g_test_add_func ("/overview/timing", test_timing);
  g_test_add_func ("/overview/own", test_own);
  g_test_add_func ("/overview/range", test_range);
  g_test_add_func ("/overview/life-of-samples", test_life_of_samples);
  g_test_add_func ("/overview/weights-that-add-up-to-nothing", test_weights_that_add_up_to_nothing);
  g_test_add_func ("/overview/categories-of-threads", test_categories_of_threads);
  g_test_add_func ("/overview/markers", test_markers);
  g_test_add_func ("/overview/overhead", test_overhead);
  g_test_add_func ("/overview/waits-of-perf", test_waits_of_perf);
  g_test_add_func ("/overview/waits-of-recordings", test_waits_of_recordings);
  g_test_add_func ("/overview/deep", test_deep);
  g_test_add_func ("/overview/cancelled", test_cancelled);
  g_test_add_func ("/overview/categories", test_categories);
  g_test_add_func ("/overview/sums", test_sums);

  return g_test_run ();
}
