/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the files that are installed with the program. On Windows, and in a bundle of macOS, they lie in the folder of the
 * program, wherever that was moved to; elsewhere below the prefix of the build's configuration. A program that was not
 * installed finds those of its build. The current folder is never searched: it may be anybody's. */

#include "config.h"

#include "ful-installation.h"

#include <libintl.h>

#define MARK_OF_BUILD "../../config.h"
#define BUILT_TRANSLATIONS "../../po"

/**
 * ful_installation_find:
 * @installed: a path from the prefix, or an absolute one, which stays as it is: a folder of config.h with what is in it
 * @built: the path in a build, from the folder of the program
 *
 * Returns: (transfer full) (nullable): the absolute path of what is there; %NULL if nothing is
 */
char *
ful_installation_find (const char *installed,
                       const char *built)
{
  g_autofree char *prefix = ful_installation_get_prefix ();
  g_autofree char *program = ful_installation_get_program ();
  g_autofree char *folder = program ? g_path_get_dirname (program) : NULL;
  g_autofree char *mark = folder ? g_build_filename (folder, MARK_OF_BUILD, NULL) : NULL;
  g_autofree char *path = NULL;

  if (mark && g_file_test (mark, G_FILE_TEST_EXISTS))
    {
      path = g_canonicalize_filename (built, folder);
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_steal_pointer (&path);
      g_free (path);
    }
  path = g_canonicalize_filename (installed, prefix);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

/**
 * ful_installation_translate:
 *
 * Makes the texts of the program those of the user's language. Call it after setlocale(), before the first text.
 */
void
ful_installation_translate (void)
{
  g_autofree char *folder = ful_installation_find (LOCALEDIR, BUILT_TRANSLATIONS);
  g_autofree char *encoded = folder ? ful_installation_encode (folder) : NULL;

  if (encoded)
    bindtextdomain (GETTEXT_PACKAGE, encoded);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
