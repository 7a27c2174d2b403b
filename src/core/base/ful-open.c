/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a profile names: anything may stand at the path. */

#include "config.h"

#include "ful-open.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/**
 * ful_open_regular:
 * @path: a path
 * @flags: more flags of open()
 * @out_status: (out): what the file is
 *
 * Opens a plain file for reading, and nothing that waits, or does something when it is opened.
 *
 * Returns: a descriptor; -1 with `errno`: %EINVAL if it is no plain file
 */
int
ful_open_regular (const char  *path,
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
