/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-tracks [SAMPLES]: a time line of 120 threads with so many samples
 * each (183,334 unless said otherwise, 22 million in all), all of the range on
 * screen: brush, zoom, scroll, hover. Prints turns of the main loop that used
 * more CPU time than a frame has, and how long new shapes and tooltips take. */

#include "config.h"

#include "benchmark-drive.h"
#include "ful-test-profile.h"

#include "app/ful-watchdog.h"
#include "base/ful-memory.h"
#include "profile/view/ful-profile-view.h"
#include "tracks/ful-plot-view.h"
#include "tracks/ful-range-overlay.h"
#include "tracks/ful-timeline.h"
#include "tracks/ful-track-context-menu.h"
#include "tracks/ful-track-row.h"

#include <math.h>

#define N_THREADS 120
#define STEPS 60
#define ZOOM_STEPS 12

static guint n_samples = 183334;

static FulProfile *
create_profile (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  const char *paths[] = { "A", "A B[Layout]", "A B C", "A D[JavaScript]", "A D E[Idle]", "G", "G H[Layout]" };
  FulStackIndex stacks[G_N_ELEMENTS (paths)];

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    stacks[i] = ful_test_profile_stack (test, paths[i]);

  for (guint t = 0; t < N_THREADS; t++)
    {
      FulThreadBuilder *thread = ful_test_profile_add (test, "");
      guint row = ful_table_builder_append (&thread->samples, n_samples);
      double *time = FUL_CELLS (&thread->samples, FUL_SAMPLE_TIME, double);
      gint32 *stack = FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32);

      for (guint i = 0; i < n_samples; i++)
        {
          time[row + i] = i;
          stack[row + i] = stacks[(i / 97 * 31 + i / 5 + t) % G_N_ELEMENTS (paths)];
        }
    }

  test->builder->profile->product = g_strdup ("Benchmark");

  return ful_test_profile_seal (test);
}

static void
settle (FulTimeline *timeline)
{
  while (ful_timeline_get_busy (timeline))
    g_main_context_iteration (NULL, TRUE);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static void
report_times (const char *step,
              GArray     *times)
{
  g_array_sort (times, compare);
  g_print ("{\"name\": \"tracks/%s\", \"unit\": \"ms\", \"value\": %.2f, \"worst\": %.2f, \"n\": %u}\n", step,
           g_array_index (times, double, times->len / 2), g_array_index (times, double, times->len - 1), times->len);
}

static void
probed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(FulPlotTip) tip = ful_plot_view_probe_finish (result);

  g_assert_nonnull (tip);
  *(gboolean *) user_data = TRUE;
}

/* From the motion to the text of the tooltip, in every row on screen. */
static void
hover (GtkWidget   *window,
       FulTimeline *timeline)
{
  GtkWidget *overlay = benchmark_find_widget (GTK_WIDGET (timeline), FUL_TYPE_RANGE_OVERLAY);
  g_autoptr(GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < STEPS; i++)
    {
      g_signal_emit_by_name (overlay, "hovered", (double) gtk_widget_get_width (overlay) * i / STEPS,
                             40.0 + i * 7 % 200);
      gtk_widget_queue_draw (overlay);
      benchmark_paint (window);
    }
  g_signal_emit_by_name (overlay, "hovered", NAN, NAN);
  benchmark_report ("tracks/hover", "120 threads");
  benchmark_rest (window);

  for (guint i = 0; i < STEPS; i++)
    {
      GtkWidget *view = benchmark_find_widget (GTK_WIDGET (timeline), FUL_TYPE_PLOT_VIEW);
      gint64 begin = g_get_monotonic_time ();
      gboolean done = FALSE;
      double ms;

      ful_plot_view_probe_async (FUL_PLOT_VIEW (view), (double) gtk_widget_get_width (view) * i / STEPS, 20, probed_cb,
                                 &done);
      while (!done)
        g_main_context_iteration (NULL, TRUE);
      ms = (double) (g_get_monotonic_time () - begin) / 1000;
      g_array_append_val (times, ms);
    }
  report_times ("hover-to-text", times);
}

