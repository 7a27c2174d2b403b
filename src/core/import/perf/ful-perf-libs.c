/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Libraries of perf.data: names, ids, and addresses in them (formats.md 12). */

#include "config.h"

#include "ful-perf-libs.h"

#include "ful-perf-elf.h"

#include "import/ful-import-libs.h"
#include "model/ful-import-log.h"
#include "model/ful-profile.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  char       *path;
  FulPerfElf *elf;           /* (nullable) */
  guint8      id[FUL_PERF_MAX_BUILD_ID];
  gsize       n_id;          /* 0: not known */
} File;

static void
free_file (gpointer data)
{
  File *file = data;

  g_free (file->path);
  g_clear_pointer (&file->elf, ful_perf_elf_free);
  g_free (file);
}

void
ful_perf_libs_init (FulPerfLibs       *self,
                    FulProfileBuilder *builder)
{
  self->builder = builder;
  self->files = g_ptr_array_new_with_free_func (free_file);
  self->by_path = g_hash_table_new (g_str_hash, g_str_equal);
}

void
ful_perf_libs_clear (FulPerfLibs *self)
{
  g_clear_pointer (&self->by_path, g_hash_table_unref);
  g_clear_pointer (&self->files, g_ptr_array_unref);
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
  File *file;

  if (known)
    return GPOINTER_TO_INT (known) - 1;
  if (!is_file (plain))
    return FUL_NONE;

  file = g_new0 (File, 1);
  file->path = g_steal_pointer (&plain);
  file->elf = ful_perf_elf_read (file->path);
  g_ptr_array_add (self->files, file);
  g_hash_table_insert (self->by_path, file->path, GUINT_TO_POINTER (self->files->len));

  g_ptr_array_add (self->builder->profile->libs, ful_import_lib_new (file->path));

  return (FulLibIndex) self->files->len - 1;
}

/**
 * ful_perf_libs_set_build_id:
 * @path: the name of a map; one that has none is not used
 * @id: its build id
 * @n: bytes of it
 */
void
ful_perf_libs_set_build_id (FulPerfLibs  *self,
                            const char   *path,
                            const guint8 *id,
                            gsize         n)
{
  g_autofree char *plain = get_plain_path (path);
  gpointer known = g_hash_table_lookup (self->by_path, plain);
  File *file;

  if (known == NULL || n == 0 || n > FUL_PERF_MAX_BUILD_ID)
    return;

  file = self->files->pdata[GPOINTER_TO_INT (known) - 1];
  if (file->n_id > 0)
    return;
  memcpy (file->id, id, n);
  file->n_id = n;

  ful_import_lib_set_build_id (self->builder->profile->libs->pdata[GPOINTER_TO_INT (known) - 1], id, n);
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

/* Whether the file that was found is surely not the one that was mapped. */
static gboolean
is_other_file (const File *file)
{
  gsize n = 0;
  const guint8 *found = file->elf && file->elf->build_id ? g_bytes_get_data (file->elf->build_id, &n) : NULL;

  return found && memcmp (found, file->id, MIN (n, file->n_id)) != 0;
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

  return file->elf && !is_other_file (file) ? file->path : NULL;
}

/* perf lists only files in which a sample was, not those of callers alone. */
static void
use_found_build_id (FulPerfLibs *self,
                    guint        row)
{
  const File *file = self->files->pdata[row];
  gsize n = 0;
  const guint8 *id = file->elf && file->elf->build_id ? g_bytes_get_data (file->elf->build_id, &n) : NULL;

  if (id && file->n_id == 0)
    ful_import_lib_set_build_id (self->builder->profile->libs->pdata[row], id, MIN (n, FUL_PERF_MAX_BUILD_ID));
}

/**
 * ful_perf_libs_finish:
 *
 * Takes the ids of files that have none in the recording from the files themselves. Logs those that are other ones by
 * now: addresses in them can be wrong.
 */
void
ful_perf_libs_finish (FulPerfLibs *self)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      const File *file = self->files->pdata[i];

      use_found_build_id (self, i);
      if (is_other_file (file))
        ful_import_log_add (self->builder->log, FUL_SEVERITY_ERROR, "libs", i, -1,
                            _("%s has changed since the recording; its functions can have wrong names or callers"), file->path);
    }
}
