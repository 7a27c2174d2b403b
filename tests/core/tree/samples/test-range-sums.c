/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "tree/ful-node-breakdown.h"
#include "tree/samples/ful-range-sums.h"
#include "tree/samples/ful-stack-sums.h"
#include "viewtext/ful-view-options-text.h"

#include <math.h>

/* Weights of samples. */
typedef enum
{
  UNWEIGHTED,
  SMALL,
  LARGE,      /* of 8 bytes when summed */
} Weights;

/* A few stacks have most samples, so that numbers are of all widths; some have none. Samples have no order in time. */
static FulProfile *
make_profile (guint   n_stacks,
              guint   n_samples,
              Weights weights)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks;
  g_autofree double *weight = g_new (double, MAX (n_samples, 1));

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("f%u%s", i, i % 3 == 0 ? ".js" : "");
      guint frame = ful_table_builder_append (&test->builder->frames, 1);

      FUL_CELLS (&test->builder->frames, FUL_FRAME_FUNC, gint32)[frame] = ful_test_profile_func (test, name);
      FUL_CELLS (&test->builder->frames, FUL_FRAME_CATEGORY, gint32)[frame] = (gint32) (i % 4);
      FUL_CELLS (&test->builder->frames, FUL_FRAME_SUBCATEGORY, gint32)[frame] = (gint32) (i % 2);
    }
  ful_table_builder_append (stacks, n_stacks);
  for (guint i = 0; i < n_stacks; i++)
    {
      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[i] = g_test_rand_int_range (0, 20);
      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[i] = g_test_rand_int_range ((gint32) i - MIN ((gint32) i, 50) - 1, (gint32) i);
    }
  ful_table_builder_append (&thread->samples, n_samples);
  for (guint i = 0; i < n_samples; i++)
    {
      double skew = pow (g_test_rand_double (), 3);

      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i;
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] =
        g_test_rand_int_range (0, 10) == 0 ? FUL_NONE : (gint32) (skew * n_stacks * 0.9);
      weight[i] = g_test_rand_int_range (1, weights == LARGE ? 1 << 30 : 4);
    }
  if (weights != UNWEIGHTED)
    ful_test_profile_weigh (thread, weight, n_samples);

  return ful_test_profile_seal (test);
}

static FulDerivedThread *
derive (FulProfile     *profile,
        const char     *view,
        FulDeriveCache *cache)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(GError) error = NULL;
  FulDerivedThread *thread;

  ful_transform_reader_init (&reader, profile, NULL);
  options = ful_view_options_new_from_text (view, &reader, &error);
  g_assert_no_error (error);
  thread = ful_derived_thread_new (profile, options, cache, NULL, &error);
  g_assert_no_error (error);

  return thread;
}

static FulRangeSums *
make_sums (FulProfile   *profile,
           const double *weight)
{
  g_autoptr(FulDerivedThread) thread = derive (profile, "{ \"thread\": 0 }", NULL);
  g_autoptr(GError) error = NULL;
  FulRangeSums *sums = ful_range_sums_derive (thread->threads, NULL, weight, NULL, NULL, &error);

  g_assert_no_error (error);

  return sums;
}

static void
assert_range (FulProfile         *profile,
              const FulRangeSums *sums,
              guint               begin,
              guint               end)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;
  guint n_stacks = profile->stacks->table.n_rows;
  g_autofree double *counted = g_new0 (double, n_stacks);
  g_autofree double *read = g_new0 (double, n_stacks);

  for (guint i = begin; i < end; i++)
    if (samples->stack[i] != FUL_NONE)
      counted[samples->stack[i]] += samples->weight ? samples->weight[i] : 1;
  ful_range_sums_read (sums, begin, end, read);
  for (guint s = 0; s < n_stacks; s++)
    if (read[s] != counted[s])
      g_error ("stack %u has %.17g in %u..%u, not %.17g", s, read[s], begin, end, counted[s]);
}