static void
brush (GtkWidget   *window,
       FulDocument *document)
{
  FulTimeRange range = ful_document_get_visible_range (document);

  for (guint i = 1; i <= STEPS; i++)
    {
      ful_document_set_preview (document, &(FulTimeRange) { range.end * 0.2, range.end * (0.2 + 0.6 * i / STEPS) });
      benchmark_paint (window);
    }
  benchmark_report ("tracks/brush", "120 threads");
}

/* Each step to a smaller range: the time until all tracks on screen have their new shape. */
static void
zoom (GtkWidget   *window,
      FulTimeline *timeline,
      FulDocument *document)
{
  g_autoptr(GArray) times = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < ZOOM_STEPS; i++)
    {
      FulTimeRange range = ful_document_get_visible_range (document);
      double length = range.end - range.start;
      gint64 begin;
      double ms;

      ful_document_set_preview (document, &(FulTimeRange) { range.start + 0.1 * length, range.end - 0.1 * length });
      benchmark_paint (window);
      begin = g_get_monotonic_time ();
      ful_document_commit_preview (document);
      settle (timeline);
      ms = (double) (g_get_monotonic_time () - begin) / 1000;
      g_array_append_val (times, ms);
      benchmark_paint (window);
    }
  benchmark_report ("tracks/zoom", "120 threads");
  report_times ("zoom-to-shapes", times);
}

static void
scroll (GtkWidget   *window,
        FulTimeline *timeline)
{
  GtkWidget *row = benchmark_find_widget (GTK_WIDGET (timeline), FUL_TYPE_TRACK_ROW);
  GtkWidget *scroller = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  for (guint i = 0; i < STEPS; i++)
    {
      gtk_adjustment_set_value (adjustment, i * (gtk_adjustment_get_upper (adjustment) / STEPS));
      benchmark_paint (window);
    }
  settle (timeline);
  gtk_adjustment_set_value (adjustment, 0);
  settle (timeline);
  benchmark_paint (window);
  benchmark_report ("tracks/scroll", "120 threads");
}

static void
activate_cb (GApplication *app)
{
  GtkWidget *window = adw_application_window_new (GTK_APPLICATION (app));
  g_autoptr(FulProfile) profile = create_profile ();
  g_autoptr(FulDocument) document = ful_document_new (profile);
  GtkWidget *view = GTK_WIDGET (ful_profile_view_new (document, NULL, NULL, NULL));
  FulTimeline *timeline = FUL_TIMELINE (benchmark_find_widget (view, FUL_TYPE_TIMELINE));
  GtkPaned *paned = GTK_PANED (benchmark_find_widget (view, GTK_TYPE_PANED));

  g_application_hold (app);
  ful_watchdog_install ();
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 900);
  gtk_paned_set_position (paned, 640);
  gtk_window_present (GTK_WINDOW (window));
  benchmark_paint (window);
  settle (timeline);
  gtk_widget_activate_action (benchmark_find_widget (view, FUL_TYPE_TRACK_CONTEXT_MENU), "track.show-all", NULL);
  gtk_paned_set_position (paned, 640);
  benchmark_paint (window);
  settle (timeline);
  benchmark_report ("tracks/open", "120 threads");

  brush (window, document);
  scroll (window, timeline);
  hover (window, timeline);
  zoom (window, timeline, document);
  gtk_window_destroy (GTK_WINDOW (window));
  g_application_release (app);
}

int
main (int    argc,
      char **argv)
{
  AdwApplication *application = adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE);

  ful_memory_init ();
  if (argc > 1)
    n_samples = (guint) MAX (g_ascii_strtoull (argv[1], NULL, 10), 2);
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);

  return g_application_run (G_APPLICATION (application), 0, NULL);
}
