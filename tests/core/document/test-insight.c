/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/analysis/ful-analysis.h"
#include "document/ful-document-history.h"
#include "document/ful-document-link.h"
#include "document/insight/ful-insight.h"
#include "document/view/ful-change-name.h"
#include "document/view/ful-view-state.h"
#include "stacks/transforms/ful-transforms.h"
#include "viewtext/ful-panel-ids.h"

typedef struct
{
  FulDocument *document;
  FulAnalysis *analysis;
  FulInsight  *insight;
  guint        n_changes;
} Fixture;

static void
changed_cb (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
settle (Fixture *fixture)
{
  while (ful_analysis_get_busy (fixture->analysis) || ful_insight_get_busy (fixture->insight))
    g_main_context_iteration (NULL, TRUE);
}

static void
show_counter_cb (guint   *shown,
                 guint    counter,
                 gpointer insight)
{
  *shown = counter;
}

/* The second counter is memory that grows by 30 MB. */
static void
add_counters (FulTestProfile *test)
{
  static const double counts[] = { 0, 10e6, 20e6, 0, 0 };

  for (guint i = 0; i < 2; i++)
    {
      FulCounter *counter = ful_counter_new ();
      FulTableBuilder *samples;

      counter->name = g_strdup (i == 0 ? "processCPU" : "malloc");
      counter->category = g_strdup (i == 0 ? "CPU" : "Memory");
      counter->pid = g_strdup ("1");
      samples = &ful_profile_builder_add_counter (test->builder, counter)->samples;
      for (guint j = 0; j < G_N_ELEMENTS (counts); j++)
        {
          guint row = ful_table_builder_append (samples, 1);

          FUL_CELLS (samples, FUL_COUNTER_SAMPLE_TIME, double)[row] = j;
          FUL_CELLS (samples, FUL_COUNTER_SAMPLE_COUNT, double)[row] = counts[j];
        }
    }
}

static FulProfile *
make_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "main main     main     main main\n"
                                                         "a    work     work     work b\n"
                                                         "     fmt.Read fmt.Read\n");

  ful_test_profile_mark (test, thread, "load", FUL_MARKER_PHASE_INTERVAL, 1, 3, NULL);
  ful_test_profile_add (test, "main\n"
                              "a\n");
  add_counters (test);

  return ful_test_profile_seal (test);
}

/* Two threads of one name that do the same, and one that does not. */
static FulProfile *
make_team (void)
{
  FulTestProfile *test = ful_test_profile_new ();

  ful_test_profile_add (test, "main main     main\n"
                              "work work     work\n"
                              "     fmt.Read\n");
  ful_test_profile_add (test, "main\n"
                              "a\n");
  ful_test_profile_add (test, "main main\n"
                              "work work\n");

  return ful_test_profile_seal (test);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  FulProfile *(*make) (void) = data ? make_team : make_profile;
  g_autoptr(FulProfile) profile = make ();

  fixture->document = ful_document_new (profile);
  ful_document_set_panel (fixture->document, FUL_PANEL_OVERVIEW);
  fixture->analysis = ful_analysis_new (fixture->document);
  fixture->insight = ful_insight_of (fixture->analysis);
  g_assert_true (ful_insight_of (fixture->analysis) == fixture->insight);
  g_signal_connect_swapped (fixture->insight, "changed", G_CALLBACK (changed_cb), fixture);
  settle (fixture);
  g_assert_null (ful_insight_get_overview (fixture->insight));
  ful_insight_watch (fixture->insight);
  settle (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 1);
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

/* It is of the committed range; what changes nothing in it starts no job, nor does anything while nobody looks. */
static void
test_follows_range (Fixture       *fixture,
                    gconstpointer  data)
{
  g_assert_cmpuint (ful_insight_get_overview (fixture->insight)->n_samples, ==, 6);

  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 2 });
  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, TRUE);
  settle (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 1);

  ful_document_commit_preview (fixture->document);
  g_assert_true (ful_insight_get_busy (fixture->insight));
  settle (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 2);
  g_assert_cmpuint (ful_insight_get_overview (fixture->insight)->n_samples, ==, 3);

  ful_insight_unwatch (fixture->insight);
  ful_document_pop_ranges (fixture->document, 0);
  settle (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 2);
  ful_insight_watch (fixture->insight);
  settle (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 3);
}

/* The view of each row: panel, number of threads, name of the selected function, range, selected marker. */
static char *
describe (Fixture *fixture)
{
  FulViewState *state = ful_document_get_view_state (fixture->document);
  FulProfile *profile = ful_document_get_profile (fixture->document);
  GString *text = g_string_new (state->panel);

  g_string_append_printf (text, " %u", state->options->n_threads);
  if (state->n_path > 0)
    g_string_append_printf (text, " %u:%s", state->n_path, ful_profile_get_func_name (profile, state->path[state->n_path - 1]));
  if (state->options->has_range)
    g_string_append_printf (text, " %g-%g", state->options->range.start, state->options->range.end);
  if (state->marker != FUL_NONE)
    g_string_append_printf (text, " marker %d", state->marker);
  if (state->options->n_transforms > 0)
    g_string_append_printf (text, " %s", state->options->transforms[0]->kind->name);

  return g_string_free (text, FALSE);
}

