/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-perf-maps.h"

#include "base/ful-cursor.h"

G_BEGIN_DECLS

/* As many as Linux allows a process. */
#define FUL_PERF_MAX_MAPS 65530

typedef struct _FulPerfProcess FulPerfProcess;

/**
 * FulPerfThread:
 * @process: whose thread it is; lives as long as the thread
 * @name: (nullable): the last one that it had, UTF-8
 * @start: ns; 0 if it ran before the recording, or its start was not recorded
 * @end: ns; 0 while it runs
 * @data: (nullable): of the owner of the processes; freed with the thread by #FulPerfProcessFuncs.free_data
 *
 * A thread. Of two that had one number, one after the other, each has its own.
 */
typedef struct
{
  FulPerfProcess *process;
  gint32          tid;
  char           *name;
  guint64         start;
  guint64         end;
  gpointer        data;
} FulPerfThread;

/**
 * FulPerfProcess:
 * @use: how often the system had used @pid before, as far as it was recorded; 0 for the first process of the number
 * @maps: what is mapped; may be shared with other processes
 * @start: ns; 0 if it ran before the recording
 * @end: ns; when its last thread ended; 0 while it runs
 */
struct _FulPerfProcess
{
  gint32       pid;
  guint        use;
  FulPerfMaps *maps;
  guint64      start;
  guint64      end;

  /*< private >*/
  guint        n_running;   /* threads that have not ended */
  guint        n_refs;      /* threads, and the table */
};

/**
 * FulPerfProcessFuncs:
 * @get_lib: row of the file at @path, as the owner numbers files, or %FUL_NONE if it is none; @build_id has @n bytes, 0 if
 *   it was not recorded
 * @skip_map: (nullable): a map of @pid is left out, as there are too many
 * @free_data: (nullable): frees the data of a thread
 */
typedef struct
{
  FulLibIndex (*get_lib)   (const char   *path,
                            const guint8 *build_id,
                            gsize         n,
                            gpointer      user_data);
  void        (*skip_map)  (gint32        pid,
                            gpointer      user_data);
  void        (*free_data) (gpointer      data);
} FulPerfProcessFuncs;

/**
 * FulPerfProcesses:
 * @kernel: what is mapped in the kernel
 * @is_incomplete: whether maps of children are missing, as too many were copied
 *
 * The processes of a recording, and what they have mapped, at the time of the last record. For one thread.
 */
typedef struct
{
  FulPerfMaps               *kernel;
  gboolean                   is_incomplete;

  /*< private >*/
  const FulPerfProcessFuncs *funcs;
  gpointer                   user_data;
  GHashTable                *processes;   /* pid → FulPerfProcess: the last one of the number */
  GHashTable                *threads;     /* pid and tid → FulPerfThread, likewise */
  GHashTable                *uses;        /* pid → how many processes had it so far */
  gsize                      n_copied;    /* maps that were copied for children */
} FulPerfProcesses;

void            ful_perf_processes_init         (FulPerfProcesses          *self,
                                                 const FulPerfProcessFuncs *funcs,
                                                 gpointer                   user_data);
void            ful_perf_processes_clear        (FulPerfProcesses          *self);

/* What records say. */
gboolean        ful_perf_processes_handle       (FulPerfProcesses          *self,
                                                 guint32                    type,
                                                 guint16                    misc,
                                                 FulCursor                  body,
                                                 FulPerfThread            **out_thread);

/* The same, for what is known otherwise: as of processes that run when a recording begins. */
FulPerfThread  *ful_perf_processes_fork         (FulPerfProcesses          *self,
                                                 gint32                     pid,
                                                 gint32                     tid,
                                                 gint32                     parent_pid,
                                                 gint32                     parent_tid,
                                                 guint64                    time);
void            ful_perf_processes_exec         (FulPerfProcesses          *self,
                                                 gint32                     pid);
gboolean        ful_perf_processes_take_over    (FulPerfProcesses          *self,
                                                 gint32                     pid,
                                                 guint64                    time);
FulPerfThread  *ful_perf_processes_exit         (FulPerfProcesses          *self,
                                                 gint32                     pid,
                                                 gint32                     tid,
                                                 guint64                    time);
void            ful_perf_processes_add_map      (FulPerfProcesses          *self,
                                                 gint32                     pid,
                                                 const FulPerfMap          *map);
void            ful_perf_thread_set_name        (FulPerfThread             *self,
                                                 const char                *name);

FulPerfProcess *ful_perf_processes_get_process  (FulPerfProcesses          *self,
                                                 gint32                     pid);
FulPerfThread  *ful_perf_processes_get_thread   (FulPerfProcesses          *self,
                                                 gint32                     pid,
                                                 gint32                     tid);
FulPerfThread  *ful_perf_processes_find_thread  (FulPerfProcesses          *self,
                                                 gint32                     pid,
                                                 gint32                     tid);
void            ful_perf_processes_forget_ended (FulPerfProcesses          *self,
                                                 guint64                    before);

G_END_DECLS
