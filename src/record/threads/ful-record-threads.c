/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The threads of a recording, and which of them an event is of; ful-record-thread.c has what happens to one, and
 * ful-record-threads-all.c what happens to all. */

#include "config.h"

#include "ful-record-threads.h"

#include "ful-record-thread.h"

#include "base/ful-hash.h"
#include "system/ful-record-process.h"

#include <math.h>

static double
to_ms (const FulRecordThreads *self,
       guint64                 time)
{
  return time > self->start ? (double) (time - self->start) / 1e6 : 0;
}

static void
free_siblings (gpointer data)
{
  FulRecordSiblings *siblings = data;

  g_ptr_array_unref (siblings->threads);
  if (siblings->usage)
    siblings->free_usage (siblings->usage);
  g_free (siblings->pid);
  g_free (siblings->name);
  g_free (siblings);
}

void
ful_record_threads_init (FulRecordThreads *self,
                         FulRecordTables  *tables,
                         FulRecordWaits   *waits)
{
  *self = (FulRecordThreads) {
    .tables = tables,
    .waits = waits,
    .threads = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_record_thread_free),
    .rows = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_record_rows_free),
    .processes = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, free_siblings),
    .waiting = g_ptr_array_new (),
    .polled = g_ptr_array_new (),
    .ended = g_array_new (FALSE, FALSE, sizeof (guint)),
  };
}

void
ful_record_threads_clear (FulRecordThreads *self)
{
  g_clear_pointer (&self->waiting, g_ptr_array_unref);
  g_clear_pointer (&self->polled, g_ptr_array_unref);
  g_clear_pointer (&self->threads, g_ptr_array_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->processes, g_hash_table_unref);
  g_clear_pointer (&self->ended, g_array_unref);
  g_clear_pointer (&self->shown_names, g_ptr_array_unref);
}

/**
 * ful_record_threads_show:
 * @globs: (nullable): separated by commas; threads with other names get no rows. %NULL: all do
 */
void
ful_record_threads_show (FulRecordThreads *self,
                         const char       *globs)
{
  g_auto(GStrv) texts = globs ? g_strsplit (globs, ",", -1) : NULL;

  g_clear_pointer (&self->shown_names, g_ptr_array_unref);
  if (texts == NULL)
    return;

  self->shown_names = g_ptr_array_new_with_free_func ((GDestroyNotify) g_pattern_spec_free);
  for (guint i = 0; texts[i]; i++)
    g_ptr_array_add (self->shown_names, g_pattern_spec_new (texts[i]));
}

static gboolean
is_shown (const FulRecordThreads *self,
          const char             *name)
{
  for (guint i = 0; self->shown_names && i < self->shown_names->len; i++)
    if (g_pattern_spec_match_string (g_ptr_array_index (self->shown_names, i), name))
      return TRUE;

  return self->shown_names == NULL;
}

/* @time: from which on it has the name */
static void
set_name (FulRecordThreads    *self,
          FulRecordThread     *thread,
          const FulPerfThread *from,
          guint64              time)
{
  g_free (thread->name);
  thread->name = from->name ? g_strdup (from->name) : g_strdup_printf ("thread %d", from->tid);
  ful_record_thread_set_hidden (self, thread, time, !is_shown (self, thread->name));
  if (thread->rows && thread->rows != thread->siblings->shared)
    ful_record_rows_set_name (thread->rows, thread->name, NULL);
  /* The name that is asked for may be given by another thread while it waits. */
  ful_record_thread_list_wait (self, thread);
}

static FulRecordSiblings *
get_siblings (FulRecordThreads     *self,
              const FulPerfProcess *process)
{
  gint64 key = (gint64) ((guint64) (guint32) process->pid << 32 | process->use);
  FulRecordSiblings *siblings = g_hash_table_lookup (self->processes, &key);

  if (siblings == NULL)
    {
      siblings = g_new0 (FulRecordSiblings, 1);
      siblings->threads = g_ptr_array_new ();
      siblings->pid = process->use == 0 ? g_strdup_printf ("%d", process->pid) : g_strdup_printf ("%d.%u", process->pid, process->use);
      siblings->start = process->start;
      siblings->key = key;
      g_hash_table_insert (self->processes, g_memdup2 (&key, sizeof key), siblings);
    }
  if (self->first == NULL)
    self->first = siblings;

  return siblings;
}

