/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of spools, of Windows: who writes one shares it with no one else who writes, or forbids it. */

#include "config.h"

#include "ful-live-spool-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <io.h>
#include <windows.h>

static int
open_shared (const char *path,
             DWORD       access,
             DWORD       disposition,
             DWORD       flags,
             int         mode)
{
  g_autofree gunichar2 *wide = g_utf8_to_utf16 (path, -1, NULL, NULL, NULL);
  HANDLE handle = wide ? CreateFileW (wide, access, FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, disposition, flags, NULL)
                       : INVALID_HANDLE_VALUE;

  if (handle != INVALID_HANDLE_VALUE)
    return _open_osfhandle ((intptr_t) handle, mode | _O_BINARY | _O_NOINHERIT);
  errno = GetLastError () == ERROR_FILE_EXISTS ? EEXIST : GetLastError () == ERROR_PATH_NOT_FOUND ? ENOENT : EACCES;

  return -1;
}

int
ful_live_spool_file_create (const char *path,
                            gboolean    can_exist)
{
  return open_shared (path, GENERIC_WRITE, can_exist ? CREATE_ALWAYS : CREATE_NEW, FILE_ATTRIBUTE_NORMAL, _O_WRONLY);
}

/* What is open cannot be replaced: for a moment, the old file is not in use. */
gboolean
ful_live_spool_file_replace (int        *file,
                             const char *path,
                             int        *next,
                             const char *next_path)
{
  close (*file);
  *file = -1;
  if (g_rename (next_path, path) != 0)
    return FALSE;
  *file = *next;
  *next = -1;

  return TRUE;
}

int
ful_live_spool_file_open_unused (const char *path)
{
  BY_HANDLE_FILE_INFORMATION info;
  int file = open_shared (path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT, _O_RDONLY);

  if (file < 0 || (GetFileInformationByHandle ((HANDLE) _get_osfhandle (file), &info) &&
                   !(info.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)))
    return file;
  close (file);

  return -1;
}
