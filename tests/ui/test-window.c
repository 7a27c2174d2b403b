/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A window with real files, in this process: loads that end, fail, are
 * cancelled, or lose their window. */

#include "config.h"

#include "ful-test-profile.h"
#include "test-application.h"

#include "calltree/ful-callers-pane.h"
#include "calltree/ful-tree-view.h"
#include "charts/ful-chart-panel.h"
#include "compare/ful-compare-page.h"
#include "details/ful-details-bar.h"
#include "model/ful-thread-names.h"
#include "open/ful-error-page.h"
#include "open/ful-loading-page.h"
#include "open/ful-start-page.h"
#include "profile/ful-panels.h"
#include "profile/view/ful-profile-view.h"
#include "tracks/ful-track-menu.h"
#include "tracks/ful-track-row.h"
#include "window/ful-window.h"

#include <glib/gstdio.h>

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);

  return found;
}

static guint
count_mapped (GtkWidget *widget,
              GType      type)
{
  guint n = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && gtk_widget_get_mapped (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_mapped (child, type);

  return n;
}

static void
iterate_until (GtkWidget *window,
               GType      type)
{
  while (!find_widget (window, type))
    g_main_context_iteration (NULL, TRUE);
}

static void
iterate_pending (void)
{
  for (guint i = 0; i < 200; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (500);
    }
}

static FulWindow *
open_window (void)
{
  FulWindow *window = ful_window_new (test_application_get (), NULL);

  gtk_window_present (GTK_WINDOW (window));

  return window;
}

static void
open_demo (FulWindow  *window,
           const char *view)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "demo.json.gz", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);

  ful_window_open (window, file, view);
}

static void
test_start_page (void)
{
  FulWindow *window = open_window ();

  iterate_until (GTK_WIDGET (window), FUL_TYPE_START_PAGE);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_open (void)
{
  FulWindow *window = open_window ();
  g_autoptr(GError) error = NULL;

  open_demo (window, NULL);
  g_assert_false (ful_window_is_settled (window, &error));
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (error);
  g_assert_nonnull (find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "demo.json.gz");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  iterate_until (GTK_WIDGET (window), FUL_TYPE_START_PAGE);
  g_assert_null (find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW));
  gtk_window_destroy (GTK_WINDOW (window));
}

static guint
count_all (GtkWidget *widget)
{
  guint n = 1;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    n += count_all (child);

  return n;
}

