/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stories with sums of ranges and blocks, against those that read each sample. */

#include "config.h"

#include "ful-test-profile.h"

#include "insight/overview/ful-overview-types.h"
#include "insight/samples/ful-insight-blocks.h"
#include "insight/story/ful-story.h"
#include "tree/ful-derived-thread.h"

#include <math.h>

#define N_SAMPLES 100000

/* How samples are weighed. */
typedef enum
{
  PERIOD,
  PERIOD_WEIGHTED,
  GAP,
  CPU,
  WEIGHT,
  N_RULES,
} Rule;

static void
add_thread (FulTestProfile *test,
            Rule            rule,
            guint           n_stacks)
{
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulBuffer *deltas = ful_buffer_new (FUL_TYPE_F64, N_SAMPLES);
  g_autofree double *weight = g_new (double, N_SAMPLES);
  double time = 0;

  for (guint i = 0; i < N_SAMPLES; i++)
    {
      /* Some are of one moment, and some far from the others. */
      double r = g_test_rand_double ();

      time += r < 0.1 ? 0 : r < 0.9 ? 1 : r < 0.9998 ? 3 * g_test_rand_double () : 500;
      ful_test_profile_sample (thread, time, r > 0.95 ? FUL_NONE : g_test_rand_int_range (0, (gint32) n_stacks));
      weight[i] = g_test_rand_int_range (0, 5) * 0.3;
      ((double *) deltas->data)[i] = MAX (g_test_rand_int_range (-500, 2000), 0);
    }
  deltas->n = N_SAMPLES;
  if (rule == CPU)
    thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = deltas;
  else
    ful_buffer_unref (deltas);
  if (rule == PERIOD_WEIGHTED || rule == WEIGHT)
    ful_test_profile_weigh (thread, weight, N_SAMPLES);
  if (rule == WEIGHT)
    thread->thread->weight_type = FUL_WEIGHT_TYPE_TRACING_MS;
}

static FulProfile *
make_profile (Rule rule)
{
  FulTestProfile *test = ful_test_profile_new ();
  static const char *const paths[] = { "A", "A B", "A B C", "A C[Layout]", "A D", "A D B", "E", "E F", "E F[JavaScript]", "E G" };
  guint n_stacks = 0;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    n_stacks = MAX (n_stacks, (guint) ful_test_profile_stack (test, paths[i]) + 1);
  if (rule == GAP)
    n_stacks = (guint) ful_test_profile_stack (test, "A H[Idle]") + 1;
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_US;
  add_thread (test, rule, n_stacks);
  add_thread (test, rule, n_stacks);

  return ful_test_profile_seal (test);
}

static void
assert_same_story (const FulStory *summed,
                   const FulStory *counted)
{
  g_assert_cmpfloat_with_epsilon (summed->busy, counted->busy, 1e-9 * (1 + counted->busy));
  g_assert_cmpfloat_with_epsilon (summed->ran, counted->ran, 1e-9 * (1 + counted->ran));
  g_assert_cmpfloat (summed->length, ==, counted->length);
  g_assert_cmpuint (summed->n_samples, ==, counted->n_samples);
  g_assert_cmpint (summed->of_scripts, ==, counted->of_scripts);
  /* Nothing is added up here: to the last bit. */
  g_assert_cmpfloat (summed->gap.start, ==, counted->gap.start);
  g_assert_cmpfloat (summed->gap.duration, ==, counted->gap.duration);
  g_assert_cmpuint (summed->functions->len, ==, counted->functions->len);
  for (guint i = 0; i < counted->functions->len; i++)
    {
      const FulOverviewFunction *a = &g_array_index (summed->functions, FulOverviewFunction, i);
      const FulOverviewFunction *b = &g_array_index (counted->functions, FulOverviewFunction, i);

      g_assert_cmpstr (a->name, ==, b->name);
      g_assert_cmpfloat_with_epsilon (a->self, b->self, 1e-9 * (1 + b->self));
      g_assert_cmpfloat_with_epsilon (a->total, b->total, 1e-9 * (1 + b->total));
      g_assert_cmpfloat_with_epsilon (a->share, b->share, 1e-9);
    }
  for (guint i = 0; i < FUL_STORY_BINS; i++)
    {
      g_assert_cmpfloat_with_epsilon (summed->bins[i].use, counted->bins[i].use, 1e-9);
      g_assert_cmpint (summed->bins[i].category, ==, counted->bins[i].category);
    }
  g_assert_cmpuint (summed->others->len, ==, counted->others->len);
}

