/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Traces of Chrome, and what other tools make of the format. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "import/chrome/ful-chrome-markers.h"
#include "import/ful-loader.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gstdio.h>
#include <string.h>

#define MARK(name, time) "{\"name\":\"" name "\",\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":" time "}"

static const char *
get_name (FulProfile *profile,
          FulThread  *thread,
          guint       marker)
{
  return ful_profile_get_string (profile, thread->markers->name[marker]);
}

static void
assert_payload (FulThread  *thread,
                guint       marker,
                const char *expected)
{
  gsize n;
  const char *text = ful_thread_get_payload (thread, marker, &n);
  g_autofree char *payload = text ? g_strndup (text, n) : NULL;

  g_assert_cmpstr (payload, ==, expected);
}

/* By process, and by thread in it. */
static void
test_threads (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("chrome.ok.trace.json");
  FulThread *worker, *page;

  g_assert_cmpuint (profile->threads->len, ==, 2);
  worker = ful_profile_get_thread (profile, 0);
  page = ful_profile_get_thread (profile, 1);
  g_assert_cmpstr (worker->tid, ==, "9:1");
  g_assert_cmpstr (worker->name, ==, "Worker");
  g_assert_false (worker->is_main_thread);
  g_assert_null (worker->process_name);
  g_assert_cmpstr (page->pid, ==, "7");
  g_assert_cmpstr (page->name, ==, "CrRendererMain");
  g_assert_cmpstr (page->process_name, ==, "Process 7 (A page)");
  g_assert_true (page->is_main_thread);
}

/* Two recordings with equal numbers of nodes; one whose parts come first. */
static void
test_recordings (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("chrome.ok.trace.json");
  g_autofree char *other = ful_test_stack_text (profile, 0, 0);
  g_autofree char *run = ful_test_stack_text (profile, 1, 0);
  const FulSampleTable *samples = ful_profile_get_thread (profile, 1)->samples;
  FulSourceIndex source;

  g_assert_cmpstr (other, ==, "other");
  g_assert_cmpstr (run, ==, "(root);run");
  g_assert_cmpuint (samples->table.n_rows, ==, 2);
  g_assert_cmpfloat_with_epsilon (samples->time[0], 2, 1e-9);

  source = profile->funcs->source[profile->frames->func[profile->stacks->frame[samples->stack[0]]]];
  g_assert_cmpstr (ful_profile_get_string (profile, profile->sources->source_map_url[source]), ==, "a.js.map");
}

static void
test_markers (void)
{
  static const struct { const char *name, *category; guint phase; double start, end; const char *payload; } expected[] = {
    { "CompositorScreenshot", "Graphics", FUL_MARKER_PHASE_INSTANT, 2.1, -1, "" },
    { "Task", "top,level", FUL_MARKER_PHASE_INTERVAL, 1.5, 1.7505,
      "{\"type2\":\"a\",\"category\":3,\"category2\":3,\"n\":[1,{\"b\":\"\\u00e9\"}],\"type\":\"Task\"}" },
    { "Compile", "Other", FUL_MARKER_PHASE_INTERVAL_START, 1.7, -1,
      "{\"detail\":\"a \\\"file\\\".c\",\"type\":\"EventWithDetail\"}" },
    { "Compile", "Other", FUL_MARKER_PHASE_INTERVAL_END, -1, 1.8, NULL },
    { "List", "GC / CC", FUL_MARKER_PHASE_INSTANT, 1.9, -1, "{\"0\":\"x\",\"1\":{\"y\":2},\"type\":\"List\"}" },
    { "Text", "Other", FUL_MARKER_PHASE_INSTANT, 1.95, -1, NULL },
    { "Late", "Other", FUL_MARKER_PHASE_INSTANT, 2, -1, NULL },
  };
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("chrome.ok.trace.json");
  FulThread *thread = ful_profile_get_thread (profile, 1);
  const FulMarkerTable *markers = thread->markers;

  g_assert_cmpuint (markers->table.n_rows, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      FulCategoryIndex category = (FulCategoryIndex) ful_packed_int_get (&markers->category, i);

      g_assert_cmpstr (get_name (profile, thread, i), ==, expected[i].name);
      g_assert_cmpstr (ful_profile_get_category (profile, category)->name, ==, expected[i].category);
      g_assert_cmpuint (markers->phase[i], ==, expected[i].phase);
      if (expected[i].start >= 0)
        g_assert_cmpfloat_with_epsilon (markers->start_time[i], expected[i].start, 1e-9);
      if (expected[i].end >= 0)
        g_assert_cmpfloat_with_epsilon (markers->end_time[i], expected[i].end, 1e-9);
      if (expected[i].payload == NULL || *expected[i].payload)
        assert_payload (thread, i, expected[i].payload);
    }
}

