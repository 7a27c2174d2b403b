/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Gecko profile, version 36 → builder: the parent process, then each of its
 * children (formats.md 5). */

#include "config.h"

#include "ful-gecko-reader.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-buffer.h"
#include "base/ful-error.h"
#include "import/common/ful-counter-display.h"
#include "import/common/ful-return-addresses.h"
#include "import/processed/ful-processed-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-shared-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static int
compare_libs (gconstpointer a,
              gconstpointer b)
{
  const FulGeckoLib *x = a;
  const FulGeckoLib *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

static void
read_libs (FulGeckoReader  *self,
           FulGeckoProcess *process)
{
  FulRawNode *libs = ful_raw_get (process->node, "libs");
  guint n = ful_raw_length (libs);

  process->libs = g_new0 (FulGeckoLib, MAX (n, 1));
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      FulRawNode *node = ful_raw_element (self->tree, libs, i);
      FulGeckoLib *lib = &process->libs[process->n_libs];
      const char *name = ful_raw_get_string (node, "name");
      guint64 offset = 0;

      if (!ful_raw_number_u64 (ful_raw_get (node, "start"), &lib->start)
          || !ful_raw_number_u64 (ful_raw_get (node, "end"), &lib->end))
        {
          ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, "libs", i, -1,
                              _("skipped library without start and end"));
          continue;
        }
      ful_raw_number_u64 (ful_raw_get (node, "offset"), &offset);
      lib->base = lib->start - offset;
      lib->node = node;
      lib->index = FUL_NONE;
      lib->name = ful_string_table_intern (self->builder->strings, name ? name : "", -1);
      process->n_libs++;
    }

  qsort (process->libs, process->n_libs, sizeof *process->libs, compare_libs);
}

static void
append_array (FulRawTree       *tree,
              FulRawNode       *to,
              const FulRawNode *from)
{
  guint n = ful_raw_length (from);

  for (guint i = 0; i < n; i++)
    ful_raw_append_node (tree, to, ful_raw_element (tree, from, i));
}

/* The first thread of @builder from @first on that is the main thread of its process, or FUL_NONE. */
static int
find_main_thread (FulGeckoReader *self,
                  guint           first,
                  guint           end)
{
  for (guint i = first; i < end; i++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (self->builder->threads, i);

      if (g_str_equal (thread->thread->name, "GeckoMain"))
        return (int) i;
    }

  return FUL_NONE;
}

static FulRawNode *
new_f64_array (FulRawTree         *tree,
               const FulRawColumn *cells,
               guint               n)
{
  FulRawNode *array = ful_raw_tree_new_array (tree, FUL_RAW_F64, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    {
      double value = ful_raw_column_number (cells, i);

      array->column->f64[i] = isnan (value) ? 0 : value;
    }
  array->column->n = n;

  return array;
}

/* An element of a list of objects that is none. */
static void
log_missing (FulGeckoReader *self,
             const char     *where,
             guint           i)
{
  ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, where, i, -1, _("an element is no object; skipped it"));
}

static void
read_counters (FulGeckoReader  *self,
               FulGeckoProcess *process,
               int              main_thread)
{
  FulRawTree *tree = self->tree;
  FulRawNode *counters = ful_raw_get (process->node, "counters");
  guint n = ful_raw_length (counters);

  for (guint i = 0; i < n && !g_cancellable_is_cancelled (self->cancellable); i++)
    {
      FulRawNode *counter = ful_raw_element (tree, counters, i);
      FulRawNode *table = ful_raw_get (counter, "samples");
      FulRawColumn *times = ful_raw_cells (table, "time");
      FulRawColumn *counts = ful_raw_cells (table, "count");
      FulRawColumn *numbers = ful_raw_cells (table, "number");
      FulRawNode *samples, *time_array, *pid, *result;
      FulThreadBuilder *thread;

      if (!ful_raw_is (counter, FUL_RAW_OBJECT))
        log_missing (self, "counters", i);
      if (ful_gecko_remove_missing_rows (self, table, "time", NULL, "counters.samples") == 0)
        continue;
      if (main_thread == FUL_NONE)
        {
          ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, "counters", i, -1,
                              _("skipped counter of a process without main thread"));
          continue;
        }

      thread = g_ptr_array_index (self->builder->threads, (guint) main_thread);
      samples = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
      time_array = new_f64_array (tree, times, times->n);
      ful_import_round_times (time_array->column->f64, times->n, process->shift);
      ful_raw_set (tree, samples, "time", time_array);
      ful_raw_set (tree, samples, "count", new_f64_array (tree, counts, times->n));
      if (numbers)
        ful_raw_set (tree, samples, "number", new_f64_array (tree, numbers, times->n));

      result = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
      for (const char *const *key = (const char *const[]) { "name", "category", "description", NULL }; *key; key++)
        if (ful_raw_get (counter, *key))
          ful_raw_set (tree, result, *key, ful_raw_get (counter, *key));
      pid = ful_raw_tree_new_string (tree, thread->thread->pid);
      ful_raw_set (tree, result, "pid", pid);
      ful_raw_set (tree, result, "mainThreadIndex", ful_raw_tree_new_number (tree, main_thread));
      ful_raw_set (tree, result, "samples", samples);
      ful_raw_set (tree, result, "display",
                   ful_counter_display_new (tree, ful_raw_get_string (counter, "category"),
                                            ful_raw_get_string (counter, "name"), NULL));
      ful_processed_read_counter (tree, result, self->builder->profile->counters->len, self->builder);
    }
}

