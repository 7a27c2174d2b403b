/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of simpleperf, as protocol buffers (formats.md 14). The files and threads that samples refer to by number may
 * come after them: functions get their names, and threads their places, at the end. */

#include "config.h"

#include "ful-simpleperf-private.h"

#include "base/ful-cursor.h"
#include "base/ful-error.h"
#include "base/ful-string-table.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#define MAGIC "SIMPLEPERF"
#define HEADER_BYTES 12
#define VERSION_OFFSET 10        /* of two bytes, little endian */

static void
free_file (FulSimpleperfFile *file)
{
  g_free (file->path);
  g_array_unref (file->symbols);
  g_free (file);
}

static void
free_thread (FulSimpleperfThread *thread)
{
  g_array_unref (thread->weights);
  g_free (thread);
}

static gboolean
has_suffix (const char        *path,
            const char *const *suffixes)
{
  for (guint i = 0; suffixes[i]; i++)
    if (g_str_has_suffix (path, suffixes[i]))
      return TRUE;

  return FALSE;
}

static gboolean
has_prefix (const char        *text,
            const char *const *prefixes)
{
  for (guint i = 0; prefixes[i]; i++)
    if (g_str_has_prefix (text, prefixes[i]))
      return TRUE;

  return FALSE;
}

static FulCategoryIndex
get_category (const char *path,
              const char *name)
{
  static const char *const system_folders[] = { "/apex/", "/system/", "/vendor/", NULL };
  static const char *const java_files[] = { ".vdex", ".apk", ".jar", ".oat", ".odex", NULL };
  static const char *const system_names[] = { "java.", "javax.", "kotlin.", "kotlinx.", "dalvik.", "android.", "com.android.",
                                              "androidx.", "libcore.", NULL };
  gboolean is_system = has_prefix (path, system_folders);

  if (g_str_equal (path, "[kernel.kallsyms]") || g_str_has_suffix (path, ".ko"))
    return FUL_SIMPLEPERF_KERNEL;
  if (g_str_has_suffix (path, ".so"))
    return is_system ? FUL_SIMPLEPERF_SYSTEM : FUL_SIMPLEPERF_NATIVE;
  if (g_str_equal (path, "[JIT app cache]") || has_suffix (path, java_files))
    return is_system || has_prefix (name, system_names) ? FUL_SIMPLEPERF_SYSTEM : FUL_SIMPLEPERF_JAVA;

  return FUL_SIMPLEPERF_OTHER;
}

/* One for each file, even of one path: files may have been replaced. */
static FulResourceIndex
get_resource (FulSimpleperfReader *self,
              FulSimpleperfFile   *file)
{
  if (file && file->resource != FUL_NONE)
    return file->resource;
  if (file == NULL)
    return ful_import_tables_lib_resource (&self->tables, ful_import_tables_string (&self->tables, "unknown", -1));

  file->resource = ful_import_tables_add_resource (&self->tables, ful_import_tables_string (&self->tables, file->path, -1),
                                                   FUL_NONE, FUL_RESOURCE_TYPE_LIBRARY);

  return file->resource;
}

/* What each frame is, now that all files are known. */
static void
finish_frames (FulSimpleperfReader *self)
{
  FulTableBuilder *frames = &self->import->builder->frames;

  for (guint i = 0; i < self->places->len; i++)
    {
      const FulSimpleperfPlace *place = &g_array_index (self->places, FulSimpleperfPlace, i);
      FulSimpleperfFile *file = g_hash_table_lookup (self->files, GUINT_TO_POINTER (place->file));
      const char *path = file ? file->path : "unknown";
      gboolean has_symbol = file && place->symbol >= 0 && (guint) place->symbol < file->symbols->len;
      g_autofree char *base = has_symbol ? NULL : g_path_get_basename (path);
      g_autofree char *text = has_symbol ? NULL : g_strdup_printf ("%s+0x%" PRIx64, base, place->address);
      FulStringIndex name = has_symbol ? g_array_index (file->symbols, FulStringIndex, place->symbol)
                                       : ful_import_tables_string (&self->tables, text, -1);
      FulImportFunc func = FUL_IMPORT_FUNC (name);

      if (file == NULL || (place->symbol >= 0 && !has_symbol))
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_ERROR, "records", -1, -1,
                            _("a frame is in a file or symbol that does not exist; named it by its address"));
      func.resource = get_resource (self, file);
      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[i] = ful_import_tables_func (&self->tables, &func);
      FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[i] =
        get_category (path, ful_string_table_get (self->import->builder->strings, name));
    }
}

