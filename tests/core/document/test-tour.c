/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/ful-document-history.h"
#include "document/notes/ful-note-subject.h"
#include "document/tour/ful-tour.h"
#include "document/view/ful-view-text.h"
#include "viewtext/ful-transform-names.h"

typedef struct
{
  FulDocument *document;
  FulAnalysis *analysis;
  FulTour     *tour;
} Fixture;

static void
settle (Fixture *fixture)
{
  while (ful_analysis_get_busy (fixture->analysis))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n"
                                                              "B  B  C   \n"
                                                              "D  D      \n");

  fixture->document = ful_document_new (profile);
  fixture->analysis = ful_analysis_new (fixture->document);
  fixture->tour = ful_tour_new (fixture->analysis);
  settle (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  FulAnalysis *analysis = fixture->analysis;

  g_object_unref (fixture->tour);
  g_object_add_weak_pointer (G_OBJECT (analysis), (gpointer *) &analysis);
  g_object_unref (analysis);
  while (analysis)
    g_main_context_iteration (NULL, TRUE);
  g_assert_finalize_object (fixture->document);
}

static char *
dup_view (Fixture *fixture)
{
  g_auto(FulTransformReader) reader = { NULL };
  FulViewState *state = ful_document_get_view_state (fixture->document);
  g_autofree char *text = NULL;

  ful_transform_reader_init (&reader, ful_document_get_profile (fixture->document), NULL);
  text = ful_view_state_to_text (state, &reader);

  return g_strdup_printf ("%s %g–%g", text, state->options->preview.start, state->options->preview.end);
}

static void
add (GPtrArray  *notes,
     const char *view,
     gboolean    left_out)
{
  g_ptr_array_add (notes, ful_note_new (&(FulNote) {
    .kind = FUL_NOTE_RANGE, .name = (char *) "n", .range = { 0, 2 }, .marker = FUL_NONE, .view = (char *) view, .left_out = left_out,
  }));
}

static GPtrArray *
make_notes (void)
{
  GPtrArray *notes = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_note_unref);

  add (notes, "{\"panel\":\"call-tree\",\"path\":[\"A\",\"B\"]}", FALSE);
  add (notes, "{\"panel\":\"flame-graph\",\"range\":[1,3]}", FALSE);
  add (notes, NULL, FALSE);
  add (notes, "{\"panel\":\"functions\",\"transforms\":[{\"type\":\"merge-function\",\"function\":\"B\"}],\"path\":[\"A\",\"D\"]}", FALSE);
  add (notes, "{\"panel\":\"call-tree\",\"invert\":true,\"search\":\"D\"}", FALSE);
  add (notes, NULL, TRUE);

  return notes;
}

/* Each step is the same from either side, and afterwards all is as before: view, selection, history, zoom. */
static void
test_there_and_back (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autoptr(GPtrArray) notes = make_notes ();
  g_autofree char *before = NULL, *after = NULL;
  char *views[5];
  const FulHistoryStep *undo;
  FulViewState *state;

  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 3 });
  ful_document_commit_preview (fixture->document);
  ful_document_select_path (fixture->document, (FulFuncIndex[]) { 0 }, 1);
  ful_document_set_panel (fixture->document, "stack-chart");
  ful_document_set_zoom (fixture->document, &(FulTimeRange) { 1, 2 });
  state = ful_document_get_view_state (fixture->document);
  undo = ful_document_get_undo (fixture->document);
  before = dup_view (fixture);

  ful_tour_begin (fixture->tour, notes);
  g_assert_cmpuint (ful_tour_get_n_steps (fixture->tour), ==, 5);
  for (guint i = 0; i < 5; i++)
    {
      ful_tour_go (fixture->tour, i);
      settle (fixture);
      g_assert_true (ful_tour_get_note (fixture->tour) == g_ptr_array_index (notes, i));
      g_assert_true (ful_tour_is_whole (fixture->tour));
      g_assert_null (ful_document_get_zoom (fixture->document));
      views[i] = dup_view (fixture);
      g_assert_cmpstr (views[i], !=, i > 0 ? views[i - 1] : before);
    }
  g_assert_nonnull (strstr (views[0], "\"path\":[\"A\",\"B\"]"));
  g_assert_true (g_str_has_suffix (views[0], "0–2"));
  g_assert_true (g_str_has_suffix (views[1], "1–2"));   /* what the committed range has of it */
  for (guint i = 5; i > 0; i--)
    {
      g_autofree char *again = NULL;

      ful_tour_go (fixture->tour, i - 1);
      settle (fixture);
      again = dup_view (fixture);
      g_assert_cmpstr (again, ==, views[i - 1]);
      g_free (views[i - 1]);
    }

  /* What is done meanwhile goes, too. */
  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, TRUE);
  ful_tour_end (fixture->tour);
  settle (fixture);
  after = dup_view (fixture);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (ful_document_get_view_state (fixture->document) == state);
  g_assert_true (ful_document_get_undo (fixture->document) == undo);
  g_assert_cmpfloat (ful_document_get_zoom (fixture->document)->end, ==, 2);
  g_assert_null (ful_tour_get_note (fixture->tour));
}

