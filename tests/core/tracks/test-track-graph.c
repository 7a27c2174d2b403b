/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "threads/ful-cpu-use.h"
#include "tracks/ful-track-graph.h"
#include "tracks/ful-activity-hit-test.h"

#include <math.h>

/* Overlap of [a, b] with each pixel, as one would write it first. */
static void
naive_span (double *buffer,
            guint   width,
            double  a,
            double  b,
            double  height)
{
  double sign = b < a ? -1 : 1;

  for (guint x = 0; x < width; x++)
    buffer[x] += sign * height * fmax (fmin (fmax (a, b), x + 1.0) - fmax (fmin (a, b), x), 0);
}

static FulProfile *
random_profile (guint n)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulStackIndex stacks[] = {
    ful_test_profile_stack (test, "A"), ful_test_profile_stack (test, "A B[Layout]"), FUL_NONE,
  };
  FulBuffer *cpu = ful_buffer_new (FUL_TYPE_F64, n);
  double time = 0;

  for (guint i = 0; i < n; i++)
    {
      time += g_test_rand_double_range (0, 3);
      ful_test_profile_sample (thread, time, stacks[g_test_rand_int_range (0, 3)]);
      ((double *) cpu->data)[i] = g_test_rand_double_range (0, 2e6);
    }
  cpu->n = n;
  thread->samples.buffers[FUL_SAMPLE_CPU_DELTA] = cpu;
  test->builder->profile->cpu_unit = FUL_CPU_UNIT_NS;

  return ful_test_profile_seal (test);
}

static void
test_against_naive (void)
{
  enum { WIDTH = 37 };

  for (guint round = 0; round < 30; round++)
    {
      g_autoptr(FulProfile) profile = random_profile (200);
      FulThread *thread = ful_profile_get_thread (profile, 0);
      const double *time = thread->samples->time;
      g_autofree guint8 *percent = ful_cpu_use_compute (profile, thread, 1e6);
      FulTimeRange range = { time[20], (time[180] + time[181]) / 2 };
      g_autoptr(FulTrackGraph) graph = NULL;
      double naive[WIDTH] = { 0 };
      double scale = WIDTH / (range.end - range.start);

      g_assert_cmpuint (percent[0] + percent[200], ==, 0);
      graph = ful_track_graph_new (profile, thread, percent, range, WIDTH, NULL, NULL, NULL);
      for (guint i = 20; i <= 180; i++)
        {
          double next = i < 180 ? time[i + 1] : time[i] + 1;
          double left = fmax (((time[i - 1] + time[i]) / 2 - range.start) * scale, 0);
          double right = fmin (((next + time[i]) / 2 - range.start) * scale, WIDTH - 1);

          naive_span (naive, WIDTH, left, (time[i] - range.start) * scale, percent[i]);
          naive_span (naive, WIDTH, (time[i] - range.start) * scale, right, percent[i + 1]);
        }
      for (guint x = 0; x < WIDTH; x++)
        g_assert_cmpfloat_with_epsilon (graph->average[x], naive[x] / 100, 1e-4);
      g_assert_null (ful_track_graph_get (graph, FUL_TEST_IDLE, FUL_SAMPLE_SELECTED));
      g_assert_nonnull (ful_track_graph_get (graph, FUL_TEST_LAYOUT, FUL_SAMPLE_SELECTED));
      g_assert_nonnull (ful_track_graph_get (graph, FUL_TEST_OTHER, FUL_SAMPLE_FILTERED_OUT));
    }
}

static void
test_no_cpu_data (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  g_autofree guint8 *percent = ful_cpu_use_compute (profile, thread, ful_cpu_use_get_reference (profile));

  g_assert_false (ful_cpu_use_is_known (profile, thread));
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (percent[i], ==, 100);
}

static void
assert_states (FulTestView      *view,
               FulCallNodeIndex  node,
               const char       *expected)
{
  g_autofree guint8 *states = ful_sample_states_new (view->nodes, view->inverted, view->rows, node, NULL, NULL);

  for (guint i = 0; i < view->rows->n_rows; i++)
    g_assert_cmpint (states[i], ==, expected[i] - '0');
}

static void
test_states (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  -  D\n"
                                                              "B  C  B      \n"
                                                              "      E     C\n");
  g_autoptr(FulTestView) normal = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) inverted = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");
  FulFuncIndex ab[] = { 0, 1 };
  FulFuncIndex c[] = { 2 };
  FulFuncIndex cd[] = { 2, 4 };

  assert_states (normal, FUL_NONE, "11101");
  assert_states (normal, ful_call_tree_find_path (normal->tree, ab, 2), "13103");
  assert_states (inverted, ful_call_tree_find_path (inverted->tree, c, 1), "21301");
  assert_states (inverted, ful_call_tree_find_path (inverted->tree, cd, 2), "22301");
}

/* Walking up a pixel column meets the samples in tree order, each for as much
 * of the height as it adds. */
static void
test_hits (void)
{
  enum { WIDTH = 37, STEPS = 2000 };

  g_autoptr(FulProfile) profile = random_profile (200);
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  g_autofree guint8 *percent = ful_cpu_use_compute (profile, thread, 1e6);
  g_autoptr(FulTrackGraph) graph =
    ful_track_graph_new (profile, thread, percent, view->derived->range, WIDTH, NULL, NULL, NULL);

  for (guint x = 0; x < WIDTH - 8; x++)
    {
      FulCallNodeIndex last = FUL_NONE;
      FulCategoryIndex last_category = FUL_NONE;
      guint n_met = 0;

      for (guint step = 1; step <= STEPS; step++)
        {
          FulActivityHit hit = ful_track_graph_find_hit (graph, profile, thread, percent, view->rows, view->nodes, FALSE,
                                                         x, (double) step / STEPS);
          FulCallNodeIndex node;

          g_assert_cmpfloat (hit.cpu_share, ==, graph->average[x]);
          g_assert_cmpfloat (hit.covered_ms, >, 0);
          if (hit.category == FUL_NONE)
            {
              float top = 0;

              for (guint c = 0; c < graph->n_categories; c++)
                for (guint s = 0; s < FUL_N_SAMPLE_STATES; s++)
                  top += ful_track_graph_get (graph, (FulCategoryIndex) c, s)
                           ? ful_track_graph_get (graph, (FulCategoryIndex) c, s)[x] : 0;
              g_assert_cmpfloat ((double) step / STEPS, >=, top - 1e-4);
              break;
            }

          if (hit.category != last_category)
            last = FUL_NONE;
          last_category = hit.category;
          if (hit.sample == FUL_NONE)
            continue;

          node = view->nodes->stack_to_node[thread->samples->stack[hit.sample]];
          g_assert_cmpint (ful_stack_table_get_category (profile->stacks, thread->samples->stack[hit.sample]), ==, hit.category);
          g_assert_cmpint (node, >=, last);
          last = node;
          n_met++;
        }
      g_assert_cmpuint (n_met, >, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/track-graph/against-naive", test_against_naive);
  g_test_add_func ("/track-graph/no-cpu-data", test_no_cpu_data);
  g_test_add_func ("/track-graph/states", test_states);
  g_test_add_func ("/track-graph/hits", test_hits);

  return g_test_run ();
}
