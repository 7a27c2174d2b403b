/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files as they were when perf recorded them: it keeps a copy of each by its build id. */

#include "config.h"

#include "ful-perf-cache.h"

#include <string.h>

/**
 * ful_perf_cache_dup_path:
 * @build_id: as small hexadecimal digits
 * @name: what is kept: "elf", "vdso" or "kallsyms"
 *
 * Returns: (transfer full) (nullable): where it would be; %NULL if @build_id is none
 */
char *
ful_perf_cache_dup_path (const char *build_id,
                         const char *name)
{
  g_autofree char *start = g_strndup (build_id, 2);

  if (strlen (build_id) <= 2 || strspn (build_id, "0123456789abcdef") != strlen (build_id))
    return NULL;

  return g_build_filename (g_get_home_dir (), ".debug", ".build-id", start, build_id + 2, name, NULL);
}
