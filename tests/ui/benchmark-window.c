/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-window [--charts] [PROFILE…]: drives a window through what people do, and
 * prints for each step, and for all of them, how many turns of the main loop it took,
 * how many of them used more CPU time than a frame has, and the longest. Turns are
 * counted by the watchdog of the program itself. With --charts only those, 1920 × 1080.
 * At the end turns that are all the same take as much time: what is long among them is
 * what the machine adds by chance. */

#include "config.h"

#include "benchmark-drive.h"

#include "app/ful-watchdog.h"
#include "base/ful-error.h"
#include "base/ful-memory.h"
#include "calltree/ful-call-tree-model.h"
#include "calltree/ful-call-tree-panel.h"
#include "charts/ful-box-chart.h"
#include "document/ful-document.h"
#include "panels/ful-panel-stack.h"
#include "profile/view/ful-profile-view.h"
#include "tracks/ful-range-overlay.h"
#include "window/ful-window.h"

#include <math.h>

#define STEPS 60
#define CONTROL_BYTES (4 * 1024 * 1024)
#define CONTROL_US (FUL_WATCHDOG_LIMIT_US / 2)

typedef struct
{
  FulWindow   *window;
  FulDocument *document;
  const char  *input;
} Drive;

static AdwApplication   *application;
static char            **inputs;
static gboolean          only_charts;
static FulWatchdogReport total;

/* Returns: whether all that was asked for is there */
static gboolean
wait_settled (Drive   *drive,
              GError **error)
{
  g_autoptr(GError) failure = NULL;

  while (!ful_window_is_settled (drive->window, &failure))
    {
      if (failure)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }
      g_main_context_iteration (NULL, TRUE);
    }

  return TRUE;
}

static void
settle (Drive *drive)
{
  g_autoptr(GError) error = NULL;

  wait_settled (drive, &error);
  g_assert_no_error (error);
}

/* Until what was changed has been painted. */
static void
paint (Drive *drive)
{
  benchmark_paint (GTK_WIDGET (drive->window));
}

static void
report (Drive      *drive,
        const char *step)
{
  g_autofree char *name = g_strconcat ("window/", step, NULL);
  FulWatchdogReport figures = ful_watchdog_report ();

  total.n_turns += figures.n_turns;
  total.n_stalls += figures.n_stalls;
  total.worst_us = MAX (total.worst_us, figures.worst_us);
  total.total_us += figures.total_us;
  benchmark_print (name, drive->input, figures);
  ful_watchdog_reset ();
}

/* Returns: whether there is something to be seen: one capture has no threads */
static gboolean
open_profile (Drive *drive)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (drive->input);
  g_autoptr(GError) error = NULL;

  ful_window_open (drive->window, file, NULL);
  if (!wait_settled (drive, &error))
    {
      g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
      g_printerr ("%s: %s\n", drive->input, error->message);
      return FALSE;
    }
  paint (drive);
  drive->document = ful_profile_view_get_document (
    FUL_PROFILE_VIEW (benchmark_find_widget (GTK_WIDGET (drive->window), FUL_TYPE_PROFILE_VIEW)));
  report (drive, "open");

  return TRUE;
}

static void
brush (Drive *drive)
{
  FulTimeRange range = ful_document_get_visible_range (drive->document);
  double length = range.end - range.start;

  for (guint i = 1; i <= STEPS; i++)
    {
      ful_document_set_preview (drive->document, &(FulTimeRange) { range.start + length * 0.2,
                                                                   range.start + length * (0.2 + 0.6 * i / STEPS) });
      paint (drive);
    }
  settle (drive);
  report (drive, "brush");

  ful_document_commit_preview (drive->document);
  settle (drive);
  paint (drive);
  ful_document_pop_ranges (drive->document, 0);
  settle (drive);
  paint (drive);
  report (drive, "zoom");
}

/* The pointer along each row of the time line. */
static void
hover (Drive *drive)
{
  GtkWidget *overlay = benchmark_find_widget (GTK_WIDGET (drive->window), FUL_TYPE_RANGE_OVERLAY);
  int width = gtk_widget_get_width (overlay);

  for (int y = 40; y < gtk_widget_get_height (overlay); y += 25)
    for (guint i = 0; i < STEPS; i++)
      {
        g_signal_emit_by_name (overlay, "hovered", (double) width * i / STEPS, (double) y);
        gtk_widget_queue_draw (overlay);
        paint (drive);
      }
  g_signal_emit_by_name (overlay, "hovered", NAN, NAN);
  report (drive, "hover");
}

static void
filter (Drive *drive)
{
  static const char * const searches[] = { "a", "as", "j", "", "x", "" };

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      ful_document_set_search (drive->document, searches[i], FUL_SEARCH_DEFAULT);
      settle (drive);
      paint (drive);
    }
  report (drive, "search");

  for (guint i = 0; i < 6; i++)
    {
      ful_document_set_option (drive->document, FUL_OPTION_IMPLEMENTATION, (FulImplementation) (i % 3));
      settle (drive);
      paint (drive);
    }
  report (drive, "frames");

  for (guint i = 0; i < 4; i++)
    {
      ful_document_set_option (drive->document, FUL_OPTION_INVERT, i % 2 == 0);
      settle (drive);
      paint (drive);
    }
  report (drive, "invert");
}