/* Several panels do not all go in one turn of the main loop. */
static void
test_close_in_steps (void)
{
  FulWindow *window = open_window ();
  guint n_before, n, n_after, most = 0;

  open_demo (window, NULL);
  for (guint i = 0; i < 7; i++)
    {
      while (!ful_window_is_settled (window, NULL))
        g_main_context_iteration (NULL, TRUE);
      gtk_widget_activate_action (GTK_WIDGET (window), "view.show-panel", "u", (i + 1) % 7);
    }
  while (!ful_window_is_settled (window, NULL))
    g_main_context_iteration (NULL, TRUE);

  n = n_before = count_all (GTK_WIDGET (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  while (find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW))
    {
      g_main_context_iteration (NULL, TRUE);
      n_after = count_all (GTK_WIDGET (window));
      most = MAX (most, n - MIN (n, n_after));
      n = n_after;
    }
  g_assert_cmpuint (n_before, >, 1000);
  g_assert_cmpuint (most, <, n_before / 2);

  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_error (void)
{
  FulWindow *window = open_window ();
  g_autofree char *path = NULL;
  g_autoptr(GFile) file = NULL;
  g_autoptr(GError) error = NULL;
  int fd = g_file_open_tmp ("broken-XXXXXX.json", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, "{\"meta\": {\"version\": 2", -1, NULL));
  file = g_file_new_for_path (path);

  ful_window_open (window, file, NULL);
  iterate_until (GTK_WIDGET (window), FUL_TYPE_ERROR_PAGE);
  g_assert_false (ful_window_is_settled (window, &error));
  g_assert_nonnull (error);

  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (path);
}

/* The profile is shown all the same; a toast says what is wrong. */
static void
test_bad_view (void)
{
  FulWindow *window = open_window ();
  g_autoptr(GError) error = NULL;

  open_demo (window, "{ \"colour\": \"blue\" }");
  iterate_until (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
  g_assert_null (find_widget (GTK_WIDGET (window), FUL_TYPE_ERROR_PAGE));
  g_assert_false (ful_window_is_settled (window, &error));
  g_assert_nonnull (strstr (error->message, "colour"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_cancel (void)
{
  FulWindow *window = open_window ();
  GtkWidget *page;

  open_demo (window, NULL);
  page = find_widget (GTK_WIDGET (window), FUL_TYPE_LOADING_PAGE);
  if (!page)
    iterate_until (GTK_WIDGET (window), FUL_TYPE_LOADING_PAGE);
  page = find_widget (GTK_WIDGET (window), FUL_TYPE_LOADING_PAGE);
  gtk_widget_activate_action (page, "page.cancel", NULL);
  iterate_until (GTK_WIDGET (window), FUL_TYPE_START_PAGE);
  iterate_pending ();
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Windows and tabs that go at any time of a load. */
static void
test_close_during_load (void)
{
  for (guint i = 0; i < 40; i++)
    {
      FulWindow *window = open_window ();

      open_demo (window, NULL);
      if (i % 3 == 0)
        open_demo (window, NULL);
      for (guint k = 0; k < i * 3; k++)
        g_main_context_iteration (NULL, FALSE);
      if (i % 2 == 0)
        gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
      gtk_window_close (GTK_WINDOW (window));
    }

  iterate_pending ();
}

/* Text of the clipboard: a path, a URI, and what names no file. */
static void
test_paste (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "..", "data", "demo.json.gz", NULL);
  g_autofree char *canonical = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (canonical, NULL, NULL);
  const char *texts[] = { canonical, uri };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      FulWindow *window = open_window ();

      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), "no file at all");
      gtk_widget_activate_action (GTK_WIDGET (window), "win.paste", NULL);
      iterate_pending ();
      g_assert_nonnull (find_widget (GTK_WIDGET (window), FUL_TYPE_START_PAGE));

      gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), texts[i]);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.paste", NULL);
      iterate_until (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
      gtk_window_destroy (GTK_WINDOW (window));
    }
}

/* Each thread and filter in turn, with the window following; then the view of
 * a file given from outside. */
static void
test_follows_document (void)
{
  FulWindow *window = open_window ();
  FulDocument *document;
  GtkColumnView *view;
  g_autoptr(GError) error = NULL;
  guint n_all;

  open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (find_widget (GTK_WIDGET (window),
                                                                           FUL_TYPE_PROFILE_VIEW)));
  view = GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (window), GTK_TYPE_COLUMN_VIEW));
  n_all = g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view)));
  g_assert_cmpuint (n_all, >, 5);

  ful_document_set_search (document, "no such function anywhere", FUL_SEARCH_DEFAULT);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view))), ==, 0);

  ful_document_set_search (document, "", FUL_SEARCH_DEFAULT);
  ful_document_set_threads (document, &(guint) { 0 }, 1);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view))), >, 5);

  for (guint i = 0; i < 8; i++)
    {
      ful_document_set_option (document, FUL_OPTION_IMPLEMENTATION, (FulImplementation) (i % 3));
      ful_document_set_option (document, FUL_OPTION_INVERT, i % 2);
      ful_document_set_option (document, FUL_OPTION_INCLUDE_IDLE, i % 4 < 2);
      while (!ful_window_is_settled (window, &error))
        g_main_context_iteration (NULL, TRUE);
    }

  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_no_error (error);
}

/* The check box of a track hides its row and brings it back. */
static void
test_track_menu (void)
{
  FulWindow *window = open_window ();
  g_autoptr(GError) error = NULL;
  GtkWidget *menu, *check;
  guint n_rows;

  open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (error);

  menu = find_widget (GTK_WIDGET (window), FUL_TYPE_TRACK_MENU);
  n_rows = count_mapped (GTK_WIDGET (window), FUL_TYPE_TRACK_ROW);
  g_assert_cmpuint (n_rows, >, 1);

  gtk_menu_button_popup (GTK_MENU_BUTTON (find_widget (menu, GTK_TYPE_MENU_BUTTON)));
  iterate_until (menu, GTK_TYPE_CHECK_BUTTON);
  check = find_widget (menu, GTK_TYPE_CHECK_BUTTON);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  while (count_mapped (GTK_WIDGET (window), FUL_TYPE_TRACK_ROW) >= n_rows)
    g_main_context_iteration (NULL, TRUE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  while (count_mapped (GTK_WIDGET (window), FUL_TYPE_TRACK_ROW) != n_rows)
    g_main_context_iteration (NULL, TRUE);

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

static GtkWidget *
find_label (GtkWidget  *widget,
            const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);

  return found;
}

/* The first label at or below @widget. */
static GtkLabel *
find_first_label (GtkWidget *widget)
{
  GtkLabel *found = GTK_IS_LABEL (widget) ? GTK_LABEL (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_first_label (child);

  return found;
}

/* Titles of figures, and only they, are at the end of their column. */
static void
assert_titles (GtkColumnView *list,
               guint          n_columns)
{
  static const char *const figures[] = { "Total", "Samples", "Self", NULL };

  while (g_list_model_get_n_items (gtk_column_view_get_columns (list)) != n_columns)
    g_main_context_iteration (NULL, TRUE);
  for (GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (list))); title;
       title = gtk_widget_get_next_sibling (title))
    {
      GtkLabel *label = find_first_label (title);
      gboolean is_figure = g_strv_contains (figures, gtk_label_get_label (label));

      g_assert_cmpint (gtk_label_get_xalign (label) == 1, ==, is_figure);
      g_assert_cmpint (gtk_widget_get_hexpand (GTK_WIDGET (label)), ==, is_figure);
    }
}

