/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads, names and maps of processes at one time of a recording (formats.md 12).
 *
 * What happens comes in order of time. A child begins with the maps and the name of its parent; maps are copied when one of the
 * two changes them. The system gives numbers of processes and threads that have ended to new ones: a fork with such a
 * number begins another process, and samples after it are of that one. Records that come a little late, as a sample after
 * the end of its thread, find the one that has ended. */

#include "config.h"

#include "ful-perf-processes.h"

#include "base/ful-hash.h"

/* Maps that are copied for all children together. */
#define MAX_COPIED (1 << 20)

static void
unref_process (FulPerfProcess *process)
{
  if (--process->n_refs > 0)
    return;

  ful_perf_maps_unref (process->maps);
  g_free (process);
}

static void
unref_process_cb (gpointer process)
{
  unref_process (process);
}

static void
free_thread (FulPerfProcesses *self,
             FulPerfThread    *thread)
{
  if (thread->data && self->funcs->free_data)
    self->funcs->free_data (thread->data);
  unref_process (thread->process);
  g_free (thread->name);
  g_free (thread);
}

void
ful_perf_thread_set_name (FulPerfThread *self,
                          const char    *name)
{
  char *copy = g_strdup (name);

  g_free (self->name);
  self->name = copy;
}

/**
 * ful_perf_processes_init:
 * @funcs: stay as long as @self
 * @user_data: for them
 */
void
ful_perf_processes_init (FulPerfProcesses          *self,
                         const FulPerfProcessFuncs *funcs,
                         gpointer                   user_data)
{
  *self = (FulPerfProcesses) {
    .kernel = ful_perf_maps_new (),
    .funcs = funcs,
    .user_data = user_data,
    .processes = g_hash_table_new_full (NULL, NULL, NULL, unref_process_cb),
    .threads = g_hash_table_new_full (ful_hash_int64, g_int64_equal, g_free, NULL),
    .uses = g_hash_table_new (NULL, NULL),
  };
}

void
ful_perf_processes_clear (FulPerfProcesses *self)
{
  GHashTableIter iter;
  gpointer thread;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &thread))
    free_thread (self, thread);
  g_hash_table_unref (self->threads);
  g_hash_table_unref (self->processes);
  g_hash_table_unref (self->uses);
  ful_perf_maps_unref (self->kernel);
}

static FulPerfProcess *
add_process (FulPerfProcesses *self,
             gint32            pid)
{
  FulPerfProcess *process = g_new0 (FulPerfProcess, 1);

  process->pid = pid;
  process->use = GPOINTER_TO_UINT (g_hash_table_lookup (self->uses, GINT_TO_POINTER (pid)));
  g_hash_table_insert (self->uses, GINT_TO_POINTER (pid), GUINT_TO_POINTER (process->use + 1));
  process->maps = ful_perf_maps_new ();
  process->n_refs = 1;
  g_hash_table_replace (self->processes, GINT_TO_POINTER (pid), process);

  return process;
}

/**
 * ful_perf_processes_get_process:
 *
 * Returns: (transfer none): the last process with that number, which may have ended; made if there is none
 */
FulPerfProcess *
ful_perf_processes_get_process (FulPerfProcesses *self,
                                gint32            pid)
{
  FulPerfProcess *process = g_hash_table_lookup (self->processes, GINT_TO_POINTER (pid));

  return process ? process : add_process (self, pid);
}

static gint64
make_key (gint32 pid,
          gint32 tid)
{
  return (gint64) ((guint64) (guint32) pid << 32 | (guint32) tid);
}

/**
 * ful_perf_processes_find_thread:
 *
 * Returns: (transfer none) (nullable): the last thread with these numbers, which may have ended
 */
FulPerfThread *
ful_perf_processes_find_thread (FulPerfProcesses *self,
                                gint32            pid,
                                gint32            tid)
{
  gint64 key = make_key (pid, tid);

  return g_hash_table_lookup (self->threads, &key);
}

