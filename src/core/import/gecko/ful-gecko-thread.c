/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One Gecko thread → builder (formats.md 4 and 5). Frames and stacks are appended
 * to the shared tables in their order; addresses are corrected at the end, for the
 * whole profile at once (ful-gecko-reader.c). */

#include "config.h"

#include "ful-gecko-location.h"
#include "ful-gecko-reader-private.h"
#include "import/ful-column-reader.h"

#include <math.h>

/* A payload takes about a microsecond. */
#define CANCEL_CHECK_PAYLOADS 512

/* What a location string stands for; one for each string of the thread. */
typedef struct
{
  FulFuncIndex func;      /* FUL_NONE: not looked at yet */
  gint64       address;
  FulLibIndex  lib;
} Location;

typedef struct
{
  FulGeckoReader   *reader;
  FulGeckoProcess  *process;
  FulThreadBuilder *thread;
  FulStringTable   *strings;     /* of the thread */
  Location         *locations;
  guint             frame_offset;
  guint             stack_offset;
  guint             n_stacks;
  GHashTable       *windows;     /* used innerWindowIDs, as double* */
  GArray           *window_list;
  GArray           *causes;      /* FulGeckoCause */
  const char       *where;
} ThreadReader;

/**
 * ful_gecko_ns_times:
 * @times: in ms; in: as recorded, out: as the reference adds them up
 * @n: number of times
 * @shift: ms to add
 *
 * The reference keeps differences of whole nanoseconds and adds them up again.
 */
void
ful_gecko_ns_times (double *times,
                    guint   n,
                    double  shift)
{
  double last_ns = 0;
  double now = 0;

  for (guint i = 0; i < n; i++)
    {
      double ns = floor (times[i] * 1e6 + 0.5);
      double delta = (ns - last_ns) / 1e6;

      now += i == 0 ? delta + shift : delta;
      last_ns = ns;
      times[i] = now;
    }
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
intern (ThreadReader *self,
        const char   *text,
        gsize         length)
{
  return ful_string_table_intern (self->reader->builder->strings, text, (gssize) length);
}

static FulGeckoLib *
find_lib (FulGeckoProcess *process,
          guint64          address)
{
  guint begin = 0, end = process->n_libs;

  while (begin < end)
    {
      guint middle = begin + (end - begin) / 2;

      if (process->libs[middle].start <= address)
        begin = middle + 1;
      else
        end = middle;
    }

  return begin > 0 && address < process->libs[begin - 1].end ? &process->libs[begin - 1] : NULL;
}

static void
resolve_script (ThreadReader           *self,
                const FulGeckoLocation *parts,
                Location               *location)
{
  FulGeckoFuncs *funcs = &self->reader->funcs;
  g_autofree char *place = g_strndup (parts->place, parts->place_length);
  const char *arrow = NULL;
  const char *url = place;
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

  location->func = ful_gecko_funcs_func (funcs, name, TRUE, FALSE, ful_gecko_funcs_url_resource (funcs, url),
                                         ful_gecko_funcs_source (funcs, self->process->sources, parts->source, url),
                                         parts->line, parts->column);
}

static void
resolve_native (ThreadReader           *self,
                const FulGeckoLocation *parts,
                Location               *location)
{
  static const char thunk[] = "non-virtual thunk to ";
  FulGeckoFuncs *funcs = &self->reader->funcs;
  const char *name = parts->name;
  gsize length = parts->name_length;
  g_autofree char *cleaned = NULL;
  FulStringIndex known;

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

  location->func = ful_gecko_funcs_func (funcs, intern (self, name, length), FALSE, FALSE,
                                         ful_gecko_funcs_lib_resource (funcs, intern (self, parts->place, parts->place_length)),
                                         FUL_NONE, FUL_NONE, FUL_NONE);
}

static Location *
resolve (ThreadReader   *self,
         FulStringIndex  string,
         gboolean        relevant_for_js)
{
  Location *location = &self->locations[string];
  FulGeckoFuncs *funcs = &self->reader->funcs;
  const char *text = ful_string_table_get (self->strings, string);
  FulGeckoLocation parts;
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
      location->func = ful_gecko_funcs_func (funcs, intern (self, text, strlen (text)), FALSE, FALSE,
                                             lib ? ful_gecko_funcs_lib_resource (funcs, lib->name) : FUL_NONE,
                                             FUL_NONE, FUL_NONE, FUL_NONE);
      break;
    case FUL_GECKO_LOCATION_NATIVE:
      resolve_native (self, &parts, location);
      break;
    case FUL_GECKO_LOCATION_SCRIPT:
      resolve_script (self, &parts, location);
      break;
    case FUL_GECKO_LOCATION_LABEL:
    default:
      location->func = ful_gecko_funcs_func (funcs, intern (self, text, strlen (text)), FALSE, relevant_for_js,
                                             FUL_NONE, FUL_NONE, FUL_NONE, FUL_NONE);
      break;
    }

  return location;
}

