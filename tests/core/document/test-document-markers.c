/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "document/ful-document-history.h"
#include "document/ful-document-markers.h"
#include "document/ful-document.h"
#include "ful-test-profile.h"

static FulDocument *
create_document (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  B  A  C\n");

  return ful_document_new (profile);
}

/* Ranges stay if the marker is in them, and so does the thread; each jump can be undone. */
static void
test_go_to_marker (void)
{
  g_autoptr(FulDocument) document = create_document ();
  double zero = ful_document_get_root_range (document).start;
  guint thread = 0;
  FulViewState *state;

  ful_document_set_threads (document, &thread, 1);
  ful_document_set_preview (document, &(FulTimeRange) { 1, 4 });
  ful_document_commit_preview (document);
  ful_document_set_preview (document, &(FulTimeRange) { 2, 3 });
  ful_document_commit_preview (document);
  ful_document_set_preview (document, &(FulTimeRange) { 2, 2.5 });

  ful_document_go_to_marker (document, 0, 7, zero + 2.25);
  state = ful_document_get_view_state (document);
  g_assert_cmpint (state->marker, ==, 7);
  g_assert_cmpuint (state->n_ranges, ==, 2);
  g_assert_true (state->options->has_preview);

  ful_document_go_to_marker (document, 0, 8, zero + 2.75);
  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_ranges, ==, 2);
  g_assert_false (state->options->has_preview);

  ful_document_go_to_marker (document, 1, 5, zero + 1.5);
  state = ful_document_get_view_state (document);
  g_assert_cmpint (state->marker, ==, 5);
  g_assert_cmpuint (state->n_ranges, ==, 1);
  g_assert_cmpfloat (state->options->range.start, ==, 1);
  g_assert_cmpuint (state->options->threads[0], ==, 1);

  ful_document_undo (document);
  state = ful_document_get_view_state (document);
  g_assert_cmpint (state->marker, ==, 8);
  g_assert_cmpuint (state->options->threads[0], ==, 0);
}

/* Typing is one step, a pause in it two; another search is none of it. */
static void
test_searches (void)
{
  g_autoptr(FulDocument) document = create_document ();

  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SEARCH, "a");
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SEARCH, "ab");
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SEARCH, "ab");
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SEARCH, "abc");
  ful_document_undo (document);
  ful_document_undo (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->marker_search, ==, "ab");
  ful_document_undo (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->marker_search, ==, "");
  g_assert_null (ful_document_get_undo (document));

  ful_document_set_marker_text (document, FUL_MARKER_TEXT_NETWORK_SEARCH, "x");
  g_assert_cmpstr (ful_document_get_view_state (document)->network_search, ==, "x");
  g_assert_cmpstr (ful_document_get_view_state (document)->marker_search, ==, "");
}

/* Columns and order are steps, the selected marker is none; the same again changes nothing. */
static void
test_table (void)
{
  const char *const columns[] = { "URI", NULL };
  g_autoptr(FulDocument) document = create_document ();
  FulViewState *state;

  ful_document_set_marker_columns (document, columns);
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SORT, "name-asc");
  ful_document_select_marker (document, 2, NULL);
  state = ful_document_get_view_state (document);
  ful_document_set_marker_columns (document, columns);
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SORT, "name-asc");
  ful_document_select_marker (document, 2, NULL);
  g_assert_true (ful_document_get_view_state (document) == state);

  ful_document_undo (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->marker_sort, !=, "name-asc");
  g_assert_cmpint (ful_document_get_view_state (document)->marker, ==, FUL_NONE);
  ful_document_undo (document);
  g_assert_null (ful_document_get_undo (document));
  ful_document_redo (document);
  ful_document_redo (document);
  g_assert_cmpint (ful_document_get_view_state (document)->marker, ==, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document-markers/go-to-marker", test_go_to_marker);
  g_test_add_func ("/document-markers/searches", test_searches);
  g_test_add_func ("/document-markers/table", test_table);

  return g_test_run ();
}
