/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One Gecko thread → builder (formats.md 4 and 5). Frames and stacks are appended
 * to the shared tables in their order; addresses are corrected at the end, for the
 * whole profile at once (ful-gecko-reader.c). */

#include "config.h"

#include "ful-gecko-location.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-bisect.h"
#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "import/ful-column-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-profile.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * ful_gecko_remove_missing_rows:
 * @table: a table whose rows no other table refers to
 * @first: name of a column; if no row has it, all are missing
 * @second: (nullable): name of another one
 * @where: of the table, for the import log
 *
 * Removes rows that have neither cell, as those that are null instead of an array, and counts them in the log.
 *
 * Returns: how many rows are left
 */
guint
ful_gecko_remove_missing_rows (FulGeckoReader   *self,
                               const FulRawNode *table,
                               const char       *first,
                               const char       *second,
                               const char       *where)
{
  FulRawColumn *a = ful_raw_cells (table, first);
  FulRawColumn *b = a && second ? ful_raw_cells (table, second) : NULL;
  guint n = a ? a->n : ful_raw_length (ful_raw_get (table, "data"));
  g_autoptr(GArray) kept = NULL;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_missing = isnan (ful_raw_column_number (a, i)) && isnan (ful_raw_column_number (b, i));

      if (is_missing && kept == NULL)
        {
          kept = g_array_new (FALSE, FALSE, sizeof (guint));
          for (guint k = 0; k < i; k++)
            g_array_append_val (kept, k);
        }
      if (is_missing)
        ful_import_log_add (self->builder->log, FUL_SEVERITY_DATA_LOSS, where, i, -1,
                            _("a row is empty or no array; skipped it"));
      else if (kept)
        g_array_append_val (kept, i);
    }
  if (kept == NULL || a == NULL)
    return a ? n : 0;

  ful_raw_cells_select (self->tree, table, (guint *) kept->data, kept->len);

  return kept->len;
}

/**
 * ful_gecko_take_strings:
 * @tree: the tree
 * @object: has the strings as array @key, which may be empty afterwards
 * @key: name of a member
 *
 * Returns: (transfer full): the strings, without a copy where possible
 */
FulStringTable *
ful_gecko_take_strings (FulRawTree       *tree,
                        const FulRawNode *object,
                        const char       *key)
{
  FulRawColumn *column = ful_raw_get_column (object, key);
  FulStringTable *strings;

  if (column && column->type == FUL_RAW_STRINGS)
    {
      strings = ful_string_table_new_take (column->bytes.data, column->bytes.n, column->n);
      column->bytes = (FulBytes) { 0 };
      column->n = 0;
      return strings;
    }

  strings = ful_string_table_new ();
  for (guint i = 0; column && i < column->n; i++)
    {
      FulRawNode *string = ful_raw_column_element (tree, column, i);

      ful_string_table_append (strings, ful_raw_is (string, FUL_RAW_STRING) ? string->string : "<unknown>", -1);
    }

  return strings;
}

static gint32
intern (FulGeckoThreadReader *self,
        const char           *text,
        gsize                 length)
{
  return ful_string_table_intern (self->reader->builder->strings, text, (gssize) length);
}

static FulGeckoLib *
find_lib (FulGeckoProcess *process,
          guint64          address)
{
  guint next = FUL_BISECT (0, process->n_libs, i, process->libs[i].start > address);

  return next > 0 && address < process->libs[next - 1].end ? &process->libs[next - 1] : NULL;
}

static void
resolve_script (FulGeckoThreadReader   *self,
                const FulGeckoLocation *parts,
                FulGeckoResolved       *location)
{
  FulGeckoFuncs *funcs = &self->reader->funcs;
  g_autofree char *place = g_strndup (parts->place, parts->place_length);
  const char *arrow = NULL;
  const char *url = place;
  FulImportFunc func;
  gint32 name;

  for (const char *p = place; (p = strstr (p, " -> ")); p++)
    arrow = p;
  if (arrow)
    url = arrow + 4;

  if (parts->name_length > 0)
    name = intern (self, parts->name, parts->name_length);
  else
    {
      g_autofree char *root = g_strconcat ("(root scope) ", url, NULL);

      name = intern (self, root, strlen (root));
    }

  func = FUL_IMPORT_FUNC (name);
  func.is_js = TRUE;
  func.resource = ful_import_tables_url_resource (&funcs->tables, url);
  func.source = ful_gecko_funcs_source (funcs, self->process->sources, parts->source, url);
  func.line = parts->line;
  func.column = parts->column;
  location->func = ful_import_tables_func (&funcs->tables, &func);
}