static void
test_same_story (gconstpointer data)
{
  static const FulInsightRule expected[N_RULES] = {
    FUL_INSIGHT_RULE_PERIOD, FUL_INSIGHT_RULE_PERIOD, FUL_INSIGHT_RULE_GAP, FUL_INSIGHT_RULE_CPU, FUL_INSIGHT_RULE_WEIGHT,
  };
  Rule rule = (Rule) GPOINTER_TO_UINT (data);
  g_autoptr(FulProfile) profile = make_profile (rule);
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulDeriveCache) other = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulDerivedThread) derived = NULL;
  FulTimeRange all = ful_derive_cache_get_root_range (cache);
  char *names[] = { "first", "second", NULL };
  guint thread = 0;

  ful_view_options_set_threads (options, &thread, 1);
  derived = ful_derived_thread_new (profile, options, cache, NULL, NULL);
  g_assert_true (ful_derived_thread_make_range_sums (derived, cache, NULL, NULL));
  g_assert_true (ful_insight_blocks_derive (profile, all, cache, NULL, NULL));
  g_assert_true (ful_insight_blocks_derive (profile, all, cache, NULL, NULL));
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_INSIGHT_BLOCKS), ==, 1);

  for (guint i = 0; i < 24; i++)
    {
      double a = g_test_rand_double_range (all.start - 5, all.end + 5), b = g_test_rand_double_range (all.start - 5, all.end + 5);
      FulTimeRange range = i == 0 ? all : i % 10 == 1 ? (FulTimeRange) { a, a } : (FulTimeRange) { MIN (a, b), MAX (a, b) };
      FulStory *summed = ful_story_new (profile, &thread, 1, range, FUL_NONE, names, cache, NULL, NULL);
      FulStory *counted = ful_story_new (profile, &thread, 1, range, FUL_NONE, names, other, NULL, NULL);

      g_assert_nonnull (summed->weights->blocks);
      g_assert_null (counted->weights->blocks);
      g_assert_cmpint (summed->weights->threads[0].rule, ==, expected[rule]);
      assert_same_story (summed, counted);
      ful_story_free (summed);
      ful_story_free (counted);
    }
}

/* Memory is bounded whatever the number of categories. */
static void
test_budget (void)
{
  g_autoptr(FulProfile) profile = make_profile (PERIOD);
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulInsightWeights) weights = NULL;
  FulTimeRange all;

  while (profile->categories->len < 100000)
    g_ptr_array_add (profile->categories, ful_category_new ("more", "grey", NULL));
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  all = ful_derive_cache_get_root_range (cache);
  g_assert_true (ful_insight_blocks_derive (profile, all, cache, NULL, NULL));
  weights = ful_insight_weights_new (profile, all, all, 0, cache, NULL, NULL);
  g_assert_cmpuint (weights->blocks->n_rows, ==, 16384);
  g_assert_cmpfloat (weights->threads[0].busy, >, 0);
}

static void
test_cancel (void)
{
  g_autoptr(FulProfile) profile = make_profile (PERIOD);
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  FulTimeRange all = ful_derive_cache_get_root_range (cache);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (ful_insight_blocks_derive (profile, all, cache, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_INSIGHT_BLOCKS), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  static const char *const names[N_RULES] = { "period", "period-weighted", "gap", "cpu", "weight" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_RULES; i++)
    {
      g_autofree char *path = g_strconcat ("/insight-blocks/same-story/", names[i], NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_same_story);
    }
  g_test_add_func ("/insight-blocks/budget", test_budget);
  g_test_add_func ("/insight-blocks/cancel", test_cancel);

  return g_test_run ();
}
