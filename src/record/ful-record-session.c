/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-record-session-private.h"

#include "ful-record-mend.h"
#include "ful-record-meta.h"
#include "ful-record-overhead.h"

#include "agent/ful-record-agent.h"
#include "base/ful-bytes.h"
#include "base/ful-cursor.h"
#include "base/ful-error.h"
#include "buffer/ful-record-carry.h"
#include "buffer/ful-record-frame.h"
#include "import/perf/ful-perf-stacks.h"
#include "markers/ful-record-counters.h"
#include "markers/ful-record-markers.h"
#include "markers/ful-record-usage.h"
#include "model/ful-profile-builder.h"
#include "perf/ful-perf-jitdump.h"
#include "perf/ful-perf-records.h"
#include "system/ful-record-attach.h"
#include "system/ful-record-code.h"
#include "system/ful-record-files.h"
#include "system/ful-record-kernel.h"
#include "system/ful-record-process.h"
#include "system/ful-record-vdso.h"
#include "threads/ful-record-threads.h"

#include <glib/gi18n-lib.h>
#include <time.h>

/* How often frames are made. */
#define PUBLISH_US 100000

/* When what has ended is forgotten, and how often that is looked for. */
#define FORGET_NS 5000000000
#define FORGET_US 2000000

/* How often the system is asked for the CPU times of threads without events. */
#define MEND_US 1000000

/* Of the stack of a thread that waits, where its samples have none. */
#define DEFAULT_STACK_BYTES 32768

/* Of the limit, for all rings of markers. */
#define MARKERS_PART 8

/* Ticks that may have hit other threads between two samples of one. */
#define AGENT_MOST_TICKS 4

static guint64
get_ns (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);

  return (guint64) time.tv_sec * 1000000000 + (guint64) time.tv_nsec;
}

/* Of a process with an agent. */
static FulLibIndex
get_agent_lib_cb (gint32            pid,
                  const FulPerfMap *map,
                  const char       *path,
                  gpointer          user_data)
{
  FulLibIndex lib = ful_record_session_get_lib (pid, map, path, user_data);

  ful_record_session_add_dump (user_data, pid);

  return lib;
}

static void
forget_cb (gint32   pid,
           gpointer user_data)
{
  FulRecordSession *self = user_data;

  ful_record_code_forget (&self->code, pid);
}

/* Opens what samples come from. */
static gboolean
open_sampler (FulRecordSession  *self,
              GError           **error)
{
  FulRecordAgentTargets targets = {
    .processes = &self->processes,
    .stacks = &self->stacks,
    .threads = &self->threads,
    .get_lib = get_agent_lib_cb,
    .forget = forget_cb,
    .user_data = self,
    .n_samples = &self->summary.n_samples,
    .n_truncated = &self->summary.n_truncated,
    .n_cut = &self->summary.n_cut,
    .n_missing = self->summary.n_missing,
    .unseen_ns = &self->summary.unseen_ns,
  };
  const FulRecordEvents *events = &self->setup.events;

  if (!self->setup.uses_agent)
    {
      if (!ful_record_rings_init (&self->rings, events, error))
        return FALSE;
      ful_perf_queue_init (&self->queue, &self->rings.attrs, ful_record_session_handle_record, self);
      return TRUE;
    }
  self->rings.sees_kernel = TRUE;   /* time there is in the caller */
  self->threads.most_sampled_ns = AGENT_MOST_TICKS * events->interval_ns;

  return ful_record_agent_init (&self->agent, &targets, self->setup.folder, events->n_stack, events->interval_ns, error);
}

/**
 * ful_record_session_new:
 * @error: %FUL_ERROR_NOT_ALLOWED if the kernel permits no perf events
 */
