/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a profile names: anything may stand at the path. */

#include "config.h"

#include "ful-plain-file.h"

#include "ful-bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define BLOCK_BYTES (64 << 10)

/**
 * ful_plain_file_open:
 * @path: a path
 * @flags: more flags of open()
 * @out_status: (out): what the file is
 *
 * Opens a plain file for reading, and nothing that waits, or does something when it is opened.
 *
 * Returns: a descriptor; -1 with `errno`: %EINVAL if it is no plain file
 */
int
ful_plain_file_open (const char  *path,
                     int          flags,
                     struct stat *out_status)
{
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags);

  if (file < 0)
    return -1;
  if (fstat (file, out_status) == 0 && S_ISREG (out_status->st_mode))
    return file;

  close (file);
  errno = EINVAL;

  return -1;
}

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

/**
 * ful_plain_file_read_at:
 * @file: a descriptor
 * @to: (out caller-allocates): gets the bytes
 * @n: their number
 * @offset: where they begin
 *
 * Returns: whether all of them are there
 */
gboolean
ful_plain_file_read_at (int      file,
                        gpointer to,
                        gsize    n,
                        guint64  offset)
{
  ssize_t n_read;

  if (offset > G_MAXINT64 / 2)
    return FALSE;
  do
    n_read = pread (file, to, n, (off_t) offset);
  while (n_read < 0 && errno == EINTR);

  return n_read == (ssize_t) n;
}
