/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events of the JS tracer → threads of their own (formats.md 5 step 9). Events are
 * collected with their thread; after all threads, each traced one gets a thread “JS
 * Tracer of …”, whose samples are the times in which an event has no inner event.
 * O(events).
 *
 * The parent of an event is the one that encloses it, which the reference does not
 * get right (it mixes up rows of events and of stacks). Process, times and windows
 * are those of the traced thread; its markers and allocations are not repeated. */

#include "config.h"

#include "ful-gecko-reader-private.h"

#include "base/ful-buffer.h"
#include "base/ful-table.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-names.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* In µs. Times this close are the same. */
#define EPSILON 1e-5

typedef struct
{
  gint32 name;     /* shared string */
  gint32 line;
  gint32 column;
  double start;    /* in µs; @end likewise */
  double end;
} Event;

struct _FulGeckoTracer
{
  guint   thread;  /* the traced one */
  GArray *events;  /* Event; starts never decrease */
};

/* An event that has not ended. */
typedef struct
{
  FulStackIndex stack;
  double        start;   /* of the time that has no sample yet */
  double        end;
} OpenEvent;

/* Sampled script functions by where they begin. */
typedef struct
{
  FulInterner *places;   /* file name, line, column */
  GArray      *funcs;    /* of each place; FUL_NONE if it has none or several */
} ScriptFuncs;

void
ful_gecko_tracer_free (FulGeckoTracer *self)
{
  g_array_unref (self->events);
  g_free (self);
}

/* Recorded times are not precise: an event that overlaps the one before it and
 * is not inside it either begins after it or ends with it. */
static void
fix_overlap (Event       *event,
             const Event *last)
{
  double duration = event->end - event->start;

  if (event->start < last->start)
    {
      if (event->end <= last->start)
        event->end = MIN (last->start + duration, last->end);
      event->start = last->start;
    }
  else if (event->end >= last->end && last->end > event->start)
    {
      if (last->end - event->start < event->end - last->end)
        event->start = last->end;
      else
        event->end = last->end;
    }
}

/**
 * ful_gecko_js_tracer_take:
 * @reader: the reader
 * @process: process of the thread
 * @node: `jsTracerEvents` of the thread that was added last
 *
 * Keeps the events until all threads are there.
 */
void
ful_gecko_js_tracer_take (FulGeckoReader   *reader,
                          FulGeckoProcess  *process,
                          const FulRawNode *node)
{
  FulProfileBuilder *builder = reader->builder;
  FulRawColumn *names = ful_raw_get_column (node, "events");
  FulRawColumn *timestamps = ful_raw_get_column (node, "timestamps");
  FulRawColumn *durations = ful_raw_get_column (node, "durations");
  FulRawColumn *lines = ful_raw_get_column (node, "line");
  FulRawColumn *columns = ful_raw_get_column (node, "column");
  guint n = names ? names->n : 0;
  guint n_strings = process->tracer_strings ? ful_string_table_get_n (process->tracer_strings) : 0;
  g_autofree char *where = g_strdup_printf ("threads[%u].jsTracerEvents", builder->threads->len - 1);
  FulGeckoTracer *self;

  if (process->tracer_strings == NULL)
    {
      if (n > 0)
        ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, where, -1, -1,
                            _("skipped events of the JS tracer: “jsTracerDictionary” is missing"));
      return;
    }

  self = g_new (FulGeckoTracer, 1);
  self->thread = builder->threads->len - 1;
  self->events = g_array_sized_new (FALSE, FALSE, sizeof (Event), n);
  g_ptr_array_add (reader->tracers, self);

  for (guint i = 0; i < n; i++)
    {
      double name = ful_raw_column_number (names, i);
      double start = ful_raw_column_number (timestamps, i) + process->shift * 1000;
      double duration = ful_raw_column_number (durations, i);
      Event event = { 0, ful_gecko_whole_or_none (ful_raw_column_number (lines, i)),
                      ful_gecko_whole_or_none (ful_raw_column_number (columns, i)), start, start };

      if (!(name >= 0 && name < n_strings) || !isfinite (start))
        {
          ful_import_log_add (builder->log, FUL_SEVERITY_DATA_LOSS, where, i, -1,
                              _("skipped event of the JS tracer without name or time"));
          continue;
        }

      event.name = ful_string_table_intern (builder->strings,
                                            ful_string_table_get (process->tracer_strings, (FulStringIndex) name), -1);
      if (duration > 0 && isfinite (duration))
        event.end += duration;
      if (self->events->len > 0)
        fix_overlap (&event, &g_array_index (self->events, Event, self->events->len - 1));
      g_array_append_val (self->events, event);
    }
}