FulRecordSession *
ful_record_session_new (const FulRecordSetup  *setup,
                        GError               **error)
{
  g_autoptr(FulRecordSession) self = g_new0 (FulRecordSession, 1);

  self->buffer = ful_record_buffer_new (setup->max_bytes - (setup->folder ? setup->max_bytes / MARKERS_PART : 0), setup->keep_ns);
  self->builder = ful_profile_builder_new ();
  ful_import_tables_init (&self->rows, self->builder);
  ful_perf_libs_init (&self->libs, self->builder);
  ful_record_files_init (&self->files, &self->libs);
  ful_perf_processes_init (&self->processes, &ful_record_session_process_funcs, self);
  ful_perf_stacks_init (&self->stacks, &self->rows, &self->libs, self->processes.kernel, NULL);
  ful_record_code_init (&self->code);
  self->stacks.code_funcs = &ful_record_code_funcs;
  self->stacks.code = &self->code;
  self->stacks.marks_truncated = TRUE;
  self->stacks.n_copied = setup->events.n_stack;
  ful_record_tables_init (&self->tables, &self->rows);
  self->waits = (FulRecordWaits) { &self->rings.attrs, &self->stacks, &self->processes };
  ful_record_threads_init (&self->threads, &self->tables, &self->waits);
  ful_record_threads_show (&self->threads, setup->threads);
  self->setup = *setup;
  ful_record_threads_count_from (&self->threads);
  ful_record_counters_init (&self->counters);
  ful_record_overhead_init (&self->overhead);
  ful_record_usage_init (&self->usage, setup->usage, &self->threads, &self->counters);
  ful_record_marker_rows_init (&self->marker_rows, &self->threads, &self->processes, &self->rows, &self->counters);
  self->marker_rows.watch = setup->watch;
  ful_record_markers_init (&self->markers, &self->marker_rows, &self->processes, setup->folder, setup->max_bytes / MARKERS_PART);
  if (!open_sampler (self, error))
    return NULL;

  self->threads.start = get_ns (CLOCK_MONOTONIC);
  self->threads.interval_ns = setup->events.interval_ns;
  self->threads.sees_kernel = self->rings.sees_kernel;
  if (self->rings.sees_kernel && !setup->uses_agent)
    ful_record_add_kernel (&self->processes, &self->libs);
  ful_record_add_vdso (&self->libs);
  self->threads.off_cpu = setup->events.off_cpu;
  self->waits.n_stack = setup->events.n_stack > 0 || !setup->events.frame_pointers ? setup->events.n_stack : DEFAULT_STACK_BYTES;
  self->setup.start_time = (double) (g_get_real_time () / 1000);
  ful_record_put_meta (&self->setup, &self->marker_rows.kinds, NULL, &self->frames);

  return g_steal_pointer (&self);
}

/**
 * ful_record_session_add_program:
 * @pid: a child that waits to run it
 * @error: %FUL_ERROR_NOT_ALLOWED
 */
gboolean
ful_record_session_add_program (FulRecordSession  *self,
                                gint32             pid,
                                GError           **error)
{
  self->begins_at_exec = TRUE;
  if (self->setup.uses_agent)
    ful_record_agent_set_program (&self->agent, pid, self->setup.product);

  return self->setup.uses_agent || ful_record_rings_add (&self->rings, pid, TRUE, error);
}

/**
 * ful_record_session_add_process:
 * @pid: one that runs; it is recorded from the call on
 * @error: %FUL_ERROR_NOT_ALLOWED; %FUL_ERROR_ARGUMENT if there is no such process
 */
gboolean
ful_record_session_add_process (FulRecordSession  *self,
                                gint32             pid,
                                GError           **error)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
  g_autoptr(GDir) tasks = g_dir_open (path, 0, NULL);
  guint n = 0;

  if (tasks == NULL)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("there is no process %d"), pid);
      return FALSE;
    }
  if (ful_record_process_get_leader (pid) != pid)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%d is a thread of process %d"), pid, ful_record_process_get_leader (pid));
      return FALSE;
    }
  ful_record_read_process (&self->processes, pid, ful_record_session_get_lib, self);
  ful_record_session_add_dump (self, pid);
  for (const char *name; (name = g_dir_read_name (tasks)); )
    {
      gint32 tid = (gint32) g_ascii_strtoll (name, NULL, 10);
      FulPerfThread *thread;
      gboolean is_seen;

      g_clear_error (error);
      if (!ful_record_rings_add (&self->rings, tid, FALSE, error) && !g_error_matches (*error, FUL_ERROR, FUL_ERROR_TOO_LARGE))
        continue;   /* it may have ended */
      is_seen = *error == NULL;
      thread = ful_perf_processes_get_thread (&self->processes, pid, tid);
      ful_record_read_name (thread);
      ful_record_threads_rename (&self->threads, thread, self->threads.start);
      ful_record_threads_set_before (&self->threads, thread);
      if (is_seen)
        n++;
      else
        {
          ful_record_threads_set_unseen (&self->threads, thread);
          self->summary.n_without_events++;
        }
    }
  if (n > 0)
    g_clear_error (error);
  else if (*error == NULL)
    g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("there is no process %d"), pid);   /* it has ended meanwhile */

  return n > 0;
}

