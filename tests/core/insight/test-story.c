/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-profile.h"

#include "base/ful-error.h"
#include "insight/overview/ful-overview-types.h"
#include "insight/story/ful-story-sections.h"
#include "insight/story/ful-story.h"

#include <math.h>
#include <string.h>

static FulStory *
tell (FulProfile    *profile,
      guint          thread,
      FulTimeRange   range,
      gint32         marker,
      GError       **error)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < profile->threads->len; i++)
    g_ptr_array_add (names, g_strdup_printf ("thread %u", i));
  g_ptr_array_add (names, NULL);

  return ful_story_new (profile, &thread, 1, range, marker, (char **) names->pdata, cache, NULL, error);
}

/* What ran and waited, functions with their own weight, the longest gap and wait, markers, requests, other threads. */
static char *
to_text (const FulStory *story)
{
  static const char *const relations[] = { "overlaps", "holds", "held", "previous", "next" };
  static const char *const lives[] = { "alive", "not yet", "ended" };
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %g = %g + %g\n", lives[story->life], story->length, story->ran, story->waited);
  for (guint i = 0; i < story->functions->len; i++)
    {
      const FulOverviewFunction *row = &g_array_index (story->functions, FulOverviewFunction, i);

      g_string_append_printf (text, "%s %g\n", row->name, row->self);
    }
  if (story->gap.duration > 0)
    g_string_append_printf (text, "gap %g %g\n", story->gap.start, story->gap.duration);
  for (guint i = 0; i < story->waits->len; i++)
    {
      const FulOverviewWait *row = &g_array_index (story->waits, FulOverviewWait, i);

      g_string_append_printf (text, "wait %g %g %s\n", row->start, row->duration, row->place ? row->place->name : "-");
    }
  for (guint i = 0; i < story->markers->len; i++)
    {
      const FulStoryMarker *row = &g_array_index (story->markers, FulStoryMarker, i);

      g_string_append_printf (text, "%s %s %u %g at %g, %g\n", relations[row->relation], row->name, row->n, row->total, row->start,
                              row->distance);
    }
  for (guint i = 0; i < story->requests->all->len; i++)
    {
      const FulInsightRequest *row = &g_array_index (story->requests->all, FulInsightRequest, i);

      g_string_append_printf (text, "%s%s %g\n", row->url, ful_insight_request_is_failed (row) ? " failed" : "",
                              ful_story_clip (story, row->start, row->start + row->duration));
    }
  for (guint i = 0; i < story->others->len; i++)
    {
      guint thread = g_array_index (story->others, guint, i);

      g_string_append_printf (text, "meanwhile %s %g\n", story->thread_names[thread], story->weights->threads[thread].busy);
    }

  return g_string_free (text, FALSE);
}

/* What is told while the range is dragged is the same, as far as it goes. */
static void
assert_same_samples (FulProfile     *profile,
                     const FulStory *story)
{
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  FulTimeRange range = story->weights->range;

  /* The second one has what the first one left in the cache. */
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(FulStory) other = ful_story_new_of_samples (profile, story->threads, story->n_threads, range, story->thread_names, cache,
                                                            NULL, NULL);

      g_assert_true (other->life == story->life && other->ran == story->ran && other->length == story->length);
      g_assert_cmpmem (other->bins, sizeof other->bins, story->bins, sizeof story->bins);
      g_assert_cmpuint (other->functions->len, ==, story->functions->len);
      for (guint k = 0; k < story->functions->len; k++)
        {
          const FulOverviewFunction *a = &g_array_index (other->functions, FulOverviewFunction, k);
          const FulOverviewFunction *b = &g_array_index (story->functions, FulOverviewFunction, k);

          g_assert_cmpstr (a->name, ==, b->name);
          g_assert_true (a->self == b->self && a->share == b->share);
        }
      g_assert_cmpuint (other->markers->len + other->waits->len + other->others->len + other->requests->all->len, ==, 0);
    }
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_INSIGHT_RULES), ==, 1);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_INSIGHT_KEYS), ==, 1);
}

