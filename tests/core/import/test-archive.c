/* SPDX-License-Identifier: GPL-3.0-or-later */

#define _GNU_SOURCE

#include "config.h"

#include "base/ful-error.h"
#include "import/ful-archive.h"

#include <string.h>
#include <sys/vfs.h>

#define FREE_BYTES (1 << 20)

/* Takes the place of the C library's, which GIO calls for the free space. */
int
statfs64 (const char      *path,
          struct statfs64 *found)
{
  memset (found, 0, sizeof *found);
  found->f_bsize = 4096;
  found->f_bfree = found->f_bavail = FREE_BYTES / 4096;

  return 0;
}

/* Returns: (transfer full): why an archive of @n bytes that cannot be sought is not read */
static GError *
open_stream (gsize n)
{
  g_autofree char *bytes = g_malloc0 (n);
  g_autoptr(GInputStream) memory = NULL;
  g_autoptr(GInputStream) stream = NULL;
  FulArchiveInput input = { NULL };
  GError *error = NULL;

  memcpy (bytes, "PK\003\004", 4);
  memory = g_memory_input_stream_new_from_data (bytes, (gssize) n, NULL);
  stream = g_buffered_input_stream_new (memory);
  g_assert_false (ful_archive_open (stream, NULL, &input, NULL, &error));
  ful_archive_input_clear (&input);

  return error;
}

/* What cannot be sought is copied as far as half of the space for temporary files. */
static void
test_free_space (void)
{
  g_autoptr(GError) fits = open_stream (FREE_BYTES / 2);
  g_autoptr(GError) too_large = open_stream (FREE_BYTES / 2 + 1);

  g_assert_error (fits, FUL_ERROR, FUL_ERROR_FORMAT);
  g_assert_error (too_large, FUL_ERROR, FUL_ERROR_TOO_LARGE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/free-space", test_free_space);

  return g_test_run ();
}
