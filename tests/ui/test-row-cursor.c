/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "lists/ful-row-column.h"
#include "lists/ful-row-cursor.h"
#include "lists/ful-row-model.h"
#include "lists/ful-row-place.h"
#include "lists/ful-row-view.h"
#include "widgets/ful-em.h"

#include <math.h>

#define N_ROWS 2000

/* A list of numbers in a window that shows a few of them. */
typedef struct
{
  GtkWindow     *window;
  GtkColumnView *view;
  FulRowModel   *model;
  guint          n_frames;
} Fixture;

static gboolean
fill (gpointer   owner,
      guint      column,
      guint      position,
      GtkWidget *cell)
{
  g_autofree char *text = g_strdup_printf ("%u", position);

  ful_row_cell_set (cell, NULL, text);

  return TRUE;
}

static void
set_rows (Fixture *fixture,
          guint    n_rows)
{
  ful_row_model_set_rows (fixture->model, n_rows, FALSE);
  while (ful_row_model_get_busy (fixture->model))
    g_main_context_iteration (NULL, TRUE);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  fixture->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (fixture->window, 300, 300);
  fixture->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (fixture->view));
  gtk_window_set_child (fixture->window, scrolled);
  ful_row_column_append (fixture->view, "Number", "", 0, FUL_ROW_CELL_NUMBER, 0, fill, NULL);
  fixture->model = ful_row_model_new ();
  set_rows (fixture, N_ROWS);
  gtk_column_view_set_model (fixture->view, GTK_SELECTION_MODEL (fixture->model));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gtk_window_destroy (fixture->window);
  g_object_unref (fixture->model);
}

static void
frame_cb (Fixture *fixture)
{
  fixture->n_frames++;
}

/* Runs until so many frames were laid out and painted. */
static void
paint_frames (Fixture *fixture,
              guint    n_frames)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (fixture->window));
  gulong id = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (frame_cb), fixture);

  fixture->n_frames = 0;
  while (fixture->n_frames < n_frames)
    {
      gtk_widget_queue_draw (GTK_WIDGET (fixture->window));
      g_main_context_iteration (NULL, TRUE);
    }
  g_signal_handler_disconnect (clock, id);
}

static void
paint (Fixture *fixture)
{
  paint_frames (fixture, 8);
}

static void
assert_in_view (Fixture *fixture,
                guint    position)
{
  GtkWidget *row = ful_row_cursor_find_row (fixture->view, position);
  graphene_rect_t bounds;

  g_assert_nonnull (row);
  g_assert_true (gtk_widget_compute_bounds (row, GTK_WIDGET (fixture->view), &bounds));
  g_assert_cmpfloat (bounds.size.height, >, 0);
  g_assert_cmpfloat (bounds.origin.y, >=, 0);
  g_assert_cmpfloat (bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height (GTK_WIDGET (fixture->view)));
}

/* Whether a list is where it was put, px, but for what GTK moves it by to align a row: half of one. */
static gboolean
is_at (Fixture *fixture,
       double   place)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));

  return fabs (gtk_adjustment_get_value (adjustment) - place) <= ceil (gtk_adjustment_get_upper (adjustment) / N_ROWS / 2);
}

static gboolean
has_focus (Fixture *fixture,
           guint    position)
{
  GtkWidget *row = ful_row_cursor_find_row (fixture->view, position);

  return row && gtk_window_get_focus (fixture->window) == row;
}

/* Rows are ready before the window has a size; the last call counts. */
static void
test_before_first_layout (Fixture       *fixture,
                          gconstpointer  data)
{
  ful_row_cursor_go (fixture->view, 20, TRUE);
  ful_row_cursor_go (fixture->view, 40, TRUE);
  gtk_window_present (fixture->window);
  ful_row_cursor_go (fixture->view, 100, TRUE);
  g_assert_null (ful_row_cursor_find_row (fixture->view, 5000));
  paint (fixture);
  assert_in_view (fixture, 100);
  g_assert_true (has_focus (fixture, 100));
}

