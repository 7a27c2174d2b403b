/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "document/ful-document-history.h"
#include "document/ful-document-markers.h"
#include "document/ful-document.h"
#include "document/view/ful-view-text.h"
#include "stacks/transforms/ful-transforms.h"
#include "ful-test-profile.h"

static FulDocument *
create_document (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n"
                                                              "B  B  C   \n");

  return ful_document_new (profile);
}

static void
count_cb (guint *n_changes)
{
  (*n_changes)++;
}

static void
test_setters_notify_once (void)
{
  g_autoptr(FulDocument) document = create_document ();
  guint n_changes = 0;

  g_signal_connect_swapped (document, "notify::view-state", G_CALLBACK (count_cb), &n_changes);

  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  g_assert_cmpuint (n_changes, ==, 1);

  ful_document_set_search (document, "B", FUL_SEARCH_DEFAULT);
  ful_document_set_search (document, "B", FUL_SEARCH_DEFAULT);
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpstr (ful_document_get_options (document)->search, ==, "B");
  g_assert_true (ful_document_get_options (document)->invert);
}

/* Old steps are forgotten, the newest 100 are not. */
static void
test_history_is_bounded (void)
{
  g_autoptr(FulDocument) document = create_document ();
  guint n_steps = 0;

  for (guint i = 0; i < 2000; i++)
    ful_document_set_option (document, FUL_OPTION_INVERT, i % 2 == 0);
  while (ful_document_get_undo (document))
    {
      ful_document_undo (document);
      n_steps++;
    }
  g_assert_cmpuint (n_steps, >=, 100);
  g_assert_cmpuint (n_steps, <, 1000);
}

/* Undo takes back figures wherever they were changed, and leaves the panel; back returns to panels and threads, and
 * leaves the figures. */
static void
test_places_are_no_steps (void)
{
  g_autoptr(FulDocument) document = create_document ();
  g_autoptr(FulTransform) merge = ful_transform_new (&(FulTransform) { .kind = &ful_transform_merge_function,
                                                                       .enabled = TRUE, .func = 1 });
  FulFuncIndex path[] = { 0, 1 };

  ful_document_set_panel (document, "call-tree");
  g_assert_false (ful_document_can_go_back (document));
  ful_document_set_threads (document, (guint[]) { 0 }, 1);
  ful_document_push_transform (document, merge, path, 1);
  ful_document_set_panel (document, "flame-graph");
  ful_document_select_path (document, path, 2);

  ful_document_undo (document);
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 0);
  g_assert_cmpstr (ful_document_get_view_state (document)->panel, ==, "flame-graph");
  ful_document_redo (document);
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 1);
  g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 2);

  ful_document_go_back (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->panel, ==, "call-tree");
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 1);
  g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 1);
  ful_document_go_forward (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->panel, ==, "flame-graph");
  g_assert_false (ful_document_can_go_forward (document));

  /* A step of other threads shows them again, which is a place too. */
  ful_document_set_threads (document, (guint[]) { 1 }, 1);
  ful_document_undo (document);
  g_assert_cmpuint (ful_document_get_options (document)->threads[0], ==, 0);
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 0);
  ful_document_go_back (document);
  g_assert_cmpuint (ful_document_get_options (document)->threads[0], ==, 1);
  ful_document_go_back (document);
  g_assert_cmpuint (ful_document_get_options (document)->threads[0], ==, 0);
  g_assert_cmpuint (ful_document_get_options (document)->n_transforms, ==, 0);

  /* Another place drops those after it, another step the undone ones. */
  ful_document_set_panel (document, "functions");
  g_assert_false (ful_document_can_go_forward (document));
  g_assert_nonnull (ful_document_get_redo (document));
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  g_assert_null (ful_document_get_redo (document));
}

/* The zoom of charts is no step, and ends with the committed range. */
static void
test_zoom (void)
{
  g_autoptr(FulDocument) document = create_document ();
  guint n_changes = 0;

  g_signal_connect_swapped (document, "notify::zoom", G_CALLBACK (count_cb), &n_changes);
  g_assert_null (ful_document_get_zoom (document));
  ful_document_set_zoom (document, &(FulTimeRange) { 1, 2 });
  ful_document_set_zoom (document, &(FulTimeRange) { 1, 2 });
  g_assert_cmpuint (n_changes, ==, 1);
  g_assert_null (ful_document_get_undo (document));

  ful_document_set_preview (document, &(FulTimeRange) { 1, 2 });
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  g_assert_cmpfloat (ful_document_get_zoom (document)->end, ==, 2);

  ful_document_commit_preview (document);
  g_assert_null (ful_document_get_zoom (document));
  ful_document_set_zoom (document, &(FulTimeRange) { 1, 1.5 });
  ful_document_undo (document);
  g_assert_null (ful_document_get_zoom (document));
  g_assert_cmpuint (n_changes, ==, 4);
}

