/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "charts/ful-box-chart.h"

#include <adwaita.h>

static void
point_at (FulBoxChart *chart,
          double       x,
          double       y)
{
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (chart));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", x, y);
    }
}

static int
get_height (FulBoxChart *chart)
{
  int minimum;

  gtk_widget_measure (GTK_WIDGET (chart), GTK_ORIENTATION_VERTICAL, -1, &minimum, NULL, NULL, NULL);

  return minimum;
}

/* Rows of markers come before those of call nodes; what is under the pointer is one or the other. */
static void
test_timings (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A  A  A  A\nB  B  B  B\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  g_autoptr(FulBoxLayout) layout = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerLanes) lanes = NULL;
  FulBoxChart *chart = FUL_BOX_CHART (ful_box_chart_new ());
  GtkWidget *window = gtk_window_new ();
  FulCallNodeIndex node;
  double start, end, width;
  int height;

  ful_test_profile_mark (test, thread, "work", FUL_MARKER_PHASE_INTERVAL, 1, 2, "{\"type\":\"UserTiming\"}");
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, NULL);
  layout = ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);
  list = ful_marker_list_derive (view->derived->threads, NULL, NULL, NULL);
  lanes = ful_marker_lanes_new_timings (list, &view->derived->range, G_MAXUINT, NULL, NULL);
  g_assert_cmpuint (lanes->n_lanes, ==, 1);

  ful_box_chart_set_layout (chart, layout, NULL, FUL_BOX_CHART_OVER_TIME);
  height = get_height (chart);
  ful_box_chart_set_timings (chart, lanes);
  g_assert_cmpint (get_height (chart), ==, height / 2 * 3);

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (chart));
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 200);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (chart)) == 0)
    g_main_context_iteration (NULL, TRUE);
  width = gtk_widget_get_width (GTK_WIDGET (chart));

  point_at (chart, width * 1.5 / 4, 5);   /* four samples, 1 ms each */
  g_assert_cmpint (ful_box_chart_get_hovered_timing (chart), ==, 0);
  g_assert_false (ful_box_chart_get_hovered (chart, &node, &start, &end));
  point_at (chart, width * 3 / 4, 5);
  g_assert_cmpint (ful_box_chart_get_hovered_timing (chart), ==, -1);
  point_at (chart, width * 1.5 / 4, height / 2 + 5);
  g_assert_cmpint (ful_box_chart_get_hovered_timing (chart), ==, -1);
  g_assert_true (ful_box_chart_get_hovered (chart, &node, &start, &end));
  g_assert_cmpint (node, ==, 0);

  ful_box_chart_set_timings (chart, NULL);
  g_assert_cmpint (get_height (chart), ==, height);
  gtk_window_destroy (GTK_WINDOW (window));
}

static GBytes *
draw (FulBoxChart *chart,
      GtkWidget   *window)
{
  g_autoptr(GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (chart));
  int width = gtk_widget_get_width (GTK_WIDGET (chart));
  int height = gtk_widget_get_height (GTK_WIDGET (chart));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  g_autoptr(GdkTexture) texture = NULL;
  guchar *pixels = g_malloc0 ((gsize) width * (gsize) height * 4);

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (GTK_NATIVE (window)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  gsk_render_node_unref (node);
  gdk_texture_download (texture, pixels, (gsize) width * 4);

  return g_bytes_new_take (pixels, (gsize) width * (gsize) height * 4);
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *clock,
         gpointer       user_data)
{
  guint *n_ticks = user_data;

  return --*n_ticks > 0 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/* Frames go by, so that rows that had to wait for their turn had it. */
static void
let_it_draw (GtkWidget *window)
{
  guint n_ticks = 4;

  gtk_widget_add_tick_callback (window, tick_cb, &n_ticks, NULL);
  while (n_ticks > 0)
    g_main_context_iteration (NULL, TRUE);
}

static FulBoxLayout *
random_layout (void)
{
  static const char *const paths[] = { "A", "A B", "A B C", "A D", "E", "E F G H" };
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulTestView) view = NULL;
  double time = 0;

  for (guint i = 0; i < 20000; i++)
    {
      int path = g_test_rand_int_range (-2, G_N_ELEMENTS (paths));

      ful_test_profile_sample (thread, time, path < 0 ? FUL_NONE : ful_test_profile_stack (test, paths[path]));
      /* Crowds and pauses. */
      time += g_test_rand_int_range (0, 500) == 0 ? g_test_rand_double_range (0, 3000) : g_test_rand_double_range (0, 1);
    }
  profile = ful_test_profile_seal (test);
  view = ful_test_view_new (profile, NULL);

  return ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);
}

/* Charts over time find boxes by numbers of edges, others by where they are: the picture is the same. */
static void
test_searches_agree (void)
{
  g_autoptr(FulBoxLayout) layout = random_layout ();
  FulBoxChart *chart = FUL_BOX_CHART (ful_box_chart_new ());
  GtkWidget *window = gtk_window_new ();

  ful_box_chart_set_layout (chart, layout, NULL, FUL_BOX_CHART_OVER_TIME);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (chart));
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 200);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (chart)) == 0)
    g_main_context_iteration (NULL, TRUE);

  for (guint i = 0; i < 12; i++)
    {
      g_autoptr(GBytes) over_time = NULL;
      g_autoptr(GBytes) by_place = NULL;
      g_autoptr(GBytes) empty = NULL;

      point_at (chart, g_test_rand_double_range (0, 700), 5);
      if (i > 0)
        ful_chart_zoom (FUL_CHART (chart), g_test_rand_double_range (1, 3));
      point_at (chart, -1, 190);
      ful_box_chart_set_layout (chart, layout, NULL, FUL_BOX_CHART_OVER_TIME);
      let_it_draw (window);
      over_time = draw (chart, window);
      ful_box_chart_set_layout (chart, layout, NULL, 0);
      let_it_draw (window);
      by_place = draw (chart, window);
      empty = g_bytes_new_take (g_malloc0 (g_bytes_get_size (by_place)), g_bytes_get_size (by_place));
      g_assert_true (g_bytes_equal (over_time, by_place));
      g_assert_true (i > 0 || !g_bytes_equal (over_time, empty));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/box-chart/timings", test_timings);
  g_test_add_func ("/box-chart/searches-agree", test_searches_agree);

  return g_test_run ();
}
