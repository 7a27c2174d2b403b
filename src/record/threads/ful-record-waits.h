/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-wait-reads.h"

#include "base/ful-bytes.h"
#include "base/ful-cursor.h"
#include "buffer/ful-record-carry.h"
#include "import/perf/ful-perf-stacks.h"
#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-processes.h"
#include "unwind/ful-unwinder.h"

G_BEGIN_DECLS

/**
 * FulRecordWaits:
 * @n_stack: bytes of a stack that are read; 0: where a thread waits is all that is found
 *
 * Finds where threads wait. For one thread.
 */
typedef struct
{
  const FulPerfAttrs *attrs;
  FulPerfStacks      *stacks;
  FulPerfProcesses   *processes;
  gsize               n_stack;

  /*< private >*/
  FulBytes            memory;
  FulBytes            spare[64];   /* memory of samples that were forgotten, for the next ones */
  guint               n_spare;
} FulRecordWaits;

/**
 * FulRecordWait:
 * @since: ns; 0: the thread does not wait
 * @is_preempted: whether it waits for a CPU alone
 * @frame_pointers: those of its last sample
 *
 * A wait of a thread, and then the next one.
 */
typedef struct
{
  gint32        pid;
  gint32        tid;
  guint64       since;
  gboolean      is_preempted;
  FulUnwindFramePointers frame_pointers;

  /*< private >*/
  gboolean      is_next_sampled;
  gboolean      is_sampled;   /* its switch was sampled */
  FulBytes      sample;       /* body of the last record of a switch; empty: it was forgotten, @sampled is its stack */
  guint64       sampled_at;   /* ns; when that was */
  gboolean      sampled_preempted;
  FulStackIndex sampled;
  gboolean      sampled_short;   /* the copy of its stack did not reach all callers */
  FulRecordWaitReads reads;   /* where it waited, but for a CPU, when it was sampled or read */
} FulRecordWait;

void     ful_record_waits_clear      (FulRecordWaits      *self);
void     ful_record_wait_clear       (FulRecordWait       *self);
void     ful_record_wait_begin       (FulRecordWait       *self,
                                      guint64              time,
                                      gboolean             is_preempted);
void     ful_record_wait_carry       (FulRecordWait       *self,
                                      FulRecordCarry      *carry);
void     ful_record_waits_keep_sample (FulRecordWaits     *self,
                                      FulRecordWait       *wait,
                                      guint64              time,
                                      FulCursor            body);
void     ful_record_waits_forget_sample (FulRecordWaits   *self,
                                      FulRecordWait       *wait);
void     ful_record_waits_read       (FulRecordWaits      *self,
                                      FulRecordWait       *wait);
void     ful_record_waits_poll       (FulRecordWaits      *self,
                                      FulRecordWait       *wait);
gboolean ful_record_wait_is_short    (const FulRecordWait *wait,
                                      guint64              until);
gboolean ful_record_waits_is_known   (const FulRecordWait *wait,
                                      guint64              until);
gboolean ful_record_waits_find_stack (FulRecordWaits      *self,
                                      FulRecordWait       *wait,
                                      guint64              until,
                                      FulStackIndex       *out_stack);

G_END_DECLS