static FulRecordThread *
get_thread (FulRecordThreads *self,
            FulPerfThread    *from)
{
  FulRecordThread *thread = from->data;

  if (thread)
    return thread;

  thread = g_new0 (FulRecordThread, 1);
  thread->siblings = get_siblings (self, from->process);
  thread->is_main = from->process->pid == from->tid;
  thread->start = from->start;
  thread->wait = (FulRecordWait) { .pid = from->process->pid, .tid = from->tid };
  thread->last_stack = thread->common_stack = FUL_NONE;
  thread->cost.switch_ns = self->switch_ns;
  self->n_processes += thread->is_main;
  if (thread->is_main)
    thread->siblings->main = thread;
  set_name (self, thread, from, from->start);
  thread->owner = self;
  thread->from = from;
  thread->place = self->threads->len;
  thread->place_of_siblings = thread->siblings->threads->len;
  self->n_threads++;
  g_ptr_array_add (self->threads, thread);
  g_ptr_array_add (thread->siblings->threads, thread);
  from->data = thread;

  return thread;
}

/* Whether it gets rows: the stacks of others are not needed. */
gboolean
ful_record_threads_is_shown (FulRecordThreads *self,
                             FulPerfThread    *from)
{
  return !get_thread (self, from)->is_hidden;
}

/* Returns: its number in frames; its definition is put with the next rows */
guint
ful_record_threads_get_number (FulRecordThreads *self,
                               FulPerfThread    *from)
{
  return ful_record_thread_get_rows (self, get_thread (self, from))->number;
}

/* @time: at which a thread runs from now on. */
void
ful_record_threads_begin (FulRecordThreads *self,
                          FulPerfThread    *from,
                          guint64           time)
{
  FulRecordThread *thread = get_thread (self, from);

  if (self->is_paused || thread->has_ended)
    return;

  thread->is_unseen = FALSE;
  thread->is_on_guessed = FALSE;
  ful_record_thread_end_wait (self, thread, time);
  if (thread->on_since == 0)
    thread->on_since = MAX (time, thread->known_until);
}

/* Another program runs in it. What the first one is of has no record of its begin: what ran in it before was the recorder. */
void
ful_record_threads_begin_program (FulRecordThreads *self,
                                  FulPerfThread    *from,
                                  guint64           time)
{
  FulRecordThread *thread = get_thread (self, from);

  if (thread->siblings == self->first && thread->start == 0 && thread->rows == NULL)
    thread->start = thread->siblings->start = time;
  ful_record_threads_begin (self, from, time);
}

/* It was given a CPU. */
void
ful_record_threads_switch_in (FulRecordThreads *self,
                              FulPerfThread    *from,
                              guint64           time)
{
  FulRecordThread *thread = get_thread (self, from);

  ful_record_thread_check_cost (self, thread, time);
  if (thread->on_since != 0 && time > thread->on_since && !self->is_paused && !thread->has_ended)
    {
      guint64 since = thread->on_since;

      thread->on_since = 0;
      if (thread->is_on_guessed)
        ful_record_thread_begin_wait (self, thread, since, TRUE);
      else
        {
          /* When it had left its last one was lost: ful_record_threads_mend() counts what it ran until then. */
          thread->unknown_ns += (gint64) (time - since);
          thread->on_since = time;
          self->has_lost = TRUE;
        }
    }
  ful_record_threads_begin (self, from, thread->on_since == 0 ? ful_record_thread_take_cost (thread, time) : time);
}

/* Of one that ran before the recording: what it had used counts no more. */
void
ful_record_threads_set_before (FulRecordThreads *self,
                               FulPerfThread    *from)
{
  FulRecordThread *thread = get_thread (self, from);

  if (!ful_record_process_get_cpu (thread->wait.pid, thread->wait.tid, &thread->cpu_before_ns))
    thread->cpu_before_ns = 0;
  if (thread->is_main)
    thread->siblings->cpu_before_ns = ful_record_process_get_all_cpu (thread->wait.pid, NULL);
}

