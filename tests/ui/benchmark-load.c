/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-load [FILE]: opens a file of 400 MB, or @FILE, and prints when the time line has its first picture, against the
 * time to the finished window; and CPU time, page faults and turns of the main loop against a window that shows
 * nothing before the end. Starts itself several times as each, one after the other. Fails if the first picture takes more
 * than a quarter of the time. */

#include "config.h"

#include "benchmark-drive.h"

#include "base/ful-doubles.h"
#include "base/ful-memory.h"
#include "tracks/ful-timeline.h"
#include "window/ful-window.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#define RUNS 5
#define GREATEST_RATIO 0.25
#define POLL_MS 5

#define N_THREADS 20
#define N_SAMPLES 1000000
#define N_STACKS 200000
#define N_FUNCS 5000

/* Of one run. */
typedef struct
{
  double picture_ms;
  double finished_ms;
  double cpu_ms;
  double faults;
  double worst_ms;      /* CPU time of a turn of the main loop */
} Figures;

typedef struct
{
  FulWindow *window;
  gint64     begin;
  double     picture_ms;
} Drive;

static void
write_numbers (FILE       *file,
               const char *name,
               guint       n,
               guint       step,
               guint       modulus)
{
  guint number = 0;

  fprintf (file, "\"%s\":[0", name);
  for (guint i = 1; i < n; i++)
    fprintf (file, ",%u", number = (number + step) % MIN (modulus, i));
  fputs ("],", file);
}

static void
write_cells (FILE       *file,
             const char *name,
             guint       n,
             const char *cell,
             const char *end)
{
  fprintf (file, "\"%s\":[%s", name, cell);
  for (guint i = 1; i < n; i++)
    fprintf (file, ",%s", cell);
  fprintf (file, "]%s", end);
}

/* Shared tables before the threads, as the front-end of the reference writes them. */
static void
write_shared (FILE *file)
{
  static const struct { const char *name, *cell; } frame_columns[] = {
    { "category", "0" }, { "subcategory", "0" }, { "line", "null" }, { "column", "null" }, { "address", "-1" },
    { "inlineDepth", "0" }, { "nativeSymbol", "null" }, { "innerWindowID", "0" },
  };
  static const struct { const char *name, *cell; } func_columns[] = {
    { "isJS", "false" }, { "relevantForJS", "false" }, { "resource", "-1" }, { "source", "null" }, { "lineNumber", "null" },
    { "columnNumber", "null" },
  };

  fputs ("\"shared\":{\"stringArray\":[\"f0\"", file);
  for (guint i = 1; i < N_FUNCS; i++)
    fprintf (file, ",\"f%u\"", i);
  fputs ("],\"stackTable\":{", file);
  write_numbers (file, "frame", N_STACKS, 7919, N_FUNCS);
  fputs ("\"prefixOffset\":[0", file);
  for (guint i = 1; i < N_STACKS; i++)
    fprintf (file, ",%u", i % 40 == 0 ? i : 1);
  fprintf (file, "],\"length\":%u},\"frameTable\":{", N_STACKS);
  write_numbers (file, "func", N_FUNCS, 1, N_FUNCS);
  for (guint i = 0; i < G_N_ELEMENTS (frame_columns); i++)
    write_cells (file, frame_columns[i].name, N_FUNCS, frame_columns[i].cell, ",");
  fprintf (file, "\"length\":%u},\"funcTable\":{", N_FUNCS);
  write_numbers (file, "name", N_FUNCS, 1, N_FUNCS);
  for (guint i = 0; i < G_N_ELEMENTS (func_columns); i++)
    write_cells (file, func_columns[i].name, N_FUNCS, func_columns[i].cell, ",");
  fprintf (file, "\"length\":%u},\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[],\"host\":[],\"type\":[]},"
           "\"nativeSymbols\":{\"length\":0,\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[]}},", N_FUNCS);
}

static void
write_thread (FILE  *file,
              guint  thread)
{
  fprintf (file, "%s{\"name\":\"Worker #%u\",\"processType\":\"default\",\"pid\":%u,\"tid\":%u,\"registerTime\":0,\"samples\":{",
           thread ? "," : "", thread, thread / 4, thread);
  write_numbers (file, "stack", N_SAMPLES, 7919 * (thread + 3), N_STACKS);
  write_cells (file, "timeDeltas", N_SAMPLES, "1.000125", ",");
  write_numbers (file, "threadCPUDelta", N_SAMPLES, 77 + thread, 1000);
  fprintf (file, "\"weight\":null,\"weightType\":\"samples\",\"length\":%u},\"markers\":{\"name\":[],\"startTime\":[],"
           "\"endTime\":[],\"phase\":[],\"category\":[],\"data\":[],\"length\":0}}", N_SAMPLES);
}

static void
write_file (const char *path)
{
  FILE *file = g_fopen (path, "w");

  g_assert (file);
  fputs ("{\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0,\"symbolicated\":true,\"product\":\"Load\","
         "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"\302\265s\"},\"categories\":"
         "[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}]},\"libs\":[],", file);
  write_shared (file);
  fputs ("\"threads\":[", file);
  for (guint i = 0; i < N_THREADS; i++)
    write_thread (file, i);
  fputs ("]}", file);
  fclose (file);
}

