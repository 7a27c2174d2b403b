/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "export/sanitize/ful-text-removal.h"

static void
check_text (FulTextFunc  func,
            const char  *text,
            const char  *expected)
{
  g_autofree char *changed = func (text);

  g_assert_cmpstr (changed, ==, expected);
}

static void
test_urls (void)
{
  g_autoptr(GString) many = g_string_new (NULL);

  for (guint i = 0; i < 300000; i++)
    g_string_append (many, "about:");   /* of which none has a query */

  check_text (ful_text_remove_urls, "plain: text / about", NULL);
  check_text (ful_text_remove_urls, "a http://x/y (https://z) b", "a http://<URL> (https://<URL>) b");
  check_text (ful_text_remove_urls, "xhttp://a _http://b", NULL);
  check_text (ful_text_remove_urls, "http://", NULL);
  check_text (ful_text_remove_urls, "file:////a", NULL);
  check_text (ful_text_remove_urls, "about:a#b", "about:a#<sanitized>");
  check_text (ful_text_remove_urls, many->str, NULL);
  check_text (ful_text_remove_urls, "a=%22moz-extension://b/c%22", "a=%22moz-extension://<URL>");
  check_text (ful_text_remove_urls, "to=https%3A%2F%2Fa.b wss://c", "to=https%3A%2F%2F<URL> wss://<URL>");
}

/* Whatever `://` is written as. */
static void
test_escaped_urls (void)
{
  static const char *const separators[] = {
    "://", "%3A%2F%2F", "%3a//", "%253A%252F%252F", ":\\/\\/", "\\u003a\\u002F\\u002F", ":\\u002f\\u002f", "\\x3A\\x2F\\x2F",
    "&#58;//", "&#x3A;&#x2F;&#x2F;", "&#58;&#47;&#47;", ":&sol;&sol;", "&colon;&sol;&sol;",
  };

  for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
    {
      g_autofree char *text = g_strdup_printf ("to HTTPS%sa.example b", separators[i]);
      g_autofree char *expected = g_strdup_printf ("to HTTPS%s<URL> b", separators[i]);

      check_text (ful_text_remove_urls, text, expected);
    }
}

static void
test_paths (void)
{
  check_text (ful_text_remove_homes, "/home/me/x C:\\Users\\me\\y /home/ /Users/me", "~/x ~\\y /home/ ~");
  check_text (ful_text_remove_homes, "/homes/me", NULL);
  check_text (ful_text_remove_homes, "C:\\Users\\John Smithson\\x /Users/Mary Ann Poppins/y /home/me and /tmp", "~\\x ~/y ~ and /tmp");
  check_text (ful_text_remove_homes, "c:\\users\\me\\y", "~\\y");
  check_text (ful_text_remove_folders, "/a/b", "<PATH>/b");
  check_text (ful_text_remove_folders, "C:\\a\\b", "<PATH>\\b");
  check_text (ful_text_remove_folders, "b", NULL);
}

static char *
remove_urls (const char *text,
             gpointer    data)
{
  g_assert_cmpstr (data, ==, "data");

  return ful_text_remove_urls (text);
}

/* Strings of JSON, escaped or not; only those with a mark are asked for. */
static void
test_json (void)
{
  const char *json = "{\"a\":\"http:\\/\\/x\",\"b\":[\"\\\"\",\"about:y?z\"]}" "                                                                ";
  FulBytes to = { NULL };

  g_assert_true (ful_text_map_json (json, strlen (json) - FUL_BYTES_PADDING, ":/", remove_urls, "data", &to));
  ful_bytes_append_c (&to, '\0');
  g_assert_cmpstr (to.data, ==, "{\"a\":\"http://<URL>\",\"b\":[\"\\\"\",\"about:y?<sanitized>\"]}");
  ful_bytes_clear (&to);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/text-removal/urls", test_urls);
  g_test_add_func ("/text-removal/escaped-urls", test_escaped_urls);
  g_test_add_func ("/text-removal/paths", test_paths);
  g_test_add_func ("/text-removal/json", test_json);

  return g_test_run ();
}
