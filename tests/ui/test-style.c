/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What GTK and libadwaita do not say: that a colour of the style sheet is unknown (nothing is drawn then), and
 * that text has a size which does not follow the font of the desktop. */

#include "config.h"

#include "ful-ui-resources.h"

#include <adwaita.h>
#include <string.h>

static void
test_colors_are_known (void)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data ("/org/fulgens/Fulgens/style.css", 0, NULL);
  const char *at = g_bytes_get_data (bytes, NULL);
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  guint n_names = 0;

  while ((at = strchr (at, '@')))
    {
      gsize length = strspn (++at, "abcdefghijklmnopqrstuvwxyz_");
      g_autofree char *name = g_strndup (at, length);
      GdkRGBA color;

      if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (window), name, &color))
        g_error ("@%s is in no style sheet", name);
      n_names++;
    }

  g_assert_cmpuint (n_names, >, 10);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

/* GTK shares styles among the children of a widget, and their children, unless a selector depends on siblings. */
static void
test_styles_can_be_shared (void)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data ("/org/fulgens/Fulgens/style.css", 0, NULL);
  g_autoptr(GRegex) siblings = g_regex_new ("/\\*.*?\\*/|(\\bcolumnview[^{},]*(:nth-| [+~] )[^{},]*)", G_REGEX_DOTALL, 0, NULL);
  g_autoptr(GMatchInfo) match = NULL;

  g_regex_match (siblings, g_bytes_get_data (bytes, NULL), 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *selector = g_match_info_fetch (match, 1);

      g_assert_cmpstr (selector, ==, "");
    }
}

static int
measure_text (GtkWidget  *widget,
              const char *font)
{
  int width;

  g_object_set (gtk_widget_get_settings (widget), "gtk-font-name", font, NULL);
  gtk_test_widget_wait_for_draw (widget);
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);

  return width;
}

static void
assert_grows (GtkWidget  *widget,
              const char *what)
{
  int small = measure_text (widget, "Sans 10");
  int large = measure_text (widget, "Sans 20");

  if (large < small * 1.7)
    g_error ("%s: %d px at 10 pt, %d px at 20 pt", what, small, large);
}

static void
test_text_grows (void)
{
  const char *classes[] = { "title-1", "title-2", "title-3", "title-4", "heading", "caption" };
  g_autoptr(GtkCssProvider) provider = gtk_css_provider_new ();
  GtkColumnViewColumn *column = gtk_column_view_column_new ("A title of some length", NULL);
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *table = gtk_column_view_new (NULL);
  g_autofree char *font = NULL;

  g_object_get (gtk_widget_get_settings (window), "gtk-font-name", &font, NULL);
  gtk_css_provider_load_from_resource (provider, "/org/fulgens/Fulgens/style.css");
  gtk_style_context_add_provider_for_display (gtk_widget_get_display (window), GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      GtkWidget *label = gtk_label_new ("Some words to be measured");

      gtk_widget_add_css_class (label, classes[i]);
      gtk_box_append (GTK_BOX (box), label);
      assert_grows (label, classes[i]);
    }
  gtk_column_view_append_column (GTK_COLUMN_VIEW (table), column);
  gtk_box_append (GTK_BOX (box), table);
  assert_grows (table, "title of a column");

  measure_text (window, font);
  gtk_style_context_remove_provider_for_display (gtk_widget_get_display (window), GTK_STYLE_PROVIDER (provider));
  g_object_unref (column);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_resources_register (ful_ui_get_resource ());

  g_test_add_func ("/style/colors-are-known", test_colors_are_known);
  g_test_add_func ("/style/styles-can-be-shared", test_styles_can_be_shared);
  g_test_add_func ("/style/text-grows", test_text_grows);

  return g_test_run ();
}
