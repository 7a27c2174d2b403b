/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that a profile names, of Windows. */

#include "config.h"

#include "ful-plain-file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

static int
errno_from_last_error (void)
{
  switch (GetLastError ())
    {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
      return ENOENT;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
      return EACCES;
    default:
      return EIO;
    }
}

/* Returns: what is at @path, or INVALID_HANDLE_VALUE with `errno` */
static HANDLE
open_path (const char *path,
           gboolean    follow_link)
{
  g_autofree gunichar2 *wide = g_utf8_to_utf16 (path, -1, NULL, NULL, NULL);
  HANDLE handle;

  if (wide == NULL)
    {
      errno = ENOENT;
      return INVALID_HANDLE_VALUE;
    }
  /* A folder can be opened only so; a device, a pipe or a link is found not to be plain before it is read. */
  handle = CreateFileW (wide, GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                        FILE_FLAG_BACKUP_SEMANTICS | (follow_link ? 0 : FILE_FLAG_OPEN_REPARSE_POINT), NULL);
  if (handle == INVALID_HANDLE_VALUE)
    errno = errno_from_last_error ();

  return handle;
}

int
ful_plain_file_open (const char         *path,
                     gboolean            follow_link,
                     FulPlainFileStatus *out_status)
{
  HANDLE handle = open_path (path, follow_link);
  BY_HANDLE_FILE_INFORMATION info;

  if (handle == INVALID_HANDLE_VALUE)
    return -1;
  if (GetFileType (handle) == FILE_TYPE_DISK && GetFileInformationByHandle (handle, &info) &&
      !(info.dwFileAttributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE | FILE_ATTRIBUTE_REPARSE_POINT)))
    {
      *out_status = (FulPlainFileStatus) { (guint64) info.nFileSizeHigh << 32 | info.nFileSizeLow, info.dwVolumeSerialNumber,
                                           (guint64) info.nFileIndexHigh << 32 | info.nFileIndexLow, FALSE };
      return _open_osfhandle ((intptr_t) handle, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    }

  CloseHandle (handle);
  errno = EINVAL;

  return -1;
}

gboolean
ful_plain_file_read_at (int      file,
                        gpointer to,
                        gsize    n,
                        guint64  offset)
{
  HANDLE handle = (HANDLE) _get_osfhandle (file);
  LARGE_INTEGER start = { .QuadPart = 0 }, before;
  gsize done = 0;

  /* ReadFile() moves the position, wherever it reads. */
  if (offset > G_MAXINT64 / 2 || !SetFilePointerEx (handle, start, &before, FILE_CURRENT))
    return FALSE;
  while (done < n)
    {
      OVERLAPPED at = { .Offset = (DWORD) (offset + done), .OffsetHigh = (DWORD) ((offset + done) >> 32) };
      DWORD n_read = 0;

      if (!ReadFile (handle, (char *) to + done, (DWORD) MIN (n - done, 1u << 30), &n_read, &at) || n_read == 0)
        break;
      done += n_read;
    }
  SetFilePointerEx (handle, before, NULL, FILE_BEGIN);

  return done == n;
}
