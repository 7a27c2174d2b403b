/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-meta.h"
#include "ful-record-overhead.h"
#include "ful-record-session.h"

#include "agent/ful-record-agent.h"
#include "base/ful-bytes.h"
#include "base/ful-cursor.h"
#include "buffer/ful-record-tables.h"
#include "import/common/ful-import-tables.h"
#include "import/perf/ful-perf-libs.h"
#include "import/perf/ful-perf-stacks.h"
#include "markers/ful-record-counters.h"
#include "markers/ful-record-marker-rows.h"
#include "markers/ful-record-markers.h"
#include "markers/ful-record-usage.h"
#include "model/ful-profile-builder.h"
#include "perf/ful-perf-maps.h"
#include "perf/ful-perf-processes.h"
#include "perf/ful-perf-queue.h"
#include "system/ful-record-code.h"
#include "system/ful-record-files.h"
#include "system/ful-record-rings.h"
#include "threads/ful-record-thread.h"
#include "threads/ful-record-threads.h"
#include "threads/ful-record-waits.h"

G_BEGIN_DECLS

struct _FulRecordSession
{
  FulRecordRings     rings;
  FulPerfQueue       queue;
  FulPerfProcesses   processes;
  FulProfileBuilder *builder;      /* of tables and libs; it has no threads */
  FulImportTables    rows;
  FulPerfLibs        libs;
  FulPerfStacks      stacks;
  FulRecordFiles     files;
  gint32             map_pid;      /* of the map that is being handled */
  FulPerfMap         map;
  FulRecordCode      code;
  char              *dump;         /* (nullable): path of a map that was just seen, of generated code */
  FulRecordTables    tables;
  FulRecordWaits     waits;
  FulRecordThreads   threads;
  FulRecordSetup      setup;
  FulRecordCounters   counters;
  FulRecordUsage      usage;
  FulRecordOverhead   overhead;
  FulRecordMarkerRows marker_rows;
  FulRecordMarkers    markers;
  FulRecordAgent      agent;         /* in place of @rings */
  FulBytes           frames;
  FulRecordBuffer   *buffer;
  FulRecordSummary   summary;
  gboolean           begins_at_exec;
  GThread           *thread;
  int                is_stopping;  /* atomic */
  gboolean           has_exited;   /* the program, before @is_stopping */
  guint64            n_lost_put;   /* of the losses, those that frames name */
  gint64             published;    /* ns; when frames were made last */
  gint64             forget_us;    /* when it is looked for what has ended */
  gint64             mend_us;      /* when the system is asked for CPU times */
  int                wants_pause;  /* atomic */
  gboolean           is_paused;    /* of @thread */
};

/* What a record of perf events says, for the thread that records; libraries and processes, with the session as user data. */
extern const FulPerfProcessFuncs ful_record_session_process_funcs;

FulLibIndex ful_record_session_get_lib       (gint32            pid,
                                              const FulPerfMap *map,
                                              const char       *path,
                                              gpointer          user_data);
void        ful_record_session_add_dump      (FulRecordSession *self,
                                              gint32            pid);
void        ful_record_session_handle_record (FulCursor         record,
                                              gpointer          user_data);

G_END_DECLS
