/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-files.h"

#include <math.h>

#define META(metrics) "\"meta\":{\"version\":36,\"startTime\":1000,\"interval\":1,\"product\":\"p\",\"markerSchema\":[]" metrics "," \
                      "\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}," \
                      "{\"name\":\"Test\",\"color\":\"blue\",\"subcategories\":[\"Other\"]}]}"
#define THREAD(type, markers) \
  "{\"name\":\"GeckoMain\",\"processType\":\"" type "\",\"pid\":7,\"tid\":8,\"registerTime\":0,\"unregisterTime\":null," \
  "\"stringTable\":[\"RefreshDriverTick\",\"Navigation::Start\",\"f\"]," \
  "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"eventDelay\":2},\"data\":[[0,1,0]]}," \
  "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[" markers "]}," \
  "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[2]]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]}}"
#define PROCESS(metrics, threads, more) "{" META (metrics) ",\"libs\":[],\"pausedRanges\":[],\"threads\":[" threads "]" more "}"
#define PROFILE(metrics, pages, tab_markers) \
  PROCESS (",\"visualMetrics\":{\"SpeedIndex\":7" metrics "}", THREAD ("default", ""), ",\"pages\":[" pages "],\"processes\":[" \
           PROCESS ("", THREAD ("tab", TICK ("4")) "," THREAD ("tab", tab_markers), "") "]")
#define PAGE(window, embedder) "{\"innerWindowID\":" window ",\"embedderInnerWindowID\":" embedder ",\"url\":\"u\",\"tabID\":1}"
#define PAGES PAGE ("5", "0") "," PAGE ("4", "5")
#define CAUSE ",\"stack\":{\"tid\":1,\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[0,3]]}}"
#define TICK(window) "[0,3,4,1,0,{\"type\":\"RefreshDriverTick\",\"innerWindowID\":" window CAUSE "}]"
#define NAVIGATION "[1,1.5,null,0,0,null]"
#define STEPS "[{\"timestamp\":2,\"percent\":0},{\"timestamp\":4,\"percent\":50},{\"timestamp\":null,\"percent\":70}," \
              "{\"timestamp\":8,\"percent\":100}]"

static FulProfile *
load (const char *text)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (text, strlen (text), &error);

  g_assert_no_error (error);
  ful_test_assert_sound (profile);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);

  return profile;
}

/* A line for each marker of the category Test: name, times, phase, payload. */
static char *
markers_text (FulProfile *profile,
              guint       index)
{
  FulThread *thread = ful_profile_get_thread (profile, index);
  FulMarkerTable *markers = thread->markers;
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < markers->table.n_rows; i++)
    {
      gsize length;
      const char *payload = ful_thread_get_payload (thread, i, &length);

      if (ful_packed_int_get (&markers->category, i) != 1)
        continue;
      g_string_append_printf (text, "%s %g %g %u %.*s\n", ful_profile_get_string (profile, markers->name[i]),
                              markers->start_time[i], isnan (markers->end_time[i]) ? -1 : markers->end_time[i], markers->phase[i],
                              (int) length, payload ? payload : "");
    }

  return g_string_free (text, FALSE);
}

static void
assert_markers (FulProfile *profile,
                guint       thread,
                const char *expected)
{
  g_autofree char *text = markers_text (profile, thread);

  g_assert_cmpstr (text, ==, expected);
}

/* On the parent's main thread and on that of the tab with a top-level page. */
static void
test_markers (void)
{
  static const char expected[] =
    "Visual Progress 1.5 8 1 \n"
    "Visual Change 2 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":0}\n"
    "Visual Change 4 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":0.5}\n"
    "Visual Change 8 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":1}\n"
    "PerceptualSpeedIndex Progress 1.5 6 1 \n"
    "PerceptualSpeedIndex Change 6 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":0.25}\n";
  g_autoptr(FulProfile) profile = load (PROFILE (",\"PerceptualSpeedIndexProgress\":[{\"timestamp\":6,\"percent\":25}]"
                                                 ",\"VisualProgress\":" STEPS ",\"ContentfulSpeedIndexProgress\":[]",
                                                 PAGES, NAVIGATION "," TICK ("4") "," TICK ("5")));
  const char *schema = strstr (profile->meta_json, "\"name\":\"VisualMetricProgress\"");

  assert_markers (profile, 0, expected);
  assert_markers (profile, 1, "");
  assert_markers (profile, 2, expected);
  g_assert_nonnull (schema);
  g_assert_null (strstr (schema + 1, "\"name\":\"VisualMetricProgress\""));
  g_assert_nonnull (strstr (profile->meta_json, "\"visualMetrics\":{\"SpeedIndex\":7"));
}

/* Without a navigation the first step is the start; without an end there is no interval. */
static void
test_missing_times (void)
{
  g_autoptr(FulProfile) profile = load (PROFILE (",\"VisualProgress\":" STEPS ",\"ContentfulSpeedIndexProgress\":"
                                                 "[{\"timestamp\":3,\"percent\":null},{\"timestamp\":null,\"percent\":1}]",
                                                 PAGES, TICK ("5")));

  assert_markers (profile, 2,
                  "Visual Progress 2 8 1 \n"
                  "Visual Change 2 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":0}\n"
                  "Visual Change 4 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":0.5}\n"
                  "Visual Change 8 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":1}\n"
                  "ContentfulSpeedIndex Change 3 -1 0 {\"type\":\"VisualMetricProgress\",\"percentage\":0}\n");
}

/* No metrics, no pages, no tab that painted one of them. */
static void
test_nothing_to_add (void)
{
  static const char *const texts[] = {
    PROFILE ("", PAGES, TICK ("5")),
    PROFILE (",\"VisualProgress\":7", PAGES, TICK ("5")),
    PROFILE (",\"VisualProgress\":" STEPS, "", TICK ("5")),
    PROFILE (",\"VisualProgress\":" STEPS, PAGES, TICK ("6")),
    PROFILE (",\"VisualProgress\":" STEPS, PAGES, NAVIGATION),
    PROCESS ("", THREAD ("default", ""), ",\"pages\":[" PAGES "],\"processes\":[]"),
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(FulProfile) profile = load (texts[i]);

      for (guint t = 0; t < profile->threads->len; t++)
        assert_markers (profile, t, "");
      g_assert_null (strstr (profile->meta_json, "\"VisualMetricProgress\""));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/gecko-visual-metrics/markers", test_markers);
  g_test_add_func ("/gecko-visual-metrics/missing-times", test_missing_times);
  g_test_add_func ("/gecko-visual-metrics/nothing-to-add", test_nothing_to_add);

  return g_test_run ();
}
