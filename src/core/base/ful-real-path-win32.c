/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a path leads to, of Windows: the name that the file system has for what is open, with its case. */

#include "config.h"

#include "ful-real-path.h"

#include <string.h>
#include <windows.h>

#define PREFIX "\\\\?\\"
#define SHARE_PREFIX "\\\\?\\UNC\\"

/* Returns: (transfer full) (nullable): for functions that count long paths and network paths as others */
static char *
get_name (HANDLE handle)
{
  DWORD n = GetFinalPathNameByHandleW (handle, NULL, 0, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS);
  g_autofree gunichar2 *wide = g_new0 (gunichar2, n + 1);
  g_autofree char *name = NULL;

  if (n == 0 || GetFinalPathNameByHandleW (handle, wide, n + 1, FILE_NAME_NORMALIZED | VOLUME_NAME_DOS) > n)
    return NULL;
  name = g_utf16_to_utf8 (wide, -1, NULL, NULL, NULL);
  if (name && g_str_has_prefix (name, SHARE_PREFIX))
    return g_strconcat ("\\\\", name + strlen (SHARE_PREFIX), NULL);

  return name && g_str_has_prefix (name, PREFIX) ? g_strdup (name + strlen (PREFIX)) : g_steal_pointer (&name);
}

char *
ful_real_path (const char *path)
{
  g_autofree gunichar2 *wide = g_utf8_to_utf16 (path, -1, NULL, NULL, NULL);
  HANDLE handle = wide ? CreateFileW (wide, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                                      FILE_FLAG_BACKUP_SEMANTICS, NULL) : INVALID_HANDLE_VALUE;
  char *name;

  if (handle == INVALID_HANDLE_VALUE)
    return NULL;
  name = get_name (handle);
  CloseHandle (handle);

  return name;
}
