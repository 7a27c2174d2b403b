/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "tracks/ful-line-graph.h"

#include <math.h>

/* "low-high" of each column in percent; "." without a line. */
static void
assert_columns (const FulLineGraph *graph,
                const char         *expected)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < graph->width; i++)
    {
      g_string_append (text, i > 0 ? " " : "");
      if (isnan (graph->low[i]))
        g_string_append_c (text, '.');
      else
        g_string_append_printf (text, "%.0f-%.0f", graph->low[i] * 100, graph->high[i] * 100);
    }

  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_slope (void)
{
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (6);

  ful_line_graph_line_to (graph, 1, 0);
  ful_line_graph_line_to (graph, 5, 1);
  assert_columns (graph, ". 0-25 25-50 50-75 75-100 100-100");
}

static void
test_beyond_the_edges (void)
{
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (4);

  ful_line_graph_line_to (graph, -4, 0);
  ful_line_graph_line_to (graph, -2, 1);
  ful_line_graph_line_to (graph, 6, 0);
  ful_line_graph_line_to (graph, 9, 1);
  assert_columns (graph, "62-75 50-62 38-50 25-38");
}

/* Any number of points in a column leaves its least and its greatest. */
static void
test_many_points (void)
{
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (3);

  for (guint i = 0; i < 1000; i++)
    ful_line_graph_line_to (graph, 1 + i / 1000.0, i == 500 ? 1 : 0.25);
  assert_columns (graph, ". 25-100 .");
}

static void
test_gap (void)
{
  g_autoptr(FulLineGraph) graph = ful_line_graph_new (5);

  ful_line_graph_line_to (graph, 0, 0.5);
  ful_line_graph_line_to (graph, 0.5, 0.5);
  ful_line_graph_move_to (graph, 3.5, 1);
  ful_line_graph_line_to (graph, 3.5, 0);
  assert_columns (graph, "50-50 . . 0-100 .");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/line-graph/slope", test_slope);
  g_test_add_func ("/line-graph/beyond-the-edges", test_beyond_the_edges);
  g_test_add_func ("/line-graph/many-points", test_many_points);
  g_test_add_func ("/line-graph/gap", test_gap);

  return g_test_run ();
}