static void
script_funcs_init (ScriptFuncs       *self,
                   FulProfileBuilder *builder)
{
  FulTableBuilder *funcs = &builder->funcs;

  self->places = ful_interner_new (3);
  self->funcs = g_array_new (FALSE, FALSE, sizeof (FulFuncIndex));
  for (guint i = 0; i < funcs->n_rows; i++)
    {
      FulSourceIndex source = FUL_CELLS (funcs, FUL_FUNC_SOURCE, gint32)[i];
      FulFuncIndex func = (FulFuncIndex) i;
      gint32 place[3];
      guint row;

      if (!FUL_CELLS (funcs, FUL_FUNC_IS_JS, guint8)[i] || source == FUL_NONE)
        continue;

      place[0] = FUL_CELLS (&builder->sources, FUL_SOURCE_FILENAME, gint32)[source];
      place[1] = FUL_CELLS (funcs, FUL_FUNC_LINE, gint32)[i];
      place[2] = FUL_CELLS (funcs, FUL_FUNC_COLUMN, gint32)[i];
      if (place[1] == FUL_NONE || place[2] == FUL_NONE)
        continue;

      row = ful_interner_intern (self->places, place);
      if (row == self->funcs->len)
        g_array_append_val (self->funcs, func);
      else
        g_array_index (self->funcs, FulFuncIndex, row) = FUL_NONE;
    }
}

static void
script_funcs_clear (ScriptFuncs *self)
{
  ful_interner_free (self->places);
  g_array_unref (self->funcs);
}

static FulFuncIndex
find_func (FulGeckoReader *reader,
           ScriptFuncs    *scripts,
           const Event    *event)
{
  gint32 place[3] = { event->name, event->line, event->column };
  FulFuncIndex none = FUL_NONE;
  FulImportFunc func;

  if (event->line != FUL_NONE && event->column != FUL_NONE)
    {
      guint row = ful_interner_intern (scripts->places, place);

      if (row == scripts->funcs->len)
        g_array_append_val (scripts->funcs, none);
      if (g_array_index (scripts->funcs, FulFuncIndex, row) != FUL_NONE)
        return g_array_index (scripts->funcs, FulFuncIndex, row);
    }

  func = FUL_IMPORT_FUNC (event->name);
  func.relevant_for_js = TRUE;

  return ful_import_tables_func (&reader->funcs.tables, &func);
}

static FulThreadBuilder *
add_thread (FulProfileBuilder *builder,
            FulThread         *from,
            const char        *friendly_name)
{
  FulThreadBuilder *result = ful_profile_builder_add_thread (builder);
  FulThread *thread = result->thread;

  thread->name = g_strconcat ("JS Tracer of ", friendly_name, NULL);
  thread->process_type = g_strdup (from->process_type);
  thread->process_name = g_strdup (from->process_name);
  thread->etld1 = g_strdup (from->etld1);
  thread->pid = g_strdup (from->pid);
  thread->tid = g_strdup (from->tid);
  thread->tid_is_number = from->tid_is_number;
  thread->is_main_thread = from->is_main_thread;
  thread->is_js_tracer = TRUE;
  thread->process_startup_time = from->process_startup_time;
  thread->process_shutdown_time = from->process_shutdown_time;
  thread->register_time = from->register_time;
  thread->unregister_time = from->unregister_time;
  thread->weight_type = FUL_WEIGHT_TYPE_TRACING_MS;
  thread->rest_json = g_strdup (from->rest_json);
  result->samples.buffers[FUL_SAMPLE_WEIGHT] =
    ful_buffer_new (result->samples.klass->columns[FUL_SAMPLE_WEIGHT].type, 0);

  return result;
}

static void
add_sample (FulTableBuilder *samples,
            FulStackIndex    stack,
            double           start,
            double           end)
{
  guint row;

  if (end - start < EPSILON)
    return;

  row = ful_table_builder_append (samples, 1);
  FUL_CELLS (samples, FUL_SAMPLE_TIME, double)[row] = start / 1000;
  FUL_CELLS (samples, FUL_SAMPLE_STACK, gint32)[row] = stack;
  FUL_CELLS (samples, FUL_SAMPLE_WEIGHT, double)[row] = (end - start) / 1000;
}

