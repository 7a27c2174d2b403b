/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "document/analysis/ful-analysis.h"
#include "document/ful-document-history.h"
#include "stacks/transforms/ful-transforms.h"

typedef struct
{
  FulDocument *document;
  FulAnalysis *analysis;
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
  g_signal_connect_swapped (fixture->analysis, "changed", G_CALLBACK (changed_cb), fixture);
  g_assert_true (ful_analysis_get_busy (fixture->analysis));
  g_assert_null (ful_analysis_get_tree (fixture->analysis));
  settle (fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  FulAnalysis *analysis = fixture->analysis;

  /* Jobs that were cancelled may still hold the analysis for a moment. */
  g_object_add_weak_pointer (G_OBJECT (analysis), (gpointer *) &analysis);
  g_object_unref (analysis);
  while (analysis)
    g_main_context_iteration (NULL, TRUE);

  g_assert_finalize_object (fixture->document);
}

static void
test_first_result (Fixture       *fixture,
                   gconstpointer  data)
{
  FulCallTree *tree = ful_analysis_get_tree (fixture->analysis);

  g_assert_cmpuint (fixture->n_changes, ==, 1);
  g_assert_cmpfloat (tree->root_total, ==, 4);
}

/* Brushing keeps the call nodes and replaces the numbers; selecting keeps both. */
static void
test_stages_are_kept (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(FulCallTree) first = ful_call_tree_ref (ful_analysis_get_tree (fixture->analysis));
  g_autoptr(GArray) path = ful_call_tree_get_path (first, 0);

  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 1.5 });
  settle (fixture);
  g_assert_true (ful_analysis_get_tree (fixture->analysis) != first);
  g_assert_true (ful_analysis_get_tree (fixture->analysis)->nodes == first->nodes);
  g_assert_cmpfloat (ful_analysis_get_tree (fixture->analysis)->root_total, ==, 2);

  ful_document_set_preview (fixture->document, NULL);
  settle (fixture);
  g_assert_cmpfloat (ful_analysis_get_tree (fixture->analysis)->root_total, ==, 4);

  {
    g_autoptr(FulCallTree) before = ful_call_tree_ref (ful_analysis_get_tree (fixture->analysis));

    ful_document_select_path (fixture->document, (FulFuncIndex *) path->data, path->len);
    settle (fixture);
    g_assert_true (ful_analysis_get_tree (fixture->analysis) == before);
    g_assert_cmpint (ful_analysis_get_node (fixture->analysis), ==, 0);
    g_assert_cmpfloat (ful_analysis_get_breakdown (fixture->analysis)->total, ==, 4);
    g_assert_cmpfloat (ful_analysis_get_breakdown (fixture->analysis)->self, ==, 1);
  }
}

/* However fast the state changes, the last one wins, and results in between
 * are never older than the ones before them. */
static void
test_last_state_wins (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr(GRand) random = g_rand_new_with_seed (7);
  guint n_before = fixture->n_changes;

  for (guint i = 0; i < 500; i++)
    {
      double start = g_rand_double_range (random, 0, 3);

      ful_document_set_preview (fixture->document, &(FulTimeRange) { start, start + 1 });
      if (g_rand_int_range (random, 0, 4) == 0)
        ful_document_set_option (fixture->document, FUL_OPTION_INVERT, g_rand_boolean (random));
      g_assert_nonnull (ful_analysis_get_tree (fixture->analysis));
      g_assert_null (ful_analysis_get_error (fixture->analysis));   /* of a job that was cancelled */
      if (g_rand_boolean (random))
        g_main_context_iteration (NULL, FALSE);
    }

  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, FALSE);
  ful_document_set_preview (fixture->document, &(FulTimeRange) { 0, 2.5 });
  settle (fixture);
  g_assert_cmpfloat (ful_analysis_get_tree (fixture->analysis)->root_total, ==, 3);
  g_assert_null (ful_analysis_get_tree (fixture->analysis)->inverted);
  g_assert_cmpuint (fixture->n_changes, >, n_before);
}

