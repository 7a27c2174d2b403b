/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "benchmark-drive.h"

/* Longer than scrollbars wait before they fade. */
#define REST_MS 1200

/**
 * benchmark_find_widget:
 *
 * Returns: (nullable): the first widget of a type, from @widget downwards
 */
GtkWidget *
benchmark_find_widget (GtkWidget *widget,
                       GType      type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = benchmark_find_widget (child, type);

  return found;
}

static gboolean
count_frame_cb (GtkWidget     *widget,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  guint *n_frames = user_data;

  (*n_frames)++;

  return *n_frames < 2 ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/**
 * benchmark_paint:
 *
 * Runs the main loop until what was changed has been painted.
 */
void
benchmark_paint (GtkWidget *widget)
{
  guint n_frames = 0;

  gtk_widget_add_tick_callback (widget, count_frame_cb, &n_frames, NULL);
  while (n_frames < 2)
    g_main_context_iteration (NULL, TRUE);
}

static void
painted_cb (GdkFrameClock *frame_clock,
            gint64        *painted)
{
  *painted = g_get_monotonic_time ();
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/**
 * benchmark_rest:
 *
 * Runs the main loop until nothing has been painted for a while: scrollbars fade
 * for a second after what was scrolled.
 */
void
benchmark_rest (GtkWidget *widget)
{
  GdkFrameClock *frame_clock = gtk_widget_get_frame_clock (widget);
  gint64 painted = g_get_monotonic_time ();
  gulong handler = g_signal_connect (frame_clock, "after-paint", G_CALLBACK (painted_cb), &painted);
  guint wake = g_timeout_add (REST_MS / 10, wake_cb, NULL);

  while (g_get_monotonic_time () - painted < REST_MS * G_TIME_SPAN_MILLISECOND)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (wake);
  g_signal_handler_disconnect (frame_clock, handler);
}

/**
 * benchmark_print:
 *
 * Prints how many turns of the main loop there were, how many of them used more CPU
 * time than a frame has, and the longest.
 */
void
benchmark_print (const char       *name,
                 const char       *input,
                 FulWatchdogReport figures)
{
  g_print ("{\"name\": \"%s\", \"input\": \"%s\", \"unit\": \"turns over %d ms\", \"value\": %" G_GUINT64_FORMAT
           ", \"turns\": %" G_GUINT64_FORMAT ", \"worst_ms\": %.1f}\n",
           name, input, FUL_WATCHDOG_LIMIT_US / 1000, figures.n_stalls, figures.n_turns, figures.worst_us / 1000.0);
}

/**
 * benchmark_report:
 *
 * Prints the turns of the main loop since the last report.
 */
void
benchmark_report (const char *name,
                  const char *input)
{
  benchmark_print (name, input, ful_watchdog_report ());
  ful_watchdog_reset ();
}
