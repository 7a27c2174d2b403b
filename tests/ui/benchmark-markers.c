/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-markers [MARKERS]: a thread with so many markers (2 million unless said
 * otherwise) of 200 names in the marker chart, the marker table and the network
 * chart; then one with half as many of one name, none of which ends before the last
 * begins, each in a lane of its own. Prints turns of the main loop that used more CPU time than a frame has, and
 * how long it takes until markers are on screen. */

#include "config.h"

#include "benchmark-drive.h"
#include "ful-test-profile.h"

#include "app/ful-watchdog.h"
#include "base/ful-memory.h"
#include "markers/ful-marker-chart.h"
#include "panels/ful-panel-stack.h"
#include "profile/view/ful-profile-view.h"

#define N_NAMES 200
#define STEPS 60
#define WIDTH 1920
#define HEIGHT 1080

static guint n_markers = 2000000;

/* With samples over all of the time of the markers, which the range depends on. */
static FulThreadBuilder *
add_thread (FulTestProfile *test)
{
  FulThreadBuilder *thread = ful_test_profile_add (test, "");

  for (guint i = 0; i <= 1000; i++)
    ful_test_profile_sample (thread, (double) n_markers * i / 1000, ful_test_profile_stack (test, "A"));

  return thread;
}

/* Every 100th marker is a request; of each name some overlap. */
static FulProfile *
create_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = add_thread (test);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);

  test->builder->profile->product = g_strdup ("Benchmark");
  test->builder->profile->meta_json =
    g_strdup ("{\"markerSchema\":[{\"name\":\"T\",\"chartLabel\":\"{marker.data.count}\",\"tableLabel\":"
              "\"{marker.data.count}\",\"display\":[\"marker-chart\",\"marker-table\"],\"fields\":["
              "{\"key\":\"count\",\"format\":\"integer\"}]},{\"name\":\"Hued\",\"colorField\":\"hue\",\"display\":"
              "[\"marker-chart\",\"marker-table\"],\"fields\":[{\"key\":\"hue\",\"format\":\"string\"}]}]}");
  for (guint i = 0; i < n_markers; i++)
    {
      char name[64], payload[160];
      double end = i + g_rand_double_range (rand, 0, i % 1000 == 0 ? n_markers / 20.0 : 300);

      if (i % 100 == 0)
        {
          g_snprintf (name, sizeof name, "Load %u: https://example.org/a/%u.js", i, i);
          ful_test_profile_mark (test, thread, name, FUL_MARKER_PHASE_INTERVAL, i, i + 1, "{\"type\":\"Network\",\"id\":1,"
                                 "\"status\":\"STATUS_START\"}");
          g_snprintf (payload, sizeof payload, "{\"type\":\"Network\",\"id\":1,\"status\":\"STATUS_STOP\",\"requestStart\":%u,"
                      "\"responseStart\":%.3f,\"responseEnd\":%.3f}", i + 1, end - 2, end - 1);
        }
      else
        {
          g_snprintf (name, sizeof name, "Name %d", g_rand_int_range (rand, 0, N_NAMES));
          g_snprintf (payload, sizeof payload, "{\"type\":\"%s\",\"count\":%u,\"hue\":\"red\"}", i % 10 ? "T" : "Hued", i);
        }
      ful_test_profile_mark (test, thread, name, i % 10 == 1 ? FUL_MARKER_PHASE_INSTANT : FUL_MARKER_PHASE_INTERVAL, i, end,
                             payload);
    }

  return ful_test_profile_seal (test);
}

static FulProfile *
create_lanes (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = add_thread (test);

  test->builder->profile->product = g_strdup ("Benchmark");
  for (guint i = 0; i < n_markers / 2; i++)
    ful_test_profile_mark (test, thread, "Name", FUL_MARKER_PHASE_INTERVAL, i, n_markers, NULL);

  return ful_test_profile_seal (test);
}

static GtkWidget *
get_page (GtkWidget *window)
{
  return ful_panel_stack_get_visible (FUL_PANEL_STACK (benchmark_find_widget (window, FUL_TYPE_PANEL_STACK)));
}

/* Until the panel shows what it is asked for. */
static void
settle (GtkWidget *window)
{
  FulProfileView *view = FUL_PROFILE_VIEW (benchmark_find_widget (window, FUL_TYPE_PROFILE_VIEW));

  do
    g_main_context_iteration (NULL, TRUE);
  while (!ful_profile_view_is_settled (view));
}

static void
report_time (const char *step,
             gint64      begin)
{
  g_print ("{\"name\": \"markers/%s\", \"unit\": \"ms\", \"value\": %.1f}\n", step,
           (double) (g_get_monotonic_time () - begin) / 1000);
}

