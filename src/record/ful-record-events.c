/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Records of the rings → threads, processes, libraries (record.md 1). */

#include "config.h"

#include "ful-record-session-private.h"

#include "perf/ful-perf-jitdump.h"
#include "perf/ful-perf-records.h"
#include "system/ful-record-blocked.h"

static FulLibIndex
get_lib_cb (const char   *path,
            const guint8 *build_id,
            gsize         n,
            gpointer      user_data)
{
  FulRecordSession *self = user_data;

  if (ful_perf_jitdump_is_path (path))
    {
      g_free (self->dump);
      self->dump = g_strdup (path);
      return FUL_NONE;
    }

  return ful_record_files_get (&self->files, self->map_pid, &self->map, path, build_id, n);
}

/* Of a process that runs already. */
FulLibIndex
ful_record_session_get_lib (gint32            pid,
                            const FulPerfMap *map,
                            const char       *path,
                            gpointer          user_data)
{
  FulRecordSession *self = user_data;

  self->map_pid = pid;
  self->map = *map;

  return get_lib_cb (path, NULL, 0, self);
}

const FulPerfProcessFuncs ful_record_session_process_funcs = { get_lib_cb, NULL, ful_record_threads_forget };

/* The kernel copies a stack up to a page that the program has not used yet: a part of a large array. From now on it is there. */
static void
fill_gap (FulRecordSession    *self,
          const FulPerfSample *sample)
{
  FulUnwindRegisters registers;
  guint64 gap;

  if (!self->stacks.is_truncated || sample->stack.n + sizeof (guint64) > self->stacks.n_copied ||
      !ful_unwind_registers_read (&registers, sample->registers_mask, sample->registers))
    return;

  gap = registers.values[registers.machine->sp] + sample->stack.n;
  if (ful_record_stack_ends_is_new_gap (&self->rings.stack_ends, sample->tid, gap))
    ful_record_blocked_touch (sample->pid, gap, self->stacks.n_copied - sample->stack.n);
}

static void
handle_sample (FulRecordSession *self,
               guint16           misc,
               FulCursor         body)
{
  FulPerfSample sample;
  FulPerfThread *thread;
  FulStackIndex stack;

  if (!ful_perf_attrs_read_sample (&self->rings.attrs, body, &sample))
    return;

  thread = ful_perf_processes_get_thread (&self->processes, sample.pid, sample.tid);
  if (ful_record_rings_is_switch (&self->rings, &sample))
    {
      ful_record_threads_add_switch (&self->threads, thread, sample.time, body);
      return;
    }
  if (!ful_record_threads_is_shown (&self->threads, thread))
    return;
  self->stacks.unwinder.seen.n = 0;
  stack = ful_perf_stacks_read (&self->stacks, &sample, misc, thread->process->maps);
  if (self->stacks.unwinder.seen.n > 0)
    ful_record_threads_set_frame_pointers (&self->threads, thread, &self->stacks.unwinder.seen);
  ful_record_stack_ends_learn (&self->rings.stack_ends, sample.tid, self->stacks.unwinder.end, !self->stacks.is_truncated);
  fill_gap (self, &sample);
  ful_record_threads_add_sample (&self->threads, thread, sample.time, stack);
  self->summary.n_samples++;
}

static void
handle_switch (FulRecordSession *self,
               guint16           misc,
               FulCursor         body)
{
  FulPerfThread *thread;
  gint32 pid, tid;
  guint64 time;

  if (!ful_perf_attrs_get_thread (&self->rings.attrs, body, &pid, &tid, &time) || tid <= 0)
    return;

  thread = ful_perf_processes_get_thread (&self->processes, pid, tid);
  if (misc & FUL_PERF_MISC_SWITCH_OUT)
    ful_record_threads_switch_out (&self->threads, thread, time, (misc & FUL_PERF_MISC_PREEMPTED) != 0);
  else
    ful_record_threads_switch_in (&self->threads, thread, time);
}

/* After maps of @pid were added. */
void
ful_record_session_add_dump (FulRecordSession *self,
                             gint32            pid)
{
  if (self->dump)
    ful_record_code_add_dump (&self->code, pid, self->dump);
  g_clear_pointer (&self->dump, g_free);
}

/* Another program runs in a process: its other threads have ended, with no record of the one that took the number of the first. */
static void
begin_program (FulRecordSession *self,
               FulCursor         body)
{
  gint32 pid, tid;
  guint64 time;

  if (ful_perf_attrs_get_thread (&self->rings.attrs, body, &pid, &tid, &time) && pid == tid &&
      ful_perf_processes_take_over (&self->processes, pid, time))
    ful_record_threads_take_over (&self->threads, &self->processes, ful_perf_processes_get_thread (&self->processes, pid, pid), time);
}

static void
handle_process (FulRecordSession *self,
                guint32           type,
                guint16           misc,
                FulCursor         body)
{
  FulPerfThread *thread;
  FulCursor map = body;
  gint32 pid, tid;
  guint64 time;

  if (type == FUL_PERF_RECORD_MMAP2)
    {
      self->map_pid = (gint32) ful_cursor_u32 (&map);
      ful_cursor_u32 (&map);
      self->map.start = ful_cursor_u64 (&map);
      self->map.end = self->map.start + ful_cursor_u64 (&map);
    }
  if (type == FUL_PERF_RECORD_COMM && misc & FUL_PERF_MISC_EXEC)
    begin_program (self, body);
  if (!ful_perf_processes_handle (&self->processes, type, misc, body, &thread))
    return;
  if (thread == NULL)
    {
      ful_record_session_add_dump (self, (gint32) ful_cursor_u32 (&body));
      return;
    }

  if (type == FUL_PERF_RECORD_COMM)
    {
      if (!ful_perf_attrs_get_thread (&self->rings.attrs, body, &pid, &tid, &time))
        time = self->threads.start;
      ful_record_threads_rename (&self->threads, thread, time);
      if (misc & FUL_PERF_MISC_EXEC)
        {
          ful_record_code_forget (&self->code, thread->process->pid);
          /* A recording that begins at exec() sees no switch to what runs it. */
          ful_record_threads_begin_program (&self->threads, thread, time);
        }
    }
  else if (type == FUL_PERF_RECORD_FORK)
    {
      if (thread->tid == thread->process->pid)
        ful_record_code_forget (&self->code, thread->tid);
      ful_record_threads_switch_out (&self->threads, thread, thread->start, TRUE);
    }
  else if (type == FUL_PERF_RECORD_EXIT)
    {
      ful_record_threads_end (&self->threads, thread);
      if (thread->process->end != 0)
        ful_record_code_forget (&self->code, thread->process->pid);
    }
}

void
ful_record_session_handle_record (FulCursor record,
                                  gpointer  user_data)
{
  FulRecordSession *self = user_data;
  guint32 type = ful_cursor_u32 (&record);
  guint16 misc = ful_cursor_u16 (&record);

  ful_cursor_u16 (&record);
  switch (type)
    {
    case FUL_PERF_RECORD_SAMPLE:
      handle_sample (self, misc, record);
      break;
    case FUL_PERF_RECORD_SWITCH:
      handle_switch (self, misc, record);
      break;
    case FUL_PERF_RECORD_LOST:
      ful_cursor_u64 (&record);
      self->summary.n_lost += ful_cursor_u64 (&record);
      self->threads.has_lost = TRUE;
      break;
    default:
      handle_process (self, type, misc, record);
      break;
    }
}