/* profilerOverhead of one process: rows → columns, times → ms, other values in µs. */
static FulRawNode *
convert_overhead (FulGeckoReader  *self,
                  FulGeckoProcess *process,
                  FulRawNode      *overhead,
                  int              main_thread)
{
  static const char *const columns[] = { "counters", "expiredMarkerCleaning", "locking", "threads" };
  FulRawTree *tree = self->tree;
  FulThreadBuilder *thread = g_ptr_array_index (self->builder->threads, (guint) main_thread);
  FulRawNode *table = ful_raw_get (overhead, "samples");
  FulRawNode *samples = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  FulRawNode *result = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  FulRawColumn *times = ful_raw_cells (table, "time");
  guint n = ful_gecko_remove_missing_rows (self, table, "time", NULL, "profilerOverhead.samples");
  FulRawNode *time_array = new_f64_array (tree, times, n);

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    ful_raw_set (tree, samples, columns[c], new_f64_array (tree, ful_raw_cells (table, columns[c]), n));
  for (guint i = 0; i < n; i++)
    time_array->column->f64[i] = time_array->column->f64[i] / 1000 + process->shift;
  ful_raw_set (tree, samples, "time", time_array);
  ful_raw_set (tree, samples, "length", ful_raw_tree_new_number (tree, n));

  ful_raw_set (tree, result, "samples", samples);
  if (ful_raw_get (overhead, "statistics"))
    ful_raw_set (tree, result, "statistics", ful_raw_get (overhead, "statistics"));
  ful_raw_set (tree, result, "pid", ful_raw_tree_new_string (tree, thread->thread->pid));
  ful_raw_set (tree, result, "mainThreadIndex", ful_raw_tree_new_number (tree, main_thread));

  return result;
}

/* Members that are only written again: pages, logs, overhead. */
static void
collect_rest (FulGeckoReader  *self,
              FulGeckoProcess *process,
              int              main_thread,
              FulRawNode      *rest)
{
  FulRawTree *tree = self->tree;
  FulRawNode *pages = ful_raw_get (process->node, "pages");
  FulRawNode *log = ful_raw_get (process->node, "profilingLog");
  FulRawNode *overhead = ful_raw_get (process->node, "profilerOverhead");

  if (pages)
    {
      if (ful_raw_get (rest, "pages") == NULL)
        ful_raw_set (tree, rest, "pages", ful_raw_tree_new_array (tree, FUL_RAW_NODES, 8));
      append_array (tree, ful_raw_get (rest, "pages"), pages);
    }
  if (ful_raw_is (log, FUL_RAW_OBJECT))
    {
      if (ful_raw_get (rest, "profilingLog") == NULL)
        ful_raw_set (tree, rest, "profilingLog", ful_raw_tree_new_node (tree, FUL_RAW_OBJECT));
      for (FulRawMember *member = log->members; member; member = member->next)
        ful_raw_set (tree, ful_raw_get (rest, "profilingLog"), member->key, member->value);
    }
  if (ful_raw_is (overhead, FUL_RAW_OBJECT) && main_thread != FUL_NONE)
    {
      if (ful_raw_get (rest, "profilerOverhead") == NULL)
        ful_raw_set (tree, rest, "profilerOverhead", ful_raw_tree_new_array (tree, FUL_RAW_NODES, 4));
      ful_raw_append_node (tree, ful_raw_get (rest, "profilerOverhead"),
                           convert_overhead (self, process, overhead, main_thread));
    }
}

static void
map_stacks (gint32       *stacks,
            guint         n,
            const gint32 *map)
{
  for (guint i = 0; i < n; i++)
    if (stacks[i] != FUL_NONE)
      stacks[i] = map[stacks[i]];
}

static void
add_column (GArray          *columns,
            FulTableBuilder *table,
            guint            column,
            gboolean         is_backtrace)
{
  FulStackColumn entry = { FUL_CELLS (table, column, gint32), table->n_rows, is_backtrace };

  g_array_append_val (columns, entry);
}