static FulPerfThread *
add_thread (FulPerfProcesses *self,
            FulPerfProcess   *process,
            gint32            tid)
{
  FulPerfThread *thread = g_new0 (FulPerfThread, 1);
  gint64 key = make_key (process->pid, tid);

  thread->process = process;
  thread->tid = tid;
  process->n_refs++;
  process->n_running++;
  process->end = 0;
  g_hash_table_insert (self->threads, g_memdup2 (&key, sizeof key), thread);

  return thread;
}

/**
 * ful_perf_processes_get_thread:
 *
 * Returns: (transfer none): the last thread with these numbers, which may have ended; made if there is none
 */
FulPerfThread *
ful_perf_processes_get_thread (FulPerfProcesses *self,
                               gint32            pid,
                               gint32            tid)
{
  FulPerfThread *thread = ful_perf_processes_find_thread (self, pid, tid);

  return thread ? thread : add_thread (self, ful_perf_processes_get_process (self, pid), tid);
}

static void
remove_thread (FulPerfProcesses *self,
               FulPerfThread    *thread)
{
  gint64 key = make_key (thread->process->pid, thread->tid);

  thread->process->n_running -= thread->end == 0;
  g_hash_table_remove (self->threads, &key);
  free_thread (self, thread);
}

typedef gboolean (*ThreadPredicate) (const FulPerfThread *thread,
                                     gconstpointer        what);

static void
remove_threads (FulPerfProcesses *self,
                ThreadPredicate   predicate,
                gconstpointer     what)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->threads);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (predicate (value, what))
      {
        free_thread (self, value);
        g_hash_table_iter_remove (&iter);
      }
}

static gboolean
is_of_process (const FulPerfThread *thread,
               gconstpointer        process)
{
  return thread->process == process;
}

static void
set_maps (FulPerfProcess *process,
          FulPerfMaps    *maps)
{
  ful_perf_maps_unref (process->maps);
  process->maps = maps;
}

/* Before a change: those of a parent are shared until then. */
static void
unshare_maps (FulPerfProcesses *self,
              FulPerfProcess   *process)
{
  if (!ful_perf_maps_is_shared (process->maps))
    return;

  self->n_copied += ful_perf_maps_get_n (process->maps);
  self->is_incomplete = self->n_copied > MAX_COPIED;
  set_maps (process, self->is_incomplete ? ful_perf_maps_new () : ful_perf_maps_copy (process->maps));
}

/**
 * ful_perf_processes_add_map:
 * @pid: of the process; -1: the kernel
 * @map: what it has mapped
 */
void
ful_perf_processes_add_map (FulPerfProcesses *self,
                            gint32            pid,
                            const FulPerfMap *map)
{
  FulPerfProcess *process = pid == -1 ? NULL : ful_perf_processes_get_process (self, pid);
  FulPerfMaps *maps;

  if (process)
    unshare_maps (self, process);
  maps = process ? process->maps : self->kernel;
  if (ful_perf_maps_get_n (maps) < FUL_PERF_MAX_MAPS)
    ful_perf_maps_add (maps, map);
  else if (self->funcs->skip_map)
    self->funcs->skip_map (pid, self->user_data);
}

/* Whether a fork at @time with the number of what began at @start is of another one. A record that comes twice, and
 * one behind records of the child, begin nothing. */
static gboolean
is_reused (guint64 start,
           guint64 end,
           guint64 time)
{
  return end != 0 || (start != 0 && start != time);
}

/* The child of a fork, with what its parent has mapped. */
static FulPerfProcess *
begin_process (FulPerfProcesses *self,
               gint32            pid,
               gint32            parent,
               guint64           time)
{
  FulPerfMaps *maps = ful_perf_maps_ref (ful_perf_processes_get_process (self, parent)->maps);
  FulPerfProcess *process = ful_perf_processes_get_process (self, pid);

  if (is_reused (process->start, process->end, time))
    {
      remove_threads (self, is_of_process, process);
      process = add_process (self, pid);
    }
  process->start = time;
  set_maps (process, maps);

  return process;
}

