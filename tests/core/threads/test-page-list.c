/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "threads/ful-page-list.h"

/* "window tab embedder url [private]\n" for each page */
static void
assert_pages (const char *rest_json,
              const char *expected)
{
  FulTestProfile *test = ful_test_profile_new ();
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GArray) pages = NULL;
  g_autoptr(GString) text = g_string_new (NULL);

  ful_test_profile_add (test, "A\n");
  test->builder->profile->rest_json = g_strdup (rest_json);
  profile = ful_test_profile_seal (test);
  pages = ful_pages_read (profile);
  for (guint i = 0; i < pages->len; i++)
    {
      const FulPage *page = &g_array_index (pages, FulPage, i);

      g_string_append_printf (text, "%g %g %g %s%s\n", page->window, page->tab, page->embedder, page->url ? page->url : "-",
                              page->is_private ? " private" : "");
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_pages (void)
{
  assert_pages ("\"other\":1,\"pages\":["
                "{\"tabID\":1,\"innerWindowID\":11,\"url\":\"https://a.example/\",\"embedderInnerWindowID\":0},"
                "{\"tabID\":1,\"innerWindowID\":4294967297,\"url\":\"b\",\"embedderInnerWindowID\":11,\"isPrivateBrowsing\":true},"
                "{\"tabID\":2,\"innerWindowID\":12,\"url\":\"c\",\"embedderInnerWindowID\":0,\"isPrivateBrowsing\":false}]",
                "11 1 0 https://a.example/\n"
                "4.29497e+09 1 11 b private\n"
                "12 2 0 c\n");
}

/* What a page does not say, or says otherwise, is not known; there is one for each element all the same. */
static void
test_strange (void)
{
  assert_pages (NULL, "");
  assert_pages ("\"pages\":{}", "");
  assert_pages ("\"pages\":[]", "");
  assert_pages ("\"pages\":[7,null,{},{\"innerWindowID\":\"1\",\"url\":2,\"isPrivateBrowsing\":null}]",
                "nan nan nan -\nnan nan nan -\nnan nan nan -\nnan nan nan -\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/page-list/pages", test_pages);
  g_test_add_func ("/page-list/strange", test_strange);

  return g_test_run ();
}