/* Also after the width has changed, and in the functions. */
static void
test_titles (void)
{
  FulWindow *window = open_window ();
  FulDocument *document;
  GtkColumnView *list;
  g_autoptr(GError) error = NULL;

  open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  list = ful_tree_view_get_list (FUL_TREE_VIEW (find_widget (GTK_WIDGET (window), FUL_TYPE_TREE_VIEW)));
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 840);
  assert_titles (list, 5);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 840);
  assert_titles (list, 3);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 840);
  assert_titles (list, 5);

  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW)));
  ful_document_set_panel (document, "functions");
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  list = ful_tree_view_get_list (FUL_TREE_VIEW (find_widget (GTK_WIDGET (window), FUL_TYPE_TREE_VIEW)));
  assert_titles (list, 6);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 840);
  assert_titles (list, 4);

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

/* Shares of threads come with several of them; a button transforms as the menu does. */
static int
get_width (GtkWidget *window,
           GType      type)
{
  return gtk_widget_get_width (find_widget (window, type));
}

/* Columns, details and axis follow the size of the text. */
static void
test_text_size (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  FulWindow *window = open_window ();
  g_autoptr(GError) error = NULL;
  GtkColumnView *list;
  GtkColumnViewColumn *column;
  int dpi, details, figures;

  open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  iterate_pending ();
  list = GTK_COLUMN_VIEW (find_widget (GTK_WIDGET (window), GTK_TYPE_COLUMN_VIEW));
  column = g_list_model_get_item (gtk_column_view_get_columns (list), 1);
  details = get_width (GTK_WIDGET (window), FUL_TYPE_DETAILS_BAR);
  figures = gtk_column_view_column_get_fixed_width (column);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);

  for (guint i = 0; i < 2; i++)
    {
      double factor = i == 0 ? 1.5 : 1;

      g_object_set (settings, "gtk-xft-dpi", (int) (dpi * factor), NULL);
      while (ABS (get_width (GTK_WIDGET (window), FUL_TYPE_DETAILS_BAR) - (int) (details * factor)) > 2)
        g_main_context_iteration (NULL, TRUE);
      g_assert_cmpint (ABS (gtk_column_view_column_get_fixed_width (column) - (int) (figures * factor)), <=, 2);
    }
  g_object_unref (column);
  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

static void
test_details (void)
{
  FulWindow *window = open_window ();
  FulDocument *document;
  GtkWidget *details;
  g_autoptr(GError) error = NULL;
  g_auto(GStrv) names = NULL;

  open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (find_widget (GTK_WIDGET (window),
                                                                           FUL_TYPE_PROFILE_VIEW)));
  details = find_widget (GTK_WIDGET (window), FUL_TYPE_DETAILS_BAR);
  iterate_until (details, GTK_TYPE_LIST_BOX_ROW);
  names = ful_thread_names_new (ful_document_get_profile (document)->threads);
  g_assert_null (find_label (details, names[1]));

  ful_document_set_threads (document, (guint[]) { 0, 1 }, 2);
  while (!ful_window_is_settled (window, &error) || !find_label (details, names[1]))
    g_main_context_iteration (NULL, TRUE);

  g_assert_no_error (error);

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

