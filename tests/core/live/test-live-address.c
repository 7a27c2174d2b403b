/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-error.h"
#include "live/ful-live-address.h"

static void
test_good (void)
{
  static const struct { const char *text, *scheme, *path, *host; guint port; } good[] = {
    { "/run/a.sock", "", "/run/a.sock", NULL, 0 },
    { "./a:1", "", "./a:1", NULL, 0 },
    { "127.0.0.1:6000", "", NULL, "127.0.0.1", 6000 },
    { "127.9.9.9:1", "", NULL, "127.9.9.9", 1 },
    { "localhost:65535", "", NULL, "localhost", 65535 },
    { "[::1]:80", "", NULL, "::1", 80 },
    { "firefox:/run/f", "firefox", "/run/f", NULL, 0 },
    { "firefox:127.0.0.1:6000", "firefox", NULL, "127.0.0.1", 6000 },
    { "firefox:[::1]:6000", "firefox", NULL, "::1", 6000 },
    { "firefox:new", "firefox", NULL, NULL, 0 },
    { "record:new", "record", NULL, NULL, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulLiveAddress) address = ful_live_address_new (good[i].text, &error);
      g_autofree char *text = NULL;

      g_assert_no_error (error);
      g_assert_cmpstr (address->kind->scheme, ==, good[i].scheme);
      g_assert_cmpstr (address->path, ==, good[i].path);
      g_assert_cmpstr (address->host, ==, good[i].host);
      g_assert_cmpuint (address->port, ==, good[i].port);
      text = ful_live_address_to_text (address);
      g_assert_cmpstr (text, ==, good[i].text);
    }
}

static void
test_bad (void)
{
  g_autofree char *xs = g_strnfill (200, 'x');
  g_autofree char *long_path = g_strconcat ("/", xs, NULL);
  const char *bad[] = {
    "", "a", ":80", "localhost", "localhost:", "localhost:0", "localhost:65536", "localhost:-1", "localhost:80x", "::1:80",
    "[127.0.0.1]:80", "[]:80", "192.0.2.1:80", "0.0.0.0:80", "[::]:80", "[2001:db8::1]:80", "example.org:80",
    "firefox:", "firefox:80", "new", "chrome:127.0.0.1:80", long_path,
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_live_address_new (bad[i], &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-address/good", test_good);
  g_test_add_func ("/live-address/bad", test_bad);

  return g_test_run ();
}
