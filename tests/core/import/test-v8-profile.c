/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU profiles of V8 that tools write, and such that none should. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

#define FRAME(name, url, line) \
  "\"callFrame\":{\"functionName\":\"" name "\",\"scriptId\":\"1\",\"url\":\"" url "\",\"lineNumber\":" line ",\"columnNumber\":4}"
#define PROFILE(nodes, samples, deltas) \
  "{\"nodes\":[" nodes "],\"startTime\":1000000,\"endTime\":1090000,\"samples\":[" samples "],\"timeDeltas\":[" deltas "]}"

static void
assert_samples (FulProfile   *profile,
                const char  **paths,
                const double *times,
                guint         n)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;

  g_assert_cmpuint (samples->table.n_rows, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = ful_test_stack_text (profile, 0, i);

      g_assert_cmpstr (path, ==, paths[i]);
      g_assert_cmpfloat_with_epsilon (samples->time[i], times[i], 1e-9);
    }
}

/* Numbers with gaps, parents by either way, a time that goes back, samples that are too close. */
static void
test_samples (void)
{
  g_autoptr(FulProfile) profile =
    ful_test_load_text (PROFILE ("{\"id\":5," FRAME ("(root)", "", "-1") ",\"children\":[900]},"
                        "{\"id\":900," FRAME ("work", "https://A.example:443/a.js", "9") "},"
                        "{\"id\":7,\"parent\":900," FRAME ("", "https://a.example/a.js", "20") "}",
                        "7,900,900,5,7", "1000,400,2000,-5000,9000"));
  const FulFrameTable *frames = profile->frames;
  FulFrameIndex leaf;
  FulFuncIndex func;

  assert_samples (profile, (const char *[]) { "(root);work;(anonymous)", "(root);work", "(root);work;(anonymous)" },
                  (const double[]) { 1001, 1003.4, 1007.4 }, 3);
  g_assert_cmpuint (profile->resources->table.n_rows, ==, 1);

  leaf = profile->stacks->frame[ful_profile_get_thread (profile, 0)->samples->stack[0]];
  func = frames->func[leaf];
  g_assert_cmpint (frames->line[leaf], ==, 21);
  g_assert_cmpint (frames->column[leaf], ==, 5);
  g_assert_true (profile->funcs->is_js[func]);
  g_assert_cmpstr (ful_profile_get_string (profile, profile->resources->name[profile->funcs->resource[func]]), ==,
                   "https://a.example");
  g_assert_cmpfloat (profile->profiling_start_time, ==, 1000);
  g_assert_cmpfloat (profile->profiling_end_time, ==, 1090);
}

static void
test_categories (void)
{
  static const struct { const char *name, *category; gboolean is_js, is_relevant; } expected[] = {
    { "(idle)", "Idle", FALSE, FALSE }, { "(program)", "Other", FALSE, FALSE },
    { "(garbage collector)", "GC / CC", FALSE, FALSE }, { "native", "Native", FALSE, TRUE },
    { "<WASM UNNAMED>", "JavaScript", TRUE, FALSE }, { "script", "JavaScript", TRUE, FALSE },
  };
  g_autoptr(FulProfile) profile =
    ful_test_load_text (PROFILE ("{\"id\":1," FRAME ("(idle)", "", "-1") "},{\"id\":2," FRAME ("(program)", "", "-1") "},"
                        "{\"id\":3," FRAME ("(garbage collector)", "", "-1") "},{\"id\":4," FRAME ("native", "", "-1") "},"
                        "{\"id\":5," FRAME ("<WASM UNNAMED>", "", "-1") "},{\"id\":6," FRAME ("script", "", "3") "}",
                        "1,2,3,4,5,6", "1000,1000,1000,1000,1000,1000"));

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      FulFrameIndex frame = profile->stacks->frame[ful_profile_get_thread (profile, 0)->samples->stack[i]];
      FulFuncIndex func = profile->frames->func[frame];

      g_assert_cmpstr (ful_profile_get_func_name (profile, func), ==, expected[i].name);
      g_assert_cmpstr (ful_profile_get_category (profile, profile->frames->category[frame])->name, ==, expected[i].category);
      g_assert_cmpint (profile->funcs->is_js[func], ==, expected[i].is_js);
      g_assert_cmpint (profile->funcs->relevant_for_js[func], ==, expected[i].is_relevant);
    }
}

/* A flaw costs its record. */
static void
test_flaws (void)
{
  g_autoptr(FulProfile) profile =
    ful_test_load_text (PROFILE ("{\"id\":1," FRAME ("a", "u", "1") ",\"parent\":77},{\"id\":-3},{\"id\":2,\"callFrame\":7},null",
                        "1,2,8,1,1", "1000,1000,1000,1000"));

  assert_samples (profile, (const char *[]) { "a", "(anonymous)", "a" }, (const double[]) { 1001, 1002, 1004 }, 3);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 5);
}

