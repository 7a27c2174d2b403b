/* SPDX-License-Identifier: GPL-3.0-or-later */

/* CPU times as the system counts them, where records of switches were lost (record.md 2). */

#include "config.h"

#include "ful-record-threads.h"

#include "system/ful-record-blocked.h"
#include "system/ful-record-process.h"

/* Of the CPU times of processes, at most. */
#define STEP_NS 20000000

/* What the recorder has used in a child before the program. */
#define START_NS 3000000

/* Returns: (transfer full) (element-type gint32): those that have not ended, as far as that is known */
GArray *
ful_record_threads_list_processes (const FulRecordThreads *self)
{
  GArray *pids = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (guint i = 0; i < self->threads->len; i++)
    {
      const FulRecordThread *thread = g_ptr_array_index (self->threads, i);

      if (thread->is_main && !thread->has_ended)
        g_array_append_val (pids, thread->wait.pid);
    }

  return pids;
}

/* What the system says that it used, whatever was lost of its switches. */
static void
mend_thread (FulRecordThreads *self,
             FulRecordThread  *thread,
             guint64           now)
{
  guint64 used;
  gint64 missing;
  gboolean is_running;

  if (thread->has_ended || thread->is_hidden)
    return;
  if (!ful_record_process_get_cpu (thread->wait.pid, thread->wait.tid, &used))
    {
      /* It has ended some time since the last record of it. */
      thread->on_since = 0;
      ful_perf_processes_exit (self->waits->processes, thread->wait.pid, thread->wait.tid, now);
      ful_record_threads_end (self, thread->from);
      return;
    }

  /* An unseen one is taken to wait but for what it ran. */
  is_running = !thread->is_unseen && ful_record_blocked_is_running (thread->wait.pid, thread->wait.tid);
  missing = (gint64) (used - thread->cpu_before_ns - thread->all_cpu_ns);
  if (thread->on_since != 0 && now > thread->on_since)
    thread->unknown_ns += (gint64) (now - thread->on_since);
  thread->all_cpu_ns += (guint64) missing;
  thread->siblings->cpu_ns += (guint64) missing;
  self->cpu_ns += (guint64) missing;
  thread->cpu_owed_ns += missing;
  if (missing < 0 && (guint64) -missing > thread->cpu_ns)
    {
      thread->cpu_above_ns += (guint64) -missing - thread->cpu_ns;
      thread->cpu_ns = 0;
    }
  else
    thread->cpu_ns += (guint64) missing;
  ful_record_thread_reset_cost (thread);
  thread->known_until = now;
  thread->on_since = 0;
  thread->is_on_guessed = is_running;
  if (missing < 0)
    self->unsampled_ns -= MIN (self->unsampled_ns, (guint64) -missing);
  else if ((guint64) missing > self->interval_ns)
    ful_record_thread_put_unsampled (self, thread, now);
  ful_record_thread_take_unknown (self, thread, now, missing);
  if (is_running)
    {
      ful_record_thread_end_wait (self, thread, now);
      thread->on_since = now;
      return;
    }
  ful_record_thread_begin_wait (self, thread, now, FALSE);
}

/* Of threads that have ended, or were not seen: what their process has used above what is known. */
static void
mend_siblings (FulRecordThreads  *self,
               FulRecordSiblings *siblings,
               guint64            now)
{
  guint64 used = siblings->main && !siblings->main->has_ended ? ful_record_process_get_all_cpu (siblings->main->wait.pid, NULL) : 0;
  guint64 known = siblings->cpu_before_ns + siblings->cpu_ns;

  if (used > known + STEP_NS)
    ful_record_siblings_add_cpu (self, siblings, used - known, now);
}

/**
 * ful_record_threads_mend:
 * @now: ns
 *
 * After records were lost, among which may be switches: CPU times are as the system counts them. Costs as much as there are threads.
 */
void
ful_record_threads_mend (FulRecordThreads *self,
                         guint64           now)
{
  GHashTableIter iter;
  gpointer siblings;

  /* Those that have ended leave the list later. */
  for (guint i = 0; i < self->threads->len; i++)
    mend_thread (self, g_ptr_array_index (self->threads, i), now);
  g_hash_table_iter_init (&iter, self->processes);
  while (self->shown_names == NULL && g_hash_table_iter_next (&iter, NULL, &siblings))
    mend_siblings (self, siblings, now);
}

/* From now on: what an unseen thread used since it was mended does not count. */
void
ful_record_thread_skip_cpu (FulRecordThread *self)
{
  guint64 used;

  if (ful_record_process_get_cpu (self->wait.pid, self->wait.tid, &used))
    self->cpu_before_ns = used - self->all_cpu_ns;
}

/* Of threads without events alone. */
void
ful_record_threads_mend_unseen (FulRecordThreads *self,
                                guint64           now)
{
  for (guint i = 0; i < self->threads->len; i++)
    {
      FulRecordThread *thread = g_ptr_array_index (self->threads, i);

      if (thread->is_unseen)
        mend_thread (self, thread, now);
    }
}

/* Returns: CPU time in ns of all that is recorded, as the system says: of processes that have ended from the one that has asked for their
 * status, the recorder at last. */
static guint64
get_total (const FulRecordThreads *self,
           guint                  *out_n_processes)
{
  g_autoptr(GArray) pids = ful_record_threads_list_processes (self);
  guint64 total = ful_record_process_get_children_cpu ();

  for (guint i = 0; i < pids->len; i++)
    {
      guint64 children;

      total += ful_record_process_get_all_cpu (g_array_index (pids, gint32, i), &children);
      total += children;
    }
  *out_n_processes = pids->len;

  return total;
}

/* From now on ful_record_threads_mend_all() counts. */
void
ful_record_threads_count_from (FulRecordThreads *self)
{
  self->total_before_ns = get_total (self, &self->n_before);
  self->known_before_ns = self->cpu_ns;
}

/* At the end of the recording, or of a part of it: what the system says that is not known counts for the first process. It is what came
 * before the first record of short processes, and after the last one. */
void
ful_record_threads_mend_all (FulRecordThreads *self,
                             guint64           now)
{
  guint64 used, known;
  guint n_now;

  for (guint i = 0; i < self->threads->len; i++)
    if (!((FulRecordThread *) g_ptr_array_index (self->threads, i))->has_ended)
      ful_record_thread_account (self, g_ptr_array_index (self->threads, i), now);
  /* Its steps round down, so that it may be too much by those of the begin. */
  used = get_total (self, &n_now) - self->total_before_ns;
  known = self->cpu_ns - self->known_before_ns + self->n_before * (guint64) STEP_NS;
  if (self->first && self->shown_names == NULL && used < G_MAXINT64 && used > known + START_NS)
    ful_record_siblings_add_cpu (self, self->first, used - known, now);
}
