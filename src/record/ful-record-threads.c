/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks and switches of threads → SAMPLES frames (capture.md 8.2). The time between a thread's switches in and out is its CPU
 * time, exactly; ticks say where it was spent. What no tick hit is a row of its own, below what the stacks before and after
 * have in common. */

#include "config.h"

#include "ful-record-threads.h"

#include "export/ful-processed-objects.h"
#include "import/perf/ful-perf-stacks.h"
#include "wire/ful-wire-encoder.h"

#include <math.h>

/* The last number on the wire is that of all threads that come later. */
#define MAX_THREADS (FUL_WIRE_MAX_THREADS - 1)

/* Rows of a frame. */
#define MAX_ROWS (1u << 16)

typedef struct
{
  guint          number;
  FulThread     *shown;
  GPtrArray     *siblings;       /* threads of its process, with this one */
  gboolean       is_changed;     /* since it was put */
  gboolean       has_ended;
  guint64        on_since;       /* ns; 0: it does not run */
  guint64        pending_ns;     /* CPU time since the last row */
  guint64        last_time;      /* of the last row */
  FulStackIndex  last_stack;
  GArray        *rows;           /* FulWireSample */
} Thread;

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  g_object_unref (thread->shown);
  g_array_unref (thread->rows);
  g_free (thread);
}

void
ful_record_threads_init (FulRecordThreads *self,
                         FulRecordTables  *tables,
                         FulImportTables  *rows)
{
  *self = (FulRecordThreads) {
    .tables = tables,
    .rows = rows,
    .threads = g_ptr_array_new_with_free_func (free_thread),
    .processes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_ptr_array_unref),
  };
}

void
ful_record_threads_clear (FulRecordThreads *self)
{
  g_clear_pointer (&self->threads, g_ptr_array_unref);
  g_clear_pointer (&self->processes, g_hash_table_unref);
}

static double
to_ms (const FulRecordThreads *self,
       guint64                 time)
{
  return time > self->start ? (double) (time - self->start) / 1e6 : 0;
}

static void
set_name (Thread              *thread,
          const FulPerfThread *from)
{
  g_free (thread->shown->name);
  thread->shown->name = from->name ? g_strdup (from->name) : g_strdup_printf ("thread %d", from->tid);
  thread->is_changed = TRUE;
}

static GPtrArray *
get_siblings (FulRecordThreads     *self,
              const FulPerfProcess *process)
{
  gint64 key = (gint64) ((guint64) (guint32) process->pid << 32 | process->use);
  GPtrArray *siblings = g_hash_table_lookup (self->processes, &key);

  if (siblings == NULL)
    {
      siblings = g_ptr_array_new ();
      g_hash_table_insert (self->processes, g_memdup2 (&key, sizeof key), siblings);
    }

  return siblings;
}

static Thread *
get_thread (FulRecordThreads *self,
            FulPerfThread    *from)
{
  Thread *thread = from->data;
  FulThread *shown;

  if (thread)
    return thread;

  if (self->threads->len >= MAX_THREADS)   /* the last one takes them all */
    return from->data = g_ptr_array_index (self->threads, self->threads->len - 1);

  thread = g_new0 (Thread, 1);
  thread->number = self->threads->len;
  thread->siblings = get_siblings (self, from->process);
  thread->last_stack = FUL_NONE;
  thread->rows = g_array_new (FALSE, FALSE, sizeof (FulWireSample));
  thread->shown = shown = g_object_new (FUL_TYPE_THREAD, NULL);
  shown->process_type = g_strdup ("default");
  shown->pid = from->process->use == 0 ? g_strdup_printf ("%d", from->process->pid)
                                       : g_strdup_printf ("%d.%u", from->process->pid, from->process->use);
  shown->tid = g_strdup_printf ("%d", from->tid);
  shown->tid_is_number = TRUE;
  shown->is_main_thread = from->process->pid == from->tid;
  shown->process_startup_time = to_ms (self, from->process->start);
  shown->register_time = to_ms (self, from->start);
  shown->unregister_time = shown->process_shutdown_time = (double) NAN;
  set_name (thread, from);
  g_ptr_array_add (self->threads, thread);
  g_ptr_array_add (thread->siblings, thread);
  from->data = thread;

  return thread;
}

/* CPU time up to @time. */
static void
account (FulRecordThreads *self,
         Thread           *thread,
         guint64           time)
{
  guint64 ran = thread->on_since != 0 && time > thread->on_since && !self->is_paused ? time - thread->on_since : 0;

  thread->pending_ns += ran;
  self->cpu_ns += ran;
  if (thread->on_since != 0)
    thread->on_since = MAX (time, thread->on_since);
}

/* @n: ticks that the row stands for */
static void
add_row (FulRecordThreads *self,
         Thread           *thread,
         guint64           time,
         FulStackIndex     stack,
         guint64           n,
         guint64           cpu_ns)
{
  FulWireSample row = {
    .time = (gint64) (time - self->start),
    .stack = stack,
    .n_rows = 1,
    .has_cpu = TRUE,
    .cpu = cpu_ns,
    .has_weight = n != 1,
    .weight = (double) n,
  };

  g_array_append_val (thread->rows, row);
  thread->last_time = time;
}

static FulStackIndex
push_label (FulRecordThreads *self,
            FulStackIndex     stack,
            const char       *label,
            gint32            category)
{
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (self->rows, label, -1));
  FulImportFrame frame = FUL_IMPORT_FRAME (ful_import_tables_func (self->rows, &func), category);

  return ful_import_tables_stack (self->rows, stack, ful_import_tables_frame (self->rows, &frame));
}