static gint32
whole_or_none (double value)
{
  return value >= 0 && value <= G_MAXINT32 ? (gint32) value : FUL_NONE;
}

static void
use_window (ThreadReader *self,
            double        id)
{
  gint64 key;

  if (isnan (id) || id == 0)
    return;
  key = (gint64) id;
  if (g_hash_table_contains (self->windows, &key))
    return;
  g_hash_table_add (self->windows, g_memdup2 (&key, sizeof key));
  g_array_append_val (self->window_list, id);
}

static void
read_frames (ThreadReader     *self,
             const FulRawNode *table)
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

  self->locations = g_new (Location, MAX (n_strings, 1));
  for (guint i = 0; i < n_strings; i++)
    self->locations[i] = (Location) { FUL_NONE, FUL_NONE, FUL_NONE };

  first = ful_table_builder_append (frames, n);
  self->frame_offset = first;
  for (guint i = 0; i < n; i++)
    {
      double string = ful_raw_column_number (locations, i);
      double window = ful_raw_column_number (windows, i);
      Location unknown = { 0, FUL_NONE, FUL_NONE };
      Location *location = &unknown;
      gint32 category = whole_or_none (ful_raw_column_number (categories, i));

      if (string >= 0 && string < n_strings)
        location = resolve (self, (FulStringIndex) string, ful_raw_column_number (relevant, i) == 1);
      else
        {
          unknown.func = ful_gecko_funcs_func (&self->reader->funcs, intern (self, "<unknown>", 9), FALSE, FALSE,
                                               FUL_NONE, FUL_NONE, FUL_NONE, FUL_NONE);
          ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                              "a frame without a location string was named “<unknown>”");
        }

      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[first + i] = location->func;
      FUL_CELLS (frames, FUL_FRAME_ADDRESS, gint64)[first + i] = location->address;
      FUL_CELLS (frames, FUL_FRAME_LIB, gint32)[first + i] = location->lib;
      FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[first + i] = category;
      FUL_CELLS (frames, FUL_FRAME_SUBCATEGORY, gint32)[first + i] = whole_or_none (ful_raw_column_number (subcategories, i));
      FUL_CELLS (frames, FUL_FRAME_INNER_WINDOW_ID, double)[first + i] = window;
      FUL_CELLS (frames, FUL_FRAME_LINE, gint32)[first + i] = whole_or_none (ful_raw_column_number (lines, i));
      FUL_CELLS (frames, FUL_FRAME_COLUMN, gint32)[first + i] = whole_or_none (ful_raw_column_number (columns, i));
      use_window (self, window);
    }
}

