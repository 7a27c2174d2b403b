/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of processes whose root is not ours, as in containers, or that were deleted or replaced since they were mapped: read from
 * /proc/PID/map_files, which root may, else below /proc/PID/root. They are kept open, as the process may end. */

#include "config.h"

#include "ful-record-files.h"

#include "ful-record-process.h"

#include "base/ful-hash.h"
#include "model/ful-profile.h"
#include "perf/ful-perf-elf.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#define MAX_KEPT 512

/* Of a build id, in the name of a file that took the place of another one. */
#define KEY_BYTES 4

void
ful_record_files_init (FulRecordFiles *self,
                       FulPerfLibs    *libs)
{
  *self = (FulRecordFiles) {
    .libs = libs,
    .seen = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref),
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

/* The first map of a file. @key: what its library is called; @is_other: whether another file was at @plain before */
static void
find_file (FulRecordFiles   *self,
           gint32            pid,
           const FulPerfMap *map,
           const char       *path,
           const char       *plain,
           const char       *key,
           const guint8     *build_id,
           gsize             n)
{
  g_autofree char *mapped = g_strdup_printf ("/proc/%d/map_files/%" PRIx64 "-%" PRIx64, pid, map->start, map->end);
  g_autofree char *below = g_strdup_printf ("/proc/%d/root%s", pid, plain);
  g_autofree char *place = NULL;
  g_autoptr(GBytes) id = NULL;
  gboolean is_other = strcmp (plain, key) != 0;

  if (is_other || strlen (plain) < strlen (path) || !ful_record_process_has_our_files (pid) || !is_file (path, build_id, n, &id))
    {
      place = keep_file (self, mapped, build_id, n, &id);
      if (place == NULL && strlen (plain) == strlen (path))
        place = keep_file (self, below, build_id, n, &id);
      if (place == NULL && is_other)
        place = keep_file (self, plain, build_id, n, &id);
    }
  if (place)
    ful_perf_libs_set_place (self->libs, key, place);
  if (n > 0)
    ful_perf_libs_set_build_id (self->libs, key, build_id, n);
  else if (id)
    ful_perf_libs_set_build_id (self->libs, key, g_bytes_get_data (id, NULL), g_bytes_get_size (id));
}

/* Of a file that took the place of another one. Returns: (transfer full) */
static char *
make_key (const char   *plain,
          const guint8 *build_id,
          gsize         n)
{
  GString *key = g_string_new (plain);

  g_string_append (key, " (");
  for (gsize i = 0; i < MIN (n, KEY_BYTES); i++)
    g_string_append_printf (key, "%02x", build_id[i]);
  g_string_append_c (key, ')');

  return g_string_free (key, FALSE);
}

/**
 * ful_record_files_get:
 * @map: of the process
 * @path: of the map
 * @build_id: (nullable): of the file, with @n bytes
 *
 * A file with another build id than the one that was at its path before is another library. The build id of a file is its own where none was
 * recorded.
 *
 * Returns: the library; %FUL_NONE if the map is no file
 */
FulLibIndex
ful_record_files_get (FulRecordFiles   *self,
                      gint32            pid,
                      const FulPerfMap *map,
                      const char       *path,
                      const guint8     *build_id,
                      gsize             n)
{
  g_autofree char *plain = g_strndup (path, strlen (path) - (g_str_has_suffix (path, " (deleted)") ? strlen (" (deleted)") : 0));
  GBytes *first = g_hash_table_lookup (self->seen, plain);
  g_autoptr(GBytes) id = g_bytes_new (build_id, build_id ? n : 0);
  g_autofree char *key = NULL;
  FulLibIndex lib;

  if (*path != '/')
    return ful_perf_libs_get (self->libs, path);

  if (first == NULL || g_bytes_get_size (first) == 0 || g_bytes_get_size (id) == 0 || g_bytes_equal (first, id))
    key = g_strdup (plain);
  else
    key = make_key (plain, build_id, n);
  if (!g_hash_table_contains (self->seen, key))
    {
      find_file (self, pid, map, path, plain, key, build_id, n);
      g_hash_table_insert (self->seen, g_strdup (key), g_steal_pointer (&id));
    }
  lib = ful_perf_libs_get (self->libs, key);
  if (lib != FUL_NONE && strcmp (key, plain) != 0)   /* where names are looked for */
    {
      FulLib *shown = g_ptr_array_index (self->libs->builder->profile->libs, lib);

      g_free (shown->path);
      g_free (shown->debug_path);
      shown->path = g_strdup (plain);
      shown->debug_path = g_strdup (plain);
    }

  return lib;
}