static double
ms_since (const Drive *drive)
{
  return (g_get_monotonic_time () - drive->begin) / 1000.0;
}

static gboolean
poll_cb (gpointer user_data)
{
  Drive *drive = user_data;
  GtkWidget *timeline = benchmark_find_widget (GTK_WIDGET (drive->window), FUL_TYPE_TIMELINE);
  struct rusage usage;

  if (drive->picture_ms == 0 && timeline && gtk_widget_get_mapped (timeline) && !ful_timeline_get_busy (FUL_TIMELINE (timeline)))
    {
      benchmark_paint (GTK_WIDGET (drive->window));
      drive->picture_ms = ms_since (drive);
    }
  if (!ful_window_is_settled (drive->window, NULL))
    return G_SOURCE_CONTINUE;

  benchmark_paint (GTK_WIDGET (drive->window));
  getrusage (RUSAGE_SELF, &usage);
  g_print ("%.0f %.0f %.0f %ld %.1f\n", drive->picture_ms, ms_since (drive),
           usage.ru_utime.tv_sec * 1e3 + usage.ru_utime.tv_usec / 1e3 + usage.ru_stime.tv_sec * 1e3 + usage.ru_stime.tv_usec / 1e3,
           usage.ru_minflt, ful_watchdog_report ().worst_us / 1000.0);
  exit (EXIT_SUCCESS);
}

static void
activate_cb (GtkApplication *application,
             const char     *path)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  Drive *drive = g_new0 (Drive, 1);

  drive->begin = g_get_monotonic_time ();
  drive->window = ful_window_new (application, NULL);
  gtk_window_set_default_size (GTK_WINDOW (drive->window), 1280, 840);
  ful_window_open (drive->window, file, NULL);
  gtk_window_present (GTK_WINDOW (drive->window));
  ful_watchdog_install ();
  g_timeout_add (POLL_MS, poll_cb, drive);
}

static void
run (const char *program,
     const char *mode,
     const char *path,
     Figures    *figures)
{
  const char *command[] = { program, mode, path, NULL };
  g_autofree char *output = NULL;
  int status = -1;

  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, NULL) || status ||
      sscanf (output, "%lf %lf %lf %lf %lf", &figures->picture_ms, &figures->finished_ms, &figures->cpu_ms, &figures->faults,
              &figures->worst_ms) != 5)
    g_error ("%s %s failed", program, mode);
}

/* Returns: the median of one of the figures */
static double
median (const Figures *runs,
        gsize          offset)
{
  double values[RUNS];

  for (guint i = 0; i < RUNS; i++)
    values[i] = G_STRUCT_MEMBER (double, &runs[i], offset);
  qsort (values, RUNS, sizeof *values, ful_doubles_compare);

  return values[RUNS / 2];
}

static void
report (const char *name,
        const char *unit,
        double      value,
        double      reference)
{
  g_print ("{\"name\": \"load/%s\", \"value\": %.0f, \"unit\": \"%s\", \"reference\": %.0f, \"ratio\": %.2f}\n",
           name, value, unit, reference, value / reference);
}

/* Returns: whether the first picture comes early enough */
static gboolean
measure (const char *program,
         const char *path)
{
  Figures parts[RUNS], whole[RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      run (program, "--whole", path, &whole[i]);
      run (program, "--parts", path, &parts[i]);
    }
#define MEDIAN(runs, figure) median (runs, G_STRUCT_OFFSET (Figures, figure))
  report ("first-picture", "ms, against the finished window", MEDIAN (parts, picture_ms), MEDIAN (parts, finished_ms));
  report ("finished", "ms, against no pictures before", MEDIAN (parts, finished_ms), MEDIAN (whole, finished_ms));
  report ("cpu", "ms, likewise", MEDIAN (parts, cpu_ms), MEDIAN (whole, cpu_ms));
  report ("page-faults", "faults, likewise", MEDIAN (parts, faults), MEDIAN (whole, faults));
  report ("longest-turn", "ms, likewise", MEDIAN (parts, worst_ms), MEDIAN (whole, worst_ms));

  return MEDIAN (parts, picture_ms) <= GREATEST_RATIO * MEDIAN (parts, finished_ms);
}

int
main (int    argc,
      char **argv)
{
  gboolean is_early = TRUE;

  if (argc <= 2)
    {
      g_autofree char *made = NULL;

      if (argc == 1)
        {
          g_close (g_file_open_tmp ("load-XXXXXX.json", &made, NULL), NULL);
          write_file (made);
        }
      is_early = measure (argv[0], made ? made : argv[1]);
      if (made)
        g_remove (made);
    }
  else
    {
      /* A window that only waits for its end shows nothing before, see ful_document_page_begin_load(). */
      gboolean is_whole = g_str_equal (argv[1], "--whole");
      g_autoptr(AdwApplication) application = adw_application_new (APP_ID ".Benchmark",
                                                                   is_whole ? G_APPLICATION_NON_UNIQUE : G_APPLICATION_DEFAULT_FLAGS);

      ful_memory_init ();
      g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
      g_signal_connect (application, "activate", G_CALLBACK (activate_cb), argv[2]);
      g_application_run (G_APPLICATION (application), 0, NULL);
    }

  return is_early ? EXIT_SUCCESS : EXIT_FAILURE;
}