/* Categories have the colours of their kind. */
static void
test_colors (void)
{
  static const struct { const char *name, *color; } expected[] = {
    { "devtools.timeline,disabled-by-default-v8.gc", "orange" }, { "devtools.timeline", "yellow" }, { "blink.user_timing", "lightblue" },
    { "blink,benchmark", "purple" }, { "cc,viz", "green" }, { "netlog", "grey" }, { "loading", "blue" },
  };
  g_autoptr(GString) text = g_string_new ("[");
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_string_append_printf (text, "%s{\"name\":\"a\",\"cat\":\"%s\",\"ph\":\"i\",\"pid\":1,\"tid\":2,\"ts\":%u}", i > 0 ? "," : "",
                            expected[i].name, i);
  g_string_append_c (text, ']');
  bytes = g_bytes_new (text->str, text->len);
  profile = ful_loader_load_bytes (bytes, 0, NULL, NULL, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const char *color = NULL;

      for (guint k = 0; k < profile->categories->len; k++)
        if (g_str_equal (ful_profile_get_category (profile, (FulCategoryIndex) k)->name, expected[i].name))
          color = ful_profile_get_category (profile, (FulCategoryIndex) k)->color;
      g_assert_cmpstr (color, ==, expected[i].color);
    }
}

static void
test_screenshot (void)
{
  static const guint8 padded[] = { 0xff, 0xd8, 0xff, 0xff, 0xc2, 0, 11, 8, 1, 2, 3, 4, 1 };
  g_autoptr(FulProfile) profile = ful_test_load_fixture ("chrome.ok.trace.json");
  FulThread *thread = ful_profile_get_thread (profile, 1);
  const char *text;
  guint width, height;
  gsize n;

  text = ful_thread_get_payload (thread, 0, &n);
  g_assert_nonnull (g_strstr_len (text, (gssize) n, "\"windowWidth\":5,\"windowHeight\":3"));

  g_assert_true (ful_chrome_jpeg_get_size (padded, sizeof padded, &width, &height));
  g_assert_cmpuint (width, ==, 0x304);
  g_assert_cmpuint (height, ==, 0x102);
  for (gsize i = 0; i < sizeof padded - 1; i++)
    g_assert_false (ful_chrome_jpeg_get_size (padded, MIN (i, 11), &width, &height));
}

/* Tools that were stopped do not end the list. */
static void
test_without_end (void)
{
  static const char *const texts[] = {
    "[" MARK ("a", "1") "," MARK ("b", "2") "]",
    "[" MARK ("a", "1") "," MARK ("b", "2") ",]",
    "[\n" MARK ("a", "1") ",\n" MARK ("b", "2") ",\n",
    "[" MARK ("a", "1") "," MARK ("b", "2"),
    "[" MARK ("a", "1") "," MARK ("b", "2") ",{\"name\":\"c\",\"ph\":\"i\",\"args\":{\"data\":{\"x\"",
    "{\"traceEvents\":[" MARK ("a", "1") "," MARK ("b", "2"),
    "{\"traceEvents\":[" MARK ("a", "1") "," MARK ("b", "2") ",],\"otherData\":{}}",
    "[" MARK ("a", "1") "," MARK ("b", "2") ",{\"ph\":\"M\"},{\"name\":5,\"ph\":\"i\",\"ts\":1},{\"ph\":1},7,null]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(FulProfile) profile = ful_test_load_text (texts[i]);
      FulThread *thread = ful_profile_get_thread (profile, 0);

      g_test_message ("%s", texts[i]);
      g_assert_cmpuint (thread->markers->table.n_rows, ==, 2);
      g_assert_cmpstr (get_name (profile, thread, 1), ==, "b");
      g_assert_cmpstr (thread->name, ==, "Chrome Thread");
    }
}