static void
scroll (Drive *drive)
{
  GtkWidget *panel = benchmark_find_widget (GTK_WIDGET (drive->window), FUL_TYPE_CALL_TREE_PANEL);
  GtkWidget *view = benchmark_find_widget (panel, GTK_TYPE_COLUMN_VIEW);
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));

  ful_call_tree_model_select (FUL_CALL_TREE_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (view))), 0);
  gtk_widget_activate_action (panel, "tree.expand-all", NULL);
  settle (drive);
  paint (drive);
  report (drive, "expand-all");

  for (guint i = 0; i < 10; i++)
    {
      ful_document_set_preview (drive->document, &(FulTimeRange) { 0, 10 + i });
      settle (drive);
    }
  ful_document_set_preview (drive->document, NULL);
  settle (drive);
  report (drive, "brush-expanded");

  for (guint i = 0; i < STEPS; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + 66);
      paint (drive);
    }
  report (drive, "scroll-lines");

  for (guint i = 0; i < STEPS; i++)
    {
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) +
                                            gtk_adjustment_get_page_size (adjustment));
      paint (drive);
    }
  report (drive, "scroll-pages");
}

static gboolean
press (GtkWidget       *widget,
       guint            keyval,
       GdkModifierType  modifiers)
{
  GListModel *controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !handled; i++)
    {
      g_autoptr(GObject) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, modifiers, &handled);
    }
  g_object_unref (controllers);

  return handled;
}

/* Zooms in and out of a chart, and pans through it. */
static void
chart (Drive      *drive,
       const char *panel)
{
  GtkWidget *page, *box_chart;

  ful_document_set_panel (drive->document, panel);
  settle (drive);
  paint (drive);
  page = ful_panel_stack_get_visible (FUL_PANEL_STACK (benchmark_find_widget (GTK_WIDGET (drive->window), FUL_TYPE_PANEL_STACK)));
  box_chart = benchmark_find_widget (page, FUL_TYPE_BOX_CHART);
  for (guint i = 0; i < STEPS; i++)
    {
      if (i % 3 == 2)
        g_assert_true (press (box_chart, i % 20 < 10 ? GDK_KEY_Right : GDK_KEY_Left, GDK_CONTROL_MASK));
      else
        ful_chart_zoom (FUL_CHART (box_chart), i % 20 < 10 ? 1.3 : 1 / 1.3);
      paint (drive);
    }
  report (drive, panel);
}

static void
charts (Drive *drive)
{
  chart (drive, "flame-graph");
  chart (drive, "stack-chart");
}

static void
functions (Drive *drive)
{
  ful_document_set_panel (drive->document, "functions");
  settle (drive);
  paint (drive);
  report (drive, "functions");
  ful_document_set_panel (drive->document, "call-tree");
  settle (drive);
  paint (drive);
}

static void
switch_threads (Drive *drive)
{
  guint n_threads = ful_document_get_profile (drive->document)->threads->len;

  for (guint thread = 0; thread < MIN (n_threads, 12); thread++)
    {
      ful_document_set_threads (drive->document, &thread, 1);
      settle (drive);
      paint (drive);
    }
  report (drive, "switch");
}

static void
drive_profile (const char *input)
{
  Drive drive = { ful_window_new (GTK_APPLICATION (application), NULL), NULL, input };

  gtk_window_set_default_size (GTK_WINDOW (drive.window), only_charts ? 1920 : 1280, only_charts ? 1080 : 840);
  gtk_window_present (GTK_WINDOW (drive.window));
  paint (&drive);
  ful_watchdog_reset ();

  if (open_profile (&drive))
    {
      if (!only_charts)
        {
          hover (&drive);
          brush (&drive);
          filter (&drive);
          scroll (&drive);
        }
      charts (&drive);
      if (!only_charts)
        {
          functions (&drive);
          switch_threads (&drive);
        }
    }
  gtk_window_destroy (GTK_WINDOW (drive.window));
}

static gboolean
work_cb (gpointer user_data)
{
  static guint8 bytes[CONTROL_BYTES];
  const guint *n_writes = user_data;
  guint32 random = 1;

  for (guint i = 0; i < *n_writes; i++)
    {
      random = random * 1664525 + 1013904223;
      bytes[random % CONTROL_BYTES]++;
    }

  return G_SOURCE_CONTINUE;
}

/* Turns of half a frame that are all the same. */
static void
control (void)
{
  guint n_writes = 100000;
  /* Before sources of a higher priority the loop does not poll: it would be one turn. */
  guint id = g_idle_add_full (G_PRIORITY_DEFAULT, work_cb, &n_writes, NULL);

  for (guint i = 0; i < 5; i++)
    {
      ful_watchdog_reset ();
      while (ful_watchdog_report ().n_turns < 10)
        g_main_context_iteration (NULL, TRUE);
      n_writes = (guint) (n_writes * (10.0 * CONTROL_US / MAX (1, ful_watchdog_report ().total_us)));
    }

  ful_watchdog_reset ();
  while (ful_watchdog_report ().total_us < total.total_us)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (id);
  benchmark_print ("window/control", "turns that are all the same", ful_watchdog_report ());
}

static void
activate_cb (GApplication *app)
{
  g_application_hold (app);
  ful_watchdog_install ();
  for (char **input = inputs; *input; input++)
    drive_profile (*input);
  benchmark_print ("window", "all", total);
  control ();
  g_application_release (app);
}

int
main (int    argc,
      char **argv)
{
  ful_memory_init ();
  only_charts = g_strcmp0 (argv[1], "--charts") == 0;
  inputs = argv + (only_charts ? 2 : 1);
  application = ADW_APPLICATION (adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE));
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), NULL);

  return g_application_run (G_APPLICATION (application), 0, NULL);
}
