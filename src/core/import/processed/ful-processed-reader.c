/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Processed profile, version 70 → builder. Columns are moved without a copy.
 *
 * Members that only a writer needs (pausedRanges, jsTracer, pages, … and unknown
 * ones) are kept as text and written again. Semantics: formats.md 2. */

#include "config.h"

#include "ful-processed-reader-private.h"

#include "ful-processed-upgrade.h"

#include "base/ful-error.h"
#include "import/common/ful-payload.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

FulWeightType
ful_processed_read_weight_type (const FulRawNode *table)
{
  const char *type = ful_raw_get_string (table, "weightType");

  if (g_strcmp0 (type, "tracing-ms") == 0)
    return FUL_WEIGHT_TYPE_TRACING_MS;
  if (g_strcmp0 (type, "bytes") == 0)
    return FUL_WEIGHT_TYPE_BYTES;

  return FUL_WEIGHT_TYPE_SAMPLES;
}

static void
put_column (FulTableBuilder *table,
            guint            column,
            FulBuffer       *buffer)
{
  g_clear_pointer (&table->buffers[column], ful_buffer_unref);
  table->buffers[column] = buffer;
}

/* Samples and allocations: a time column, then columns by description. */
void
ful_processed_read_timed_table (FulColumnReader   *reader,
                  FulRawNode        *node,
                  const char *const *needed,
                  FulTableBuilder   *table)
{
  const char *with_time[] = { "time", NULL, NULL };
  guint n;

  if (!ful_raw_get_column (node, "time"))
    with_time[0] = "timeDeltas";
  with_time[1] = needed[0];
  n = ful_column_reader_count_rows (reader, node, with_time);

  put_column (table, 0, ful_column_reader_take_times (reader, node, n));
  ful_column_reader_read_table (reader, node, n, table, 1);
}

/* A phase's unused time may hold anything (typed columns hold 0). */
static void
clear_unused_times (FulTableBuilder *markers)
{
  const guint8 *phase = FUL_CELLS (markers, FUL_MARKER_PHASE, guint8);
  double *start = FUL_CELLS (markers, FUL_MARKER_START_TIME, double);
  double *end = FUL_CELLS (markers, FUL_MARKER_END_TIME, double);

  for (guint i = 0; i < markers->n_rows; i++)
    {
      if (phase[i] == FUL_MARKER_PHASE_INSTANT || phase[i] == FUL_MARKER_PHASE_INTERVAL_START)
        end[i] = NAN;
      else if (phase[i] == FUL_MARKER_PHASE_INTERVAL_END)
        start[i] = NAN;
    }
}

/* Payloads that are not all text: an array with elements other than objects. */
static void
write_payload_nodes (FulColumnReader  *reader,
                     FulRawColumn     *column,
                     guint             n_rows,
                     FulThreadBuilder *thread)
{
  gint64 *start = FUL_CELLS (&thread->markers, FUL_MARKER_PAYLOAD, gint64);
  gint32 *length = FUL_CELLS (&thread->markers, FUL_MARKER_PAYLOAD_LENGTH, gint32);

  for (guint i = 0; i < n_rows && i < column->n; i++)
    {
      FulRawNode *node = ful_raw_column_element (reader->tree, column, i);

      if (!ful_raw_is (node, FUL_RAW_OBJECT))
        {
          if (!ful_raw_is (node, FUL_RAW_NULL))
            ful_import_log_add (reader->log, FUL_SEVERITY_DATA_LOSS, reader->where, i, -1,
                                _("marker payload is not an object; removed it"));
          continue;
        }
      start[i] = (gint64) thread->payloads.n;
      ful_raw_write (node, &thread->payloads);
      length[i] = (gint32) (thread->payloads.n - (gsize) start[i]);
    }
}

/* The column is created with the first one: most threads have none. */
static void
set_cause (FulTableBuilder *markers,
           guint            row,
           FulStackIndex    stack)
{
  if (markers->buffers[FUL_MARKER_CAUSE_STACK] == NULL)
    {
      FulBuffer *causes = ful_buffer_new (FUL_TYPE_I32, markers->n_rows);

      causes->n = markers->n_rows;
      memset (causes->data, 0xff, causes->n * sizeof (gint32));   /* FUL_NONE */
      markers->buffers[FUL_MARKER_CAUSE_STACK] = causes;
    }
  FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[row] = stack;
}

