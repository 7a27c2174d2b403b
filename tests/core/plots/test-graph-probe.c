/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "plots/ful-graph-probe.h"
#include "threads/ful-cpu-use.h"

enum { WIDTH = 60 };

/* "A B C", the path of functions under a point of the graph of @thread, or why there is none. */
/* Of the call node with this path. */
static FulCategoryIndex
find_category (const FulCallNodeTable *nodes,
               const FulFuncIndex     *path,
               guint                   n_path)
{
  FulCallNodeIndex node = FUL_NONE;

  for (guint i = 0; i < n_path; i++)
    {
      FulCallNodeIndex child = node + 1;

      while (nodes->prefix[child] != node || nodes->func[child] != path[i])
        child++;
      node = child;
    }

  return ful_call_node_table_get_category (nodes, node);
}

static char *
probe_to_text (FulTestView *view,
               guint        thread,
               double       x,
               double       height)
{
  FulProfile *profile = view->derived->profile;
  FulThread *at = ful_profile_get_thread (profile, thread);
  g_autofree guint8 *percent = ful_cpu_use_compute (profile, at, 1);
  g_autoptr(FulTrackGraph) graph =
    ful_track_graph_new (profile, at, percent, view->derived->range, WIDTH, NULL, NULL, NULL);
  g_autoptr(FulGraphProbe) probe = ful_graph_probe_new (graph, thread, percent, view->derived, view->cache, view->tree, x, height);
  GString *text = g_string_new (NULL);

  g_assert_nonnull (probe);
  g_assert_cmpuint (probe->thread, ==, thread);
  g_assert_false (probe->cpu_is_known);
  for (guint i = 0; i < probe->n_path; i++)
    {
      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", ful_profile_get_func_name (profile, probe->path[i]));
      g_assert_cmpint (probe->categories[i], ==, find_category (view->tree->nodes, probe->path, i + 1));
    }
  if (probe->n_path == 0)
    g_string_append (text, probe->hit.sample == FUL_NONE ? "(no sample)" : "(filtered)");

  return g_string_free (text, FALSE);
}

static void
assert_probe (FulTestView *view,
              guint        thread,
              double       x,
              double       height,
              const char  *expected)
{
  g_autofree char *text = probe_to_text (view, thread, x, height);

  g_assert_cmpstr (text, ==, expected);
}

static FulProfile *
create_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();

  ful_test_profile_add (test, "A  A  A  -  D\n"
                              "B  C  B      \n"
                              "      E     C\n");
  ful_test_profile_add (test, "D  D  D  D  D\n"
                              "E  B  A  A  A\n");

  return ful_test_profile_seal (test);
}

/* Samples at 0, 1, 2, 3, 4 ms of 5 ms in 60 columns: marks at 0, 12, 24, 36, 48, ten wide. */
static void
test_strip (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");

  assert_probe (view, 0, 0, -1, "A B");
  assert_probe (view, 0, 11, -1, "A C");
  assert_probe (view, 0, 24, -1, "A B E");
  assert_probe (view, 0, 18, -1, "(no sample)");
  assert_probe (view, 0, 59, -1, "(no sample)");
  assert_probe (view, 1, 12, -1, "D B");
}

/* The filters of the view hold for every thread, selected or not. */
static void
test_filters (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0, \"search\": \"C\" }");
  g_autoptr(FulTestView) both = ful_test_view_new (profile, "{ \"thread\": [0, 1], \"invert\": true }");

  assert_probe (view, 0, 0, -1, "(filtered)");
  assert_probe (view, 0, 12, -1, "A C");
  assert_probe (view, 1, 12, -1, "(filtered)");
  assert_probe (both, 0, 12, -1, "A C");
  assert_probe (both, 1, 24, -1, "D A");
}

/* Full use everywhere: whatever the height, the graph is hit. */
static void
test_graph (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");

  assert_probe (view, 1, 36, 0.5, "D A");
  assert_probe (view, 1, 30, 2, "(no sample)");
  assert_probe (view, 0, 36, 0.5, "(no sample)");
}

static void
test_other_range (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0, \"range\": [1, 3] }");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  g_autofree guint8 *percent = ful_cpu_use_compute (profile, thread, 1);
  g_autoptr(FulTrackGraph) graph =
    ful_track_graph_new (profile, thread, percent, (FulTimeRange) { 0, 5 }, WIDTH, NULL, NULL, NULL);

  g_assert_null (ful_graph_probe_new (graph, 0, percent, view->derived, view->cache, view->tree, 3, 0.5));
}

/* A graph of a part of the range, as of a window that is zoomed, finds the samples of that part. */
static void
test_part_of_range (void)
{
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{ \"thread\": 0 }");
  FulThread *thread = ful_profile_get_thread (profile, 0);
  g_autofree guint8 *percent = ful_cpu_use_compute (profile, thread, 1);
  g_autoptr(FulTrackGraph) graph =
    ful_track_graph_new (profile, thread, percent, (FulTimeRange) { 1, 3 }, WIDTH, NULL, NULL, NULL);
  g_autoptr(FulGraphProbe) probe =
    ful_graph_probe_new (graph, 0, percent, view->derived, view->cache, view->tree, 31, -1);

  g_assert_nonnull (probe);
  g_assert_cmpint (probe->hit.sample, ==, 2);
  g_assert_cmpuint (probe->n_path, ==, 3);
  g_assert_cmpstr (ful_profile_get_func_name (profile, probe->path[2]), ==, "E");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/graph-probe/strip", test_strip);
  g_test_add_func ("/graph-probe/filters", test_filters);
  g_test_add_func ("/graph-probe/graph", test_graph);
  g_test_add_func ("/graph-probe/other-range", test_other_range);
  g_test_add_func ("/graph-probe/part-of-range", test_part_of_range);

  return g_test_run ();
}
