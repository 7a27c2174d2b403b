/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the program is installed, of macOS: in a bundle, or in a prefix as elsewhere. */

#include "config.h"

#include "ful-installation.h"

#include <mach-o/dyld.h>

#define FOLDER_OF_BUNDLE "/Contents/MacOS"
#define RESOURCES "../Resources"

char *
ful_installation_get_prefix (void)
{
  g_autofree char *program = ful_installation_get_program ();
  g_autofree char *folder = program ? g_path_get_dirname (program) : NULL;

  return folder && g_str_has_suffix (folder, FOLDER_OF_BUNDLE) ? g_canonicalize_filename (RESOURCES, folder) : g_strdup (INSTALL_PREFIX);
}

char *
ful_installation_get_program (void)
{
  guint32 n = 0;
  g_autofree char *path = NULL;

  _NSGetExecutablePath (NULL, &n);
  path = g_malloc0 (n);

  return _NSGetExecutablePath (path, &n) == 0 ? g_canonicalize_filename (path, NULL) : NULL;
}

char *
ful_installation_encode (const char *path)
{
  return g_strdup (path);
}
