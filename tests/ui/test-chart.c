/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"
#include "ful-test-text.h"

#include "charts/ful-box-chart.h"
#include "markers/ful-marker-chart.h"
#include "widgets/ful-em.h"

#include <adwaita.h>
#include <math.h>

static FulChart *
create_chart (void)
{
  FulChart *chart = FUL_CHART (g_object_ref_sink (ful_box_chart_new ()));

  ful_chart_set_span (chart, 100, 200, 1);

  return chart;
}

static void
assert_view (FulChart *chart,
             double    start,
             double    end)
{
  const FulTimeRange *view = ful_chart_get_view (chart);

  g_assert_cmpfloat_with_epsilon (view->start, start, 1e-9);
  g_assert_cmpfloat_with_epsilon (view->end, end, 1e-9);
}

/* A view is in the span, and neither longer than it nor shorter than the narrowest. */
static void
test_limits (void)
{
  g_autoptr(FulChart) chart = create_chart ();

  assert_view (chart, 100, 200);
  ful_chart_set_view (chart, 120, 130);
  assert_view (chart, 120, 130);
  ful_chart_set_view (chart, 90, 110);
  assert_view (chart, 100, 120);
  ful_chart_set_view (chart, 195, 205);
  assert_view (chart, 190, 200);
  ful_chart_set_view (chart, 0, 1000);
  assert_view (chart, 100, 200);
  ful_chart_set_view (chart, 150, 150.5);
  assert_view (chart, 150, 151);

  /* The same span leaves the view, another one does not; a span without a length has one. */
  ful_chart_set_span (chart, 100, 200, 1);
  assert_view (chart, 150, 151);
  ful_chart_set_span (chart, 100, 300, 1);
  assert_view (chart, 100, 300);
  ful_chart_set_span (chart, 7, 7, 1e-6);
  assert_view (chart, 7, 8);
  /* One that is shorter than the narrowest view is seen as a whole. */
  ful_chart_set_span (chart, 1, 1.25, 1);
  ful_chart_set_view (chart, 1.1, 1.2);
  assert_view (chart, 1, 1.25);
}

static void
test_zoom (void)
{
  g_autoptr(FulChart) chart = create_chart ();

  ful_chart_zoom (chart, 2);
  assert_view (chart, 125, 175);
  ful_chart_zoom (chart, 1e9);
  assert_view (chart, 149.5, 150.5);
  ful_chart_zoom (chart, 1e-9);
  assert_view (chart, 100, 200);
}

static void
test_history (void)
{
  g_autoptr(FulChart) chart = create_chart ();

  g_assert_false (ful_chart_pop_view (chart));
  ful_chart_push_view (chart, 110, 190);
  ful_chart_push_view (chart, 120, 130);
  assert_view (chart, 120, 130);
  g_assert_true (ful_chart_pop_view (chart));
  assert_view (chart, 110, 190);
  ful_chart_set_view (chart, 111, 112);
  g_assert_true (ful_chart_pop_view (chart));
  assert_view (chart, 100, 200);
  g_assert_false (ful_chart_pop_view (chart));
  /* Where nothing was pushed, all is seen. */
  ful_chart_set_view (chart, 111, 112);
  g_assert_true (ful_chart_pop_view (chart));
  assert_view (chart, 100, 200);
}

/* Charts of a document show the same part; a chart that shows all of a span ends the zoom. */
static void
test_shared (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n");
  g_autoptr(FulDocument) document = ful_document_new (profile);
  g_autoptr(FulChart) first = create_chart ();
  g_autoptr(FulChart) second = FUL_CHART (g_object_ref_sink (ful_marker_chart_new (FUL_MARKER_VIEW_CHART)));

  ful_chart_share_view (first, document);
  ful_chart_share_view (second, document);
  ful_chart_set_span (second, 100, 180, 1);
  ful_chart_set_view (first, 110, 120);
  assert_view (second, 110, 120);
  ful_chart_set_view (second, 130, 140);
  assert_view (first, 130, 140);
  /* As far as the other one has it. */
  ful_chart_set_view (first, 175, 195);
  assert_view (second, 160, 180);
  assert_view (first, 175, 195);
  g_assert_cmpfloat (ful_document_get_zoom (document)->start, ==, 175);

  ful_chart_set_view (first, 100, 200);
  g_assert_null (ful_document_get_zoom (document));
  assert_view (second, 100, 180);

  /* What is shown only is no zoom. */
  ful_chart_show_view (first, &(FulTimeRange) { 150, 160 });
  g_assert_null (ful_document_get_zoom (document));
  ful_chart_share_view (first, NULL);
  ful_chart_set_view (second, 110, 120);
  assert_view (first, 150, 160);
}

/* Places and pixels, with the column of a chart below the tracks. */
static void
test_pixels (void)
{
  GtkWidget *window = gtk_window_new ();
  FulBoxChart *chart = FUL_BOX_CHART (ful_box_chart_new ());
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  A  A  A\n");
  g_autoptr(FulTestView) view = ful_test_view_new (profile, NULL);
  g_autoptr(FulBoxLayout) layout = ful_stack_chart_layout_new (view->tree, view->rows, FALSE, NULL, NULL);
  int width;

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (chart));
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 200);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (chart)) == 0)
    g_main_context_iteration (NULL, TRUE);
  width = gtk_widget_get_width (GTK_WIDGET (chart));

  ful_chart_set_span (FUL_CHART (chart), 0, 10, 1);
  g_assert_cmpint (ful_chart_get_head_width (FUL_CHART (chart)), ==, 0);
  g_assert_cmpint (ful_chart_get_body_width (FUL_CHART (chart)), ==, width);
  g_assert_cmpfloat (ful_chart_to_px (FUL_CHART (chart), 5), ==, width / 2.0);

  ful_box_chart_set_layout (chart, layout, NULL, FUL_BOX_CHART_OVER_TIME | FUL_BOX_CHART_ALIGNED);
  ful_chart_set_span (FUL_CHART (chart), 0, 10, 1);
  g_assert_cmpint (ful_chart_get_head_width (FUL_CHART (chart)), ==,
                   ful_em_head_width (GTK_WIDGET (chart), width));
  g_assert_cmpint (ful_chart_get_head_width (FUL_CHART (chart)), >, 0);
  g_assert_cmpfloat (ful_chart_to_px (FUL_CHART (chart), 0), ==, ful_chart_get_head_width (FUL_CHART (chart)));
  g_assert_cmpint ((int) ful_chart_to_px (FUL_CHART (chart), 10), <, width);
  for (double x = -1; x <= 11; x += 0.5)
    g_assert_cmpfloat_with_epsilon (ful_chart_from_px (FUL_CHART (chart), ful_chart_to_px (FUL_CHART (chart), x)), x, 1e-9);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int   argc,
      char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/chart/limits", test_limits);
  g_test_add_func ("/chart/zoom", test_zoom);
  g_test_add_func ("/chart/history", test_history);
  g_test_add_func ("/chart/shared", test_shared);
  g_test_add_func ("/chart/pixels", test_pixels);

  return g_test_run ();
}
