/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a profile names, of POSIX systems. */

#include "config.h"

#include "ful-plain-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/**
 * ful_plain_file_open:
 * @path: a path
 * @follow_link: whether a link at the end of @path counts as what it leads to
 * @out_status: (out): what the file is
 *
 * Opens a plain file for reading, and nothing that waits, or does something when it is opened.
 *
 * Returns: a descriptor; -1 with `errno`: %EINVAL if it is no plain file
 */
int
ful_plain_file_open (const char         *path,
                     gboolean            follow_link,
                     FulPlainFileStatus *out_status)
{
  int file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow_link ? 0 : O_NOFOLLOW));
  struct stat status;

  if (file < 0)
    return -1;
  if (fstat (file, &status) == 0 && S_ISREG (status.st_mode))
    {
      *out_status = (FulPlainFileStatus) { (guint64) status.st_size, (guint64) status.st_dev, (guint64) status.st_ino,
                                           status.st_uid == 0 || status.st_uid == geteuid () };
      return file;
    }

  close (file);
  errno = EINVAL;

  return -1;
}

/**
 * ful_plain_file_read_at:
 * @file: a descriptor, whose position stays
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
