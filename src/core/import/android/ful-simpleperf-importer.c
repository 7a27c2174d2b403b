/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of simpleperf, as protocol buffers (formats.md 14). The files and threads that samples refer to by number may
 * come behind them: functions get their names, and threads their places, at the end. */

#include "config.h"

#include "base/ful-cursor.h"
#include "base/ful-error.h"
#include "base/ful-interner.h"
#include "base/ful-string-table.h"
#include "import/common/ful-import-meta.h"
#include "import/common/ful-import-samples.h"
#include "import/common/ful-import-tables.h"
#include "import/ful-importer.h"
#include "io/bytes/ful-proto-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#define MAGIC "SIMPLEPERF"
#define HEADER_BYTES 12
#define VERSION_OFFSET 10        /* of two bytes, little endian */

enum { RECORD_SAMPLE = 1, RECORD_LOST, RECORD_FILE, RECORD_THREAD, RECORD_META };
enum { SAMPLE_TIME = 1, SAMPLE_THREAD, SAMPLE_CALL, SAMPLE_COUNT, SAMPLE_EVENT };
enum { CALL_ADDRESS = 1, CALL_FILE, CALL_SYMBOL };
enum { LOST_SAMPLES = 1, LOST_LOST };
enum { FILE_ID = 1, FILE_PATH, FILE_SYMBOL };
enum { THREAD_ID = 1, THREAD_PROCESS, THREAD_NAME };
enum { META_EVENT = 1, META_PACKAGE };

enum { CATEGORY_OTHER, CATEGORY_NATIVE, CATEGORY_JAVA, CATEGORY_SYSTEM, CATEGORY_KERNEL };

typedef struct
{
  char             *path;
  GArray           *symbols;    /* FulStringIndex */
  FulResourceIndex  resource;   /* FUL_NONE before it is used */
} File;

typedef struct
{
  guint32 event;
  double  count;
} Weight;

typedef struct
{
  FulThreadBuilder *builder;
  GArray           *weights;    /* Weight of each sample */
  gboolean          is_known;   /* has a record */
} Thread;

/* Where a frame is: its symbol, or else its address. */
typedef struct
{
  guint32 file;
  gint32  symbol;
  guint64 address;
} Place;

typedef struct
{
  FulImport       *import;
  FulImportTables  tables;
  GHashTable      *files;       /* id → File */
  GHashTable      *threads;     /* tid → Thread */
  GPtrArray       *in_order;    /* FulThreadBuilder, as recorded */
  FulInterner     *frames;      /* file, symbol, address → frame */
  GArray          *places;      /* Place of each frame */
  GPtrArray       *events;      /* names */
  char            *package;     /* (nullable) */
  GArray          *calls;       /* scratch: FulFrameIndex, innermost first */
  guint64          n_samples;
  gint64           n_claimed;   /* samples by the record of lost ones, or -1 */
  gint64           n_lost;
} SimpleperfReader;

static void
free_file (File *file)
{
  g_free (file->path);
  g_array_unref (file->symbols);
  g_free (file);
}

static void
free_thread (Thread *thread)
{
  g_array_unref (thread->weights);
  g_free (thread);
}

static char *
dup_text (const FulProtoField *field)
{
  return field->data ? g_utf8_make_valid ((const char *) field->data, (gssize) field->n) : g_strdup ("");
}

static void
log_bad (SimpleperfReader     *self,
         const FulProtoReader *reader)
{
  if (reader->is_bad)
    ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "records", -1, (gint64) reader->offset,
                        _("a field is damaged; skipped the rest of its record"));
}

/* A frame for each place; its function and category follow. */
static FulFrameIndex
get_frame (SimpleperfReader *self,
           const Place      *place)
{
  gint32 keys[] = { (gint32) place->file, place->symbol, (gint32) (guint32) place->address, (gint32) (place->address >> 32) };
  guint number = ful_interner_intern (self->frames, keys);
  FulImportFrame frame = FUL_IMPORT_FRAME ((FulFuncIndex) number, CATEGORY_OTHER);

  if (number == self->places->len)
    {
      g_array_append_val (self->places, *place);
      ful_import_tables_frame (&self->tables, &frame);
    }

  return (FulFrameIndex) number;
}

static void
read_call (SimpleperfReader    *self,
           const FulProtoField *message)
{
  Place place = { .symbol = -1 };
  FulProtoReader reader;
  FulProtoField field;
  FulFrameIndex frame;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == CALL_ADDRESS)
      place.address = field.value;
    else if (field.number == CALL_FILE)
      place.file = (guint32) field.value;
    else if (field.number == CALL_SYMBOL)
      place.symbol = MAX ((gint32) field.value, -1);
  log_bad (self, &reader);

  if (place.symbol >= 0)
    place.address = 0;
  frame = get_frame (self, &place);
  g_array_append_val (self->calls, frame);
}

