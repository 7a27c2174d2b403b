/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "perf/ful-perf-processes.h"
#include "threads/ful-record-thread.h"
#include "threads/ful-record-threads.h"

G_BEGIN_DECLS

/**
 * FulRecordAgentThread:
 * @thread: whose it is
 * @last: ns; up to when it is known what the thread did
 * @is_off: whether it is known to wait since
 * @counted: ns; CPU time in switches so far
 * @has_ended: nothing more counts
 *
 * CPU times and samples of a thread → switches, as if the kernel had said them.
 */
typedef struct
{
  FulPerfThread *thread;
  guint64        last;
  gboolean       is_off;
  guint64        counted;
  gboolean       has_ended;

  /*< private >*/
  guint32        n_waits;      /* at the last sample */
  guint64        delay_said;   /* for which it was ready without a CPU, as was said last */
  guint64        delay_ns;     /* of that, in no wait yet */
  guint64        switches_said;
  char           comm[16];     /* its name, as the kernel has it; the program may have given it another one */
} FulRecordAgentThread;

guint64 ful_record_agent_thread_find_begin (guint64       time,
                                            guint64       cpu_ns,
                                            guint64       since);
void ful_record_agent_thread_init   (FulRecordAgentThread *self,
                                     FulRecordThreads     *threads,
                                     FulPerfThread        *thread,
                                     guint64               begin,
                                     guint64               before_ns);
void ful_record_agent_thread_learn  (FulRecordAgentThread *self,
                                     FulRecordThreads     *threads,
                                     guint64               delay_ns,
                                     guint64               n_switches);
void ful_record_agent_thread_skip   (FulRecordAgentThread *self,
                                     guint64               delay_ns,
                                     guint64               n_switches);
void ful_record_agent_thread_sample (FulRecordAgentThread *self,
                                     FulRecordThreads     *threads,
                                     guint64               time,
                                     guint64               cpu_ns,
                                     guint32               n_waits,
                                     FulStackIndex         stack);
void ful_record_agent_thread_run    (FulRecordAgentThread *self,
                                     FulRecordThreads     *threads,
                                     guint64               time,
                                     guint64               cpu_ns);
void ful_record_agent_thread_wait   (FulRecordAgentThread *self,
                                     FulRecordThreads     *threads,
                                     guint64               time,
                                     guint64               cpu_ns,
                                     gboolean              is_preempted);

G_END_DECLS