static void
read_stacks (ThreadReader     *self,
             const FulRawNode *table)
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

      if (!(frame >= 0 && frame < n_frames))
        {
          ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                              "a stack with a frame out of range got the first frame");
          frame = 0;
          if (n_frames == 0)
            n_frames = ful_table_builder_append (&builder->frames, 1) + 1 - self->frame_offset;
        }
      frame_cells[i] = (gint32) (self->frame_offset + (guint) frame);

      if (isnan (prefix))
        continue;
      if (prefix >= 0 && prefix < i)
        prefix_cells[i] = (gint32) (first + (guint) prefix);
      else
        ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                            "a stack whose caller does not stand before it became a root");
    }
}

/* A stack cell of the thread → row of the shared table. */
static FulStackIndex
shared_stack (ThreadReader *self,
              double        stack,
              guint         row)
{
  if (isnan (stack))
    return FUL_NONE;
  if (stack >= 0 && stack < self->n_stacks)
    return (FulStackIndex) (self->stack_offset + (guint) stack);

  ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_ERROR, self->where, row, -1,
                      "a stack out of range was left out");

  return FUL_NONE;
}

static void
take_cells (ThreadReader     *self,
            FulTableBuilder  *table,
            guint             column,
            FulRawColumn     *cells,
            guint             n_rows)
{
  FulColumnReader reader = { self->reader->tree, self->reader->builder->texts, self->reader->builder->log, self->where };
  const FulColumn *description = &table->klass->columns[column];

  g_clear_pointer (&table->buffers[column], ful_buffer_unref);
  table->buffers[column] = ful_column_reader_take (&reader, description->name, cells, description, n_rows);
}

static void
read_samples (ThreadReader     *self,
              const FulRawNode *table)
{
  FulTableBuilder *samples = &self->thread->samples;
  FulRawColumn *stacks = ful_raw_cells (table, "stack");
  FulRawColumn *times = ful_raw_cells (table, "time");
  FulRawColumn *cpu = ful_raw_cells (table, "threadCPUDelta");
  FulRawColumn *delays = ful_raw_cells (table, "eventDelay");
  FulRawColumn *responsiveness = ful_raw_cells (table, "responsiveness");
  FulRawColumn *arguments = ful_raw_cells (table, "argumentValues");
  guint n = times ? times->n : 0;
  double *time_cells;

  ful_table_builder_append (samples, n);
  time_cells = FUL_CELLS (samples, FUL_SAMPLE_TIME, double);
  for (guint i = 0; i < n; i++)
    {
      double time = ful_raw_column_number (times, i);

      if (isnan (time))
        ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_ERROR, self->where, i, -1,
                            "a sample without a time got that of the one before it");
      time_cells[i] = isnan (time) ? i > 0 ? time_cells[i - 1] : 0 : time;
    }
  ful_gecko_ns_times (time_cells, n, self->process->shift);

  for (guint i = 0; stacks && i < n; i++)
    FUL_CELLS (samples, FUL_SAMPLE_STACK, gint32)[i] = shared_stack (self, ful_raw_column_number (stacks, i), i);

  if (cpu && cpu->n_nulls < cpu->n)
    take_cells (self, samples, FUL_SAMPLE_CPU_DELTA, cpu, n);
  if (delays)
    take_cells (self, samples, FUL_SAMPLE_EVENT_DELAY, delays, n);
  else if (responsiveness)
    take_cells (self, samples, FUL_SAMPLE_RESPONSIVENESS, responsiveness, n);
  else if (n > 0)
    ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_INFO, self->where, -1, -1,
                        "samples have neither eventDelay nor responsiveness; how fast the thread answered is not known");
  if (arguments)
    take_cells (self, samples, FUL_SAMPLE_ARGUMENT_VALUES, arguments, n);
}

typedef struct
{
  double key;
  guint  row;
} MarkerOrder;

static int
compare_marker_order (gconstpointer a,
                      gconstpointer b)
{
  const MarkerOrder *x = a;
  const MarkerOrder *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;

  return x->row < y->row ? -1 : x->row > y->row;
}