static Thread *
get_thread (SimpleperfReader *self,
            gint32            tid)
{
  Thread *thread = g_hash_table_lookup (self->threads, GINT_TO_POINTER (tid));

  if (thread == NULL)
    {
      thread = g_new0 (Thread, 1);
      thread->builder = ful_profile_builder_add_thread (self->import->builder);
      thread->weights = g_array_new (FALSE, FALSE, sizeof (Weight));
      g_hash_table_insert (self->threads, GINT_TO_POINTER (tid), thread);
    }

  return thread;
}

static void
read_sample (SimpleperfReader    *self,
             const FulProtoField *message)
{
  FulStackIndex stack = FUL_NONE;
  guint64 time = 0;
  gint32 tid = 0;
  Weight weight = { 0 };
  FulProtoReader reader;
  FulProtoField field;
  Thread *thread;

  g_array_set_size (self->calls, 0);
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == SAMPLE_TIME)
      time = field.value;
    else if (field.number == SAMPLE_THREAD)
      tid = (gint32) field.value;
    else if (field.number == SAMPLE_CALL && field.data)
      read_call (self, &field);
    else if (field.number == SAMPLE_COUNT)
      weight.count = (double) field.value;
    else if (field.number == SAMPLE_EVENT)
      weight.event = (guint32) field.value;
  log_bad (self, &reader);

  for (guint i = self->calls->len; i-- > 0; )
    stack = ful_import_tables_stack (&self->tables, stack, g_array_index (self->calls, FulFrameIndex, i));
  thread = get_thread (self, tid);
  ful_import_samples_add (thread->builder, (double) time / 1e6, stack);
  g_array_append_val (thread->weights, weight);
  self->n_samples++;
}

static void
read_file (SimpleperfReader    *self,
           const FulProtoField *message)
{
  File *file = g_new0 (File, 1);
  FulProtoReader reader;
  FulProtoField field;
  guint32 id = 0;

  file->symbols = g_array_new (FALSE, FALSE, sizeof (FulStringIndex));
  file->resource = FUL_NONE;
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == FILE_ID)
      id = (guint32) field.value;
    else if (field.number == FILE_PATH)
      {
        g_free (file->path);
        file->path = dup_text (&field);
      }
    else if (field.number == FILE_SYMBOL)
      {
        g_autofree char *name = dup_text (&field);
        FulStringIndex string = ful_import_tables_string (&self->tables, name, -1);

        g_array_append_val (file->symbols, string);
      }
  log_bad (self, &reader);
  if (file->path == NULL)
    file->path = g_strdup ("");
  g_hash_table_insert (self->files, GUINT_TO_POINTER (id), file);
}

static void
read_thread (SimpleperfReader    *self,
             const FulProtoField *message)
{
  g_autofree char *name = NULL;
  gint32 tid = 0, pid = 0;
  FulProtoReader reader;
  FulProtoField field;
  Thread *thread;
  FulThread *to;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == THREAD_ID)
      tid = (gint32) field.value;
    else if (field.number == THREAD_PROCESS)
      pid = (gint32) field.value;
    else if (field.number == THREAD_NAME)
      {
        g_free (name);
        name = dup_text (&field);
      }
  log_bad (self, &reader);

  thread = get_thread (self, tid);
  if (thread->is_known)
    return;
  thread->is_known = TRUE;
  g_ptr_array_add (self->in_order, thread->builder);
  to = thread->builder->thread;
  to->name = name ? g_steal_pointer (&name) : g_strdup ("");
  to->process_type = g_strdup ("default");
  to->pid = g_strdup_printf ("%d", pid);
  to->tid = g_strdup_printf ("%d", tid);
  to->tid_is_number = TRUE;
  to->is_main_thread = pid == tid;
}

static void
read_lost (SimpleperfReader    *self,
           const FulProtoField *message)
{
  FulProtoReader reader;
  FulProtoField field;

  self->n_claimed = self->n_lost = 0;
  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == LOST_SAMPLES)
      self->n_claimed = (gint64) (field.value & G_MAXINT64);
    else if (field.number == LOST_LOST)
      self->n_lost = (gint64) (field.value & G_MAXINT64);
  log_bad (self, &reader);
}

static void
read_meta (SimpleperfReader    *self,
           const FulProtoField *message)
{
  FulProtoReader reader;
  FulProtoField field;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number == META_EVENT)
      g_ptr_array_add (self->events, dup_text (&field));
    else if (field.number == META_PACKAGE)
      {
        g_free (self->package);
        self->package = dup_text (&field);
      }
  log_bad (self, &reader);
}