/* Pauses, or goes on; what was written before is handled. What happens to processes meanwhile is recorded all the same. */
static void
set_paused (FulRecordSession *self,
            gboolean          is_paused)
{
  guint64 time = get_ns (CLOCK_MONOTONIC);

  self->is_paused = is_paused;
  if (!self->setup.uses_agent)
    ful_record_rings_set_sampling (&self->rings, !is_paused);
  if (is_paused)
    {
      if (self->setup.uses_agent)
        ful_record_agent_read (&self->agent, time, TRUE);
      else
        {
          ful_record_rings_drain (&self->rings, &self->queue);
          ful_perf_queue_flush (&self->queue, FALSE);
          ful_record_threads_mend_all (&self->threads, time);
        }
      ful_record_threads_pause (&self->threads, time);
      ful_record_markers_read (&self->markers, time, TRUE, TRUE);
    }
  else
    {
      /* What began meanwhile is known before it counts. */
      if (self->setup.uses_agent)
        ful_record_agent_read (&self->agent, time, FALSE);
      ful_record_threads_resume (&self->threads, time);
    }
  if (self->setup.uses_agent)
    ful_record_agent_set_paused (&self->agent, time, is_paused);
  ful_record_markers_set_paused (&self->markers, is_paused);
}

/* Makes frames of what is new. */
static void
put_frames (FulRecordSession *self)
{
  ful_record_code_update (&self->code);
  if (self->marker_rows.kinds.is_changed)
    ful_record_put_meta (&self->setup, &self->marker_rows.kinds, NULL, &self->frames);
  self->marker_rows.kinds.is_changed = FALSE;
  ful_record_tables_put (&self->tables, &self->frames);
  ful_record_threads_put (&self->threads, &self->frames);
  ful_record_counters_put (&self->counters, &self->frames);
  ful_record_marker_rows_put (&self->marker_rows, &self->frames);
}

/* What the rings had no room for: as it is not known when that was, since the last time. */
static void
put_loss (FulRecordSession *self,
          gint64            complete)
{
  guint64 n = self->summary.n_lost - self->n_lost_put;
  int thread = ful_record_threads_get_any (&self->threads);
  g_autofree char *text = NULL;

  if (n == 0 || thread < 0)
    return;

  text = g_strdup_printf ("%" G_GUINT64_FORMAT " records came faster than they were read", n);
  ful_record_put_loss (&self->frames, 0, self->published, complete, n, FUL_RECORD_RING_OVERFLOW);
  ful_record_put_marker (&self->frames, (guint64) thread, self->published, FUL_RECORD_STRING_LOST, text);
  self->n_lost_put = self->summary.n_lost;
}

static void
begin_epoch (FulRecordSession *self)
{
  FulRecordCarry carry;

  ful_record_carry_begin (&carry, &self->tables, &self->frames);
  ful_perf_stacks_forget (&self->stacks);
  ful_record_threads_carry (&self->threads, &carry);
  ful_record_carry_end (&carry);
}

/* @complete: ns; what was before it is there */
static void
publish (FulRecordSession *self,
         gint64            complete)
{
  if (self->summary.n_without_events > 0 && !self->is_paused && g_get_monotonic_time () >= self->mend_us)
    {
      ful_record_mend_unseen (&self->threads, &self->processes, get_ns (CLOCK_MONOTONIC));
      self->mend_us = g_get_monotonic_time () + MEND_US;
    }
  if (self->threads.has_lost && !self->is_paused)
    {
      ful_perf_queue_flush (&self->queue, FALSE);
      ful_record_mend (&self->threads, &self->processes, get_ns (CLOCK_MONOTONIC));
      self->threads.has_lost = FALSE;
    }
  if (!self->is_paused)
    ful_record_usage_read (&self->usage, complete);
  ful_record_overhead_add (&self->overhead, FUL_RECORD_WORK_COUNTERS);
  put_frames (self);
  put_loss (self, complete);
  ful_record_buffer_append (self->buffer, &self->frames, complete);
  for (guint i = 0; i < self->threads.ended->len; i++)
    ful_record_buffer_end_thread (self->buffer, g_array_index (self->threads.ended, guint, i));
  g_array_set_size (self->threads.ended, 0);
  self->published = complete;
  if (ful_record_buffer_wants_epoch (self->buffer))
    begin_epoch (self);
  if (g_get_monotonic_time () >= self->forget_us)
    {
      guint64 now = get_ns (CLOCK_MONOTONIC);

      self->forget_us = g_get_monotonic_time () + FORGET_US;
      ful_perf_processes_forget_ended (&self->processes, now - MIN (now, FORGET_NS));
    }
  ful_record_overhead_add (&self->overhead, FUL_RECORD_WORK_FRAMES);
  ful_record_overhead_put (&self->overhead, complete, FALSE);
}

