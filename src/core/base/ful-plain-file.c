/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a profile names: anything may stand at the path. Opening them, and reading out of order, is in a file for each
 * system: ful-plain-file-posix.c, ful-plain-file-win32.c. */

#include "config.h"

#include "ful-plain-file.h"

#include "ful-bytes.h"

#include <errno.h>
#include <unistd.h>

#define BLOCK_BYTES (64 << 10)

/**
 * ful_plain_file_read:
 * @file: a descriptor, of a file that may say no size, as those of /proc
 * @max: bytes after which it is too large
 * @out_n: (out): bytes that were read
 *
 * Returns: (transfer full) (nullable): all that follows, with a zero after it; %NULL if it is too large, or cannot be read
 */
char *
ful_plain_file_read (int    file,
                     gsize  max,
                     gsize *out_n)
{
  FulBytes bytes = { NULL };
  gssize n_read;

  do
    {
      ful_bytes_reserve (&bytes, BLOCK_BYTES);
      n_read = read (file, bytes.data + bytes.n, BLOCK_BYTES);
      bytes.n += n_read > 0 ? (gsize) n_read : 0;
    }
  while ((n_read > 0 && bytes.n <= max) || (n_read < 0 && errno == EINTR));

  *out_n = bytes.n;
  if (n_read == 0)
    {
      ful_bytes_append_c (&bytes, '\0');
      return bytes.data;
    }
  ful_bytes_clear (&bytes);

  return NULL;
}