/* Of one without events. */
void
ful_record_threads_set_unseen (FulRecordThreads *self,
                               FulPerfThread    *from)
{
  get_thread (self, from)->is_unseen = TRUE;
}

/* @stack: where the thread was at @time, as its CPU time had grown by another interval. */
void
ful_record_threads_add_sample (FulRecordThreads *self,
                               FulPerfThread    *from,
                               guint64           time,
                               FulStackIndex     stack)
{
  FulRecordThread *thread = get_thread (self, from);

  ful_record_threads_begin (self, from, time);
  if (!thread->has_ended)
    ful_record_thread_add_sample (self, thread, time, stack);
}

/* @time: up to which it gets rows for its CPU time, as there are no samples of it. */
void
ful_record_threads_put_unsampled (FulRecordThreads *self,
                                  FulPerfThread    *from,
                                  guint64           time)
{
  ful_record_thread_put_unsampled (self, get_thread (self, from), time);
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
  FulRecordThread *thread = get_thread (self, from);

  if (thread->wait.since == 0 && !thread->has_ended)
    ful_record_waits_keep_sample (self->waits, &thread->wait, time, sample);
}

/* @is_preempted: whether it would go on if there were a CPU for it, as one that has just begun. */
void
ful_record_threads_switch_out (FulRecordThreads *self,
                               FulPerfThread    *from,
                               guint64           time,
                               gboolean          is_preempted)
{
  FulRecordThread *thread = get_thread (self, from);

  if (self->is_paused || thread->has_ended)
    return;

  ful_record_thread_check_cost (self, thread, time);
  ful_record_thread_account (self, thread, time);
  thread->on_since = 0;
  thread->is_on_guessed = FALSE;
  thread->off_since = time;
  thread->siblings->n_switches += !self->has_switch_counts;
  ful_record_thread_begin_wait (self, thread, time, is_preempted);
}

/* How often it was given a CPU, where not all switches are seen. */
void
ful_record_threads_add_switches (FulRecordThreads *self,
                                 FulPerfThread    *from,
                                 guint64           n)
{
  self->has_switch_counts = TRUE;
  get_thread (self, from)->siblings->n_switches += n;
}

/**
 * ful_record_threads_add_cpu_of_process:
 * @from: (nullable): of the process; %NULL: of the first one
 *
 * CPU time of which it is only known that it is of a process, or of those that it has started.
 */
void
ful_record_threads_add_cpu_of_process (FulRecordThreads *self,
                                       FulPerfThread    *from,
                                       guint64           cpu_ns,
                                       guint64           time)
{
  FulRecordSiblings *siblings = from ? get_thread (self, from)->siblings : self->first;

  if (self->shown_names == NULL && siblings)
    ful_record_siblings_add_cpu (self, siblings, cpu_ns, time);
}

/* Returns: (transfer none): the text that tells its process from others */
const char *
ful_record_threads_get_pid (FulRecordThreads *self,
                            FulPerfThread    *from)
{
  return get_thread (self, from)->siblings->pid;
}

/* @name: what the program calls it from @time on; that of its process stays */
void
ful_record_threads_set_name (FulRecordThreads *self,
                             FulPerfThread    *from,
                             guint64           time,
                             const char       *name)
{
  ful_perf_thread_set_name (from, name);
  set_name (self, get_thread (self, from), from, time);
}

/* Its name is another one from @time on, or it is of another program. */
void
ful_record_threads_rename (FulRecordThreads *self,
                           FulPerfThread    *from,
                           guint64           time)
{
  FulRecordThread *thread = get_thread (self, from);
  FulRecordSiblings *siblings = thread->siblings;

  set_name (self, thread, from, time);
  if (!thread->is_main)
    return;

  g_free (siblings->name);
  siblings->name = g_strdup (thread->name);
  for (guint i = 0; i < siblings->threads->len; i++)
    {
      FulRecordThread *other = g_ptr_array_index (siblings->threads, i);

      if (other->rows && other->rows != siblings->shared)
        ful_record_rows_set_name (other->rows, NULL, siblings->name);
    }
  if (siblings->shared)
    ful_record_rows_set_name (siblings->shared, NULL, siblings->name);
}