static void
resolve_native (FulGeckoThreadReader   *self,
                const FulGeckoLocation *parts,
                FulGeckoResolved       *location)
{
  static const char thunk[] = "non-virtual thunk to ";
  FulImportTables *tables = &self->reader->funcs.tables;
  const char *name = parts->name;
  gsize length = parts->name_length;
  g_autofree char *cleaned = NULL;
  FulStringIndex known;
  FulImportFunc func;

  if (length >= strlen (thunk) && strncmp (name, thunk, strlen (thunk)) == 0)
    {
      name += strlen (thunk);
      length -= strlen (thunk);
    }

  /* A location that is just this name may have been seen in the thread. */
  cleaned = g_strndup (name, length);
  known = ful_string_table_find (self->strings, cleaned);
  if (known != FUL_NONE && self->locations[known].func != FUL_NONE)
    {
      location->func = self->locations[known].func;
      return;
    }

  func = FUL_IMPORT_FUNC (intern (self, name, length));
  func.resource = ful_import_tables_lib_resource (tables, intern (self, parts->place, parts->place_length));
  location->func = ful_import_tables_func (tables, &func);
}

static FulGeckoResolved *
resolve (FulGeckoThreadReader *self,
         FulStringIndex        string,
         gboolean              relevant_for_js)
{
  FulGeckoResolved *location = &self->locations[string];
  FulGeckoFuncs *funcs = &self->reader->funcs;
  const char *text = ful_string_table_get (self->strings, string);
  FulGeckoLocation parts;
  FulImportFunc func;
  FulGeckoLib *lib;

  if (location->func != FUL_NONE)
    return location;

  parts = ful_gecko_location_parse (text);
  switch (parts.kind)
    {
    case FUL_GECKO_LOCATION_ADDRESS:
      lib = parts.has_address ? find_lib (self->process, parts.address) : NULL;
      if (lib)
        {
          location->address = (gint64) (parts.address - lib->base);
          location->lib = ful_gecko_funcs_lib (funcs, lib);
        }
      func = FUL_IMPORT_FUNC (intern (self, text, strlen (text)));
      func.resource = lib ? ful_import_tables_lib_resource (&funcs->tables, lib->name) : FUL_NONE;
      location->func = ful_import_tables_func (&funcs->tables, &func);
      break;
    case FUL_GECKO_LOCATION_NATIVE:
      resolve_native (self, &parts, location);
      break;
    case FUL_GECKO_LOCATION_SCRIPT:
      resolve_script (self, &parts, location);
      break;
    case FUL_GECKO_LOCATION_LABEL:
    default:
      func = FUL_IMPORT_FUNC (intern (self, text, strlen (text)));
      func.relevant_for_js = relevant_for_js;
      location->func = ful_import_tables_func (&funcs->tables, &func);
      break;
    }

  return location;
}

gint32
ful_gecko_whole_or_none (double value)
{
  return value >= 0 && value <= G_MAXINT32 ? (gint32) value : FUL_NONE;
}

void
ful_gecko_use_window (FulGeckoThreadReader *self,
            double        id)
{
  gint64 key;

  if (!(fabs (id) < 9e18) || id == 0)
    return;
  key = (gint64) id;
  if (g_hash_table_contains (self->windows, &key))
    return;
  g_hash_table_add (self->windows, g_memdup2 (&key, sizeof key));
  g_array_append_val (self->window_list, id);
}

/* The function of what is missing: one of the interned ones, which others follow; the builder's own would be in their place. */
static FulFuncIndex
get_unknown_func (FulGeckoThreadReader *self)
{
  FulProfileBuilder *builder = self->reader->builder;

  builder->unknown_func = ful_import_tables_func (&self->reader->funcs.tables, &FUL_IMPORT_FUNC (intern (self, "<unknown>", 9)));

  return builder->unknown_func;
}