static void
test_equals_counting (gconstpointer data)
{
  Weights weights = (Weights) GPOINTER_TO_INT (data);
  guint n = (guint) g_test_rand_int_range (70000, 100000), n_stacks = (guint) g_test_rand_int_range (300, 2000);
  g_autoptr(FulProfile) profile = make_profile (n_stacks, n, weights);
  g_autoptr(FulRangeSums) sums = make_sums (profile, ful_profile_get_thread (profile, 0)->samples->weight);

  g_assert_cmpuint (sums->n_places, >=, n / 4096);
  g_assert_cmpuint (sums->n_rows, ==, n);
  assert_range (profile, sums, 0, n);
  assert_range (profile, sums, 0, 0);
  assert_range (profile, sums, n, n);
  for (guint i = 0; i < 40; i++)
    {
      guint a = (guint) g_test_rand_int_range (0, (gint32) n + 1), b = (guint) g_test_rand_int_range (0, (gint32) n + 1);
      guint place = (guint) g_test_rand_int_range (0, (gint32) sums->n_places + 1) * sums->interval;

      place = MIN (place, n);
      assert_range (profile, sums, MIN (a, b), MAX (a, b));
      assert_range (profile, sums, MIN (a, n - 1), MIN (a, n - 1) + 1);
      assert_range (profile, sums, a, a);
      assert_range (profile, sums, MIN (a, place), MAX (a, place));
      assert_range (profile, sums, place, n);
      assert_range (profile, sums, MAX (place, 1) - 1, MIN (place + 1, n));
    }
}

/* Each of the four widths has stacks. */
static void
test_widths (void)
{
  static const double of_stack[] = { 1, 255, 256, 65535, 65536, 4294967295.0, 4294967296.0, 1e15 };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulStackIndex stacks[G_N_ELEMENTS (of_stack)];
  guint n = 3 * 4096;
  g_autofree double *weight = g_new (double, n);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulRangeSums) sums = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (of_stack); i++)
    stacks[i] = ful_test_profile_stack (test, ((const char *[]) { "A", "B", "C", "D", "E", "F", "G", "H" })[i]);
  for (guint i = 0; i < n; i++)
    {
      gboolean has_stack = i % 1000 == 0 && i / 1000 < G_N_ELEMENTS (of_stack);

      ful_test_profile_sample (thread, i, has_stack ? stacks[i / 1000] : FUL_NONE);
      weight[i] = has_stack ? of_stack[i / 1000] : 0.5;
    }
  ful_test_profile_weigh (thread, weight, n);
  profile = ful_test_profile_seal (test);
  sums = make_sums (profile, ful_profile_get_thread (profile, 0)->samples->weight);

  g_assert_cmpuint (sums->n_places, ==, 3);
  g_assert_cmpuint (sums->end_of[0], ==, 2);
  g_assert_cmpuint (sums->end_of[1], ==, 4);
  g_assert_cmpuint (sums->end_of[2], ==, 6);
  g_assert_cmpuint (sums->end_of[3], ==, 8);
  for (guint begin = 0; begin <= n; begin += 512)
    for (guint end = begin; end <= n; end += 512)
      assert_range (profile, sums, begin, end);
}

/* What cannot be summed exactly, or would leave no trace, is counted. */
static void
test_other_weights (void)
{
  static const double odd[] = { 0.5, 1.5, 0, -1, NAN, INFINITY, 9007199254740992.0 };

  for (guint k = 0; k <= G_N_ELEMENTS (odd); k++)
    {
      g_autoptr(FulProfile) profile = make_profile (50, 10000, SMALL);
      const FulSampleTable *samples = ful_profile_get_thread (profile, 0)->samples;
      g_autofree double *weight = g_memdup2 (samples->weight, samples->table.n_rows * sizeof *weight);
      g_autoptr(FulRangeSums) sums = NULL;
      guint row = 9000;

      while (samples->stack[row] == FUL_NONE)
        row++;
      if (k < G_N_ELEMENTS (odd))
        weight[row] = odd[k];
      sums = make_sums (profile, weight);
      if (k < G_N_ELEMENTS (odd))
        g_assert_cmpuint (sums->n_places, ==, 0);
      else
        g_assert_cmpuint (sums->n_places, >, 0);
    }
}