/* The row was announced a moment ago: it has a widget, but no place in the list yet. */
static void
test_before_layout (Fixture       *fixture,
                    gconstpointer  data)
{
  gtk_window_present (fixture->window);
  for (gboolean focus = FALSE; focus <= TRUE; focus++)
    {
      set_rows (fixture, 10);
      paint (fixture);
      for (guint n_rows = 20; n_rows <= 50; n_rows += 10)
        {
          set_rows (fixture, n_rows);
          ful_row_cursor_go (fixture->view, n_rows - 3, focus);
          paint (fixture);
          assert_in_view (fixture, n_rows - 3);
          g_assert_true (has_focus (fixture, n_rows - 3) == focus);
        }
    }
}

/* Nobody waits any more when the view goes before it was ever seen. */
static void
test_never_shown (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr(GtkAdjustment) adjustment = g_object_ref (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view)));

  ful_row_cursor_go (fixture->view, 40, TRUE);
  gtk_window_set_child (fixture->window, NULL);
  gtk_adjustment_set_page_size (adjustment, 10);
  g_assert_cmpfloat (gtk_adjustment_get_page_size (adjustment), ==, 10);
}

static void
select_cb (gint64 *selected,
           gint64  position)
{
  *selected = position;
}

/* The list may have places that no row has yet. */
static void
test_blank_places (Fixture       *fixture,
                   gconstpointer  data)
{
  gint64 selected = -1;

  g_signal_connect_swapped (fixture->model, "select", G_CALLBACK (select_cb), &selected);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (fixture->model), N_ROWS, TRUE);
  g_assert_cmpint (selected, ==, -1);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (fixture->model), N_ROWS - 1, TRUE);
  g_assert_cmpint (selected, ==, N_ROWS - 1);
}

/* From one end to the other, where no row has a widget yet, and back. */
static void
test_far (Fixture       *fixture,
          gconstpointer  data)
{
  static const guint positions[] = { N_ROWS - 1, 0, 1000, 1003 };

  gtk_window_present (fixture->window);
  paint (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    {
      ful_row_cursor_go (fixture->view, positions[i], TRUE);
      paint (fixture);
      assert_in_view (fixture, positions[i]);
      g_assert_true (has_focus (fixture, positions[i]));
    }
}

/* Without focus the row comes into view, and the focus stays where it was. */
static void
test_without_focus (Fixture       *fixture,
                    gconstpointer  data)
{
  gtk_window_present (fixture->window);
  paint (fixture);
  ful_row_cursor_go (fixture->view, 3, TRUE);
  paint (fixture);
  ful_row_cursor_go (fixture->view, 9, FALSE);
  paint (fixture);
  assert_in_view (fixture, 9);
  g_assert_true (has_focus (fixture, 3));
}

/* Where the middle of a row is, from 0 at the top of the view to 1 at its bottom. */
static double
get_place (Fixture *fixture,
           guint    position)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (fixture->view));
  graphene_rect_t bounds;

  assert_in_view (fixture, position);
  g_assert_true (gtk_widget_compute_bounds (ful_row_cursor_find_row (fixture->view, position), rows, &bounds));

  return (bounds.origin.y + bounds.size.height / 2) / gtk_widget_get_height (rows);
}

/* What was selected elsewhere comes to the middle; what is in sight stays, and so it does on a walk. */
static void
test_middle (Fixture       *fixture,
             gconstpointer  data)
{
  static const guint positions[] = { 1500, 30, 1000, 1030, 970 };
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));

  gtk_window_present (fixture->window);
  paint (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (positions); i++)
    for (gboolean focus = FALSE; focus <= TRUE; focus++)
      {
        double before;

        ful_row_cursor_show (fixture->view, positions[i], focus);
        paint (fixture);
        g_assert_cmpfloat (get_place (fixture, positions[i]), >, 0.32);
        g_assert_cmpfloat (get_place (fixture, positions[i]), <, 0.68);
        g_assert_true (has_focus (fixture, positions[i]) == focus);

        before = gtk_adjustment_get_value (adjustment);
        ful_row_cursor_show (fixture->view, positions[i] + 2, focus);
        paint (fixture);
        g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, before);

        /* To the edge, with the focus elsewhere for the next round. */
        ful_row_cursor_go (fixture->view, positions[i] + 20, TRUE);
        paint (fixture);
        g_assert_cmpfloat (fabs (get_place (fixture, positions[i] + 20) - 0.5), >, 0.3);
      }

  /* A second call, as the list has no focus on the way, does not take it away. */
  ful_row_cursor_show (fixture->view, 200, TRUE);
  ful_row_cursor_show (fixture->view, 200, FALSE);
  paint (fixture);
  g_assert_true (has_focus (fixture, 200));

  /* At the ends there is no more to scroll. */
  ful_row_cursor_show (fixture->view, 0, TRUE);
  paint (fixture);
  assert_in_view (fixture, 0);
  ful_row_cursor_show (fixture->view, N_ROWS - 1, TRUE);
  paint (fixture);
  assert_in_view (fixture, N_ROWS - 1);
}

