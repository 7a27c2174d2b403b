/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a path leads to, of POSIX systems. */

#include "config.h"

#include "ful-real-path.h"

#include <stdlib.h>

/**
 * ful_real_path:
 * @path: a path
 *
 * Follows all links. Two paths lead to the same file if and only if what is returned is equal, in bytes.
 *
 * Returns: (transfer full) (nullable): the absolute path without links of what is there; %NULL if nothing is
 */
char *
ful_real_path (const char *path)
{
  return realpath (path, NULL);
}
