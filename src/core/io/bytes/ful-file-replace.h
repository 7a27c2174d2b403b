/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/**
 * FulFileReplace:
 * @stream: gets the content
 *
 * A temporary file next to another one, which it replaces when it is complete and on disk. One thread.
 */
typedef struct
{
  GOutputStream *stream;

  int            fd;          /* -1 of a file that is not local, of which the following are not set */
  int            place;       /* in the list of temporary files */
  char          *written;
  char          *target;
  struct stat    old;         /* of the target; st_nlink is 0 if there is none */
  gboolean       is_renamed;
} FulFileReplace;

FulFileReplace *ful_file_replace_begin  (GFile           *file,
                                         GCancellable    *cancellable,
                                         GError         **error);
gboolean        ful_file_replace_finish (FulFileReplace  *self,
                                         GCancellable    *cancellable,
                                         GError         **error);
void            ful_file_replace_free   (FulFileReplace  *self);
gboolean        ful_file_replace_check  (GFile           *file,
                                         GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFileReplace, ful_file_replace_free)

G_END_DECLS