static void
read_record (SimpleperfReader    *self,
             const FulProtoField *message)
{
  static void (*const readers[]) (SimpleperfReader *, const FulProtoField *) = {
    [RECORD_SAMPLE] = read_sample, [RECORD_LOST] = read_lost, [RECORD_FILE] = read_file,
    [RECORD_THREAD] = read_thread, [RECORD_META] = read_meta,
  };
  FulProtoReader reader;
  FulProtoField field;

  ful_proto_reader_init (&reader, message);
  while (ful_proto_reader_next (&reader, &field))
    if (field.number < G_N_ELEMENTS (readers) && readers[field.number] && field.data)
      readers[field.number] (self, &field);
  log_bad (self, &reader);
}

static void
read_records (SimpleperfReader *self,
              FulByteReader    *bytes)
{
  while (!ful_profile_builder_is_full (self->import->builder))
    {
      guint64 offset = ful_byte_reader_get_offset (bytes);
      gsize n, n_there;
      const guint8 *p = ful_byte_reader_peek (bytes, 4, &n_there);
      FulProtoField message = { .type = FUL_PROTO_BYTES, .offset = offset + 4 };

      n = n_there < 4 ? 0 : ful_read_u32 (p);
      if (n_there == 4 && n == 0)
        return;
      if (n_there == 4 && n <= FUL_BYTE_READER_MAX - 4)
        p = ful_byte_reader_peek (bytes, n + 4, &n_there);
      if (n == 0 || n_there < n + 4)
        {
          ful_import_log_add (self->import->builder->log, FUL_SEVERITY_DATA_LOSS, "records", -1, (gint64) offset,
                              _("the report ends before its last record"));
          return;
        }
      message.data = p + 4;
      message.n = n;
      read_record (self, &message);
      ful_byte_reader_take (bytes, n + 4);
    }
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
    return CATEGORY_KERNEL;
  if (g_str_has_suffix (path, ".so"))
    return is_system ? CATEGORY_SYSTEM : CATEGORY_NATIVE;
  if (g_str_equal (path, "[JIT app cache]") || has_suffix (path, java_files))
    return is_system || has_prefix (name, system_names) ? CATEGORY_SYSTEM : CATEGORY_JAVA;

  return CATEGORY_OTHER;
}

/* One for each file, even of one path: files may have been replaced. */
static FulResourceIndex
get_resource (SimpleperfReader *self,
              File             *file)
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
finish_frames (SimpleperfReader *self)
{
  FulTableBuilder *frames = &self->import->builder->frames;

  for (guint i = 0; i < self->places->len; i++)
    {
      const Place *place = &g_array_index (self->places, Place, i);
      File *file = g_hash_table_lookup (self->files, GUINT_TO_POINTER (place->file));
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
finish_samples (SimpleperfReader *self,
                Thread           *thread,
                guint             clock)
{
  FulTableBuilder *samples = &thread->builder->samples;

  if (clock < self->events->len)
    {
      double factor = ful_import_samples_set_unit (thread->builder, "ns");

      for (guint i = 0; i < samples->n_rows; i++)
        {
          const Weight *weight = &g_array_index (thread->weights, Weight, i);

          FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[i] = weight->event == clock ? weight->count * factor : 0;
        }
    }
  ful_import_samples_sort (thread->builder);
}

/* The threads that have a record, in the order of those. */
static void
finish_threads (SimpleperfReader *self)
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
      Thread *thread = value;

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
log_lost (SimpleperfReader *self)
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
finish_meta (SimpleperfReader *self)
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
finish (SimpleperfReader  *self,
        GError           **error)
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
  SimpleperfReader self = { .import = import, .n_claimed = -1 };
  const guint8 *header;
  gboolean success;
  gsize n_header;

  ful_import_tables_init (&self.tables, import->builder);
  self.files = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) free_file);
  self.threads = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) free_thread);
  self.in_order = g_ptr_array_new ();
  self.frames = ful_interner_new (4);
  self.places = g_array_new (FALSE, FALSE, sizeof (Place));
  self.events = g_ptr_array_new_with_free_func (g_free);
  self.calls = g_array_new (FALSE, FALSE, sizeof (FulFrameIndex));

  header = ful_byte_reader_peek (bytes, HEADER_BYTES, &n_header);
  if (n_header == HEADER_BYTES)
    ful_import_set_version (import, ful_read_u16 (header + VERSION_OFFSET));
  ful_byte_reader_skip (bytes, HEADER_BYTES);
  read_records (&self, bytes);
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
