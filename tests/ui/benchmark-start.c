/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-start PROFILE: how long until something can be seen, against a bare
 * window of the same toolkit. Starts itself several times as each of: bare
 * window to its first frame, empty window to its first frame, window with
 * PROFILE to the frame that shows all of it. */

#include "config.h"

#include "base/ful-doubles.h"
#include "base/ful-memory.h"
#include "window/ful-window.h"

#include <stdlib.h>

#define RUNS 7

static gboolean
is_complete (GtkWidget *window)
{
  return !FUL_IS_WINDOW (window) || g_object_get_data (G_OBJECT (window), "empty") ||
         ful_window_is_settled (FUL_WINDOW (window), NULL);
}

static void
after_paint_cb (GdkFrameClock *frame_clock,
                GtkWidget     *window)
{
  if (is_complete (window))
    exit (EXIT_SUCCESS);

  gtk_widget_queue_draw (window);
}

static void
activate_cb (GtkApplication *application,
             char          **argv)
{
  GtkWidget *window;

  if (g_str_equal (argv[1], "--bare"))
    {
      window = adw_application_window_new (application);
      adw_application_window_set_content (ADW_APPLICATION_WINDOW (window), adw_header_bar_new ());
    }
  else
    {
      window = GTK_WIDGET (ful_window_new (application, NULL));
      if (g_str_equal (argv[1], "--empty"))
        g_object_set_data (G_OBJECT (window), "empty", window);
    }

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 840);
  if (g_str_equal (argv[1], "--open"))
    {
      g_autoptr(GFile) file = g_file_new_for_path (argv[2]);

      ful_window_open (FUL_WINDOW (window), file, NULL);
    }
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (after_paint_cb), window);
}

/* Returns: ms, the median of several runs */
static double
measure (const char *program,
         const char *mode,
         const char *profile)
{
  const char *command[] = { program, mode, profile, NULL };
  double ms[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      gint64 begin = g_get_monotonic_time ();
      int status = -1;

      if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, NULL) || status)
        g_error ("%s %s failed", program, mode);
      ms[i] = (g_get_monotonic_time () - begin) / 1000.0;
    }

  qsort (ms, RUNS, sizeof *ms, ful_doubles_compare);

  return ms[RUNS / 2];
}

static void
report (const char *name,
        double      value,
        double      bare)
{
  g_print ("{\"name\": \"start/%s\", \"value\": %.0f, \"unit\": \"ms\", \"reference\": %.0f, \"ratio\": %.2f}\n",
           name, value, bare, value / bare);
}

int
main (int    argc,
      char **argv)
{
  if (argc == 2)
    {
      double bare = measure (argv[0], "--bare", argv[1]);

      report ("empty", measure (argv[0], "--empty", argv[1]), bare);
      report ("demo-complete", measure (argv[0], "--open", argv[1]), bare);
    }
  else
    {
      g_autoptr(AdwApplication) application = adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE);

      if (!g_str_equal (argv[1], "--bare"))
        ful_memory_init ();
      g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
      g_signal_connect (application, "activate", G_CALLBACK (activate_cb), argv);
      g_application_run (G_APPLICATION (application), 0, NULL);
    }

  return EXIT_SUCCESS;
}
