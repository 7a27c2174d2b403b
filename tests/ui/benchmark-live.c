/* SPDX-License-Identifier: GPL-3.0-or-later */

/* benchmark-live FULGENS-REPLAY STREAM: a window follows a stream of make-stream, which is served in the time that it took,
 * with the call tree and the tracks on screen. Prints how long it took from each TICK of the stream to the first frame
 * in which all that is on screen has its rows, and how many turns of the main loop used more CPU time than a frame has. */

#include "config.h"

#include "benchmark-drive.h"

#include "app/ful-watchdog.h"
#include "base/ful-memory.h"
#include "document/live/ful-live-session.h"
#include "profile/view/ful-profile-view.h"
#include "window/ful-window.h"

#include <glib/gstdio.h>

#define N_TICK_SAMPLES 10000   /* in all threads, see make-stream.c */
#define TICK_US 100000

typedef struct
{
  GtkWidget      *window;
  FulLiveSession *session;
  FulProfile     *seen;       /* (nullable): the newest snapshot */
  gint64          started;    /* when the stream had its beginning, monotonic µs */
  guint           n_shown;    /* TICKs that a frame has shown */
  guint           next;       /* TICKs of the frame that is being drawn */
  GArray         *delays;     /* of gint64, µs: one for each TICK that was shown */
} Follow;

static guint
count_ticks (FulProfile *profile)
{
  guint64 n = 0;

  for (guint i = 0; i < profile->threads->len; i++)
    n += ful_profile_get_thread (profile, i)->samples->table.n_rows;

  return (guint) (n / N_TICK_SAMPLES);
}

/* The stream's beginning is where the quickest of its TICKs says. */
static void
changed_cb (Follow *self)
{
  FulProfile *latest = ful_live_session_get (self->session)->profile;

  if (latest == self->seen)
    return;

  self->seen = latest;
  self->started = MIN (self->started, g_get_monotonic_time () - count_ticks (latest) * (gint64) TICK_US);
}

static void
before_paint_cb (GdkFrameClock *frame_clock,
                 Follow        *self)
{
  FulDocument *document = ful_live_session_get (self->session)->document;
  GtkWidget *view = document ? benchmark_find_widget (self->window, FUL_TYPE_PROFILE_VIEW) : NULL;

  if (view && ful_profile_view_is_settled (FUL_PROFILE_VIEW (view)))
    self->next = count_ticks (ful_document_get_profile (document));
}

static void
after_paint_cb (GdkFrameClock *frame_clock,
                Follow        *self)
{
  gint64 now = g_get_monotonic_time ();

  for (; self->n_shown < self->next; self->n_shown++)
    {
      gint64 delay = now - self->n_shown * (gint64) TICK_US;   /* and the beginning */

      g_array_append_val (self->delays, delay);
    }
}

static int
compare_delays (gconstpointer a,
                gconstpointer b)
{
  gint64 one = *(const gint64 *) a, two = *(const gint64 *) b;

  return (one > two) - (one < two);
}

static void
report (Follow *self)
{
  FulWatchdogReport turns = ful_watchdog_report ();
  static const guint percents[] = { 50, 99 };
  guint n = self->delays->len;

  g_assert_cmpuint (n, >, 100);
  g_array_sort (self->delays, compare_delays);
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      guint percent = percents[i];
      gint64 delay = g_array_index (self->delays, gint64, (n - 1) * percent / 100) - self->started - TICK_US;

      g_print ("{\"name\": \"live/from TICK to the frame, %u %%\", \"value\": %.1f, \"unit\": \"ms\", \"n\": %u, \"aim\": %d}\n",
               percent, (double) delay / 1000, n, percent == 99 ? 400 : 0);
    }
  benchmark_print ("live/turns", "100,000 samples/s, 50,000 markers/s", turns);
  g_print ("{\"name\": \"live/long turns\", \"value\": %" G_GUINT64_FORMAT ", \"unit\": \"turns over %d ms\", "
           "\"turns\": %" G_GUINT64_FORMAT ", \"core\": %.3f}\n",
           turns.n_long, FUL_WATCHDOG_LONG_US / 1000, turns.n_turns, (double) turns.total_us / 1e6 / (n * TICK_US / 1e6));
}

static void
follow (Follow     *self,
        const char *address)
{
  g_autoptr(GError) error = NULL;
  GdkFrameClock *frame_clock;

  gtk_window_set_default_size (GTK_WINDOW (self->window), 1280, 900);
  gtk_window_present (GTK_WINDOW (self->window));
  benchmark_rest (self->window);
  ful_window_open_live (FUL_WINDOW (self->window), address, NULL, NULL, &error);
  g_assert_no_error (error);
  self->session = ful_window_get_live (FUL_WINDOW (self->window));
  self->started = G_MAXINT64;
  self->delays = g_array_new (FALSE, FALSE, sizeof (gint64));
  frame_clock = gtk_widget_get_frame_clock (self->window);
  g_signal_connect_swapped (self->session, "changed", G_CALLBACK (changed_cb), self);
  g_signal_connect (frame_clock, "before-paint", G_CALLBACK (before_paint_cb), self);
  g_signal_connect (frame_clock, "after-paint", G_CALLBACK (after_paint_cb), self);

  /* What opening costs is another benchmark's. */
  while (self->n_shown < 10)
    g_main_context_iteration (NULL, TRUE);
  ful_watchdog_reset ();
  while (ful_live_session_get (self->session)->end == NULL)
    g_main_context_iteration (NULL, TRUE);
  report (self);
}

static void
activate_cb (GApplication *app,
             GStrv         arguments)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("benchmark-live-XXXXXX", &error);
  g_autofree char *address = g_build_filename (folder, "s", NULL);
  g_autoptr(GSubprocess) server = NULL;
  Follow self = { 0 };

  g_assert_no_error (error);
  server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, arguments[1], "--once", "--socket", address,
                             arguments[2], NULL);
  g_assert_no_error (error);
  while (!g_file_test (address, G_FILE_TEST_EXISTS))
    g_usleep (10000);

  ful_watchdog_install ();
  self.window = GTK_WIDGET (ful_window_new (GTK_APPLICATION (app), NULL));
  follow (&self, address);
  g_array_unref (self.delays);
  ful_live_session_discard (self.session);
  gtk_window_destroy (GTK_WINDOW (self.window));
  g_subprocess_force_exit (server);
  g_unlink (address);
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  AdwApplication *application;

  ful_memory_init ();
  application = adw_application_new (APP_ID ".Benchmark", G_APPLICATION_NON_UNIQUE);
  g_application_set_resource_base_path (G_APPLICATION (application), "/org/fulgens/Fulgens");
  g_signal_connect (application, "activate", G_CALLBACK (activate_cb), argv);

  return g_application_run (G_APPLICATION (application), 0, NULL);
}
