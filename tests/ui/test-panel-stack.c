/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "panels/ful-panel-stack.h"

typedef struct
{
  GtkWidget     *window;
  FulPanelStack *stack;
  GtkWidget     *end;
  GtkWidget     *panels[3];
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const char *const ids[] = { "the first panel", "two", "three" };
  guint n_panels = GPOINTER_TO_UINT (data);

  fixture->window = gtk_window_new ();
  fixture->stack = g_object_new (FUL_TYPE_PANEL_STACK, NULL);
  fixture->end = gtk_button_new_with_label ("end");
  for (guint i = 0; i < n_panels; i++)
    {
      fixture->panels[i] = gtk_label_new (ids[i]);
      ful_panel_stack_add (fixture->stack, fixture->panels[i], ids[i], ids[i], "edit-find-symbolic");
    }
  ful_panel_stack_set_end (fixture->stack, fixture->end);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->stack));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
}

/* The buttons of the panels that are on screen, from the left. */
static GPtrArray *
find_buttons (GtkWidget *widget,
              GPtrArray *found)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_mapped (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    find_buttons (child, found);

  return found;
}

/* What a button shows: its icon, its title. */
static gboolean
shows (GtkWidget *button,
       GType      type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (gtk_button_get_child (GTK_BUTTON (button))); child;
       child = gtk_widget_get_next_sibling (child))
    if (G_TYPE_CHECK_INSTANCE_TYPE (child, type))
      return gtk_widget_get_mapped (child);
  g_assert_not_reached ();
}

/* Shows the window at a width until the buttons are what they should be. */
static void
show_at (Fixture  *fixture,
         int       width,
         guint     n_buttons,
         gboolean  with_icons,
         gboolean  with_titles,
         gboolean  at_bottom)
{
  gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;
  gboolean is_so = FALSE;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, 300);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (!is_so)
    {
      g_autoptr(GPtrArray) buttons = find_buttons (GTK_WIDGET (fixture->stack), g_ptr_array_new ());
      GtkWidget *last = buttons->len > 0 ? g_ptr_array_index (buttons, buttons->len - 1) : NULL;
      graphene_rect_t box;

      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
      is_so = gtk_widget_get_width (fixture->window) == width && buttons->len == n_buttons &&
              (!last || (shows (last, GTK_TYPE_IMAGE) == with_icons && shows (last, GTK_TYPE_LABEL) == with_titles &&
                         gtk_widget_compute_bounds (last, GTK_WIDGET (fixture->stack), &box) &&
                         (box.origin.y > 150) == at_bottom &&
                         /* All of it. */
                         box.origin.x + box.size.width <= gtk_widget_get_width (GTK_WIDGET (fixture->stack))));
    }

  /* The widget next to the switcher is there in every shape. */
  g_assert_true (gtk_widget_get_mapped (fixture->end));
}

/* The least width at which the buttons of a stack look in some way is that of the text, whatever its size. */
static int
find_width (Fixture  *fixture,
            gboolean  with_icons,
            gboolean  with_titles)
{
  g_autoptr(GPtrArray) buttons = find_buttons (GTK_WIDGET (fixture->stack), g_ptr_array_new ());
  int width = 0, least;

  for (guint i = 0; i < buttons->len; i++)
    {
      gtk_widget_measure (g_ptr_array_index (buttons, i), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      width += least;
    }
  g_assert_true (shows (g_ptr_array_index (buttons, 0), GTK_TYPE_IMAGE) == with_icons);
  g_assert_true (shows (g_ptr_array_index (buttons, 0), GTK_TYPE_LABEL) == with_titles);

  return width;
}

static void
test_shapes (Fixture       *fixture,
             gconstpointer  data)
{
  int end, full, titles, icons;

  show_at (fixture, 1000, 3, TRUE, TRUE, FALSE);
  gtk_widget_measure (fixture->end, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &end, NULL, NULL);
  full = find_width (fixture, TRUE, TRUE) + end;
  show_at (fixture, full, 3, FALSE, TRUE, FALSE);
  titles = find_width (fixture, FALSE, TRUE) + end;
  show_at (fixture, titles, 3, TRUE, FALSE, FALSE);
  icons = find_width (fixture, TRUE, FALSE) + end;
  show_at (fixture, icons, 3, TRUE, FALSE, TRUE);

  ful_panel_stack_set_visible_id (fixture->stack, "three");
  g_assert_true (ful_panel_stack_get_visible (fixture->stack) == fixture->panels[2]);
  show_at (fixture, 1000, 3, TRUE, TRUE, FALSE);
  g_assert_true (ful_panel_stack_get_visible (fixture->stack) == fixture->panels[2]);
}

static void
test_one_panel (Fixture       *fixture,
                gconstpointer  data)
{
  show_at (fixture, 1000, 1, TRUE, TRUE, FALSE);
  show_at (fixture, 120, 1, TRUE, FALSE, FALSE);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/panel-stack/shapes", Fixture, GUINT_TO_POINTER (3), set_up, test_shapes, tear_down);
  g_test_add ("/panel-stack/one-panel", Fixture, GUINT_TO_POINTER (1), set_up, test_one_panel, tear_down);

  return g_test_run ();
}