static void
read_frames (FulGeckoThreadReader *self,
             const FulRawNode     *table)
{
  FulTableBuilder *frames = &self->reader->builder->frames;
  FulRawColumn *locations = ful_raw_cells (table, "location");
  FulRawColumn *relevant = ful_raw_cells (table, "relevantForJS");
  FulRawColumn *windows = ful_raw_cells (table, "innerWindowID");
  FulRawColumn *lines = ful_raw_cells (table, "line");
  FulRawColumn *columns = ful_raw_cells (table, "column");
  FulRawColumn *categories = ful_raw_cells (table, "category");
  FulRawColumn *subcategories = ful_raw_cells (table, "subcategory");
  guint n = locations ? locations->n : 0;
  guint n_strings = ful_string_table_get_n (self->strings);
  guint first;

  self->locations = g_new (FulGeckoResolved, MAX (n_strings, 1));
  for (guint i = 0; i < n_strings; i++)
    self->locations[i] = (FulGeckoResolved) { FUL_NONE, FUL_NONE, FUL_NONE };

  first = ful_table_builder_append (frames, n);
  self->frame_offset = first;
  for (guint i = 0; i < n; i++)
    {
      double string = ful_raw_column_number (locations, i);
      double window = ful_raw_column_number (windows, i);
      FulGeckoResolved unknown = { 0, FUL_NONE, FUL_NONE };
      FulGeckoResolved *location = &unknown;
      gint32 category = ful_gecko_whole_or_none (ful_raw_column_number (categories, i));

      if (string >= 0 && string < n_strings)
        location = resolve (self, (FulStringIndex) string, ful_raw_column_number (relevant, i) == 1);
      else
        {
          unknown.func = get_unknown_func (self);
          ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                              _("frame has no location string; named it “<unknown>”"));
        }

      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[first + i] = location->func;
      FUL_CELLS (frames, FUL_FRAME_ADDRESS, gint64)[first + i] = location->address;
      FUL_CELLS (frames, FUL_FRAME_LIB, gint32)[first + i] = location->lib;
      FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[first + i] = category;
      FUL_CELLS (frames, FUL_FRAME_SUBCATEGORY, gint32)[first + i] = ful_gecko_whole_or_none (ful_raw_column_number (subcategories, i));
      FUL_CELLS (frames, FUL_FRAME_INNER_WINDOW_ID, double)[first + i] = window;
      FUL_CELLS (frames, FUL_FRAME_LINE, gint32)[first + i] = ful_gecko_whole_or_none (ful_raw_column_number (lines, i));
      FUL_CELLS (frames, FUL_FRAME_COLUMN, gint32)[first + i] = ful_gecko_whole_or_none (ful_raw_column_number (columns, i));
      ful_gecko_use_window (self, window);
    }
}

static void
read_stacks (FulGeckoThreadReader *self,
             const FulRawNode     *table)
{
  FulProfileBuilder *builder = self->reader->builder;
  FulRawColumn *prefixes = ful_raw_cells (table, "prefix");
  FulRawColumn *frames = ful_raw_cells (table, "frame");
  guint n = frames ? frames->n : 0;
  guint n_frames = builder->frames.n_rows - self->frame_offset;
  guint first = ful_table_builder_append (&builder->stacks, n);
  gint32 *frame_cells = FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32) + first;
  gint32 *prefix_cells = FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32) + first;

  self->stack_offset = first;
  self->n_stacks = n;
  for (guint i = 0; i < n; i++)
    {
      double frame = ful_raw_column_number (frames, i);
      double prefix = ful_raw_column_number (prefixes, i);

      if (frame >= 0 && frame < n_frames)
        frame_cells[i] = (gint32) (self->frame_offset + (guint) frame);
      else
        {
          ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                              _("stack refers to missing frame; named it “<unknown>”"));
          get_unknown_func (self);
          frame_cells[i] = ful_profile_builder_get_unknown (builder, FUL_REF_FRAME);
        }

      if (isnan (prefix))
        continue;
      if (prefix >= 0 && prefix < i)
        prefix_cells[i] = (gint32) (first + (guint) prefix);
      else
        ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                            _("stack refers to later caller; made it a root"));
    }
}