static void
end_rows (FulRecordThreads *self,
          FulRecordRows    *rows,
          const FulPerfThread *from)
{
  ful_record_rows_end (rows, to_ms (self, from->end), from->process->end != 0 ? to_ms (self, from->process->end) : (double) NAN);
  g_array_append_val (self->ended, rows->number);
}

/* Its process has ended: what is left over is too little for a row, and goes to the first one, for those that are short there. */
static void
end_siblings (FulRecordThreads    *self,
              FulRecordSiblings   *siblings,
              const FulPerfThread *from)
{
  if (siblings == self->first)
    return;

  ful_record_siblings_take_rest (self, self->first, siblings, from->end);
  if (siblings->shared && strcmp (siblings->shared->shown ? siblings->shared->shown->pid : "", siblings->pid) == 0)
    end_rows (self, siblings->shared, from);
}

/* It has ended. */
void
ful_record_threads_end (FulRecordThreads *self,
                        FulPerfThread    *from)
{
  FulRecordThread *thread = get_thread (self, from);

  if (thread->has_ended)
    return;

  ful_record_thread_finish (self, thread, from->end);
  ful_record_waits_forget_sample (self->waits, &thread->wait);
  thread->has_ended = TRUE;
  if (thread->rows && thread->rows != thread->siblings->shared)
    end_rows (self, thread->rows, from);
  if (from->process->end != 0)
    end_siblings (self, thread->siblings, from);
}

/* @first: a new one in place of the first thread: another one has executed a program, and the others are gone. */
void
ful_record_threads_take_over (FulRecordThreads *self,
                              FulPerfProcesses *processes,
                              FulPerfThread    *first,
                              guint64           time)
{
  GPtrArray *threads = get_thread (self, first)->siblings->threads;

  /* It was counted when it began. */
  self->n_processes--;
  self->n_threads--;
  for (guint i = 0; i < threads->len; i++)
    {
      FulPerfThread *thread = ((FulRecordThread *) g_ptr_array_index (threads, i))->from;

      if (thread == first || thread->end != 0)
        continue;
      ful_perf_processes_exit (processes, first->process->pid, thread->tid, time);
      ful_record_threads_end (self, thread);
    }
}

/**
 * ful_record_threads_forget:
 * @data: of a #FulPerfThread that is freed
 *
 * What is known of the thread goes, and with its last thread what is known of the process.
 */
void
ful_record_threads_forget (gpointer data)
{
  FulRecordThread *thread = data;
  FulRecordThreads *self = thread->owner;
  FulRecordSiblings *siblings = thread->siblings;
  guint place = thread->place, place_of_siblings = thread->place_of_siblings;

  if (siblings->main == thread)
    siblings->main = NULL;
  if (thread->is_listed)
    g_ptr_array_remove_fast (self->waiting, thread);
  ful_record_threads_end_polls (self, thread);
  g_ptr_array_remove_index_fast (siblings->threads, place_of_siblings);
  if (place_of_siblings < siblings->threads->len)
    ((FulRecordThread *) g_ptr_array_index (siblings->threads, place_of_siblings))->place_of_siblings = place_of_siblings;
  g_ptr_array_remove_index_fast (self->threads, place);   /* frees it */
  if (place < self->threads->len)
    ((FulRecordThread *) g_ptr_array_index (self->threads, place))->place = place;
  if (siblings->threads->len == 0 && siblings != self->first)
    g_hash_table_remove (self->processes, &siblings->key);
}

/* Returns: the number of threads that were seen, whether they have rows or not */
guint
ful_record_threads_get_n (FulRecordThreads *self,
                          guint            *out_n_processes)
{
  *out_n_processes = self->n_processes;

  return self->n_threads;
}