/* formats.md 5 step 12, for the whole profile. */
static void
correct_return_addresses (FulGeckoReader *self)
{
  FulProfileBuilder *builder = self->builder;
  guint n_frames = builder->frames.n_rows;
  g_autofree guint8 *has_address = g_new (guint8, MAX (n_frames, 1));
  g_autoptr(GArray) columns = g_array_new (FALSE, FALSE, sizeof (FulStackColumn));
  g_autoptr(FulReturnAddresses) changes = NULL;
  guint first;

  for (guint i = 0; i < n_frames; i++)
    has_address[i] = FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[i] != FUL_NONE;
  for (guint i = 0; i < builder->threads->len; i++)
    {
      FulThreadBuilder *thread = g_ptr_array_index (builder->threads, i);

      add_column (columns, &thread->samples, FUL_SAMPLE_STACK, FALSE);
      add_column (columns, &thread->markers, FUL_MARKER_CAUSE_STACK, TRUE);
      add_column (columns, &thread->js_allocations, FUL_ALLOCATION_STACK, TRUE);
      add_column (columns, &thread->native_allocations, FUL_ALLOCATION_STACK, TRUE);
    }

  changes = ful_return_addresses_new (builder->stacks.n_rows,
                                      FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32),
                                      FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32),
                                      n_frames, has_address, (FulStackColumn *) columns->data, columns->len);
  if (changes == NULL)
    return;

  first = ful_table_builder_append (&builder->frames, changes->copies->len);
  for (guint i = 0; i < changes->copies->len; i++)
    {
      gint32 from = g_array_index (changes->copies, gint32, i);

      for (guint c = 0; c < builder->frames.klass->n_columns; c++)
        {
          FulBuffer *buffer = builder->frames.buffers[c];
          gsize size = ful_type_get_size (buffer->type);

          memcpy ((char *) buffer->data + (first + i) * size, (char *) buffer->data + (gsize) from * size, size);
        }
    }
  for (guint i = 0; i < n_frames; i++)
    FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[i] -= changes->is_return_address[i];

  ful_table_builder_clear (&builder->stacks);
  ful_table_builder_init (&builder->stacks, &ful_stack_table_class);
  ful_table_builder_append (&builder->stacks, changes->n_stacks);
  memcpy (FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32), changes->frame, changes->n_stacks * sizeof (gint32));
  memcpy (FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32), changes->prefix, changes->n_stacks * sizeof (gint32));

  for (guint i = 0; i < columns->len; i++)
    {
      FulStackColumn *column = &g_array_index (columns, FulStackColumn, i);

      map_stacks ((gint32 *) column->stacks, column->n, column->is_backtrace ? changes->backtrace_map : changes->sample_map);
    }
}

/* Stack numbers of causes are final now: into the payload texts with them. */
static void
write_causes (FulThreadBuilder *thread)
{
  const gint32 *stacks = FUL_CELLS (&thread->markers, FUL_MARKER_CAUSE_STACK, gint32);
  const gint64 *starts = FUL_CELLS (&thread->markers, FUL_MARKER_PAYLOAD, gint64);
  gint32 *lengths = FUL_CELLS (&thread->markers, FUL_MARKER_PAYLOAD_LENGTH, gint32);

  for (guint i = 0; i < thread->markers.n_rows; i++)
    {
      char text[sizeof FUL_GECKO_STACK_BLANKS "}}"];

      if (stacks[i] == FUL_NONE)
        continue;

      /* The text ends earlier by the blanks that were not needed. */
      lengths[i] -= (gint32) (sizeof text - 1);
      g_snprintf (text, sizeof text, "%d}}", stacks[i]);
      memcpy (thread->payloads.data + starts[i] + lengths[i], text, strlen (text));
      lengths[i] += (gint32) strlen (text);
    }
}

static void
read_process (FulGeckoReader *self,
              FulRawNode     *node,
              double          parent_start,
              FulRawNode     *rest)
{
  FulGeckoProcess process = { .node = node, .sources = ful_raw_get (node, "sources") };
  FulRawNode *threads = ful_raw_get (node, "threads");
  guint first = self->builder->threads->len;
  guint n = ful_raw_length (threads);
  double start = ful_raw_get_number (ful_raw_get (node, "meta"), "startTime");
  int main_thread;

  process.shift = isnan (start) || isnan (parent_start) ? 0 : start - parent_start;
  if (ful_raw_is (ful_raw_get (node, "jsTracerDictionary"), FUL_RAW_ARRAY))
    process.tracer_strings = ful_gecko_take_strings (self->tree, node, "jsTracerDictionary");
  read_libs (self, &process);
  for (guint i = 0; i < n; i++)
    {
      FulRawNode *thread = ful_raw_element (self->tree, threads, i);

      if (g_cancellable_is_cancelled (self->cancellable))
        break;
      if (ful_raw_is (thread, FUL_RAW_OBJECT))
        ful_gecko_read_thread (self, &process, thread);
      else
        log_missing (self, "threads", i);
    }

  main_thread = find_main_thread (self, first, self->builder->threads->len);
  read_counters (self, &process, main_thread);
  collect_rest (self, &process, main_thread, rest);
  g_clear_pointer (&process.tracer_strings, ful_string_table_unref);
  g_free (process.libs);
}

