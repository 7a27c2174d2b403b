/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A function, or two by turns, a hundred thousand deep: whatever walks down a
 * stack must neither recurse itself nor begin again at the root for each frame. */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "charts/ful-box-layout.h"
#include "document/rows/ful-tree-rows.h"
#include "export/ful-exporters.h"
#include "tree/ful-call-tree-rows.h"
#include "tree/ful-function-tree.h"
#include "tree/ful-node-breakdown.h"

#include <math.h>

#define DEPTH 100000

/* "main", then "a", or "a" and "b" by turns, to the depth. */
static FulTestProfile *
create_stacks (gboolean mutual)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulTableBuilder *stacks = &test->builder->stacks;
  FulStackIndex main = ful_test_profile_stack (test, "main");
  FulFrameIndex frames[2];

  for (guint i = 0; i < 2; i++)
    frames[i] = FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[ful_test_profile_stack (test, i == 1 && mutual ? "b" : "a")];
  for (guint i = 1; i < DEPTH; i++)
    {
      guint stack = ful_table_builder_append (stacks, 1);

      FUL_CELLS (stacks, FUL_STACK_PREFIX, gint32)[stack] = i == 1 ? main : (FulStackIndex) stack - 1;
      FUL_CELLS (stacks, FUL_STACK_FRAME, gint32)[stack] = frames[(i - 1) % 2];
    }

  return test;
}

/* Samples at the end, in the middle, in "main", and without a stack. */
static FulProfile *
create_profile (gboolean mutual)
{
  FulTestProfile *test = create_stacks (mutual);
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulTableBuilder *stacks = &test->builder->stacks;
  FulStackIndex main = ful_test_profile_stack (test, "main");

  ful_test_profile_sample (thread, 0, (FulStackIndex) stacks->n_rows - 1);
  ful_test_profile_sample (thread, 1, (FulStackIndex) stacks->n_rows - DEPTH / 2 + 1);
  ful_test_profile_sample (thread, 2, main);
  ful_test_profile_sample (thread, 3, FUL_NONE);

  return ful_test_profile_seal (test);
}

static void
test_tree (gconstpointer data)
{
  g_autoptr(FulProfile) profile = create_profile (GPOINTER_TO_INT (data));
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(GArray) all = ful_call_tree_expand_all (view->tree, FUL_NONE, G_MAXUINT, NULL, NULL);
  FulCallNodeIndex deepest = g_array_index (all, FulCallTreeRow, DEPTH - 1).node;
  g_autoptr(GArray) path = ful_call_tree_get_path (view->tree, deepest);
  g_autoptr(FulNodeBreakdown) breakdown = ful_node_breakdown_new (view->tree, view->rows, deepest, FALSE, NULL, NULL);
  g_autoptr(FulCallTree) functions = ful_function_tree_new (view->tree, FUL_FUNCTION_ORDER_TOTAL, TRUE, NULL, NULL);
  FulFuncIndex a = g_array_index (path, FulFuncIndex, 1);

  g_assert_cmpuint (all->len, ==, DEPTH);
  g_assert_cmpuint (path->len, ==, DEPTH);
  g_assert_cmpint (ful_call_tree_find_path (view->tree, (FulFuncIndex *) (gpointer) path->data, DEPTH), ==, deepest);
  for (guint i = 0; i < DEPTH; i++)
    {
      FulCallTreeRow row = g_array_index (all, FulCallTreeRow, i);

      g_assert_cmpint (row.depth, ==, i);
      g_assert_cmpfloat (ful_call_tree_get_total (view->tree, row.node), ==, i == 0 ? 3 : i < DEPTH / 2 + 2 ? 2 : 1);
    }
  g_assert_cmpfloat (breakdown->self, ==, 1);
  g_assert_cmpfloat (ful_call_tree_get_total (functions, ful_call_tree_find_path (functions, &a, 1)), ==, 2);
}

typedef struct
{
  const char *transform;
  guint       n_direct;   /* call nodes that are left */
  guint       n_mutual;
  double      total;
} Case;