static void
test_nothing_to_show (void)
{
  static const char *const texts[] = {
    "[]", "{\"traceEvents\":[]}", "[{\"ph\":\"M\",\"name\":\"a\"}]", "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ful_test_assert_refused (texts[i], FUL_ERROR_EMPTY);
}

/* Other documents have to be whole, and have no comma too many. */
static void
test_strict_elsewhere (void)
{
  static const struct { const char *text; gint code; } texts[] = {
    { "{\"meta\":{\"version\":36},\"threads\":[", FUL_ERROR_TRUNCATED },
    { "[1,2,]", FUL_ERROR_FORMAT },
    { "{\"a\":{\"b\":{\"data\":[{},]}}}", FUL_ERROR_FORMAT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ful_test_assert_refused (texts[i].text, texts[i].code);
}

/* The name of the file has the time of day, that of the end of the name. */
static void
test_time_of_day (void)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("fulgens-trace-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "Trace-20200101T000000-20260131T094500.json", NULL);
  g_autoptr(GDateTime) date = g_date_time_new_local (2026, 1, 31, 9, 45, 0);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(FulProfile) profile = NULL;

  g_assert_true (g_file_set_contents (path, "[" MARK ("TracingStartedInBrowser", "5000") "]", -1, &error));
  profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (profile->profiling_start_time, ==, 5);
  g_assert_cmpfloat (profile->profiling_end_time, ==, 5.5);
  g_assert_cmpfloat (profile->start_time, ==, (double) g_date_time_to_unix (date) * 1000 - 5);
  g_unlink (path);
  g_rmdir (folder);
}

#define X(name, rest) "{\"ph\":\"X\",\"name\":\"" name "\",\"pid\":1,\"tid\":1," rest "}"

/* Numbers that are texts, durations that are missing or below 0. */
static void
test_durations (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (
    "[" X ("text", "\"ts\":\"1e3\",\"dur\":\"2500.5\"") "," X ("negative", "\"ts\":9e12,\"dur\":-9e12") ","
    X ("cpu", "\"ts\":5,\"tdur\":3") "," X ("word", "\"ts\":\"soon\",\"dur\":1") "," X ("empty", "\"ts\":\"\",\"dur\":1") "]");
  g_autoptr(FulProfile) with_null = ful_test_load_text ("[null,7," X ("event", "\"ts\":1,\"dur\":1") ",null]");
  FulThread *thread = ful_profile_get_thread (profile, 0);

  g_assert_cmpuint (ful_profile_get_thread (with_null, 0)->markers->table.n_rows, ==, 1);
  g_assert_cmpuint (ful_import_log_get_n_records (with_null->log), ==, 3);
  g_assert_cmpuint (thread->markers->table.n_rows, ==, 2);
  g_assert_cmpfloat (thread->markers->start_time[0], ==, 1);
  g_assert_cmpfloat (thread->markers->end_time[0], ==, 3.5005);
  g_assert_cmpfloat (thread->markers->end_time[1], ==, thread->markers->start_time[1]);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 2);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 4);
}

/* Lists in the list of events cost themselves. */
static void
test_lists (void)
{
  static const char *const lists[] = { "[7]", "[]", "[[\"x\"]]", "[" X ("in", "\"ts\":1,\"dur\":1") "]" };
  static const struct { const char *begin, *end; guint n_lost; } forms[] = {
    { "[", "]", 1 }, { "{\"traceEvents\":[", "]}", 1 }, { "{\"traceEvents\":[null,", ",5]}", 3 },
  };

  for (guint l = 0; l < G_N_ELEMENTS (lists); l++)
    for (guint f = 0; f < G_N_ELEMENTS (forms); f++)
      for (guint at = 0; at < 3; at++)
        {
          const char *events[] = { X ("a", "\"ts\":1,\"dur\":1"), X ("b", "\"ts\":2,\"dur\":1"), X ("c", "\"ts\":3,\"dur\":1") };
          g_autofree char *text = NULL;
          g_autoptr(FulProfile) profile = NULL;

          events[at] = lists[l];
          text = g_strconcat (forms[f].begin, events[0], ",", events[1], ",", events[2], forms[f].end, NULL);
          profile = ful_test_load_text (text);
          g_assert_cmpuint (ful_profile_get_thread (profile, 0)->markers->table.n_rows, ==, 2);
          g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, forms[f].n_lost);
        }
}

#define PHASE(phase, name, tid, ts) "{\"ph\":\"" phase "\",\"name\":\"" name "\",\"pid\":1,\"tid\":" tid ",\"ts\":" ts "}"

