/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A server says of a process what it is called, and when it ended, with each of its threads as long as that is there. Those that
 * have ended before get it when the stream has ended. */

#include "config.h"

#include "ful-live-process-ends.h"

#include "base/ful-hash.h"

#include <math.h>

typedef struct
{
  const char *name;       /* (nullable): as its main thread has it */
  double      shutdown;   /* NaN: it went on */
} Process;

static FulThread *
get_thread (FulProfileBuilder *builder,
            guint              i)
{
  return ((FulThreadBuilder *) g_ptr_array_index (builder->threads, i))->thread;
}

/**
 * ful_live_process_ends_complete:
 * @builder: with all threads; those with equal pid are of one process
 *
 * Completes names and ends of processes. Linear in the threads.
 */
void
ful_live_process_ends_complete (FulProfileBuilder *builder)
{
  g_autoptr(GHashTable) processes = g_hash_table_new_full (ful_hash_text, g_str_equal, NULL, g_free);

  for (guint i = 0; i < builder->threads->len; i++)
    {
      const FulThread *thread = get_thread (builder, i);
      Process *process = g_hash_table_lookup (processes, thread->pid);

      if (process == NULL)
        {
          process = g_new (Process, 1);
          *process = (Process) { NULL, NAN };
          g_hash_table_insert (processes, thread->pid, process);
        }
      if (thread->is_main_thread)
        process->name = thread->process_name;
      if (!isnan (thread->process_shutdown_time))
        process->shutdown = thread->process_shutdown_time;
    }
  for (guint i = 0; i < builder->threads->len; i++)
    {
      FulThread *thread = get_thread (builder, i);
      const Process *process = g_hash_table_lookup (processes, thread->pid);

      if (isnan (thread->process_shutdown_time))
        thread->process_shutdown_time = process->shutdown;
      if (!isnan (thread->unregister_time) && process->name && process->name != thread->process_name)
        {
          g_free (thread->process_name);
          thread->process_name = g_strdup (process->name);
        }
    }
}