static void
assert_same_numbers (FulDerivedThread *summed,
                     FulDerivedThread *counted,
                     FulTimeRange      range,
                     gboolean          of_func)
{
  g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (summed, &range);
  g_autoptr(FulSampleRows) counted_rows = ful_derived_thread_get_rows (counted, &range);
  g_autoptr(FulCallNodeTable) nodes = ful_derived_thread_get_nodes (summed, NULL, NULL, NULL);
  g_autoptr(FulInvertedTree) inverted = ful_derived_thread_get_inverted (summed, nodes, NULL);
  g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);
  g_autoptr(FulCallTree) inverted_tree = ful_call_tree_new (nodes, inverted, rows, NULL, NULL);
  g_autoptr(FulCallTree) expected = ful_call_tree_new (nodes, NULL, counted_rows, NULL, NULL);
  g_autofree char *text = ful_test_call_tree_to_text (inverted_tree, FALSE);
  g_autofree char *inverted_text = NULL;
  g_autoptr(FulCallTree) expected_inverted = ful_call_tree_new (nodes, inverted, counted_rows, NULL, NULL);
  FulCallNodeIndex node = nodes->n_nodes > 0 ? g_test_rand_int_range (0, (gint32) nodes->n_nodes) : FUL_NONE;
  g_autoptr(FulNodeBreakdown) breakdown = ful_node_breakdown_new (tree, rows, node, of_func, NULL, NULL);
  g_autoptr(FulNodeBreakdown) counted_breakdown = ful_node_breakdown_new (expected, counted_rows, node, of_func, NULL, NULL);
  double share = ful_derived_thread_get_match_share (summed, rows);
  double expected_share = ful_derived_thread_get_match_share (counted, counted_rows);

  g_assert_cmpmem (tree->self, nodes->n_nodes * sizeof (double), expected->self, nodes->n_nodes * sizeof (double));
  g_assert_cmpmem (tree->total, nodes->n_nodes * sizeof (double), expected->total, nodes->n_nodes * sizeof (double));
  g_assert_cmpfloat (tree->root_total, ==, expected->root_total);
  inverted_text = ful_test_call_tree_to_text (expected_inverted, FALSE);
  g_assert_cmpstr (text, ==, inverted_text);

  g_assert_cmpfloat (breakdown->root_time, ==, counted_breakdown->root_time);
  g_assert_cmpfloat (breakdown->total, ==, counted_breakdown->total);
  g_assert_cmpfloat (breakdown->self, ==, counted_breakdown->self);
  g_assert_cmpint (breakdown->has_total, ==, counted_breakdown->has_total);
  g_assert_cmpint (breakdown->has_self, ==, counted_breakdown->has_self);
  g_assert_cmpmem (breakdown->root_by_category, breakdown->n_categories * sizeof (double),
                   counted_breakdown->root_by_category, counted_breakdown->n_categories * sizeof (double));
  g_assert_cmpmem (breakdown->total_by_category, breakdown->n_cells * sizeof (double),
                   counted_breakdown->total_by_category, counted_breakdown->n_cells * sizeof (double));
  g_assert_cmpmem (breakdown->self_by_category, breakdown->n_cells * sizeof (double),
                   counted_breakdown->self_by_category, counted_breakdown->n_cells * sizeof (double));
  g_assert_cmpmem (breakdown->total_by_thread, breakdown->n_threads * sizeof (double),
                   counted_breakdown->total_by_thread, counted_breakdown->n_threads * sizeof (double));
  g_assert_cmpuint (breakdown->callers->len, ==, counted_breakdown->callers->len);
  g_assert_true (share == expected_share || (isnan (share) && isnan (expected_share)));
}

/* All views of a thread share its sums, whatever maps its stacks; rows that are filtered by time have their own. */
static void
test_views (gconstpointer data)
{
  static const char *const views[] = {
    "{ \"thread\": 0 }",
    "{ \"thread\": 0, \"includeIdle\": false }",
    "{ \"thread\": 0, \"implementation\": \"js\" }",
    "{ \"thread\": 0, \"search\": \"f1\" }",
    "{ \"thread\": 0, \"transforms\": [{ \"type\": \"drop-function\", \"function\": \"f2\" }] }",
    "{ \"thread\": 0, \"range\": [1000, 22000] }",
  };
  g_autoptr(FulProfile) profile = make_profile (400, 30000, (Weights) GPOINTER_TO_INT (data));
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulDerivedThread) first = derive (profile, views[0], cache);

  g_assert_null (first->range_sums);
  g_assert_true (ful_derived_thread_make_range_sums (first, cache, NULL, NULL));
  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    {
      g_autoptr(FulDerivedThread) summed = derive (profile, views[v], cache);
      g_autoptr(FulDerivedThread) counted = derive (profile, views[v], NULL);

      g_assert_nonnull (summed->range_sums);
      g_assert_null (counted->range_sums);
      for (guint i = 0; i < 12; i++)
        {
          double a = g_test_rand_double_range (-10, 30010), b = g_test_rand_double_range (-10, 30010);

          assert_same_numbers (summed, counted, (FulTimeRange) { MIN (a, b), MAX (a, b) }, i % 2 == 0);
        }
      assert_same_numbers (summed, counted, (FulTimeRange) { 500, 500 }, FALSE);
    }
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_RANGE_SUMS), ==, 1);
}