/* Rows by end time, or start time where there is no end; zero counts as no time. */
static guint *
sort_markers (ThreadReader *self,
              FulRawColumn *starts,
              FulRawColumn *ends,
              guint         n,
              guint        *out_n)
{
  g_autofree MarkerOrder *order = g_new (MarkerOrder, MAX (n, 1));
  guint *rows;
  guint kept = 0;

  for (guint i = 0; i < n; i++)
    {
      double start = ful_raw_column_number (starts, i);
      double end = ful_raw_column_number (ends, i);

      if (isnan (start) && isnan (end))
        {
          ful_import_log_add (self->reader->builder->log, FUL_SEVERITY_DATA_LOSS, self->where, i, -1,
                              "a marker without any time was left out");
          continue;
        }
      order[kept++] = (MarkerOrder) { end != 0 && !isnan (end) ? end : isnan (start) ? 0 : start, i };
    }
  qsort (order, kept, sizeof *order, compare_marker_order);
  rows = g_new (guint, MAX (kept, 1));
  for (guint i = 0; i < kept; i++)
    rows[i] = order[i].row;
  *out_n = kept;

  return rows;
}

static gint32
text_or_none (ThreadReader     *self,
              const FulRawNode *node,
              const char       *key)
{
  const char *text = ful_raw_get_string (node, key);

  return text ? ful_string_table_intern (self->reader->builder->texts, text, -1) : FUL_NONE;
}

static void
ensure_column (FulTableBuilder *table,
               guint            column)
{
  if (table->buffers[column] == NULL)
    table->buffers[column] = ful_buffer_new (table->klass->columns[column].type, 0);
}

static double
number_or (double value,
           double fallback)
{
  return isnan (value) ? fallback : value;
}

static void
add_allocation (ThreadReader          *self,
                const FulGeckoPayload *payload,
                double                 time,
                guint                  marker)
{
  gboolean is_js = payload->kind == FUL_GECKO_PAYLOAD_JS_ALLOCATION;
  FulTableBuilder *table = is_js ? &self->thread->js_allocations : &self->thread->native_allocations;
  double address = ful_raw_get_number (payload->node, "memoryAddress");
  guint row;

  if (table->n_rows == 0)
    {
      if (is_js)
        for (guint c = FUL_ALLOCATION_CLASS_NAME; c <= FUL_ALLOCATION_IN_NURSERY; c++)
          ensure_column (table, c);
      else if (!isnan (address))
        {
          ensure_column (table, FUL_ALLOCATION_MEMORY_ADDRESS);
          ensure_column (table, FUL_ALLOCATION_THREAD_ID);
        }
    }

  row = ful_table_builder_append (table, 1);
  FUL_CELLS (table, FUL_ALLOCATION_TIME, double)[row] = time + self->process->shift;
  FUL_CELLS (table, FUL_ALLOCATION_WEIGHT, double)[row] = number_or (ful_raw_get_number (payload->node, "size"), 0);
  FUL_CELLS (table, FUL_ALLOCATION_STACK, gint32)[row] =
    payload->cause_stack == FUL_NONE ? FUL_NONE : shared_stack (self, payload->cause_stack, marker);

  if (is_js)
    {
      self->thread->has_js_allocations = TRUE;
      FUL_CELLS (table, FUL_ALLOCATION_CLASS_NAME, gint32)[row] = text_or_none (self, payload->node, "className");
      FUL_CELLS (table, FUL_ALLOCATION_TYPE_NAME, gint32)[row] = text_or_none (self, payload->node, "typeName");
      FUL_CELLS (table, FUL_ALLOCATION_COARSE_TYPE, gint32)[row] = text_or_none (self, payload->node, "coarseType");
      FUL_CELLS (table, FUL_ALLOCATION_IN_NURSERY, guint8)[row] = ful_raw_get_bool (payload->node, "inNursery") != 0;
      return;
    }

  self->thread->has_native_allocations = TRUE;
  if (table->buffers[FUL_ALLOCATION_MEMORY_ADDRESS])
    {
      FUL_CELLS (table, FUL_ALLOCATION_MEMORY_ADDRESS, double)[row] = address;
      FUL_CELLS (table, FUL_ALLOCATION_THREAD_ID, double)[row] = ful_raw_get_number (payload->node, "threadId");
    }
}

