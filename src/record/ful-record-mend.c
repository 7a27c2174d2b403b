/* SPDX-License-Identifier: GPL-3.0-or-later */

/* After records were lost, among which may be switches, and begins of threads, and where there are none (record.md 2): what
 * the system says. */

#include "config.h"

#include "ful-record-mend.h"

#include "system/ful-record-attach.h"
#include "threads/ful-record-threads.h"

/* Of processes that are known. @are_unseen: no records come of those that are found */
static void
find_threads (FulRecordThreads *threads,
              FulPerfProcesses *processes,
              guint64           now,
              gboolean          are_unseen)
{
  g_autoptr(GArray) pids = ful_record_threads_list_processes (threads);

  for (guint i = 0; i < pids->len; i++)
    {
      gint32 pid = g_array_index (pids, gint32, i);
      g_autofree char *path = g_strdup_printf ("/proc/%d/task", pid);
      g_autoptr(GDir) tasks = g_dir_open (path, 0, NULL);

      for (const char *name; tasks && (name = g_dir_read_name (tasks)); )
        {
          gint32 tid = (gint32) g_ascii_strtoll (name, NULL, 10);
          FulPerfThread *thread;

          if (ful_perf_processes_find_thread (processes, pid, tid))
            continue;
          thread = ful_perf_processes_get_thread (processes, pid, tid);
          ful_record_read_name (thread);
          ful_record_threads_rename (threads, thread, now);
          if (are_unseen)
            ful_record_threads_set_unseen (threads, thread);
        }
    }
}

/**
 * ful_record_mend:
 * @now: ns
 *
 * To be called when all records until then were handled. Costs as much as there are threads.
 */
void
ful_record_mend (FulRecordThreads *threads,
                 FulPerfProcesses *processes,
                 guint64           now)
{
  find_threads (threads, processes, now, FALSE);
  ful_record_threads_mend (threads, now);
}

/**
 * ful_record_mend_unseen:
 * @now: ns
 *
 * The same for threads without events, and those that they start. The others' records go on.
 */
void
ful_record_mend_unseen (FulRecordThreads *threads,
                        FulPerfProcesses *processes,
                        guint64           now)
{
  find_threads (threads, processes, now, TRUE);
  ful_record_threads_mend_unseen (threads, now);
}