/* A stack is its call node; where the tree has none, or is of leaves, its function is the heaviest one. */
static void
test_select_stack (Fixture       *fixture,
                   gconstpointer  data)
{
  FulFuncIndex known[] = { 0, 3 }, unknown[] = { 3, 0, 1 }, missing[] = { 0, 99 };   /* A C, C A B */

  g_assert_true (ful_analysis_select_stack (fixture->analysis, known, 2));
  g_assert_cmpmem (ful_document_get_view_state (fixture->document)->path, 8, known, 8);
  g_assert_true (ful_analysis_select_stack (fixture->analysis, unknown, 3));
  g_assert_cmpuint (ful_document_get_view_state (fixture->document)->n_path, ==, 2);
  g_assert_cmpmem (ful_document_get_view_state (fixture->document)->path, 8, ((FulFuncIndex[]) { 0, 1 }), 8);
  g_assert_false (ful_analysis_select_stack (fixture->analysis, missing, 2));
  settle (fixture);

  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, TRUE);
  settle (fixture);
  g_assert_true (ful_analysis_select_stack (fixture->analysis, known, 2));
  g_assert_cmpuint (ful_document_get_view_state (fixture->document)->n_path, ==, 1);
  g_assert_cmpint (ful_document_get_view_state (fixture->document)->path[0], ==, 3);
}

/* Of the call nodes of a function the heaviest one is selected. */
static void
test_select_func (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  B  B  D\n"
                                                              "C  C  C  C\n");
  g_autoptr(FulDocument) document = ful_document_new (profile);
  g_autoptr(FulAnalysis) analysis = ful_analysis_new (document);
  FulCallTree *tree;
  FulViewState *state;

  while (ful_analysis_get_busy (analysis))
    g_main_context_iteration (NULL, TRUE);
  tree = ful_analysis_get_tree (analysis);
  g_assert_true (ful_analysis_select_func (analysis, ful_call_tree_get_func (tree, 1)));
  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_path, ==, 2);
  g_assert_cmpstr (ful_profile_get_func_name (profile, state->path[0]), ==, "B");
  g_assert_cmpstr (ful_profile_get_func_name (profile, state->path[1]), ==, "C");
}

static void
test_push_transform (Fixture       *fixture,
                     gconstpointer  data)
{
  FulFuncIndex path[] = { 0, 1 };   /* A B */

  g_assert_false (ful_analysis_push_transform (fixture->analysis, &ful_transform_merge_function));

  ful_document_select_path (fixture->document, path, G_N_ELEMENTS (path));
  g_assert_false (ful_analysis_push_transform (fixture->analysis, &ful_transform_collapse_recursion));
  g_assert_cmpuint (ful_document_get_options (fixture->document)->n_transforms, ==, 0);

  g_assert_true (ful_analysis_push_transform (fixture->analysis, &ful_transform_focus_function));
  settle (fixture);
  g_assert_cmpuint (ful_document_get_options (fixture->document)->n_transforms, ==, 1);
  g_assert_cmpfloat (ful_analysis_get_tree (fixture->analysis)->root_total, ==, 2);
  g_assert_cmpstr (ful_call_tree_get_name (ful_analysis_get_tree (fixture->analysis),
                                           ful_analysis_get_node (fixture->analysis)), ==, "B");
}

typedef struct
{
  guint               n;
  FulTransform       *transform;
  FulTransformEffect *effect;
} Transformed;

static void
transformed_cb (Transformed        *transformed,
                FulTransform       *transform,
                FulTransformEffect *effect)
{
  transformed->n++;
  g_clear_pointer (&transformed->transform, ful_transform_unref);
  g_clear_pointer (&transformed->effect, ful_transform_effect_unref);
  transformed->transform = ful_transform_ref (transform);
  transformed->effect = ful_transform_effect_ref (effect);
}

