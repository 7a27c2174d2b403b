/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a person sees while a file comes: no frame has controls that are cut, or that move when the profile is there. */

#include "config.h"

#include "test-application.h"

#include "details/ful-details-bar.h"
#include "panels/ful-panel-stack.h"
#include "open/ful-start-page.h"
#include "window/ful-window.h"

/* Frames of a window, and what was wrong in how many. */
typedef struct
{
  GtkWidget *window;
  guint      n_frames;
  guint      n_with_details;
  guint      n_without_find;
  guint      n_cut;
  guint      n_with_search;   /* not wrong */
} Frames;

static GtkWidget *
find_mapped (GtkWidget *widget,
             GType      type)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_mapped (child, type);

  return found;
}

static gboolean
has_button (GtkWidget  *widget,
            const char *icon_name)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), icon_name) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (has_button (child, icon_name))
      return TRUE;

  return FALSE;
}

/* The controls at or below @widget that end beyond @window. */
static guint
count_cut (GtkWidget *widget,
           GtkWidget *window)
{
  graphene_rect_t box;
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_TOGGLE_BUTTON (widget) || GTK_IS_SEARCH_ENTRY (widget) || GTK_IS_CHECK_BUTTON (widget))
    return gtk_widget_compute_bounds (widget, window, &box) &&
           box.origin.x + box.size.width > (float) gtk_widget_get_width (window);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_cut (child, window);

  return n;
}

static void
painted_cb (Frames *frames)
{
  GtkWidget *details = find_mapped (frames->window, FUL_TYPE_DETAILS_BAR);
  GtkWidget *panels = find_mapped (frames->window, FUL_TYPE_PANEL_STACK);

  frames->n_frames++;
  frames->n_with_details += details && gtk_widget_get_child_visible (details) && gtk_widget_get_width (details) > 0;
  frames->n_without_find += !has_button (frames->window, "edit-find-symbolic");
  frames->n_cut += panels && count_cut (panels, frames->window) > 0;
  frames->n_with_search += panels && find_mapped (panels, GTK_TYPE_SEARCH_ENTRY);
}

/* In a narrow window the details are beside the panel in no frame, tabs and search are cut in none, and Find keeps its place. */
static void
test_narrow (void)
{
  static const int widths[] = { 500, 700, 800 };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "demo.json.gz", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      FulWindow *window = ful_window_new (test_application_get (), NULL);
      Frames frames = { GTK_WIDGET (window), 0, 0, 0, 0, 0 };
      g_autoptr(GError) error = NULL;
      GdkFrameClock *frame_clock;

      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], 800);
      gtk_window_present (GTK_WINDOW (window));
      while (!find_mapped (GTK_WIDGET (window), FUL_TYPE_START_PAGE))
        g_main_context_iteration (NULL, TRUE);
      for (guint k = 0; k < 100; k++)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (500);
        }

      ful_window_open (window, file, NULL);
      frame_clock = g_object_ref (gtk_widget_get_frame_clock (GTK_WIDGET (window)));
      g_signal_connect_swapped (frame_clock, "after-paint", G_CALLBACK (painted_cb), &frames);
      while (!ful_window_is_settled (window, &error))
        g_main_context_iteration (NULL, TRUE);
      g_assert_no_error (error);
      g_signal_handlers_disconnect_by_data (frame_clock, &frames);
      g_object_unref (frame_clock);

      g_test_message ("%d px: %u frames, %u with a search", widths[i], frames.n_frames, frames.n_with_search);
      g_assert_cmpuint (frames.n_with_details, ==, 0);
      g_assert_cmpuint (frames.n_cut, ==, 0);
      g_assert_cmpuint (frames.n_with_search, >, 0);
      if (widths[i] >= 700)   /* a narrower one has no room for it */
        g_assert_cmpuint (frames.n_without_find, ==, 0);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/first-frames/narrow", test_narrow);

  return test_application_run ();
}