/* Whether a label or tooltip on screen, at or below @widget, has @word. */
static gboolean
has_word (GtkWidget  *widget,
          const char *word)
{
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", word);
  const char *tooltip = g_object_get_data (G_OBJECT (widget), "ful-tooltip");

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if ((GTK_IS_LABEL (widget) && g_regex_match_simple (pattern, gtk_label_get_text (GTK_LABEL (widget)), 0, 0)) ||
      (tooltip && g_regex_match_simple (pattern, tooltip, 0, 0)))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    if (has_word (child, word))
      return TRUE;

  return FALSE;
}

/* What is counted has its unit in the details and columns, and nothing is said to be ms. */
static void
test_units (void)
{
  static const struct { const char *name, *unit; } profiles[] = {
    { "callgrind.ok.out", "Ir" }, { "dhat.ok.json", "[0-9]+\\s?[kM]?B" }, { "v8.ok.heapprofile", "[0-9]+\\s?[kM]?B" },
  };
  guint n_panels;
  const FulPanel * const *panels = ful_panels_list (&n_panels);

  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "fixtures", profiles[i].name, NULL);
      g_autoptr(GFile) file = g_file_new_for_path (path);
      g_autoptr(GError) error = NULL;
      FulWindow *window = open_window ();
      GtkWidget *view, *details;
      FulDocument *document;

      ful_window_open (window, file, NULL);
      while (!ful_window_is_settled (window, &error) && !error)
        g_main_context_iteration (NULL, TRUE);
      g_assert_no_error (error);
      view = find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
      details = find_widget (view, FUL_TYPE_DETAILS_BAR);
      document = ful_profile_view_get_document (FUL_PROFILE_VIEW (view));
      while (!has_word (details, profiles[i].unit))
        g_main_context_iteration (NULL, TRUE);
      for (guint k = 0; k < n_panels; k++)
        {
          /* The reference gives allocations of DHAT times. */
          if (panels[k]->needs_times || ful_document_get_profile (document)->has_times)
            continue;
          ful_document_set_panel (document, panels[k]->id);
          while (!ful_window_is_settled (window, &error))
            g_main_context_iteration (NULL, TRUE);
          g_assert_false (has_word (view, "ms"));
        }
      gtk_window_destroy (GTK_WINDOW (window));
    }
  iterate_pending ();
}

/* Each panel of a profile and of a comparison has a key, in the order of the switcher, and the list of keys says so. */
static void
test_panel_keys (void)
{
  FulWindow *window = open_window ();
  g_autoptr(GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  g_autoptr(GBytes) overlay = g_resources_lookup_data ("/org/fulgens/Fulgens/gtk/help-overlay.ui", 0, NULL);
  g_autofree char *keys = NULL;
  guint n_panels, n_keys = 0;

  ful_panels_list (&n_panels);
  while (ful_compare_page_get_panel_title (n_panels))
    n_panels++;
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr(GObject) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) && k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++)
        {
          g_autoptr(GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          g_autofree char *trigger = gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));
          g_autofree char *expected = g_strdup_printf ("<Alt>%u", n_keys);

          n_keys += g_str_equal (trigger, expected);
        }
    }
  g_assert_cmpuint (n_keys, >=, n_panels);
  keys = g_strdup_printf ("&lt;Alt&gt;0...%u<", n_panels - 1);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (overlay, NULL), (gssize) g_bytes_get_size (overlay), keys));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
is_on_screen (GtkWidget  *widget,
              const char *text)
{
  GtkWidget *label = find_label (widget, text);

  return label && gtk_widget_get_mapped (label);
}

static void
settle (FulWindow *window)
{
  g_autoptr(GError) error = NULL;

  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (error);
}

/* A search that finds nothing leaves no old numbers; without a selection callers and callees ask for one. */
/* A range without the selected function: the details do not go on to speak of it. */
static void
test_range_without_function (void)
{
  FulWindow *window = open_window ();
  g_autoptr(GError) error = NULL;
  FulDocument *document;
  GtkWidget *view, *details, *label;
  FulTimeRange range;

  open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  view = find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
  details = find_widget (view, FUL_TYPE_DETAILS_BAR);
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (view));
  while (!find_label (details, "(root)"))
    g_main_context_iteration (NULL, TRUE);

  /* The thread began later. */
  range = ful_document_get_visible_range (document);
  ful_document_set_preview (document, &(FulTimeRange) { range.start, range.start + 5 });
  while (!(label = find_label (details, "Select a function to see its cost.")) || !gtk_widget_get_mapped (label))
    g_main_context_iteration (NULL, TRUE);

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

