/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the program is installed, of POSIX systems. */

#include "config.h"

#include "ful-installation.h"

/**
 * ful_installation_get_prefix:
 *
 * Returns: (transfer full): the absolute path of the folder that the folders of config.h are in
 */
char *
ful_installation_get_prefix (void)
{
  return g_strdup (INSTALL_PREFIX);
}

/**
 * ful_installation_get_program:
 *
 * Returns: (transfer full) (nullable): the absolute path of the program that is running; %NULL where it may not be one of a build
 */
char *
ful_installation_get_program (void)
{
  return g_file_read_link ("/proc/self/exe", NULL);
}

/**
 * ful_installation_encode:
 * @path: a path as GLib has it
 *
 * Returns: (transfer full): the path as functions of the C library want it
 */
char *
ful_installation_encode (const char *path)
{
  return g_strdup (path);
}