/**
 * ful_perf_processes_fork:
 * @pid: of the new thread
 * @parent_pid: the same for a thread of the process that made it
 * @time: ns; 0: it ran before the recording, and nothing is known of its parent but the name
 *
 * Returns: (transfer none): the new thread, with name and maps of its parent
 */
FulPerfThread *
ful_perf_processes_fork (FulPerfProcesses *self,
                         gint32            pid,
                         gint32            tid,
                         gint32            parent_pid,
                         gint32            parent_tid,
                         guint64           time)
{
  const FulPerfThread *parent = ful_perf_processes_find_thread (self, parent_pid, parent_tid);
  g_autofree char *name = parent ? g_strdup (parent->name) : NULL;
  FulPerfThread *thread;

  if (time && pid != parent_pid)
    begin_process (self, pid, parent_pid, time);
  thread = ful_perf_processes_find_thread (self, pid, tid);
  if (thread && time && is_reused (thread->start, thread->end, time))
    remove_thread (self, thread);
  thread = ful_perf_processes_get_thread (self, pid, tid);
  if (time)
    thread->start = time;
  if (name)
    ful_perf_thread_set_name (thread, name);

  return thread;
}

/**
 * ful_perf_processes_exec:
 *
 * Another program runs from now on: nothing is mapped.
 */
void
ful_perf_processes_exec (FulPerfProcesses *self,
                         gint32            pid)
{
  set_maps (ful_perf_processes_get_process (self, pid), ful_perf_maps_new ());
}

/**
 * ful_perf_processes_take_over:
 * @pid: of a process in which another program runs from now on
 * @time: ns
 *
 * The thread that executes it has the number of the first one from then on: that has ended, if it was another one.
 *
 * Returns: whether it was
 */
gboolean
ful_perf_processes_take_over (FulPerfProcesses *self,
                              gint32            pid,
                              guint64           time)
{
  FulPerfThread *thread = ful_perf_processes_find_thread (self, pid, pid);

  if (thread == NULL || thread->end == 0)
    return FALSE;

  remove_thread (self, thread);
  ful_perf_processes_get_thread (self, pid, pid)->start = time;

  return TRUE;
}

/**
 * ful_perf_processes_exit:
 * @time: ns
 *
 * Returns: (transfer none): the thread that has ended; the process ends with the last of its threads
 */
FulPerfThread *
ful_perf_processes_exit (FulPerfProcesses *self,
                         gint32            pid,
                         gint32            tid,
                         guint64           time)
{
  FulPerfThread *thread = ful_perf_processes_get_thread (self, pid, tid);

  if (thread->end != 0)
    return thread;

  thread->end = MAX (time, 1);
  if (--thread->process->n_running == 0)
    thread->process->end = thread->end;

  return thread;
}

static gboolean
has_ended_before (const FulPerfThread *thread,
                  gconstpointer        time)
{
  return thread->end != 0 && thread->end < *(const guint64 *) time;
}

/**
 * ful_perf_processes_forget_ended:
 * @before: ns
 *
 * Frees threads and processes that ended before, for recordings that go on for days. Costs as much as all threads: to be
 * called once in a while, with a time that is so long ago that no record of them can follow.
 */
void
ful_perf_processes_forget_ended (FulPerfProcesses *self,
                                 guint64           before)
{
  GHashTableIter iter;
  gpointer value;

  remove_threads (self, has_ended_before, &before);
  g_hash_table_iter_init (&iter, self->processes);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const FulPerfProcess *process = value;

      if (process->end != 0 && process->end < before && process->n_refs == 1)
        g_hash_table_iter_remove (&iter);
    }
}
