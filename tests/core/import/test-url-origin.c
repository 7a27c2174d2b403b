/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/common/ful-url-origin.h"

static void
test_origins (void)
{
  static const struct { const char *url, *origin, *host; } rows[] = {
    { "HTTP://Example.ORG/x", "http://example.org", "example.org" },
    { "http://a:80/", "http://a", "a" },
    { "https://a:443", "https://a", "a" },
    { "https://a:80/", "https://a:80", "a:80" },
    { "http://user:pw@a:8080/x?y#z", "http://a:8080", "a:8080" },
    { "http://[::1]:9/x", "http://[::1]:9", "[::1]:9" },
    { "moz-extension://1-2/x.js", "moz-extension://1-2", "1-2" },
    { "https://a:0443/", "https://a", "a" },
    { "http://a:1x/", NULL, NULL },
    { "http://a:65536/", NULL, NULL },
    { "http:///x", NULL, NULL },
    { "http://a b/", NULL, NULL },
    { "http://a:99999/", NULL, NULL },
    { "blob:http://a/", NULL, NULL },
    { "file:///x", NULL, NULL },
    { "chrome://x/y", NULL, NULL },
    { "x", NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *origin = NULL;
      g_autofree char *host = NULL;

      g_test_message ("%s", rows[i].url);
      g_assert_true (ful_url_get_origin (rows[i].url, &origin, &host) == (rows[i].origin != NULL));
      g_assert_cmpstr (origin, ==, rows[i].origin);
      g_assert_cmpstr (host, ==, rows[i].host);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/url-origin/origins", test_origins);

  return g_test_run ();
}