static void
assert_selected (Fixture    *fixture,
                 const char *expected)
{
  FulViewState *state = ful_document_get_view_state (fixture->document);
  g_autoptr(GString) path = g_string_new (NULL);

  for (guint i = 0; i < state->n_path; i++)
    g_string_append (path, ful_profile_get_func_name (ful_document_get_profile (fixture->document), state->path[i]));
  g_assert_cmpstr (path->str, ==, expected);
}

/* Of a call node that is not there the nearest ancestor is selected, and that is known; other names leave the subject. */
static void
test_missing (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct { const char *view, *selected; gboolean is_whole; } rows[] = {
    { "{\"path\":[\"A\",\"B\",\"D\"]}", "ABD", TRUE },
    { "{\"path\":[\"A\",\"B\",\"gone\",\"D\"]}", "AB", FALSE },
    { "{\"path\":[\"A\",\"C\",\"D\"]}", "AC", FALSE },      /* known functions, no such node */
    { "{\"path\":[\"A\",\"B\"],\"pathNumbers\":[77,-1]}", "AB", TRUE },
    { "{\"path\":[\"gone\"]}", "", FALSE },
    { "{\"thread\":9}", "", FALSE },
    { "{\"transforms\":[{\"type\":\"merge-function\",\"function\":\"gone\"}]}", "", FALSE },
    { "{\"path\":7}", "", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(FulNote) note = ful_note_new (&(FulNote) {
        .kind = FUL_NOTE_RANGE, .name = (char *) "n", .range = { 0, 4 }, .marker = FUL_NONE, .view = (char *) rows[i].view,
      });

      g_test_message ("%s", rows[i].view);
      ful_document_select_path (fixture->document, NULL, 0);
      settle (fixture);
      ful_tour_show (fixture->tour, note);
      settle (fixture);
      assert_selected (fixture, rows[i].selected);
      g_assert_cmpint (ful_tour_is_whole (fixture->tour), ==, rows[i].is_whole);
    }
}

/* A link of a note is a step, or a view that goes with the tour. */
static void
test_links (Fixture       *fixture,
            gconstpointer  data)
{
  static const struct { const char *link; guint step; } rows[] = { { "#3", 2 }, { "#1", 0 }, { "#0", 0 }, { "#99999999999999999999", 4 } };
  g_autoptr(GPtrArray) notes = make_notes ();
  g_autoptr(GError) error = NULL;
  FulViewState *before = ful_document_get_view_state (fixture->document);

  ful_tour_begin (fixture->tour, notes);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_true (ful_tour_follow (fixture->tour, rows[i].link, NULL));
      g_assert_cmpuint (ful_tour_get_step (fixture->tour), ==, rows[i].step);
    }
  g_assert_true (ful_tour_follow (fixture->tour, "https://profiler.firefox.com/public/x/stack-chart/?v=17", NULL));
  g_assert_cmpstr (ful_document_get_view_state (fixture->document)->panel, ==, "stack-chart");
  g_assert_cmpuint (ful_tour_get_step (fixture->tour), ==, 4);
  g_assert_false (ful_tour_follow (fixture->tour, "https://profiler.firefox.com/public/x/no-such-panel/?v=999", &error));
  g_assert_nonnull (error);

  ful_tour_end (fixture->tour);
  g_assert_true (ful_document_get_view_state (fixture->document) == before);
  settle (fixture);
}

/* Notes without a view, of older files. */
static void
test_subjects (Fixture       *fixture,
               gconstpointer  data)
{
  FulProfile *profile = ful_document_get_profile (fixture->document);
  g_autoptr(FulFuncNames) names = ful_func_names_new (profile);
  g_autoptr(FulNote) func = ful_note_new_for_func (profile, ful_func_names_find (names, "D", NULL), 0);
  g_autoptr(FulNote) gone = ful_note_new (&(FulNote) {
    .kind = FUL_NOTE_FUNCTION, .name = (char *) "f", .marker = FUL_NONE, .subject = (char *) "gone", .origin = (char *) "",
  });
  g_autoptr(FulNote) marker = ful_note_new (&(FulNote) {
    .kind = FUL_NOTE_MARKER, .name = (char *) "m", .range = { 2, 2 }, .marker = 5, .subject = (char *) "m",
  });

  ful_tour_show (fixture->tour, func);
  settle (fixture);
  assert_selected (fixture, "ABD");
  g_assert_true (ful_tour_is_whole (fixture->tour));

  ful_tour_show (fixture->tour, gone);
  settle (fixture);
  g_assert_false (ful_tour_is_whole (fixture->tour));

  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 1 });
  ful_document_commit_preview (fixture->document);
  ful_tour_show (fixture->tour, marker);
  g_assert_cmpstr (ful_document_get_view_state (fixture->document)->panel, ==, "marker-table");
  g_assert_cmpint (ful_document_get_view_state (fixture->document)->marker, ==, 5);
  g_assert_cmpuint (ful_document_get_view_state (fixture->document)->n_ranges, ==, 0);
  settle (fixture);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/tour/there-and-back", test_there_and_back);
  ADD ("/tour/missing", test_missing);
  ADD ("/tour/links", test_links);
  ADD ("/tour/subjects", test_subjects);

  return g_test_run ();
}