static const Case cases[] = {
  { "{ \"type\": \"focus-function\", \"function\": \"a\" }", DEPTH - 1, DEPTH - 1, 2 },
  { "{ \"type\": \"focus-self\", \"function\": \"a\" }", 1, 1, 2 },
  { "{ \"type\": \"focus-subtree\", \"path\": [\"main\", \"a\"] }", DEPTH - 1, DEPTH - 1, 2 },
  { "{ \"type\": \"focus-category\", \"category\": \"Other\" }", DEPTH, DEPTH, 3 },
  { "{ \"type\": \"merge-function\", \"function\": \"a\" }", 1, DEPTH / 2, 3 },
  { "{ \"type\": \"merge-call-node\", \"path\": [\"main\", \"a\"] }", DEPTH - 1, DEPTH - 1, 3 },
  { "{ \"type\": \"merge-subtree\", \"path\": [\"main\", \"a\"] }", 1, 1, 3 },
  { "{ \"type\": \"drop-function\", \"function\": \"a\" }", 1, 1, 1 },
  { "{ \"type\": \"drop-call-node\", \"path\": [\"main\", \"a\"] }", 1, 1, 1 },
  { "{ \"type\": \"collapse-resource\", \"resource\": \"libtest.so\" }", 1, 1, 3 },
  { "{ \"type\": \"collapse-direct-recursion\", \"function\": \"a\", \"implementation\": \"combined\" }", 2, DEPTH, 3 },
  { "{ \"type\": \"collapse-recursion\", \"function\": \"a\" }", 2, 2, 3 },
  { "{ \"type\": \"collapse-function-subtree\", \"function\": \"a\" }", 2, 2, 3 },
  { "{ \"type\": \"filter-samples\", \"filterType\": \"function-include\", \"functions\": [\"a\"] }", DEPTH, DEPTH, 2 },
};

/* Each kind, and what becomes of rows that were open and selected all the way down. */
static void
test_transforms (gconstpointer data)
{
  gboolean mutual = GPOINTER_TO_INT (data);
  g_autoptr(FulProfile) profile = create_profile (mutual);
  g_autoptr(FulTestView) before = ful_test_view_new (profile, NULL);
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (before->tree, before->derived, NULL, NULL);

  g_assert_true (ful_tree_rows_expand_all (rows, 0, NULL, NULL));
  g_assert_cmpuint (rows->n_rows, ==, DEPTH);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{ \"transforms\": [%s] }", cases[i].transform);
      g_autoptr(FulTestView) view = ful_test_view_change (before, text);
      g_autoptr(GArray) all = ful_call_tree_expand_all (view->tree, FUL_NONE, G_MAXUINT, NULL, NULL);
      g_autoptr(FulTreeRows) after = ful_tree_rows_follow (rows, rows->rows[DEPTH - 1].node, view->tree, view->derived,
                                                           FALSE, NULL, NULL);

      g_test_message ("%s", cases[i].transform);
      g_assert_cmpuint (all->len, ==, mutual ? cases[i].n_mutual : cases[i].n_direct);
      g_assert_cmpfloat (view->tree->root_total, ==, cases[i].total);

      /* The deepest node is the deepest still, unless the sample was dropped. */
      if (cases[i].total == 1)
        g_assert_cmpint (after->selected, ==, FUL_NONE);
      else
        g_assert_cmpint (ful_call_tree_get_depth (view->tree, after->selected), ==, all->len - 1);
    }
}

/* The selected path ends where the new tree has no more of it. */
static void
test_lost_path (gconstpointer data)
{
  g_autoptr(FulProfile) profile = create_profile (GPOINTER_TO_INT (data));
  g_autoptr(FulTestView) whole = ful_test_view_new (profile, NULL);
  g_autoptr(FulTestView) middle = ful_test_view_change (whole, "{ \"range\": [1, 2] }");
  g_autoptr(FulTreeRows) rows = ful_tree_rows_new (whole->tree, whole->derived, NULL, NULL);
  g_autoptr(FulTreeRows) after = NULL;

  g_assert_true (ful_tree_rows_expand_all (rows, 0, NULL, NULL));
  after = ful_tree_rows_follow (rows, rows->rows[DEPTH - 1].node, middle->tree, middle->derived, FALSE, NULL, NULL);
  g_assert_cmpuint (after->n_rows, ==, DEPTH / 2 + 2);
  g_assert_cmpint (after->rows[after->n_rows - 1].node, ==, after->selected);
}