static void
assert_story (FulProfile   *profile,
              guint         thread,
              FulTimeRange  range,
              gint32        marker,
              const char   *expected)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulStory) story = tell (profile, thread, range, marker, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (story->ran + story->waited, story->length, 1e-9);
  text = to_text (story);
  g_assert_cmpstr (text, ==, expected);
  assert_same_samples (profile, story);
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

/* Two threads with CPU times of six ms. */
static FulProfile *
make_cpu (void)
{
  static const double deltas[] = { 0, 500, 1000, 0, 0, 250 }, others[] = { 0, 0, 100, 100, 100, 100 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main main      main main main main\n"
                                                         "a    a[Layout] b    b    b    a\n");
  FulThreadBuilder *other = ful_test_profile_add (test, "w w w w w w\n");

  use_cpu (test, thread, deltas, G_N_ELEMENTS (deltas));
  use_cpu (test, other, others, G_N_ELEMENTS (others));

  return ful_test_profile_seal (test);
}

/* What ran and what waited are the time, of any part of it; an idle time ends before the CPU time of the sample that ends it. */
static void
test_cpu (void)
{
  g_autoptr(FulProfile) profile = make_cpu ();

  assert_story (profile, 0, (FulTimeRange) { 0, 6 }, FUL_NONE,
                "alive 6 = 1.75 + 4.25\nb 1\na 0.75\ngap 2 2\nmeanwhile thread 1 0.4\n");
  assert_story (profile, 0, (FulTimeRange) { 2, 5 }, FUL_NONE,
                "alive 3 = 1 + 2\nb 1\ngap 2 3\nmeanwhile thread 1 0.3\n");
  assert_story (profile, 1, (FulTimeRange) { 0, 2 }, FUL_NONE, "alive 2 = 0 + 2\ngap 0 2\nmeanwhile thread 0 0.5\n");
}

/* A sample at the start of a range was measured before it, so that more may have run than there was time for. */
static void
test_short (void)
{
  g_autoptr(FulProfile) profile = make_cpu ();

  assert_story (profile, 0, (FulTimeRange) { 2, 2.5 }, FUL_NONE, "alive 0.5 = 0.5 + 0\nb 1\ngap 2 0.5\nmeanwhile thread 1 0.1\n");
  assert_story (profile, 0, (FulTimeRange) { 2.1, 2.9 }, FUL_NONE, "alive 0.8 = 0 + 0.8\ngap 2.1 0.8\n");
  assert_story (profile, 0, (FulTimeRange) { 2, 2 }, FUL_NONE, "alive 0 = 0 + 0\n");
  assert_story (profile, 0, (FulTimeRange) { 900, 1000 }, FUL_NONE, "alive 0 = 0 + 0\n");
}

/* Samples of a profiler that says what is idle stand for the time after them. */
static void
test_timing (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("a a b[Idle] b[Idle] a\n");

  assert_story (profile, 0, (FulTimeRange) { 0, 4 }, FUL_NONE, "alive 4 = 2 + 2\na 2\ngap 2 2\n");
}

/* The strip has what was done mostly, and how much, in each 36th. */
static void
test_strip (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a[Layout] a[Layout] b[JavaScript] c[Idle] c[Idle]\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulStory) story = NULL;

  for (guint i = 0; i < 5; i++)
    FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i * 9;
  profile = ful_test_profile_seal (test);
  story = tell (profile, 0, (FulTimeRange) { 0, 36 }, FUL_NONE, NULL);
  g_assert_nonnull (story);
  for (guint i = 0; i < FUL_STORY_BINS; i++)
    {
      g_assert_cmpfloat (story->bins[i].use, ==, i % 9 == 0 && i < 27 ? 1 : 0);
      g_assert_cmpint (story->bins[i].category, ==, i == 0 || i == 9 ? FUL_TEST_LAYOUT : i == 18 ? FUL_TEST_JAVASCRIPT : FUL_NONE);
    }
}

/* Before it was registered, or after it ended, a thread neither ran nor waited. */
static void
test_life (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulStory) before = NULL;
  g_autofree char *text = NULL;
  g_autofree char *markdown = NULL;

  ful_test_profile_add (test, "m m m m m m m m m m\n");
  thread = ful_test_profile_add (test, "");
  ful_test_profile_sample (thread, 4, ful_test_profile_stack (test, "w"));
  ful_test_profile_sample (thread, 5, ful_test_profile_stack (test, "w"));
  thread->thread->register_time = 3;
  thread->thread->unregister_time = 7;
  profile = ful_test_profile_seal (test);

  assert_story (profile, 1, (FulTimeRange) { 0, 2 }, FUL_NONE, "not yet 0 = 0 + 0\nmeanwhile thread 0 2\n");
  assert_story (profile, 1, (FulTimeRange) { 8, 10 }, FUL_NONE, "ended 0 = 0 + 0\nmeanwhile thread 0 2\n");
  assert_story (profile, 1, (FulTimeRange) { 0, 5 }, FUL_NONE, "alive 2 = 1 + 1\nw 1\ngap 3 1\nmeanwhile thread 0 5\n");

  before = tell (profile, 1, (FulTimeRange) { 0, 2 }, FUL_NONE, NULL);
  text = ful_story_to_text (before, FALSE);
  g_assert_cmpstr (text, ==, "0 ms – 2 ms (2 ms), thread 1\nThis thread did not exist yet.\n\nMeanwhile\n  busy  thread\n  2 ms  thread 0\n");
  markdown = ful_story_to_markdown (before);
  g_assert_cmpstr (markdown, ==, "# 0 ms – 2 ms (2 ms)\n\n`thread 1`\n\nThis thread did not exist yet.\n\n"
                                 "## Meanwhile\n| busy | thread |\n|--:|:--|\n| 2 ms | `thread 0` |\n");
}

