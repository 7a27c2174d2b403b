/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-agent-missing.h"
#include "ful-record-agent-records.h"

#include "import/perf/ful-perf-stacks.h"
#include "markers/ful-record-inner-process.h"
#include "perf/ful-perf-maps.h"
#include "perf/ful-perf-processes.h"
#include "perf/ful-perf-records.h"
#include "threads/ful-record-thread.h"
#include "threads/ful-record-threads.h"

G_BEGIN_DECLS

/* CPU time of processes that nobody has seen, from when on it counts: /proc says it in ticks, of two kinds of time. */
#define FUL_RECORD_MIN_UNSEEN_NS 10000000

/**
 * FulRecordAgentTargets:
 * @get_lib: row of the file of a map, or %FUL_NONE
 * @forget: the program of @pid is another one, or none
 * @since: ns; CPU time before does not count, as the recording was paused
 * @n_samples: counted here
 * @n_truncated: of them those whose stack is not whole
 * @n_cut: of these those that have as much memory as is copied
 * @folder: in which agents make rings
 * @has_room: whether there is room for another one
 * @unseen_ns: CPU time of processes that nobody has seen
 * @orphans_ns: CPU time of those that have ended, and whose parent is not known
 * @known_ns: CPU time of all that have ended
 * @n_missing: (array fixed-size=FUL_RECORD_N_MISSING): processes by why they have no agent
 *
 * What the records of agents go to.
 */
typedef struct
{
  FulPerfProcesses *processes;
  FulPerfStacks    *stacks;
  FulRecordThreads *threads;
  FulLibIndex     (*get_lib) (gint32            pid,
                              const FulPerfMap *map,
                              const char       *path,
                              gpointer          user_data);
  void            (*forget)  (gint32            pid,
                              gpointer          user_data);
  gpointer          user_data;
  guint64           since;
  guint64          *n_samples;
  guint64          *n_truncated;
  guint64          *n_cut;
  guint            *n_missing;
  const char       *folder;
  gboolean          has_room;
  guint64          *unseen_ns;
  guint64          *orphans_ns;
  guint64          *known_ns;
} FulRecordAgentTargets;

/**
 * FulRecordAgentProcess:
 * @parent: process that has made it
 * @image: of the program that it executes
 * @missing: why no agent samples it
 * @is_gone: whether it ends when its ring has been read once more
 *
 * A process of the program; of one without an agent /proc alone tells.
 */
typedef struct
{
  gint32      pid;
  gint32      parent;
  guint64     image;
  guint64     begun;            /* the image whose first thread has said its begin */
  FulRecordMissing missing;
  gboolean    is_gone;

  /*< private >*/
  GHashTable *threads;      /* tid → FulRecordAgentThread; those that have ended as long as /proc has them */
  guint       maps_hash;    /* of the text that was read last */
  guint64     maps_read;    /* ns; when */
  gboolean    has_samples;  /* since then */
  guint64     heard;        /* ns; when it last wrote a record */
  guint64     looked;       /* ns; when an agent was looked for */
  guint64     left;         /* ns; when it said last that it ends; 0: it has gone on since */
  gboolean    runs_unheard; /* a thread ran since, and was not sampled */
  guint64     ended_ns;     /* CPU time of threads that have ended */
  guint64     reaped_ns;    /* that is known of children that have ended, and of theirs */
  guint64     unseen_ns;    /* that was found of others */
  guint64     skipped_ns;   /* of children, in pauses */
  guint64     children_ns[3];   /* of all, as the system said last */
} FulRecordAgentProcess;

FulRecordAgentProcess *ful_record_agent_process_new       (gint32                       pid);
void                   ful_record_agent_process_free      (FulRecordAgentProcess       *self);
void                   ful_record_agent_process_handle    (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           const FulRecordAgentRecord  *record,
                                                           gint32                       tid,
                                                           guint64                      image,
                                                           guint64                      now);
void                   ful_record_agent_process_begin     (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           gint32                       parent,
                                                           guint64                      time,
                                                           guint64                      cpu_ns);
gboolean               ful_record_agent_process_poll      (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           guint64                      now,
                                                           gboolean                     is_due,
                                                           guint64                     *complete);
void                   ful_record_agent_process_set_missing (FulRecordAgentProcess       *self,
                                                             const FulRecordAgentTargets *to,
                                                             FulRecordMissing             missing);
void                   ful_record_agent_process_read_maps (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           guint64                      now);
void                   ful_record_agent_process_look      (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           guint64                      now);
void                   ful_record_agent_process_find_unseen (FulRecordAgentProcess       *self,
                                                             const FulRecordAgentTargets *to,
                                                             guint64                      children_ns,
                                                             guint64                      now);
void                   ful_record_agent_process_skip_unseen (FulRecordAgentProcess       *self,
                                                             guint64                      children_ns);
void                   ful_record_agent_process_reap       (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           FulRecordAgentProcess       *parent);
void                   ful_record_agent_process_resume    (FulRecordAgentProcess       *self,
                                                           guint64                      now);
void                   ful_record_agent_process_finish    (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to);
void                   ful_record_agent_process_end       (FulRecordAgentProcess       *self,
                                                           const FulRecordAgentTargets *to,
                                                           guint64                      now);

G_END_DECLS
