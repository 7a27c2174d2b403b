/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "charts/ful-box-layout.h"
#include "charts/ful-layout-effect.h"

#include <math.h>
#include <time.h>

/* A line for each row: name start-end, … */
static char *
layout_to_text (FulBoxLayout *layout)
{
  GString *text = g_string_new (NULL);

  for (guint depth = 0; depth < layout->n_rows; depth++)
    {
      const FulBoxRow *row = &layout->rows[depth];

      for (guint i = 0; i < row->n_boxes; i++)
        g_string_append_printf (text, "%s%s %g-%g", i > 0 ? ", " : "",
                                ful_profile_get_func_name (layout->tree->profile,
                                                           ful_call_tree_get_func (layout->tree, row->boxes[i].node)),
                                ful_box_row_get_start (row, i), ful_box_row_get_end (row, i));
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
assert_flame (FulProfile *profile,
              const char *view,
              const char *expected)
{
  g_autoptr(FulTestView) test_view = ful_test_view_new (profile, view);
  g_autoptr(FulBoxLayout) layout = ful_flame_layout_new (test_view->tree, NULL, NULL);
  g_autofree char *text = layout_to_text (layout);

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_chart (FulProfile *profile,
              const char *view,
              gboolean    same_widths,
              const char *expected)
{
  g_autoptr(FulTestView) test_view = ful_test_view_new (profile, view);
  g_autoptr(FulBoxLayout) layout = ful_stack_chart_layout_new (test_view->tree, test_view->rows, same_widths, NULL, NULL);
  g_autofree char *text = layout_to_text (layout);

  g_assert_cmpstr (text, ==, expected);
}

#define INVERTED "{ \"thread\": 0, \"invert\": true }"
#define JS "{ \"thread\": 0, \"implementation\": \"js\" }"

static void
test_flame (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n"
                                                              "C  B  B   \n"
                                                              "D  D      \n");

  assert_flame (profile, NULL, "A 0-1\nB 0-0.5, C 0.5-0.75\nD 0-0.25, D 0.5-0.75\n");
  assert_flame (profile, INVERTED, "A 0-0.25, B 0.25-0.5, D 0.5-1\nA 0.25-0.5, B 0.5-0.75, C 0.75-1\n"
                                   "A 0.5-0.75, A 0.75-1\n");
  assert_flame (profile, "{ \"search\": \"nothing\" }", "\n\n\n");
  assert_flame (profile, "{ \"search\": \"nothing\", \"invert\": true }", "");
}

/* The order of names is that of UTF-16: a surrogate before U+FFFF. */
static void
test_flame_order (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("\xef\xbf\xbd  \xf0\x9f\x94\xa5  z  \xc3\xa9\n");

  assert_flame (profile, NULL, "z 0-0.25, \xc3\xa9 0.25-0.5, \xf0\x9f\x94\xa5 0.5-0.75, \xef\xbf\xbd 0.75-1\n");
}

/* examples.md E8 h */
static void
test_flame_mixed_signs (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  B  B\n"
                                                         "   C  D\n");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_weigh (thread, (double[]) { 2, 1, -1 }, 3);
  profile = ful_test_profile_seal (test);
  assert_flame (profile, NULL, "A 0-0.5\nC 0-0.25, D 0.25-0.5\n");
}

static void
test_flame_empty (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("");

  assert_flame (profile, NULL, "\n");
  assert_flame (profile, INVERTED, "");
  assert_chart (profile, NULL, FALSE, "");
  assert_chart (profile, NULL, TRUE, "");
}

static void
test_chart (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  D\n"
                                                              "B  B      \n"
                                                              "C         \n");

  assert_chart (profile, NULL, FALSE, "A 0-3, D 3-4\nB 0-2\nC 0-1\n");
  assert_chart (profile, INVERTED, FALSE, "A 0-3, D 3-4\nB 0-2\nC 0-1\n");
  assert_chart (profile, "{ \"thread\": 0, \"range\": [1, 3] }", FALSE, "A 1-3\nB 1-2\n");
  /* A dropped sample is a gap. */
  assert_chart (profile, "{ \"thread\": 0, \"search\": \"c\" }", FALSE, "A 0-1\nB 0-1\nC 0-1\n");
  assert_chart (profile, "{ \"thread\": 0, \"search\": \"d\" }", FALSE, "D 3-4\n");
}

static void
test_chart_implementation (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A     A     D\n"
                                                              "b.js  b.js   \n"
                                                              "C     c.js   \n");

  assert_chart (profile, "{ \"thread\": 0, \"implementation\": \"js\" }", FALSE, "b.js 0-2\nc.js 1-2\n");
  assert_chart (profile, "{ \"thread\": 0, \"implementation\": \"cpp\" }", FALSE, "A 0-2, D 2-3\nC 0-1\n");
}