/* Off CPU by the scheduler: the longest first, within the range. */
static void
test_waits (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main  main      main  main\n"
                                                         "work  fmt.Read  work\n");
  g_autoptr(FulProfile) profile = NULL;

  FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[3] = 120;
  ful_test_profile_mark (test, thread, "Off CPU", FUL_MARKER_PHASE_INTERVAL, 2.5, 60, NULL);
  ful_test_profile_mark (test, thread, "Off CPU", FUL_MARKER_PHASE_INTERVAL, 80, 110, NULL);
  test->builder->profile->format = "Recording of perf";
  profile = ful_test_profile_seal (test);
  assert_story (profile, 0, (FulTimeRange) { 0, 100 }, FUL_NONE,
                "alive 100 = 3 + 97\nwork 2\nfmt.Read 1\ngap 3 97\nwait 2.5 57.5 work\nwait 80 20 work\n"
                "overlaps Off CPU 2 77.5 at 2.5, 0\n");
}

static FulProfile *
make_markers (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a a\n");

  FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[1] = 99;
  ful_test_profile_mark (test, thread, "frame", FUL_MARKER_PHASE_INTERVAL, 0, 50, NULL);         /* 0 */
  ful_test_profile_mark (test, thread, "tick", FUL_MARKER_PHASE_INTERVAL, 5, 8, NULL);
  ful_test_profile_mark (test, thread, "tick", FUL_MARKER_PHASE_INTERVAL, 20, 40, NULL);         /* 2 */
  ful_test_profile_mark (test, thread, "script", FUL_MARKER_PHASE_INTERVAL, 20, 40, NULL);
  ful_test_profile_mark (test, thread, "style", FUL_MARKER_PHASE_INTERVAL, 25, 26, NULL);
  ful_test_profile_mark (test, thread, "style", FUL_MARKER_PHASE_INTERVAL, 30, 33, NULL);
  ful_test_profile_mark (test, thread, "note", FUL_MARKER_PHASE_INSTANT, 35, NAN, NULL);
  ful_test_profile_mark (test, thread, "Jank", FUL_MARKER_PHASE_INTERVAL, 0, 90, NULL);
  ful_test_profile_mark (test, thread, "tick", FUL_MARKER_PHASE_INTERVAL, 60, 61, NULL);

  return ful_test_profile_seal (test);
}

/* Kinds have their time within the range; a marker has those around it, in it, and the next ones of its kind. */
static void
test_markers (void)
{
  g_autoptr(FulProfile) profile = make_markers ();
  g_autoptr(FulStory) story = tell (profile, 0, (FulTimeRange) { 30, 60 }, FUL_NONE, NULL);
  g_autoptr(GError) error = NULL;
  g_autofree char *text = to_text (story);

  g_assert_nonnull (strstr (text, "overlaps frame 1 20 at 0, 0\noverlaps tick 2 10 at 20, 0\noverlaps script 1 10 at 20, 0\n"));
  /* All but the first "tick" and "style". */
  g_assert_cmpuint (story->n_markers, ==, 7);

  /* The list is in the order of starts, so that the jank is the second. */
  g_clear_pointer (&story, ful_story_free);
  g_clear_pointer (&text, g_free);
  story = tell (profile, 0, (FulTimeRange) { 0, 0 }, 3, NULL);
  text = to_text (story);
  g_assert_cmpstr (ful_marker_list_get_name (story->list, 3), ==, "tick");
  g_assert_cmpfloat (story->weights->range.start, ==, 20);
  g_assert_cmpfloat (story->weights->range.end, ==, 40);
  g_assert_nonnull (strstr (text, "holds frame 1 50 at 0, 0\nheld script 1 20 at 20, 0\nheld style 2 4 at 30, 0\nheld note 1 0 at 35, 0\n"
                                  "previous tick 1 3 at 5, 12\nnext tick 1 1 at 60, 20\n"));

  g_assert_null (tell (profile, 0, (FulTimeRange) { 0, 0 }, 9, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
}

/* Of a marker those threads come first that its flow goes through, however little they do. */
static void
test_links (void)
{
  static const char meta[] = "{\"markerSchema\":[{\"name\":\"Flow\",\"fields\":[{\"key\":\"flow\",\"format\":\"flow-id\"}]}]}";
  static const char *const samples[] = { "a a\n", "a a a a\n", "a a a\n", "a\n", "a a a a a\n" };
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulStory) story = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, samples[i]);

      ful_test_profile_mark (test, thread, "work", FUL_MARKER_PHASE_INTERVAL, 0, 10,
                             i == 0 || i == 3 ? "{\"type\":\"Flow\",\"flow\":\"7\"}" : "{\"type\":\"Flow\",\"flow\":\"8\"}");
    }
  test->builder->profile->meta_json = g_strdup (meta);
  profile = ful_test_profile_seal (test);
  for (gint32 marker = FUL_NONE; marker <= 0; marker++)
    {
      g_autoptr(GString) text = g_string_new (NULL);

      g_clear_pointer (&story, ful_story_free);
      story = tell (profile, 0, (FulTimeRange) { 0, 10 }, marker, NULL);
      for (guint i = 0; i < story->others->len; i++)
        {
          guint thread = g_array_index (story->others, guint, i);

          g_string_append_printf (text, " %u%s", thread, story->is_linked[thread] ? " linked" : "");
        }
      g_assert_cmpstr (text->str, ==, marker == FUL_NONE ? " 4 1 2" : " 3 linked 4 1");
    }
}