static void
read_payloads (FulColumnReader  *reader,
               FulRawNode       *node,
               guint             n_rows,
               FulThreadBuilder *thread)
{
  FulTableBuilder *markers = &thread->markers;
  FulRawColumn *column = ful_raw_get_column (node, "data");
  FulBuffer *types;

  if (column && column->type == FUL_RAW_TEXTS && column->n >= n_rows)
    {
      thread->payloads = column->bytes;
      column->bytes = (FulBytes) { 0 };
      put_column (markers, FUL_MARKER_PAYLOAD,
                  ful_buffer_new_take (FUL_TYPE_I64, g_steal_pointer (&column->text_start), n_rows));
      put_column (markers, FUL_MARKER_PAYLOAD_LENGTH,
                  ful_buffer_new_take (FUL_TYPE_I32, g_steal_pointer (&column->text_length), n_rows));
    }
  else
    {
      for (guint c = FUL_MARKER_PAYLOAD; c <= FUL_MARKER_PAYLOAD_LENGTH; c++)
        put_column (markers, c, ful_column_reader_take (reader, "data", NULL, &markers->klass->columns[c], n_rows));
      if (column)
        write_payload_nodes (reader, column, n_rows, thread);
    }

  types = ful_buffer_new (FUL_TYPE_I32, n_rows);
  types->n = n_rows;
  put_column (markers, FUL_MARKER_PAYLOAD_TYPE, types);
  put_column (markers, FUL_MARKER_CAUSE_STACK, NULL);
  for (guint i = 0; i < n_rows; i++)
    {
      gint64 start = FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[i];
      gint32 length = FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[i];
      FulPayloadInfo info = { FUL_NONE, FUL_NONE };

      if (length > 0)
        info = ful_payload_scan (reader->texts, thread->payloads.data + start, (gsize) length);
      ((gint32 *) types->data)[i] = info.type;
      if (info.cause_stack != FUL_NONE)
        set_cause (markers, i, info.cause_stack);
    }
}

static void
read_markers (FulColumnReader  *reader,
              FulRawNode       *node,
              FulThreadBuilder *thread)
{
  static const char *const needed[] = { "name", "startTime", "endTime", "phase", NULL };
  static const char *const known[] = { "name", "startTime", "endTime", "phase", "category", "data", "length" };
  FulTableBuilder *markers = &thread->markers;
  guint n = ful_column_reader_count_rows (reader, node, needed);

  for (guint c = 0; c < FUL_MARKER_PAYLOAD; c++)
    {
      const FulColumn *description = &markers->klass->columns[c];

      put_column (markers, c, ful_column_reader_take (reader, description->name,
                                                      ful_raw_get_column (node, description->name), description, n));
    }
  markers->n_rows = n;
  read_payloads (reader, node, n, thread);
  clear_unused_times (markers);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    ful_raw_remove (node, known[i]);
  thread->thread->markers_rest_json = ful_raw_dup_members (node);
}

char *
ful_processed_dup_id (FulRawNode *node,
        gboolean   *is_number)
{
  *is_number = FALSE;
  if (ful_raw_is (node, FUL_RAW_STRING))
    return g_strdup (node->string);
  if (!ful_raw_is (node, FUL_RAW_NUMBER))
    return g_strdup ("undefined");
  *is_number = TRUE;

  return g_strdup (node->text);
}

static GBytes *
read_old_rows (FulRawNode *node,
               const char *key)
{
  FulRawColumn *column = ful_raw_get_column (node, key);

  return column && column->type == FUL_RAW_I32 ? g_bytes_new (column->i32, column->n * sizeof *column->i32) : NULL;
}

/**
 * ful_processed_read_thread_members:
 * @node: a thread; modified
 * @thread: gets its members, but not its tables
 */
