/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "details/ful-details-rows.h"

#include <adwaita.h>

/* Some groups, rows and rebuilt children, different for each @seed. */
static void
fill (GtkWidget *box,
      guint32    seed)
{
  static const char *const titles[] = { "First", "Second", "Third" };
  g_autoptr(GRand) rand = g_rand_new_with_seed (seed);

  ful_details_begin (box);
  ful_details_add_label (box, seed % 2 ? "odd" : "even", "title-4");
  if (g_rand_boolean (rand))
    ful_details_add_label (box, "plain", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      GtkWidget *list;

      if (g_rand_boolean (rand))
        continue;
      if (g_rand_int_range (rand, 0, 4) == 0)
        ful_details_add (box, gtk_label_new (titles[i]), NULL);

      list = ful_details_add_group (box, titles[i]);
      for (guint n = g_rand_int_range (rand, 0, 6); n > 0; n--)
        {
          g_autofree char *name = g_strdup_printf ("name %u", g_rand_int_range (rand, 0, 100));

          if (g_rand_int_range (rand, 0, 5) == 0)
            ful_details_add (list, gtk_label_new (name), NULL);
          else
            ful_details_add_row (list, g_rand_boolean (rand) ? "red" : NULL, name, g_rand_boolean (rand) ? "12 %" : NULL,
                                 name + 4, g_rand_boolean (rand), g_rand_boolean (rand) ? 0.5 : -1);
        }
    }
  ful_details_end (box);
}

/* All that is in @widget, a line each. */
static void
describe (GtkWidget *widget,
          guint      depth,
          GString   *text)
{
  g_auto(GStrv) classes = gtk_widget_get_css_classes (widget);
  g_autofree char *words = g_strjoinv (".", classes);

  g_string_append_printf (text, "%*s%s %s %s\n", (int) depth, "", G_OBJECT_TYPE_NAME (widget), words,
                          GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "");
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    describe (child, depth + 1, text);
}

static GtkWidget *
create (void)
{
  return g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
}

/* What was filled before leaves no trace. */
static void
test_like_new (void)
{
  g_autoptr(GtkWidget) again = create ();

  for (guint32 seed = 0; seed < 400; seed++)
    {
      g_autoptr(GtkWidget) once = create ();
      g_autoptr(GString) expected = g_string_new (NULL);
      g_autoptr(GString) text = g_string_new (NULL);

      fill (once, seed);
      fill (again, seed);
      describe (once, 0, expected);
      describe (again, 0, text);
      g_assert_cmpstr (text->str, ==, expected->str);
    }
}

/* Rows of the same kinds stay, with other texts; one that comes or goes among them makes no others. */
static void
test_stay (void)
{
  g_autoptr(GtkWidget) box = create ();
  GtkWidget *list, *first, *third;

  ful_details_begin (box);
  list = ful_details_add_group (box, "Group");
  ful_details_add_row (list, "red", "a", "1 %", "1", FALSE, 0.1);
  ful_details_add_row (list, NULL, "b", "1 %", "1", TRUE, -1);
  ful_details_add_row (list, "red", "c", "1 %", "1", FALSE, 0.1);
  ful_details_end (box);
  first = gtk_widget_get_first_child (list);
  third = gtk_widget_get_last_child (list);

  ful_details_begin (box);
  g_assert_true (ful_details_add_group (box, "Group") == list);
  ful_details_add_row (list, "blue", "d", "2 %", "2", FALSE, 0.2);
  ful_details_add_row (list, "blue", "e", "2 %", "2", FALSE, 0.2);
  ful_details_end (box);
  g_assert_true (gtk_widget_get_first_child (list) == first);
  g_assert_true (gtk_widget_get_last_child (list) == third);
  g_assert_true (gtk_widget_get_next_sibling (first) == third);

  ful_details_begin (box);
  ful_details_add_group (box, "Before");
  g_assert_true (ful_details_add_group (box, "Group") == list);
  ful_details_add_row (list, "red", "f", "1 %", "1", FALSE, 0.1);
  ful_details_add_row (list, NULL, "g", "1 %", "1", TRUE, -1);
  ful_details_add_row (list, "red", "h", "1 %", "1", FALSE, 0.1);
  ful_details_end (box);
  g_assert_true (gtk_widget_get_first_child (list) == first);
  g_assert_true (gtk_widget_get_next_sibling (first) != third);
  g_assert_true (gtk_widget_get_last_child (box) == list);
}

/* Texts of a profile may have any number of lines, rows have one. */
static void
test_lines (void)
{
  g_autoptr(GtkWidget) box = create ();
  int heights[2];

  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    {
      ful_details_begin (box);
      ful_details_add_row (ful_details_add_group (box, "Group"), NULL, i ? "a\nb\nc" : "a", NULL, i ? "1\n\n\n2" : "1", FALSE, -1);
      ful_details_end (box);
      gtk_widget_measure (box, GTK_ORIENTATION_VERTICAL, 300, &heights[i], NULL, NULL, NULL);
    }
  g_assert_cmpint (heights[0], >, 0);
  g_assert_cmpint (heights[1], ==, heights[0]);
}

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/details-rows/like-new", test_like_new);
  g_test_add_func ("/details-rows/stay", test_stay);
  g_test_add_func ("/details-rows/lines", test_lines);

  return g_test_run ();
}