static void
write_payload (ThreadReader          *self,
               const FulGeckoPayload *payload,
               guint                  row)
{
  FulTableBuilder *markers = &self->thread->markers;
  FulBytes *bytes = &self->thread->payloads;
  const char *type = ful_raw_get_string (payload->node, "type");
  gsize start = bytes->n;

  ful_raw_write (payload->node, bytes);
  if (payload->cause_stack != FUL_NONE)
    {
      FulGeckoCause cause = { row, 0 };

      /* The cause is the last member, and its stack its last one. */
      bytes->n -= 2;
      ful_bytes_append_s (bytes, ",\"stack\":");
      cause.place = bytes->n;
      ful_bytes_append_s (bytes, "          }}");
      g_array_append_val (self->causes, cause);
    }
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = (gint64) start;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) (bytes->n - start);
  if (type)
    FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] =
      ful_string_table_intern (self->reader->builder->texts, type, -1);
}

/* The payload of one row; FALSE if the row is an allocation and no marker. */
static gboolean
read_payload (ThreadReader     *self,
              FulGeckoPayloads *payloads,
              FulRawColumn     *data,
              guint             from,
              double            start_time,
              FulGeckoPayload  *out)
{
  FulBytes text = { 0 };

  *out = (FulGeckoPayload) { FUL_GECKO_PAYLOAD_NONE, NULL, FUL_NONE, NAN };
  if (data == NULL || from >= data->n)
    return TRUE;

  ful_raw_tree_reset (payloads->tree);
  if (data->type == FUL_RAW_TEXTS)
    {
      if (data->text_length[from] > 0)
        *out = ful_gecko_payload_convert (payloads, data->bytes.data + data->text_start[from],
                                          (gsize) data->text_length[from], from);
    }
  else if (data->type == FUL_RAW_NODES && ful_raw_is (data->nodes[from], FUL_RAW_OBJECT))
    {
      ful_raw_write (data->nodes[from], &text);
      *out = ful_gecko_payload_convert (payloads, text.data, text.n, from);
      ful_bytes_clear (&text);
    }

  if (out->kind < FUL_GECKO_PAYLOAD_JS_ALLOCATION)
    return TRUE;

  add_allocation (self, out, start_time, from);

  return FALSE;
}