void
ful_processed_read_thread_members (FulRawNode *node,
                                   FulThread  *thread)
{
  static const char *const known[] = {
    "name", "processType", "processName", "eTLD+1", "pid", "tid", "isMainThread", "isJsTracer", "processStartupTime",
    "processShutdownTime", "registerTime", "unregisterTime", "samples", "markers", "jsAllocations", "nativeAllocations",
    FUL_UPGRADE_OLD_FUNCS, FUL_UPGRADE_OLD_RESOURCES,
  };
  gboolean pid_is_number;

  thread->name = ful_raw_dup_string (node, "name", "");
  thread->process_type = ful_raw_dup_string (node, "processType", "default");
  thread->process_name = ful_raw_dup_string (node, "processName", NULL);
  thread->etld1 = ful_raw_dup_string (node, "eTLD+1", NULL);
  thread->pid = ful_processed_dup_id (ful_raw_get (node, "pid"), &pid_is_number);
  thread->tid = ful_processed_dup_id (ful_raw_get (node, "tid"), &thread->tid_is_number);
  thread->is_main_thread = ful_raw_get_bool (node, "isMainThread");
  thread->is_js_tracer = ful_raw_get_bool (node, "isJsTracer");
  thread->process_startup_time = ful_raw_get_number_or (node, "processStartupTime", 0);
  thread->process_shutdown_time = ful_raw_get_number (node, "processShutdownTime");
  thread->register_time = ful_raw_get_number_or (node, "registerTime", 0);
  thread->unregister_time = ful_raw_get_number (node, "unregisterTime");
  thread->old_funcs = read_old_rows (node, FUL_UPGRADE_OLD_FUNCS);
  thread->old_resources = read_old_rows (node, FUL_UPGRADE_OLD_RESOURCES);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    ful_raw_remove (node, known[i]);
  thread->rest_json = ful_raw_dup_members (node);
}

static gboolean
read_thread (FulRawTree        *tree,
             FulRawNode        *node,
             guint              i,
             FulProfileBuilder *builder)
{
  static const char *const sample_columns[] = { "stack", NULL };
  static const char *const allocation_columns[] = { "weight", NULL };
  g_autofree char *samples_place = g_strdup_printf ("threads[%u].samples", i);
  g_autofree char *markers_place = g_strdup_printf ("threads[%u].markers", i);
  g_autofree char *js_place = g_strdup_printf ("threads[%u].jsAllocations", i);
  g_autofree char *native_place = g_strdup_printf ("threads[%u].nativeAllocations", i);
  FulColumnReader reader = { tree, builder->texts, builder->log, NULL };
  FulRawNode *samples = ful_raw_get (node, "samples");
  FulRawNode *markers = ful_raw_get (node, "markers");
  FulRawNode *js = ful_raw_get (node, "jsAllocations");
  FulRawNode *native = ful_raw_get (node, "nativeAllocations");
  FulThreadBuilder *thread;

  if (!ful_raw_is (node, FUL_RAW_OBJECT))
    {
      ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, "threads", i, -1,
                          _("thread is not an object; skipped it"));
      return FALSE;
    }

  thread = ful_profile_builder_add_thread (builder);
  thread->thread->weight_type = ful_processed_read_weight_type (samples);

  reader.where = samples_place;
  if (samples)
    ful_processed_read_timed_table (&reader, samples, sample_columns, &thread->samples);
  reader.where = markers_place;
  if (markers)
    read_markers (&reader, markers, thread);
  reader.where = js_place;
  thread->has_js_allocations = ful_raw_is (js, FUL_RAW_OBJECT);
  if (thread->has_js_allocations)
    ful_processed_read_timed_table (&reader, js, allocation_columns, &thread->js_allocations);
  reader.where = native_place;
  thread->has_native_allocations = ful_raw_is (native, FUL_RAW_OBJECT);
  if (thread->has_native_allocations)
    ful_processed_read_timed_table (&reader, native, allocation_columns, &thread->native_allocations);

  ful_processed_read_thread_members (node, thread->thread);

  return TRUE;
}

