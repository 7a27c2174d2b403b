/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the program is installed, of Windows. */

#include "config.h"

#include "ful-installation.h"

/* The folder of the program, without bin or lib at its end. */
char *
ful_installation_get_prefix (void)
{
  return g_win32_get_package_installation_directory_of_module (NULL);
}

/* Folders above one that was unpacked belong to others: everybody may add files to the first folder of a disk. */
char *
ful_installation_get_program (void)
{
  return NULL;
}

/* Its short name, where the code page lacks a character. */
char *
ful_installation_encode (const char *path)
{
  return g_win32_locale_filename_from_utf8 (path);
}