static void
put_overhead (FulRecordSession *self)
{
  if (self->threads.first == NULL)
    return;

  ful_record_overhead_put (&self->overhead, self->published, TRUE);
  ful_record_put_meta (&self->setup, &self->marker_rows.kinds,
                       ful_record_overhead_make_json (&self->overhead, self->threads.first->pid), &self->frames);
  ful_record_buffer_append (self->buffer, &self->frames, self->published);
}

/* Reads what was sampled, and what processes did. Returns: ns, up to when all is known */
static guint64
read_events (FulRecordSession *self,
             gboolean          is_last,
             gboolean          is_due)
{
  /* What was written before the request to stop is read after it. */
  guint64 handled = self->queue.round;

  if (self->setup.uses_agent)
    return ful_record_agent_read (&self->agent, get_ns (CLOCK_MONOTONIC), is_due);

  /* A round is over also where nothing has happened. */
  self->queue.newest = MAX (self->queue.newest, get_ns (CLOCK_MONOTONIC));
  ful_record_rings_drain (&self->rings, &self->queue);
  if (is_last)
    ful_perf_queue_flush (&self->queue, FALSE);

  return handled;
}

static void
wait_for_events (FulRecordSession *self)
{
  guint n_ms = ful_record_threads_get_poll_ms (&self->threads);

  if (self->setup.uses_agent)
    g_usleep (n_ms * 1000);
  else
    ful_record_rings_wait (&self->rings, n_ms);
}

static gpointer
run (gpointer data)
{
  FulRecordSession *self = data;
  gint64 next_us = g_get_monotonic_time () + PUBLISH_US;
  guint64 complete = self->threads.start;
  gboolean is_last = FALSE;

  ful_record_overhead_begin (&self->overhead);
  while (!is_last)
    {
      gboolean is_due;

      is_last = g_atomic_int_get (&self->is_stopping);
      if (!is_last)
        wait_for_events (self);
      if (!is_last && self->is_paused != g_atomic_int_get (&self->wants_pause))
        set_paused (self, !self->is_paused);
      if (!self->is_paused)
        ful_record_threads_poll (&self->threads, get_ns (CLOCK_MONOTONIC));
      is_due = is_last || g_get_monotonic_time () >= next_us;
      complete = read_events (self, is_last, is_due);
      if (!self->is_paused && !self->setup.uses_agent)
        ful_record_threads_ask_cpu (&self->threads);
      ful_record_overhead_add (&self->overhead, FUL_RECORD_WORK_RECORDS);
      complete = ful_record_threads_follow_waits (&self->threads, complete, is_due);
      if (is_last && self->summary.n_without_events > 0)
        ful_record_mend_unseen (&self->threads, &self->processes, get_ns (CLOCK_MONOTONIC));
      if (is_last && self->summary.n_lost > 0)
        ful_record_mend (&self->threads, &self->processes, get_ns (CLOCK_MONOTONIC));
      if (is_last && !self->is_paused && !self->setup.uses_agent)
        ful_record_threads_mend_all (&self->threads, get_ns (CLOCK_MONOTONIC));
      if (is_last && self->setup.uses_agent)
        ful_record_agent_finish (&self->agent, get_ns (CLOCK_MONOTONIC), self->has_exited);
      if (is_last)
        {
          ful_record_threads_finish (&self->threads, get_ns (CLOCK_MONOTONIC));
          ful_record_usage_finish (&self->usage);
        }
      ful_record_overhead_add (&self->overhead, FUL_RECORD_WORK_WAITS);
      ful_record_markers_read (&self->markers, get_ns (CLOCK_MONOTONIC), is_due, is_last);
      ful_record_overhead_add (&self->overhead, FUL_RECORD_WORK_COUNTERS);
      if (is_due)
        {
          next_us = g_get_monotonic_time () + PUBLISH_US;
          publish (self, complete > self->threads.start ? (gint64) (complete - self->threads.start) : 0);
        }
    }
  put_overhead (self);
  ful_perf_queue_clear (&self->queue);   /* its memory is needed to save */

  return NULL;
}

