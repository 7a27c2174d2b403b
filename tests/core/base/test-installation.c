/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the program finds what is installed with it. */

#include "base/ful-installation.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <stdio.h>

#define BUILT "../../config.h"   /* of the folder of this program */

static char **arguments;

/* Returns: (transfer full): what a copy of this program finds. It is in bin, beside share, in a folder of any name. */
static char *
find_in_copy (const char *top)
{
  g_autofree char *bin = g_build_filename (top, "bin", NULL);
  g_autofree char *copy = g_build_filename (bin, "copy.exe", NULL);
  g_autofree char *share = g_build_filename (top, "share", NULL);
  g_autofree char *program = ful_installation_get_program ();
  g_autofree char *folder = g_path_get_dirname (program ? program : arguments[0]);
  g_autofree char *libraries = g_canonicalize_filename ("../support", folder);
  g_autoptr(GFile) from = g_file_new_for_path (program ? program : arguments[0]);
  g_autoptr(GFile) to = g_file_new_for_path (copy);
  g_autoptr(GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr(GSubprocess) process = NULL;
  g_autoptr(GError) error = NULL;
  char *output = NULL;

  g_assert_cmpint (g_mkdir (bin, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (share, 0700), ==, 0);
  g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_subprocess_launcher_setenv (launcher, "LD_LIBRARY_PATH", libraries, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, copy, "--find", "share", NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_remove (copy);
  g_rmdir (bin);
  g_rmdir (share);

  return output;
}

/* The folder of the program that was moved, on Windows; else that of the configuration, which no move changes. */
static void
test_moved (void)
{
  g_autofree char *top = g_dir_make_tmp ("fulgens-ä-XXXXXX", NULL);
  g_autofree char *output = find_in_copy (top);
  g_autofree char *prefix = ful_installation_get_prefix ();
  gboolean is_windows = G_DIR_SEPARATOR == '\\';
  g_autofree char *path = g_build_filename (is_windows ? top : prefix, "share", NULL);

  g_assert_cmpstr (output, ==, is_windows || g_file_test (path, G_FILE_TEST_EXISTS) ? path : "nothing");
  g_rmdir (top);
}

/* A path that is not in the prefix is configured as an absolute one. */
static void
test_absolute (void)
{
  g_autofree char *path = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_autofree char *found = ful_installation_find (path, "nothing");
  g_autofree char *missing = NULL;

  g_assert_cmpstr (found, ==, path);
  g_rmdir (path);
  missing = ful_installation_find (path, "nothing");
  g_assert_null (missing);
}

/* In the folder of a build that of the build comes first; what it lacks is the installed one. */
static void
test_built (void)
{
  g_autofree char *program = ful_installation_get_program ();
  g_autofree char *folder = program ? g_path_get_dirname (program) : NULL;
  g_autofree char *built = folder ? g_canonicalize_filename (BUILT, folder) : NULL;
  g_autofree char *found = ful_installation_find (g_get_tmp_dir (), BUILT);
  g_autofree char *other = ful_installation_find (g_get_tmp_dir (), "../../nothing");

  g_assert_cmpstr (found, ==, built ? built : g_get_tmp_dir ());
  g_assert_cmpstr (other, ==, g_get_tmp_dir ());
}

int
main (int    argc,
      char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--find"))
    {
      g_autofree char *found = ful_installation_find (argv[2], BUILT);

      fputs (found ? found : "nothing", stdout);   /* g_print() would convert to the code page */
      return 0;
    }
  arguments = argv;
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/installation/moved", test_moved);
  g_test_add_func ("/installation/absolute", test_absolute);
  g_test_add_func ("/installation/built", test_built);

  return g_test_run ();
}
