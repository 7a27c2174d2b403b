/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-tables.h"

#include "base/ful-bytes.h"
#include "import/common/ful-import-tables.h"
#include "perf/ful-perf-processes.h"

G_BEGIN_DECLS

/**
 * FulRecordThreads:
 * @start: CLOCK_MONOTONIC, ns; the zero of all times in frames
 * @interval_ns: CPU time between two samples
 * @sees_kernel: whether ticks in the kernel are sampled, too
 * @cpu_ns: CPU time of all threads so far
 * @unsampled_ns: of it, in rows of which no tick tells the stack
 *
 * The rows of the threads of a recording: one for each tick, and for CPU time that no tick hit. For one thread.
 */
typedef struct
{
  guint64          start;
  guint64          interval_ns;
  gboolean         sees_kernel;
  guint64          cpu_ns;
  guint64          unsampled_ns;

  /*< private >*/
  FulRecordTables *tables;
  FulImportTables *rows;         /* of the builder of @tables */
  GPtrArray       *threads;      /* by number in frames */
  GHashTable      *processes;    /* pid and use → GPtrArray of its threads */
  gboolean         is_paused;    /* time does not count */
} FulRecordThreads;

void  ful_record_threads_init       (FulRecordThreads *self,
                                     FulRecordTables  *tables,
                                     FulImportTables  *rows);
void  ful_record_threads_clear      (FulRecordThreads *self);
void  ful_record_threads_begin      (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time);
void  ful_record_threads_add_sample (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     FulStackIndex     stack);
void  ful_record_threads_switch_out (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time);
void  ful_record_threads_rename     (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_end        (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_put        (FulRecordThreads *self,
                                     FulBytes         *to);
void  ful_record_threads_set_paused (FulRecordThreads *self,
                                     gboolean          is_paused,
                                     guint64           time);
void  ful_record_threads_finish     (FulRecordThreads *self,
                                     guint64           time);
guint ful_record_threads_get_n      (FulRecordThreads *self,
                                     guint            *out_n_processes);

G_END_DECLS