/* A pair is of one name and one thread. */
static void
test_pairs (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (
    "[" PHASE ("B", "back", "1", "900") "," PHASE ("E", "back", "1", "400") "," PHASE ("B", "a", "1", "500") "," PHASE ("E", "b", "1", "400") ","
    PHASE ("B", "c", "1", "500") "," PHASE ("E", "c", "2", "400") "," PHASE ("E", "c", "1", "500") "," PHASE ("E", "c", "1", "300") "]");

  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 1);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
  g_assert_nonnull (strstr (ful_import_log_get (profile->log, 0)->message, "no pair"));
  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->markers->table.n_rows, ==, 7);
}

#define SAMPLE(ts, tid, sf, rest) "{\"ts\":" ts ",\"pid\":3,\"tid\":" tid ",\"sf\":" sf rest "}"

/* Callers after the called, numbers that are texts, weights, threads that events name; frames that call themselves. */
static void
test_samples (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (
    "{\"traceEvents\":[{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":3,\"tid\":\"4\",\"ts\":\"0\",\"args\":{\"name\":\"js\"}}],"
    "\"samples\":[" SAMPLE ("\"2000\"", "\"4\"", "\"a\"", "") "," SAMPLE ("1000", "4", "\"7\"", ",\"weight\":\"2.5\"") ","
    SAMPLE ("500", "5", "7", "") "," SAMPLE ("3000", "4", "\"round\"", "") "," SAMPLE ("4000", "4", "99", "") ",{\"sf\":7},5],"
    "\"stackFrames\":{\"a\":{\"name\":\"leaf\",\"category\":\"JavaScript\",\"parent\":7},\"7\":{\"name\":\"\",\"parent\":\"root\"},"
    "\"root\":{\"name\":\"main\"},\"round\":{\"name\":\"r\",\"parent\":\"other\"},\"other\":{\"name\":\"o\",\"parent\":\"round\"}}}");
  FulThread *js = ful_profile_get_thread (profile, 0), *other = ful_profile_get_thread (profile, 1);
  static const struct { const char *path; double time, weight; } expected[] = {
    { "main;(anonymous)", 1, 2.5 }, { "main;(anonymous);leaf", 2, 1 }, { "o;r", 3, 1 },
  };

  g_assert_cmpuint (profile->threads->len, ==, 2);
  g_assert_cmpstr (js->name, ==, "js");
  g_assert_cmpstr (js->tid, ==, "3:4");
  g_assert_cmpuint (js->samples->table.n_rows, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *path = ful_test_stack_text (profile, 0, i);

      g_assert_cmpstr (path, ==, expected[i].path);
      g_assert_cmpfloat (js->samples->time[i], ==, expected[i].time);
      g_assert_cmpfloat (js->samples->weight[i], ==, expected[i].weight);
    }
  g_assert_cmpstr (other->tid, ==, "3:5");
  g_assert_cmpuint (other->samples->table.n_rows, ==, 1);
  g_assert_true (profile->funcs->is_js[profile->frames->func[profile->stacks->frame[js->samples->stack[1]]]]);
  g_assert_false (profile->funcs->is_js[profile->frames->func[profile->stacks->frame[js->samples->stack[0]]]]);
  /* Two are no samples, one has no frame, one calls itself. */
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 4);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/chrome-trace/threads", test_threads);
  g_test_add_func ("/chrome-trace/recordings", test_recordings);
  g_test_add_func ("/chrome-trace/markers", test_markers);
  g_test_add_func ("/chrome-trace/colors", test_colors);
  g_test_add_func ("/chrome-trace/screenshot", test_screenshot);
  g_test_add_func ("/chrome-trace/without-end", test_without_end);
  g_test_add_func ("/chrome-trace/nothing-to-show", test_nothing_to_show);
  g_test_add_func ("/chrome-trace/strict-elsewhere", test_strict_elsewhere);
  g_test_add_func ("/chrome-trace/time-of-day", test_time_of_day);

  g_test_add_func ("/chrome-trace/durations", test_durations);
  g_test_add_func ("/chrome-trace/lists", test_lists);
  g_test_add_func ("/chrome-trace/pairs", test_pairs);
  g_test_add_func ("/chrome-trace/samples", test_samples);

  return g_test_run ();
}
