/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of processes whose root is not ours, as in containers, or that were deleted or replaced since they were mapped: read from
 * /proc/PID/map_files, which root may, else below /proc/PID/root. They are kept open, as the process may end. */

#include "config.h"

#include "ful-record-files.h"

#include "ful-record-process.h"

#include "perf/ful-perf-elf.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define MAX_KEPT 512

void
ful_record_files_init (FulRecordFiles *self,
                       FulPerfLibs    *libs)
{
  *self = (FulRecordFiles) {
    .libs = libs,
    .seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .kept = g_array_new (FALSE, FALSE, sizeof (int)),
  };
}

void
ful_record_files_clear (FulRecordFiles *self)
{
  for (guint i = 0; i < self->kept->len; i++)
    close (g_array_index (self->kept, int, i));
  g_array_unref (self->kept);
  g_hash_table_unref (self->seen);
}

/* Returns: whether there is a file, which can be the one of that id */
static gboolean
is_file (const char   *path,
         const guint8 *build_id,
         gsize         n,
         GBytes      **out_id)
{
  g_autoptr(FulPerfElf) elf = ful_perf_elf_read (path);
  gsize n_found = 0;
  const guint8 *found = elf && elf->build_id ? g_bytes_get_data (elf->build_id, &n_found) : NULL;

  if (elf == NULL || (n > 0 && n_found > 0 && memcmp (build_id, found, MIN (n, n_found)) != 0))
    return FALSE;
  *out_id = found ? g_bytes_ref (elf->build_id) : NULL;

  return TRUE;
}

/* Returns: (transfer full) (nullable): a path of the file that stays */
static char *
keep_file (FulRecordFiles *self,
           const char     *path,
           const guint8   *build_id,
           gsize           n,
           GBytes        **out_id)
{
  int file;

  if (self->kept->len >= MAX_KEPT || !is_file (path, build_id, n, out_id))
    return NULL;
  file = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0)
    return NULL;
  g_array_append_val (self->kept, file);

  return g_strdup_printf ("/proc/self/fd/%d", file);
}

/**
 * ful_record_files_find:
 * @map: of the process
 * @path: of the map
 * @build_id: (nullable): of the file, with @n bytes
 *
 * To be called before the library is used. Its build id is that of the file where none was recorded.
 */
void
ful_record_files_find (FulRecordFiles   *self,
                       gint32            pid,
                       const FulPerfMap *map,
                       const char       *path,
                       const guint8     *build_id,
                       gsize             n)
{
  g_autofree char *mapped = g_strdup_printf ("/proc/%d/map_files/%" PRIx64 "-%" PRIx64, pid, map->start, map->end);
  g_autofree char *plain = g_strndup (path, strlen (path) - (g_str_has_suffix (path, " (deleted)") ? strlen (" (deleted)") : 0));
  g_autofree char *below = g_strdup_printf ("/proc/%d/root%s", pid, plain);
  g_autofree char *place = NULL;
  g_autoptr(GBytes) id = NULL;

  if (*path != '/' || !g_hash_table_add (self->seen, g_strdup (plain)))
    return;

  if (strlen (plain) < strlen (path) || !ful_record_process_has_our_files (pid) || !is_file (path, build_id, n, &id))
    {
      place = keep_file (self, mapped, build_id, n, &id);
      if (place == NULL && strlen (plain) == strlen (path))
        place = keep_file (self, below, build_id, n, &id);
    }
  if (place)
    ful_perf_libs_set_place (self->libs, plain, place);
  if (n > 0)
    ful_perf_libs_set_build_id (self->libs, plain, build_id, n);
  else if (id)
    ful_perf_libs_set_build_id (self->libs, plain, g_bytes_get_data (id, NULL), g_bytes_get_size (id));
}
