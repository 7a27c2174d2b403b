/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Libraries of perf.data: names, ids, and addresses in them (formats.md 12). */

#include "config.h"

#include "ful-perf-libs.h"

#include "base/ful-format.h"
#include "base/ful-hash.h"
#include "base/ful-perf-cache.h"
#include "import/common/ful-import-libs.h"
#include "model/ful-import-log.h"
#include "model/ful-profile.h"
#include "perf/ful-perf-elf.h"
#include "perf/ful-perf-records.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  char       *path;
  FulPerfElf *elf;           /* (nullable) */
  char       *elf_path;      /* (nullable): of @elf */
  GBytes     *id;            /* (nullable): of what was mapped, as far as it is known; lives in `ids` */
} File;

static void
free_file (gpointer data)
{
  File *file = data;

  g_free (file->path);
  g_free (file->elf_path);
  g_clear_pointer (&file->elf, ful_perf_elf_free);
  g_free (file);
}

void
ful_perf_libs_init (FulPerfLibs       *self,
                    FulProfileBuilder *builder)
{
  self->builder = builder;
  self->files = g_ptr_array_new_with_free_func (free_file);
  self->by_path = g_hash_table_new (ful_hash_text, g_str_equal);
  self->places = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
  self->ids = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, (GDestroyNotify) g_bytes_unref);
}

