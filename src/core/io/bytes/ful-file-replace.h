/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

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