/* prefixOffset → row of the parent. Also reads the column `prefix` of older versions. */
static void
resolve_prefixes (FulRawNode        *stacks,
                  FulProfileBuilder *builder)
{
  gint32 *prefix = FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32);

  if (ful_raw_get (stacks, "prefixOffset") == NULL)
    return;

  for (guint i = 0; i < builder->stacks.n_rows; i++)
    {
      gint32 offset = prefix[i];

      if (offset > 0 && (guint32) offset <= i)
        {
          prefix[i] = (gint32) i - offset;
          continue;
        }
      prefix[i] = FUL_NONE;
      if (offset != 0)
        ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, "shared.stackTable.prefixOffset", i, -1,
                            _("stack refers to later caller; made it a root"));
    }
}

static gboolean
read_shared (FulRawTree         *tree,
             FulRawNode         *shared,
             FulProfileBuilder  *builder,
             GCancellable       *cancellable,
             GError            **error)
{
  static const struct { const char *name, *needed; gsize table; gboolean optional; } tables[] = {
    { "frameTable", "func", G_STRUCT_OFFSET (FulProfileBuilder, frames), FALSE },
    { "funcTable", "name", G_STRUCT_OFFSET (FulProfileBuilder, funcs), FALSE },
    { "resourceTable", "name", G_STRUCT_OFFSET (FulProfileBuilder, resources), FALSE },
    { "nativeSymbols", "name", G_STRUCT_OFFSET (FulProfileBuilder, native_symbols), FALSE },
    { "sources", "filename", G_STRUCT_OFFSET (FulProfileBuilder, sources), TRUE },
    { "sourceLocationTable", "source", G_STRUCT_OFFSET (FulProfileBuilder, source_locations), TRUE },
  };
  FulColumnReader reader = { tree, builder->texts, builder->log, "shared.stackTable" };
  FulRawColumn *strings = ful_raw_get_column (shared, "stringArray");
  FulRawNode *stacks = ful_raw_get (shared, "stackTable");
  const char *stack_columns[] = { "frame", "prefixOffset", NULL };
  FulRawColumn *prefix;
  guint n;

  if (strings == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT,
                           _("The array “shared.stringArray” of the processed profile is missing"));
      return FALSE;
    }
  if (strings->type == FUL_RAW_STRINGS)
    {
      ful_string_table_unref (builder->strings);
      builder->strings = ful_string_table_new_take (strings->bytes.data, strings->bytes.n, strings->n);
      strings->bytes = (FulBytes) { 0 };
      strings->n = 0;
    }
  for (guint i = 0; i < strings->n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulRawNode *node = ful_raw_column_element (tree, strings, i);

      if (!ful_raw_is (node, FUL_RAW_STRING))
        ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, "shared.stringArray", i, -1,
                            _("element is not a string; replaced it"));
      ful_string_table_append (builder->strings, ful_raw_is (node, FUL_RAW_STRING) ? node->string : "<unknown>", -1);
    }

  if (ful_raw_get (stacks, "prefixOffset") == NULL && ful_raw_get (stacks, "prefix"))
    {
      stack_columns[1] = "prefix";
      ful_import_log_add (builder->log, FUL_SEVERITY_INFO, "shared.stackTable", -1, -1,
                          _("used the column “prefix” of older versions"));
    }
  n = ful_column_reader_count_rows (&reader, stacks, stack_columns);
  prefix = ful_raw_get_column (stacks, stack_columns[1]);
  put_column (&builder->stacks, FUL_STACK_FRAME,
              ful_column_reader_take (&reader, "frame", ful_raw_get_column (stacks, "frame"),
                                      &ful_stack_table_class.columns[FUL_STACK_FRAME], n));
  put_column (&builder->stacks, FUL_STACK_PREFIX,
              ful_column_reader_take (&reader, stack_columns[1], prefix,
                                      &ful_stack_table_class.columns[FUL_STACK_PREFIX], n));
  builder->stacks.n_rows = n;
  resolve_prefixes (stacks, builder);

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *place = g_strconcat ("shared.", tables[i].name, NULL);
      const char *needed[] = { tables[i].needed, NULL };
      FulRawNode *table = ful_raw_get (shared, tables[i].name);

      if (table == NULL && tables[i].optional)
        continue;
      reader.where = place;
      n = ful_column_reader_count_rows (&reader, table, needed);
      ful_column_reader_read_table (&reader, table, n, G_STRUCT_MEMBER_P (builder, tables[i].table), 0);
    }

  return TRUE;
}