static void
test_filter_by_time (void)
{
  static const char view[] = "{ \"thread\": 0, \"transforms\": [{ \"type\": \"filter-samples\", \"filterType\": \"marker-search\", "
                             "\"filter\": \"mark\" }] }";
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulStackIndex stacks[] = { ful_test_profile_stack (test, "A"), ful_test_profile_stack (test, "A B") };
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulDerivedThread) plain = NULL;
  g_autoptr(FulDerivedThread) filtered = NULL;
  g_autoptr(FulDerivedThread) summed = NULL;
  g_autoptr(FulDerivedThread) counted = NULL;

  for (guint i = 0; i < 20000; i++)
    ful_test_profile_sample (thread, i, stacks[g_test_rand_int_range (0, 2)]);
  for (guint i = 0; i < 20; i++)
    ful_test_profile_mark (test, thread, "mark", FUL_MARKER_PHASE_INTERVAL, 1000 * i, 1000 * i + 300, NULL);
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);

  plain = derive (profile, "{ \"thread\": 0 }", cache);
  g_assert_true (ful_derived_thread_make_range_sums (plain, cache, NULL, NULL));
  filtered = derive (profile, view, cache);
  g_assert_null (filtered->range_sums);
  g_assert_false (ful_derived_thread_has_same_columns (plain, filtered));
  g_assert_true (ful_derived_thread_make_range_sums (filtered, cache, NULL, NULL));
  summed = derive (profile, view, cache);
  counted = derive (profile, view, NULL);
  g_assert_nonnull (summed->range_sums);
  for (guint i = 0; i < 20; i++)
    {
      double a = g_test_rand_double_range (0, 20000), b = g_test_rand_double_range (0, 20000);

      assert_same_numbers (summed, counted, (FulTimeRange) { MIN (a, b), MAX (a, b) }, FALSE);
    }
}

/* Rows of a stack are of several threads, and have other labels. */
static void
test_threads_and_labels (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, "A B A B A B A B\n");
  g_autoptr(FulProfile) profile = NULL;
  gint32 label[] = { ful_string_table_intern (test->builder->strings, "k=a", -1),
                     ful_string_table_intern (test->builder->strings, "k=b", -1) };
  static const char *const views[] = { "{ \"thread\": [0, 1] }", "{ \"thread\": 0 }" };

  ful_test_profile_add (test, "A A A B A A A B\n");
  ful_table_builder_add_column (&first->samples, FUL_SAMPLE_LABELS);
  for (guint i = 0; i < 8; i++)
    FUL_CELLS (&first->samples, FUL_SAMPLE_LABELS, gint32)[i] = label[i / 4];
  profile = ful_test_profile_seal (test);

  for (guint v = 0; v < G_N_ELEMENTS (views); v++)
    {
      g_autoptr(FulTestView) view = ful_test_view_new (profile, views[v]);
      g_autoptr(FulNodeBreakdown) breakdown = ful_node_breakdown_new (view->tree, view->rows, 0, FALSE, NULL, NULL);

      g_assert_cmpfloat (breakdown->total_by_thread[0], ==, 4);
      if (v == 0)
        g_assert_cmpfloat (breakdown->total_by_thread[1], ==, 6);
      g_assert_cmpuint (breakdown->labels->len, ==, 2);
      for (guint i = 0; i < 2; i++)
        g_assert_cmpfloat (g_array_index (breakdown->labels, FulLabelWeight, i).weight, ==, 2);
    }
}

