/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK draws nothing where a colour of the style sheet is unknown, and does not say so. */

#include "config.h"

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

int
main (int    argc,
      char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/style/colors-are-known", test_colors_are_known);

  return g_test_run ();
}