/* A state that somebody holds does not change. */
static void
test_states_are_immutable (void)
{
  g_autoptr(FulDocument) document = create_document ();
  g_autoptr(FulViewState) before = ful_view_state_ref (ful_document_get_view_state (document));
  FulFuncIndex path[] = { 0, 1 };

  ful_document_select_path (document, path, 2);
  ful_document_set_preview (document, &(FulTimeRange) { 1, 2 });
  ful_document_commit_preview (document);

  g_assert_cmpuint (before->n_path, ==, 0);
  g_assert_cmpuint (before->n_ranges, ==, 0);
  g_assert_false (before->options->has_preview);
  g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 2);
}

static void
test_ranges_nest (void)
{
  g_autoptr(FulDocument) document = create_document ();
  FulTimeRange all = ful_document_get_visible_range (document);
  FulViewState *state;

  g_assert_cmpfloat (all.start, ==, 0);

  ful_document_set_preview (document, &(FulTimeRange) { 1, 3 });
  ful_document_commit_preview (document);
  ful_document_set_preview (document, &(FulTimeRange) { 0.5, 2 });   /* cut at the visible range */
  g_assert_cmpfloat (ful_document_get_options (document)->preview.start, ==, 1);
  ful_document_commit_preview (document);

  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_ranges, ==, 2);
  g_assert_false (state->options->has_preview);
  g_assert_cmpfloat (ful_document_get_visible_range (document).end, ==, 2);

  ful_document_pop_ranges (document, 1);
  g_assert_cmpfloat (ful_document_get_visible_range (document).end, ==, 3);
  ful_document_pop_ranges (document, 0);
  g_assert_cmpfloat (ful_document_get_visible_range (document).end, ==, all.end);
  g_assert_false (ful_document_get_options (document)->has_range);
}

static void
test_empty_preview_is_none (void)
{
  g_autoptr(FulDocument) document = create_document ();

  ful_document_set_preview (document, &(FulTimeRange) { 1, 1 });
  g_assert_false (ful_document_get_options (document)->has_preview);
  ful_document_set_preview (document, &(FulTimeRange) { 1, 2 });
  ful_document_set_preview (document, &(FulTimeRange) { 1e9, 2e9 });   /* all of it outside */
  g_assert_false (ful_document_get_options (document)->has_preview);
}

static void
test_other_thread_has_no_selection (void)
{
  g_autoptr(FulDocument) document = create_document ();
  FulFuncIndex path[] = { 0 };

  ful_document_select_path (document, path, 1);
  ful_document_set_threads (document, &(guint) { 0 }, 1);
  g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 0);
}

/* What is copied reads back as the same state, and what is wrong is said by name. */
static void
test_view_text (void)
{
  static const struct { const char *text, *expected; } wrong[] = {
    { "{ \"thread\": 7 }", "no thread 7" },
    { "{\"panel\":1}", "panel" }, { "{\"markerSearch\":[]}", "markerSearch" },
    { "{\"networkSearch\":null}", "networkSearch" }, { "{\"marker\":-1}", "marker" }, { "{\"marker\":\"1\"}", "marker" },
    { "{\"markerColumns\":\"x\"}", "markerColumns" }, { "{\"markerColumns\":[1]}", "markerColumns" },
    { "{\"markerSort\":[\"start-asc\"]}", "markerSort" },
    { "{\"paneel\":\"x\"}", "paneel" },
  };
  g_autoptr(FulDocument) document = create_document ();
  FulProfile *profile = ful_document_get_profile (document);
  g_auto(FulTransformReader) reader = { NULL };
  g_autofree char *text = NULL;
  g_autofree char *again = NULL;
  g_autoptr(FulViewState) state = NULL;
  guint thread = 0;

  ful_transform_reader_init (&reader, profile, NULL);
  ful_document_set_threads (document, &thread, 1);
  ful_document_set_panel (document, "marker-table");
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SEARCH, "name:\"x\"");
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_NETWORK_SEARCH, "y");
  ful_document_set_marker_columns (document, (const char *[]) { "URI", "size", NULL });
  ful_document_set_marker_text (document, FUL_MARKER_TEXT_SORT, "field:size-desc~field:gone-asc~name-asc");
  ful_document_select_marker (document, 3, NULL);
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);

  text = ful_view_state_to_text (ful_document_get_view_state (document), &reader);
  state = ful_view_state_new_from_text (text, profile, NULL);
  g_assert_cmpstr (state->panel, ==, "marker-table");
  g_assert_cmpstr (state->marker_search, ==, "name:\"x\"");
  g_assert_cmpstr (state->network_search, ==, "y");
  g_assert_cmpint (state->marker, ==, 3);
  g_assert_cmpstr (state->marker_columns[0], ==, "URI");
  g_assert_cmpstr (state->marker_columns[1], ==, "size");
  g_assert_null (state->marker_columns[2]);
  g_assert_cmpstr (state->marker_sort, ==, "field:size-desc~field:gone-asc~name-asc");
  g_assert_true (ful_view_options_equal (state->options, ful_document_get_options (document)));
  again = ful_view_state_to_text (state, &reader);
  g_assert_cmpstr (again, ==, text);

  /* Rows are not sorted by a column that goes. */
  ful_document_set_marker_columns (document, (const char *[]) { "URI", NULL });
  g_assert_cmpstr (ful_document_get_view_state (document)->marker_sort, ==, "name-asc");
  ful_document_undo (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->marker_sort, ==, state->marker_sort);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_view_state_new_from_text (wrong[i].text, profile, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
      g_assert_nonnull (strstr (error->message, wrong[i].expected));
    }
}