/* Time on the CPU as weight, if that is what was sampled. */
static void
finish_samples (FulSimpleperfReader *self,
                FulSimpleperfThread *thread,
                guint                clock)
{
  FulTableBuilder *samples = &thread->builder->samples;

  if (clock < self->events->len)
    {
      double factor = ful_import_samples_set_unit (thread->builder, "ns");

      for (guint i = 0; i < samples->n_rows; i++)
        {
          const FulSimpleperfWeight *weight = &g_array_index (thread->weights, FulSimpleperfWeight, i);

          FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[i] = weight->event == clock ? weight->count * factor : 0;
        }
    }
  ful_import_samples_sort (thread->builder);
}

/* The threads that have a record, in the order of those. */
static void
finish_threads (FulSimpleperfReader *self)
{
  GPtrArray *threads = self->import->builder->threads;
  GHashTableIter iter;
  gpointer value;
  guint clock = 0;

  while (clock < self->events->len && !g_str_equal (self->events->pdata[clock], "cpu-clock"))
    clock++;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      FulSimpleperfThread *thread = value;

      finish_samples (self, thread, clock);
      if (thread->is_known)
        continue;
      for (guint i = 0; i < thread->weights->len; i++)
        ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "records", -1, -1,
                            _("a sample is of a thread without a record; dropped it"));
      g_ptr_array_remove (threads, thread->builder);
    }
  for (guint i = 0; i < self->in_order->len; i++)
    threads->pdata[i] = self->in_order->pdata[i];
}

static void
log_lost (FulSimpleperfReader *self)
{
  FulImportLog *log = self->import->builder->log;

  if (self->n_lost > 0)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "samples", -1, -1, _("simpleperf lost %jd samples"), (intmax_t) self->n_lost);
  if (self->n_claimed >= 0 && (guint64) self->n_claimed != self->n_samples)
    ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "samples", -1, -1,
                        _("the report says that it has %jd samples, but it has %ju"), (intmax_t) self->n_claimed, (uintmax_t) self->n_samples);
}

static void
add_info (FulImportMeta *meta,
          FulRawNode    *entries,
          const char    *label,
          const char    *format,
          FulRawNode    *value)
{
  FulRawNode *entry = ful_raw_tree_new_node (meta->tree, FUL_RAW_OBJECT);

  ful_raw_set_string (meta->tree, entry, "label", label);
  ful_raw_set_string (meta->tree, entry, "format", format);
  ful_raw_set (meta->tree, entry, "value", value);
  ful_raw_append_node (meta->tree, entries, entry);
}