static void
test_nothing_selected (void)
{
  FulWindow *window = open_window ();
  FulDocument *document;
  GtkWidget *view, *details, *callers;

  open_demo (window, NULL);
  settle (window);
  view = find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (view));
  details = find_widget (view, FUL_TYPE_DETAILS_BAR);
  while (!is_on_screen (details, "This call path"))
    g_main_context_iteration (NULL, TRUE);

  callers = gtk_widget_get_ancestor (find_label (view, "Callers and Callees"), GTK_TYPE_CHECK_BUTTON);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (callers), TRUE);
  while (!is_on_screen (view, "Callers"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_on_screen (view, "Select a function"));

  ful_callers_pane_show (FUL_CALLERS_PANE (find_widget (view, FUL_TYPE_CALLERS_PANE)), FUL_NONE);
  g_assert_true (is_on_screen (view, "Select a function"));
  g_assert_false (is_on_screen (view, "Callers"));

  ful_document_set_search (document, "no such function", FUL_SEARCH_DEFAULT);
  settle (window);
  while (!is_on_screen (details, "Select a function to see its cost."))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_on_screen (details, "This call path"));

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

/* All lists have their rows once the window is settled. */
static void
assert_lists_complete (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return;

  if (FUL_IS_TREE_VIEW (widget))
    {
      FulCallTreeModel *model = ful_tree_view_get_model (FUL_TREE_VIEW (widget));

      g_assert_false (ful_call_tree_model_get_busy (model));
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (model)), >, 0);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    assert_lists_complete (child);
}

/* Functions begin without a selection, which wings and details say; the tree then has what is hot in it, and functions still none. */
static void
test_functions_first (void)
{
  FulWindow *window = open_window ();
  FulDocument *document;
  GtkWidget *view, *details;

  open_demo (window, "{ \"panel\": \"functions\" }");
  settle (window);
  assert_lists_complete (GTK_WIDGET (window));
  view = find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW);
  details = find_widget (GTK_WIDGET (window), FUL_TYPE_DETAILS_BAR);
  while (!is_on_screen (details, "Select a function to see its cost."))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (is_on_screen (view, "Select a function"));
  document = ful_profile_view_get_document (FUL_PROFILE_VIEW (view));
  g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 0);

  ful_document_set_panel (document, "call-tree");
  settle (window);
  while (!is_on_screen (details, "This call path"))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (ful_document_get_view_state (document)->path_is_hot);

  ful_document_set_panel (document, "functions");
  settle (window);
  while (!is_on_screen (details, "Select a function to see its cost."))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (is_on_screen (view, "Select a function"));

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

/* A chart that opens first selects what the tree does, and keeps what a person selects. */
static void
test_charts_first (void)
{
  static const char *const panels[] = { "flame-graph", "stack-chart" };

  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *view = g_strdup_printf ("{ \"panel\": \"%s\" }", panels[i]);
      g_autoptr(FulViewState) first = NULL;
      FulWindow *window = open_window ();
      FulDocument *document;
      GtkWidget *details;

      open_demo (window, view);
      settle (window);
      details = find_widget (GTK_WIDGET (window), FUL_TYPE_DETAILS_BAR);
      while (!is_on_screen (details, "This call path"))
        g_main_context_iteration (NULL, TRUE);
      document = ful_profile_view_get_document (FUL_PROFILE_VIEW (find_widget (GTK_WIDGET (window), FUL_TYPE_PROFILE_VIEW)));
      first = ful_view_state_ref (ful_document_get_view_state (document));
      g_assert_cmpuint (first->n_path, >, 0);
      g_assert_true (first->path_is_hot);

      /* Another thread has another one. */
      ful_document_set_threads (document, (guint[]) { 1 }, 1);
      settle (window);
      g_assert_cmpuint (ful_document_get_view_state (document)->n_path, >, 0);
      g_assert_true (ful_document_get_view_state (document)->path_is_hot);
      ful_document_set_view_state (document, ful_view_state_ref (first));
      settle (window);

      ful_document_set_panel (document, "call-tree");
      settle (window);
      g_assert_true (ful_document_get_view_state (document)->path_is_hot);
      g_assert_true (ful_view_state_has_path (ful_document_get_view_state (document), first->path, first->n_path));

      ful_document_select_path (document, first->path, 1);
      ful_document_set_panel (document, panels[i]);
      ful_document_set_option (document, FUL_OPTION_INCLUDE_IDLE, FALSE);
      settle (window);
      g_assert_false (ful_document_get_view_state (document)->path_is_hot);
      g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 1);

      gtk_window_destroy (GTK_WINDOW (window));
      iterate_pending ();
    }
}

