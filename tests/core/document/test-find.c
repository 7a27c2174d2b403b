/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/analysis/ful-analysis.h"
#include "document/find/ful-find-link.h"
#include "document/find/ful-find.h"
#include "document/ful-document-history.h"
#include "document/insight/ful-insight.h"
#include "document/view/ful-view-state.h"
#include "threads/ful-view-options.h"
#include "viewtext/ful-panel-ids.h"

typedef struct
{
  FulDocument *document;
  FulAnalysis *analysis;
  FulFind     *find;
} Fixture;

static FulFindNames *const no_others[FUL_N_FIND_KINDS];

static void
settle (Fixture *fixture)
{
  while (ful_analysis_get_busy (fixture->analysis) || ful_find_get_busy (fixture->find))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main main main main main main\n"
                                                         "a    work work work b    b\n");
  FulThreadBuilder *other = ful_test_profile_add (test, "main main\n"
                                                        "other a\n");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_mark (test, thread, "load, all", FUL_MARKER_PHASE_INTERVAL, 1, 3, NULL);
  ful_test_profile_mark (test, other, "load, all", FUL_MARKER_PHASE_INTERVAL, 0, 1, NULL);
  ful_test_profile_mark (test, thread, "Load 1", FUL_MARKER_PHASE_INTERVAL, 2, 4,
                         "{\"type\":\"Network\",\"URI\":\"https://example.net/a.css\",\"id\":1,\"status\":\"STATUS_STOP\","
                         "\"startTime\":2,\"endTime\":4}");
  profile = ful_test_profile_seal (test);
  fixture->document = ful_document_new (profile);
  ful_document_set_panel (fixture->document, FUL_PANEL_CALL_TREE);
  fixture->analysis = ful_analysis_new (fixture->document);
  fixture->find = ful_find_of (fixture->analysis);
  g_assert_true (ful_find_of (fixture->analysis) == fixture->find);
  settle (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  FulAnalysis *analysis = fixture->analysis;

  g_object_add_weak_pointer (G_OBJECT (analysis), (gpointer *) &analysis);
  g_object_unref (analysis);
  while (analysis)
    g_main_context_iteration (NULL, TRUE);

  g_assert_finalize_object (fixture->document);
}

static void
search (Fixture    *fixture,
        const char *text)
{
  ful_find_search_for (fixture->find, text, FUL_NONE, no_others, 3);
  settle (fixture);
}

/* Goes to the first result. */
static void
go (Fixture  *fixture,
    gboolean  with_time)
{
  const GArray *groups = ful_find_get_groups (fixture->find);
  const FulFindGroup *group = &g_array_index (groups, FulFindGroup, 0);
  FulViewState *before = ful_document_get_view_state (fixture->document);

  g_assert_cmpuint (groups->len, >, 0);
  g_assert_true (ful_find_go (fixture->find, ful_find_get_catalog (fixture->find), group->kind,
                              g_array_index (group->match->hits, FulFindHit, 0).row, with_time));
  while (ful_document_get_view_state (fixture->document) == before)
    g_main_context_iteration (NULL, TRUE);
  settle (fixture);
}

/* Panel, threads, search, marked range, selected function, selected marker. */
static char *
describe (Fixture *fixture)
{
  FulViewState *state = ful_document_get_view_state (fixture->document);
  FulProfile *profile = ful_document_get_profile (fixture->document);
  GString *text = g_string_new (state->panel);

  for (guint i = 0; i < state->options->n_threads; i++)
    g_string_append_printf (text, " %u", state->options->threads[i]);
  g_string_append_printf (text, " \"%s\" \"%s\"", state->options->search, state->marker_search);
  if (state->options->has_preview)
    g_string_append_printf (text, " %.3g-%.3g", state->options->preview.start, state->options->preview.end);
  if (state->n_path > 0)
    g_string_append_printf (text, " %s", ful_profile_get_func_name (profile, state->path[state->n_path - 1]));
  if (state->marker != FUL_NONE)
    g_string_append_printf (text, " marker %d", state->marker);

  return g_string_free (text, FALSE);
}

