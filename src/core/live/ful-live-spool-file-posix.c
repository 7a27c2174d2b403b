/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of spools, of POSIX systems: flock() says which are in use. */

#include "config.h"

#include "ful-live-spool-file.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

/**
 * ful_live_spool_file_create:
 * @can_exist: whether a file that has the path already is emptied
 *
 * Creates a file for this user only, which is in use until it is closed.
 *
 * Returns: a descriptor for writing; -1 with `errno`
 */
int
ful_live_spool_file_create (const char *path,
                            gboolean    can_exist)
{
  int file = g_open (path, O_WRONLY | O_CREAT | O_CLOEXEC | (can_exist ? O_TRUNC : O_EXCL), 0600);

  if (file < 0 || flock (file, LOCK_EX) == 0)
    return file;
  close (file);

  return -1;
}

/**
 * ful_live_spool_file_replace:
 * @file: (inout): a descriptor of the file at @path
 * @next: (inout): of the one at @next_path, which gets @path
 *
 * Swaps both descriptors. There is a file at @path at any time, and it is in use.
 *
 * Returns: whether it was done; else `errno`
 */
gboolean
ful_live_spool_file_replace (int        *file,
                             const char *path,
                             int        *next,
                             const char *next_path)
{
  int old = *file;

  if (g_rename (next_path, path) != 0)
    return FALSE;
  *file = *next;
  *next = old;

  return TRUE;
}

/* Returns: a descriptor for reading; -1 if a program uses the file, or it is a link */
int
ful_live_spool_file_open_unused (const char *path)
{
  int file = g_open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0);

  if (file < 0 || flock (file, LOCK_SH | LOCK_NB) == 0)
    return file;
  close (file);

  return -1;
}