static void
test_rows (Fixture       *fixture,
           gconstpointer  data)
{
  static const struct { FulOverviewPart part; guint row; const char *view; const char *name; } rows[] = {
    { FUL_OVERVIEW_PART_FINDINGS, 0, "call-tree 1 2:work", "Show Test" },
    { FUL_OVERVIEW_PART_THREADS, 1, "call-tree 1 2:a", "Show Test" },
    { FUL_OVERVIEW_PART_OWN, 0, "functions 2 2:work", "Show work" },
    { FUL_OVERVIEW_PART_FUNCTIONS, 0, "functions 2 2:a", "Show a" },
    { FUL_OVERVIEW_PART_CATEGORIES, 0, "call-tree 2 focus-category", "Show Other" },
    { FUL_OVERVIEW_PART_MARKERS, 0, "marker-table 1 1-3 marker 0", "Show load" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *before = describe (fixture);
      g_autofree char *view = NULL;
      g_autofree char *undone = NULL;
      g_autofree char *name = NULL;

      g_assert_null (ful_document_get_undo (fixture->document));
      g_assert_true (ful_insight_follow (fixture->insight, rows[i].part, rows[i].row));
      settle (fixture);
      view = describe (fixture);
      g_assert_cmpstr (view, ==, rows[i].view);
      name = ful_change_name_new (ful_document_get_profile (fixture->document), ful_document_get_undo (fixture->document));
      g_assert_cmpstr (name, ==, rows[i].name);

      ful_document_undo (fixture->document);
      settle (fixture);
      undone = describe (fixture);
      g_assert_cmpstr (undone, ==, before);
    }

  g_assert_false (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_THREADS, 2));
  g_assert_false (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_FINDINGS, 3));
  g_assert_false (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_REQUESTS, 0));
  g_assert_false (ful_insight_follow (fixture->insight, FUL_N_OVERVIEW_PARTS, 0));
}

/* A sentence about several threads leads to all of them, a row to its own. */
static void
test_team (Fixture       *fixture,
           gconstpointer  data)
{
  const FulFinding *finding = &g_array_index (ful_insight_get_overview (fixture->insight)->findings, FulFinding, 0);
  g_autofree char *of_all = NULL;
  g_autofree char *of_one = NULL;

  g_assert_cmpstr (finding->text, ==, "2 threads Test were busy for 5 ms in all; 100 % of it in work.");
  g_assert_true (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_FINDINGS, 0));
  settle (fixture);
  of_all = describe (fixture);
  g_assert_cmpstr (of_all, ==, "call-tree 2 2:work");
  g_assert_cmpuint (ful_document_get_options (fixture->document)->threads[1], ==, 2);

  g_assert_true (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_THREADS, 0));
  settle (fixture);
  of_one = describe (fixture);
  g_assert_cmpstr (of_one, ==, "call-tree 1 2:work");
}

/* What could hide something goes: search, direction, transforms, ranges that do not contain that of the link. */
static void
test_follow (Fixture       *fixture,
             gconstpointer  data)
{
  FulDocument *document = fixture->document;
  guint thread = 0;
  FulDocumentLink link = { .name = "Link", .n_threads = 1, .threads = &thread, .panel = FUL_PANEL_CALL_TREE,
                           .func = FUL_NONE, .marker = FUL_NONE };
  g_autoptr(FulTransform) drop = ful_transform_new (&(FulTransform) { .kind = &ful_transform_drop_function, .enabled = TRUE, .func = 1 });
  FulViewState *state;

  ful_document_set_threads (document, &thread, 1);
  ful_document_set_preview (document, &(FulTimeRange) { 1, 4 });
  ful_document_commit_preview (document);
  ful_document_set_preview (document, &(FulTimeRange) { 1, 2 });
  ful_document_commit_preview (document);
  ful_document_set_search (document, "x", FUL_SEARCH_DEFAULT);
  ful_document_set_option (document, FUL_OPTION_INVERT, TRUE);
  ful_document_push_transform (document, drop, NULL, 0);

  link.range = &(FulTimeRange) { 2, 9 };
  ful_document_follow (document, &link);
  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_ranges, ==, 1);
  g_assert_cmpfloat (state->options->range.start, ==, 2);
  g_assert_cmpfloat (state->options->range.end, ==, 5);
  g_assert_cmpstr (state->options->search, ==, "");
  g_assert_false (state->options->invert);
  g_assert_cmpuint (state->options->n_transforms, ==, 0);

  ful_document_undo (document);
  state = ful_document_get_view_state (document);
  g_assert_cmpstr (state->panel, ==, FUL_PANEL_OVERVIEW);
  g_assert_cmpstr (state->options->search, ==, "x");
  g_assert_cmpuint (state->n_ranges, ==, 2);
  ful_document_redo (document);
  g_assert_cmpstr (ful_document_get_view_state (document)->panel, ==, FUL_PANEL_CALL_TREE);

  /* An instant is no range. */
  link.range = &(FulTimeRange) { 2, 2 };
  ful_document_follow (document, &link);
  g_assert_cmpuint (ful_document_get_view_state (document)->n_ranges, ==, 1);
}

/* A line about memory leads to the track of its counter, too; others do not. */
static void
test_counter (Fixture       *fixture,
              gconstpointer  data)
{
  guint shown = G_MAXUINT;

  g_signal_connect_swapped (fixture->insight, "show-counter", G_CALLBACK (show_counter_cb), &shown);
  g_assert_true (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_THREADS, 0));
  g_assert_cmpuint (shown, ==, G_MAXUINT);
  g_assert_true (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_MEMORY, 0));
  g_assert_cmpuint (shown, ==, 1);
  g_assert_false (ful_insight_follow (fixture->insight, FUL_OVERVIEW_PART_MEMORY, 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/insight/follows-range", Fixture, NULL, set_up, test_follows_range, tear_down);
  g_test_add ("/insight/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/insight/team", Fixture, "team", set_up, test_team, tear_down);
  g_test_add ("/insight/counter", Fixture, NULL, set_up, test_counter, tear_down);
  g_test_add ("/insight/follow", Fixture, NULL, set_up, test_follow, tear_down);

  return g_test_run ();
}