/* A link of the front-end is a view as well; of its ranges all can be gone back to. */
static void
test_link (void)
{
  g_autoptr(FulDocument) document = create_document ();
  g_autoptr(GError) error = NULL;
  g_autoptr(FulViewState) state = ful_view_state_new_from_text (
    "https://profiler.firefox.com/public/abc/marker-table/?thread=0&range=0m3~1m1&marker=4&markerSearch=a&networkSearch=b"
    "&markerSort=name-desc&hiddenGlobalTracks=0&v=17", ful_document_get_profile (document), &error);

  g_assert_no_error (error);
  g_assert_cmpstr (state->panel, ==, "marker-table");
  g_assert_true (ful_view_options_has_threads (state->options, &(guint) { 0 }, 1));
  g_assert_cmpuint (state->n_ranges, ==, 2);
  g_assert_cmpfloat (state->ranges[0].end, ==, 3);
  g_assert_cmpfloat (state->options->range.start, ==, 1);
  g_assert_cmpint (state->marker, ==, 4);
  g_assert_cmpstr (state->marker_search, ==, "a");
  g_assert_cmpstr (state->network_search, ==, "b");
  g_assert_cmpstr (state->marker_sort, ==, "name-desc");
  g_assert_true (state->tracks->has_hidden);

  g_assert_null (ful_view_state_new_from_text ("https://example.org/", ful_document_get_profile (document), &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
}

/* No path is one, too. */
static void
test_has_path (void)
{
  const FulFuncIndex path[] = { 0, 1 };
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulViewState) none = ful_view_state_new (options);
  g_autoptr(FulViewState) state = ful_view_state_copy (none);

  ful_view_state_set_path (state, path, 2);
  g_assert_true (ful_view_state_has_path (none, NULL, 0));
  g_assert_false (ful_view_state_has_path (none, path, 2));
  g_assert_true (ful_view_state_has_path (state, (const FulFuncIndex[]) { 0, 1 }, 2));
  g_assert_false (ful_view_state_has_path (state, (const FulFuncIndex[]) { 0, 2 }, 2));
  g_assert_false (ful_view_state_has_path (state, path, 1));
  g_assert_false (ful_view_state_has_path (state, NULL, 0));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/document/setters-notify-once", test_setters_notify_once);
  g_test_add_func ("/document/history-is-bounded", test_history_is_bounded);
  g_test_add_func ("/document/places-are-no-steps", test_places_are_no_steps);
  g_test_add_func ("/document/zoom", test_zoom);
  g_test_add_func ("/document/states-are-immutable", test_states_are_immutable);
  g_test_add_func ("/document/ranges-nest", test_ranges_nest);
  g_test_add_func ("/document/empty-preview-is-none", test_empty_preview_is_none);
  g_test_add_func ("/document/other-thread-has-no-selection", test_other_thread_has_no_selection);
  g_test_add_func ("/document/view-text", test_view_text);
  g_test_add_func ("/document/link", test_link);
  g_test_add_func ("/document/has-path", test_has_path);

  return g_test_run ();
}
