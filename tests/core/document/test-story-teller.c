/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/insight/ful-story-teller.h"
#include "insight/overview/ful-overview-types.h"
#include "threads/ful-time-range.h"

typedef struct
{
  FulDocument    *document;
  FulAnalysis    *analysis;
  FulStoryTeller *teller;
  guint           n_changes;
} Fixture;

static void
changed_cb (Fixture *fixture)
{
  fixture->n_changes++;
}

static void
settle (Fixture *fixture)
{
  while (ful_analysis_get_busy (fixture->analysis) || ful_story_teller_get_busy (fixture->teller))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "a a b b b b\n");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_mark (test, thread, "load", FUL_MARKER_PHASE_INTERVAL, 1, 3, NULL);
  ful_test_profile_add (test, "c c c c c c\n");
  profile = ful_test_profile_seal (test);
  fixture->document = ful_document_new (profile);
  fixture->analysis = ful_analysis_new (fixture->document);
  fixture->teller = ful_story_teller_new (fixture->analysis);
  g_signal_connect_swapped (fixture->teller, "changed", G_CALLBACK (changed_cb), fixture);
  ful_story_teller_set_active (fixture->teller, TRUE);
  settle (fixture);
  g_assert_null (ful_story_teller_get_story (fixture->teller));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  FulAnalysis *analysis = fixture->analysis;

  g_assert_finalize_object (fixture->teller);
  g_object_add_weak_pointer (G_OBJECT (analysis), (gpointer *) &analysis);
  g_object_unref (analysis);
  while (analysis)
    g_main_context_iteration (NULL, TRUE);

  g_assert_finalize_object (fixture->document);
}

/* Marks a range without waiting for what is told of it. */
static void
drag (Fixture *fixture,
      double   start,
      double   end)
{
  ful_document_set_preview (fixture->document, &(FulTimeRange) { start, end });
}

/* Returns: (transfer none): the first story of that range */
static const FulStory *
wait_for (Fixture *fixture,
          double   start,
          double   end)
{
  const FulStory *story;

  while (!(story = ful_story_teller_get_story (fixture->teller)) ||
         !ful_time_range_equal (story->weights->range, (FulTimeRange) { start, end }))
    g_main_context_iteration (NULL, TRUE);

  return story;
}

/* What ran is told while the range changes, of the newest one; all of it after a rest. */
static void
test_drag (Fixture       *fixture,
           gconstpointer  data)
{
  const FulStory *story;
  guint n_of_samples = 0;

  /* On a machine with much to do a range may rest for once. */
  for (guint i = 0; i < 10 && n_of_samples == 0; i++)
    {
      drag (fixture, 0, 2);
      drag (fixture, 0, 2 + 0.25 * i);
      drag (fixture, 0, 3 + 0.25 * i);
      story = wait_for (fixture, 0, 3 + 0.25 * i);
      n_of_samples += story->is_of_samples;
    }
  g_assert_cmpuint (n_of_samples, >, 0);
  g_assert_cmpstr (g_array_index (story->functions, FulOverviewFunction, 0).name, ==, "a");
  g_assert_cmpuint (story->markers->len, ==, 0);
  g_assert_cmpuint (story->others->len, ==, 0);
  g_assert_true (ful_story_teller_get_busy (fixture->teller));

  settle (fixture);
  story = ful_story_teller_get_story (fixture->teller);
  g_assert_false (story->is_of_samples);
  g_assert_cmpuint (story->markers->len, ==, 1);
  g_assert_cmpuint (story->others->len, ==, 1);
}

/* A range that is dragged away and back to where it was gets all of its story again. */
static void
test_back (Fixture       *fixture,
           gconstpointer  data)
{
  const FulStory *story;

  drag (fixture, 0, 4);
  settle (fixture);
  do
    {
      drag (fixture, 0, 2);
      story = wait_for (fixture, 0, 2);
      drag (fixture, 0, 4);
    }
  while (!story->is_of_samples);
  settle (fixture);
  story = ful_story_teller_get_story (fixture->teller);
  g_assert_true (ful_time_range_equal (story->weights->range, (FulTimeRange) { 0, 4 }));
  g_assert_false (story->is_of_samples);

  ful_document_set_preview (fixture->document, NULL);
  settle (fixture);
  g_assert_null (ful_story_teller_get_story (fixture->teller));
}

/* Nobody looks: nothing is told. */
static void
test_inactive (Fixture       *fixture,
               gconstpointer  data)
{
  ful_story_teller_set_active (fixture->teller, FALSE);
  drag (fixture, 0, 2);
  g_assert_false (ful_story_teller_get_busy (fixture->teller));
  settle (fixture);
  g_assert_cmpuint (fixture->n_changes, ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/story-teller/drag", Fixture, NULL, set_up, test_drag, tear_down);
  g_test_add ("/story-teller/back", Fixture, NULL, set_up, test_back, tear_down);
  g_test_add ("/story-teller/inactive", Fixture, NULL, set_up, test_inactive, tear_down);

  return g_test_run ();
}