/* What changes nothing is as if it had not been done; what changes something says what. */
static void
test_nothing (Fixture       *fixture,
              gconstpointer  data)
{
  FulFuncIndex path[] = { 0, 1, 2 };   /* A B D */
  Transformed transformed = { 0 };
  FulViewState *before;
  FulCallTree *tree;
  guint n_changes;

  g_signal_connect_swapped (fixture->analysis, "transformed", G_CALLBACK (transformed_cb), &transformed);
  ful_document_select_path (fixture->document, path, G_N_ELEMENTS (path));
  settle (fixture);
  before = ful_document_get_view_state (fixture->document);
  tree = ful_analysis_get_tree (fixture->analysis);
  n_changes = fixture->n_changes;

  g_assert_true (ful_analysis_push_transform (fixture->analysis, &ful_transform_collapse_function_subtree));
  settle (fixture);
  g_assert_cmpuint (transformed.n, ==, 1);
  g_assert_false (transformed.effect->changes);
  g_assert_true (transformed.transform->kind == &ful_transform_collapse_function_subtree);
  g_assert_null (ful_document_get_undo (fixture->document));
  g_assert_null (ful_document_get_redo (fixture->document));
  g_assert_true (ful_document_get_view_state (fixture->document) == before);
  /* No panel has seen other results. */
  g_assert_true (ful_analysis_get_tree (fixture->analysis) == tree);
  g_assert_cmpuint (fixture->n_changes, ==, n_changes + 1);

  g_assert_true (ful_analysis_push_transform (fixture->analysis, &ful_transform_merge_function));
  settle (fixture);
  g_assert_cmpuint (transformed.n, ==, 2);
  g_assert_true (transformed.effect->changes);
  g_assert_cmpuint (transformed.effect->n_gone, ==, 1);
  g_assert_cmpfloat (transformed.effect->moved, ==, 2);
  g_assert_cmpint (transformed.effect->taker, ==, 1);
  g_assert_nonnull (ful_document_get_undo (fixture->document));

  /* Redo is no push. */
  ful_document_undo (fixture->document);
  settle (fixture);
  ful_document_redo (fixture->document);
  settle (fixture);
  g_assert_cmpuint (transformed.n, ==, 2);

  /* What changes nothing leaves what was undone, to be done again. */
  ful_document_undo (fixture->document);
  settle (fixture);
  ful_document_select_path (fixture->document, path, G_N_ELEMENTS (path));
  settle (fixture);
  g_assert_true (ful_analysis_push_transform (fixture->analysis, &ful_transform_collapse_function_subtree));
  settle (fixture);
  g_assert_cmpuint (transformed.n, ==, 3);
  g_assert_false (transformed.effect->changes);
  g_assert_nonnull (ful_document_get_redo (fixture->document));
  ful_document_redo (fixture->document);
  settle (fixture);
  g_assert_cmpuint (ful_document_get_options (fixture->document)->n_transforms, ==, 1);
  g_assert_true (ful_document_get_options (fixture->document)->transforms[0]->kind == &ful_transform_merge_function);
  transformed.n = 2;

  /* With another change at the same time the difference is not that of the transform, which stays. */
  ful_document_undo (fixture->document);
  ful_document_select_path (fixture->document, path, G_N_ELEMENTS (path));
  settle (fixture);
  g_assert_true (ful_analysis_push_transform (fixture->analysis, &ful_transform_collapse_function_subtree));
  ful_document_set_option (fixture->document, FUL_OPTION_INVERT, TRUE);
  settle (fixture);
  g_assert_cmpuint (transformed.n, ==, 2);
  g_assert_cmpuint (ful_document_get_options (fixture->document)->n_transforms, ==, 1);

  ful_transform_unref (transformed.transform);
  ful_transform_effect_unref (transformed.effect);
}

static void
gone_cb (gpointer  data,
         GObject  *where_the_object_was)
{
  --*(guint *) data;
}

