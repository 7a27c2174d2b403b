/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks and switches of threads → SAMPLES frames (record.md 3). The time between a thread's switches in and out is its CPU
 * time, exactly; ticks say where it was spent. What no tick hit is a row of its own, below what the stacks before and after
 * have in common. Until the next switch in it waits: rows of that weigh the intervals since the last one.
 *
 * Weights are whole numbers; what is left over of the CPU time, and of the time of waits, goes into the next row of its kind. */

#include "config.h"

#include "ful-record-threads.h"

#include "ful-record-blocked.h"

#include "export/ful-processed-objects.h"
#include "import/perf/ful-perf-stacks.h"
#include "wire/ful-wire-encoder.h"

#include <math.h>

/* Between rows of a wait that lasts. */
#define WAIT_ROW_NS 100000000

/* Intervals that the weights of a thread may be ahead of its CPU time: each CPU has ticks of its own. */
#define MAX_OVERDRAWN 64

/* From when on it pays to read where a thread waits. */
#define MIN_READ_NS 5000000

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
  guint64        cpu_ns;         /* CPU time since the last row */
  gint64         cpu_owed_ns;    /* CPU time without weight in a row; less than none if a row had too much */
  FulRecordWait  wait;
  guint64        wait_counted;   /* ns; up to when its time is in @wait_owed_ns */
  guint64        wait_owed_ns;   /* time of waits without weight in a row */
  guint64        wait_row;       /* of the last row of the wait; 0: it has none */
  FulStackIndex  wait_stack;     /* of its rows */
  gboolean       is_listed;      /* in @waiting */
  guint64        last_time;      /* of the last row */
  FulStackIndex  last_stack;
  FulStackIndex  common_stack;   /* what the last two have in common */
  GArray        *rows;           /* FulWireSample */
} Thread;

static void
free_thread (gpointer data)
{
  Thread *thread = data;

  g_object_unref (thread->shown);
  g_array_unref (thread->rows);
  ful_record_wait_clear (&thread->wait);
  g_free (thread);
}

void
ful_record_threads_init (FulRecordThreads *self,
                         FulRecordTables  *tables,
                         FulImportTables  *rows,
                         FulRecordWaits   *waits)
{
  *self = (FulRecordThreads) {
    .tables = tables,
    .rows = rows,
    .waits = waits,
    .threads = g_ptr_array_new_with_free_func (free_thread),
    .processes = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_ptr_array_unref),
    .waiting = g_ptr_array_new (),
  };
}

