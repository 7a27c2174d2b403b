/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-stack-ends.h"

#include "perf/ful-perf-attrs.h"
#include "perf/ful-perf-queue.h"

G_BEGIN_DECLS

/**
 * FulRecordEvents:
 * @interval_ns: CPU time between two samples of a thread
 * @n_stack: bytes of the stack in each sample; 0: none, and no registers
 * @frame_pointers: whether the kernel follows frame pointers
 * @off_cpu: whether there are samples of switches, too, if the kernel permits that
 */
typedef struct
{
  guint64  interval_ns;
  guint    n_stack;
  gboolean frame_pointers;
  gboolean off_cpu;
} FulRecordEvents;

/**
 * FulRecordRings:
 * @attrs: what the records are
 * @sees_kernel: whether samples are taken while the kernel works for a thread
 *
 * The perf events of a recording, and the rings that the kernel writes their records to, one for each CPU. For one thread.
 */
typedef struct
{
  FulPerfAttrs     attrs;
  gboolean         sees_kernel;

  /*< private >*/
  GPtrArray       *rings;
  GArray          *polled;      /* struct pollfd */
  FulRecordEvents  events;
  guint64          max_ring_bytes;
  guint            n_threads;   /* that were added */
  guint64          max_events;  /* as many as there may be descriptors for */
  FulRecordStackEnds stack_ends;
} FulRecordRings;

gboolean ful_record_rings_init  (FulRecordRings        *self,
                                 const FulRecordEvents *events,
                                 GError               **error);
void     ful_record_rings_clear (FulRecordRings        *self);
gboolean ful_record_rings_add   (FulRecordRings        *self,
                                 gint32                 tid,
                                 gboolean               begins_at_exec,
                                 GError               **error);
void     ful_record_rings_wait  (FulRecordRings        *self,
                                 guint                  ms);
void     ful_record_rings_drain (FulRecordRings        *self,
                                 FulPerfQueue          *queue);
void     ful_record_rings_start (FulRecordRings        *self);
void     ful_record_rings_set_sampling (FulRecordRings *self,
                                        gboolean        is_sampling);
gboolean ful_record_rings_is_switch (const FulRecordRings *self,
                                     const FulPerfSample  *sample);

G_END_DECLS