/**
 * ful_processed_read_head:
 * @tree: the tree
 * @root: a profile of version 70, or its members before `threads`; modified
 * @builder: gets `meta`, `libs` and `shared`
 * @cancellable: (nullable): checked for each row of a list
 * @error: %FUL_ERROR_FORMAT if `meta` or `shared` are missing
 */
gboolean
ful_processed_read_head (FulRawTree         *tree,
                         FulRawNode         *root,
                         FulProfileBuilder  *builder,
                         GCancellable       *cancellable,
                         GError            **error)
{
  FulRawNode *libs = ful_raw_get (root, "libs");
  guint n = ful_raw_length (libs);

  if (!ful_processed_read_meta (tree, ful_raw_get (root, "meta"), builder, cancellable))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“meta” of the processed profile is not an object"));
      return FALSE;
    }

  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cancellable); i++)
    g_ptr_array_add (builder->profile->libs, ful_processed_read_lib (ful_raw_element (tree, libs, i)));

  return read_shared (tree, ful_raw_get (root, "shared"), builder, cancellable, error);
}

/**
 * ful_processed_read_threads:
 * @tree: the tree
 * @threads: `threads`; its elements are modified
 * @begin: element to begin with
 * @end: one past the last one
 * @builder: gets the threads
 * @cancellable: (nullable): checked for each
 * @error: that it was cancelled
 */
gboolean
ful_processed_read_threads (FulRawTree         *tree,
                            FulRawNode         *threads,
                            guint               begin,
                            guint               end,
                            FulProfileBuilder  *builder,
                            GCancellable       *cancellable,
                            GError            **error)
{
  for (guint i = begin; i < end; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      read_thread (tree, ful_raw_element (tree, threads, i), i, builder);
    }

  return TRUE;
}

/**
 * ful_processed_read:
 * @tree: the tree
 * @root: a profile of version 70; modified
 * @n_threads_read: how many elements of `threads` @builder has, after what is before them; or 0 for nothing
 * @builder: gets everything else
 * @cancellable: (nullable): checked for each row of a list
 * @error: %FUL_ERROR_FORMAT if `meta`, `shared` or `threads` are missing
 *
 * Returns: %TRUE if @builder can be sealed
 */
gboolean
ful_processed_read (FulRawTree         *tree,
                    FulRawNode         *root,
                    guint               n_threads_read,
                    FulProfileBuilder  *builder,
                    GCancellable       *cancellable,
                    GError            **error)
{
  static const char *const known[] = { "meta", "libs", "shared", "threads", "counters" };
  FulRawNode *threads = ful_raw_get (root, "threads");
  FulRawNode *counters = ful_raw_get (root, "counters");
  guint n = ful_raw_length (counters);

  if (!ful_raw_is (ful_raw_get (root, "meta"), FUL_RAW_OBJECT))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“meta” of the processed profile is not an object"));
      return FALSE;
    }
  if (!ful_raw_is (threads, FUL_RAW_ARRAY))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“threads” of the processed profile is not an array"));
      return FALSE;
    }
  if (!ful_profile_builder_check_n_threads (builder, ful_raw_length (threads) - n_threads_read, error))
    return FALSE;
  if (n_threads_read == 0 && !ful_processed_read_head (tree, root, builder, cancellable, error))
    return FALSE;
  if (!ful_processed_read_threads (tree, threads, n_threads_read, ful_raw_length (threads), builder, cancellable, error))
    return FALSE;

  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cancellable); i++)
    ful_processed_read_counter (tree, ful_raw_element (tree, counters, i), i, builder);

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    ful_raw_remove (root, known[i]);
  builder->profile->rest_json = ful_raw_dup_members (root);

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}
