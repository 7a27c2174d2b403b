/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "export/sanitize/ful-removals.h"
#include "ful-test-profile.h"

#include <math.h>

/* What a dialog offers. */
static void
test_counts (void)
{
  g_autoptr(FulProfile) profile = NULL;
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  guint64 counts[FUL_N_REMOVALS];

  ful_test_profile_mark (test, thread, "M", FUL_MARKER_PHASE_INSTANT, 0, NAN, "{\"type\":\"CompositorScreenshot\",\"url\":0}");
  ful_test_profile_mark (test, thread, "M", FUL_MARKER_PHASE_INSTANT, 1, NAN, "{\"type\":\"PreferenceRead\",\"prefValue\":\"x\"}");
  ful_test_profile_mark (test, thread, "M", FUL_MARKER_PHASE_INSTANT, 2, NAN, "{\"type\":\"T\",\"a\":\"https://b /home/c\"}");
  profile = ful_test_profile_seal (test);
  g_free (profile->meta_json);
  profile->meta_json = g_strdup ("{\"device\":\"host\",\"arguments\":\"a b\",\"extensions\":{\"length\":3}}");

  g_assert_true (ful_removals_count (profile, counts, NULL, NULL));
  g_assert_cmpuint (counts[FUL_REMOVAL_URLS], ==, 1);
  g_assert_cmpuint (counts[FUL_REMOVAL_SCREENSHOTS], ==, 1);
  g_assert_cmpuint (counts[FUL_REMOVAL_EXTENSIONS], ==, 3);
  g_assert_cmpuint (counts[FUL_REMOVAL_PREFERENCES], ==, 1);
  g_assert_cmpuint (counts[FUL_REMOVAL_PRIVATE], ==, 0);
  g_assert_cmpuint (counts[FUL_REMOVAL_PATHS], ==, 3);
}

static void
test_words (void)
{
  g_autoptr(GError) error = NULL;
  FulRemovals removals = FUL_REMOVE_NOTHING;

  g_assert_true (ful_removals_parse ("urls,paths", &removals, &error));
  g_assert_cmpuint (removals, ==, FUL_REMOVE_URLS | FUL_REMOVE_PATHS);
  g_assert_true (ful_removals_parse ("nothing,all", &removals, &error));
  g_assert_cmpuint (removals, ==, FUL_REMOVE_ALL);
  g_assert_false (ful_removals_parse ("urls,", &removals, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/removals/counts", test_counts);
  g_test_add_func ("/removals/words", test_words);

  return g_test_run ();
}
