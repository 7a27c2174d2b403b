/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "export/sanitize/ful-size-estimate.h"
#include "ful-test-profile.h"

#include <math.h>

/* 4000 samples, one a ms, in each of two threads; of the second with stacks of its own; a picture at 10 ms and at 3000 ms. */
static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *threads[2] = { ful_test_profile_add (test, ""), ful_test_profile_add (test, "") };
  static const char *const paths[2][3] = { { "A", "A B", "A C" }, { "D E F", "D E", "D G H I" } };

  for (guint t = 0; t < 2; t++)
    for (guint i = 0; i < 4000; i++)
      ful_test_profile_sample (threads[t], i, ful_test_profile_stack (test, paths[t][i % 3]));
  for (guint i = 0; i < 2; i++)
    ful_test_profile_mark (test, threads[0], "CompositorScreenshot", FUL_MARKER_PHASE_INSTANT, i == 0 ? 10 : 3000, NAN,
                           "{\"type\":\"CompositorScreenshot\",\"url\":0}");

  return ful_test_profile_seal (test);
}

static double
estimate (FulProfile   *profile,
          FulSelection  selection)
{
  return ful_size_estimate (&selection, profile, NULL);
}

/* Parts are as large as what they have of the whole. */
static void
test_parts (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  g_autoptr(GArray) first = g_array_new (FALSE, FALSE, sizeof (guint));
  double nothing = estimate (profile, (FulSelection) { TRUE, { 9000, 9001 } });
  double all = estimate (profile, (FulSelection) { FALSE }) - nothing;
  double tenth = estimate (profile, (FulSelection) { TRUE, { 1000, 1400 } }) - nothing;
  double thread;

  g_assert_cmpfloat (all, >, 0);
  g_assert_cmpfloat_with_epsilon (tenth / all, 0.1, 0.01);
  g_array_append_vals (first, &(guint) { 0 }, 1);
  thread = estimate (profile, (FulSelection) { .threads = first }) - nothing;
  g_assert_cmpfloat_with_epsilon (thread / all, 0.5, 0.01);
}

/* The marker of a picture that is left out counts no more than one that is outside of the range. */
static void
test_pictures (void)
{
  g_autoptr(FulProfile) profile = make_profile ();
  double with = estimate (profile, (FulSelection) { TRUE, { 2990, 3010 } });
  double without = estimate (profile, (FulSelection) { TRUE, { 2990, 3010 }, .removals = FUL_REMOVE_SCREENSHOTS });

  g_assert_cmpfloat (with - without, >, 3);
  g_assert_cmpfloat (without, ==, estimate (profile, (FulSelection) { TRUE, { 2980, 3000 } }));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/size-estimate/parts", test_parts);
  g_test_add_func ("/size-estimate/pictures", test_pictures);

  return g_test_run ();
}