static gboolean
read_processes (FulGeckoReader  *self,
                GPtrArray       *processes,
                FulRawNode      *rest,
                GCancellable    *cancellable,
                GError         **error)
{
  double parent_start = ful_raw_get_number (ful_raw_get (g_ptr_array_index (processes, 0), "meta"), "startTime");

  for (guint i = 0; i < processes->len; i++)
    {
      FulRawNode *threads = ful_raw_get (g_ptr_array_index (processes, i), "threads");

      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !ful_profile_builder_check_n_threads (self->builder, ful_raw_length (threads), error))
        return FALSE;
      read_process (self, g_ptr_array_index (processes, i), parent_start, rest);
    }

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * ful_gecko_read:
 * @tree: the tree
 * @root: a Gecko profile of version 36; modified
 * @builder: gets everything
 * @cancellable: (nullable): checked between processes
 * @error: %FUL_ERROR_FORMAT if `meta` or `threads` are missing
 *
 * Returns: %TRUE if @builder can be sealed
 */
gboolean
ful_gecko_read (FulRawTree         *tree,
                FulRawNode         *root,
                FulProfileBuilder  *builder,
                GCancellable       *cancellable,
                GError            **error)
{
  FulGeckoReader self = { .tree = tree, .builder = builder, .cancellable = cancellable };
  g_autoptr(GPtrArray) processes = g_ptr_array_new ();
  FulRawNode *children = ful_raw_get (root, "processes");
  FulRawNode *meta = ful_raw_get (root, "meta");
  FulRawNode *rest = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);
  FulRawNode *schemas;
  guint n = ful_raw_length (children);
  gboolean done;

  if (!ful_raw_is (ful_raw_get (root, "threads"), FUL_RAW_ARRAY))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT, _("“threads” of the Gecko profile is not an array"));
      return FALSE;
    }

  g_ptr_array_add (processes, root);
  for (guint i = 0; i < n && !g_cancellable_is_cancelled (cancellable); i++)
    {
      FulRawNode *child = ful_raw_element (tree, children, i);

      if (ful_raw_is (child, FUL_RAW_OBJECT))
        g_ptr_array_add (processes, child);
      else
        log_missing (&self, "processes", i);
    }

  self.scratch = ful_raw_tree_new ();
  self.payload_types = g_ptr_array_new_with_free_func (g_free);
  self.tracers = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_gecko_tracer_free);
  ful_gecko_funcs_init (&self.funcs, tree, builder);
  /* Before any script is met, so that scripts of add-ons find them. */
  ful_gecko_funcs_add_extensions (&self.funcs, ful_raw_get (meta, "extensions"));
  schemas = ful_gecko_merge_schemas (&self, processes);
  self.string_fields = ful_legacy_string_fields (tree, schemas);

  done = read_processes (&self, processes, rest, cancellable, error);
  if (done)
    {
      if (ful_raw_get (root, "profileGatheringLog"))
        ful_raw_set (tree, rest, "profileGatheringLog", ful_raw_get (root, "profileGatheringLog"));
      builder->profile->rest_json = ful_raw_dup_members (rest);
      ful_gecko_js_tracer_add_threads (&self, ful_legacy_find_category (tree, ful_raw_get (meta, "categories"), "Other"));
      correct_return_addresses (&self);
      for (guint i = 0; i < builder->threads->len; i++)
        write_causes (g_ptr_array_index (builder->threads, i));
      ful_gecko_add_visual_metrics (&self, ful_raw_get (meta, "visualMetrics"), ful_raw_get (rest, "pages"),
                                    ful_legacy_find_category (tree, ful_raw_get (meta, "categories"), "Test"), schemas);
      ful_gecko_read_meta (&self, meta, schemas);
      done = !g_cancellable_set_error_if_cancelled (cancellable, error);
    }

  ful_raw_tree_free (self.scratch);
  g_ptr_array_unref (self.payload_types);
  g_ptr_array_unref (self.tracers);
  ful_gecko_funcs_clear (&self.funcs);
  g_hash_table_unref (self.string_fields);

  return done;
}