/* Those with most time in the range; an answer of 404 failed. */
static void
test_requests (void)
{
  static const char request[] = "{\"type\":\"Network\",\"id\":%u,\"status\":\"%s\",\"URI\":\"http://a/%u\",\"responseStatus\":%u}";
  static const double starts[] = { 0, 1, 2, 3 }, ends[] = { 2, 50, 30, 9 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a a\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulStory) story = NULL;
  g_autofree char *text = NULL;

  FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[1] = 99;
  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    {
      g_autofree char *name = g_strdup_printf ("Load %u: http://a/%u", i, i);
      g_autofree char *payload = g_strdup_printf (request, i, "STATUS_STOP", i, i == 2 ? 404 : 200);

      ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, starts[i], ends[i], payload);
    }
  profile = ful_test_profile_seal (test);
  story = tell (profile, 0, (FulTimeRange) { 5, 20 }, FUL_NONE, NULL);
  text = to_text (story);
  g_assert_cmpuint (story->n_requests, ==, 3);
  g_assert_nonnull (strstr (text, "http://a/1 15\nhttp://a/2 failed 15\nhttp://a/3 4\n"));
  g_assert_null (strstr (text, "overlaps"));
}

/* Two recorded stacks that are shown as one count for it once each: names of the same code, where it was inlined and where not. */
static void
test_shown_stacks (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("main main main main main\n"
                                                              "a    b    b    c    a\n");
  gint32 *shown;

  profile->shown_stacks = ful_table_ref (profile->stacks);
  profile->shown_of_stack = ful_buffer_new (FUL_TYPE_I32, profile->stacks->table.n_rows);
  profile->shown_of_stack->n = profile->stacks->table.n_rows;
  shown = profile->shown_of_stack->data;
  for (guint i = 0; i < profile->stacks->table.n_rows; i++)
    {
      FulFuncIndex func = profile->frames->func[profile->stacks->frame[i]];

      /* That of b is shown as the one before it, which is that of a. */
      shown[i] = (gint32) i - g_str_equal (ful_profile_get_func_name (profile, func), "b");
    }
  assert_story (profile, 0, (FulTimeRange) { 0, 5 }, FUL_NONE, "alive 5 = 5 + 0\na 4\nc 1\n");
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = make_cpu ();
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  char *names[] = { "", "", NULL };

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_story_new (profile, (guint[]) { 0 }, 1, (FulTimeRange) { 0, 6 }, FUL_NONE, names, cache, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/story/cpu", test_cpu);
  g_test_add_func ("/story/short", test_short);
  g_test_add_func ("/story/timing", test_timing);
  g_test_add_func ("/story/strip", test_strip);
  g_test_add_func ("/story/life", test_life);
  g_test_add_func ("/story/waits", test_waits);
  g_test_add_func ("/story/markers", test_markers);
  g_test_add_func ("/story/links", test_links);
  g_test_add_func ("/story/requests", test_requests);
  g_test_add_func ("/story/shown-stacks", test_shown_stacks);
  g_test_add_func ("/story/cancelled", test_cancelled);

  return g_test_run ();
}