static void
read_markers (ThreadReader     *self,
              const FulRawNode *table)
{
  FulProfileBuilder *builder = self->reader->builder;
  FulTableBuilder *markers = &self->thread->markers;
  FulRawColumn *names = ful_raw_cells (table, "name");
  FulRawColumn *starts = ful_raw_cells (table, "startTime");
  FulRawColumn *ends = ful_raw_cells (table, "endTime");
  FulRawColumn *phases = ful_raw_cells (table, "phase");
  FulRawColumn *categories = ful_raw_cells (table, "category");
  FulRawColumn *data = ful_raw_cells (table, "data");
  FulGeckoPayloads payloads = {
    .tree = self->reader->scratch, .strings = builder->strings, .thread_strings = self->strings,
    .string_fields = self->reader->string_fields, .shift = self->process->shift, .log = builder->log, .where = self->where,
  };
  guint n_strings = ful_string_table_get_n (self->strings);
  g_autofree gint32 *shared = g_new (gint32, MAX (n_strings, 1));
  g_autofree guint *order = NULL;
  guint n;

  if (names == NULL)
    return;
  for (guint i = 0; i < n_strings; i++)
    shared[i] = FUL_NONE;
  order = sort_markers (self, starts, ends, names->n, &n);
  ful_table_builder_reserve (markers, n);

  for (guint i = 0; i < n; i++)
    {
      guint from = order[i];
      double start = ful_raw_column_number (starts, from);
      double end = ful_raw_column_number (ends, from);
      double name = ful_raw_column_number (names, from);
      double phase = ful_raw_column_number (phases, from);
      gint32 category = whole_or_none (ful_raw_column_number (categories, from));
      FulGeckoPayload payload;
      guint row;

      if (i % CANCEL_CHECK_PAYLOADS == 0 && g_cancellable_is_cancelled (self->reader->cancellable))
        return;
      if (!(name >= 0 && name < n_strings))
        {
          ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, self->where, from, -1,
                              "a marker whose name is no string of the thread was left out");
          continue;
        }
      if (!read_payload (self, &payloads, data, from, start, &payload))
        continue;

      if (shared[(guint) name] == FUL_NONE)
        shared[(guint) name] = ful_string_table_intern (builder->strings,
                                                        ful_string_table_get (self->strings, (FulStringIndex) name), -1);
      row = ful_table_builder_append (markers, 1);
      FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = shared[(guint) name];
      FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = phase >= 0 && phase <= 3 ? (guint8) phase : 0;
      FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = MAX (category, 0);
      /* A phase's unused time may hold anything. */
      if (phase != FUL_MARKER_PHASE_INTERVAL_END)
        FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = start + self->process->shift;
      if (phase == FUL_MARKER_PHASE_INTERVAL || phase == FUL_MARKER_PHASE_INTERVAL_END)
        FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = end + self->process->shift;

      if (payload.kind != FUL_GECKO_PAYLOAD_KEEP)
        continue;
      if (payload.cause_stack != FUL_NONE)
        {
          payload.cause_stack = shared_stack (self, payload.cause_stack, from);
          FUL_CELLS (markers, FUL_MARKER_CAUSE_STACK, gint32)[row] = payload.cause_stack;
          if (payload.cause_stack == FUL_NONE)
            ful_raw_remove (payload.node, "cause");
        }
      use_window (self, ful_raw_get_number (payload.node, "innerWindowID"));
      write_payload (self, &payload, row);
    }
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
read_members (ThreadReader     *self,
              const FulRawNode *node)
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
  thread->register_time = number_or (ful_raw_get_number (node, "registerTime"), 0) + shift;
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
 * @node: the thread; is taken apart
 *
 * Appends one thread to the builder.
 */
void
ful_gecko_read_thread (FulGeckoReader  *self,
                       FulGeckoProcess *process,
                       FulRawNode      *node)
{
  g_autofree char *where = g_strdup_printf ("threads[%u]", self->builder->threads->len);
  ThreadReader reader = { .reader = self, .process = process, .where = where };

  reader.thread = ful_profile_builder_add_thread (self->builder);
  reader.strings = ful_gecko_take_strings (self->tree, node, "stringTable");
  reader.windows = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  reader.window_list = g_array_new (FALSE, FALSE, sizeof (double));
  reader.causes = g_array_new (FALSE, FALSE, sizeof (FulGeckoCause));

  read_frames (&reader, ful_raw_get (node, "frameTable"));
  read_stacks (&reader, ful_raw_get (node, "stackTable"));
  read_samples (&reader, ful_raw_get (node, "samples"));
  read_markers (&reader, ful_raw_get (node, "markers"));
  read_members (&reader, node);
  g_ptr_array_add (self->causes, reader.causes);
  if (ful_raw_is (ful_raw_get (node, "jsTracerEvents"), FUL_RAW_OBJECT))
    ful_gecko_js_tracer_take (self, process, ful_raw_get (node, "jsTracerEvents"));
  ful_raw_release (node);
  ful_bytes_fit (&reader.thread->payloads);

  ful_string_table_unref (reader.strings);
  g_free (reader.locations);
  g_hash_table_unref (reader.windows);
  g_array_unref (reader.window_list);
}