void
ful_record_session_start (FulRecordSession *self)
{
  if (!self->begins_at_exec)
    {
      guint64 time = get_ns (CLOCK_MONOTONIC);

      if (!self->setup.uses_agent)
        ful_record_rings_start (&self->rings);
      ful_record_threads_resume (&self->threads, time);
    }
  self->thread = g_thread_new ("recorder", run, self);
}

/* It follows within some ms. */
void
ful_record_session_set_paused (FulRecordSession *self,
                               gboolean          paused)
{
  g_atomic_int_set (&self->wants_pause, paused);
}

/**
 * ful_record_session_stop:
 * @reason: why
 * @out_summary: of the whole recording
 *
 * Ends the recording; what happened before the call is in the buffer.
 */
void
ful_record_session_stop (FulRecordSession *self,
                         FulWireEndReason  reason,
                         FulRecordSummary *out_summary)
{
  self->has_exited = reason == FUL_WIRE_END_TARGET_EXITED;
  g_atomic_int_set (&self->is_stopping, TRUE);
  g_clear_pointer (&self->thread, g_thread_join);
  ful_record_agent_end (&self->agent);
  self->summary.duration_ns = (gint64) (get_ns (CLOCK_MONOTONIC) - self->threads.start);
  self->summary.n_threads = ful_record_threads_get_n (&self->threads, &self->summary.n_processes);
  /* A thread in exec() has no callers. */
  self->summary.n_truncated += self->stacks.n_short + self->stacks.n_lost;
  self->summary.n_cut += self->stacks.n_cut;
  if (!ful_unwinder_can_run (&self->stacks.unwinder))
    self->summary.n_truncated += self->stacks.n_without_callers;
  self->summary.own_cpu_ns = get_ns (CLOCK_PROCESS_CPUTIME_ID);
  self->summary.cpu_ns = self->threads.cpu_ns;
  self->summary.n_lost_markers = self->markers.n_lost;
  self->summary.n_lost += self->agent.n_lost;
  self->summary.interval_ns = self->setup.events.interval_ns;
  self->summary.uses_agent = self->setup.uses_agent;
  self->summary.unsampled_ns = self->threads.unsampled_ns;
  self->summary.n_idle_ticks = self->threads.n_idle_ticks;
  self->summary.n_idle_bytes = self->threads.n_idle_bytes;
  self->summary.sees_kernel = self->rings.sees_kernel;
  ful_record_buffer_finish (self->buffer, reason, self->summary.duration_ns);
  *out_summary = self->summary;
}

/* Returns: (transfer none) */
FulRecordBuffer *
ful_record_session_get_buffer (FulRecordSession *self)
{
  return self->buffer;
}

void
ful_record_session_free (FulRecordSession *self)
{
  g_assert (self->thread == NULL);

  ful_perf_queue_clear (&self->queue);
  ful_record_rings_clear (&self->rings);
  ful_record_agent_clear (&self->agent);
  ful_record_markers_clear (&self->markers);
  ful_record_marker_rows_clear (&self->marker_rows);
  ful_record_usage_clear (&self->usage);
  ful_record_overhead_clear (&self->overhead);
  ful_record_counters_clear (&self->counters);
  ful_perf_processes_clear (&self->processes);   /* and what is known of their threads */
  ful_record_threads_clear (&self->threads);
  ful_record_waits_clear (&self->waits);
  ful_record_code_clear (&self->code);
  g_free (self->dump);
  ful_perf_stacks_clear (&self->stacks);
  ful_perf_libs_clear (&self->libs);
  ful_record_files_clear (&self->files);
  ful_import_tables_clear (&self->rows);
  ful_profile_builder_free (self->builder);
  ful_bytes_clear (&self->frames);
  ful_record_buffer_unref (self->buffer);
  g_free (self);
}
