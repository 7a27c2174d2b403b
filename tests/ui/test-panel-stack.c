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
  static const char *const ids[] = { "one", "two", "three" };
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

static GtkWidget *
find_bar (GtkWidget *widget)
{
  GtkWidget *found = ADW_IS_VIEW_SWITCHER_BAR (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_bar (child);

  return found;
}

static void
show_at (Fixture  *fixture,
         int       width,
         gboolean  at_bottom)
{
  GtkWidget *bar = find_bar (GTK_WIDGET (fixture->stack));
  gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, 300);
  gtk_window_present (GTK_WINDOW (fixture->window));
  while (gtk_widget_get_width (fixture->window) != width || gtk_widget_get_mapped (bar) != at_bottom)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_main_context_iteration (NULL, FALSE);
    }

  /* What stands beside the switcher is there wherever it is. */
  g_assert_true (gtk_widget_get_mapped (fixture->end));
}

static void
test_bottom_bar (Fixture       *fixture,
                 gconstpointer  data)
{
  AdwViewSwitcherBar *bar = ADW_VIEW_SWITCHER_BAR (find_bar (GTK_WIDGET (fixture->stack)));

  show_at (fixture, 1000, FALSE);
  g_assert_true (ful_panel_stack_get_visible (fixture->stack) == fixture->panels[0]);
  show_at (fixture, 600, TRUE);
  adw_view_stack_set_visible_child_name (adw_view_switcher_bar_get_stack (bar), "three");
  g_assert_true (ful_panel_stack_get_visible (fixture->stack) == fixture->panels[2]);
  show_at (fixture, 1000, FALSE);
  g_assert_true (ful_panel_stack_get_visible (fixture->stack) == fixture->panels[2]);
}

static void
test_one_panel (Fixture       *fixture,
                gconstpointer  data)
{
  show_at (fixture, 600, FALSE);
  show_at (fixture, 1000, FALSE);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add ("/panel-stack/bottom-bar", Fixture, GUINT_TO_POINTER (3), set_up, test_bottom_bar, tear_down);
  g_test_add ("/panel-stack/one-panel", Fixture, GUINT_TO_POINTER (1), set_up, test_one_panel, tear_down);

  return g_test_run ();
}
