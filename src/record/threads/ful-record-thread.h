/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-rows.h"
#include "ful-record-waits.h"

#include "base/ful-types.h"
#include "perf/ful-perf-processes.h"
#include "buffer/ful-record-tables.h"

G_BEGIN_DECLS

/**
 * FulRecordSiblings:
 * @threads: (element-type FulRecordThread): of a process
 * @pid: as text, unique in the recording
 * @name: (nullable): of the process
 * @shared: (nullable): rows of those that have none of their own
 * @start: ns; of the process
 */
typedef struct
{
  GPtrArray     *threads;
  char          *pid;
  char          *name;
  FulRecordRows *shared;
  guint64        start;
  guint64        shared_wait_ns;   /* time of their waits without weight in a row */
  gint64         shared_cpu_ns;    /* CPU time likewise */
  guint64        shared_delta_ns;  /* CPU time that is in no row */
  guint64        cpu_ns;           /* of all threads */
  guint64        cpu_before_ns;    /* what they had used when the recording began */
  guint64        n_switches;       /* likewise */
  struct _FulRecordThread *main;   /* (nullable): the first one, until it is forgotten */
  gint64         key;              /* in the table of processes */
  gpointer       usage;            /* (nullable): what counters know of it */
  GDestroyNotify free_usage;
} FulRecordSiblings;

/**
 * FulRecordSwitchCost:
 * @asked: ns; when the system was asked for the CPU time of the thread
 * @answered: ns; when it had said @used_ns; 0: it was not asked since that was compared
 * @n_switches: to the thread, since then
 * @switch_ns: that one takes before its record
 * @missing_ns: CPU time that the records lack still
 */
typedef struct
{
  guint64 asked;
  guint64 answered;
  guint64 used_ns;
  gint64  n_switches;
  gint64  switch_ns;
  gint64  missing_ns;
} FulRecordSwitchCost;

/**
 * FulRecordThread:
 * @rows: (nullable): those it has so far
 * @is_hidden: whether it gets none, as its name is not asked for
 *
 * What is known of a thread while it is recorded.
 */
typedef struct _FulRecordThread
{
  struct _FulRecordThreads *owner;
  guint              place;          /* among all, and of its siblings */
  guint              place_of_siblings;
  FulPerfThread     *from;
  FulRecordSiblings *siblings;
  FulRecordRows     *rows;
  char              *name;
  guint64            start;          /* ns */
  gboolean           is_main;
  gboolean           is_hidden;
  gboolean           has_ended;
  gboolean           is_unseen;      /* no records come of it; what the system says counts */
  guint64            on_since;       /* ns; 0: it does not run */
  gboolean           is_on_guessed;  /* since then it runs or waits for a CPU: its next record says which */
  gint64             unknown_ns;     /* time that counts neither as CPU time nor as a wait yet; less than none if too much did */
  guint64            all_cpu_ns;     /* CPU time so far */
  guint64            cpu_at_tick_ns; /* what it was at the last tick */
  guint64            cpu_before_ns;  /* what it had used when the recording began */
  guint64            cpu_ns;         /* CPU time since the last row */
  gint64             cpu_owed_ns;    /* CPU time without weight in a row; less than none if a row had too much */
  gboolean           has_sample;     /* of its rows one is of a tick */
  guint64            off_since;      /* ns; when it left its CPU last */
  guint64            known_until;    /* ns; up to when its CPU time is as the system counts it */
  guint64            cpu_above_ns;   /* CPU time that rows have had too much */
  FulRecordSwitchCost cost;
  FulRecordWait      wait;
  guint64            wait_counted;   /* ns; up to when its time is in @wait_owed_ns */
  guint64            wait_owed_ns;   /* time of waits without weight in a row */
  guint64            wait_row;       /* of the last row of the wait; 0: it has none */
  FulStackIndex      wait_stack;     /* of its rows */
  gboolean           is_listed;      /* among those that wait */
  gboolean           is_polled;      /* among those with short waits */
  guint64            polled_until;   /* ns; until when it is one of these */
  FulStackIndex      last_stack;
  FulStackIndex      common_stack;   /* what the last two have in common */
} FulRecordThread;

