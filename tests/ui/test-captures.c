/* SPDX-License-Identifier: GPL-3.0-or-later */

/* test-captures FILE…: opens each capture in the window, shows all of its tracks,
 * moves the pointer over every plot, and visits all panels. Warnings are fatal. */

#include "config.h"

#include "benchmark-drive.h"
#include "test-application.h"

#include "open/ful-error-page.h"
#include "profile/ful-panels.h"
#include "profile/view/ful-profile-view.h"
#include "tracks/ful-plot-view.h"
#include "tracks/ful-range-overlay.h"
#include "tracks/ful-timeline.h"
#include "tracks/ful-track-context-menu.h"
#include "tracks/ful-track-row.h"
#include "window/ful-window.h"

#include <math.h>

#define PLACES 7

/* Returns: whether there is anything to show */
static gboolean
settle (FulWindow *window)
{
  g_autoptr(GError) error = NULL;

  while (!ful_window_is_settled (window, &error) && !error)
    g_main_context_iteration (NULL, TRUE);

  return !error;
}

static void
collect (GtkWidget *widget,
         GType      type,
         GPtrArray *found)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget))
    g_ptr_array_add (found, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    collect (child, type, found);
}

typedef struct
{
  FulPlotTip *tip;
  gboolean    done;
} Probe;

static void
probed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Probe *probe = user_data;

  probe->tip = ful_plot_view_probe_finish (result);
  probe->done = TRUE;
}

/* Says what is at a place, and lets the time line say it. Returns: whether there is anything */
static gboolean
hover (GtkWidget   *overlay,
       FulPlotView *view,
       double       x,
       double       y)
{
  Probe probe = { NULL };
  gboolean found;
  double at_x, at_y;

  ful_plot_view_probe_async (view, x, y, probed_cb, &probe);
  while (!probe.done)
    g_main_context_iteration (NULL, TRUE);
  found = probe.tip != NULL;
  g_clear_pointer (&probe.tip, ful_plot_tip_free);

  gtk_widget_translate_coordinates (GTK_WIDGET (view), overlay, x, y, &at_x, &at_y);
  g_signal_emit_by_name (overlay, "hovered", at_x, at_y);
  g_main_context_iteration (NULL, FALSE);

  return found;
}

static void
visit_tracks (FulWindow *window,
              GtkWidget *timeline)
{
  GtkWidget *overlay = benchmark_find_widget (timeline, FUL_TYPE_RANGE_OVERLAY);
  GtkWidget *row = benchmark_find_widget (timeline, FUL_TYPE_TRACK_ROW);
  GtkWidget *scroller = gtk_widget_get_ancestor (row, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_autoptr(GPtrArray) views = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_found = 0;

  gtk_widget_activate_action (benchmark_find_widget (timeline, FUL_TYPE_TRACK_CONTEXT_MENU), "track.show-all", NULL);
  settle (window);
  benchmark_paint (GTK_WIDGET (window));
  collect (timeline, FUL_TYPE_PLOT_VIEW, views);

  for (guint i = 0; i < views->len; i++)
    {
      GtkWidget *view = views->pdata[i];
      double x, y;

      gtk_widget_translate_coordinates (view, gtk_widget_get_first_child (scroller), 0, 0, &x, &y);
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + y - 40);
      settle (window);
      benchmark_paint (GTK_WIDGET (window));
      gtk_widget_translate_coordinates (view, scroller, 0, gtk_widget_get_height (view), &x, &y);
      g_assert_cmpfloat (y, <=, gtk_widget_get_height (scroller) + 1);
      for (guint k = 0; k < PLACES * PLACES; k++)
        n_found += hover (overlay, FUL_PLOT_VIEW (view), gtk_widget_get_width (view) * (k / PLACES + 0.5) / PLACES,
                          gtk_widget_get_height (view) * (k % PLACES + 0.5) / PLACES);
    }
  g_signal_emit_by_name (overlay, "hovered", NAN, NAN);

  g_assert_cmpuint (views->len, >, 0);
  g_assert_cmpuint (n_found, >, 0);
  g_test_message ("%u plots, something at %u places", views->len, n_found);
}

static void
test_capture (gconstpointer data)
{
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (data);
  FulWindow *window = ful_window_new (test_application_get (), NULL);
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);
  GtkWidget *view;
  FulDocument *document;

  gtk_window_present (GTK_WINDOW (window));
  ful_window_open (window, file, NULL);
  if (!settle (window))
    {
      g_assert_nonnull (benchmark_find_widget (GTK_WIDGET (window), FUL_TYPE_ERROR_PAGE));
      g_assert_nonnull (strstr (data, "empty"));
      gtk_window_destroy (GTK_WINDOW (window));
      return;
    }

  view = benchmark_find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (view));
  visit_tracks (window, benchmark_find_widget (view, FUL_TYPE_TIMELINE));

  for (guint i = 0; i < n_panels; i++)
    {
      ful_document_set_panel (document, panels[i]->id);
      settle (window);
      benchmark_paint (GTK_WIDGET (window));
      g_assert_cmpstr (ful_document_get_view_state (document)->panel, ==, panels[i]->id);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  for (int i = 1; i < argc; i++)
    {
      g_autofree char *name = g_path_get_basename (argv[i]);
      g_autofree char *path = g_strconcat ("/captures/", name, NULL);

      g_test_add_data_func (path, argv[i], test_capture);
    }

  return test_application_run ();
}
