/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Atomic replacement of files, of Windows: written next to the target under another name, flushed, renamed. A reader, a full
 * disk or a crash at any moment leaves the old file or the new one. Of a link the file that it leads to is replaced. What ends
 * the program leaves the temporary file. */

#include "config.h"

#include "ful-file-replace.h"

#include "base/ful-real-path.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <io.h>
#include <windows.h>

typedef struct
{
  FulFileReplace  parent;

  char           *target;      /* (nullable): of a local file, and the following */
  char           *written;     /* (nullable): until it is renamed */
} Replacement;

static gboolean
set_error (GError     **error,
           const char  *path,
           int          number)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), _("“%s” cannot be written: %s"), name, g_strerror (number));

  return FALSE;
}

static gboolean
set_last_error (GError     **error,
                const char  *path)
{
  DWORD number = GetLastError ();
  g_autofree char *name = g_filename_display_name (path), *reason = g_win32_error_message ((gint) number);

  g_set_error (error, G_IO_ERROR, g_io_error_from_win32_error ((gint) number), _("“%s” cannot be written: %s"), name, reason);

  return FALSE;
}

/* Creates the file that is renamed later. */
static gboolean
open_next_to (Replacement  *self,
              const char   *path,
              GError      **error)
{
  g_autofree char *folder = NULL;
  g_autoptr(GFile) file = NULL;
  int fd;

  self->target = ful_real_path (path);
  if (self->target == NULL)
    self->target = g_strdup (path);
  if (g_file_test (self->target, G_FILE_TEST_IS_DIR))
    return set_error (error, self->target, EISDIR);
  if (g_file_test (self->target, G_FILE_TEST_EXISTS) && g_access (self->target, W_OK) != 0)
    return set_error (error, self->target, errno);

  folder = g_path_get_dirname (self->target);
  self->written = g_build_filename (folder, ".fulgens-XXXXXX", NULL);
  fd = g_mkstemp_full (self->written, O_RDWR | O_BINARY | O_NOINHERIT, 0666);
  if (fd < 0)
    {
      g_clear_pointer (&self->written, g_free);
      return set_error (error, self->target, errno);
    }
  close (fd);
  file = g_file_new_for_path (self->written);
  self->parent.stream = G_OUTPUT_STREAM (g_file_append_to (file, G_FILE_CREATE_NONE, NULL, error));

  return self->parent.stream != NULL;
}

FulFileReplace *
ful_file_replace_begin (GFile         *file,
                        GCancellable  *cancellable,
                        GError       **error)
{
  Replacement *self = g_new0 (Replacement, 1);
  g_autoptr(FulFileReplace) parent = &self->parent;
  g_autofree char *path = g_file_get_path (file);

  if (path)
    return open_next_to (self, path, error) ? g_steal_pointer (&parent) : NULL;

  /* Of another file system of GIO, as well as that can do it. */
  parent->stream = G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error));

  return parent->stream ? g_steal_pointer (&parent) : NULL;
}

static gboolean
flush (const char *path)
{
  g_autofree gunichar2 *wide = g_utf8_to_utf16 (path, -1, NULL, NULL, NULL);
  HANDLE handle = CreateFileW (wide, GENERIC_WRITE, FILE_SHARE_READ, NULL, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
  gboolean ok = handle != INVALID_HANDLE_VALUE && FlushFileBuffers (handle);

  if (handle != INVALID_HANDLE_VALUE)
    CloseHandle (handle);

  return ok;
}

/* ReplaceFileW() keeps who may read and write the file, and needs one. */
static gboolean
rename_over (const char *from,
             const char *to)
{
  g_autofree gunichar2 *wide_from = g_utf8_to_utf16 (from, -1, NULL, NULL, NULL);
  g_autofree gunichar2 *wide_to = g_utf8_to_utf16 (to, -1, NULL, NULL, NULL);

  return ReplaceFileW (wide_to, wide_from, NULL, REPLACEFILE_IGNORE_MERGE_ERRORS, NULL, NULL) ||
         MoveFileExW (wide_from, wide_to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH);
}

gboolean
ful_file_replace_finish (FulFileReplace  *parent,
                         GCancellable    *cancellable,
                         GError         **error)
{
  Replacement *self = (Replacement *) parent;

  if (!g_output_stream_close (parent->stream, cancellable, error))
    return FALSE;
  if (self->target == NULL)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!flush (self->written) || !rename_over (self->written, self->target))
    return set_last_error (error, self->target);
  g_clear_pointer (&self->written, g_free);

  return TRUE;
}

void
ful_file_replace_free (FulFileReplace *parent)
{
  Replacement *self = (Replacement *) parent;

  if (parent->stream)
    {
      g_autoptr(GCancellable) abandon = g_cancellable_new ();

      /* Closing renames the temporary file of GIO, or removes it if the cancellable is cancelled. */
      g_cancellable_cancel (abandon);
      g_output_stream_close (parent->stream, abandon, NULL);
    }
  if (self->written)
    g_unlink (self->written);
  g_clear_object (&parent->stream);
  g_free (self->written);
  g_free (self->target);
  g_free (self);
}