void
ful_record_threads_clear (FulRecordThreads *self)
{
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
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
  thread->wait = (FulRecordWait) { .pid = from->process->pid, .tid = from->tid };
  thread->last_stack = thread->common_stack = FUL_NONE;
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
  guint64 ran = thread->on_since != 0 && time > thread->on_since ? time - thread->on_since : 0;

  thread->cpu_ns += ran;
  thread->cpu_owed_ns += (gint64) ran;
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
  guint64 row_time = MAX (MAX (time, self->start), thread->last_time);
  FulWireSample row = {
    .time = (gint64) (row_time - self->start),
    .stack = stack,
    .n_rows = 1,
    .has_cpu = TRUE,
    .cpu = cpu_ns,
    .has_weight = n != 1,
    .weight = (double) n,
  };

  g_array_append_val (thread->rows, row);
  thread->last_time = row_time;
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

/* Whole intervals that @owed_ns is nearest to. */
static guint64
to_ticks (const FulRecordThreads *self,
          gint64                  owed_ns)
{
  return owed_ns > 0 ? ((guint64) owed_ns + self->interval_ns / 2) / self->interval_ns : 0;
}

/* A row for CPU time since the last one but for @n_kept ns of it. */
static void
add_unsampled (FulRecordThreads *self,
               Thread           *thread,
               guint64           time,
               FulStackIndex     common,
               guint64           n_kept)
{
  guint64 missing = thread->cpu_ns > n_kept ? thread->cpu_ns - n_kept : 0;
  guint64 n = MIN (to_ticks (self, (gint64) missing), to_ticks (self, thread->cpu_owed_ns - (gint64) n_kept));
  gboolean is_kernel = !self->sees_kernel && n > 1;
  FulStackIndex stack;

  if (n == 0)
    return;

  stack = push_label (self, common, is_kernel ? "[kernel]" : "[not sampled]",
                      is_kernel ? FUL_PERF_CATEGORY_KERNEL : FUL_PERF_CATEGORY_USER);
  add_row (self, thread, time, stack, n, missing);
  thread->cpu_ns -= missing;
  thread->cpu_owed_ns -= (gint64) (n * self->interval_ns);
  self->unsampled_ns += missing;
}

/* Where the thread waits, as far as it is known: at least what its samples before have in common. */
static FulStackIndex
find_wait_stack (FulRecordThreads *self,
                 Thread           *thread,
                 guint64           lasted)
{
  FulStackIndex stack;

  if (thread->wait.is_preempted)
    {
      if (!ful_record_waits_find_stack (self->waits, &thread->wait, lasted, &stack))
        stack = thread->last_stack;
      return push_label (self, stack, "(waiting for a CPU)", FUL_PERF_CATEGORY_IDLE);
    }
  if (ful_record_waits_find_stack (self->waits, &thread->wait, lasted, &stack))
    return stack;

  return push_label (self, thread->common_stack, "(waiting)", FUL_PERF_CATEGORY_IDLE);
}

/* Rows for the time of the wait up to @until, as far as it is whole intervals: the first one is at its begin. @lasted: the
 * wait is known to have lasted until then */
static void
put_wait (FulRecordThreads *self,
          Thread           *thread,
          guint64           until,
          guint64           lasted)
{
  guint64 n;

  if (until > thread->wait_counted)
    {
      thread->wait_owed_ns += until - thread->wait_counted;
      thread->wait_counted = until;
    }
  n = thread->wait_owed_ns / self->interval_ns;
  if (n == 0)
    return;

  thread->wait_owed_ns -= n * self->interval_ns;
  if (thread->wait_row == 0)
    {
      thread->wait_stack = find_wait_stack (self, thread, lasted);
      thread->wait_row = thread->wait.since;
      ful_record_wait_forget_sample (&thread->wait);
      add_row (self, thread, thread->wait.since, thread->wait_stack, 1, 0);
      n--;
    }
  if (n == 0)
    return;
  add_row (self, thread, until, thread->wait_stack, n, 0);
  thread->wait_row = until;
}

static void
begin_wait (FulRecordThreads *self,
            Thread           *thread,
            guint64           time,
            gboolean          is_preempted)
{
  if (!self->off_cpu || thread->has_ended || thread->wait.since != 0)
    return;

  thread->wait_counted = MAX (time, self->start);
  ful_record_wait_begin (&thread->wait, thread->wait_counted, is_preempted);
  thread->wait_row = 0;
  if (!thread->is_listed)
    g_ptr_array_add (self->waiting, thread);
  thread->is_listed = TRUE;
}

static void
end_wait (FulRecordThreads *self,
          Thread           *thread,
          guint64           time)
{
  if (thread->wait.since == 0)
    return;

  put_wait (self, thread, time, time);
  thread->wait.since = 0;
}

/* Rows each 100 ms, as far as they are before @until. */
static void
continue_wait (FulRecordThreads *self,
               Thread           *thread,
               guint64           until)
{
  /* Its first row is not held back longer than where it waits is not known. */
  if (thread->wait_row == 0 && until >= thread->wait.since + self->interval_ns)
    put_wait (self, thread, thread->wait.since + self->interval_ns, until);
  while (thread->wait_row != 0)
    {
      guint64 next = thread->wait.since + ((thread->wait_row - thread->wait.since) / WAIT_ROW_NS + 1) * WAIT_ROW_NS;

      if (next > until)
        break;
      put_wait (self, thread, next, until);
      thread->wait_row = next;
    }
}

/**
 * ful_record_threads_follow_waits:
 * @until: ns; what happened before is known
 * @with_rows: whether rows are added for what lasts, too; costs as much as there are threads
 *
 * Finds where threads wait, and adds rows.
 *
 * Returns: ns, up to when the rows are there
 */
guint64
ful_record_threads_follow_waits (FulRecordThreads *self,
                                 guint64           until,
                                 gboolean          with_rows)
{
  guint64 complete = until;

  for (guint i = self->waiting->len; i-- > 0; )
    {
      Thread *thread = g_ptr_array_index (self->waiting, i);
      gboolean is_waiting = thread->wait.since != 0 && thread->wait_row == 0;

      if (is_waiting && until >= thread->wait.since + MAX (self->interval_ns, MIN_READ_NS))
        {
          ful_record_waits_read (self->waits, &thread->wait);
          if (ful_record_waits_is_known (&thread->wait, until))
            {
              continue_wait (self, thread, until);
              is_waiting = FALSE;
            }
        }
      if (is_waiting)
        complete = MIN (complete, thread->wait.since);
      else
        {
          thread->is_listed = FALSE;
          g_ptr_array_remove_index_fast (self->waiting, i);
        }
    }
  for (guint i = 0; with_rows && i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);

      if (thread->wait.since != 0 && thread->wait_row != 0)
        continue_wait (self, thread, until);
    }

  return complete;
}