/* CPU times are no whole numbers, and have their own columns; so have allocations. */
static void
test_other_strategies (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A B C\n");
  FulBuffer *buffer = ful_buffer_new (FUL_TYPE_F64, 3);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autoptr(FulDerivedThread) plain = NULL;
  g_autoptr(FulDerivedThread) cpu = NULL;
  g_autoptr(FulDerivedThread) allocations = NULL;

  for (guint i = 0; i < 3; i++)
    ((double *) buffer->data)[i] = 250 * i;
  buffer->n = 3;
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = buffer;
  ful_test_profile_allocate (thread, 1, 0, 64, NAN);
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_US;
  profile = ful_test_profile_seal (test);
  cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  plain = derive (profile, "{ \"thread\": 0 }", cache);
  g_assert_true (ful_derived_thread_make_range_sums (plain, cache, NULL, NULL));

  cpu = derive (profile, "{ \"thread\": 0, \"strategy\": \"cpu\" }", cache);
  g_assert_nonnull (cpu->cpu_time);
  g_assert_null (cpu->range_sums);
  allocations = derive (profile, "{ \"thread\": 0, \"strategy\": \"native-retained-allocations\" }", cache);
  g_assert_null (allocations->range_sums);
  /* Few samples are counted faster. */
  g_assert_false (ful_derived_thread_wants_range_sums (plain));
}

static void
test_budget (void)
{
  const guint n = 3000000;
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulRangeSums) counts = NULL;
  g_autoptr(FulRangeSums) sums = NULL;
  g_autofree double *weight = g_new (double, n + 1);

  ful_table_builder_append (&test->builder->stacks, n - 1);
  ful_table_builder_append (&thread->samples, n);
  for (guint i = 1; i < n; i++)
    {
      FUL_CELLS (&test->builder->stacks, FUL_STACK_FRAME, gint32)[i] = 0;
      FUL_CELLS (&test->builder->stacks, FUL_STACK_PREFIX, gint32)[i] = -1;
    }
  for (guint i = 0; i <= n; i++)
    {
      FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double)[i] = i;
      FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[i] = (gint32) (i % n);
      weight[i] = 1 << 20;
    }
  profile = ful_test_profile_seal (test);

  counts = make_sums (profile, NULL);
  g_assert_cmpuint (counts->n_places, >=, 10);
  g_assert_cmpuint (ful_range_sums_get_size (counts), <=, FUL_RANGE_SUMS_BUDGET);
  assert_range (profile, counts, 1234567, 2345678);
  /* Each number has four bytes. */
  sums = make_sums (profile, weight);
  g_assert_cmpuint (sums->n_places, >=, 1);
  g_assert_cmpuint (sums->n_places, <, counts->n_places);
  g_assert_cmpuint (ful_range_sums_get_size (sums), <=, FUL_RANGE_SUMS_BUDGET);
}

static void
test_cancel (void)
{
  g_autoptr(FulProfile) profile = make_profile (100, 20000, UNWEIGHTED);
  g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
  g_autoptr(FulDerivedThread) thread = derive (profile, "{ \"thread\": 0 }", cache);
  g_autoptr(FulDerivedThread) later = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (ful_derived_thread_make_range_sums (thread, cache, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  later = derive (profile, "{ \"thread\": 0 }", cache);
  g_assert_null (later->range_sums);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/range-sums/equals-counting/unweighted", GINT_TO_POINTER (UNWEIGHTED), test_equals_counting);
  g_test_add_data_func ("/range-sums/equals-counting/small-weights", GINT_TO_POINTER (SMALL), test_equals_counting);
  g_test_add_data_func ("/range-sums/equals-counting/large-weights", GINT_TO_POINTER (LARGE), test_equals_counting);
  g_test_add_func ("/range-sums/widths", test_widths);
  g_test_add_func ("/range-sums/other-weights", test_other_weights);
  g_test_add_data_func ("/range-sums/views/unweighted", GINT_TO_POINTER (UNWEIGHTED), test_views);
  g_test_add_data_func ("/range-sums/views/weighted", GINT_TO_POINTER (SMALL), test_views);
  g_test_add_func ("/range-sums/filter-by-time", test_filter_by_time);
  g_test_add_func ("/range-sums/threads-and-labels", test_threads_and_labels);
  g_test_add_func ("/range-sums/other-strategies", test_other_strategies);
  g_test_add_func ("/range-sums/budget", test_budget);
  g_test_add_func ("/range-sums/cancel", test_cancel);

  return g_test_run ();
}
