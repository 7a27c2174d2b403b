/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A process with an agent (record.md 8): its records, and what /proc says between them. Of a thread that runs samples tell;
 * of others /proc tells that they wait, and whether they ran meanwhile. */

#include "config.h"

#include "ful-record-agent-process.h"

#include "ful-record-agent-thread.h"
#include "ful-record-task.h"

#include "system/ful-record-attach.h"

#include <stdlib.h>
#include <string.h>

/* Since the last sample of a thread, before /proc is asked. */
#define MIN_POLL_NS 10000000

/* Between two looks at waiting threads of a process that has at most so many threads; of others it is as long as a frame. */
#define WAIT_POLL_NS 20000000
#define MAX_WAIT_POLLS 16

/* From when on a thread that could run, and has used no CPU time, waits for a CPU. */
#define MIN_PREEMPTED_NS 50000000

/* Between two readings of the maps for code that is in none. */
#define MIN_MAPS_NS 20000000

/* CPU time of a thread without a sample, from when on it may have no agent. */
#define MIN_UNSAMPLED_NS 20000000

FulRecordAgentProcess *
ful_record_agent_process_new (gint32 pid)
{
  FulRecordAgentProcess *self = g_new0 (FulRecordAgentProcess, 1);

  self->pid = pid;
  self->threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);

  return self;
}

void
ful_record_agent_process_free (FulRecordAgentProcess *self)
{
  g_hash_table_unref (self->threads);
  g_free (self);
}

/* /proc says what is so when it is read: where there is much to do, later than the round began. */
static guint64
get_now (void)
{
  return (guint64) g_get_monotonic_time () * 1000;
}

static void
set_name (const FulRecordAgentTargets *to,
          FulRecordAgentThread        *thread,
          guint64                      time,
          const char                  *name)
{
  if (*name == '\0' || strcmp (name, thread->comm) == 0)
    return;

  g_strlcpy (thread->comm, name, sizeof thread->comm);
  if (g_strcmp0 (name, thread->thread->name) == 0)
    return;
  ful_perf_thread_set_name (thread->thread, name);
  ful_record_threads_rename (to->threads, thread->thread, time);
}

static guint64
find_begin (const FulRecordAgentTargets *to,
            guint64                      time,
            guint64                      cpu_ns)
{
  return ful_record_agent_thread_find_begin (time, cpu_ns, MAX (to->since, to->threads->start));
}

static FulRecordAgentThread *
add_thread (FulRecordAgentProcess       *self,
            const FulRecordAgentTargets *to,
            gint32                       tid,
            gint32                       parent,
            guint64                      time,
            guint64                      cpu_ns)
{
  FulRecordAgentThread *thread = g_new0 (FulRecordAgentThread, 1);
  guint64 begin = find_begin (to, time, cpu_ns);
  FulPerfThread *perf_thread = tid == self->pid ? ful_perf_processes_get_thread (to->processes, tid, tid)
                                                : ful_perf_processes_fork (to->processes, self->pid, tid, self->pid, parent, begin);

  ful_record_agent_thread_init (thread, to->threads, perf_thread, begin, cpu_ns - (time - begin));
  g_hash_table_insert (self->threads, GINT_TO_POINTER (tid), thread);
  if (perf_thread->name)   /* of its parent */
    ful_record_threads_rename (to->threads, perf_thread, time);

  return thread;
}

static void
end_thread (FulRecordAgentProcess       *self,
            const FulRecordAgentTargets *to,
            FulRecordAgentThread        *thread,
            guint64                      time)
{
  if (thread->has_ended)
    return;

  /* What is not known to be CPU time is none. */
  if (time > thread->last)
    ful_record_agent_thread_wait (thread, to->threads, time, 0, FALSE);
  ful_perf_processes_exit (to->processes, thread->thread->process->pid, thread->thread->tid, MAX (time, thread->last));
  ful_record_threads_end (to->threads, thread->thread);
  thread->has_ended = TRUE;
  self->ended_ns += thread->counted;
}

/* Threads that the process had before exec(); /proc may have said of later ones before their ring did. */
static void
end_others (FulRecordAgentProcess       *self,
            const FulRecordAgentTargets *to,
            guint64                      time)
{
  GHashTableIter iter;
  gpointer tid, value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, &tid, &value))
    {
      FulRecordAgentThread *thread = value;

      if (GPOINTER_TO_INT (tid) != self->pid && thread->thread->start < time)
        end_thread (self, to, thread, time);
    }
}

