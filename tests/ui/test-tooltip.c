/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "widgets/ful-tooltip.h"

static gboolean
has_tooltip (GtkWidget *widget)
{
  g_autoptr(GObject) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 1, 1, FALSE, tooltip, &is_shown);

  return is_shown;
}

/* A text that changes, goes and comes back; the last one counts. */
static void
test_text (void)
{
  GtkWidget *button = g_object_ref_sink (gtk_button_new ());

  ful_tooltip_set_text (button, "one");
  ful_tooltip_set_text (button, "two");
  g_assert_true (gtk_widget_get_has_tooltip (button));
  g_assert_true (has_tooltip (button));
  ful_tooltip_set_text (button, NULL);
  g_assert_false (has_tooltip (button));
  ful_tooltip_set_text (button, "three");
  g_assert_true (has_tooltip (button));
  g_object_unref (button);
}

static void
test_description (void)
{
  GtkWidget *button = g_object_ref_sink (gtk_button_new ());

  ful_tooltip_set_text (button, "seen only");
  g_assert_false (gtk_test_accessible_has_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION));
  ful_tooltip_describe (button, "said too");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "said too");
  g_assert_true (has_tooltip (button));
  ful_tooltip_describe (button, NULL);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
  g_assert_false (has_tooltip (button));
  g_object_unref (button);
}

int
main (int    argc,
      char **argv)
{
  /* What widgets say can be asked only then. */
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/tooltip/text", test_text);
  g_test_add_func ("/tooltip/description", test_description);

  return g_test_run ();
}