/* Equal samples are one step, and times of the steps are kept. */
static void
test_chart_same_widths (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulBoxLayout) layout = NULL;
  g_autofree char *text = NULL;
  struct { double time; const char *path; } samples[] = {
    { 10, "A B" }, { 10, "A C" }, { 20, "A C" }, { 50, NULL }, { 90, "A C" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    ful_test_profile_sample (thread, samples[i].time,
                             samples[i].path ? ful_test_profile_stack (test, samples[i].path) : FUL_NONE);
  profile = ful_test_profile_seal (test);

  /* Two samples of one time make a box without a width. */
  assert_chart (profile, NULL, FALSE, "A 10-50, A 90-91\nB 10-10, C 10-50, C 90-91\n");

  view = ful_test_view_new (profile, NULL);
  layout = ful_stack_chart_layout_new (view->tree, view->rows, TRUE, NULL, NULL);
  text = layout_to_text (layout);
  g_assert_cmpstr (text, ==, "A 0-2, A 3-4\nB 0-1, C 1-2, C 3-4\n");
  g_assert_cmpuint (layout->n_edges, ==, 5);
  g_assert_cmpfloat (layout->edge[2], ==, 50);
  g_assert_cmpfloat (layout->edge[4], ==, 91);
}

static double
get_cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1000 + (double) time.tv_nsec / 1e6;
}

/* Two recursions that take turns share nothing, so that each sample is a box at each depth.
 * Returns: ms of CPU for a chart of 20,000 samples */
static double
time_deep_chart (guint depth)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks;
  FulStackIndex leaves[] = { ful_test_profile_stack (test, "A"), ful_test_profile_stack (test, "B") };
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulBoxLayout) layout = NULL;
  double start;

  for (guint i = 1; i < depth; i++)
    for (guint k = 0; k < 2; k++)
      {
        guint row = ful_table_builder_append (stacks, 1);

        FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[row] = FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[leaves[k]];
        FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[row] = leaves[k];
        leaves[k] = (FulStackIndex) row;
      }
  for (guint i = 0; i < 20000; i++)
    ful_test_profile_sample (thread, i, leaves[i % 2]);
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, NULL);

  start = get_cpu_ms ();
  layout = ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);
  start = get_cpu_ms () - start;
  g_assert_cmpuint (layout->n_rows, ==, depth);
  g_assert_cmpuint (layout->rows[0].n_boxes, ==, 20000);
  g_assert_cmpuint (layout->rows[1000].n_boxes, ==, 20000);
  g_assert_cmpuint (layout->rows[depth - 1].n_boxes, ==, 0);

  return start;
}

/* Above the limit on boxes the cost does not grow with the depth. */
static void
test_chart_deep (void)
{
  double deep = time_deep_chart (20000), deeper = time_deep_chart (100000);

  g_test_message ("%.0f ms, deeper %.0f ms", deep, deeper);
  g_assert_cmpfloat (deeper, <, 2 * deep);
}

/* The caller of a stack at a depth, or the stack's own node there. */
static FulCallNodeIndex
node_at_depth (FulTestView *view,
               guint        row,
               gint32       depth)
{
  FulStackIndex stack = ful_sample_rows_get_stack (view->rows, row);
  FulCallNodeIndex node = stack == FUL_NONE ? FUL_NONE : view->nodes->stack_to_node[stack];

  while (node != FUL_NONE && view->nodes->depth[node] > depth)
    node = view->nodes->prefix[node];

  return node != FUL_NONE && view->nodes->depth[node] == depth ? node : FUL_NONE;
}

/* Against each row laid out by itself, sample by sample. */
static void
test_chart_random (void)
{
  for (guint round = 0; round < 100; round++)
    {
      g_autoptr(FulProfile) profile = ful_test_profile_random ();
      g_autoptr(FulTestView) view = ful_test_view_new (profile, round % 2 ? JS : NULL);
      g_autoptr(FulBoxLayout) layout = ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);
      guint n_rows = 0;

      for (guint i = 0; i < view->rows->n_rows; i++)
        while (node_at_depth (view, i, (gint32) n_rows) != FUL_NONE)
          n_rows++;
      g_assert_cmpuint (layout->n_rows, ==, n_rows);

      for (guint depth = 0; depth < n_rows; depth++)
        {
          const FulBoxRow *row = &layout->rows[depth];
          guint box = 0;

          for (guint begin = 0, end; begin < view->rows->n_rows; begin = end)
            {
              FulCallNodeIndex node = node_at_depth (view, begin, (gint32) depth);

              for (end = begin + 1; end < view->rows->n_rows && node_at_depth (view, end, (gint32) depth) == node; end++)
                ;
              if (node == FUL_NONE)
                continue;

              g_assert_cmpuint (box, <, row->n_boxes);
              g_assert_cmpint (row->boxes[box].node, ==, node);
              g_assert_cmpfloat (ful_box_row_get_start (row, box), ==, begin);
              g_assert_cmpfloat (ful_box_row_get_end (row, box), ==, end);
              box++;
            }
          g_assert_cmpuint (box, ==, row->n_boxes);
        }
    }
}