/* An analysis may go while its job runs, and is gone when that has ended. */
/* A press focuses on a category, a second one takes that away, also where there was another transform before. */
static void
test_toggle_category (Fixture       *fixture,
                      gconstpointer  data)
{
  FulViewOptions *options;

  for (guint n_before = 0; n_before < 2; n_before++)
    {
      ful_analysis_toggle_category (fixture->analysis, FUL_TEST_OTHER);
      options = ful_document_get_options (fixture->document);
      g_assert_cmpuint (options->n_transforms, ==, n_before + 1);
      g_assert_true (options->transforms[n_before]->kind == &ful_transform_focus_category);
      g_assert_cmpint (options->transforms[n_before]->category, ==, FUL_TEST_OTHER);
      settle (fixture);

      ful_analysis_toggle_category (fixture->analysis, FUL_TEST_OTHER);
      g_assert_cmpuint (ful_document_get_options (fixture->document)->n_transforms, ==, n_before);
      settle (fixture);

      ful_analysis_toggle_category (fixture->analysis, FUL_TEST_LAYOUT);
      settle (fixture);
    }
}

static void
test_dies_at_work (void)
{
  guint n_alive = 50;

  for (guint i = 0; i < 50; i++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A\nB  C\n");
      g_autoptr(FulDocument) document = ful_document_new (profile);
      FulAnalysis *analysis = ful_analysis_new (document);

      for (guint k = 0; k < i % 5; k++)
        g_main_context_iteration (NULL, FALSE);
      g_object_run_dispose (G_OBJECT (analysis));
      g_object_weak_ref (G_OBJECT (analysis), gone_cb, &n_alive);
      g_object_unref (analysis);
    }

  while (n_alive > 0)
    g_main_context_iteration (NULL, TRUE);
}

static FulProfile *
publish (FulTestProfile *test)
{
  g_autoptr(GError) error = NULL;
  FulProfile *snapshot = ful_profile_builder_publish (test->builder, &error);

  g_assert_no_error (error);

  return snapshot;
}

/* A snapshot without new rows keeps the tree; new ones are added to it. */
static void
test_snapshots (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A\n"
                                                         "B   \n");
  FulThreadBuilder *other = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) first = publish (test);
  g_autoptr(FulCallTree) tree = NULL;
  Fixture fixture = { 0 };

  fixture.document = ful_document_new (first);
  ful_document_set_threads (fixture.document, (guint[]) { 0 }, 1);
  fixture.analysis = ful_analysis_new (fixture.document);
  settle (&fixture);
  tree = ful_call_tree_ref (ful_analysis_get_tree (fixture.analysis));

  ful_test_profile_sample (other, 5, 0);
  ful_document_take_profile (fixture.document, publish (test));
  settle (&fixture);
  g_assert_true (ful_analysis_get_tree (fixture.analysis) == tree);

  ful_test_profile_sample (thread, 6, ful_test_profile_stack (test, "A B"));
  ful_document_take_profile (fixture.document, publish (test));
  settle (&fixture);
  g_assert_true (ful_analysis_get_tree (fixture.analysis)->nodes == tree->nodes);
  g_assert_cmpfloat (ful_analysis_get_tree (fixture.analysis)->root_total, ==, 3);
  g_assert_cmpfloat (tree->root_total, ==, 2);

  tear_down (&fixture, NULL);
  ful_test_profile_free (test);
}

/* Samples have CPU times, too. */
static FulTestProfile *
make_large (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A\n"
                                                         "B   \n");
  const guint n = 1 << 20;
  guint first = ful_table_builder_append (&thread->samples, n);
  FulBuffer *deltas = ful_buffer_new (FUL_TYPE_F64, first + n);

  for (guint i = 0; i < first + n; i++)
    ((double *) deltas->data)[i] = 400;
  deltas->n = first + n;
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = deltas;
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_US;

  for (guint i = first; i < first + n; i++)
    {
      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i;
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] = (gint32) (i % 3) - 1;
    }

  return test;
}