/* Each kind leads to its view in one step, and Undo back. */
static void
test_go (Fixture       *fixture,
         gconstpointer  data)
{
  static const struct { const char *text; gboolean with_time; const char *view, *name; } rows[] = {
    { "@work", FALSE, "functions 0 \"\" \"\" work", "Show work" },
    { "@work", TRUE, "functions 0 \"\" \"\" 1-1.17 work", "Show work" },
    { "@other", FALSE, "functions 1 \"\" \"\" other", "Show other" },
    { "#load", FALSE, "marker-table 0 1 \"\" \"name:load\"", "Show load, all" },
    { "#load", TRUE, "marker-table 0 1 \"\" \"name:load\" 1-3", "Show load, all" },
    { "a.css", FALSE, "network 0 \"\" \"\" marker 0", "Show https://example.net/a.css" },
    { "a.css", TRUE, "network 0 \"\" \"\" 0-4 marker 0", "Show https://example.net/a.css" },
    { "libtest", FALSE, "functions 0 1 \"libtest.so\" \"\"", "Show libtest.so" },
  };
  g_autofree char *begin = NULL;

  ful_document_set_threads (fixture->document, &(guint) { 0 }, 1);
  settle (fixture);
  begin = describe (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *view = NULL, *after = NULL;

      search (fixture, rows[i].text);
      go (fixture, rows[i].with_time);
      view = describe (fixture);
      g_assert_cmpstr (view, ==, rows[i].view);
      g_assert_cmpstr (ful_document_get_undo (fixture->document)->name, ==, rows[i].name);
      ful_document_undo (fixture->document);
      settle (fixture);
      after = describe (fixture);
      g_assert_cmpstr (after, ==, begin);
    }
}

/* A thread alone, and in addition; a time with what is around it, out of a range that does not have it. */
static void
test_threads_and_times (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autofree char *both = NULL, *time = NULL;

  ful_document_set_threads (fixture->document, &(guint) { 0 }, 1);
  search (fixture, "%");
  g_assert_true (ful_find_go (fixture->find, ful_find_get_catalog (fixture->find), FUL_FIND_THREADS, 1, TRUE));
  g_assert_true (ful_find_go (fixture->find, ful_find_get_catalog (fixture->find), FUL_FIND_THREADS, 1, TRUE));
  settle (fixture);
  both = describe (fixture);
  g_assert_true (g_str_has_prefix (both, "call-tree 0 1 \"\" \"\""));

  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 2 });
  ful_document_commit_preview (fixture->document);
  ful_find_follow_time (fixture->document, (FulTimeRange) { 3, 4 });
  settle (fixture);
  time = describe (fixture);
  g_assert_true (g_str_has_prefix (time, "call-tree 0 1 \"\" \"\" 3-4"));
  g_assert_false (ful_document_get_options (fixture->document)->has_range);
  ful_document_undo (fixture->document);
  g_assert_true (ful_document_get_options (fixture->document)->has_range);
}

/* It is of the committed range, and listed again for another one only. */
static void
test_range (Fixture       *fixture,
            gconstpointer  data)
{
  FulFindCatalog *whole;

  search (fixture, "@b");
  g_assert_cmpuint (ful_find_get_groups (fixture->find)->len, ==, 1);
  whole = ful_find_get_catalog (fixture->find);
  search (fixture, "@work");
  g_assert_true (ful_find_get_catalog (fixture->find) == whole);

  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 2 });
  ful_document_commit_preview (fixture->document);
  search (fixture, "@b");
  g_assert_cmpuint (ful_find_get_groups (fixture->find)->len, ==, 0);
}

/* A search stops the one before; results are of the last one. What the window has is found without a document, too. */
static void
test_others (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr(FulFind) alone = ful_find_new ();
  g_autoptr(FulFindNames) commands = ful_find_names_new ();
  FulFindNames *others[FUL_N_FIND_KINDS] = { [FUL_FIND_COMMANDS] = commands };

  ful_find_names_add (commands, "Work", 7, 0);
  for (guint i = 0; i < 5; i++)
    ful_find_search_for (fixture->find, "a", FUL_NONE, others, 3);
  ful_find_search_for (fixture->find, "work", FUL_NONE, others, 3);
  settle (fixture);
  g_assert_cmpuint (ful_find_get_groups (fixture->find)->len, ==, 3);   /* also “Network”, a track */
  g_assert_cmpstr (ful_find_get_query (fixture->find)->rest, ==, "work");

  ful_find_search_for (alone, "work", FUL_NONE, others, 3);
  while (ful_find_get_busy (alone))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (ful_find_get_groups (alone)->len, ==, 1);
  g_assert_null (ful_find_get_catalog (alone));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/find/go", Fixture, NULL, set_up, test_go, tear_down);
  g_test_add ("/find/threads-and-times", Fixture, NULL, set_up, test_threads_and_times, tear_down);
  g_test_add ("/find/range", Fixture, NULL, set_up, test_range, tear_down);
  g_test_add ("/find/others", Fixture, NULL, set_up, test_others, tear_down);

  return g_test_run ();
}
