/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "symbols/sources/ful-symbol-place.h"

#include <glib.h>

static void
test_places (void)
{
  static const struct { const char *place; FulSymbolPlace kind; const char *url; gboolean is_local, is_allowed; } rows[] = {
    { "/usr/lib", FUL_SYMBOL_PLACE_FOLDER, NULL, FALSE, FALSE },
    { "debuginfod+x", FUL_SYMBOL_PLACE_FOLDER, NULL, FALSE, FALSE },
    { "https://example.org/a//", FUL_SYMBOL_PLACE_SERVER, "https://example.org/a", FALSE, TRUE },
    { "HTTPS://127.0.0.1", FUL_SYMBOL_PLACE_SERVER, "HTTPS://127.0.0.1", TRUE, TRUE },
    { "http://127.1.2.3:8000/t0k3n", FUL_SYMBOL_PLACE_SERVER, "http://127.1.2.3:8000/t0k3n", TRUE, TRUE },
    { "http://[::1]:80", FUL_SYMBOL_PLACE_SERVER, "http://[::1]:80", TRUE, TRUE },
    { "http://LocalHost", FUL_SYMBOL_PLACE_SERVER, "http://LocalHost", TRUE, TRUE },
    { "http://localhost.example.org", FUL_SYMBOL_PLACE_SERVER, "http://localhost.example.org", FALSE, FALSE },
    { "http://127.0.0.1@example.org", FUL_SYMBOL_PLACE_SERVER, "http://127.0.0.1@example.org", FALSE, FALSE },
    { "http://192.168.1.1", FUL_SYMBOL_PLACE_SERVER, "http://192.168.1.1", FALSE, FALSE },
    { "https://example.org/?q", FUL_SYMBOL_PLACE_SERVER, "https://example.org/?q", FALSE, FALSE },
    { "https://example.org/#f", FUL_SYMBOL_PLACE_SERVER, "https://example.org/#f", FALSE, FALSE },
    { "https:///path", FUL_SYMBOL_PLACE_SERVER, "https:///path", FALSE, FALSE },
    { "file:///usr/lib", FUL_SYMBOL_PLACE_SERVER, "file:///usr/lib", FALSE, FALSE },
    { "debuginfod+https://example.org/", FUL_SYMBOL_PLACE_DEBUGINFOD, "https://example.org", FALSE, TRUE },
    { "debuginfod+http://example.org/", FUL_SYMBOL_PLACE_DEBUGINFOD, "http://example.org", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autofree char *url = ful_symbol_place_dup_url (rows[i].place);

      g_test_message ("%s", rows[i].place);
      g_assert_cmpint (ful_symbol_place_get_kind (rows[i].place), ==, rows[i].kind);
      if (rows[i].url == NULL)
        continue;
      g_assert_cmpstr (url, ==, rows[i].url);
      g_assert_cmpint (ful_symbol_place_is_local (rows[i].place), ==, rows[i].is_local);
#ifdef HAVE_SOUP
      g_assert_cmpint (ful_symbol_place_check_server (rows[i].place, &error), ==, rows[i].is_allowed);
      g_assert_cmpint (error == NULL, ==, rows[i].is_allowed);
#else
      g_assert_false (ful_symbol_place_check_server (rows[i].place, &error));
      g_assert_nonnull (strstr (error->message, "libsoup"));
#endif
    }
}

static void
test_select (void)
{
  const char *const places[] = { "/a", "https://b", "/c", "debuginfod+https://d", NULL };
  g_autofree const char **folders = ful_symbol_places_select (places, FALSE);
  g_autofree const char **servers = ful_symbol_places_select (places, TRUE);
  g_autofree const char **none = ful_symbol_places_select (NULL, TRUE);

  g_assert_cmpstrv (folders, ((const char *const[]) { "/a", "/c", NULL }));
  g_assert_cmpstrv (servers, ((const char *const[]) { "https://b", "debuginfod+https://d", NULL }));
  g_assert_null (none[0]);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/symbol-place/places", test_places);
  g_test_add_func ("/symbol-place/select", test_select);

  return g_test_run ();
}