/* @time: at which a thread runs from now on. */
void
ful_record_threads_begin (FulRecordThreads *self,
                          FulPerfThread    *from,
                          guint64           time)
{
  Thread *thread = get_thread (self, from);

  if (self->is_paused)
    return;

  end_wait (self, thread, time);
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
  FulStackIndex common = ful_record_tables_find_common (self->tables, thread->last_stack, stack);
  guint64 n;

  ful_record_threads_begin (self, from, time);
  account (self, thread, time);
  add_unsampled (self, thread, time, common, MAX (self->most_sampled_ns, self->interval_ns));
  n = MAX (to_ticks (self, thread->cpu_owed_ns), 1);
  add_row (self, thread, time, stack, n, thread->cpu_ns);
  thread->cpu_owed_ns = MAX (thread->cpu_owed_ns - (gint64) (n * self->interval_ns), -MAX_OVERDRAWN * (gint64) self->interval_ns);
  thread->cpu_ns = 0;
  thread->last_stack = stack;
  thread->common_stack = common;
}

/* @pointers: of its last sample. */
void
ful_record_threads_set_frame_pointers (FulRecordThreads             *self,
                                       FulPerfThread                *from,
                                       const FulUnwindFramePointers *pointers)
{
  get_thread (self, from)->wait.frame_pointers = *pointers;
}

/* @sample: body of a sample of the switch whose record comes next. */
void
ful_record_threads_add_switch (FulRecordThreads *self,
                               FulPerfThread    *from,
                               guint64           time,
                               FulCursor         sample)
{
  Thread *thread = get_thread (self, from);

  if (thread->wait.since == 0 && !thread->has_ended)
    ful_record_wait_keep_sample (&thread->wait, time, sample);
}

/* @is_preempted: whether it would go on if there were a CPU for it, as one that has just begun. */
void
ful_record_threads_switch_out (FulRecordThreads *self,
                               FulPerfThread    *from,
                               guint64           time,
                               gboolean          is_preempted)
{
  Thread *thread = get_thread (self, from);

  if (self->is_paused)
    return;

  account (self, thread, time);
  thread->on_since = 0;
  begin_wait (self, thread, time, is_preempted);
}

/* Returns: its number in frames */
guint
ful_record_threads_get_number (FulRecordThreads *self,
                               FulPerfThread    *from)
{
  return get_thread (self, from)->number;
}

/* Returns: (transfer none): the text that tells its process from others */
const char *
ful_record_threads_get_pid (FulRecordThreads *self,
                            FulPerfThread    *from)
{
  return get_thread (self, from)->shown->pid;
}

/* @name: what the program calls it; that of its process stays */
void
ful_record_threads_set_name (FulRecordThreads *self,
                             FulPerfThread    *from,
                             const char       *name)
{
  Thread *thread = get_thread (self, from);

  ful_perf_thread_set_name (from, name);
  set_name (thread, from);
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

  end_wait (self, thread, time);
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
  ful_record_wait_forget_sample (&thread->wait);
  thread->has_ended = TRUE;
  thread->shown->unregister_time = to_ms (self, from->end);
  if (from->process->end != 0)
    thread->shown->process_shutdown_time = to_ms (self, from->process->end);
  thread->is_changed = TRUE;
}

/* @time: from which on nothing counts until ful_record_threads_resume(). */
void
ful_record_threads_pause (FulRecordThreads *self,
                          guint64           time)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);

      end_wait (self, thread, time);
      account (self, thread, time);
      thread->on_since = 0;
    }
  self->is_paused = TRUE;
}

/* @time: from which on all is recorded of threads that are known; what they do is read from /proc. */
void
ful_record_threads_resume (FulRecordThreads *self,
                           guint64           time)
{
  self->is_paused = FALSE;
  for (guint i = 0; i < self->threads->len; i++)
    {
      Thread *thread = g_ptr_array_index (self->threads, i);

      if (thread->has_ended || thread->on_since != 0 || thread->wait.since != 0)
        continue;
      if (ful_record_blocked_is_running (thread->wait.pid, thread->wait.tid))
        thread->on_since = time;
      else
        begin_wait (self, thread, time, FALSE);
    }
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
