/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files are replaced at once or not at all. */

#include "config.h"

#include "ful-file-replace.h"

/**
 * ful_file_replace:
 * @file: where to
 * @write: writes the content
 * @user_data: for @write
 * @cancellable: (nullable): stops writing, and leaves an existing file as it was
 * @error: errors of @write and of the file system
 *
 * Writes a temporary file beside @file and puts it in its place when it is
 * complete and on disk.
 */
gboolean
ful_file_replace (GFile             *file,
                  FulFileWriteFunc   write,
                  gpointer           user_data,
                  GCancellable      *cancellable,
                  GError           **error)
{
  g_autoptr(GFileOutputStream) raw = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error);
  g_autoptr(GCancellable) abandon = NULL;

  if (raw == NULL)
    return FALSE;

  /* Closing is what renames the temporary file; with a cancelled cancellable it is removed instead. */
  if (write (G_OUTPUT_STREAM (raw), user_data, cancellable, error))
    return g_output_stream_close (G_OUTPUT_STREAM (raw), cancellable, error);

  abandon = g_cancellable_new ();
  g_cancellable_cancel (abandon);
  g_output_stream_close (G_OUTPUT_STREAM (raw), abandon, NULL);

  return FALSE;
}