/* A stack cell of the thread → row of the shared table. */
FulStackIndex
ful_gecko_shared_stack (FulGeckoThreadReader *self,
              double        stack,
              guint         row)
{
  if (isnan (stack))
    return FUL_NONE;
  if (stack >= 0 && stack < self->n_stacks)
    return (FulStackIndex) (self->stack_offset + (guint) stack);

  ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_ERROR, self->where, row, -1,
                      _("removed reference to missing stack"));

  return FUL_NONE;
}

static void
take_cells (FulGeckoThreadReader *self,
            FulTableBuilder      *table,
            guint                 column,
            FulRawColumn         *cells,
            guint                 n_rows)
{
  FulColumnReader reader = { self->reader->tree, self->reader->builder->texts, self->reader->builder->log, self->where };
  const FulColumn *description = &table->klass->columns[column];

  g_clear_pointer (&table->buffers[column], ful_buffer_unref);
  table->buffers[column] = ful_column_reader_take (&reader, description->name, cells, description, n_rows);
}

static void
read_samples (FulGeckoThreadReader *self,
              const FulRawNode     *table)
{
  FulTableBuilder *samples = &self->thread->samples;
  FulRawColumn *stacks = ful_raw_cells (table, "stack");
  FulRawColumn *times = ful_raw_cells (table, "time");
  FulRawColumn *cpu = ful_raw_cells (table, "threadCPUDelta");
  FulRawColumn *delays = ful_raw_cells (table, "eventDelay");
  FulRawColumn *responsiveness = ful_raw_cells (table, "responsiveness");
  FulRawColumn *arguments = ful_raw_cells (table, "argumentValues");
  guint n = ful_gecko_remove_missing_rows (self->reader, table, "time", "stack", self->where);
  double *time_cells;

  ful_table_builder_append (samples, n);
  time_cells = FUL_CELLS (samples, FUL_SAMPLE_TIME, double);
  for (guint i = 0; i < n; i++)
    {
      double time = ful_raw_column_number (times, i);

      if (isnan (time))
        ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                            _("sample has no time; used that of the previous one"));
      time_cells[i] = isnan (time) ? i > 0 ? time_cells[i - 1] : 0 : time;
    }
  ful_import_round_times (time_cells, n, self->process->shift);

  for (guint i = 0; stacks && i < n; i++)
    FUL_CELLS (samples, FUL_SAMPLE_STACK, gint32)[i] = ful_gecko_shared_stack (self, ful_raw_column_number (stacks, i), i);

  if (cpu && cpu->n_nulls < cpu->n)
    take_cells (self, samples, FUL_SAMPLE_CPU_DELTA, cpu, n);
  if (delays)
    take_cells (self, samples, FUL_SAMPLE_EVENT_DELAY, delays, n);
  else if (responsiveness)
    take_cells (self, samples, FUL_SAMPLE_RESPONSIVENESS, responsiveness, n);
  else if (n > 0)
    ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_INFO, self->where, -1, -1,
                        _("samples have neither eventDelay nor responsiveness; event delays are unknown"));
  if (arguments)
    take_cells (self, samples, FUL_SAMPLE_ARGUMENT_VALUES, arguments, n);
}

static char *
dup_string (const FulRawNode *node,
            const char       *key)
{
  return g_strdup (ful_raw_get_string (node, key));
}

static void
append_member (FulBytes         *to,
               const char       *key,
               const FulRawNode *value)
{
  if (value == NULL)
    return;

  if (to->n > 0)
    ful_bytes_append_c (to, ',');
  ful_raw_write_string (key, to);
  ful_bytes_append_c (to, ':');
  ful_raw_write (value, to);
}