static void
add_maps (FulRecordAgentProcess       *self,
          const FulRecordAgentTargets *to,
          const FulRecordAgentRecord  *record,
          guint64                      image)
{
  g_autofree char *text = g_strndup (record->data, record->n_data);

  if (!record->continues)
    {
      self->parent = record->parent;
      if (g_hash_table_size (self->threads) == 0)
        ful_perf_processes_fork (to->processes, self->pid, self->pid, record->parent, record->parent,
                                 find_begin (to, record->time, record->cpu_ns));
      else if (image != self->image)
        end_others (self, to, record->time);
      self->image = image;
      ful_record_agent_process_set_missing (self, to, FUL_RECORD_MISSING_NONE);
      to->forget (self->pid, to->user_data);
      ful_perf_processes_exec (to->processes, self->pid);
    }
  ful_record_read_maps (to->processes, self->pid, text, to->get_lib, to->user_data);
}

/* The thread that has executed a program goes on as the first one, with the CPU time that it had: what was counted of it, if it was
 * another one, does not count again. It is the one whose time was nearest. */
static void
rebase_first (FulRecordAgentProcess *self,
              FulRecordAgentThread  *first,
              guint64                cpu_ns)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const FulRecordAgentThread *other = value;

      if (other->counted <= cpu_ns)
        first->counted = MAX (first->counted, other->counted);
    }
}

static FulStackIndex
find_stack (FulRecordAgentProcess       *self,
            const FulRecordAgentTargets *to,
            FulPerfThread               *thread,
            const FulRecordAgentRecord  *record,
            guint64                      now)
{
  FulPerfStacks *stacks = to->stacks;
  guint64 pc = record->registers.values[record->registers.machine->pc];
  FulStackIndex stack;

  if (ful_perf_maps_find (thread->process->maps, pc) == NULL && now > self->maps_read + MIN_MAPS_NS)
    ful_record_agent_process_read_maps (self, to, now);
  stacks->unwinder.seen.n = 0;
  if (record->n_data == 0)
    {
      FulPerfSample sample = { .pid = self->pid, .tid = record->tid, .ip = pc };

      return ful_perf_stacks_read (stacks, &sample, FUL_PERF_MODE_USER, thread->process->maps);
    }
  stack = ful_perf_stacks_unwind (stacks, self->pid, thread->process->maps, &record->registers, record->data, record->n_data,
                                  FUL_PERF_CATEGORY_USER);
  *to->n_truncated += stacks->is_truncated || !ful_unwinder_can_run (&stacks->unwinder);
  *to->n_cut += stacks->is_truncated && record->n_data + sizeof (guint64) > stacks->n_copied;
  if (stacks->unwinder.seen.n > 0)
    ful_record_threads_set_frame_pointers (to->threads, thread, &stacks->unwinder.seen);

  return stack;
}

/* A sample came, after none had for long. */
static void
set_heard (FulRecordAgentProcess       *self,
           const FulRecordAgentTargets *to)
{
  if (self->missing == FUL_RECORD_MISSING_SIGNALS)
    ful_record_agent_process_set_missing (self, to, FUL_RECORD_MISSING_NONE);
}

/**
 * ful_record_agent_process_handle:
 * @record: of its agent
 * @tid: of the thread, as it is known here
 * @image: of the program that the agent is in
 */