static void
test_layouts (gconstpointer data)
{
  g_autoptr(FulProfile) profile = create_profile (GPOINTER_TO_INT (data));
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulBoxLayout) flame = ful_flame_layout_new (view->tree, NULL, NULL);
  g_autoptr(FulBoxLayout) chart = ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);

  g_assert_cmpuint (flame->n_rows, ==, DEPTH);
  g_assert_cmpuint (chart->n_rows, ==, DEPTH);
  for (guint i = 0; i < DEPTH; i++)
    {
      double share = (i == 0 ? 3 : i < DEPTH / 2 + 2 ? 2 : 1) / 3.0;

      g_assert_cmpuint (flame->rows[i].n_boxes, ==, 1);
      g_assert_cmpfloat_with_epsilon (ful_box_row_get_end (&flame->rows[i], 0), share, 1e-9);
      g_assert_cmpuint (chart->rows[i].n_boxes, ==, 1);
      g_assert_cmpfloat (ful_box_row_get_end (&chart->rows[i], 0), ==, share * 3);
    }
}

/* A sample in each stack. Callers of n calls: the one further out, while any is left. */
static void
test_inverted (gconstpointer data)
{
  gboolean mutual = GPOINTER_TO_INT (data);
  FulTestProfile *test = create_stacks (mutual);
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  FulStackIndex main = ful_test_profile_stack (test, "main");
  FulStackIndex n_stacks = (FulStackIndex) test->builder->stacks.n_rows;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;

  for (FulStackIndex i = 0; i < DEPTH; i++)
    ful_test_profile_sample (thread, i, i == 0 ? main : n_stacks - i);
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, "{ \"thread\": 0, \"invert\": true }");

  /* The second tree finds the nodes made. */
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr(FulCallTree) tree = ful_call_tree_new (view->nodes, view->inverted, view->rows, NULL, NULL);
      g_autoptr(FulBoxLayout) flame = ful_flame_layout_new (tree, NULL, NULL);

      g_assert_cmpuint (flame->n_rows, ==, DEPTH);
      for (guint i = 0; i < DEPTH - 20; i++)
        {
          const FulBoxRow *row = &flame->rows[i];

          g_assert_cmpuint (row->n_boxes, ==, mutual ? 2 : 1);
          for (guint box = 0; box < row->n_boxes; box++)
            {
              double n = DEPTH - 1 - i, width = ful_box_row_get_end (row, box) - ful_box_row_get_start (row, box);

              g_assert_cmpfloat (ful_call_tree_get_total (tree, row->boxes[box].node), >=, floor (n / row->n_boxes));
              g_assert_cmpfloat (ful_call_tree_get_total (tree, row->boxes[box].node), <=, ceil (n / row->n_boxes));
              g_assert_cmpfloat_with_epsilon (width, n / row->n_boxes / DEPTH, 1.0 / DEPTH);
            }
        }
      g_assert_cmpuint (flame->rows[DEPTH - 1].n_boxes, ==, 0);   /* too narrow */
    }
}

static void
test_exports (gconstpointer data)
{
  static const char *const formats[] = { "folded", "csv", "speedscope", "pprof" };
  g_autoptr(FulProfile) profile = create_profile (GPOINTER_TO_INT (data));
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
      g_autoptr(GError) error = NULL;
      g_autoptr(GBytes) bytes = NULL;
      const char *text;
      gsize n, n_frames = 0;

      ful_exporter_write (ful_exporter_find (formats[i], NULL),
                          &(FulExportView) { view->derived, view->rows, view->tree }, stream, NULL, &error);
      g_assert_no_error (error);
      g_output_stream_close (stream, NULL, NULL);
      bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
      text = g_bytes_get_data (bytes, &n);
      g_assert_cmpuint (n, >, 0);

      /* Frames of all samples: each but the last of a line has a separator after it. */
      for (gsize at = 0; i == 0 && at < n; at++)
        n_frames += text[at] == ';' || text[at] == '\n';
      if (i == 0)
        g_assert_cmpuint (n_frames, ==, DEPTH + DEPTH / 2 + 2 + 1);
    }
}

int
main (int   argc,
      char *argv[])
{
  static const struct
  {
    const char    *name;
    GTestDataFunc  run;
  } tests[] = {
    { "tree", test_tree },
    { "transforms", test_transforms },
    { "lost-path", test_lost_path },
    { "layouts", test_layouts },
    { "inverted", test_inverted },
    { "exports", test_exports },
  };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/deep-recursion/%s/%s", tests[i / 2].name, i % 2 ? "mutual" : "direct");

      g_test_add_data_func (path, GINT_TO_POINTER (i % 2), tests[i / 2].run);
    }

  return g_test_run ();
}