static void
publish (FulTestProfile   *test,
         FulThreadBuilder *thread,
         const char       *path,
         FulDocument      *document)
{
  static double time = 10;

  for (guint i = 0; i < 20; i++)
    ful_test_profile_sample (thread, time++, ful_test_profile_stack (test, path));
  if (document)
    ful_document_take_profile (document, ful_profile_builder_publish (test->builder, NULL));
}

/* The name of what is selected in @document when @panel is done. */
static const char *
settle_panel (FulAnalysis *analysis,
              GtkWidget   *panel)
{
  FulDocument *document = ful_analysis_get_document (analysis);
  FulViewState *state;
  gboolean busy = TRUE;

  while (busy || ful_analysis_get_busy (analysis) || !gtk_widget_get_mapped (panel))
    {
      g_main_context_iteration (NULL, TRUE);
      g_object_get (panel, "busy", &busy, NULL);
    }
  state = ful_document_get_view_state (document);

  return state->n_path == 0 ? NULL : ful_profile_get_func_name (ful_document_get_profile (document), state->path[state->n_path - 1]);
}

/* What is hot is found again as a capture grows, until a person selects. */
static void
test_chart_of_capture (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) first = NULL;
  g_autoptr(FulDocument) document = NULL;
  g_autoptr(FulAnalysis) analysis = NULL;
  GtkWidget *window = gtk_window_new (), *panel;
  FulFuncIndex root;

  publish (test, thread, "A B", NULL);
  first = ful_profile_builder_publish (test->builder, NULL);
  document = ful_document_new (first);
  analysis = ful_analysis_new (document);
  panel = ful_flame_graph_panel.create (analysis, NULL);
  gtk_window_set_child (GTK_WINDOW (window), panel);
  gtk_window_present (GTK_WINDOW (window));
  ful_document_set_panel (document, "flame-graph");
  g_assert_cmpstr (settle_panel (analysis, panel), ==, "B");

  publish (test, thread, "A C", document);
  publish (test, thread, "A C", document);
  g_assert_cmpstr (settle_panel (analysis, panel), ==, "C");
  g_assert_true (ful_document_get_view_state (document)->path_is_hot);

  root = ful_document_get_view_state (document)->path[0];
  ful_document_select_path (document, &root, 1);
  publish (test, thread, "A D", document);
  publish (test, thread, "A D", document);
  publish (test, thread, "A D", document);
  publish (test, thread, "A D", document);
  g_assert_cmpstr (settle_panel (analysis, panel), ==, "A");
  g_assert_false (ful_document_get_view_state (document)->path_is_hot);

  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
  ful_test_profile_free (test);
}

static void
test_several_at_once (void)
{
  FulWindow *window = open_window ();
  g_autoptr(GError) error = NULL;

  for (guint i = 0; i < 4; i++)
    open_demo (window, NULL);
  while (!ful_window_is_settled (window, &error))
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (error);
  gtk_window_destroy (GTK_WINDOW (window));
  iterate_pending ();
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/window/start-page", test_start_page);
  g_test_add_func ("/window/open", test_open);
  g_test_add_func ("/window/close-in-steps", test_close_in_steps);
  g_test_add_func ("/window/error", test_error);
  g_test_add_func ("/window/bad-view", test_bad_view);
  g_test_add_func ("/window/cancel", test_cancel);
  g_test_add_func ("/window/close-during-load", test_close_during_load);
  g_test_add_func ("/window/several-at-once", test_several_at_once);
  g_test_add_func ("/window/paste", test_paste);
  g_test_add_func ("/window/track-menu", test_track_menu);
  g_test_add_func ("/window/panel-keys", test_panel_keys);
  g_test_add_func ("/window/units", test_units);
  g_test_add_func ("/window/titles", test_titles);
  g_test_add_func ("/window/text-size", test_text_size);
  g_test_add_func ("/window/details", test_details);
  g_test_add_func ("/window/range-without-function", test_range_without_function);
  g_test_add_func ("/window/nothing-selected", test_nothing_selected);
  g_test_add_func ("/window/functions-first", test_functions_first);
  g_test_add_func ("/window/charts-first", test_charts_first);
  g_test_add_func ("/window/chart-of-capture", test_chart_of_capture);
  g_test_add_func ("/window/follows-document", test_follows_document);

  return test_application_run ();
}
