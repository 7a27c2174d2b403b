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
    "{ \"implementation\": \"own\", \"strategy\": \"cpu\" }",
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
    { "{ \"transforms\": [{}] }", "without a profile" },
    { "[]", "object" },
    { "", "Unexpected end" },
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

/* What is set in a copy changes it alone. */
static void
test_copies (void)
{
  g_autoptr(FulViewOptions) first = ful_view_options_new ();
  g_autoptr(FulViewOptions) copy = ful_view_options_copy (first);
  g_autoptr(FulViewOptions) other = NULL;

  g_assert_true (ful_view_options_equal (first, copy));
  copy->invert = TRUE;
  g_assert_false (ful_view_options_equal (first, copy));
  copy->invert = FALSE;
  copy->strategy = FUL_STRATEGY_JS_ALLOCATIONS;
  g_assert_false (ful_view_options_equal (first, copy) || ful_view_options_equal (copy, first));

  ful_view_options_set_range (copy, &(FulTimeRange) { 1, 2 });
  ful_view_options_set_preview (copy, &(FulTimeRange) { 1, 1.5 });
  ful_view_options_set_threads (copy, (guint[]) { 4, 2 }, 2);
  other = ful_view_options_copy (copy);
  ful_view_options_set_search (other, "x", FUL_SEARCH_DEFAULT);
  g_assert_false (first->has_range);
  g_assert_true (other->has_range && other->has_preview);
  g_assert_cmpuint (other->threads[0], ==, 4);
  g_assert_cmpstr (other->search, ==, "x");
  g_assert_cmpstr (copy->search, ==, "");
  g_assert_cmpuint (first->n_threads, ==, 0);
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
  g_test_add_func ("/view-options/copies", test_copies);

  return g_test_run ();
}
