/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Locks of folders, of Windows: a hidden file that only one program can have open, and that goes when it is closed. */

#include "config.h"

#include "ful-folder-lock.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#define NAME ".fulgens-lock"

int
ful_folder_lock (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, NAME, NULL);
  g_autofree gunichar2 *wide = g_utf8_to_utf16 (path, -1, NULL, NULL, NULL);
  HANDLE handle = INVALID_HANDLE_VALUE;

  for (guint i = 0; wide && i < 50; i++)
    {
      handle = CreateFileW (wide, GENERIC_WRITE, 0, NULL, CREATE_ALWAYS, FILE_ATTRIBUTE_HIDDEN | FILE_FLAG_DELETE_ON_CLOSE, NULL);
      if (handle != INVALID_HANDLE_VALUE || GetLastError () != ERROR_SHARING_VIOLATION)
        break;
      g_usleep (G_USEC_PER_SEC / 50);
    }

  return handle == INVALID_HANDLE_VALUE ? -1 : _open_osfhandle ((intptr_t) handle, _O_WRONLY | _O_NOINHERIT);
}
