/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Locks of folders, of POSIX systems: nothing is written. */

#include "config.h"

#include "ful-folder-lock.h"

#include <fcntl.h>
#include <sys/file.h>

/**
 * ful_folder_lock:
 * @folder: path of a folder
 *
 * Locks the folder against others who call this, until the descriptor is closed. Waits for a second at most, as the holder
 * writes a small file, and goes on without after that.
 *
 * Returns: a descriptor; -1 if it cannot be locked
 */
int
ful_folder_lock (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  for (guint i = 0; fd >= 0 && i < 50 && flock (fd, LOCK_EX | LOCK_NB) != 0; i++)
    g_usleep (G_USEC_PER_SEC / 50);

  return fd;
}