/* Steps of a drag until there are sums of ranges. Returns: whether there were any after ten of them */
static gboolean
drag (Fixture *fixture)
{
  for (guint i = 0; i < 10; i++)
    {
      guint n = 0;

      ful_document_set_preview (fixture->document, &(FulTimeRange) { 1000 + i, 900000 - i });
      settle (fixture);
      for (guint k = 1000 + i; k < 900000 - i; k++)
        n += k % 3 > 0;
      g_assert_cmpfloat (ful_analysis_get_tree (fixture->analysis)->root_total, ==, n);
      if (ful_analysis_get_thread (fixture->analysis)->range_sums)
        return TRUE;
      g_usleep (20000);
    }

  return FALSE;
}

/* They are made once, when a range is chosen in a thread that is large and does not grow. */
static void
test_sums_of_ranges (void)
{
  FulTestProfile *test = make_large ();
  Fixture fixture = { 0 };
  g_autoptr(FulProfile) growing = publish (test);
  g_autoptr(FulProfile) profile = NULL;
  FulDeriveCache *cache;

  g_assert_true (growing->grows);
  fixture.document = ful_document_new (growing);
  fixture.analysis = ful_analysis_new (fixture.document);
  settle (&fixture);
  g_assert_false (drag (&fixture));
  tear_down (&fixture, NULL);

  profile = ful_test_profile_seal (test);
  fixture.document = ful_document_new (profile);
  fixture.analysis = ful_analysis_new (fixture.document);
  cache = ful_analysis_get_cache (fixture.analysis);
  settle (&fixture);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_RANGE_SUMS), ==, 0);
  ful_document_set_option (fixture.document, FUL_OPTION_INVERT, TRUE);
  settle (&fixture);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_RANGE_SUMS), ==, 0);
  g_assert_true (drag (&fixture));
  g_assert_true (drag (&fixture));
  ful_document_set_option (fixture.document, FUL_OPTION_INVERT, FALSE);
  g_assert_true (drag (&fixture));
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_RANGE_SUMS), ==, 1);
  tear_down (&fixture, NULL);

  /* What is not whole is counted, but the story has its sums. */
  fixture.document = ful_document_new (profile);
  fixture.analysis = ful_analysis_new (fixture.document);
  cache = ful_analysis_get_cache (fixture.analysis);
  ful_document_set_option (fixture.document, FUL_OPTION_STRATEGY, FUL_STRATEGY_CPU);
  settle (&fixture);
  for (guint i = 0; i < 200 && ful_derive_cache_get_n_made (cache, FUL_STAGE_INSIGHT_BLOCKS) == 0; i++)
    {
      ful_document_set_preview (fixture.document, &(FulTimeRange) { 1000 + i, 900000 });
      settle (&fixture);
      g_assert_nonnull (ful_analysis_get_thread (fixture.analysis)->cpu_time);
      g_usleep (20000);
    }
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_INSIGHT_BLOCKS), ==, 1);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_RANGE_SUMS), ==, 0);
  tear_down (&fixture, NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/analysis/first-result", Fixture, NULL, set_up, test_first_result, tear_down);
  g_test_add ("/analysis/stages-are-kept", Fixture, NULL, set_up, test_stages_are_kept, tear_down);
  g_test_add ("/analysis/last-state-wins", Fixture, NULL, set_up, test_last_state_wins, tear_down);
  g_test_add ("/analysis/select-stack", Fixture, NULL, set_up, test_select_stack, tear_down);
  g_test_add_func ("/analysis/select-func", test_select_func);
  g_test_add ("/analysis/push-transform", Fixture, NULL, set_up, test_push_transform, tear_down);
  g_test_add ("/analysis/nothing", Fixture, NULL, set_up, test_nothing, tear_down);
  g_test_add ("/analysis/toggle-category", Fixture, NULL, set_up, test_toggle_category, tear_down);
  g_test_add_func ("/analysis/dies-at-work", test_dies_at_work);
  g_test_add_func ("/analysis/sums-of-ranges", test_sums_of_ranges);
  g_test_add_func ("/analysis/snapshots", test_snapshots);

  return g_test_run ();
}