void
ful_record_agent_process_handle (FulRecordAgentProcess       *self,
                                 const FulRecordAgentTargets *to,
                                 const FulRecordAgentRecord  *record,
                                 gint32                       tid,
                                 guint64                      image,
                                 guint64                      now)
{
  FulRecordAgentThread *thread = g_hash_table_lookup (self->threads, GINT_TO_POINTER (tid));
  guint64 time = CLAMP (record->time, to->threads->start, now);
  gboolean is_shown;

  self->heard = now;
  self->left = record->kind == FUL_RECORD_AGENT_CPU ? time : 0;
  if (record->kind == FUL_RECORD_AGENT_MAPS)
    {
      add_maps (self, to, record, image);
      return;
    }
  if (thread == NULL || (thread->has_ended && record->kind == FUL_RECORD_AGENT_BEGIN))
    thread = add_thread (self, to, tid, record->parent, time, record->cpu_ns);
  if (thread->has_ended)
    return;

  switch (record->kind)
    {
    case FUL_RECORD_AGENT_SAMPLE:
      set_heard (self, to);
      is_shown = ful_record_threads_is_shown (to->threads, thread->thread);
      ful_record_agent_thread_sample (thread, to->threads, time, record->cpu_ns, record->n_waits,
                                      is_shown ? find_stack (self, to, thread->thread, record, now) : FUL_NONE);
      self->has_samples = TRUE;
      *to->n_samples += is_shown;
      break;
    case FUL_RECORD_AGENT_CPU:
    case FUL_RECORD_AGENT_END:
      ful_record_agent_thread_run (thread, to->threads, time, record->cpu_ns);
      break;
    case FUL_RECORD_AGENT_BEGIN:
      if (tid == self->pid && self->begun != 0 && self->begun != image)
        rebase_first (self, thread, record->cpu_ns);
      self->begun = image;
      break;
    case FUL_RECORD_AGENT_MAPS:
    case FUL_RECORD_AGENT_NONE:
    default:
      break;
    }
  /* What it ran until then is of the name before. */
  set_name (to, thread, time, record->name);
  if (record->kind == FUL_RECORD_AGENT_END)
    end_thread (self, to, thread, time);
}

/* Returns: ns; when it has ended, of which @now is known: as it has said, if it has */
static guint64
get_end (const FulRecordAgentProcess *self,
         guint64                      now)
{
  return self->left != 0 ? self->left : now;
}

/* What /proc says of a thread now. */
static void
poll_thread (FulRecordAgentProcess       *self,
             const FulRecordAgentTargets *to,
             FulRecordAgentThread        *thread,
             gint32                       tid)
{
  FulRecordTask task;
  guint64 now = get_now ();

  if (!ful_record_task_read (&task, self->pid, tid))
    {
      end_thread (self, to, thread, get_end (self, now));
      return;
    }

  ful_record_agent_thread_learn (thread, to->threads, task.delay_ns, task.n_switches);
  /* Threads name themselves as they begin, rather than just now. */
  if (thread->is_off || self->missing != FUL_RECORD_MISSING_NONE)
    set_name (to, thread, thread->last, task.name);
  if (task.is_dead)   /* the first one, while others run */
    {
      ful_record_agent_thread_wait (thread, to->threads, now, task.cpu_ns, FALSE);
      end_thread (self, to, thread, now);
    }
  else if (!task.can_run)
    ful_record_agent_thread_wait (thread, to->threads, now, task.cpu_ns, FALSE);
  else if (thread->last + MIN_PREEMPTED_NS < now && task.cpu_ns <= thread->counted)
    ful_record_agent_thread_wait (thread, to->threads, now, task.cpu_ns, TRUE);
  else if (self->missing != FUL_RECORD_MISSING_NONE)
    ful_record_agent_thread_run (thread, to->threads, now, task.cpu_ns);
  else
    self->runs_unheard |= task.cpu_ns > thread->counted + MIN_UNSAMPLED_NS;
  if (self->missing != FUL_RECORD_MISSING_NONE && !thread->has_ended)
    ful_record_threads_put_unsampled (to->threads, thread->thread, thread->last);
}

/* Those that no agent has said, as they were not made by pthread_create(), and those that are gone. Returns: whether one is left */
static gboolean
find_threads (FulRecordAgentProcess       *self,
              const FulRecordAgentTargets *to)
{
  g_autoptr(GHashTable) tids = ful_record_task_list (self->pid);
  GHashTableIter iter;
  gpointer tid, thread;
  FulRecordTask task;

  g_hash_table_iter_init (&iter, tids);
  while (g_hash_table_iter_next (&iter, &tid, NULL))
    if (!g_hash_table_contains (self->threads, tid) && ful_record_task_read (&task, self->pid, GPOINTER_TO_INT (tid)))
      {
        FulRecordAgentThread *added = add_thread (self, to, GPOINTER_TO_INT (tid), self->pid, get_now (), task.cpu_ns);

        ful_record_read_name (added->thread);
        ful_record_threads_rename (to->threads, added->thread, added->last);
      }
  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, &tid, &thread))
    if (((FulRecordAgentThread *) thread)->has_ended && !g_hash_table_contains (tids, tid))
      g_hash_table_iter_remove (&iter);

  if (!ful_record_task_read (&task, self->pid, self->pid))
    return FALSE;
  ful_record_agent_process_find_unseen (self, to, task.children_ns, get_now ());

  /* One that its parent has not asked for is there, and has nothing. */
  return g_hash_table_size (tids) > 1 || (g_hash_table_size (tids) == 1 && !task.is_dead);
}

