/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ful-test-files.h"
#include "ful-test-profile.h"

#include "base/ful-error.h"
#include "source/ful-source-text.h"

#include <unistd.h>

static FulProfile *
profile_with_source (const char *filename)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulProfileBuilder *builder = test->builder;
  guint source;

  ful_test_profile_add (test, "A");
  source = ful_table_builder_append (&builder->sources, 1);

  FUL_CELLS (&builder->sources, FUL_SOURCE_FILENAME, gint32)[source] = ful_string_table_intern (builder->strings, filename, -1);

  return ful_test_profile_seal (test);
}

/* A temporary folder with files, each with its name as text. */
static char *
folder_with (const char *const *names)
{
  g_autoptr(GError) error = NULL;
  char *folder = g_dir_make_tmp ("fulgens-source-XXXXXX", &error);

  g_assert_no_error (error);
  for (guint i = 0; names[i]; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *parent = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
      g_file_set_contents (path, names[i], -1, &error);
      g_assert_no_error (error);
    }

  return folder;
}

/* @expected: the text of the file, or "refused" or "missing" */
static void
assert_text (const char *filename,
             const char *map,
             const char *folder,
             const char *expected)
{
  g_autoptr(FulProfile) profile = profile_with_source (filename);
  const char *maps[] = { map, NULL }, *folders[] = { folder, NULL };
  g_autoptr(GError) error = NULL;
  g_autofree char *path = NULL;
  g_autoptr(GPtrArray) lines = ful_source_text_load (profile, 0, maps, folders, &path, &error);

  if (lines)
    g_assert_cmpstr (g_ptr_array_index (lines, 0), ==, expected);
  else if (g_error_matches (error, FUL_ERROR, FUL_ERROR_NOT_ALLOWED))
    g_assert_cmpstr (expected, ==, "refused");
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_assert_cmpstr (expected, ==, "missing");
  else
    g_assert_no_error (error);
}

/* Only files below the folders are read, whatever their path says. */
static void
test_folders (void)
{
  static const char *const names[] = { "src/a.c", "src-other/b.c", NULL };
  g_autofree char *folder = folder_with (names);
  g_autofree char *src = g_build_filename (folder, "src", NULL);
  g_autofree char *a = g_build_filename (src, "a.c", NULL);
  g_autofree char *b = g_build_filename (folder, "src-other", "b.c", NULL);
  g_autofree char *up = g_build_filename (src, "..", "src-other", "b.c", NULL);
  g_autofree char *link = g_build_filename (src, "link.c", NULL);
  g_autofree char *missing = g_build_filename (folder, "c.c", NULL);
  g_autofree char *map = g_strdup_printf ("/build=%s", folder);

  g_assert_cmpint (symlink (b, link), ==, 0);
  assert_text (a, NULL, src, "src/a.c");
  assert_text (a, NULL, NULL, "refused");
  assert_text (b, NULL, src, "refused");
  assert_text (up, NULL, src, "refused");
  assert_text (link, NULL, src, "refused");
  assert_text (link, NULL, folder, "src-other/b.c");
  assert_text (missing, NULL, src, "missing");
  assert_text ("/build/src/a.c", map, src, "src/a.c");
  assert_text ("/build/src-other/b.c", map, src, "refused");
  ful_test_remove_folder (folder);
}

static void
assert_map (const char *path,
            const char *found,
            const char *map,
            const char *folder)
{
  g_autofree char *made_folder = NULL;
  g_autofree char *made = ful_source_map_new (path, found, &made_folder);

  g_assert_cmpstr (made, ==, map);
  g_assert_cmpstr (made_folder, ==, folder);
}

static void
test_maps (void)
{
  assert_map ("/build/x/src/a.c", "/home/me/x/src/a.c", "/build/x=/home/me/x", "/home/me/x");
  assert_map ("/build/src/a.c", "/home/me/code/a.c", "/build/src=/home/me/code", "/home/me/code");
  assert_map ("/build/src/a.c", "/home/me/code/a.cpp", "/build/src/a.c=/home/me/code/a.cpp", "/home/me/code");
  assert_map ("/build/src/ba.c", "/home/me/src/a.c", "/build/src/ba.c=/home/me/src/a.c", "/home/me/src");
  assert_map ("src/a.c", "/home/me/src/a.c", "src=/home/me/src", "/home/me/src");
}

/* Of the maps whose prefix a path has, the longest counts, whatever their order. */
static void
test_longest_map (void)
{
  static const char *const names[] = { "short/src/a.c", "long/a.c", NULL };
  g_autofree char *folder = folder_with (names);
  g_autofree char *short_map = g_strdup_printf ("/build=%s/short", folder);
  g_autofree char *long_map = g_strdup_printf ("/build/src=%s/long", folder);
  const char *maps[][4] = { { short_map, long_map, "/other=/", NULL }, { "/build/sr/=/", long_map, short_map, NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (maps); i++)
    {
      g_autoptr(FulProfile) profile = profile_with_source ("/build/src/a.c");
      g_autoptr(GError) error = NULL;
      g_autofree char *path = NULL;
      g_autoptr(GPtrArray) lines = ful_source_text_load (profile, 0, maps[i], NULL, &path, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (g_ptr_array_index (lines, 0), ==, "long/a.c");
    }
  ful_test_remove_folder (folder);
}

static void
test_root (void)
{
  static const char *const names[] = { "project/.git/HEAD", "project/src/deep/a.c", NULL };
  g_autofree char *folder = folder_with (names);
  g_autofree char *project = g_build_filename (folder, "project", NULL);
  g_autofree char *inside = g_build_filename (project, "src", "deep", "a.c", NULL);
  g_autofree char *outside = g_build_filename (folder, "b.c", NULL);
  g_autofree char *root = ful_source_find_root (inside);
  g_autofree char *parent = ful_source_find_root (outside);

  g_assert_cmpstr (root, ==, project);
  g_assert_cmpstr (parent, ==, folder);
  ful_test_remove_folder (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/source-text/folders", test_folders);
  g_test_add_func ("/source-text/maps", test_maps);
  g_test_add_func ("/source-text/longest-map", test_longest_map);
  g_test_add_func ("/source-text/root", test_root);

  return g_test_run ();
}