static void
finish_meta (FulSimpleperfReader *self)
{
  FulImportMeta meta;
  FulRawNode *sections, *section, *entries, *events;

  ful_import_meta_init (&meta, self->package ? self->package : "Android Profile", "Simpleperf");
  ful_import_meta_set_number (&meta, "interval", 0);
  ful_import_meta_set_string (&meta, "platform", "Android");
  ful_import_meta_set_string (&meta, "toolkit", "android");
  ful_import_meta_set_bool (&meta, "symbolicationNotSupported", TRUE);
  ful_import_meta_set_bool (&meta, "usesOnlyOneStackType", TRUE);
  ful_import_meta_set_bool (&meta, "sourceCodeIsNotOnSearchfox", TRUE);
  ful_import_meta_set_bool (&meta, "keepProfileThreadOrder", TRUE);
  ful_raw_remove (meta.node, "symbolicated");
  ful_import_meta_add_category (&meta, "Other", "grey");
  ful_import_meta_add_category (&meta, "Native", "magenta");
  ful_import_meta_add_category (&meta, "Java", "green");
  ful_import_meta_add_category (&meta, "System", "yellow");
  ful_import_meta_add_category (&meta, "Kernel", "orange");

  sections = ful_raw_tree_new_array (meta.tree, FUL_RAW_NODES, 1);
  section = ful_raw_tree_new_node (meta.tree, FUL_RAW_OBJECT);
  entries = ful_raw_tree_new_array (meta.tree, FUL_RAW_NODES, 3);
  events = ful_raw_tree_new_array (meta.tree, FUL_RAW_NODES, 2);
  for (guint i = 0; i < self->events->len; i++)
    ful_raw_append_node (meta.tree, events, ful_raw_tree_new_string (meta.tree, self->events->pdata[i]));
  add_info (&meta, entries, "Sample Count", "integer", ful_raw_tree_new_number (meta.tree, (double) self->n_samples));
  add_info (&meta, entries, "Lost Samples", "integer", ful_raw_tree_new_number (meta.tree, (double) MAX (self->n_lost, 0)));
  add_info (&meta, entries, "Sampled events", "list", events);
  ful_raw_set_string (meta.tree, section, "label", "Profile Information");
  ful_raw_set (meta.tree, section, "entries", entries);
  ful_raw_append_node (meta.tree, sections, section);
  ful_raw_set (meta.tree, meta.node, "extra", sections);
  ful_import_meta_finish (&meta, self->import);
}

static gboolean
finish (FulSimpleperfReader  *self,
        GError              **error)
{
  if (self->in_order->len == 0)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("This report of simpleperf has no threads"));
      return FALSE;
    }

  finish_frames (self);
  finish_threads (self);
  log_lost (self);
  finish_meta (self);

  return TRUE;
}

static gboolean
read_bytes (FulImport      *import,
            FulByteReader  *bytes,
            GError        **error)
{
  FulSimpleperfReader self = { .import = import, .n_claimed = -1 };
  const guint8 *header;
  gboolean success;
  gsize n_header;

  ful_import_tables_init (&self.tables, import->builder);
  self.files = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) free_file);
  self.threads = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) free_thread);
  self.in_order = g_ptr_array_new ();
  self.frames = ful_interner_new (4);
  self.places = g_array_new (FALSE, FALSE, sizeof (FulSimpleperfPlace));
  self.events = g_ptr_array_new_with_free_func (g_free);
  self.calls = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex));

  header = ful_byte_reader_peek (bytes, HEADER_BYTES, &n_header);
  if (n_header == HEADER_BYTES)
    ful_import_set_version (import, ful_read_u16 (header + VERSION_OFFSET));
  ful_byte_reader_skip (bytes, HEADER_BYTES);
  ful_simpleperf_read_records (&self, bytes);
  success = finish (&self, error);

  ful_import_tables_clear (&self.tables);
  g_hash_table_unref (self.files);
  g_hash_table_unref (self.threads);
  g_ptr_array_unref (self.in_order);
  ful_interner_free (self.frames);
  g_array_unref (self.places);
  g_ptr_array_unref (self.events);
  g_array_unref (self.calls);
  g_free (self.package);

  return success;
}

static gboolean
probe_head (const char *head,
            gsize       n,
            const char *file_name G_GNUC_UNUSED)
{
  return n >= strlen (MAGIC) && memcmp (head, MAGIC, strlen (MAGIC)) == 0;
}

const FulImporter ful_simpleperf_importer = {
  .name = N_("Report of simpleperf"),
  .kind = FUL_IMPORTER_BINARY,
  .mime_type = "application/x-simpleperf",
  .suffixes = FUL_IMPORTER_LIST ("trace", "proto"),
  .probe_head = probe_head,
  .read_bytes = read_bytes,
};