void
ful_perf_libs_clear (FulPerfLibs *self)
{
  g_clear_pointer (&self->by_path, g_hash_table_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
  g_clear_pointer (&self->places, g_hash_table_unref);
  g_clear_pointer (&self->ids, g_hash_table_unref);
}

/* Maps that are no files: anonymous memory, the stack, … */
static gboolean
is_file (const char *path)
{
  return *path == '/' ? !g_str_has_prefix (path, "//anon") && !g_str_has_prefix (path, "/dev/") &&
                        !g_str_has_prefix (path, "/memfd:") && !g_str_has_prefix (path, "/SYSV")
                      : g_str_has_prefix (path, "[kernel") || g_str_equal (path, "[vdso]") ||
                        g_str_has_prefix (path, "[vsyscall");
}

/* Returns: (transfer full): the path that libraries of one file share */
static char *
get_plain_path (const char *path)
{
  if (g_str_has_prefix (path, FUL_PERF_KERNEL))   /* _text, .init.text, … */
    return g_strdup (FUL_PERF_KERNEL);

  return g_strndup (path, strlen (path) - (g_str_has_suffix (path, " (deleted)") ? strlen (" (deleted)") : 0));
}

/* Whether the file that was found is surely not the one that was mapped. */
static gboolean
is_other (const File *file)
{
  gsize n = 0, n_found = 0;
  const guint8 *bytes = file->id ? g_bytes_get_data (file->id, &n) : NULL;
  const guint8 *found = file->elf->build_id ? g_bytes_get_data (file->elf->build_id, &n_found) : NULL;

  /* Older versions of perf fill shorter ids up with zeros. */
  return n > 0 && n_found > 0 && memcmp (bytes, found, MIN (n, n_found)) != 0;
}

/* Reads the file if it is the one that was mapped, else what perf has kept of that. @place: (nullable): where the file is, if not at
 * its path */
static void
find_elf (File       *file,
          const char *place)
{
  static const char *const names[] = { "elf", "vdso" };
  gsize n = 0;
  const guint8 *bytes = file->id ? g_bytes_get_data (file->id, &n) : NULL;
  g_autofree char *hex = ful_format_hex (bytes, n);

  file->elf_path = g_strdup (place ? place : file->path);
  file->elf = ful_perf_elf_read (file->elf_path);
  for (guint i = 0; i < G_N_ELEMENTS (names) && n > 0 && (file->elf == NULL || is_other (file)); i++)
    {
      g_autofree char *kept = ful_perf_cache_dup_path (hex, names[i]);
      FulPerfElf *elf = kept ? ful_perf_elf_read (kept) : NULL;

      if (elf == NULL)
        continue;
      g_clear_pointer (&file->elf, ful_perf_elf_free);
      file->elf = elf;
      g_free (file->elf_path);
      file->elf_path = g_steal_pointer (&kept);
    }
}

static void
set_id (FulPerfLibs *self,
        guint        row,
        GBytes      *id)
{
  gsize n;
  const guint8 *bytes = g_bytes_get_data (id, &n);

  ful_import_lib_set_build_id (self->builder->profile->libs->pdata[row], bytes, MIN (n, FUL_PERF_MAX_BUILD_ID));
}

/**
 * ful_perf_libs_get:
 * @path: the name of a map
 *
 * Returns: its library, or %FUL_NONE if the map is no file
 */
FulLibIndex
ful_perf_libs_get (FulPerfLibs *self,
                   const char  *path)
{
  g_autofree char *plain = get_plain_path (path);
  gpointer known = g_hash_table_lookup (self->by_path, plain);
  GBytes *id = g_hash_table_lookup (self->ids, plain);
  File *file;

  if (known)
    return GPOINTER_TO_INT (known) - 1;
  if (!is_file (plain))
    return FUL_NONE;

  file = g_new0 (File, 1);
  file->path = g_steal_pointer (&plain);
  file->id = id;
  find_elf (file, g_hash_table_lookup (self->places, file->path));
  g_ptr_array_add (self->files, file);
  g_hash_table_insert (self->by_path, file->path, GUINT_TO_POINTER (self->files->len));

  g_ptr_array_add (self->builder->profile->libs, ful_import_lib_new (file->path));
  if (id)
    set_id (self, self->files->len - 1, id);

  return (FulLibIndex) self->files->len - 1;
}

/**
 * ful_perf_libs_set_build_id:
 * @path: the name of a map
 * @id: its build id; the first one counts
 * @n: bytes of it
 *
 * Best before the map is used: then the file can be told from one that took its place.
 */
void
ful_perf_libs_set_build_id (FulPerfLibs  *self,
                            const char   *path,
                            const guint8 *id,
                            gsize         n)
{
  char *plain;
  gpointer known;
  GBytes *bytes;

  if (n == 0 || n > FUL_PERF_MAX_BUILD_ID)
    return;

  plain = get_plain_path (path);
  if (g_hash_table_contains (self->ids, plain))
    {
      g_free (plain);
      return;
    }
  bytes = g_bytes_new (id, n);
  known = g_hash_table_lookup (self->by_path, plain);
  if (known)
    {
      File *file = self->files->pdata[GPOINTER_TO_UINT (known) - 1];

      file->id = bytes;
      set_id (self, GPOINTER_TO_UINT (known) - 1, bytes);
    }
  g_hash_table_insert (self->ids, plain, bytes);
}

/**
 * ful_perf_libs_set_place:
 * @path: the plain name of a map, before it is used
 * @place: where its file can be read
 */
void
ful_perf_libs_set_place (FulPerfLibs *self,
                         const char  *path,
                         const char  *place)
{
  g_hash_table_insert (self->places, g_strdup (path), g_strdup (place));
}

/**
 * ful_perf_libs_get_address:
 * @lib: a library
 * @offset: in its file
 *
 * Returns: the address of that byte, relative to the image; @offset itself where the file is not here
 */
guint64
ful_perf_libs_get_address (FulPerfLibs *self,
                           FulLibIndex  lib,
                           guint64      offset)
{
  const File *file = self->files->pdata[lib];

  for (guint i = 0; file->elf && i < file->elf->segments->len; i++)
    {
      const FulPerfSegment *segment = &g_array_index (file->elf->segments, FulPerfSegment, i);

      if (offset >= segment->offset && offset - segment->offset < segment->size)
        return offset - segment->offset + segment->address;
    }

  return offset;
}

/**
 * ful_perf_libs_get_elf_path:
 * @lib: a library
 *
 * Returns: (nullable): its file; %NULL if it is not here, or not the one that was mapped, as far as that is known yet
 */
const char *
ful_perf_libs_get_elf_path (FulPerfLibs *self,
                            FulLibIndex  lib)
{
  const File *file = self->files->pdata[lib];

  return file->elf && !is_other (file) ? file->elf_path : NULL;
}

/**
 * ful_perf_libs_finish:
 *
 * Takes the ids of files that have none in the recording, as perf lists only those in which a sample was, from the files
 * themselves. Logs those that are other ones by now: addresses in them can be wrong.
 */
void
ful_perf_libs_finish (FulPerfLibs *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *file = self->files->pdata[i];

      if (file->elf && file->elf->build_id && file->id == NULL)
        set_id (self, i, file->elf->build_id);
      if (file->elf && is_other (file))
        ful_import_log_add (self->builder->log, FUL_SEVERITY_ERROR, "libs", i, -1,
                            _("%s has changed since the recording; its functions can have wrong names or callers"), file->path);
    }
}