/**
 * FulRecordThreads:
 * @start: CLOCK_MONOTONIC, ns; the zero of all times in frames
 * @interval_ns: CPU time between two samples
 * @most_sampled_ns: CPU time before a sample that is taken to be like it; 0: two intervals at most
 * @sees_kernel: whether ticks in the kernel are sampled, too
 * @off_cpu: whether there are rows while a thread does not run
 * @cpu_ns: CPU time of all threads so far
 * @unsampled_ns: of it, in rows of which no tick tells the stack
 * @n_idle_ticks: weight of rows while threads do not run; @n_idle_bytes: of frames, for them
 * @ended: (element-type guint): numbers of threads that have ended, to be emptied by who reads it
 *
 * The rows of the threads of a recording: one for each tick, and for CPU time that no tick hit; of waits one at the begin, one
 * each 100 ms, and one at the end. The weights of a thread are its lifetime in intervals. For one thread.
 */
typedef struct _FulRecordThreads
{
  guint64          start;
  guint64          interval_ns;
  guint64          most_sampled_ns;
  gboolean         sees_kernel;
  gboolean         off_cpu;
  guint64          cpu_ns;
  guint64          unsampled_ns;
  guint64          n_idle_ticks;
  guint64          n_idle_bytes;
  GArray          *ended;

  /*< private >*/
  FulRecordTables *tables;
  FulRecordWaits  *waits;
  GPtrArray       *threads;      /* FulRecordThread: those that run, and some that have ended */
  guint            n_threads;    /* so far */
  guint            n_processes;
  GPtrArray       *rows;         /* FulRecordRows, by number in frames */
  GHashTable      *processes;    /* pid and use → FulRecordSiblings */
  FulRecordSiblings *first;
  GPtrArray       *shown_names;  /* (nullable): GPatternSpec */
  gboolean         has_lost;     /* switches may be missing */
  gboolean         has_switch_counts;   /* they are said, whether they are seen or not */
  guint64          total_before_ns;   /* ful_record_threads_mend_all(): what the system said when it began to count, */
  guint64          known_before_ns;   /* @cpu_ns, */
  guint            n_before;          /* and the processes that there were */
  gint64           switch_ns;    /* what a switch takes, of the thread of which that was learned last */
  gboolean         is_paused;    /* switches and ticks do not count */
  GPtrArray       *waiting;      /* those whose wait may need its first row */
  GPtrArray       *polled;       /* those with short waits */
  guint            next_polled;
} FulRecordThreads;

void     ful_record_thread_check_cost    (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time);
guint64  ful_record_thread_take_cost     (FulRecordThread  *self,
                                          guint64           time);
void     ful_record_thread_reset_cost    (FulRecordThread  *self);
void     ful_record_thread_account       (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time);
void     ful_record_thread_add_sample    (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time,
                                          FulStackIndex     stack);
void     ful_record_thread_list_wait     (FulRecordThreads *threads,
                                          FulRecordThread  *self);
void     ful_record_thread_begin_wait    (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time,
                                          gboolean          is_preempted);
void     ful_record_thread_continue_wait (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           until);
void     ful_record_thread_end_wait      (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time);
void     ful_record_thread_put_unsampled (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time);
void     ful_record_thread_take_unknown  (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time,
                                          gint64            cpu_ns);
void     ful_record_thread_skip_cpu      (FulRecordThread  *self);
void     ful_record_thread_set_hidden    (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time,
                                          gboolean          is_hidden);
void     ful_record_thread_finish        (FulRecordThreads *threads,
                                          FulRecordThread  *self,
                                          guint64           time);
void     ful_record_siblings_round_up    (FulRecordThreads  *threads,
                                          FulRecordSiblings *self,
                                          guint64            time);
void     ful_record_siblings_take_rest   (FulRecordThreads  *threads,
                                          FulRecordSiblings *self,
                                          FulRecordSiblings *from,
                                          guint64            time);
void     ful_record_siblings_add_cpu     (FulRecordThreads  *threads,
                                          FulRecordSiblings *self,
                                          guint64            cpu_ns,
                                          guint64            time);
FulRecordRows *ful_record_thread_get_rows (FulRecordThreads *threads,
                                          FulRecordThread  *self);
void     ful_record_thread_free          (FulRecordThread  *self);

G_END_DECLS
