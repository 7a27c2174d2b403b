/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/analysis/ful-marker-request.h"
#include "document/ful-document-markers.h"

#include <math.h>

typedef struct
{
  FulDocument    *document;
  FulDeriveCache *cache;
} Fixture;

/* a, b, a, with times 0, 1, 2. */
static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A A A A\n");
  g_autoptr(FulProfile) profile = NULL;

  for (guint i = 0; i < 3; i++)
    ful_test_profile_mark (test, thread, i == 1 ? "b" : "a", FUL_MARKER_PHASE_INSTANT, i, NAN, NULL);
  profile = ful_test_profile_seal (test);
  fixture->document = ful_document_new (profile);
  fixture->cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_clear_object (&fixture->document);
  g_clear_pointer (&fixture->cache, ful_derive_cache_unref);
}

static FulMarkerRequest *
ask (Fixture                *fixture,
     FulMarkerViewKind       kind,
     const FulMarkerRequest *shown,
     FulMarkerView          *view)
{
  return ful_marker_request_new (fixture->document, fixture->cache, kind, shown, view);
}

/* Only another search or range makes the markers be looked for again. */
static void
test_table (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr(FulMarkerRequest) first = ask (fixture, FUL_MARKER_VIEW_TABLE, NULL, NULL);
  g_autoptr(FulMarkerView) all = ful_marker_request_run (first, NULL, NULL);
  g_autoptr(FulMarkerRequest) second = NULL;
  g_autoptr(FulMarkerView) sorted = NULL;
  g_autoptr(FulMarkerRequest) third = NULL;
  g_autoptr(FulMarkerView) found = NULL;

  g_assert_cmpuint (all->markers->len, ==, 3);
  g_assert_true (ful_marker_request_is_about (first, fixture->document));

  /* Another end alone is another range. */
  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 1.5 });
  {
    g_autoptr(FulMarkerRequest) previewed = ask (fixture, FUL_MARKER_VIEW_TABLE, NULL, NULL);

    ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 2.5 });
    g_assert_false (ful_marker_request_is_about (previewed, fixture->document));
  }
  ful_document_set_preview (fixture->document, NULL);

  ful_document_set_marker_text (fixture->document, FUL_MARKER_TEXT_SORT, "start-desc");
  g_assert_false (ful_marker_request_is_about (first, fixture->document));
  second = ask (fixture, FUL_MARKER_VIEW_TABLE, first, all);
  g_assert_true (ful_marker_request_is_about (second, fixture->document));
  sorted = ful_marker_request_run (second, NULL, NULL);
  g_assert_true (sorted->found == all->found);
  g_assert_cmpuint (g_array_index (sorted->markers, guint, 0), ==, 2);

  ful_document_set_marker_text (fixture->document, FUL_MARKER_TEXT_SEARCH, "name:b");
  third = ask (fixture, FUL_MARKER_VIEW_TABLE, second, sorted);
  found = ful_marker_request_run (third, NULL, NULL);
  g_assert_true (found->found != sorted->found);
  g_assert_cmpuint (found->markers->len, ==, 1);
  g_assert_cmpuint (g_array_index (found->markers, guint, 0), ==, 1);
}

/* Neither the order nor a preview is anything to a chart, nor a search for markers to requests. */
static void
test_others (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(FulMarkerRequest) chart = ask (fixture, FUL_MARKER_VIEW_CHART, NULL, NULL);
  g_autoptr(FulMarkerRequest) table = ask (fixture, FUL_MARKER_VIEW_TABLE, NULL, NULL);
  g_autoptr(FulMarkerRequest) network = ask (fixture, FUL_MARKER_VIEW_NETWORK, NULL, NULL);

  ful_document_set_marker_text (fixture->document, FUL_MARKER_TEXT_SORT, "name-desc");
  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 1 });
  g_assert_true (ful_marker_request_is_about (chart, fixture->document));
  g_assert_true (ful_marker_request_is_about (network, fixture->document));
  g_assert_false (ful_marker_request_is_about (table, fixture->document));

  ful_document_set_marker_text (fixture->document, FUL_MARKER_TEXT_SEARCH, "b");
  g_assert_false (ful_marker_request_is_about (chart, fixture->document));
  g_assert_true (ful_marker_request_is_about (network, fixture->document));

  ful_document_commit_preview (fixture->document);
  g_assert_false (ful_marker_request_is_about (network, fixture->document));
}

static void
test_cancellation (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr(FulMarkerRequest) request = ask (fixture, FUL_MARKER_VIEW_CHART, NULL, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_request_run (request, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/marker-request/table", Fixture, NULL, set_up, test_table, tear_down);
  g_test_add ("/marker-request/others", Fixture, NULL, set_up, test_others, tear_down);
  g_test_add ("/marker-request/cancellation", Fixture, NULL, set_up, test_cancellation, tear_down);

  return g_test_run ();
}
