/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files into which runtimes write what code they generate (formats.md 12). They lie in folders into which anyone may
 * write: as in perf, files of others do not count, and links are not followed. Some runtimes replace them. */

#include "config.h"

#include "ful-perf-growing-file.h"

#include "base/ful-plain-file.h"

#include <unistd.h>

void
ful_perf_growing_file_init (FulPerfGrowingFile *self,
                            const char         *path)
{
  *self = (FulPerfGrowingFile) { .path = g_strdup (path) };
}

void
ful_perf_growing_file_clear (FulPerfGrowingFile *self)
{
  g_clear_pointer (&self->path, g_free);
}

/**
 * ful_perf_growing_file_open:
 * @out_size: (out): its bytes
 * @out_is_other: (out): whether another file has the path since the last time, or the file was emptied; then @offset is 0
 *
 * Returns: a descriptor; -1 if there is no plain file, it is not of this user or root, or nothing was appended
 */
int
ful_perf_growing_file_open (FulPerfGrowingFile *self,
                            guint64            *out_size,
                            gboolean           *out_is_other)
{
  FulPlainFileStatus status;
  int file = ful_plain_file_open (self->path, FALSE, &status);

  if (file < 0)
    return -1;

  *out_size = status.size_bytes;
  *out_is_other = self->inode != 0 && (self->inode != status.inode || self->device != status.device || *out_size < self->offset);
  if (status.is_trusted)
    {
      self->inode = status.inode;
      self->device = status.device;
      if (*out_is_other)
        self->offset = 0;
      if (*out_size > self->offset)
        return file;
    }
  close (file);

  return -1;
}
