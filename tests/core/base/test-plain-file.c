/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a profile names, and where perf keeps its copies. */

#include "base/ful-perf-cache.h"
#include "base/ful-plain-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* A plain file opens; a pipe that nobody writes to, a folder and a device do not, and nothing waits. */
static void
test_regular (void)
{
  g_autofree char *folder = g_dir_make_tmp ("fulgens-plain-file.XXXXXX", NULL);
  g_autofree char *plain = g_build_filename (folder, "plain", NULL);
  g_autofree char *pipe = g_build_filename (folder, "pipe", NULL);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  const char *others[] = { pipe, folder, "/dev/null" };
  FulPlainFileStatus status;
  int file;

  g_assert_true (g_file_set_contents (plain, "abc", 3, NULL));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_cmpint (symlink (plain, link), ==, 0);

  file = ful_plain_file_open (plain, TRUE, &status);
  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (status.size_bytes, ==, 3);
  close (file);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_assert_cmpint (ful_plain_file_open (others[i], TRUE, &status), ==, -1);
      g_assert_cmpint (errno, ==, EINVAL);
    }
  g_assert_cmpint (ful_plain_file_open (link, FALSE, &status), ==, -1);
  file = ful_plain_file_open (link, TRUE, &status);
  g_assert_cmpint (file, >=, 0);
  close (file);
  g_remove (plain);
  g_assert_cmpint (ful_plain_file_open (plain, TRUE, &status), ==, -1);
  g_assert_cmpint (errno, ==, ENOENT);
  g_remove (pipe);
  g_remove (link);
  g_rmdir (folder);
}

/* Whole, up to a limit; of files that say no size too. */
static void
test_read (void)
{
  g_autofree char *path = NULL;
  int file = g_file_open_tmp ("fulgens-plain-file.XXXXXX", &path, NULL);
  static char block[150000];
  g_autofree char *text = NULL, *limit = NULL, *status = NULL;
  gsize n;

  memset (block, 'x', sizeof block);
  g_assert_cmpint (write (file, block, sizeof block), ==, sizeof block);
  g_assert_cmpint (lseek (file, 0, SEEK_SET), ==, 0);
  text = ful_plain_file_read (file, sizeof block, &n);
  g_assert_cmpmem (text, n, block, sizeof block);
  g_assert_cmpint (text[n], ==, '\0');
  g_assert_cmpint (lseek (file, 0, SEEK_SET), ==, 0);
  g_assert_null (ful_plain_file_read (file, sizeof block - 1, &n));
  close (file);
  g_remove (path);

  file = open ("/proc/self/status", O_RDONLY | O_CLOEXEC);
  status = ful_plain_file_read (file, 1 << 20, &n);
  g_assert_nonnull (strstr (status, "Pid:"));
  close (file);
}

static void
test_perf_cache (void)
{
  g_autofree char *path = ful_perf_cache_dup_path ("48dc540c8b76", "elf");

  g_assert_true (g_str_has_suffix (path, "/.debug/.build-id/48/dc540c8b76/elf"));
  g_assert_null (ful_perf_cache_dup_path ("48", "elf"));
  g_assert_null (ful_perf_cache_dup_path ("", "elf"));
  g_assert_null (ful_perf_cache_dup_path ("../../etc", "elf"));
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plain-file/regular", test_regular);
  g_test_add_func ("/plain-file/read", test_read);
  g_test_add_func ("/plain-file/perf-cache", test_perf_cache);

  return g_test_run ();
}
