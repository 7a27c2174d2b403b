/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-files.h"
#include "ful-test-text.h"

/* A main thread with one sampled script function, f at a.js:3:5. */
#define META(start) "\"meta\":{\"version\":36,\"startTime\":" start ",\"interval\":1,\"product\":\"p\",\"markerSchema\":[]," \
                    "\"categories\":[{\"name\":\"Idle\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}," \
                    "{\"name\":\"Other\",\"color\":\"blue\",\"subcategories\":[\"Other\"]}]}"
#define TABLES "\"stringTable\":[\"f (a.js:3:5)\",\"0x10\"]," \
               "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"eventDelay\":2},\"data\":[[2,1,0]]}," \
               "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[]}," \
               "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0],[1]]}," \
               "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[0,1],[1,1]]}"
#define THREAD(type, events) "{\"name\":\"GeckoMain\",\"processType\":\"" type "\",\"pid\":7,\"tid\":8,\"registerTime\":0," \
                             "\"unregisterTime\":null," TABLES events "}"
#define EVENTS(events, times, durations, lines, columns) \
  ",\"jsTracerEvents\":{\"events\":[" events "],\"timestamps\":[" times "],\"durations\":[" durations "]," \
  "\"line\":[" lines "],\"column\":[" columns "],\"length\":9}"
#define DICTIONARY ",\"jsTracerDictionary\":[\"A\",\"B\",\"C\",\"D\",\"E\",\"a.js\"]"
#define PROCESS(start, thread, more) "{" META (start) ",\"libs\":[{\"start\":0,\"end\":100,\"name\":\"l\",\"debugName\":\"l\"," \
                                     "\"breakpadId\":\"1\"}],\"pausedRanges\":[],\"threads\":[" thread "]" more "}"
#define PROFILE(events) PROCESS ("1000", THREAD ("default", events), DICTIONARY ",\"processes\":[]")

static FulProfile *
load (const char *text)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (text, strlen (text), &error);

  g_assert_no_error (error);
  ful_test_assert_sound (profile);

  return profile;
}

/* A line for each sample: time, name of its function, weight. */
static char *
samples_text (FulProfile *profile,
              guint       index)
{
  FulThread *thread = ful_profile_get_thread (profile, index);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    g_string_append_printf (text, "%g %s %g\n", thread->samples->time[i],
                            ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[thread->samples->stack[i]]]),
                            thread->samples->weight[i]);

  return g_string_free (text, FALSE);
}

static void
assert_samples (FulProfile *profile,
                guint       thread,
                const char *expected)
{
  g_autofree char *text = samples_text (profile, thread);

  g_assert_cmpstr (text, ==, expected);
}

/* E6 of the worked examples. */
static void
test_spans (void)
{
  g_autoptr(FulProfile) profile = load (PROFILE (EVENTS ("0,1,2,3,4", "0,2000,2000,4000,4000", "11000,2000,2000,4000,4000",
                                                         "null,null,null,null,7", "null,null,null,null,9")));
  FulThread *thread = ful_profile_get_thread (profile, 1);
  FulFrameIndex frame = profile->stacks->frame[thread->samples->stack[2]];

  g_assert_cmpuint (profile->threads->len, ==, 2);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
  g_assert_cmpstr (thread->name, ==, "JS Tracer of Parent Process");
  g_assert_true (thread->is_js_tracer);
  g_assert_cmpstr (thread->pid, ==, "7");
  g_assert_cmpint (thread->weight_type, ==, FUL_WEIGHT_TYPE_TRACING_MS);
  g_assert_cmpuint (thread->markers->table.n_rows, ==, 0);

  assert_samples (profile, 1, "0 A 2\n2 C 2\n4 E 4\n8 A 3\n");
  ful_test_assert_call_tree (profile, "{\"thread\":1}",
                             "A 11 5\n"
                             "  D 4 0\n"
                             "    E 4 4\n"
                             "  B 2 0\n"
                             "    C 2 2\n");

  g_assert_cmpint (profile->frames->address[frame], ==, FUL_NONE);
  g_assert_cmpint (profile->frames->category[frame], ==, 1);
  g_assert_cmpint (profile->frames->line[frame], ==, 7);
  g_assert_cmpint (profile->frames->column[frame], ==, 9);
  g_assert_true (profile->funcs->relevant_for_js[profile->frames->func[frame]]);
}

