/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "model/ful-func-origin.h"

static void
test_paths (void)
{
  static const struct { const char *path, *expected; } paths[] = {
    { "a.c", "a.c" },
    { "", "" },
    { "hg:hg.mozilla.org/mozilla-central:widget/a.mm:997f", "widget/a.mm" },
    { "git:github.com/rust-lang/rust:library/std/src/rt.rs:5bc6", "library/std/src/rt.rs" },
    { "s3:gecko-generated-sources:a5d3/ipc/P.cpp:", "ipc/P.cpp" },
    { "cargo:github.com-1ecc:addr2line-0.16.0:src/function.rs", "addr2line-0.16.0/src/function.rs" },
    { "hg:a:b", "hg:a:b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *cleaned = ful_func_origin_clean_path (paths[i].path);

      g_assert_cmpstr (cleaned, ==, paths[i].expected);
    }
}

static void
test_file_and_resource (void)
{
  static const struct { FulResourceType type; const char *resource; gint32 line, column; const char *expected; } cases[] = {
    { FUL_RESOURCE_TYPE_LIBRARY, "libxul.so", 3, 4, "https://x.org/a.js:3:4" },
    { FUL_RESOURCE_TYPE_WEBHOST, "https://x.org", 3, FUL_NONE, "https://x.org/a.js:3" },
    { FUL_RESOURCE_TYPE_WEBHOST, "https://y.org", FUL_NONE, 9, "https://y.org: https://x.org/a.js" },
    { FUL_RESOURCE_TYPE_ADDON, "", 1, 1, "https://x.org/a.js:1:1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      g_autoptr(FulProfile) profile = NULL;
      g_autofree char *origin = NULL;
      guint source = ful_table_builder_append (&test->builder->sources, 1);

      ful_test_profile_add (test, "A\n");
      FUL_CELLS (&test->builder->sources, FUL_SOURCE_FILENAME, gint32)[source] =
        ful_string_table_intern (test->builder->strings, "https://x.org/a.js", -1);
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_SOURCE, gint32)[0] = (gint32) source;
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_LINE, gint32)[0] = cases[i].line;
      FUL_CELLS (&test->builder->funcs, FUL_FUNC_COLUMN, gint32)[0] = cases[i].column;
      FUL_CELLS (&test->builder->resources, FUL_RESOURCE_NAME, gint32)[0] =
        ful_string_table_intern (test->builder->strings, cases[i].resource, -1);
      FUL_CELLS (&test->builder->resources, FUL_RESOURCE_TYPE, gint32)[0] = cases[i].type;
      profile = ful_test_profile_seal (test);

      origin = ful_func_get_origin (profile, 0);
      g_assert_cmpstr (origin, ==, cases[i].expected);
    }
}

static void
test_resource_or_nothing (void)
{
  g_autoptr(FulProfile) profile = ful_test_profile_from_text ("A  b.js\n");
  g_autofree char *library = ful_func_get_origin (profile, 0);
  g_autofree char *nothing = ful_func_get_origin (profile, 1);

  g_assert_cmpstr (library, ==, "libtest.so");
  g_assert_cmpstr (nothing, ==, "");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/func-origin/paths", test_paths);
  g_test_add_func ("/func-origin/file-and-resource", test_file_and_resource);
  g_test_add_func ("/func-origin/resource-or-nothing", test_resource_or_nothing);

  return g_test_run ();
}
