/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/ful-node-breakdown.h"
#include "tree/times/ful-node-times.h"

#include <math.h>

/* The parts of a bin that are not 0, as CATEGORY:SHARE, the categories of the test profile by number. */
static char *
times_to_text (const FulNodeTimes *times)
{
  GString *text = g_string_new (NULL);

  for (guint bin = 0; bin < FUL_WHEN_N_BINS; bin++)
    for (guint c = 0; c < times->n_categories; c++)
      {
        double share = times->shares[bin * times->n_categories + c];

        if (share != 0)
          g_string_append_printf (text, "%s%u %u:%g", text->len > 0 ? ", " : "", bin, c, share);
      }

  return g_string_free (text, FALSE);
}

static FulCallNodeIndex
find (FulTestView *view,
      const char  *name)
{
  FulFuncIndex func = ful_test_find_func (view->derived->profile, name);

  for (guint i = 0; i < view->nodes->n_nodes; i++)
    if (view->nodes->func[i] == func)
      return (FulCallNodeIndex) i;
  g_assert_not_reached ();
}

static void
assert_times (FulProfile *profile,
              const char *options,
              const char *name,
              gboolean    of_func,
              const char *expected,
              double      first,
              double      last)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, options);
  g_autoptr(FulNodeTimes) times = ful_node_times_new (view->tree, view->derived, name ? find (view, name) : FUL_NONE, of_func, NULL, NULL);
  g_autofree char *text = times_to_text (times);

  g_assert_cmpstr (text, ==, expected);
  g_assert_true (isnan (first) ? isnan (times->first) && isnan (times->last) : times->first == first && times->last == last);
}

/* Four ms: nine bins each. A bin has the category of the sample, not of the node. */
static void
test_categories (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A          B  A\n"
                                                              "B  C[Layout]     B\n"
                                                              "A                 \n");
  g_autofree char *whole = g_strdup_printf ("0 %u:1, 9 %u:1, 27 %u:1", FUL_TEST_OTHER, FUL_TEST_LAYOUT, FUL_TEST_OTHER);
  g_autofree char *second = g_strdup_printf ("0 %u:1, 27 %u:1", FUL_TEST_OTHER, FUL_TEST_OTHER);
  g_autofree char *everywhere = g_strdup_printf ("0 %u:1, 18 %u:1, 27 %u:1", FUL_TEST_OTHER, FUL_TEST_OTHER, FUL_TEST_OTHER);
  g_autofree char *part = g_strdup_printf ("0 %u:1", FUL_TEST_LAYOUT);

  assert_times (profile, "{ \"thread\": 0 }", "A", FALSE, whole, 0, 3);
  assert_times (profile, "{ \"thread\": 0 }", "B", FALSE, second, 0, 3);
  assert_times (profile, "{ \"thread\": 0 }", "B", TRUE, everywhere, 0, 3);
  /* What is outside of the range does not count. */
  assert_times (profile, "{ \"thread\": 0, \"range\": [1, 3] }", "A", FALSE, part, 1, 1);
  assert_times (profile, "{ \"thread\": 0 }", NULL, FALSE, "", NAN, NAN);
}

/* Of two samples in a bin each has its part; freed bytes count as bytes. */
static void
test_shares (void)
{
  static const double weights[] = { 3, -1 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;
  g_autofree char *expected = g_strdup_printf ("0 %u:0.25", FUL_TEST_LAYOUT);

  ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "A"));
  ful_test_profile_sample (thread, 0, ful_test_profile_stack (test, "A B[Layout]"));
  ful_test_profile_weigh (thread, weights, G_N_ELEMENTS (weights));
  profile = ful_test_profile_seal (test);
  assert_times (profile, "{ \"thread\": 0 }", "B", FALSE, expected, 0, 0);
}

/* Callers of a function are those of its outermost calls, as in the list beside the functions. */
static void
test_callers (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  B  C  C  F\n"
                                                              "F  F  F  F  B   \n"
                                                              "   B            \n"
                                                              "   F            \n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  g_autoptr(FulNodeBreakdown) everywhere = ful_node_breakdown_new (view->tree, view->rows, find (view, "F"), TRUE, NULL, NULL);
  g_autoptr(FulNodeBreakdown) path = ful_node_breakdown_new (view->tree, view->rows, find (view, "F"), FALSE, NULL, NULL);
  static const char *const names[] = { "A", "B", "C" };
  static const double weights[] = { 2, 1, 1 };

  g_assert_cmpuint (everywhere->callers->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      FulCallerWeight caller = g_array_index (everywhere->callers, FulCallerWeight, i);

      g_assert_cmpint (caller.func, ==, ful_test_find_func (profile, names[i]));
      g_assert_cmpfloat (caller.weight, ==, weights[i]);
    }
  g_assert_cmpuint (path->callers->len, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A B\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_node_times_new (view->tree, view->derived, 0, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/node-times/categories", test_categories);
  g_test_add_func ("/node-times/shares", test_shares);
  g_test_add_func ("/node-times/callers", test_callers);
  g_test_add_func ("/node-times/cancelled", test_cancelled);

  return g_test_run ();
}