/* Overlaps, from the table of the format's description. */
static void
test_overlaps (void)
{
  static const struct { const char *times, *durations, *samples; } rows[] = {
    /* begins before the one before it: with it, and not longer */
    { "10000,5000", "10000,10000", "10 B 5\n15 A 5\n" },
    { "10000,1000", "10000,4000", "10 B 4\n14 A 6\n" },
    { "10000,1000", "2000,4000", "10 B 2\n" },
    /* ends after it: the rest of it, or the time both have */
    { "0,4000", "5000,9000", "0 A 5\n5 B 8\n" },
    { "0,2000", "5000,4000", "0 A 2\n2 B 3\n" },
    /* right after it, at the same time, without a duration */
    { "0,5000", "5000,1000", "0 A 5\n5 B 1\n" },
    { "0,0", "5000,5000", "0 B 5\n" },
    { "0,2000", "5000,null", "0 A 2\n2 A 3\n" },
    { "0,2000", "5000,-7", "0 A 2\n2 A 3\n" },
    { "0,2000", "null,0.000001", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (PROFILE (EVENTS ("0,1", "%s", "%s", "null,null", "null,null")),
                                               rows[i].times, rows[i].durations);
      g_autoptr(FulProfile) profile = load (text);

      assert_samples (profile, 1, rows[i].samples);
      g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
    }
}

/* An event that outlasts one further out is cut there. */
static void
test_not_nested (void)
{
  g_autoptr(FulProfile) profile = load (PROFILE (EVENTS ("0,1,2", "10000,10000,1000", "10000,1000,30000",
                                                         "null,null,null", "null,null,null")));

  assert_samples (profile, 1, "10 C 1\n11 A 9\n");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 1);
  g_assert_cmpint (ful_import_log_get_worst (profile->log), ==, FUL_SEVERITY_ERROR);
}

/* a.js:3:5 was sampled, a.js:4:5 was not. */
static void
test_sampled_functions (void)
{
  g_autoptr(FulProfile) profile = load (PROFILE (EVENTS ("5,5,5", "0,1000,2000", "1000,1000,1000", "3,4,null", "5,5,null")));

  assert_samples (profile, 1, "0 f 1\n1 a.js 1\n2 a.js 1\n");
}

static void
test_bad_events (void)
{
  g_autoptr(FulProfile) profile = load (PROFILE (EVENTS ("0,6,-1,null,1,2", "0,1000,1000,1000,null,2000", "1000,1,1,1,1,1000", "", "")));
  g_autoptr(FulProfile) nameless = load (PROCESS ("0", THREAD ("default", EVENTS ("0", "0", "1", "1", "1")), ",\"processes\":[]"));
  g_autoptr(FulProfile) empty = load (PROFILE (",\"jsTracerEvents\":{}"));

  assert_samples (profile, 1, "0 A 1\n2 C 1\n");
  g_assert_cmpuint (ful_import_log_get (profile->log, 0)->count, ==, 4);
  g_assert_cmpint (ful_import_log_get_worst (profile->log), ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpuint (nameless->threads->len, ==, 1);
  g_assert_cmpint (ful_import_log_get_worst (nameless->log), ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpuint (empty->threads->len, ==, 2);
  assert_samples (empty, 1, "");
}

/* Times of a child move to the parent's time line; its own dictionary counts. */
static void
test_child (void)
{
  g_autoptr(FulProfile) profile = load (PROCESS ("1000", THREAD ("default", ""), ",\"processes\":["
                                                 PROCESS ("1010", THREAD ("tab", EVENTS ("0", "1000", "2000", "1", "1")),
                                                          ",\"jsTracerDictionary\":[\"Z\"]") "]"));

  g_assert_cmpuint (profile->threads->len, ==, 3);
  g_assert_cmpstr (ful_profile_get_thread (profile, 2)->name, ==, "JS Tracer of Content Process");
  assert_samples (profile, 2, "11 Z 2\n");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gecko-js-tracer/spans", test_spans);
  g_test_add_func ("/gecko-js-tracer/overlaps", test_overlaps);
  g_test_add_func ("/gecko-js-tracer/not-nested", test_not_nested);
  g_test_add_func ("/gecko-js-tracer/sampled-functions", test_sampled_functions);
  g_test_add_func ("/gecko-js-tracer/bad-events", test_bad_events);
  g_test_add_func ("/gecko-js-tracer/child", test_child);

  return g_test_run ();
}
