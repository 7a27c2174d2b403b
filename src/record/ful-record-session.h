/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-meta.h"

#include "agent/ful-record-agent-missing.h"
#include "buffer/ful-record-buffer.h"
#include "system/ful-record-rings.h"
#include "wire/ful-wire.h"

G_BEGIN_DECLS

/**
 * FulRecordSummary:
 * @n_processes: seen; @n_threads likewise
 * @n_samples: ticks that were sampled
 * @n_truncated: of them those whose stack is not whole
 * @n_cut: of these those that have as much memory as is copied: more would help
 * @n_lost: records that the rings had no room for
 * @n_lost_markers: of programs, likewise
 * @unsampled_ns: CPU time that no tick hit
 * @n_idle_ticks: intervals in which threads did not run; @n_idle_bytes: of frames, for them
 * @own_cpu_ns: of the recorder, before it saves
 * @sees_kernel: whether ticks in the kernel were sampled
 * @interval_ns: CPU time between two samples
 * @uses_agent: whether agents in programs took them
 * @refused: (nullable): why perf events are not permitted; of the caller
 * @n_missing: processes by why no agent sampled them
 * @unseen_ns: CPU time of processes that no agent was in and nobody has seen, of @cpu_ns
 * @n_without_events: threads that there were no descriptors for: their CPU time is known, not what they did
 */
typedef struct
{
  guint   n_processes;
  guint   n_threads;
  guint64 n_samples;
  guint64 n_truncated;
  guint64 n_cut;
  guint64 n_lost;
  guint64 n_lost_markers;
  guint64 cpu_ns;
  guint64 unsampled_ns;
  guint64 n_idle_ticks;
  guint64 n_idle_bytes;
  guint64 own_cpu_ns;
  gint64  duration_ns;
  gboolean sees_kernel;
  guint64 interval_ns;
  gboolean uses_agent;
  const char *refused;
  guint   n_missing[FUL_RECORD_N_MISSING];
  guint64 unseen_ns;
  guint   n_without_events;
} FulRecordSummary;

/**
 * FulRecordSession:
 *
 * A recording: a thread takes records from the rings, finds stacks, and appends frames to the buffer ten times a second.
 */
typedef struct _FulRecordSession FulRecordSession;

FulRecordSession *ful_record_session_new      (const FulRecordSetup  *setup,
                                               GError               **error);
gboolean          ful_record_session_add_program (FulRecordSession   *self,
                                                  gint32              pid,
                                                  GError            **error);
gboolean          ful_record_session_add_process (FulRecordSession   *self,
                                                  gint32              pid,
                                                  GError            **error);
void              ful_record_session_start    (FulRecordSession      *self);
void              ful_record_session_set_paused (FulRecordSession      *self,
                                                 gboolean             paused);
void              ful_record_session_stop     (FulRecordSession      *self,
                                               FulWireEndReason       reason,
                                               FulRecordSummary      *out_summary);
FulRecordBuffer  *ful_record_session_get_buffer (FulRecordSession    *self);
void              ful_record_session_free     (FulRecordSession      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRecordSession, ful_record_session_free)

G_END_DECLS