/* GTK goes back where rows are replaced on the way: the row arrives all the same. */
static void
test_moved_back (Fixture       *fixture,
                 gconstpointer  data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));

  gtk_window_present (fixture->window);
  paint (fixture);
  for (gboolean focus = FALSE; focus <= TRUE; focus++)
    {
      guint position = 1000 + 500 * focus;
      double end = gtk_adjustment_get_upper (adjustment) * (position + 1) / N_ROWS - gtk_adjustment_get_page_size (adjustment);

      ful_row_cursor_show (fixture->view, position, focus);
      while (gtk_adjustment_get_value (adjustment) < end)
        paint_frames (fixture, 1);
      gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) - 200);
      paint_frames (fixture, 16);
      g_assert_cmpfloat (fabs (get_place (fixture, position) - 0.5), <, 0.18);
      g_assert_true (has_focus (fixture, position) == focus);
    }
}

static void
resize (Fixture *fixture,
        int      height)
{
  gtk_window_set_default_size (fixture->window, 300, height);
  paint (fixture);
}

/* The selected row keeps its place in a list of another height; where a person has scrolled, only what was in view. */
static void
test_heights (Fixture       *fixture,
              gconstpointer  data)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (fixture->view));
  GtkWidget *scrolled = gtk_widget_get_parent (GTK_WIDGET (fixture->view));
  GtkWidget *range = gtk_widget_get_first_child (gtk_scrolled_window_get_vscrollbar (GTK_SCROLLED_WINDOW (scrolled)));
  gboolean handled;
  double before;

  ful_row_place_watch (fixture->view, fixture->model);
  gtk_window_present (fixture->window);
  paint (fixture);
  ful_row_model_set_selected (fixture->model, 1000);
  ful_row_place_settle (fixture->view);
  paint (fixture);
  for (int height = 700; height > 100; height -= 70)
    {
      resize (fixture, height);
      g_assert_cmpfloat (get_place (fixture, 1000), >, 0.32);
      g_assert_cmpfloat (get_place (fixture, 1000), <, 0.68);
    }

  /* By hand, in view. */
  resize (fixture, 500);
  before = gtk_adjustment_get_value (adjustment) - 100;
  g_signal_emit_by_name (range, "change-value", GTK_SCROLL_JUMP, before, &handled);
  paint (fixture);
  resize (fixture, 600);
  g_assert_true (is_at (fixture, before));
  resize (fixture, 300);
  assert_in_view (fixture, 1000);

  /* Out of view, until another row is selected. */
  before = gtk_adjustment_get_value (adjustment) - 700;
  g_signal_emit_by_name (range, "change-value", GTK_SCROLL_JUMP, before, &handled);
  paint (fixture);
  resize (fixture, 400);
  g_assert_true (is_at (fixture, before));
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (fixture->model), 500, TRUE);
  resize (fixture, 500);
  g_assert_cmpfloat (get_place (fixture, 500), >, 0.32);
  g_assert_cmpfloat (get_place (fixture, 500), <, 0.68);
}

static GtkWidget *
find_title (GtkWidget  *widget,
            const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found; child = gtk_widget_get_next_sibling (child))
    found = find_title (child, text);

  return found;
}

