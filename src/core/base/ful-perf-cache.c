/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files as they were when they were recorded: perf keeps a copy of each by its build id, our recorder one of what is no file. */

#include "config.h"

#include "ful-perf-cache.h"

#include <string.h>

static gboolean
is_build_id (const char *text)
{
  return strlen (text) > 2 && strspn (text, "0123456789abcdef") == strlen (text);
}

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

  if (!is_build_id (build_id))
    return NULL;

  return g_build_filename (g_get_home_dir (), ".debug", ".build-id", start, build_id + 2, name, NULL);
}

/**
 * ful_perf_cache_dup_vdso_path:
 * @build_id: as small hexadecimal digits
 *
 * Returns: (transfer full) (nullable): where our recorder keeps the code that the kernel gives to each process; %NULL if
 *   @build_id is none
 */
char *
ful_perf_cache_dup_vdso_path (const char *build_id)
{
  return is_build_id (build_id) ? g_build_filename (g_get_user_cache_dir (), "fulgens", "vdso", build_id, NULL) : NULL;
}
