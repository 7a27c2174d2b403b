/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Replacing is in a file for each system: ful-file-replace-posix.c, ful-file-replace-win32.c. */

#include "config.h"

#include "ful-file-replace.h"

/**
 * ful_file_replace_check:
 * @file: where to write later
 * @error: %G_IO_ERROR
 *
 * Returns: whether ful_file_replace_begin() succeeds. Writes and removes an empty file next to @file
 */
gboolean
ful_file_replace_check (GFile   *file,
                        GError **error)
{
  g_autoptr(FulFileReplace) probe = NULL;

  return g_file_peek_path (file) == NULL || (probe = ful_file_replace_begin (file, NULL, error)) != NULL;
}
