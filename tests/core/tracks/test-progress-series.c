/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "tracks/ful-progress-series.h"

static void
assert_points (const char   *metrics,
               FulTrackType  type,
               const char   *expected)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(GString) text = g_string_new (NULL);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GArray) points = NULL;

  ful_test_profile_add (test, "A\n");
  test->builder->profile->meta_json = g_strdup_printf ("{\"visualMetrics\":%s}", metrics);
  profile = ful_test_profile_seal (test);
  points = ful_progress_series_new (profile, type);

  for (guint i = 0; i < points->len; i++)
    {
      const FulProgressPoint *point = &g_array_index (points, FulProgressPoint, i);

      g_string_append_printf (text, "%s%g:%g", i > 0 ? " " : "", point->time, point->percent);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_types (void)
{
  const char *metrics = "{\"VisualProgress\":[{\"timestamp\":1,\"percent\":10}],"
                        "\"PerceptualSpeedIndexProgress\":[{\"timestamp\":2,\"percent\":20}],"
                        "\"ContentfulSpeedIndexProgress\":[{\"timestamp\":3,\"percent\":30}]}";

  assert_points (metrics, FUL_TRACK_VISUAL_PROGRESS, "1:10");
  assert_points (metrics, FUL_TRACK_PERCEPTUAL_VISUAL_PROGRESS, "2:20");
  assert_points (metrics, FUL_TRACK_CONTENTFUL_VISUAL_PROGRESS, "3:30");
}

/* A flaw costs the point; the others are put in order. */
static void
test_bad_points (void)
{
  assert_points ("{\"VisualProgress\":[{\"timestamp\":9,\"percent\":50},3,{\"timestamp\":\"4\",\"percent\":1},"
                 "{\"timestamp\":5},{\"timestamp\":2,\"percent\":0},null]}",
                 FUL_TRACK_VISUAL_PROGRESS, "2:0 9:50");
  assert_points ("{\"VisualProgress\":{}}", FUL_TRACK_VISUAL_PROGRESS, "");
  assert_points ("[]", FUL_TRACK_VISUAL_PROGRESS, "");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/progress-series/types", test_types);
  g_test_add_func ("/progress-series/bad-points", test_bad_points);

  return g_test_run ();
}