/* A row for whole intervals of pending CPU time but for @n_kept ns of it. */
static void
add_unsampled (FulRecordThreads *self,
               Thread           *thread,
               guint64           time,
               FulStackIndex     common,
               guint64           n_kept)
{
  guint64 missing = thread->pending_ns > n_kept ? thread->pending_ns - n_kept : 0;
  guint64 n = (missing + self->interval_ns / 2) / self->interval_ns;
  gboolean is_kernel = !self->sees_kernel && n > 1;
  FulStackIndex stack;

  if (n == 0)
    return;

  stack = push_label (self, common, is_kernel ? "[kernel]" : "[not sampled]",
                      is_kernel ? FUL_PERF_CATEGORY_KERNEL : FUL_PERF_CATEGORY_USER);
  add_row (self, thread, MAX (time, thread->last_time), stack, n, missing);
  thread->pending_ns -= missing;
  self->unsampled_ns += missing;
}

/* @time: at which a thread runs from now on. */
void
ful_record_threads_begin (FulRecordThreads *self,
                          FulPerfThread    *from,
                          guint64           time)
{
  Thread *thread = get_thread (self, from);

  if (thread->on_since == 0)
    thread->on_since = time;
}

/* @stack: where the thread was at @time, as its CPU time had grown by another interval. */
void
ful_record_threads_add_sample (FulRecordThreads *self,
                               FulPerfThread    *from,
                               guint64           time,
                               FulStackIndex     stack)
{
  Thread *thread = get_thread (self, from);

  if (thread->on_since == 0)
    thread->on_since = time;
  account (self, thread, time);
  if (thread->pending_ns > self->interval_ns)
    add_unsampled (self, thread, time, ful_record_tables_find_common (self->tables, thread->last_stack, stack), self->interval_ns);
  add_row (self, thread, time, stack, 1, thread->pending_ns);
  thread->pending_ns = 0;
  thread->last_stack = stack;
}

void
ful_record_threads_switch_out (FulRecordThreads *self,
                               FulPerfThread    *from,
                               guint64           time)
{
  Thread *thread = get_thread (self, from);

  account (self, thread, time);
  thread->on_since = 0;
}

/* Its name is another one, or it is of another program. */
void
ful_record_threads_rename (FulRecordThreads *self,
                           FulPerfThread    *from)
{
  Thread *thread = get_thread (self, from);

  set_name (thread, from);
  if (!thread->shown->is_main_thread)
    return;
  for (guint i = 0; i < thread->siblings->len; i++)
    {
      Thread *other = g_ptr_array_index (thread->siblings, i);

      g_free (other->shown->process_name);
      other->shown->process_name = g_strdup (thread->shown->name);
      other->is_changed = TRUE;
    }
}

static void
finish_thread (FulRecordThreads *self,
               Thread           *thread,
               guint64           time)
{
  if (thread->has_ended)
    return;

  account (self, thread, time);
  thread->on_since = 0;
  add_unsampled (self, thread, time, FUL_NONE, 0);
}

/* It has ended. */
void
ful_record_threads_end (FulRecordThreads *self,
                        FulPerfThread    *from)
{
  Thread *thread = get_thread (self, from);

  finish_thread (self, thread, from->end);
  thread->has_ended = TRUE;
  thread->shown->unregister_time = to_ms (self, from->end);
  if (from->process->end != 0)
    thread->shown->process_shutdown_time = to_ms (self, from->process->end);
  thread->is_changed = TRUE;
}

/**
 * ful_record_threads_set_paused:
 * @is_paused: whether time after @time does not count
 */
void
ful_record_threads_set_paused (FulRecordThreads *self,
                               gboolean          is_paused,
                               guint64           time)
{
  for (guint i = 0; i < self->threads->len; i++)
    account (self, g_ptr_array_index (self->threads, i), time);
  self->is_paused = is_paused;
}

/* @time: of the end of the recording, to which CPU time counts. */
void
ful_record_threads_finish (FulRecordThreads *self,
                           guint64           time)
{
  for (guint i = 0; i < self->threads->len; i++)
    finish_thread (self, g_ptr_array_index (self->threads, i), time);
}

static void
put_definition (Thread   *thread,
                FulBytes *to)
{
  FulWireFrame frame = { FUL_WIRE_THREAD, .object = { .id = thread->number } };
  FulBytes object = { NULL };

  ful_processed_put_thread (&object, thread->shown);
  ful_processed_put_string (&object, "weightType", "samples");
  ful_bytes_append_c (&object, '}');
  frame.object.object = (FulWireText) { object.data, object.n };
  ful_wire_encode (to, &frame);
  ful_bytes_clear (&object);
  thread->is_changed = FALSE;
}

/**
 * ful_record_threads_put:
 * @to: gets frames with what has changed since the last time; the tables must have been put
 */
void
ful_record_threads_put (FulRecordThreads *self,
                        FulBytes         *to)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);
      const FulWireSample *rows = (const FulWireSample *) thread->rows->data;

      if (thread->is_changed)
        put_definition (thread, to);
      for (guint first = 0; first < thread->rows->len; first += MAX_ROWS)
        ful_wire_encode_samples (to, thread->number, rows[first].time, rows + first, MIN (thread->rows->len - first, MAX_ROWS));
      g_array_set_size (thread->rows, 0);
    }
}

guint
ful_record_threads_get_n (FulRecordThreads *self,
                          guint            *out_n_processes)
{
  *out_n_processes = 0;
  for (guint i = 0; i < self->threads->len; i++)
    *out_n_processes += ((Thread *) g_ptr_array_index (self->threads, i))->shown->is_main_thread;

  return self->threads->len;
}