/* Columns are as wide as their text is large; titles of numbers are at the end, as numbers are. */
static void
test_titles (Fixture       *fixture,
             gconstpointer  data)
{
  GtkColumnViewColumn *column;
  GtkWidget *number, *text;

  column = ful_row_column_append (fixture->view, "Text", "", 5, FUL_ROW_CELL_TEXT, 1, fill, NULL);
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (column), ==, ful_em (GTK_WIDGET (fixture->view), 5));
  number = find_title (GTK_WIDGET (fixture->view), "Number");
  text = find_title (GTK_WIDGET (fixture->view), "Text");
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (number)), ==, 1);
  g_assert_true (gtk_widget_get_hexpand (number));
  g_assert_cmpfloat (gtk_label_get_xalign (GTK_LABEL (text)), <, 1);
}

static void
assert_stripes (Fixture *fixture)
{
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (fixture->view));
  guint n_rows = 0;

  for (GtkWidget *row = gtk_widget_get_first_child (rows); row; row = gtk_widget_get_next_sibling (row))
    {
      gint64 position = ful_row_row_get_position (row);

      if (position < 0)
        continue;
      g_assert_cmpint (gtk_widget_has_css_class (row, "striped"), ==, position % 2);
      n_rows++;
    }
  g_assert_cmpuint (n_rows, >, 5);
}

/* Every other row, by its position: also of widgets that moved to another one. */
static void
test_stripes (Fixture       *fixture,
              gconstpointer  data)
{
  gtk_window_present (fixture->window);
  paint (fixture);
  assert_stripes (fixture);
  for (guint position = 100; position < 1100; position += 333)
    {
      ful_row_cursor_go (fixture->view, position, TRUE);
      paint (fixture);
      assert_stripes (fixture);
    }

  /* Rows above the view are removed. */
  ful_row_cursor_go (fixture->view, N_ROWS - 1, TRUE);
  paint (fixture);
  set_rows (fixture, 301);
  paint (fixture);
  assert_stripes (fixture);
}

/* The strong colour of the selection is where the keys go. */
static void
test_focus (Fixture       *fixture,
            gconstpointer  data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *button = gtk_button_new (), *view;
  GtkWidget *rows = gtk_widget_get_last_child (GTK_WIDGET (fixture->view));

  g_object_ref (fixture->view);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (gtk_window_get_child (fixture->window)), NULL);
  view = ful_row_view_new (fixture->view);
  g_object_unref (fixture->view);
  gtk_box_append (GTK_BOX (box), view);
  gtk_box_append (GTK_BOX (box), button);
  gtk_window_set_child (fixture->window, box);
  gtk_window_present (fixture->window);
  paint (fixture);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (gtk_widget_child_focus (view, GTK_DIR_TAB_FORWARD));
      g_assert_true (gtk_widget_has_css_class (rows, "has-focus"));
      gtk_widget_grab_focus (button);
      g_assert_false (gtk_widget_has_css_class (rows, "has-focus"));
    }
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add ("/row-cursor/before-first-layout", Fixture, NULL, set_up, test_before_first_layout, tear_down);
  g_test_add ("/row-cursor/before-layout", Fixture, NULL, set_up, test_before_layout, tear_down);
  g_test_add ("/row-cursor/never-shown", Fixture, NULL, set_up, test_never_shown, tear_down);
  g_test_add ("/row-cursor/far", Fixture, NULL, set_up, test_far, tear_down);
  g_test_add ("/row-cursor/blank-places", Fixture, NULL, set_up, test_blank_places, tear_down);
  g_test_add ("/row-cursor/middle", Fixture, NULL, set_up, test_middle, tear_down);
  g_test_add ("/row-cursor/moved-back", Fixture, NULL, set_up, test_moved_back, tear_down);
  g_test_add ("/row-cursor/heights", Fixture, NULL, set_up, test_heights, tear_down);
  g_test_add ("/row-cursor/titles", Fixture, NULL, set_up, test_titles, tear_down);
  g_test_add ("/row-cursor/stripes", Fixture, NULL, set_up, test_stripes, tear_down);
  g_test_add ("/row-cursor/focus", Fixture, NULL, set_up, test_focus, tear_down);
  g_test_add ("/row-cursor/without-focus", Fixture, NULL, set_up, test_without_focus, tear_down);

  return g_test_run ();
}