static void
test_find (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  B  C  D\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0, \"search\": \"a,\" }");
  g_autoptr(FulTestView) all = ful_test_view_new (profile, NULL);
  g_autoptr(FulBoxLayout) layout = ful_flame_layout_new (all->tree, NULL, NULL);
  const FulBoxRow *row = &layout->rows[0];

  g_assert_cmpint (ful_box_row_find (row, 0.1), ==, 0);
  g_assert_cmpint (ful_box_row_find (row, 0.25), ==, -1);
  g_assert_cmpint (ful_box_row_find (row, 0.26), ==, 1);
  g_assert_cmpint (ful_box_row_find (row, 0.99), ==, 3);
  g_assert_cmpint (ful_box_row_find (row, 1.5), ==, -1);
  g_assert_cmpint (ful_box_row_find (row, -1), ==, -1);
  g_assert_cmpuint (ful_box_row_find_first (row, 0.5), ==, 2);
  g_assert_cmpuint (ful_box_row_find_first (row, 2), ==, 4);
  g_assert_cmpint (ful_box_row_find_node (row, 2), ==, 2);
}

/* Boxes of callers that a transform would remove, in brackets: those of which no sample would have one. */
static void
test_effect (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A\n"
                                                              "B  B  H\n"
                                                              "F  G  F\n");
  g_autoptr(FulTestView) before = ful_test_view_new (profile, INVERTED);
  g_autoptr(FulTestView) after = ful_test_view_change (before, "{ \"thread\": 0, \"invert\": true, \"transforms\": "
                                                               "[{ \"type\": \"drop-function\", \"function\": \"H\" }] }");
  g_autoptr(FulTransformEffect) effect = ful_transform_effect_new (before->derived, before->tree, after->derived, after->tree, NULL, NULL);
  g_autoptr(FulBoxLayout) layout = ful_flame_layout_new (before->tree, NULL, NULL);
  g_autofree guint8 *gone = ful_layout_effect_list_gone (layout, effect, NULL, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint depth = 0; depth < layout->n_rows; depth++)
    for (guint i = 0; i < layout->rows[depth].n_boxes; i++)
      {
        FulCallNodeIndex node = layout->rows[depth].boxes[i].node;

        g_string_append_printf (text, gone[node] ? "(%s)" : "%s", ful_profile_get_func_name (profile, ful_call_tree_get_func (before->tree, node)));
      }
  /* Of the two calls of F the one below B stays. */
  g_assert_cmpstr (text->str, ==, "FGB(H)BA(A)A");

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_layout_effect_list_gone (layout, effect, cancellable, NULL));
}

static void
test_cancellation (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) inverted = ful_test_view_new (profile, INVERTED);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_null (ful_flame_layout_new (view->tree, cancellable, NULL));
  g_assert_null (ful_flame_layout_new (inverted->tree, cancellable, NULL));
  g_assert_null (ful_stack_chart_layout_new (view->tree, view->rows, FALSE, cancellable, NULL));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/box-layout/flame", test_flame);
  g_test_add_func ("/box-layout/flame-order", test_flame_order);
  g_test_add_func ("/box-layout/flame-mixed-signs", test_flame_mixed_signs);
  g_test_add_func ("/box-layout/flame-empty", test_flame_empty);
  g_test_add_func ("/box-layout/chart", test_chart);
  g_test_add_func ("/box-layout/chart-implementation", test_chart_implementation);
  g_test_add_func ("/box-layout/chart-same-widths", test_chart_same_widths);
  g_test_add_func ("/box-layout/chart-random", test_chart_random);
  g_test_add_func ("/box-layout/chart-deep", test_chart_deep);
  g_test_add_func ("/box-layout/find", test_find);
  g_test_add_func ("/box-layout/effect", test_effect);
  g_test_add_func ("/box-layout/cancellation", test_cancellation);

  return g_test_run ();
}
