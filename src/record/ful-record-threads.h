/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-tables.h"
#include "ful-record-waits.h"

#include "base/ful-bytes.h"
#include "base/ful-cursor.h"
#include "import/common/ful-import-tables.h"
#include "perf/ful-perf-processes.h"
#include "unwind/ful-unwinder.h"

G_BEGIN_DECLS

/**
 * FulRecordThreads:
 * @start: CLOCK_MONOTONIC, ns; the zero of all times in frames
 * @interval_ns: CPU time between two samples
 * @most_sampled_ns: CPU time before a sample that is taken to be like it; 0: @interval_ns
 * @sees_kernel: whether ticks in the kernel are sampled, too
 * @off_cpu: whether there are rows while a thread does not run
 * @cpu_ns: CPU time of all threads so far
 * @unsampled_ns: of it, in rows of which no tick tells the stack
 *
 * The rows of the threads of a recording: one for each tick, and for CPU time that no tick hit; of waits one at the begin, one
 * each 100 ms, and one at the end. The weights of a thread are its lifetime in intervals. For one thread.
 */
typedef struct
{
  guint64          start;
  guint64          interval_ns;
  guint64          most_sampled_ns;
  gboolean         sees_kernel;
  gboolean         off_cpu;
  guint64          cpu_ns;
  guint64          unsampled_ns;

  /*< private >*/
  FulRecordTables *tables;
  FulImportTables *rows;         /* of the builder of @tables */
  FulRecordWaits  *waits;
  GPtrArray       *threads;      /* by number in frames */
  GHashTable      *processes;    /* pid and use → GPtrArray of its threads */
  gboolean         is_paused;    /* switches and ticks do not count */
  GPtrArray       *waiting;      /* those whose wait may need its first row */
} FulRecordThreads;

void  ful_record_threads_init       (FulRecordThreads *self,
                                     FulRecordTables  *tables,
                                     FulImportTables  *rows,
                                     FulRecordWaits   *waits);
void  ful_record_threads_clear      (FulRecordThreads *self);
void  ful_record_threads_begin      (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time);
void  ful_record_threads_add_sample (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     FulStackIndex     stack);
void  ful_record_threads_set_frame_pointers (FulRecordThreads             *self,
                                             FulPerfThread                *thread,
                                             const FulUnwindFramePointers *pointers);
void  ful_record_threads_add_switch (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     FulCursor         sample);
void  ful_record_threads_switch_out (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     gboolean          is_preempted);
guint ful_record_threads_get_number (FulRecordThreads *self,
                                     FulPerfThread    *thread);
const char *ful_record_threads_get_pid (FulRecordThreads *self,
                                        FulPerfThread    *thread);
void  ful_record_threads_set_name   (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     const char       *name);
void  ful_record_threads_rename     (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_end        (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_pause      (FulRecordThreads *self,
                                     guint64           time);
void  ful_record_threads_resume     (FulRecordThreads *self,
                                     guint64           time);
guint64 ful_record_threads_follow_waits (FulRecordThreads *self,
                                         guint64           until,
                                         gboolean          with_rows);
void  ful_record_threads_put        (FulRecordThreads *self,
                                     FulBytes         *to);
void  ful_record_threads_finish     (FulRecordThreads *self,
                                     guint64           time);
guint ful_record_threads_get_n      (FulRecordThreads *self,
                                     guint            *out_n_processes);

G_END_DECLS
