/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "viewtext/ful-view-options-text.h"

#include <string.h>

static void
test_round_trip (void)
{
  static const char *const views[] = {
    "{}",
    "{ \"thread\": 7 }",
    "{ \"thread\": [2, 1], \"range\": [0.125, 99.5], \"implementation\": \"cpp\", \"invert\": true }",
    "{ \"id\": 3, \"about\": \"x\", \"expect\": {}, \"search\": \"a, b\", \"includeIdle\": false, \"transforms\": [] }",
    "{ \"foldUnnamed\": true }",
    "{ \"search\": \"a\", \"searchMatchesCase\": true }",
    "{ \"search\": \"a\", \"searchMatchesCase\": true, \"searchIsRegex\": true, \"searchHighlights\": true }",
    "{ \"thread\": null, \"range\": null, \"strategy\": \"native-deallocations-memory\" }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulViewOptions) options = ful_view_options_new_from_text (views[i], NULL, &error);
      g_autoptr(FulViewOptions) again = NULL;
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      text = ful_view_options_to_text (options, NULL);
      again = ful_view_options_new_from_text (text, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (ful_view_options_equal (options, again));
    }
}

static void
test_refused (void)
{
  static const struct { const char *view, *named; } refused[] = {
    { "{ \"treads\": 1 }", "treads" },
    { "{ \"thread\": \"1\" }", "thread" },
    { "{ \"thread\": -1 }", "thread" },
    { "{ \"thread\": [1, null] }", "thread" },
    { "{ \"range\": [1] }", "range" },
    { "{ \"range\": 1 }", "range" },
    { "{ \"implementation\": \"rust\" }", "rust" },
    { "{ \"implementation\": 1 }", "implementation" },
    { "{ \"strategy\": \"luck\" }", "luck" },
    { "{ \"invert\": 1 }", "invert" },
    { "{ \"searchMatchesCase\": 1 }", "searchMatchesCase" },
    { "{ \"includeIdle\": \"no\" }", "includeIdle" },
    { "{ \"search\": null }", "search" },
    { "{ \"transforms\": [{}] }", "Transforms need a profile" },
    { "[]", "object" },
    { "", "too early" },
    { "{", "JSON" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_view_options_new_from_text (refused[i].view, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
      g_assert_nonnull (strstr (error->message, refused[i].named));
    }
}

static void
test_changed_copies (void)
{
  g_autoptr(FulViewOptions) first = ful_view_options_new ();
  g_autoptr(FulViewOptions) inverted = ful_view_options_with_invert (first, TRUE);
  g_autoptr(FulViewOptions) back = ful_view_options_with_invert (inverted, FALSE);
  g_autoptr(FulViewOptions) ranged = ful_view_options_with_range (back, &(FulTimeRange) { 1, 2 });
  g_autoptr(FulViewOptions) previewed = ful_view_options_with_preview (ranged, &(FulTimeRange) { 1, 1.5 });
  g_autoptr(FulViewOptions) threads = ful_view_options_with_threads (previewed, (guint[]) { 4, 2 }, 2);
  g_autoptr(FulViewOptions) searched = ful_view_options_with_search (threads, "x", FUL_SEARCH_DEFAULT);

  g_autoptr(FulViewOptions) allocated = ful_view_options_with_strategy (first, FUL_STRATEGY_JS_ALLOCATIONS);

  g_assert_false (ful_view_options_equal (first, inverted));
  g_assert_false (ful_view_options_equal (first, allocated) || ful_view_options_equal (allocated, first));
  g_assert_true (ful_view_options_equal (first, back));
  g_assert_false (first->has_range);
  g_assert_true (searched->has_range && searched->has_preview);
  g_assert_cmpuint (searched->threads[0], ==, 4);
  g_assert_cmpstr (searched->search, ==, "x");
  g_assert_cmpstr (threads->search, ==, "");
}

/* A view of a million brackets ended the programs that read it: json-glib recurses. */
static void
test_deep (void)
{
  g_autofree char *text = g_strnfill (1000000, '[');
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_view_options_new_from_text (text, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/view-options/round-trip", test_round_trip);
  g_test_add_func ("/view-options/refused", test_refused);
  g_test_add_func ("/view-options/deep", test_deep);
  g_test_add_func ("/view-options/changed-copies", test_changed_copies);

  return g_test_run ();
}
