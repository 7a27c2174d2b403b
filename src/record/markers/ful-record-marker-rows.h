/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-record-counters.h"
#include "ful-record-kinds.h"
#include "ful-record-ring-records.h"

#include "base/ful-bytes.h"
#include "import/common/ful-import-tables.h"
#include "perf/ful-perf-processes.h"
#include "threads/ful-record-thread.h"
#include "threads/ful-record-threads.h"

G_BEGIN_DECLS

/**
 * FulRecordWatch:
 * @name: (nullable): of markers that somebody waits for
 * @ns: @func is called, in the thread that records, when one was longer; @user_data is for it
 */
typedef struct
{
  const char *name;
  guint64     ns;
  void      (*func) (gpointer user_data);
  gpointer    user_data;
} FulRecordWatch;

/**
 * FulRecordMarkerRows:
 * @kinds: for META
 *
 * Markers, counts and names of threads that programs say, until they are put into frames. For one thread.
 */
typedef struct
{
  FulRecordKinds     kinds;

  /*< private >*/
  FulRecordThreads  *threads;
  FulRecordWatch     watch;
  FulPerfProcesses  *processes;
  FulImportTables   *tables;      /* of the strings */
  FulRecordCounters *counters;
  GHashTable        *numbers;     /* process, category and name → counter + 1 */
  GArray            *markers;     /* since the last frames */
  FulBytes           fields;      /* of them */
  GArray            *losses;      /* FulWireLoss, likewise */
} FulRecordMarkerRows;

void     ful_record_marker_rows_init     (FulRecordMarkerRows *self,
                                          FulRecordThreads    *threads,
                                          FulPerfProcesses    *processes,
                                          FulImportTables     *tables,
                                          FulRecordCounters   *counters);
void     ful_record_marker_rows_clear    (FulRecordMarkerRows *self);
gboolean ful_record_marker_rows_add      (FulRecordMarkerRows *self,
                                          FulPerfThread       *thread,
                                          FulRecordRingRecord *record,
                                          guint64              complete,
                                          guint64              now);
void     ful_record_marker_rows_add_loss (FulRecordMarkerRows *self,
                                          FulPerfThread       *thread,
                                          guint                n,
                                          guint64              start,
                                          guint64              now);
void     ful_record_marker_rows_put      (FulRecordMarkerRows *self,
                                          FulBytes            *to);

G_END_DECLS