/**
 * ful_record_agent_process_begin:
 * @parent: process that has made it
 * @time: ns; at which it was there
 * @cpu_ns: CPU time of its first thread by then
 *
 * A process that has said nothing.
 */
void
ful_record_agent_process_begin (FulRecordAgentProcess       *self,
                                const FulRecordAgentTargets *to,
                                gint32                       parent,
                                guint64                      time,
                                guint64                      cpu_ns)
{
  FulRecordAgentThread *thread;

  self->parent = parent;
  ful_perf_processes_fork (to->processes, self->pid, self->pid, parent, parent, find_begin (to, time, cpu_ns));
  thread = add_thread (self, to, self->pid, parent, time, cpu_ns);
  ful_record_read_name (thread->thread);
  ful_record_threads_rename (to->threads, thread->thread, time);
}

static gboolean
is_poll_due (const FulRecordAgentThread *thread,
             guint                       n_threads,
             guint64                     now,
             gboolean                    is_due)
{
  if (!thread->is_off)
    return thread->last + MIN_POLL_NS < now;

  return is_due || (n_threads <= MAX_WAIT_POLLS && thread->last + WAIT_POLL_NS < now);
}

/**
 * ful_record_agent_process_poll:
 * @is_due: whether threads that wait, and new threads, are read, too; costs as much as there are threads
 * @complete: (inout): ns, up to when all is known; made earlier
 *
 * Returns: whether the process is there
 */
gboolean
ful_record_agent_process_poll (FulRecordAgentProcess       *self,
                               const FulRecordAgentTargets *to,
                               guint64                      now,
                               gboolean                     is_due,
                               guint64                     *complete)
{
  guint n_threads = g_hash_table_size (self->threads);
  GHashTableIter iter;
  gpointer tid, value;

  if (is_due && self->has_samples)
    ful_record_agent_process_read_maps (self, to, now);
  if (is_due && !find_threads (self, to))
    return FALSE;
  ful_record_agent_process_look (self, to, now);

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, &tid, &value))
    {
      FulRecordAgentThread *thread = value;

      if (thread->has_ended)
        continue;
      if (ful_record_threads_is_polled (to->threads, thread->thread) || is_poll_due (thread, n_threads, now, is_due))
        poll_thread (self, to, thread, GPOINTER_TO_INT (tid));
      if (!thread->is_off && !thread->has_ended)
        *complete = MIN (*complete, thread->last);
    }

  return TRUE;
}

/* CPU time until now does not count. */
void
ful_record_agent_process_resume (FulRecordAgentProcess *self,
                                 guint64                now)
{
  FulRecordTask task;
  GHashTableIter iter;
  gpointer tid, value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, &tid, &value))
    {
      FulRecordAgentThread *thread = value;

      if (!ful_record_task_read (&task, self->pid, GPOINTER_TO_INT (tid)))
        continue;
      ful_record_agent_thread_skip (thread, task.delay_ns, task.n_switches);
      thread->counted = MAX (thread->counted, task.cpu_ns);
      thread->last = MAX (thread->last, now);
      thread->is_off = !task.can_run;
    }
  if (ful_record_task_read (&task, self->pid, self->pid))
    ful_record_agent_process_skip_unseen (self, task.children_ns);
}

/**
 * ful_record_agent_process_finish:
 *
 * The recording ends: what /proc says of threads that run. Of one that is gone what is known counts.
 */
void
ful_record_agent_process_finish (FulRecordAgentProcess       *self,
                                 const FulRecordAgentTargets *to)
{
  GHashTableIter iter;
  gpointer tid, value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, &tid, &value))
    {
      FulRecordAgentThread *thread = value;
      guint64 now = get_now ();
      FulRecordTask task;

      if (!ful_record_task_read (&task, self->pid, GPOINTER_TO_INT (tid)))
        end_thread (self, to, thread, get_end (self, now));
      else if (!thread->is_off)
        ful_record_agent_thread_run (thread, to->threads, now, task.cpu_ns);
    }
}

/* It is gone. */
void
ful_record_agent_process_end (FulRecordAgentProcess       *self,
                              const FulRecordAgentTargets *to,
                              guint64                      now)
{
  GHashTableIter iter;
  gpointer thread;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &thread))
    end_thread (self, to, thread, get_end (self, now));
  to->forget (self->pid, to->user_data);
}
