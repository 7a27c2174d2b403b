/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The code that the kernel gives to each process: of ours, as that of the others is the same. A copy of it is kept by its build
 * id, so that its functions have names later, too. */

#include "config.h"

#include "ful-record-vdso.h"

#include "ful-record-attach.h"

#include "base/ful-format.h"
#include "base/ful-perf-cache.h"
#include "perf/ful-perf-elf.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define VDSO "[vdso]"

/* Returns: (transfer full) (nullable): its bytes */
static GBytes *
read_own (void)
{
  g_autofree char *text = ful_record_dup_maps (getpid ());
  g_auto(GStrv) lines = g_strsplit (text ? text : "", "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      guint64 start, end;

      if (g_str_has_suffix (lines[i], VDSO) && sscanf (lines[i], "%" SCNx64 "-%" SCNx64, &start, &end) == 2 && end > start)
        return g_bytes_new ((const void *) (gsize) start, end - start);
    }

  return NULL;
}

/* Returns: whether it is there */
static gboolean
keep (GBytes     *own,
      const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  return g_file_test (path, G_FILE_TEST_IS_REGULAR) ||
         (g_mkdir_with_parents (folder, 0700) == 0 &&
          g_file_set_contents (path, g_bytes_get_data (own, NULL), (gssize) g_bytes_get_size (own), NULL));
}

/**
 * ful_record_add_vdso:
 * @libs: gets its place and its build id
 *
 * Without a folder for what is kept its functions stay without names.
 */
void
ful_record_add_vdso (FulPerfLibs *libs)
{
  g_autoptr(GBytes) own = read_own ();
  g_autoptr(FulPerfElf) elf = NULL;
  g_autofree char *copy = NULL;
  g_autofree char *hex = NULL;
  g_autofree char *path = NULL;
  int file = own ? g_file_open_tmp ("fulgens-vdso-XXXXXX", &copy, NULL) : -1;

  if (file < 0)
    return;
  close (file);
  if (g_file_set_contents (copy, g_bytes_get_data (own, NULL), (gssize) g_bytes_get_size (own), NULL))
    elf = ful_perf_elf_read (copy);
  hex = elf && elf->build_id ? ful_format_hex (g_bytes_get_data (elf->build_id, NULL), g_bytes_get_size (elf->build_id)) : NULL;
  path = hex ? ful_perf_cache_dup_vdso_path (hex) : NULL;
  if (path && keep (own, path))
    {
      ful_perf_libs_set_place (libs, VDSO, path);
      ful_perf_libs_set_build_id (libs, VDSO, g_bytes_get_data (elf->build_id, NULL), g_bytes_get_size (elf->build_id));
    }
  unlink (copy);
}
