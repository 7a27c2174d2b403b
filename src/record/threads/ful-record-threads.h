/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-thread.h"
#include "ful-record-waits.h"

#include "base/ful-bytes.h"
#include "base/ful-cursor.h"
#include "buffer/ful-record-carry.h"
#include "buffer/ful-record-tables.h"
#include "perf/ful-perf-processes.h"
#include "unwind/ful-unwinder.h"

G_BEGIN_DECLS

void  ful_record_threads_init       (FulRecordThreads *self,
                                     FulRecordTables  *tables,
                                     FulRecordWaits   *waits);
void  ful_record_threads_clear      (FulRecordThreads *self);
void  ful_record_threads_show       (FulRecordThreads *self,
                                     const char       *globs);
gboolean ful_record_threads_is_shown (FulRecordThreads *self,
                                      FulPerfThread    *thread);
guint ful_record_threads_get_number (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_begin      (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time);
void  ful_record_threads_begin_program (FulRecordThreads *self,
                                        FulPerfThread    *thread,
                                        guint64           time);
void  ful_record_threads_switch_in  (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time);
void  ful_record_threads_set_before (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_set_unseen (FulRecordThreads *self,
                                     FulPerfThread    *thread);
GArray *ful_record_threads_list_processes (const FulRecordThreads *self);
void  ful_record_threads_ask_cpu    (FulRecordThreads *self);
void  ful_record_threads_count_from (FulRecordThreads *self);
void  ful_record_threads_mend_all   (FulRecordThreads *self,
                                     guint64           now);
void  ful_record_threads_mend       (FulRecordThreads *self,
                                     guint64           now);
void  ful_record_threads_mend_unseen (FulRecordThreads *self,
                                      guint64           now);
void  ful_record_threads_add_sample (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     FulStackIndex     stack);
void  ful_record_threads_put_unsampled (FulRecordThreads *self,
                                        FulPerfThread    *thread,
                                        guint64           time);
void  ful_record_threads_set_frame_pointers (FulRecordThreads             *self,
                                             FulPerfThread                *thread,
                                             const FulUnwindFramePointers *pointers);
void  ful_record_threads_add_switch (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     FulCursor         sample);
void  ful_record_threads_add_switches (FulRecordThreads *self,
                                       FulPerfThread    *thread,
                                       guint64           n);
void  ful_record_threads_switch_out (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     gboolean          is_preempted);
const char *ful_record_threads_get_pid (FulRecordThreads *self,
                                        FulPerfThread    *thread);
void  ful_record_threads_set_name   (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time,
                                     const char       *name);
void  ful_record_threads_rename     (FulRecordThreads *self,
                                     FulPerfThread    *thread,
                                     guint64           time);
void  ful_record_threads_end        (FulRecordThreads *self,
                                     FulPerfThread    *thread);
void  ful_record_threads_take_over  (FulRecordThreads *self,
                                     FulPerfProcesses *processes,
                                     FulPerfThread    *first,
                                     guint64           time);
void  ful_record_threads_pause      (FulRecordThreads *self,
                                     guint64           time);
void  ful_record_threads_resume     (FulRecordThreads *self,
                                     guint64           time);
guint64 ful_record_threads_follow_waits (FulRecordThreads *self,
                                         guint64           until,
                                         gboolean          with_rows);
void  ful_record_threads_end_polls  (FulRecordThreads *self,
                                     FulRecordThread  *thread);
gboolean ful_record_threads_is_polled (const FulRecordThreads *self,
                                       const FulPerfThread    *thread);
guint ful_record_threads_get_poll_ms (const FulRecordThreads *self);
void  ful_record_threads_poll       (FulRecordThreads *self,
                                     guint64           now);
void  ful_record_threads_add_cpu_of_process (FulRecordThreads *self,
                                             FulPerfThread    *thread,
                                             guint64           cpu_ns,
                                             guint64           time);
void  ful_record_threads_forget     (gpointer          data);
int   ful_record_threads_get_any    (const FulRecordThreads *self);
void  ful_record_threads_carry      (FulRecordThreads *self,
                                     FulRecordCarry   *carry);
void  ful_record_threads_put        (FulRecordThreads *self,
                                     FulBytes         *to);
void  ful_record_threads_finish     (FulRecordThreads *self,
                                     guint64           time);
guint ful_record_threads_get_n      (FulRecordThreads *self,
                                     guint            *out_n_processes);

G_END_DECLS