/* A frame for each event, all in a row. Returns the first. */
static guint
add_frames (FulGeckoReader   *reader,
            ScriptFuncs      *scripts,
            GArray           *events,
            FulCategoryIndex  category)
{
  FulTableBuilder *frames = &reader->builder->frames;
  guint first = ful_table_builder_append (frames, events->len);

  for (guint i = 0; i < events->len; i++)
    {
      const Event *event = &g_array_index (events, Event, i);

      FUL_CELLS (frames, FUL_FRAME_FUNC, gint32)[first + i] = find_func (reader, scripts, event);
      FUL_CELLS (frames, FUL_FRAME_ADDRESS, gint64)[first + i] = FUL_NONE;
      FUL_CELLS (frames, FUL_FRAME_CATEGORY, gint32)[first + i] = category;
      FUL_CELLS (frames, FUL_FRAME_SUBCATEGORY, gint32)[first + i] = 0;
      FUL_CELLS (frames, FUL_FRAME_INNER_WINDOW_ID, double)[first + i] = 0;
      FUL_CELLS (frames, FUL_FRAME_LINE, gint32)[first + i] = event->line;
      FUL_CELLS (frames, FUL_FRAME_COLUMN, gint32)[first + i] = event->column;
    }

  return first;
}

/* Nests the events, and creates samples of their self time. */
static void
add_samples (FulGeckoReader   *reader,
             FulGeckoTracer   *self,
             FulThreadBuilder *thread,
             guint             first_frame)
{
  FulProfileBuilder *builder = reader->builder;
  g_autofree char *where = g_strdup_printf ("threads[%u].jsTracerEvents", self->thread);
  g_autoptr(GArray) open = g_array_new (FALSE, FALSE, sizeof (OpenEvent));
  guint first = ful_table_builder_append (&builder->stacks, self->events->len);

  for (guint i = 0; i < self->events->len; i++)
    {
      const Event *event = &g_array_index (self->events, Event, i);
      OpenEvent entry = { (FulStackIndex) (first + i), event->start, event->end };
      OpenEvent *parent = NULL;

      while (open->len > 0)
        {
          parent = &g_array_index (open, OpenEvent, open->len - 1);
          if (parent->end > event->start + EPSILON)
            break;
          add_sample (&thread->samples, parent->stack, parent->start, parent->end);
          g_array_set_size (open, open->len - 1);
          parent = NULL;
        }

      FUL_CELLS (&builder->stacks, FUL_STACK_FRAME, gint32)[first + i] = (gint32) (first_frame + i);
      FUL_CELLS (&builder->stacks, FUL_STACK_PREFIX, gint32)[first + i] = parent ? parent->stack : FUL_NONE;
      if (parent)
        {
          if (entry.end >= parent->end + EPSILON)
            ful_import_log_add (builder->log, FUL_SEVERITY_ERROR, where, i, -1,
                                _("event of the JS tracer ends after the one around it; truncated it"));
          entry.end = MIN (entry.end, parent->end);
          add_sample (&thread->samples, parent->stack, parent->start, entry.start);
          parent->start = entry.end;
        }
      g_array_append_val (open, entry);
    }

  for (guint i = open->len; i > 0; i--)
    {
      OpenEvent *entry = &g_array_index (open, OpenEvent, i - 1);

      add_sample (&thread->samples, entry->stack, entry->start, entry->end);
    }
}

/**
 * ful_gecko_js_tracer_add_threads:
 * @reader: the reader; all threads are there
 * @category: category of the frames, or %FUL_NONE
 *
 * Appends a thread for each that was traced.
 */
void
ful_gecko_js_tracer_add_threads (FulGeckoReader   *reader,
                                 FulCategoryIndex  category)
{
  FulProfileBuilder *builder = reader->builder;
  g_autoptr(GPtrArray) threads = NULL;
  g_auto(GStrv) names = NULL;
  ScriptFuncs scripts;

  if (reader->tracers->len == 0)
    return;

  threads = g_ptr_array_sized_new (builder->threads->len);
  for (guint i = 0; i < builder->threads->len; i++)
    g_ptr_array_add (threads, ((FulThreadBuilder *) g_ptr_array_index (builder->threads, i))->thread);
  names = ful_thread_names_new (threads);
  script_funcs_init (&scripts, builder);

  for (guint i = 0; i < reader->tracers->len; i++)
    {
      FulGeckoTracer *tracer = g_ptr_array_index (reader->tracers, i);
      FulThreadBuilder *thread = add_thread (builder, g_ptr_array_index (threads, tracer->thread), names[tracer->thread]);
      guint first_frame = add_frames (reader, &scripts, tracer->events, category);

      add_samples (reader, tracer, thread, first_frame);
    }

  script_funcs_clear (&scripts);
}