static void
read_members (FulGeckoThreadReader *self,
              const FulRawNode     *node)
{
  static const char *const copied[] = { "isPrivateBrowsing", "userContextId", "tracedObjectShapes" };
  FulThread *thread = self->thread->thread;
  FulRawNode *tid = ful_raw_get (node, "tid");
  FulRawNode *pid = ful_raw_get (node, "pid");
  FulRawNode *paused = ful_raw_get (self->process->node, "pausedRanges");
  const char *traced = ful_raw_get_string (node, "tracedValues");
  double shift = self->process->shift;
  FulBytes rest = { 0 };

  thread->name = dup_string (node, "name");
  if (thread->name == NULL)
    thread->name = g_strdup ("");
  thread->process_type = dup_string (node, "processType");
  if (thread->process_type == NULL)
    thread->process_type = g_strdup ("default");
  thread->process_name = dup_string (node, "processName");
  if (thread->process_name == NULL)
    thread->process_name = g_strdup ("");
  thread->etld1 = dup_string (node, "eTLD+1");
  thread->is_main_thread = g_str_equal (thread->name, "GeckoMain");
  thread->pid = g_strdup (ful_raw_is (pid, FUL_RAW_NUMBER) ? pid->text : ful_raw_is (pid, FUL_RAW_STRING) ? pid->string : "0");
  thread->tid = g_strdup (ful_raw_is (tid, FUL_RAW_NUMBER) ? tid->text : ful_raw_is (tid, FUL_RAW_STRING) ? tid->string : "undefined");
  thread->tid_is_number = ful_raw_is (tid, FUL_RAW_NUMBER);
  thread->process_startup_time = shift;
  thread->process_shutdown_time = ful_raw_get_number (ful_raw_get (self->process->node, "meta"), "shutdownTime") + shift;
  thread->register_time = ful_raw_get_number_or (node, "registerTime", 0) + shift;
  thread->unregister_time = ful_raw_get_number (node, "unregisterTime") + shift;
  thread->weight_type = FUL_WEIGHT_TYPE_SAMPLES;

  if (paused)
    append_member (&rest, "pausedRanges", paused);
  else
    ful_bytes_append_s (&rest, "\"pausedRanges\":[]");
  for (guint i = 0; i < G_N_ELEMENTS (copied); i++)
    append_member (&rest, copied[i], ful_raw_get (node, copied[i]));
  if (traced && *traced)
    append_member (&rest, "tracedValuesBuffer", ful_raw_get (node, "tracedValues"));
  if (self->window_list->len > 0)
    {
      ful_bytes_append_s (&rest, ",\"usedInnerWindowIDs\":[");
      for (guint i = 0; i < self->window_list->len; i++)
        {
          if (i > 0)
            ful_bytes_append_c (&rest, ',');
          ful_raw_write_number (g_array_index (self->window_list, double, i), &rest);
        }
      ful_bytes_append_c (&rest, ']');
    }
  ful_bytes_append_c (&rest, '\0');
  thread->rest_json = rest.data;
}

/**
 * ful_gecko_read_thread:
 * @self: the reader
 * @process: process of the thread
 * @node: the thread; modified
 *
 * Appends one thread to the builder.
 */
void
ful_gecko_read_thread (FulGeckoReader  *self,
                       FulGeckoProcess *process,
                       FulRawNode      *node)
{
  static const struct
  {
    const char *key;
    void (*read) (FulGeckoThreadReader *self,
                  const FulRawNode     *table);
  } tables[] = {
    { "frameTable", read_frames },
    { "stackTable", read_stacks },
    { "samples", read_samples },
    { "markers", ful_gecko_read_markers },
  };
  g_autofree char *where = g_strdup_printf ("threads[%u]", self->builder->threads->len);
  FulGeckoThreadReader reader = { .reader = self, .process = process, .where = where };

  reader.thread = ful_profile_builder_add_thread (self->builder);
  reader.strings = ful_gecko_take_strings (self->tree, node, "stringTable");
  ful_string_table_update_index (reader.strings);
  reader.windows = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL);
  reader.window_list = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      FulRawNode *table = ful_raw_get (node, tables[i].key);

      tables[i].read (&reader, table);
      if (table != NULL)
        ful_raw_release (table);
    }
  read_members (&reader, node);
  if (ful_raw_is (ful_raw_get (node, "jsTracerEvents"), FUL_RAW_OBJECT))
    ful_gecko_js_tracer_take (self, process, ful_raw_get (node, "jsTracerEvents"));
  ful_raw_release (node);
  ful_bytes_shrink_to_fit (&reader.thread->payloads);

  ful_string_table_unref (reader.strings);
  g_free (reader.locations);
  g_hash_table_unref (reader.windows);
  g_array_unref (reader.window_list);
}