static void
test_without_samples (void)
{
  static const char *const texts[] = {
    PROFILE ("", "", ""), PROFILE ("{\"id\":1}", "1", ""), PROFILE ("{\"id\":1}", "2", "1"),
    "{\"nodes\":7,\"startTime\":\"a\",\"endTime\":1,\"samples\":{},\"timeDeltas\":null}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ful_test_assert_refused (texts[i], FUL_ERROR_EMPTY);
}

/* Numbers that are written as texts, some of them none. */
static void
test_texts (void)
{
  static const char nodes[] = "{\"id\":1," FRAME ("f", "", "1") "}";
  g_autofree char *deltas = g_strdup_printf ("{\"nodes\":[%s],\"startTime\":\"4000\",\"endTime\":\"9000\",\"samples\":[\"1\",1,\"1\",\"1\"],"
                                             "\"timeDeltas\":[\"1000\",\"1e3\",2000,\"x\"]}", nodes);
  g_autofree char *timed = g_strdup_printf ("{\"nodes\":[%s],\"samples\":[1,1],\"timestamps\":[\"6000\",\"7000.5\"]}", nodes);
  g_autoptr(FulProfile) a = ful_test_load_text (deltas);
  g_autoptr(FulProfile) b = ful_test_load_text (timed);

  assert_samples (a, (const char *[]) { "f", "f", "f" }, (const double[]) { 5, 6, 8 }, 3);
  assert_samples (b, (const char *[]) { "f", "f" }, (const double[]) { 6, 7.0005 }, 2);
}

/* Below zero time, without an end, with times; what is too close is counted. */
static void
test_starts (void)
{
  static const char nodes[] = "{\"id\":1," FRAME ("f", "", "1") "}";
  g_autofree char *negative = g_strdup_printf ("{\"nodes\":[%s],\"startTime\":-9000000,\"samples\":[1,1,1],\"timeDeltas\":[0,100,2000]}", nodes);
  g_autofree char *timed = g_strdup_printf ("{\"nodes\":[%s],\"startTime\":5000,\"samples\":[1,1,1],\"timestamps\":[6000,5900,7000]}", nodes);
  g_autoptr(FulProfile) a = ful_test_load_text (negative);
  g_autoptr(FulProfile) b = ful_test_load_text (timed);

  assert_samples (a, (const char *[]) { "f", "f" }, (const double[]) { -9000, -8997.9 }, 2);
  assert_samples (b, (const char *[]) { "f", "f" }, (const double[]) { 6, 7 }, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_cmpuint (ful_import_log_get_n (i == 0 ? a->log : b->log), ==, 1);
      g_assert_nonnull (strstr (ful_import_log_get (i == 0 ? a->log : b->log, 0)->message, "1 sample follows"));
    }
}

#define TREE_NODE(name, id, line, children) \
  "{\"functionName\":\"" name "\",\"url\":\"/a.js\",\"lineNumber\":" line ",\"id\":" id ",\"hitCount\":1,\"children\":[" children "]}"

/* The nodes of older writers are in each other; times are in seconds, or not there. */
static void
test_tree (void)
{
  static const char head[] = TREE_NODE ("(root)", "1", "0",
                                        TREE_NODE ("f", "2", "3", TREE_NODE ("g", "3", "9", "")) "," TREE_NODE ("h", "4", "0", ""));
  g_autofree char *timed = g_strdup_printf ("{\"typeId\":\"CPU\",\"head\":%s,\"startTime\":2,\"endTime\":2.5,\"samples\":[3,4,77,2],"
                                            "\"timestamps\":[2000000,2001000,2001500,2002000]}", head);
  g_autofree char *spread = g_strdup_printf ("{\"head\":%s,\"startTime\":2,\"endTime\":2.5,\"samples\":[3,4]}", head);
  g_autoptr(FulProfile) a = ful_test_load_text (timed);
  g_autoptr(FulProfile) b = ful_test_load_text (spread);
  FulFrameIndex leaf = a->stacks->frame[ful_profile_get_thread (a, 0)->samples->stack[0]];

  assert_samples (a, (const char *[]) { "(root);f;g", "(root);h", "(root);f" }, (const double[]) { 2000, 2001, 2002 }, 3);
  assert_samples (b, (const char *[]) { "(root);f;g", "(root);h" }, (const double[]) { 2000, 2250 }, 2);
  g_assert_cmpint (a->frames->line[leaf], ==, 9);
  g_assert_cmpuint (ful_import_log_get_n_records (a->log), ==, 1);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/v8-profile/samples", test_samples);
  g_test_add_func ("/v8-profile/categories", test_categories);
  g_test_add_func ("/v8-profile/flaws", test_flaws);
  g_test_add_func ("/v8-profile/without-samples", test_without_samples);

  g_test_add_func ("/v8-profile/starts", test_starts);
  g_test_add_func ("/v8-profile/texts", test_texts);
  g_test_add_func ("/v8-profile/tree", test_tree);

  return g_test_run ();
}