/* From the click on the switcher to the markers on screen. */
static GtkWidget *
open_panel (GtkWidget   *window,
            FulDocument *document,
            const char  *panel,
            const char  *input)
{
  g_autofree char *step = g_strconcat (panel, "/open", NULL);
  gint64 begin = g_get_monotonic_time ();
  GtkWidget *page;

  ful_document_set_panel (document, panel);
  benchmark_paint (window);
  page = get_page (window);
  settle (window);
  benchmark_paint (window);
  report_time (step, begin);
  benchmark_report (step, input);

  return page;
}

static void
drive_chart (GtkWidget   *window,
             FulDocument *document,
             const char  *panel,
             const char  *input)
{
  GtkWidget *page = open_panel (window, document, panel, input);
  FulChart *chart = FUL_CHART (benchmark_find_widget (page, FUL_TYPE_MARKER_CHART));
  GtkWidget *scrolled = gtk_widget_get_ancestor (GTK_WIDGET (chart), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));
  gboolean has_rows = gtk_adjustment_get_upper (adjustment) > HEIGHT;
  g_autofree char *zoomed = g_strconcat (panel, "/zoom", NULL);
  g_autofree char *panned = g_strconcat (panel, "/pan", NULL);
  g_autofree char *turned = g_strconcat (panel, "/scroll-pages", NULL);

  g_assert_true (has_rows);
  for (guint i = 0; i < STEPS; i++)
    {
      ful_chart_zoom (chart, i % 40 < 20 ? 1.5 : 1 / 1.5);
      benchmark_paint (window);
    }
  benchmark_report (zoomed, input);

  ful_chart_set_view (chart, n_markers * 0.3, n_markers * 0.32);
  for (guint i = 0; i < STEPS; i++)
    {
      FulTimeRange view = *ful_chart_get_view (chart);
      double step = (view.end - view.start) * 0.02;

      ful_chart_set_view (chart, view.start + step, view.end + step);
      benchmark_paint (window);
    }
  benchmark_report (panned, input);

  for (guint i = 0; i < STEPS; i++)
    {
      /* The end is no slower than the start. */
      if (i == STEPS / 2)
        gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment));
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) +
                                            (i < STEPS / 2 ? 1 : -1) * gtk_adjustment_get_page_size (adjustment));
      benchmark_paint (window);
    }
  benchmark_report (turned, input);
  ful_document_set_zoom (document, NULL);
}

static void
drive_table (GtkWidget   *window,
             FulDocument *document)
{
  GtkWidget *page = open_panel (window, document, "marker-table", "markers");
  GtkColumnView *view = GTK_COLUMN_VIEW (benchmark_find_widget (page, GTK_TYPE_COLUMN_VIEW));
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < STEPS; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) +
                                            (i % 2 ? 66 : gtk_adjustment_get_page_size (adjustment)));
      benchmark_paint (window);
    }
  benchmark_report ("marker-table/scroll", "markers");

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      gint64 begin = g_get_monotonic_time ();

      if (gtk_column_view_column_get_sorter (column) == NULL)
        continue;
      gtk_column_view_sort_by_column (view, column, GTK_SORT_DESCENDING);
      settle (window);
      benchmark_paint (window);
      report_time (gtk_column_view_column_get_title (column), begin);
    }
  benchmark_report ("marker-table/sort", "markers");
}

static void
drive (GApplication *app,
       FulProfile   *profile,
       gboolean      has_lanes)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (app));
  g_autoptr(FulDocument) document = ful_document_new (profile);
  GtkWidget *view = GTK_WIDGET (ful_profile_view_new (document, NULL, NULL, NULL));

  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (window));
  benchmark_paint (window);
  settle (window);
  benchmark_report ("open", has_lanes ? "lanes" : "markers");

  drive_chart (window, document, "marker-chart", has_lanes ? "lanes" : "markers");
  if (!has_lanes)
    {
      drive_chart (window, document, "network", "markers");
      drive_table (window, document);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
activate_cb (GApplication *app)
{
  g_autoptr(FulProfile) markers = create_profile ();
  g_autoptr(FulProfile) lanes = create_lanes ();

  g_application_hold (app);
  ful_watchdog_install ();
  drive (app, markers, FALSE);
  drive (app, lanes, TRUE);
  g_application_release (app);
}

int
main (int    argc,
      char **argv)
{
  AdwApplication *application = adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE);

  ful_memory_init ();
  if (argc > 1)
    n_markers = (guint) MAX (g_ascii_strtoull (argv[1], NULL, 10), 1000);
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);

  return g_application_run (G_APPLICATION (application), 0, NULL);
}
